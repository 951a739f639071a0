"""The sentences that were aligned by hand: which German word translates which English one."""

from dataclasses import dataclass

from core.files import DATA

FILE = "alignments.tsv"


@dataclass(frozen=True)
class Aligned:
    """A pair of sentences and its links (English word, German word), words parted by spaces and counted from 0."""

    english: str
    german: str
    links: tuple[tuple[int, int], ...]


def read_alignments() -> list[Aligned]:
    """The hand-made set that ships."""
    lines = (DATA / FILE).read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return [Aligned(a, b, tuple(tuple(map(int, link.split("-"))) for link in links.split())) for a, b, links in rows]
