"""The walls of the house: who may import what. Read from the source, so that an import inside a function counts too."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "core").rglob("*.py"))]
RUN_TIME = {"streamlit", "numpy", "torch", "altair", "pandas", "core"}
# What each part of core may use, from the ground up. Nothing uses ui.
PARTS = {
    "files": set(),
    "say": set(),
    "text": {"files", "say"},
    "transformer": set(),
    "decoding": {"transformer", "say"},
    "training": {"transformer", "decoding", "say"},
    "models": {"transformer", "decoding", "training", "text", "files", "say"},
    "analysis": {"transformer", "decoding", "training", "say"},
    "programs": set(),
    "evidence": {"files"},
    "notebooks": set(),
    "glossary": set(),
    "exercises": {"transformer", "decoding", "training", "text", "models", "analysis", "say"},
    "course": set(),
    "charts": set(),
    "ui": {"charts", "programs", "notebooks", "exercises", "evidence", "glossary", "say"},
}
ROOMS = {  # of core.analysis: which others each may use
    "counting": set(),
    "attention": set(),
    "masking": set(),
    "depth": set(),
    "sinusoids": set(),
    "caching": {"counting"},
    "inside": {"counting", "attention"},
}


def name_of(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def imports(file: Path) -> list[str]:
    """Every module that a file imports, with its full dotted name."""
    found = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{name_of(file)} has a relative import"
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return found


def module_level_imports(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    body = ast.Module([node for node in tree.body if not isinstance(node, ast.FunctionDef)], [])
    names = set()
    for node in ast.walk(body):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def roots(file: Path) -> set[str]:
    return {module.split(".")[0] for module in imports(file)}


def part_of(file: Path) -> str:
    return file.relative_to(ROOT).parts[1].removesuffix(".py")


def files_under(*folders: str) -> list[Path]:
    return [file for file in FILES if name_of(file).startswith(folders)]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_only_app_pages_and_ui_import_streamlit(file):
    allowed = name_of(file).startswith(("app.py", "pages/", "core/ui/"))
    assert allowed or "streamlit" not in roots(file)


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_only_charts_import_altair(file):
    allowed = name_of(file).startswith("core/charts/") or name_of(file) == "core/ui/resources.py"  # the warm-up
    assert allowed or "altair" not in roots(file)


@pytest.mark.parametrize("file", files_under("core/charts/", "pages/", "app.py"), ids=name_of)
def test_charts_and_pages_import_no_torch(file):
    assert "torch" not in roots(file)


@pytest.mark.parametrize("file", files_under("core/ui/"), ids=name_of)
def test_ui_does_not_import_the_heavy_libraries_when_it_is_imported(file):
    assert not module_level_imports(file) & {"torch", "altair", "pandas"}


@pytest.mark.parametrize("file", files_under("pages/"), ids=name_of)
def test_pages_import_nothing_but_streamlit_core_and_the_standard_library(file):
    assert not roots(file) & {"numpy", "pandas", "altair", "torch"}
    assert not any(module.startswith("core.") and module != "core.ui" for module in imports(file))


@pytest.mark.parametrize("file", [file for file in files_under("core/") if part_of(file) in PARTS], ids=name_of)
def test_arrows_in_core_point_one_way(file):
    if not name_of(file).startswith("core/models/making/"):  # what made a file that ships may use whatever it needs
        used = {module.split(".")[1] for module in imports(file) if module.startswith("core.")} & PARTS.keys()
        assert used <= PARTS[part_of(file)] | {part_of(file)}


def test_every_part_of_core_has_its_place():
    assert {part_of(file) for file in files_under("core/")} - {"__init__"} == PARTS.keys()
    assert {file.parts[-2] for file in files_under("core/analysis/")} - {"analysis"} == ROOMS.keys()


@pytest.mark.parametrize("file", files_under("core/analysis/"), ids=name_of)
def test_rooms_use_each_other_by_the_door_and_one_way(file):
    """By `from core.analysis.ROOM import name`, so that each room may put its own furniture where it likes."""
    own = file.parts[-2]
    others = [m for m in imports(file) if m.startswith("core.analysis.") and m.split(".")[2] in ROOMS.keys() - {own}]
    assert {module.split(".")[2] for module in others} <= ROOMS.get(own, set())
    modules = {path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in FILES}
    assert not modules & set(others), "from the file itself, not from the door"


@pytest.mark.parametrize("file", [f for f in FILES if "core/models/making/" not in f.as_posix()], ids=name_of)
def test_the_app_does_not_import_what_made_its_files(file):
    assert not any(module.startswith("core.models.making") for module in imports(file))


def test_a_room_is_loaded_when_it_is_named_and_no_other():
    code = (
        "import sys, core; core.analysis; before = set(sys.modules); core.analysis.parameter_count; "
        f"print(sorted(room for room in {sorted(ROOMS)} if f'core.analysis.{{room}}' in sys.modules), "
        "'torch' in before, 'core.training' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    assert said.stdout == "['counting'] False False\n"


ONE_OF_EACH = {  # what is done in one place, for everybody
    r"set_num_threads\(": {"core/transformer/device.py"},
    r"\bentr\(|xlogy\(": {"core/decoding/uncertainty.py"},
    r"topk\(|argsort\(": {"core/decoding/ranking.py", "core/text/vectors.py"},  # text has no torch
    r"torch\.softmax\(scores": {"core/transformer/multi_head_attention.py"},
    r"cumsum\(-1\)$|searchsorted\(": {"core/decoding/sampling.py"},
    r"step\*\*-0\.5|/ max\(1, warmup\)": {"core/training/schedules.py"},
}


@pytest.mark.parametrize(("pattern", "places"), ONE_OF_EACH.items())
def test_there_is_one_of_each(pattern, places):
    found = {
        name_of(file)
        for file in files_under("core/", "pages/")
        if re.search(pattern, file.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == places


def test_nothing_in_core_imports_pages_or_app():
    for file in files_under("core/"):
        assert not roots(file) & {"pages", "app", "tests"}, name_of(file)


def test_core_itself_imports_nothing_heavy():
    assert not module_level_imports(ROOT / "core" / "__init__.py") & RUN_TIME


# Charts and ui have one function a file, named as the function; the front door shows the function.
PACKAGES = [door.parent for door in FILES if door.name == "__init__.py" and part_of(door) not in ("charts", "ui")]


def offered(file: Path) -> set[str]:
    """The functions and classes of a file; of a front door also what it takes from the files behind it."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    names = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    taken = [node for node in body if isinstance(node, ast.ImportFrom) and file.name == "__init__.py"]
    return names | {alias.name for node in taken for alias in node.names}


@pytest.mark.parametrize("package", PACKAGES, ids=name_of)
def test_no_name_is_both_a_module_and_a_function(package):
    modules = {path.stem for path in package.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert not modules & set().union(*map(offered, package.glob("*.py")))
