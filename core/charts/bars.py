"""Horizontal bars with their values printed: probabilities, counts, shares."""

import altair as alt

from core.charts.marks import ACCENT, QUIET, frame, inked, own_scales, symmetric, tip, unique, x, y


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
) -> alt.LayerChart:
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
    printed = list(cut) if cut is not None else [False] * len(values)
    data = frame(
        name=unique(names),
        value=values,
        before=[float(v) for v in before] if before is not None else values,
        mark=[float(v) for v in marks] if marks is not None else values,
        cut=[bool(c) for c in printed],
        chosen=[i == highlight for i in range(len(values))],
    )
    axis, scale = _axis(values, domain, form)
    across = {"axis": axis, "scale": scale}
    tips = [tip("name"), tip("value", "quantitative", title or "value", form)]
    tips += [tip("before", "quantitative", before_title, form)] if before is not None else []
    tips += [tip("mark", "quantitative", marks_title, form)] if marks is not None else []
    base = alt.Chart(data).encode(y=y("name", "nominal", sort=None, axis=_NAMES), tooltip=tips)
    layers = [
        _solid(base).encode(x=x("value", "quantitative", title, **across)),
        *([_outline(base).encode(x=x("before", "quantitative", title, **across))] if before is not None else []),
        *([_upright(base).encode(x=x("mark", "quantitative", title, **across))] if marks is not None else []),
        *_printed(base, x("value", "quantitative", title, **across), form),
    ]
    return own_scales(
        alt.layer(*layers).properties(height={"step": 28}, padding={"left": 8, "right": 5, "top": 5, "bottom": 5})
    )


_NAMES = alt.Axis(title=None, labelLimit=140, ticks=False, domain=False, labelPadding=6)
_HALF = {"band": 0.72}


def _axis(values, domain, form: str) -> tuple[alt.Axis, alt.Scale]:
    """An axis with room behind the longest bar for its printed value, and no tick in that room."""
    if domain:
        low, high = map(float, domain)
        ticks = {"values": [low + (high - low) * quarter / 4 for quarter in range(5)]}
    elif min(values, default=0.0) < 0:
        low, high = symmetric(values)
        ticks = {"tickCount": 5}
    else:
        low, high = 0.0, max([1e-9, *values])
        ticks = {"tickCount": 5}
    room = 0.16 * (high - low)
    ends = [low - room if low < 0 else low, high + room]
    return alt.Axis(format=form, **ticks), alt.Scale(domain=ends, nice=False)


def _solid(base: alt.Chart) -> alt.Chart:
    stroke = alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent"))
    return inked(base.mark_bar(height=_HALF, fillOpacity=0.85, strokeWidth=2)).encode(stroke=stroke)


def _outline(base: alt.Chart) -> alt.Chart:
    return base.mark_bar(height=_HALF, fillOpacity=0, stroke=QUIET, strokeDash=[3, 2], strokeWidth=1.2)


def _upright(base: alt.Chart) -> alt.Chart:
    return base.mark_tick(thickness=3, height={"band": 0.95}, color=ACCENT)


def _printed(base: alt.Chart, across: alt.X, form: str) -> list[alt.Chart]:
    """The values beyond the ends of their bars: right of them, left of negative ones; "cut" for those cut off."""
    value = alt.Text(field="value", type="quantitative", format=form)
    right = base.transform_filter("datum.value >= 0 && !datum.cut").mark_text(align="left", dx=6, fontSize=12)
    left = base.transform_filter("datum.value < 0 && !datum.cut").mark_text(align="right", dx=-6, fontSize=12)
    gone = base.transform_filter("datum.cut").mark_text(align="left", dx=6, fontSize=12, fontStyle="italic", text="cut")
    return [
        inked(right.encode(x=across, text=value)),
        inked(left.encode(x=across, text=value)),
        inked(gone.encode(x=across)),
    ]
