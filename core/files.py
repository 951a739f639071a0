"""Reading what ships in `core/data`, and refusing a file that is not the one the project was made with."""

import hashlib
from pathlib import Path

DATA = Path(__file__).resolve().parent / "data"


def read_verified(name: str, sha256: str) -> bytes:
    """The bytes of `core/data/name`. Raises ValueError when their SHA-256 is another one."""
    content = (DATA / name).read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != sha256:
        raise ValueError(f"core/data/{name} is damaged: its SHA-256 is {found}, expected {sha256}")
    return content
