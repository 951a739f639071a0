"""Cut the BPE corpus out of the six novels and learn the merges that ship with it.

    python -m core.models.making.austen austen.txt.xz

`austen.txt.xz` is the text of R's janeaustenr 1.0.0, all six novels one after the other. Written are
`core/data/austen.txt.xz` (two of them, with each paragraph on one line) and `core/data/austen-bpe.json`. The printed
checksums belong into `core/text/corpus.py` and `core/data/README.md`.
"""

import hashlib
import lzma
import re
import sys
from pathlib import Path

from core.files import DATA
from core.text.bpe import BPETokenizer
from core.text.corpus import BPE_FILE, CORPUS_FILE, NUM_MERGES

FIRST_LINE = "Persuasion\n\n\nby"
NEXT_NOVEL = "SENSE AND SENSIBILITY\n\nby"  # Pride and Prejudice lies between the two


def cut(novels: str) -> str:
    """Persuasion and Pride and Prejudice: a paragraph a line, without the underscores that mark italics."""
    text = novels[novels.index(FIRST_LINE) : novels.index(NEXT_NOVEL)]
    paragraphs = (" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text.replace("_", "")))
    return "\n".join(paragraph for paragraph in paragraphs if paragraph) + "\n"


def main(source: Path) -> None:
    corpus = cut(lzma.decompress(source.read_bytes()).decode())
    merges = BPETokenizer.train(corpus, NUM_MERGES).to_json()
    for name, content in (
        (CORPUS_FILE, lzma.compress(corpus.encode(), preset=9 | lzma.PRESET_EXTREME)),
        (BPE_FILE, merges.encode()),
    ):
        (DATA / name).write_bytes(content)
        print(f"{hashlib.sha256(content).hexdigest()}  {len(content):>9,}  {name}")
    print(f"{len(corpus):,} characters")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
