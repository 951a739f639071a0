"""Every chart that takes names, drawn with any eight names."""

import numpy as np

from core import charts

# Words that are JavaScript's own, or Vega's syntax for a field, or nothing; and as many that are just words.
HARD = ["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty", "a.b['c']", "length", "\\\"'"]
PLAIN = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
N = len(HARD)
MAP = np.tril(np.full((N, N), 1 / N))
SPOTS = [(at / N, (at * 3 % N) / N) for at in range(N)]
CORNERS = [(0.0, 0.0), (0.9, 0.0), (0.0, 0.9)]
LINE = ([0, 1], [0, 1], [1, 0])


def per_name(names, value) -> dict:
    return dict.fromkeys(names, value)


NAMED = {
    "areas": lambda n: charts.areas(
        [1, 2], {name: [1 / N, 1 / N] for name in n}, x_title="x", rules=per_name(n[:2], 1.5)
    ),
    "bars": lambda n: charts.bars(n, range(1, N + 1), before=range(N), marks=range(N), cut=[0] * N),
    "bipartite": lambda n: charts.bipartite(MAP, n, n),
    "column_blocks": lambda n: charts.column_blocks(
        MAP, [range(4), range(4, N)], n, names=n[:2], domain=(-1, 1)
    ),
    "curves": lambda n: charts.curves(
        [0, 1, 2], {name: [at, at + 1, 3] for at, name in enumerate(n)}, x_title="x",
        rules=per_name(n[:1], 1), bands=per_name(n, ([0, 0, 1], [1, 2, 3])),
    ),
    "head_grid": lambda n: charts.head_grid(np.stack([MAP, MAP]), n, n, names=n[:2]),
    "heatmap": lambda n: charts.heatmap(MAP, n, n, masked=MAP > 0.2, chosen=(1, 1), select=True),
    "histogram": lambda n: charts.histogram(
        [0.0, 0.1], x_title="x", domain=(-1, 1), density=per_name(n, ([-1.0, 1.0], [0.1, 0.2]))
    ),
    "machine": lambda n: charts.machine(  # four columns, wide enough for every name
        [
            charts.Row("ids", n[0], "encoder", "words", n[:4], bold=True),
            charts.Row("memory", n[1], "encoder", "vectors", np.ones((4, 16))),
            charts.Row("cross", n[2], "encoder", "weights", np.full((4, 2, 3), 0.5)),
            charts.Row("written", n[3], "decoder", "words", n[4:]),
        ],
        [0.25] * 4, (n, [1 / N] * N), stage="cross", source=1, output=2,
    ),
    "mask_pair": lambda n: charts.mask_pair(MAP > 0, MAP, names=n[:2]),
    "network": lambda n: charts.network(
        [(name, 0.5, 0.7, -0.2) for name in n], source=(n[0], 1.0), target=(n[1], 1.0), full=2.0
    ),
    "plane": lambda n: charts.plane(
        dict(zip(n, SPOTS, strict=True)), arrows=dict(zip(n, SPOTS, strict=True)), hulls=per_name(n[:2], CORNERS),
        groups={name: name for name in n},
    ),
    "power_curves": lambda n: charts.power_curves(
        [0, 1, 2], per_name(n, [1e-3, 1.0, 10.0]), 1e-4, 100, x_title="x", bands=per_name(n, ([0, 1, 1], [1, 2, 3]))
    ),
    "stream_diagram": lambda n: charts.stream_diagram([charts.Station(x, x, at != 1) for at, x in enumerate(n)]),
    "tiles": lambda n: charts.tiles(per_name(n, "AB"), [False, True]),
    "tokens": lambda n: charts.tokens(n, n, chosen=[0]),
    "tree": lambda n: charts.tree(
        [1] * N, range(N), [0] * N, n, kinds=["open"] * N, best=[True] * N, scores=range(N), root=n[0]
    ),
    "waves": lambda n: charts.waves(per_name(n, LINE), x_title="x", end=1, dots=per_name(n, LINE)),
    "word_map": lambda n: charts.word_map(MAP, [n] * N, n, n, row_title="r", column_title="c"),
    "word_plane": lambda n: charts.word_plane(n, SPOTS, n, hulls=per_name(n, CORNERS), origin=(0, 0), chosen=(0, 1)),
}  # fmt: skip
WITHOUT_NAMES = {
    "Look",
    "MAX_TOKENS",
    "Row",
    "Station",
    "decades",
    "plane_limit",
    "quarters",
    "standalone",
    "unique",
    "blueprint",
    "matrix_image",
}  # blueprint: the author's ids
