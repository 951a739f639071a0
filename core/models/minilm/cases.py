"""Sentences on which the pages and the tests try the encoder.

Twelve pairs are of Winograd's kind (Levesque, Davis & Morgenstern 2012): two nouns, one pronoun, and the last word
decides. They were written before the model was asked, and none was changed or left out for what it answered.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class PronounCase:
    """Which of two nouns a pronoun stands for."""

    sentence: str
    pronoun: str
    candidates: tuple[str, str]
    answer: str


ENDINGS = ("tired", "scared", "hungry", "weak", "wide", "crowded", "narrow", "dark")
STREET = "The animal didn't cross the street because it was too {}."

_PAIRS = (  # sentence with a gap, the two nouns, the ending for the first, the ending for the second
    (STREET, ("animal", "street"), "tired", "wide"),
    ("The dog didn't swim across the river because it was too {}.", ("dog", "river"), "tired", "cold"),
    ("The trophy didn't fit into the suitcase because it was too {}.", ("trophy", "suitcase"), "big", "small"),
    ("The cat didn't climb the tree because it was too {}.", ("cat", "tree"), "lazy", "tall"),
    ("The truck couldn't pass under the bridge because it was too {}.", ("truck", "bridge"), "high", "low"),
    ("The bird didn't land on the roof because it was too {}.", ("bird", "roof"), "frightened", "steep"),
    ("The horse didn't jump over the fence because it was too {}.", ("horse", "fence"), "nervous", "tall"),
    ("The ball rolled off the table because it was so {}.", ("ball", "table"), "round", "uneven"),
    ("The soup stayed in the bowl because it was too {}.", ("soup", "bowl"), "hot", "deep"),
    ("The car didn't turn into the road because it was too {}.", ("car", "road"), "fast", "narrow"),
    ("The ship couldn't enter the harbour because it was too {}.", ("ship", "harbour"), "large", "shallow"),
    ("The child slept on the sofa because it was so {}.", ("child", "sofa"), "sleepy", "soft"),
)

CASES = tuple(
    PronounCase(sentence.format(ending), "it", nouns, noun)
    for sentence, nouns, *endings in _PAIRS
    for noun, ending in zip(nouns, endings, strict=True)
)

BANK = {  # the word "bank" in two senses, two sentences each
    "money": ("She deposited her money at the bank.", "He borrowed the money from a bank in the city."),
    "river": ("They sat on the grassy bank of the river.", "The boat drifted to the bank of the river."),
}
