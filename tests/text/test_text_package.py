"""What holds for the package as a whole, and for the list of files that ship."""

import hashlib
import re
import subprocess
import sys

import core.text
from core.files import DATA


def test_importing_it_loads_no_torch_and_no_pandas():
    code = "import core.text, sys; print(sorted({'torch', 'pandas', 'altair', 'streamlit'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, encoding="utf-8")
    assert run.stdout.strip() == "[]"


def test_every_public_name_is_there():
    assert all(hasattr(core.text, name) for name in core.text.__all__)


def test_the_checksums_of_the_readme_are_those_of_the_files():
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`]+)` \| `([0-9a-f]{64})` \|", readme, re.MULTILINE))
    assert {"austen.txt.xz", "austen-bpe.json", "glove.npz"} <= rows.keys()
    for name, checksum in rows.items():
        assert hashlib.sha256((DATA / name).read_bytes()).hexdigest() == checksum, name
