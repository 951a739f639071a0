"""Horizontal bars with their values printed: probabilities, counts, shares."""

import altair as alt

from core.charts.marks import ACCENT, frame, symmetric, tip, unique, x, y

KEPT, CUT = "kept", "cut"


def bars(
    names,
    values,
    *,
    title: str | None = None,
    form: str = ".1%",
    domain: tuple[float, float] | None = None,
    cut=None,
    marks=None,
    marks_title: str = "observed",
    highlight: int | None = None,
) -> alt.LayerChart:
    """A bar per name with its value printed at its end.

    names      what stands beside the bars, top to bottom
    values     their lengths
    form       d3 format of the printed values
    domain     the x axis, (0, 1) if the values are shares; fixed, so that bars can be compared across reruns
    cut        bools: bars drawn hollow and printed as "cut" (told apart by more than colour)
    marks      second values, drawn as a tick across each bar, with their title in the tooltip
    highlight  one bar to outline

    Example:
        core.charts.bars(["cat", "dog"], [0.8, 0.2], domain=(0, 1))
    """
    values = [float(v) for v in values]
    cut = [bool(c) for c in cut] if cut is not None else [False] * len(values)
    data = frame(
        name=unique(names),
        value=values,
        state=[CUT if c else KEPT for c in cut],
        seen=[float(m) for m in marks] if marks is not None else values,
        chosen=[i == highlight for i in range(len(values))],
    )
    base = alt.Chart(data).encode(
        y=y("name", "nominal", sort=None, axis=_NAMES), tooltip=_tips(title, form, marks, marks_title)
    )
    scale = alt.Scale(domain=list(domain or _around(values)))
    layers = [
        base.mark_bar(height={"band": 0.72}).encode(
            x=x("value", "quantitative", title, scale=scale, axis=alt.Axis(format=form, tickCount=5)),
            color=alt.Color(field="state", type="nominal", scale=alt.Scale(domain=[KEPT, CUT]), legend=None),
            fillOpacity=alt.condition("datum.state == 'cut'", alt.value(0.0), alt.value(0.85)),
            stroke=alt.condition("datum.chosen", alt.value(ACCENT), alt.value("transparent")),
        ),
        base.mark_text(align="left", dx=5, fontSize=12).encode(x=x("value", "quantitative"), text=_printed(form)),
    ]
    if marks is not None:
        layers.append(
            base.mark_tick(thickness=3, height={"band": 0.9}, color=ACCENT).encode(x=x("seen", "quantitative"))
        )
    return alt.layer(*layers).properties(height={"step": 28})


_NAMES = alt.Axis(title=None, labelLimit=140, ticks=False, domain=False)


def _printed(form: str) -> alt.Text:
    return alt.Text(field="value", type="quantitative", format=form)


def _tips(title, form, marks, marks_title) -> list[alt.Tooltip]:
    tips = [tip("name", title="name"), tip("value", "quantitative", title or "value", form)]
    return tips + ([tip("seen", "quantitative", marks_title, form)] if marks is not None else [])


def _around(values) -> list[float]:
    """A domain that begins at zero unless something is negative, with room for the printed values."""
    if min(values, default=0) < 0:
        return symmetric([1.15 * v for v in values])
    return [0.0, 1.15 * max(1e-9, *values)] if values else [0.0, 1.0]
