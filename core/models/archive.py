"""One file per trained model: weights as float16 or int8, its config, its texts; refused unless its checksum is right.

`core/data/models.sha256` lists the checksums, in the format of `sha256sum`. Needs numpy, never torch.
"""

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

import numpy as np

from core.files import DATA, read_verified

CHECKSUMS = "models.sha256"
BLOCK = 128  # weights that share one scale
_SCALE = "|scale"  # behind the name of an int8 array: the array of its scales
_TEXT = "text|"  # before the name of a text
_CONFIG = "config"


class Unavailable(RuntimeError):
    """A model cannot be had; the message is a sentence that a page can show."""


@dataclass(frozen=True)
class Archive:
    """What a file holds: the model's description, its texts, and its weights by parameter name, as float32."""

    config: dict[str, Any]
    texts: dict[str, str]
    weights: dict[str, np.ndarray]


def save(
    name: str,
    config: Mapping[str, Any],
    weights: Mapping[str, np.ndarray],
    *,
    int8: bool = False,
    texts: Mapping[str, str] | None = None,
) -> str:
    """Write `core/data/name` and its line of the checksum list; returns the SHA-256.

    Weights are stored as float16; with `int8`, matrices as `quantise` does it, and the rest as float32. Raises
    ValueError for weights that these cannot hold: they would come back as infinities.
    """
    stored = {_CONFIG: _bytes(json.dumps(config))}
    stored |= {_TEXT + key: _bytes(text) for key, text in (texts or {}).items()}
    for key, array in weights.items():
        if int8 and array.ndim == 2:
            stored[key], stored[key + _SCALE] = quantise(array)
        else:
            stored[key] = _narrowed(array, np.float32 if int8 else np.float16)
    buffer = io.BytesIO()
    np.savez_compressed(buffer, **stored)
    content = buffer.getvalue()
    (DATA / name).write_bytes(content)
    checksum = sha256(content).hexdigest()
    _list(checksum, name)
    return checksum


def load(name: str) -> Archive:
    """The contents of `core/data/name`. Raises Unavailable when the file is missing or not the one that was saved."""
    with np.load(io.BytesIO(_read(name))) as stored:
        arrays = {key: stored[key] for key in stored.files}
    config = json.loads(_text(arrays.pop(_CONFIG)))
    texts = {key.removeprefix(_TEXT): _text(arrays.pop(key)) for key in list(arrays) if key.startswith(_TEXT)}
    scales = {key: arrays.pop(key + _SCALE) for key in list(arrays) if key + _SCALE in arrays}
    weights = {
        key: restore(array, scales[key]) if key in scales else array.astype(np.float32) for key, array in arrays.items()
    }
    return Archive(config, texts, weights)


def problem(name: str) -> str | None:
    """Why `load(name)` would fail, as a sentence; None when it would not. A file is hashed once, until it changes."""
    try:
        stamps = [(path.stat().st_mtime_ns, path.stat().st_size) for path in (DATA / name, DATA / CHECKSUMS)]
    except OSError:
        stamps = None
    return _problem(name, str(stamps))


def quantise(array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each run of BLOCK weights of a row as whole numbers of -127 … 127 times a scale of its own.

    scale = max |weight| / 127 in float16, so that the error of a weight is about half the scale at most. (Where float16
    is coarse, below 2⁻¹⁴, the scale is rounded up: rounded down, 127 of it would not reach the largest weight.) One
    scale for a whole row would double the error of MiniLM's attention: a single large weight makes a row coarse. A row
    that BLOCK does not divide has one scale.  [m, n] -> int8 [m, n], float16 [m, n / BLOCK]

    Raises ValueError for weights that are not finite, or too large for a float16 scale (about 8 million).

    Example:
        >>> numbers, scales = quantise(np.array([[0.0, -2.54, 1.0]]))
        >>> numbers.tolist(), round(float(scales[0, 0]), 4)
        ([[0, -127, 50]], 0.02)
    """
    blocks = _blocks(array)  # [m, n / BLOCK, BLOCK]
    wanted = np.abs(blocks).max(-1) / 127
    scales = _narrowed(wanted, np.float16)
    short = (scales < wanted) & (wanted < np.finfo(np.float16).smallest_normal)
    scales = np.where(short, np.nextafter(scales, np.float16(np.inf)), scales)
    divisors = np.where(scales > 0, scales, 1).astype(np.float32)
    numbers = np.rint(blocks / divisors[..., None]).clip(-127, 127).astype(np.int8)
    return numbers.reshape(array.shape), scales


def restore(numbers: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """What `quantise` kept.  int8 [m, n], float16 [m, n / BLOCK] -> float32 [m, n]"""
    weights = numbers.astype(np.float32)
    blocks = _blocks(weights)
    blocks *= scales[..., None].astype(np.float32)  # in place
    return weights


def _narrowed(array: np.ndarray, dtype: type) -> np.ndarray:
    with np.errstate(over="ignore"):
        narrow = array.astype(dtype)
    if not np.isfinite(narrow).all():
        raise ValueError(f"there are weights that are no finite numbers in {np.dtype(dtype)}")
    return narrow


def _blocks(array: np.ndarray) -> np.ndarray:
    """A view of a matrix whose rows are cut into runs of BLOCK."""
    rows, columns = array.shape
    return array.reshape(rows, -1, BLOCK if columns % BLOCK == 0 else columns)


@lru_cache(maxsize=32)
def _problem(name: str, stamps: str) -> str | None:
    try:
        _read(name)
    except Unavailable as error:
        return str(error)
    return None


def _read(name: str) -> bytes:
    try:
        return read_verified(name, _checksums()[name])
    except (OSError, KeyError):
        raise Unavailable(f"The file core/data/{name}, or its checksum, is missing.") from None
    except ValueError:
        raise Unavailable(f"The file core/data/{name} was altered: its checksum is not the one on the list.") from None


def _checksums() -> dict[str, str]:
    """SHA-256 by file name."""
    lines = [line.split() for line in (DATA / CHECKSUMS).read_text(encoding="utf-8", errors="replace").splitlines()]
    return {line[1]: line[0] for line in lines if len(line) == 2}


def _list(checksum: str, name: str) -> None:
    known = _checksums() if (DATA / CHECKSUMS).exists() else {}
    lines = (f"{value}  {key}\n" for key, value in sorted((known | {name: checksum}).items()))
    (DATA / CHECKSUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def _bytes(text: str) -> np.ndarray:
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _text(array: np.ndarray) -> str:
    return array.tobytes().decode()
