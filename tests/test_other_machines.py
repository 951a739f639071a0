"""The project on machines with another locale or another separator of paths: held by reading the source."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted(file for part in ("*.py", "pages/*.py", "core/**/*.py", "tests/**/*.py") for file in ROOT.glob(part))
READERS = {"open", "read_text", "write_text", "TextIOWrapper", "fdopen", "NamedTemporaryFile"}
PROCESSES = {"run", "Popen", "check_output"}


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def calls(source: str) -> list[tuple[str, ast.Call]]:
    """Every call, by the last part of the name of what is called."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [(getattr(call.func, "attr", getattr(call.func, "id", "")), call) for call in found]


def texts_without_encoding(source: str) -> list[str]:
    """The calls that make text of bytes, or bytes of text, in whatever encoding the machine is set to."""
    found = []
    for name, call in calls(source):
        words = {word.arg: word.value for word in call.keywords}
        strings = [arg.value for arg in [*call.args, *words.values()] if isinstance(arg, ast.Constant)]
        binary = name in ("open", "fdopen", "NamedTemporaryFile") and any("b" in s for s in strings if s in MODES)
        opens_page = name == "open" and isinstance(call.func, ast.Attribute) and _is_not_a_file(call.func.value)
        text = name in PROCESSES and {"text", "universal_newlines"} & words.keys()
        if ((name in READERS and not binary and not opens_page) or text) and "encoding" not in words:
            found.append(ast.unparse(call))
    return found


MODES = {f"{one}{more}" for one in "rwax" for more in ("", "b", "t", "+", "b+", "+b")}


def _is_not_a_file(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in {"webbrowser", "zipfile", "Image"}


def glued_paths(source: str) -> list[str]:
    """Places where parts of a path are glued together or taken apart as text."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in ("sep", "path") and ast.unparse(node.value) == "os":
            found.append(ast.unparse(node))
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) and _slashed(node.right):
            found.append(ast.unparse(node))
    takers = {"Path", "PurePath", "open", "joinpath", "with_name"}
    found += [ast.unparse(call) for name, call in calls(source) if name in takers and any(map(_slashed, call.args))]
    return found


def _slashed(value: ast.expr) -> bool:
    """Whether a text with a separator in it stands here; roots of the machine such as /proc are no parts of a path."""
    parts = value.values if isinstance(value, ast.JoinedStr) else [value]
    texts = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    return any("/" in text.rstrip("*") or "\\" in text for text in texts) and not texts[0].startswith("/proc/")


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_every_text_names_its_encoding(file):
    assert texts_without_encoding(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_paths_are_put_together_from_parts(file):
    assert glued_paths(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "Path('x').read_text()", "open('x')", "(DATA / name).open('a', newline='')", "path.write_text(text)",
        "subprocess.run(['x'], text=True)", "os.fdopen(3, 'w')", "io.TextIOWrapper(file)",
    ],
)  # fmt: skip
def test_the_test_finds_a_missing_encoding(source):
    assert texts_without_encoding(source)


@pytest.mark.parametrize(
    "source",
    ["Path(f'{folder}/x')", "open('a/b', encoding='utf-8')", "ROOT / 'a/b'", "os.path.join('a', 'b')", "x / 'a\\\\b'"],
)
def test_the_test_finds_a_glued_path(source):
    assert glued_paths(source)


def test_git_changes_no_byte_of_the_files_that_ship():
    """Their checksums are of their bytes; `core.autocrlf` would otherwise rewrite the text files among them."""
    files = [file for file in sorted((ROOT / "core" / "data").iterdir()) if file.is_file()]
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone")
    asked = ["git", "check-attr", "text", "--", *map(name_of, files)]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    assert said.splitlines() == [f"{name_of(file)}: text: unset" for file in files]


IMPORT_ALL = """
import importlib, pkgutil, warnings
warnings.filterwarnings("error", category=EncodingWarning, module=r"(core|tests)\\b")
import core
for module in pkgutil.walk_packages(core.__path__, "core."):
    importlib.import_module(module.name)
from core import models, text
from core.models.translator.alignment import read_alignments
for name in models.CATALOGUE:
    models.load(name)
text.load_bpe(10), text.load_words(10), text.WordVectors.load()
assert read_alignments()[0].german == "Ein Auto fuhr vorüber."
print("silent")
"""


def test_python_warns_of_no_default_encoding():
    command = [sys.executable, "-X", "warn_default_encoding", "-c", IMPORT_ALL]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8")
    assert run.stdout == "silent\n", run.stderr[-2000:]
