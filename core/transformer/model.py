"""The whole machine: the encoder–decoder of the paper, and the encoder alone.

Letters: B batch, S source length, T target length, D d_model, V vocabulary.
"""

from collections.abc import Collection
from contextlib import contextmanager

import torch
from torch import nn

from core.transformer.cache import KVCache
from core.transformer.config import ModelConfig
from core.transformer.device import to_device
from core.transformer.layers import DecoderStack, EncoderStack
from core.transformer.lesions import Lesion, check_lesions
from core.transformer.masks import causal_mask, combine_masks, padding_mask
from core.transformer.positions import Positions
from core.transformer.trace import ForwardTrace, forward_trace


class Embedding(nn.Module):
    """√D · table[id] + position (sections 3.4 and 3.5).  ids [B, T], on whatever device -> [B, T, D]"""

    def __init__(self, config: ModelConfig):
        super().__init__()
        self.tokens = nn.Embedding(config.vocab_size, config.d_model)
        self.positions = Positions(config)
        self.scale = config.d_model**0.5
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, ids: torch.Tensor, offset: int = 0) -> torch.Tensor:
        check_ids(ids, self.tokens.num_embeddings)  # before they are sent: on the CPU the check waits for nothing
        ids = to_device(ids, self.tokens.weight.device)
        return self.dropout(self.tokens(ids) * self.scale + self.positions(ids.shape[-1], offset))


class Transformer(nn.Module):
    """The encoder–decoder. `forward` gives logits, `trace` every intermediate of the very same computation.

    source [B, S] and target [B, T] are ids; the target starts with bos_id and is the input that predicts, at each
    position, the next token. Options of `forward` and `trace`:

    source_mask  for the encoder's self-attention; bool, broadcastable to [B, H, S, S]
    target_mask  for the decoder's self-attention, [B, H, T, T]; None: causal. What is given replaces the causal mask
    memory_mask  for cross-attention, [B, H, T, S]; None: `source_mask` if it is one row for all queries (padding)
    lesions      parts that are cut out of this one pass

    With `config.pad_id` set, padding in the source is hidden from everything. Padding at the end of a target needs no
    mask: the causal one hides it.

    Example:
        >>> model = Transformer(ModelConfig(d_model=8, n_heads=2, d_ff=16, n_layers=1, vocab_size=10)).eval()
        >>> model(torch.tensor([[3, 4, 5]]), torch.tensor([[0, 7]])).shape
        torch.Size([1, 2, 10])
    """

    def __init__(self, config: ModelConfig, generator: torch.Generator | None = None):
        super().__init__()
        self.config = config
        with leaving_global_generator(generator):
            self.source_embedding = Embedding(config)
            self.target_embedding = Embedding(config)
            self.encoder = EncoderStack(config)
            self.decoder = DecoderStack(config)
            self.output = nn.Linear(config.d_model, config.vocab_size, bias=False)
        initialise(self, generator)
        if config.tie_embeddings:  # one table for source, target and output, section 3.4
            self.target_embedding.tokens = self.source_embedding.tokens
            self.output.weight = self.source_embedding.tokens.weight

    def forward(
        self,
        source: torch.Tensor,
        target: torch.Tensor,
        *,
        source_mask=None,
        target_mask=None,
        memory_mask=None,
        lesions: Collection[Lesion] = (),
    ) -> torch.Tensor:
        """source [B, S], target [B, T] -> logits [B, T, V]"""
        memory = self.encode(source, source_mask, lesions=lesions)
        memory_mask = self._memory_mask(source, source_mask, memory_mask)
        return self.decode(target, memory, target_mask, memory_mask, lesions=lesions)

    def trace(
        self,
        source: torch.Tensor,
        target: torch.Tensor,
        *,
        source_mask=None,
        target_mask=None,
        memory_mask=None,
        lesions: Collection[Lesion] = (),
    ) -> ForwardTrace:
        """Every intermediate of `forward(source, target, …)`, on the CPU; its logits are bit-equal to those."""
        with torch.no_grad():
            x, *reading = self._reading(source, source_mask, lesions)
            memory, encoder = self.encoder.traced(x, *reading, lesions=lesions)
            memory_mask = self._memory_mask(source, source_mask, memory_mask)
            y, *writing = self._writing(target, memory, target_mask, memory_mask, None, lesions)
            final, decoder = self.decoder.traced(y, *writing, lesions=lesions)
            return forward_trace(x, encoder, memory, y, decoder, final, self.output(final))

    def encode(self, source, source_mask=None, *, lesions: Collection[Lesion] = ()) -> torch.Tensor:
        """What the decoder will read.  [B, S] -> memory [B, S, D]"""
        return self.encoder(*self._reading(source, source_mask, lesions), lesions=lesions)

    def decode(
        self,
        target,
        memory,
        target_mask=None,
        memory_mask=None,
        *,
        cache: KVCache | None = None,
        lesions: Collection[Lesion] = (),
    ) -> torch.Tensor:
        """Logits for every position of `target`.  [B, T] -> [B, T, V]

        With a cache, `target` holds only the tokens that it lacks: they are appended, and `cache.length` alone says at
        which position they stand. A memory [1, S, D] serves a whole batch. Raises ValueError for a memory of another
        batch, or without a batch axis, and for one that the cache was not filled from.
        """
        inputs = self._writing(target, memory, target_mask, memory_mask, cache, lesions)
        final = self.decoder(*inputs, cache=cache, lesions=lesions)
        if cache is not None:
            cache.length += target.shape[-1]
        return self.output(final)

    def padding(self, source: torch.Tensor) -> torch.Tensor | None:
        """The mask that hides the source's padding; None when no id means padding.  -> [B, 1, 1, S]"""
        if self.config.pad_id is None:
            return None
        return to_device(padding_mask(source, self.config.pad_id), self.output.weight.device)

    def _reading(self, source, source_mask, lesions):
        """What the encoder runs on, checked and on the model's device: x [B, S, D] and the mask."""
        check_lesions(lesions, self.config.n_layers, self.config.n_heads)
        x = self.source_embedding(source)
        return x, to_device(combine_masks(source_mask, self.padding(source)), x.device)

    def _writing(self, target, memory, target_mask, memory_mask, cache: KVCache | None, lesions):
        """What the decoder runs on, checked and on the model's device: x [B, T, D], the memory and the two masks."""
        check_lesions(lesions, self.config.n_layers, self.config.n_heads)
        check_batch(target)
        if memory.dim() != 3 or len(memory) not in (1, len(target)):
            raise ValueError(f"a memory of shape {list(memory.shape)} does not belong to targets {list(target.shape)}")
        past, t = (cache.length if cache else 0), target.shape[-1]
        if cache is not None:
            cache.check_room(*target.shape)
        x = self.target_embedding(target, offset=past)
        mask = causal_mask(t, past + t, device=x.device) if target_mask is None else target_mask
        return x, *(to_device(tensor, x.device) for tensor in (memory, mask, memory_mask))

    def _memory_mask(self, source, source_mask, memory_mask) -> torch.Tensor | None:
        one_row = source_mask is not None and source_mask.shape[-2:-1] in ((), (1,))  # the same for all queries
        if memory_mask is None and one_row:
            memory_mask = source_mask
        return combine_masks(memory_mask, self.padding(source))


