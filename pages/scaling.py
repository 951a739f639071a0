"""Why scores are divided by the root of d_k: the spread of a dot product (essay two, section 3)."""

import streamlit as st

import core
from core import ui

WIDTH = ui.Steps("d_k", "Head size d_k", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024), default=128)
CORRELATION = ui.Number("correlation", "Correlation ρ", 0.0, 1.0, step=0.05, default=0.0)
SHARED = ui.Choice(
    "correlated", "What is correlated", ("components", "pair"), "components", ("within a vector", "q with k")
)
SAMPLES = ui.Steps("samples", "Pairs drawn", (100, 500, 1000, 4000, 8000), default=4000)
SEED = ui.Number("scaling_seed", "Seed", 0, 99, step=1, default=0, box=True)
KEYS = ui.Steps("scaling_keys", "Keys in a row", (2, 4, 8, 16, 32, 64), default=16)
QUESTION = ui.Seed("scaling_question")
SAID = "I bought a new car yesterday."

ui.open_page("scaling", WIDTH, CORRELATION, SHARED, SAMPLES, SEED, KEYS, QUESTION)

ui.prose(r"""
A [[score]] is a [[dot product]] of a [[query]] and a [[key]]: a sum of $d_k$ products. The more terms a sum of random
terms has, the wider it spreads. Dividing by $\sqrt{d_k}$ makes the spread the same for every [[head size]].
""")


def dots():
    """The dot products that the controls describe."""
    draw = ui.kept(core.analysis.attention.dot_product_scores, most=32)
    return draw(WIDTH.value, SAMPLES.value, SEED.value, CORRELATION.value, SHARED.value)


def settings() -> dict:
    return {
        "d_k": WIDTH.value,
        "n": SAMPLES.value,
        "seed": SEED.value,
        "correlation": CORRELATION.value,
        "shared": SHARED.value,
    }


SCALED_VIEW = (-6.0, 6.0)


st.header("How far scores spread")
ui.prose("""
Thousands of random queries and keys are drawn, their components with mean 0 and [[variance]] 1, and multiplied. The
bars are the dot products; the line is a normal distribution of the spread that the derivation below predicts. A sum of
a few products, or of products that move together, is no bell: only its width is predicted.
""")


def spread() -> None:
    controls, picture = ui.experiment()
    with controls:
        for control in (WIDTH, SAMPLES, SEED, CORRELATION, SHARED):
            control.draw()
    with picture:
        ui.beside(show_raw, show_scaled)


def show_raw() -> None:
    now = dots()
    ends = 4 * max(now.predicted_std, 1.0) + abs(now.predicted_mean)
    curve = core.analysis.attention.normal_curve(now.predicted_mean, now.predicted_std, (-ends, ends))
    axes = {"x_title": "q · k, not scaled", "domain": (-ends, ends)}
    ui.figure(
        core.charts.histogram(now.samples.numpy(), density={"predicted": curve}, **axes),
        f"d_k = {now.d_k}: the standard deviation of q · k is {ui.number(now.std, 3)}, predicted "
        f"{ui.number(now.predicted_std, 3)}. The axis grows with d_k.",
        {"q · k": now.samples.tolist()},
        key="spread_raw",
        alt="A histogram of the dot products, and the predicted normal curve.",
        more=ui.program(core.programs.scaling.SPREAD, shows=[now.std, now.scaled_std], **settings()),
    )


def show_scaled() -> None:
    now = dots()
    scaled, axes = now.scaled_samples, {"x_title": "q · k / √d_k", "domain": SCALED_VIEW}
    outside = core.analysis.attention.share_outside(scaled, SCALED_VIEW)
    mean, deviation = now.predicted_mean * now.scale, now.predicted_scaled_std
    curve = core.analysis.attention.normal_curve(mean, deviation, SCALED_VIEW)
    ui.figure(
        core.charts.histogram(scaled.numpy(), density={"predicted": curve}, **axes),
        f"Divided by √{now.d_k} = {ui.number(now.d_k**0.5)}, the standard deviation is {ui.number(now.scaled_std, 3)}, "
        f"predicted {ui.number(now.predicted_scaled_std, 3)}. This axis never changes; {ui.percent(outside)} of the "
        "scores lie outside of it.",
        {"q · k / √d_k": scaled.tolist()},
        key="spread_scaled",
        alt="A histogram of the divided dot products, and the predicted normal curve.",
    )


def derivation() -> None:
    st.header("Line by line")
    ui.prose("""
Three assumptions carry the derivation: the components have mean 0, they have variance 1, and all of them are
independent. The last one can be broken, by the [[correlation]] $\\rho$ above. Either the components of one vector share
a factor, so that they move together. Or each component of the key resembles the same component of the query, as it
would when a query has found its key.
""")
    now, width = dots(), WIDTH.value
    steps = core.analysis.attention.derivation(width, SAMPLES.value, SEED.value, CORRELATION.value, SHARED.value)
    found = {step.name: step.measured for step in steps}
    ui.beside(lambda: show_lines(found, width), lambda: show_moments(steps, now))


