"""Every page's files run and give what the page shows; every figure's chart and table are files of their own."""

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import altair
import jsonschema
import nbformat
import numpy as np
import pandas
import pytest

from core import ui
from core.notebooks import Code, Formula, Reading, View, notebook, script
from core.ui.chart_file import as_vega_lite
from core.ui.contents import COURSE_PAGES
from core.ui.foot import TAKE_KEY
from core.ui.pieces import PARTS_KEY
from core.ui.tables import as_csv, as_frame, as_text
from core.ui.take_along import view
from core.ui.ways import SENTENCE_KEYS
from tests.evidence import holds
from tests.pages.driver import FIRST, STEMS, assert_sound, controls, open_page, pieces

AROUND = {row.stem for row in COURSE_PAGES}  # they have no programs
TAKEN = [FIRST, *(stem for stem in STEMS if stem not in AROUND)]
LIGHT = "#FAF7F1"


def folds(stem: str) -> dict[str, str]:
    """A link to the page with all its folds open."""
    return {control.key: "true" for control in controls(open_page(stem)) if isinstance(control, ui.Fold)}


@cache
def looked_at(stem: str) -> tuple[Any, list[dict]]:
    """The page, and what each of its figures was made of."""
    figures: dict[str, dict] = {}  # by key: a page may begin anew

    def figure(chart, reading, data, **more) -> None:
        figures[more["key"]] = {"chart": chart, "data": data, "alt": more["alt"]}
        shown(chart, reading, data, **more)

    with pytest.MonkeyPatch.context() as patch:
        asked = folds(stem)
        shown = ui.figure
        patch.setattr(ui, "figure", figure)
        app = open_page(stem, asked)
    assert_sound(app)
    return app, list(figures.values())


def taken(app, stem: str) -> View:
    return view(stem, f"http://host/{stem}", app.session_state[PARTS_KEY])


@pytest.fixture(scope="module", params=TAKEN)
def stem(request) -> Iterator[str]:
    yield request.param
    looked_at.cache_clear()


@pytest.fixture
def looked(stem) -> tuple[Any, list[dict]]:
    return looked_at(stem)


def assert_results(results: list, of: View) -> None:
    """Each program gave what the page shows."""
    codes = [piece for piece in of.pieces if isinstance(piece, Code)]
    for result, code in zip(results, codes, strict=True):
        arrays = (np.asarray(values, dtype=float) for values in (result, code.shows))
        np.testing.assert_allclose(*arrays, rtol=1e-5, atol=1e-7, err_msg=code.name)


def results_of_script(of: View) -> list:
    """What the functions of the file give, in its order."""
    names: dict = {"__name__": "taken"}
    with redirect_stdout(io.StringIO()):
        exec(compile(script(of).encode("utf-8"), f"{of.name}.py", "exec"), names)
        return [names[name]() for name in names if callable(names[name])]


def results_of_notebook(of: View) -> list:
    """What `result` is after each cell of code, in one namespace as in a kernel."""
    names: dict = {}
    results = []
    with redirect_stdout(io.StringIO()):
        for cell in json.loads(notebook(of))["cells"]:
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
                results.append(names["result"])
    return results


@holds(
    "tokenization",
    "embeddings",
    "positions",
    "attention",
    "feed_forward",
    "residuals",
    "architecture",
    "kv_cache",
    "sampling",
    "lookup",
    "shapes",
    "scaling",
    "saturation",
    "causal_mask",
    "flops",
    shows="the programs of this page give what its figures show",
    against="the numbers of the figures, each program run as the reader would run it",
    within="1e-5",
)
@holds(
    "pre_norm",
    shows="the programs on the block and the gradient give what their figures show",
    against="the numbers of the figures, each program run as the reader would run it",
    within="1e-5",
)
@holds(
    "trainer",
    shows="the program on the ceiling gives what its figure shows",
    against="the numbers of the figures, each program run as the reader would run it",
    within="1e-5",
)
@holds(
    "",
    shows="the programs of the stages give what is shown",
    against="the numbers of the figures, each program run as the reader would run it",
    within="1e-5",
)
def test_the_python_file_gives_what_the_page_shows(stem, looked):
    of = taken(looked[0], stem)
    results = results_of_script(of)
    assert results, "no program to run"
    assert_results(results, of)


def test_the_notebook_is_one_and_gives_what_the_page_shows(stem, looked):
    of = taken(looked[0], stem)
    nbformat.validate(nbformat.reads(notebook(of), as_version=4))
    assert_results(results_of_notebook(of), of)


