"""Writing a target token by token: greedy or sampled, with the KV cache or without.

Letters: B batch, S source length, T target length so far, V vocabulary.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass

import torch

from core.decoding.sampling import SamplingStages, checked_rules, choose, filter_logits
from core.transformer import KVCache, Lesion, ModelConfig, Transformer, evaluating, to_cpu


@dataclass(frozen=True)
class DecodingStep:
    """One step: what was predicted, what was chosen from, and what was taken. On the CPU, wherever the model runs."""

    logits: torch.Tensor  # [B, V], for the next token
    stages: SamplingStages  # probabilities [B, V] after each rule
    tokens: torch.Tensor  # [B], the choice; padding in rows that have ended
    ended: torch.Tensor  # [B] bool, rows that have ended with this token or before


def decoding_steps(
    model: Transformer,
    source: torch.Tensor,
    max_new_tokens: int,
    *,
    temperature: float = 0.0,
    top_k=None,
    top_p=None,
    generator: torch.Generator | None = None,
    use_cache: bool = True,
    lesions: Collection[Lesion] = (),
) -> Iterator[DecodingStep]:
    """Continue BOS step by step until every row has produced EOS, at most `max_new_tokens` times.

    source [B, S]. Each row draws from a stream of its own, seeded from `generator` (None: seed 0): what a row becomes
    does not depend on its batch mates. A row that has ended stays frozen on padding (on EOS, if no id means padding).
    Raises ValueError, at once and not at the first step, for a length over the model's max_len, rules that
    `filter_logits` refuses, and ids or lesions that the model does.
    """
    if not 1 <= max_new_tokens <= model.config.max_len:
        raise ValueError(f"max_new_tokens={max_new_tokens} must be between 1 and max_len={model.config.max_len}")
    rules = checked_rules(temperature, top_k, top_p)
    predict = next_token_logits(model, source, use_cache=use_cache, max_len=max_new_tokens, lesions=lesions)
    return _steps(model.config, len(source), predict, rules, _uniforms(len(source), max_new_tokens, generator))


def _steps(config: ModelConfig, batch: int, predict: Callable, rules: tuple, chances: torch.Tensor):
    """The loop of `decoding_steps`, on the CPU.  chances [B, steps]"""
    target = torch.full((batch, 1), config.bos_id)
    ended = torch.zeros(batch, dtype=torch.bool)
    filler = config.eos_id if config.pad_id is None else config.pad_id
    for chance in chances.T:
        logits = predict(target)
        stages = filter_logits(logits, *rules)
        tokens = choose(stages.top_p, chance)
        if config.eos_id is not None:
            tokens = torch.where(ended, filler, tokens)
            ended = ended | (tokens == config.eos_id)
        yield DecodingStep(logits, stages, tokens, ended)
        if ended.all():
            return
        target = torch.cat([target, tokens[:, None]], 1)


def generate(
    model: Transformer,
    source: torch.Tensor,
    max_new_tokens: int,
    *,
    temperature: float = 0.0,
    top_k=None,
    top_p=None,
    generator: torch.Generator | None = None,
    use_cache: bool = True,
    lesions: Collection[Lesion] = (),
) -> torch.Tensor:
    """The new ids of each row, without BOS; see `decoding_steps`.  [B, S] -> [B, n], n at most max_new_tokens

    Temperature 0 is greedy. With and without cache the tokens are the same.
    """
    steps = decoding_steps(
        model,
        source,
        max_new_tokens,
        temperature=temperature,
        top_k=top_k,
        top_p=top_p,
        generator=generator,
        use_cache=use_cache,
        lesions=lesions,
    )
    return torch.stack([step.tokens for step in steps], 1)


def next_token_logits(
    model: Transformer, source: torch.Tensor, *, use_cache: bool, max_len: int, lesions: Collection[Lesion] = ()
):
    """A function from the target so far [B, T] to the logits of the next token [B, V]; the source is encoded once.

    The logits are an ordinary tensor on the CPU, the caller's own: to ban a token, write -inf over its logit.
    With the cache only the tokens that it lacks are fed; without, the whole target is computed anew at every call.
    """
    with evaluating(model):
        memory = model.encode(source, lesions=lesions)
        padding = model.padding(source)
    cache = KVCache(model.config, len(source), max_len, device=memory.device, dtype=memory.dtype) if use_cache else None

    def predict(target: torch.Tensor) -> torch.Tensor:
        fresh = target if cache is None else target[:, cache.length :]
        with evaluating(model):
            return to_cpu(model.decode(fresh, memory, memory_mask=padding, cache=cache, lesions=lesions)[:, -1])

    return predict


def _uniforms(rows: int, steps: int, generator: torch.Generator | None) -> torch.Tensor:
    """Row by row, from a stream of each row's own.  -> [B, steps], float64"""
    generator = generator or torch.Generator().manual_seed(0)
    seeds = torch.randint(2**62, (rows,), generator=generator).tolist()
    streams = [torch.Generator().manual_seed(seed) for seed in seeds]
    return torch.stack([torch.rand(steps, generator=stream, dtype=torch.float64) for stream in streams])
