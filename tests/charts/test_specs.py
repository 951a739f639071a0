"""Every chart builder: valid Vega-Lite, the numbers that were put in, the same scale on every rerun."""

import numpy as np
import pytest

from core import charts
from tests.charts.states import STATES

WORDS = ["the", "cat", "the", "mat"]
WEIGHTS = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.2, 0.3, 0.5, 0], [0.1, 0.2, 0.3, 0.4]])
MASK = np.triu(np.ones((4, 4), dtype=bool), 1)

EVERY = {
    "heatmap": lambda: charts.heatmap(WEIGHTS, WORDS, WORDS, masked=MASK, chosen=(2, 1), select=True),
    "signed": lambda: charts.heatmap(WEIGHTS - 0.3, signed=True),
    "wide heatmap": lambda: charts.heatmap(np.full((24, 24), 1 / 24)),
    "grid": lambda: charts.head_grid(np.stack([WEIGHTS] * 3), WORDS, WORDS),
    "bars": lambda: charts.bars(
        WORDS, [0.1, 0.2, 0.3, 0.4], domain=(0, 1), cut=[1, 0, 0, 0], before=[0.25] * 4, marks=[0.2] * 4, highlight=1
    ),
    "signed bars": lambda: charts.bars(["a", "b"], [-1.0, 2.0], form=".2f"),
    "no bars": lambda: charts.bars([], []),
    "curves": lambda: charts.curves(
        [0, 1, 2], {"a": [3, 2, 1], "b": [1, 1, float("nan")]}, x_title="step", rules={"floor": 0.4}, marker=1
    ),
    "curves with bands": lambda: charts.curves(
        [0, 1, 2], {"a": [3, 2, 1], "b": [1, 1, 1]}, x_title="step", bands={"b": ([0, 0, 1], [2, 2, 1])}
    ),
    "log curves": lambda: charts.curves([1, 10], {"a": [1, 100]}, x_title="T", x_log=True, y_log=True),
    "histogram": lambda: charts.histogram(
        [0.0, 0.1, 0.2], x_title="x", domain=(-1, 1), density={"normal": ([0, 1], [0.4, 0.2])}
    ),
    "plane": lambda: charts.plane(
        {"v": (1, 0), "w": (0, 1)}, arrows={"q": (1, 1)}, hulls={"values": [(1, 0), (0, 1)]}, groups={"v": "one"}
    ),
    "tokens": lambda: charts.tokens(["The", "·cat", "f0 9f"], [1, 2, 3], bytes_only=[False, False, True], chosen=[1]),
    "no tokens": lambda: charts.tokens([]),
    "waves": lambda: charts.waves(
        {"2i = 0": ([0, 0.5, 1], [0, 0.5, 0.8], [1, 0.9, 0.5])},
        x_title="position",
        end=1,
        marker=1,
        dots={"2i = 0": ([0, 1], [0, 0.8], [1, 0.5])},
    ),
    "blueprint": lambda: charts.blueprint(
        {"source-embedding": "Source", "encoder-attention": "Self", "encoder-norm-1": "Norm", "linear": "Linear"},
        chosen="linear",
        layers=6,
    ),
    "matrix image": lambda: charts.matrix_image(WEIGHTS - 0.5, x_title="dimension", y_title="position"),
    "word plane": lambda: charts.word_plane(
        ["cat", "dog", "paris"],
        [(0, 1), (0, 1.1), (2, 0)],
        ["animals", "animals", "cities"],
        hulls={"animals": [(0, 1), (0, 1.1)], "cities": [(2, 0)]},
        origin=(0, 0),
        chosen=(0, 2),
    ),
    "machine": lambda: charts.machine(
        [
            charts.Row("ids", "id", "encoder", "words", WORDS),
            charts.Row("memory", "memory", "encoder", "vectors", WEIGHTS),
            charts.Row("cross", "weights", "encoder", "weights", np.full((4, 3, 2), 0.5)),
            charts.Row("written", "writes", "decoder", "words", WORDS[:2], bold=True),
        ],
        [0.5, 0.25, 0.25, 0.0],
        (WORDS[:2], [0.9, 0.1]),
        stage="memory",
        source=1,
        output=0,
    ),
    "mask pair": lambda: charts.mask_pair(~MASK, WEIGHTS, chosen=(1, 0)),
    "network": lambda: charts.network(
        [("0", 0.5, 0.7, -0.2), ("1", -0.5, 0.0, 0.2)], source=("x", 1.4), target=("y", -0.14), full=2.0
    ),
    "areas": lambda: charts.areas(
        [1, 10, 100], {"a": [0.9, 0.5, 0.2], "b": [0.1, 0.5, 0.8]}, x_title="T", x_log=True, rules={"1": 10}, marker=20
    ),
    "column blocks": lambda: charts.column_blocks(WEIGHTS, [range(2), range(2, 4)], domain=(-1, 1), chosen=1),
    "word map": lambda: charts.word_map(
        [[0.9, 0.1]],
        [["das", "Unabhängigkeit"]],
        ["layer 1"],
        WORDS[:2],
        row_title="layer",
        column_title="next",
        chosen=(0, 1),
    ),
    "stream diagram": lambda: charts.stream_diagram(
        [charts.Station("x", "1", True), charts.Station("f", "2", False, norm=True), charts.Station("y", "3", True)]
    ),
    "bipartite": lambda: charts.bipartite(WEIGHTS, WORDS, WORDS, chosen=3),
}