def test_every_figure_and_formula_of_the_page_is_taken_along_in_its_order(looked):
    app, figures = looked
    shown = pieces(app)
    readings = [piece for piece in shown if isinstance(piece, Reading)]
    assert sorted(piece.figure for piece in readings) == sorted(figure["alt"] for figure in figures)
    page = [element.value for element in app.text]
    texts = [piece.text for piece in readings]
    assert [text for text in page if text in texts] == texts
    lines = [line for piece in shown if isinstance(piece, Formula) for line in piece.lines]
    assert len(lines) == len(app.latex)


SCHEMA = next(Path(altair.__file__).parent.glob("vegalite/v*/schema/vega-lite-schema.json"))
VALIDATOR = jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
_seen: set[str] = set()


def shape(value: Any) -> Any:
    """What there is in a specification, whatever its texts and numbers are."""
    if isinstance(value, dict):
        return {name: shape(part) for name, part in value.items() if name != "datasets"}
    if isinstance(value, list):
        return sorted({json.dumps(shape(part), sort_keys=True) for part in value})
    return type(value).__name__


def assert_valid(spec: dict) -> None:
    """By the schema that Altair ships. A chart of a shape that was found valid is not looked at again: it is slow."""
    seen = json.dumps(shape(spec), sort_keys=True)
    if seen not in _seen:
        VALIDATOR.validate(spec | {"datasets": {name: rows[:1] for name, rows in spec["datasets"].items()}})
        _seen.add(seen)


def names_of_data(spec: Any) -> Iterator[str]:
    """The names of the tables that a specification asks for."""
    if isinstance(spec, dict):
        if "name" in spec.get("data", {}):
            yield spec["data"]["name"]
        assert "url" not in spec.get("data", {})
        for part in spec.values():
            yield from names_of_data(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from names_of_data(part)


def test_every_chart_is_a_file_of_its_own(looked):
    for figure in looked[1]:
        spec = json.loads(as_vega_lite(figure["chart"], figure["alt"]))
        assert_valid(spec)
        assert spec["description"] == figure["alt"] and spec["config"]["background"] == LIGHT
        assert spec.get("width") != "container"
        tables = figure["chart"].spec["datasets"]
        assert set(names_of_data({**spec, "datasets": None})) <= tables.keys() == spec["datasets"].keys()
        for name, table in tables.items():
            assert_same(pandas.DataFrame(spec["datasets"][name], columns=table.columns), table)


def test_every_table_is_a_file_that_pandas_reads_with_the_same_numbers(looked):
    for figure in looked[1]:
        data = figure["data"]
        frame = as_frame(data() if callable(data) else data)
        again = pandas.read_csv(io.BytesIO(as_csv(frame)), encoding="utf-8-sig", keep_default_na=False, na_values=[""])
        assert [str(name) for name in again.columns] == [as_text(str(name)) for name in frame.columns]
        again.columns = frame.columns
        assert_same(again, frame)


def assert_same(again: pandas.DataFrame, frame: pandas.DataFrame) -> None:
    """As many rows, and in the columns of numbers the same ones; what is no finite number is none."""
    assert len(again) == len(frame)
    for name in frame.columns[[kind.kind in "iuf" for kind in frame.dtypes]]:
        wanted, found = (pandas.to_numeric(table[name]).to_numpy(float) for table in (frame, again))
        wanted, found = (np.where(np.isfinite(values), values, np.nan) for values in (wanted, found))
        np.testing.assert_array_equal(found, wanted)


ONE, OTHER = '""" `$x$` <b> \\', "# coding: x\u2028\u202eש"  # short, since the translator counts each of them


@pytest.mark.parametrize(
    ("stem", "words"),
    [("tokenization", f"{ONE} {OTHER} 👩\u200d👧"), ("", ONE), ("attention", ONE), ("kv_cache", OTHER)],
)
def test_hostile_words_go_through_both_files(stem, words):
    app = open_page(stem, {SENTENCE_KEYS[stem]: words})
    assert_sound(app)
    of = taken(app, stem)
    codes = [piece.text for piece in of.pieces if isinstance(piece, Code)]
    assert any('"""' in text or "# coding: x" in text for text in codes), "the page did not use the words"
    assert_results(results_of_script(of), of)
    assert_results(results_of_notebook(of), of)


@pytest.mark.parametrize("stem", TAKEN[:2])
def test_the_files_are_offered_when_they_are_asked_for(stem):
    app = open_page(stem)
    assert not app.get("download_button")
    app.session_state[TAKE_KEY] = True
    app.run()
    assert_sound(app)
    assert [button.proto.label for button in app.get("download_button")] == ["Python file (.py)", "Notebook (.ipynb)"]
