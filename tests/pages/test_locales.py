"""WIN-01: the whole app where text files are not UTF-8 unless one says so: an ASCII locale, and Windows' cp1252."""

import os
import subprocess
import sys

import pytest

from core.ui.contents import ROOT

# What `open` and `read_text` take where no encoding is named, on a Windows machine of western Europe.
CP1252 = """
import builtins, io
builtin_open = io.open
def open(file, mode="r", buffering=-1, encoding=None, *args, **kwargs):
    text = isinstance(mode, str) and "b" not in mode
    return builtin_open(file, mode, buffering, "cp1252" if text and encoding in (None, "locale") else encoding, *args,
                        **kwargs)
io.open = builtins.open = open
io.text_encoding = lambda encoding, stacklevel=2: encoding or "cp1252"
"""
OPEN_ALL = """
from core.models.translator.alignment import read_alignments
from tests.pages.driver import STEMS, assert_sound, open_page, plain_text
assert read_alignments()[0].german == "Ein Auto fuhr vorüber.", ascii(read_alignments()[0])
for stem in STEMS:
    app = open_page(stem)
    assert_sound(app)
    if stem == "feed_forward":
        assert "643" in plain_text(app), ascii(plain_text(app))
"""
# A file in UTF-8, read without naming it: what the test would not find if the locale were not what it should be.
CHECK = """
from core.files import DATA
try:
    assert "vorüber" not in (DATA / "alignments.tsv").read_text(encoding=None), "this locale is UTF-8"
except UnicodeDecodeError:
    pass
"""


@pytest.mark.parametrize("locale", ["ascii", "cp1252"])
def test_win_01_the_app_in_another_locale(locale):
    environment = os.environ | {"PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8"}
    if locale == "ascii":
        environment |= {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    program = (CP1252 if locale == "cp1252" else "") + CHECK + OPEN_ALL
    command = [sys.executable, "-c", program.replace("ü", r"\u00fc")]  # an ASCII command line
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8")
    assert run.returncode == 0, run.stderr[-3000:]