@pytest.mark.parametrize("name", EVERY)
def test_chart_is_valid_vega_lite(name):
    altair = pytest.importorskip("altair")
    spec = dict(EVERY[name]().spec)
    spec["datasets"] = {
        key: table.astype(object).where(table.notna(), None).to_dict("records")
        for key, table in spec["datasets"].items()
    }
    altair.Chart.from_dict(spec, validate=True)


def layers(spec: dict) -> list[dict]:
    return spec["spec"]["layer"] if "facet" in spec else spec["layer"]


@pytest.mark.parametrize("name", EVERY)
def test_what_may_be_empty_is_not_announced(name):
    """Vega gives the group of an empty layer the role of a symbol, and no name; text it takes for a list of words."""
    spec = EVERY[name]().spec
    for layer in layers(spec):
        source = layer.get("data", spec.get("data"))["name"]
        filtered = any("filter" in step for step in layer.get("transform", []))
        if layer["mark"]["type"] != "text" and (filtered or spec["datasets"][source].empty):
            assert layer["mark"]["aria"] is False


@pytest.mark.parametrize("name", EVERY)
def test_the_names_of_rows_and_columns_stand_in_their_middle(name):
    """Streamlit's theme would have the first and the last name end where the axis does."""
    channels = [channel for layer in layers(EVERY[name]().spec) for channel in layer["encoding"].items()]
    axes = [c.get("axis", {}) for at, c in channels if at in ("x", "y") and c["type"] in ("ordinal", "nominal")]
    assert all(axis is None or axis["labelFlush"] is False for axis in axes)


def test_a_click_beside_a_word_chooses_it():
    """What is clicked is 24 pixels wide at least, larger than the dot."""
    (clicked,) = (layer["mark"] for layer in layers(EVERY["word plane"]().spec) if layer.get("params"))
    assert clicked["size"] >= np.pi * 12**2


@pytest.mark.parametrize("columns", [2, 4, 8, 11, 12, 16, 24])
def test_small_multiples_fill_their_row(columns):
    """As wide as a page of 700 pixels, less than a cell a map missing; and names have the height of a line."""
    spec = charts.head_grid(np.full((8, columns, columns), 1 / columns)).spec
    step, per_row = spec["spec"]["width"]["step"], spec["columns"]
    taken = per_row * columns * step + (per_row - 1) * spec["spacing"]["column"]
    assert step >= 12 and 8 % per_row == 0
    assert taken <= 600 and (step == 34 or taken > 590 - per_row * columns)


def table(chart):
    return chart.spec["datasets"]["table0"]


def test_heatmap_has_one_row_per_cell_and_hidden_cells_have_no_value():
    cells = table(EVERY["heatmap"]())
    assert len(cells) == 16
    shown = cells[~cells.hidden]
    np.testing.assert_allclose(shown.value, WEIGHTS[shown.i, shown.j])
    assert cells[cells.hidden].value.isna().all() and len(cells[cells.hidden]) == 6


def test_equal_tokens_keep_rows_of_their_own():
    assert table(EVERY["heatmap"]()).row.nunique() == 4
    assert charts.unique(["the", "the (1)", "the", "the"]) == ["the", "the (1)", "the (2)", "the (3)"]
    assert len(set(charts.unique(["a (1)", "a", "a", "a (2)", "a"]))) == 5


def color_domain(chart):
    return chart.spec["layer"][0]["encoding"]["color"]["scale"]["domain"]


def test_weights_keep_their_colours_and_signed_values_are_symmetric():
    assert color_domain(charts.heatmap(WEIGHTS)) == color_domain(charts.heatmap(WEIGHTS / 7)) == [0.0, 1.0]
    low, high = color_domain(charts.heatmap([[-3.0, 1.0]], signed=True))
    assert (low, high) == (-3.0, 3.0)


