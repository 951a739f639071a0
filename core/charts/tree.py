"""A tree that grows from left to right: the hypotheses of a beam search."""

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, tip, x, y
from core.charts.spec import Chart, Layer, chart


def tree(steps, ranks, parents, labels, *, kinds, best, scores, root: str = "<bos>") -> Chart:
    """One node per hypothesis: `steps` to the right, `ranks` downwards, a line to its parent in the step before.

    parents  the rank of each node's parent
    kinds    "open", "ended" or "dropped": ended ones have a frame, dropped ones are italic and quiet
    best     bools: the way to the result, drawn heavily
    scores   shown when the pointer rests on a node

    Example:
        core.charts.tree(
            [1, 1], [0, 1], [0, 0], ["Ich", "Wir"], kinds=["open"] * 2, best=[True, False], scores=[-1, -2]
        )
    """
    data = frame(
        step=list(steps),
        rank=list(ranks),
        before=[step - 1 for step in steps],
        parent=list(parents),
        label=list(labels),
        kind=list(kinds),
        best=[bool(b) for b in best],
        score=list(scores),
    )
    last, deep = max([1, *steps]), max([1, *ranks])
    along = {"scale": alt.Scale(domain=[-0.4, last + 0.6], nice=False), "axis": alt.Axis(values=list(range(last + 1)))}
    down = {"scale": alt.Scale(domain=[deep + 0.6, -0.6], nice=False), "axis": None}
    tips = [tip("label", title="token"), tip("kind"), tip("score", "quantitative", "score", ".3f")]
    base = Layer(data).encode(tooltip=tips)
    place = {"x": x("step", "quantitative", "step", **along), "y": y("rank", "quantitative", None, **down)}
    edge = {
        "x": x("before", "quantitative", "step", **along),
        "x2": alt.X2(field="step"),
        "y": y("parent", "quantitative", None, **down),
        "y2": alt.Y2(field="rank"),
    }
    start = Layer(frame(step=[0], rank=[0], label=[root]))
    layers = [
        base.mark("rule", color=QUIET, strokeWidth=1, opacity=0.6).encode(**edge),
        base.where("datum.best").mark("rule", color=ACCENT, strokeWidth=2.5).encode(**edge),
        base.where("datum.kind == 'ended'").mark("point", shape="square", size=700, color=QUIET).encode(**place),
        _words(base.where("datum.kind != 'dropped'"), place, fontWeight="bold").inked(),
        _words(base.where("datum.kind == 'dropped'"), place, fontStyle="italic", opacity=0.7).inked(),
        _words(start, place, fontWeight="bold").inked(),
    ]
    return chart(layers, width=max(360, 78 * (last + 1)), height=34 * (deep + 1) + 40, own_scales=True)


def _words(layer: Layer, place: dict, **style) -> Layer:
    return layer.mark("text", fontSize=12, dy=-8, **style).encode(text=alt.Text(field="label", type="nominal"), **place)
