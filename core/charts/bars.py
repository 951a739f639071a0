"""Horizontal bars with their values printed: probabilities, counts, shares."""

import altair as alt

from core.charts.domains import reach
from core.charts.marks import ACCENT, PLAIN, QUIET, frame, in_order, keys, symmetric, tip, unique, x, y
from core.charts.spec import Chart, Layer, chart


def bars(
    names,
    values,
    *,
    title: str | None = None,
    form: str = ".1%",
    domain: tuple[float, float] | None = None,
    before=None,
    before_title: str = "before",
    cut=None,
    marks=None,
    marks_title: str = "expected",
    highlight: int | None = None,
) -> Chart:
    """A bar per name with its value printed at its end.

    names      what stands beside the bars, top to bottom
    values     their lengths
    form       d3 format of the printed values
    domain     the ends of the axis; keep it the same across reruns, so that lengths can be compared
    before     earlier values, drawn as dashed outlines behind the bars
    cut        bools: the word "cut" is printed in place of the value
    marks      values to compare with, drawn as a short upright line across each bar
    highlight  one bar to outline

    Example:
        core.charts.bars(["cat", "dog"], [0.8, 0.2], domain=(0, 1), cut=[False, True], before=[0.7, 0.3])
    """
    values = [float(v) for v in values]
    before, marks = (None if more is None else [float(v) for v in more] for more in (before, marks))
    printed = list(cut) if cut is not None else [False] * len(values)
    data = frame(
        at=range(len(values)),
        name=keys(unique(names)),
        value=values,
        before=before or values,
        mark=marks or values,
        cut=[bool(c) for c in printed],
        end=[max([*ends, 0.0], key=abs) for ends in zip(values, before or values, marks or values, strict=True)],
        chosen=[i == highlight for i in range(len(values))],
    )
    low, high = _ends([*values, *(before or []), *(marks or [])], domain)
    across = {"axis": _axis(domain, form), "scale": alt.Scale(nice=False)}
    tips = [tip("name"), tip("value", "quantitative", title or "value", form)]
    tips += [tip("before", "quantitative", before_title, form)] if before is not None else []
    tips += [tip("mark", "quantitative", marks_title, form)] if marks is not None else []
    base = Layer(data).encode(y=y("name", "nominal", sort=in_order("at"), axis=_NAMES), tooltip=tips)
    layers = [
        _solid(base).encode(x=x("value", "quantitative", title, **across)),
        *([_outline(base).encode(x=x("before", "quantitative", title, **across))] if before is not None else []),
        *([_upright(base).encode(x=x("mark", "quantitative", title, **across))] if marks is not None else []),
        reach(low, high, x=x("end", "quantitative", title, **across)),
        *_printed(base, x("end", "quantitative", title, **across), form, min(values, default=0.0) < 0, cut is not None),
    ]
    return chart(layers, height={"step": 28}, own_scales=True, padding={"left": 8, "right": 5, "top": 5, "bottom": 5})


_NAMES = alt.Axis(
    title=None, labelExpr=PLAIN, labelLimit=140, labelFlush=False, ticks=False, domain=False, labelPadding=6
)
_HALF = {"band": 0.72}


def _ends(drawn, domain) -> tuple[float, float]:
    """The ends of an axis with room beyond all that is drawn for a printed value."""
    if domain:
        low, high = map(float, domain)
    elif min(drawn, default=0.0) < 0:
        low, high = symmetric(drawn)
    else:
        low, high = 0.0, max([1e-9, *drawn])
    room = (0.2 if low < 0 else 0.16) * (high - low)
    return (low - room if low < 0 else low), high + room


def _axis(domain, form: str) -> alt.Axis:
    """Five ticks; none in the room beyond the bars where their domain is given."""
    if domain is None:
        return alt.Axis(format=form, tickCount=5)
    low, high = map(float, domain)
    return alt.Axis(format=form, values=[low + (high - low) * quarter / 4 for quarter in range(5)])


def _solid(base: Layer) -> Layer:
    stroke = alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent"))
    return base.mark("bar", height=_HALF, fillOpacity=0.85, strokeWidth=2).inked().encode(stroke=stroke)


def _outline(base: Layer) -> Layer:
    return base.mark("bar", height=_HALF, fillOpacity=0, stroke=QUIET, strokeDash=[3, 2], strokeWidth=1.2)


def _upright(base: Layer) -> Layer:
    return base.mark("tick", thickness=3, height={"band": 0.95}, color=ACCENT)


def _printed(base: Layer, across: alt.X, form: str, negative: bool, cut: bool) -> list[Layer]:
    """The values beyond the ends of their bars: right of them, left of negative ones; "cut" for those cut off.

    Only the layers that have something to print: each costs the browser time at every move of a control.
    """
    value = alt.Text(field="value", type="quantitative", format=form)
    whole = base.where("!datum.cut") if cut else base
    right = whole.where("datum.value >= 0") if negative else whole
    layers = [right.mark("text", align="left", dx=6, fontSize=12).encode(x=across, text=value)]
    if negative:
        left = whole.where("datum.value < 0").mark("text", align="right", dx=-6, fontSize=12)
        layers.append(left.encode(x=across, text=value))
    if cut:
        gone = base.where("datum.cut").mark("text", align="left", dx=6, fontSize=12, fontStyle="italic", text="cut")
        layers.append(gone.encode(x=across))
    return [layer.inked() for layer in layers]
