"""What the units of the feed-forward networks did on the sentences that ship with the translator."""

from core.models.translator.alignment import read_alignments
from core.models.translator.loader import Translator
from core.models.translator.memory import MemorySample, sample_memory


def aligned_memory(translator: Translator) -> MemorySample:
    """`sample_memory` over the pairs of sentences that were aligned by hand."""
    return sample_memory(translator, [(pair.english, pair.german) for pair in read_alignments()])
