"""The walls of the house: who may import what. Read from the source, so that an import inside a function counts too."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FILES = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py")), *sorted((ROOT / "core").rglob("*.py"))]
RUN_TIME = {"streamlit", "numpy", "torch", "altair", "pandas", "core"}
# In core, everything may use the machine; what else a part may use. Nothing uses ui, ui uses charts.
PARTS = {
    "transformer": set(),
    "text": {"data"},
    "decoding": set(),
    "training": {"decoding"},
    "models": {"text", "decoding", "training", "data"},
    "analysis": {"training", "decoding"},
    "charts": set(),
    "ui": {"charts"},
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


@pytest.mark.parametrize("file", [f for f in files_under("core/") if len(f.relative_to(ROOT).parts) > 2], ids=name_of)
def test_arrows_in_core_point_one_way(file):
    part = part_of(file)
    used = {module.split(".")[1] for module in imports(file) if module.startswith("core.")} & set(PARTS)
    # The script that makes a shipped model or file may use whatever it needs.
    if part in PARTS and not name_of(file).startswith("core/models/"):
        assert used <= PARTS[part] | {part, "transformer"}


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
