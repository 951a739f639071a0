"""Each chart in two states, with other numbers, names and sizes: what a move of a control does to it."""

import numpy as np

from core import charts

TRIANGLE = np.array([[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.2, 0.3, 0.5, 0], [0.1, 0.2, 0.3, 0.4]])
MASK = np.triu(np.ones((4, 4), dtype=bool), 1)
ALL_OF_ROW_ONE = MASK | (np.arange(4) == 1)[:, None]
BELL = ([-2.0, 0.0, 2.0], [0.1, 0.4, 0.1])


def stream(*rows: str):
    return charts.stream_diagram([charts.Station(row, row, at != 1) for at, row in enumerate(rows)])


STATES = {
    "heatmap": (
        lambda: charts.heatmap(TRIANGLE[:3, :3], ["a", "b", "c"], ["a", "b", "c"], masked=MASK[:3, :3], chosen=(0, 0)),
        lambda: charts.heatmap(
            TRIANGLE[::-1], ["new", "b", "a", "c"], list("badc"), masked=ALL_OF_ROW_ONE, chosen=(2, 3)
        ),
    ),
    "wide heatmap": (lambda: charts.heatmap(np.eye(14)), lambda: charts.heatmap(np.eye(15)[::-1])),
    "head grid": (
        lambda: charts.head_grid(np.stack([TRIANGLE, TRIANGLE]), list("abcd"), list("abcd")),
        lambda: charts.head_grid(np.stack([TRIANGLE.T, TRIANGLE]), list("bdac"), list("xbca")),
    ),
    "mask pair": (
        lambda: charts.mask_pair(~MASK[:3, :3], TRIANGLE[:3, :3], chosen=(0, 0)),
        lambda: charts.mask_pair(~ALL_OF_ROW_ONE, TRIANGLE, chosen=(3, 1)),
    ),
    "word map": (
        lambda: charts.word_map([[0.9, 0.1]], [["x", "y"]], ["l"], ["a", "b"], row_title="r", column_title="c"),
        lambda: charts.word_map(
            [[0.2, 0.7, 0.1]], [["p", "q", "r"]], ["k"], list("cba"), row_title="r", column_title="c"
        ),
    ),
    "column blocks": (
        lambda: charts.column_blocks(TRIANGLE, [range(2), range(2, 4)], list("abcd"), domain=(-1, 1), chosen=1),
        lambda: charts.column_blocks(TRIANGLE.T, [range(3), range(3, 4)], list("dabc"), domain=(-1, 1), chosen=0),
    ),
    "bars": (
        lambda: charts.bars(["a", "b", "c"], [0.5, 0.3, 0.2], domain=(0, 1), highlight=0),
        lambda: charts.bars(["b", "d", "a", "c"], [0.4, 0.3, 0.2, 0.1], domain=(0, 1), highlight=2),
    ),
    "free bars": (
        lambda: charts.bars(["a", "b"], [3.0, 1.0], form=".2f"),
        lambda: charts.bars(["c", "a"], [90.0, 700.0], form=".2f"),
    ),
    "curves": (
        lambda: charts.curves([0, 1, 2], {"a": [3, 2, 1], "p = 1": [1, 1, 1]}, x_title="step", marker=1),
        lambda: charts.curves(
            [0, 1, 2, 3], {"p = 0": [3, 2, 1, 0], "a": [1, 1, 1, float("nan")]}, x_title="step", marker=3
        ),
    ),
    "log curves": (
        lambda: charts.curves([1, 10], {"a": [1, 100]}, x_title="T", x_log=True, y_log=True),
        lambda: charts.curves([2, 10, 5000], {"b": [1, 100, 7]}, x_title="T", x_log=True, y_log=True),
    ),
    "histogram": (
        lambda: charts.histogram([0.0, 0.1, 0.2], x_title="x", domain=(-1, 1), density={"normal": BELL}),
        lambda: charts.histogram([3.0, 1.0, -2.5], x_title="x", domain=(-4, 4), density={"normal": BELL}),
    ),
    "waves": (
        lambda: charts.waves({"one": ([0, 1, 2], [0, 1, 0], [1, 0, 1])}, x_title="position", end=2, marker=1),
        lambda: charts.waves({"two": ([0, 1, 2, 3], [0, 1, 0, -1], [1, 0, -1, 0])}, x_title="position", end=3, marker=0)
    ),
    "plane": (
        lambda: charts.plane({}, arrows={"p = 1": (1, 0), "p = 2": (0, 1)}, limit=2),
        lambda: charts.plane({}, arrows={"p = 0": (-1, 0), "p = 1": (0.5, 1)}, limit=2),
    ),
    "stream diagram": (lambda: stream("x", "f", "y"), lambda: stream("u", "g", "v")),
    "bipartite": (
        lambda: charts.bipartite(TRIANGLE, list("abcd"), list("abcd"), chosen=3),
        lambda: charts.bipartite(TRIANGLE, list("badc"), list("wxyz"), chosen=1),
    ),
    "tiles": (
        lambda: charts.tiles({"input": "ABCD", "answer": "DCBA"}, [False, True, False, False]),
        lambda: charts.tiles({"input": "DDAB", "answer": "BADD"}, [True, False, False, True]),
    ),
}  # fmt: skip
