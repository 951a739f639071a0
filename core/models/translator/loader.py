"""The trained translator, ready for use. Shared by all sessions: nothing here writes to it.

Letters: S source length, T target length.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import torch

from core.decoding import BeamStep, beam_search, beam_steps, generate
from core.models import archive
from core.models.place import placed
from core.models.translator.reading import MAX_WORDS, normalise
from core.models.translator.vocabulary import BOS, EOS, Vocabulary
from core.text import BPETokenizer
from core.transformer import ForwardTrace, Lesion, ModelConfig, Transformer, evaluating, to_cpu

FILE = "translator.npz"
MAX_NEW_TOKENS = 40
TABLE = "source_embedding.tokens.weight"
TIED = ("target_embedding.tokens.weight", "output.weight")  # other names of the same table


@dataclass(frozen=True)
class Translation:
    """A source and a target as the model reads and writes them."""

    source_ids: tuple[int, ...]  # S, EOS at the end
    target_ids: tuple[int, ...]  # BOS, the words, and EOS if the model ended by itself
    text: str
    ended: bool


@dataclass(frozen=True)
class Translator:
    """The model, its vocabulary, the log of its training and the figures of its evaluation."""

    model: Transformer
    vocabulary: Vocabulary
    log: list[dict[str, float]] = field(repr=False)
    evaluation: dict = field(repr=False)

    def source_ids(self, text: str) -> list[int]:
        """The ids that the encoder reads, EOS last. Raises ValueError for an empty and for a too long text."""
        text = normalise(text)
        if not text:
            raise ValueError("There is nothing to translate: type an English sentence.")
        ids = self.vocabulary.source(text)
        if len(ids) > self.model.config.max_len:
            limit = self.model.config.max_len - 1
            raise ValueError(f"The text has {len(ids) - 1} tokens; the translator reads at most {limit}.")
        return ids

    def remark(self, text: str) -> str | None:
        """What should be said beside a translation of this text, if anything."""
        words = len(text.split())
        if words > MAX_WORDS:
            return f"The translator learned from sentences of at most {MAX_WORDS} words; this one has {words}."
        return None

    def is_last(self, stack: str, layer: int) -> bool:
        """Whether nothing but the output follows this layer; layers count from 0."""
        return stack == "decoder" and layer == len(self.model.decoder.layers) - 1

    def tokens(self, ids) -> list[str]:
        """The ids for display: spaces visible as ·, special ones by name."""
        return [self.vocabulary.token(int(token)).replace(" ", "·") for token in ids]

    def translate(
        self,
        text: str,
        *,
        beams: int = 1,
        temperature: float = 0.0,
        top_k=None,
        top_p=None,
        seed: int = 0,
        use_cache: bool = True,
        lesions: Collection[Lesion] = (),
    ) -> Translation:
        """Greedy by default; sampled with a temperature above 0; with beams above 1, the best of a beam search."""
        source = _batch(self.source_ids(text))
        if beams > 1:
            new = list(beam_search(self.model, source, MAX_NEW_TOKENS, beams=beams, lesions=lesions)[0].ids)
        else:
            new = generate(
                self.model,
                source,
                MAX_NEW_TOKENS,
                temperature=temperature,
                top_k=top_k,
                top_p=top_p,
                generator=torch.Generator().manual_seed(seed),
                use_cache=use_cache,
                lesions=lesions,
            )[0].tolist()
        return Translation(
            tuple(source[0].tolist()), (BOS, *new), self.vocabulary.text(new).strip(), bool(new) and new[-1] == EOS
        )

    def measured(self) -> str:
        """Its evaluation as sentences, with the figures that ship beside the weights."""
        found, points = self.evaluation, self.evaluation["alignment"]
        return (
            f"On {found['sentences_no_variant']} test sentences of at most {found['longest']} words that differ from "
            f"every training sentence by more than one word, BLEU is {found['bleu_no_variant']:.1f} (greedy) and "
            f"{found['bleu_no_variant_beam']:.1f} ({found['beams']} beams). In {points['sentences']} sentences aligned "
            f"by hand, the cross-attention of layer {points['best_layer'] + 1} points at the right word for "
            f"{100 * points['best']:.0f} % of {points['words']} words; a straight line would for "
            f"{100 * points['diagonal']:.0f} %."
        )

    def search(self, text: str, *, beams: int = 4, length_penalty: float = 0.6) -> list[BeamStep]:
        """Every step of a beam search; `core.decoding.ranked` gives its results."""
        source = _batch(self.source_ids(text))
        return beam_steps(self.model, source, MAX_NEW_TOKENS, beams=beams, length_penalty=length_penalty)

    def log_prob(self, text: str, ids) -> float:
        """log p of a target (ids without BOS) given the source: the sum over its tokens, natural logarithm."""
        with evaluating(self.model):
            logits = to_cpu(self.model(_batch(self.source_ids(text)), _batch((BOS, *ids[:-1]))))
        return float(logits[0].double().log_softmax(-1)[range(len(ids)), list(ids)].sum())

    def compared(self, text: str, ways: Mapping[str, Sequence[int]]) -> dict[str, list]:
        """Targets (ids without BOS) that were found in several ways, as the columns of a table."""
        return {
            "way": list(ways),
            "German": [self.vocabulary.text(ids).strip() for ids in ways.values()],
            "log p": [self.log_prob(text, ids) for ids in ways.values()],
            "tokens": [len(ids) for ids in ways.values()],
        }

    def trace(self, translation: Translation, *, lesions: Collection[Lesion] = ()) -> ForwardTrace:
        """The forward pass that predicts this target: row t of the logits is for the token after target_ids[t]."""
        target = translation.target_ids[: -1 if translation.ended else None]
        with evaluating(self.model):
            return self.model.trace(_batch(translation.source_ids), _batch(target), lesions=lesions)


def load() -> Translator:
    """The translator that ships. Raises `archive.Unavailable`, with a sentence, when its file is missing or altered."""
    stored = archive.load(FILE)
    model = Transformer(ModelConfig(**stored.config), torch.Generator())
    weights = {name: torch.from_numpy(array) for name, array in stored.weights.items()}
    model.load_state_dict(weights | dict.fromkeys(TIED, weights[TABLE]))
    return Translator(
        placed(model),
        Vocabulary(BPETokenizer.from_json(stored.texts["merges"])),
        json.loads(stored.texts["log"]),
        json.loads(stored.texts["evaluation"]),
    )


def _batch(ids) -> torch.Tensor:  # -> [1, length]
    return torch.tensor([list(ids)])