class Encoder(nn.Module):
    """The encoder with an output projection of its own: one answer per position, for the toy tasks.

    Example:
        >>> from core.transformer import MICRO
        >>> Encoder(MICRO).eval()(torch.tensor([[2, 0, 1, 3]])).shape
        torch.Size([1, 4, 8])
    """

    def __init__(self, config: ModelConfig, generator: torch.Generator | None = None):
        super().__init__()
        self.config = config
        with leaving_global_generator(generator):
            self.embedding = Embedding(config)
            self.encoder = EncoderStack(config)
            self.output = nn.Linear(config.d_model, config.vocab_size, bias=False)
        initialise(self, generator)
        if config.tie_embeddings:
            self.output.weight = self.embedding.tokens.weight

    def forward(self, ids: torch.Tensor, mask=None, *, lesions: Collection[Lesion] = ()) -> torch.Tensor:
        """ids [B, T], mask bool broadcastable to [B, H, T, T] (None: bidirectional) -> logits [B, T, V]"""
        return self.output(self.encoder(*self._reading(ids, mask, lesions), lesions=lesions))

    def trace(self, ids: torch.Tensor, mask=None, *, lesions: Collection[Lesion] = ()) -> ForwardTrace:
        """Every intermediate of `forward(ids, mask, …)`, on the CPU; its logits are bit-equal to those."""
        with torch.no_grad():
            x, mask = self._reading(ids, mask, lesions)
            final, runs = self.encoder.traced(x, mask, lesions=lesions)
            return forward_trace(x, runs, final, None, [], final, self.output(final))

    def _reading(self, ids, mask, lesions):
        """What the encoder runs on, checked and on the model's device: x [B, T, D] and the mask."""
        check_lesions(lesions, self.config.n_layers, self.config.n_heads)
        x = self.embedding(ids)
        pad = None if self.config.pad_id is None else padding_mask(ids, self.config.pad_id)
        return x, to_device(combine_masks(mask, pad), x.device)


def initialise(model: nn.Module, generator: torch.Generator | None = None) -> None:
    """Xavier-uniform matrices, zero biases, token rows of length about 1, learned positions at std 0.5.

    An output projection of its own starts small: the first loss is near that of guessing, ln V. The same generator
    state gives the same model; with a generator given, torch's global one has no part in it.
    """
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight, generator=generator)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
        elif isinstance(module, nn.Embedding):
            nn.init.normal_(module.weight, std=module.embedding_dim**-0.5, generator=generator)
        elif isinstance(module, Positions) and isinstance(module.table, nn.Parameter):
            nn.init.normal_(module.table, std=0.5, generator=generator)
    nn.init.normal_(model.output.weight, std=0.5 * model.output.in_features**-0.5, generator=generator)


def leaving_global_generator(generator: torch.Generator | None):
    """A context that puts torch's global generator back when one of the caller's own is given.

    Torch's modules draw from the global one as they are made, before `initialise` draws anew.
    """
    return torch.random.fork_rng([], enabled=generator is not None)


def check_batch(ids: torch.Tensor) -> None:
    """Raise ValueError unless ids are [B, T], both at least 1."""
    if ids.dim() != 2 or ids.numel() == 0:
        raise ValueError(f"ids must have shape [batch, length], both at least 1, not {list(ids.shape)}")


def check_ids(ids: torch.Tensor, vocab_size: int) -> None:
    """Raise ValueError unless ids are [B, T], T at least 1, each in 0 … vocab_size - 1."""
    check_batch(ids)
    if ids.is_meta:  # shapes only, no values to check
        return
    low, high = torch.stack(ids.aminmax()).tolist()  # one wait, for ids that lie on a device already
    if low < 0 or high >= vocab_size:
        raise ValueError(f"id {low if low < 0 else high} is not in the vocabulary (0 … {vocab_size - 1})")


@contextmanager
def evaluating(model: nn.Module):
    """Dropout off and no gradients inside; the model's mode is given back. A shared model is in eval mode: no write.

    What is made inside can neither be written to nor trained on outside; `to_cpu` and `trace` give ordinary copies.
    """
    was_training = model.training
    if was_training:
        model.eval()
    try:
        with torch.inference_mode():
            yield model
    finally:
        if was_training:
            model.train()