def show_lines(found: dict, width: int) -> None:
    ui.formula(
        r"\begin{aligned}"
        r"\mathbb{E}[q_i k_i] &= \mathbb{E}[q_i]\,\mathbb{E}[k_i] = 0 \\"
        r"\mathrm{Var}(q_i k_i) &= \mathbb{E}[q_i^2]\,\mathbb{E}[k_i^2] - 0 = 1 \\"
        r"\mathrm{Var}(q \cdot k) &= \textstyle\sum_{i=1}^{d_k} \mathrm{Var}(q_i k_i) = d_k \\"
        r"\mathrm{Var}(q \cdot k / \sqrt{d_k}) &= d_k / d_k = 1"
        r"\end{aligned}",
        r"\begin{aligned}"
        r"\mathrm{mean}(q_i k_i) &= $mean \\"
        r"\mathrm{var}(q_i k_i) &= $term \\"
        r"\mathrm{var}(q \cdot k) &= $whole \\"
        r"\mathrm{var}(q \cdot k / \sqrt{d_k}) &= $whole / $d_k \\"
        r"&= $scaled"
        r"\end{aligned}",
        mean=ui.number(found["E[q_i k_i]"], 4),
        term=ui.number(found["Var(q_i k_i)"], 4),
        whole=ui.number(found["Var(q·k)"], 2),
        d_k=width,
        scaled=ui.number(found["Var(q·k / √d_k)"], 4),
    )


def show_moments(steps, now) -> None:
    table = core.analysis.attention.derivation_table(steps)
    st.dataframe(table, hide_index=True, height="content", key="derivation_table")
    st.text(core.analysis.attention.correlation_in_words(now))


GRID = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


@ui.group
def softmax() -> None:
    st.header("What it does to the softmax")
    ui.prose("""
Wide scores make a hard [[softmax]]: one key takes nearly everything. The curves are the mean of the largest
[[weight|attention-weight]] in a row, over random queries and keys, for every head size.
""")
    controls, picture = ui.experiment()
    with controls:
        keys = KEYS.draw()
    points = ui.kept(core.analysis.attention.saturation_curve)(GRID, keys=keys, queries=256, seed=SEED.value)
    lines, at = core.analysis.attention.by_division(points, "largest_weight"), GRID.index(WIDTH.value)
    shown = {"y_title": "largest weight", "y_domain": (0, 1), "y_format": ".0%", "marker": WIDTH.value, "height": 240}
    program = {"shows": [line[at] for line in lines.values()], "d_k": WIDTH.value, "keys": keys, "seed": SEED.value}
    divided, not_divided = lines.values()
    with picture:
        ui.figure(
            core.charts.curves(GRID, lines, x_title="d_k", x_log=True, rules={f"all {keys} alike": 1 / keys}, **shown),
            f"At d_k = {WIDTH.value} and {keys} keys, the largest weight is {ui.percent(divided[at])} on "
            f"average when scores are divided, and {ui.percent(not_divided[at])} when they are not. At d_k = "
            f"{GRID[-1]}: {ui.percent(divided[-1])} and {ui.percent(not_divided[-1])}.",
            {"d_k": GRID, **lines},
            key="largest_weight",
            alt="Curves: the largest weight over d_k, with divided scores and with others.",
            more=ui.program(core.programs.scaling.SOFTMAX, **program),
        )


@ui.group
def one_spread() -> None:
    """The spread, its derivation, and the softmax of such scores."""
    spread()
    derivation()
    softmax()


one_spread()

st.header("After training")
ui.prose("""
The derivation is of random vectors: it says how a model *begins*. Training may stretch queries and keys as it likes,
and a [[head]] that is to be sure of itself needs large scores. These are the scores of a trained translator on one
sentence, divided by $\\sqrt{d_k}$ as ever.
""")


def trained() -> None:
    trace = core.models.translator.traced_translation(ui.model("translator"), SAID).trace
    spreads = core.analysis.attention.score_spreads(trace)
    names, deviations = list(spreads), list(spreads.values())
    ui.figure(
        core.charts.bars(names, deviations, form=".2f", title="standard deviation of the divided scores"),
        core.analysis.attention.spreads_in_words(spreads, SAID),
        {"attention": names, "standard deviation": deviations},
        key="trained_spread",
        alt="Bars: the standard deviation of the scores in every attention of a trained translator.",
    )


trained()
ui.caption("What a hard softmax does to the gradient is the subject of the next section.")

exercises = core.exercises.scaling
ui.exercise(QUESTION, exercises.spread_of_scores, exercises.width_of_a_hard_softmax, exercises.mean_score_of_a_match)
ui.close_page()
