"""A sentence with its translation and the pass that predicts it, its tokens by name.

Letters: S source tokens, the end of the sentence among them; T tokens that the decoder reads, <bos> first.
"""

from collections.abc import Collection
from dataclasses import dataclass

from core.models.translator.loader import Translation, Translator
from core.transformer import ForwardTrace, Lesion


@dataclass(frozen=True)
class TracedTranslation:
    """What the translator made of a sentence, and how it came to it.

    Example:
        said = traced_translation(load(), "I am here.")
        rows, columns = said.names("cross")
    """

    translator: Translator
    translation: Translation
    trace: ForwardTrace

    @property
    def text(self) -> str:
        """The sentence as the encoder reads it. Translated again, it gives the same translation."""
        return self.translator.vocabulary.text(self.source_ids)

    @property
    def layers(self) -> int:
        """How many each stack has."""
        return self.translator.model.config.n_layers

    @property
    def heads(self) -> int:
        """How many each attention has."""
        return self.translator.model.config.n_heads

    @property
    def source_ids(self) -> tuple[int, ...]:
        """What the encoder reads, S."""
        return self.translation.source_ids

    @property
    def read_ids(self) -> tuple[int, ...]:
        """What the decoder reads, T: all that it has written but the end of the sentence, which it reads no more."""
        return self.translation.target_ids[: self.trace.target_embedding.shape[1]]

    @property
    def source(self) -> list[str]:
        """The names of `source_ids`."""
        return self.translator.tokens(self.source_ids)

    @property
    def read(self) -> list[str]:
        """The names of `read_ids`."""
        return self.translator.tokens(self.read_ids)

    @property
    def written(self) -> list[str]:
        """What the decoder has written, without <bos>."""
        return self.translator.tokens(self.translation.target_ids[1:])

    def tokens(self, stack: str) -> list[str]:
        """What a stack reads: "encoder", the source; "decoder", what was written before."""
        return self.source if stack == "encoder" else self.read

    def hidden(self, stack: str, layer: int) -> list[list[float]]:
        """The units of a feed-forward network for each token of its stack, [S or T, d_ff]; layers count from 0."""
        return getattr(self.trace, stack)[layer].feed_forward.hidden[0].tolist()

    def names(self, kind: str) -> tuple[list[str], list[str]]:
        """The tokens that ask and those that are asked, in the attention of a kind: "encoder", "decoder", "cross"."""
        asking = self.source if kind == "encoder" else self.read
        return asking, self.read if kind == "decoder" else self.source


def traced_translation(translator: Translator, text: str, *, lesions: Collection[Lesion] = ()) -> TracedTranslation:
    """Translate a text greedily, and trace the pass that predicts the translation; with these parts cut out of both.

    Raises as `translate` does.
    """
    translation = translator.translate(text, lesions=lesions)
    return TracedTranslation(translator, translation, translator.trace(translation, lesions=lesions))