def printed(chart):
    return any(layer["mark"]["type"] == "text" for layer in chart.spec["layer"])


def test_values_are_printed_up_to_twelve_rows_and_columns():
    assert printed(charts.heatmap(np.eye(12))) and not printed(charts.heatmap(np.eye(13)))


def test_a_wide_map_keeps_its_width_and_a_small_one_fills_the_page():
    assert charts.heatmap(np.eye(24)).wide and not charts.heatmap(np.eye(6)).wide


def test_a_histogram_is_a_density():
    values = np.random.default_rng(0).normal(size=1000)
    boxes = table(charts.histogram(values, x_title="x", domain=(-10, 10), bins=50))
    assert boxes["count"].sum() == 1000
    assert (boxes.density * (boxes.right - boxes.left)).sum() == pytest.approx(1.0)


def test_bars_leave_room_for_their_numbers_but_put_no_tick_there():
    spec = EVERY["bars"]().spec
    ends = next(table.end for table in spec["datasets"].values() if len(table) == 2)
    assert max(ends) > 1 and max(spec["layer"][0]["encoding"]["x"]["axis"]["values"]) == 1


def test_bipartite_draws_the_lines_of_one_query_only():
    lines = table(EVERY["bipartite"]())
    assert list(lines.weight) == [0.1, 0.2, 0.3, 0.4] and set(lines["query"]) == {"mat"}


def description(chart):
    return {key: value for key, value in chart.spec.items() if key != "datasets"}


BUILT_ANEW = {"curves", "log curves", "plane"}  # where names change that are told apart by colour


@pytest.mark.parametrize("name", STATES)
def test_other_numbers_names_and_sizes_leave_the_description_alone(name):
    """Streamlit moves the marks of a chart whose description stands still; any other it builds anew."""
    first, second = (description(state()) for state in STATES[name])
    assert (first != second) == (name in BUILT_ANEW)


def test_builders_do_not_change_between_calls():
    for build in EVERY.values():
        assert description(build()) == description(build())


def test_the_matrix_image_holds_every_cell():
    """Decode the PNG by hand: the palette index of a cell is 127 times its value, plus 127."""
    import base64
    import zlib

    values = np.array([[-1.0, 0.0, 1.0], [0.5, -0.5, 0.25]])
    image = charts.matrix_image(values, x_title="x", y_title="y")
    png = base64.b64decode(table(image).url[0].partition(",")[2])
    at = png.index(b"IDAT")
    lines = zlib.decompress(png[at + 4 : at + 4 + int.from_bytes(png[at - 4 : at])])
    cells = np.frombuffer(lines, np.uint8).reshape(2, 4)[:, 1:].astype(int) - 127
    np.testing.assert_allclose(cells / 127, values, atol=0.5 / 127)


def test_the_areas_lie_on_each_other_and_fill_the_whole():
    bands = table(EVERY["areas"]())
    first, second = (bands[bands.part == part] for part in ("a", "b"))
    assert list(first.low) == [0, 0, 0] and list(second.low) == list(first.high)
    np.testing.assert_allclose(second.high, 1)


def test_column_blocks_have_every_column_once_and_outline_one_block():
    cells = table(EVERY["column blocks"]())
    assert len(cells) == 16 and set(cells[cells.chosen].column) == {"2", "3"}


def test_a_long_word_is_shortened_on_its_cell_only():
    cells = table(EVERY["word map"]())
    assert list(cells.word) == ["das", "Unabhängigkeit"] and list(cells.short) == ["das", "Unabhängi…"]


def test_the_stream_goes_past_the_branch():
    spec = EVERY["stream diagram"]().spec
    stream, branch = (spec["datasets"][f"table{n}"] for n in (0, 1))
    assert len(stream) == 1 and len(branch) == 4  # one line down; two elbows out and back


@pytest.mark.parametrize(
    "values, ends", [([], (0.1, 10)), ([3e-4, 0.0, float("nan")], (1e-4, 10)), ([2e3], (0.1, 1e4))]
)
def test_decades_hold_all_positive_values(values, ends):
    assert charts.decades(values, 0.1, 10) == ends


def test_a_band_lies_below_the_lines_in_the_colour_of_its_own():
    spec = EVERY["curves with bands"]().spec
    band, lines = spec["layer"][:2]
    ends = spec["datasets"][band["data"]["name"]]
    assert (band["mark"]["type"], lines["mark"]["type"]) == ("area", "line")
    assert list(ends.low) == [0, 0, 1] and list(ends.high) == [2, 2, 1] and set(ends.line) == {"b"}
    assert band["encoding"]["color"]["scale"]["domain"] == lines["encoding"]["color"]["scale"]["domain"]
