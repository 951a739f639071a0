"""Softmax saturation: when one score wins, the gradient of all of them goes to zero (essay two, section 4)."""

import streamlit as st

import core
from core import ui

SCORES = ui.Numbers("jacobian_scores", "Scores", (2.0, 1.0, 0.0, -1.0), fewest=2, most=8, low=-20, high=20)
FACTOR = ui.Number("score_factor", "Factor on the scores", 0.0, 10.0, step=0.1, default=1.0)
ROW = ui.Index("jacobian_row", "Weight j", most=8, default=0)
COLUMN = ui.Index("jacobian_column", "Score m", most=8, default=1)
WIDTH = ui.Steps("saturation_width", "Head size d_k", (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024), default=128)
KEYS = ui.Steps("saturation_keys", "Keys in a row", (2, 4, 8, 16, 32), default=16)
SEED = ui.Number("saturation_seed", "Seed", 0, 99, step=1, default=0, box=True)
QUESTION = ui.Seed("saturation_question")

ui.open_page("saturation", SCORES, FACTOR, ROW, COLUMN, WIDTH, KEYS, SEED, QUESTION)

ui.prose(r"""
A model learns through derivatives. The [[softmax]] has one for every pair: how much [[weight|attention-weight]] $p_j$
changes when [[score]] $s_m$ does. These numbers form its **[[Jacobian]]**, and when one score wins, all of them go to
zero.
""")

st.header("The Jacobian of a softmax")


def jacobian() -> None:
    SCORES.draw()
    names = [f"{i}" for i in range(len(SCORES.value))]
    controls, picture = ui.experiment()
    with controls:
        FACTOR.draw()
        j, m = ROW.draw(names), COLUMN.draw(names)
    with picture:
        show_weights()
        show_jacobian(names, j, m)


def show_weights() -> None:
    scores, factor = SCORES.value, FACTOR.value
    row = core.analysis.attention.softmax_row(scores, factor)
    p = row.weights.tolist()
    ui.figure(
        core.charts.bars([f"score {s:g}" for s in scores], p, domain=(0, 1), title="weight"),
        f"The scores times {factor:g} give weights of which the largest is {ui.percent(row.largest)}. "
        f"The entropy is {ui.number(row.entropy, 3)} nats.",
        {"score": scores, "times the factor": [factor * s for s in scores], "weight": p},
        key="saturation_weights",
        alt="Bars: the weight of each score.",
    )


def show_jacobian(names: list[str], j: int, m: int) -> None:
    scores, factor = SCORES.value, FACTOR.value
    row = core.analysis.attention.softmax_row(scores, factor)
    cells = row.jacobian.tolist()
    ui.figure(
        core.charts.heatmap(
            cells,
            [f"p {i}" for i in names],
            [f"s {i}" for i in names],
            row_title="weight",
            column_title="score",
            value_title="derivative",
            signed=True,
            domain=(-0.25, 0.25),
            form=".3f",
            chosen=(j, m),
            select=True,
        ),
        f"Raising score {m} by a little changes weight {j} by {ui.number(cells[j][m], 4)} times as much. The norm of "
        f"the whole is {ui.number(row.norm, 4)}; one half is the most it can be. The colours end at ±0.25, the largest "
        "that one derivative can be.",
        {"weight": names, **{f"score {k}": [line[k] for line in cells] for k in range(len(scores))}},
        key="saturation_jacobian",
        alt="A map of weights and scores. Colour is the derivative of the one by the other.",
        cell=(ROW, COLUMN),
        more=ui.program(core.programs.saturation.JACOBIAN, shows=cells, scores=list(scores), factor=factor)
        | {"Checks": lambda: show_checks(j, m)},
    )
    ui.formula(
        r"\begin{aligned} \frac{\partial p_j}{\partial s_m} &= p_j (\delta_{jm} - p_m) \\"
        r"&= \begin{cases} p_j (1 - p_j) & j = m \\ -p_j\, p_m & j \ne m \end{cases} \end{aligned}",
        core.analysis.attention.derivative_formula(row, j, m),
    )


def show_checks(j: int, m: int) -> None:
    st.markdown(
        "The same derivative in three ways, and the largest difference from the formula anywhere in the matrix:"
    )
    check = core.analysis.attention.jacobian_check([FACTOR.value * score for score in SCORES.value])
    ways = core.analysis.attention.three_ways_table(check, j, m)
    st.dataframe(ways, hide_index=True, key="saturation_ways")


FACTORS = [i / 10 for i in range(101)]


@ui.group
def over_factor() -> None:
    ui.prose("""
Every row and every column adds up to zero: what one weight gains, the others lose. A weight near 1 has *p* (1 − *p*)
near 0, and a weight near 0 has nothing to give either, so all entries fade together.
""")
    st.header("Larger scores, smaller derivatives")
    ui.prose("""
Multiply all scores by one factor, as a [[head]] does that forgets to divide. At zero all weights are equal. As the
factor grows, the [[entropy]] falls and the largest weight goes to one, and in the end nothing is left of the Jacobian.
(Two scores that tie for the first place keep half the weight each, and the Jacobian stays.)
""")
    rows = [core.analysis.attention.softmax_row(SCORES.value, factor) for factor in FACTORS]
    now = core.analysis.attention.softmax_row(SCORES.value, FACTOR.value)
    lines = {
        "largest weight": [row.largest for row in rows],
        "entropy, nats": [row.entropy for row in rows],
        "norm of the Jacobian": [row.norm for row in rows],
    }
    ui.figure(
        core.charts.curves(FACTORS, lines, x_title="factor on the scores", y_domain=(0, 2.1), marker=FACTOR.value),
        f"At factor {FACTOR.value:g} the norm of the Jacobian is {ui.number(now.norm, 4)}, at factor {FACTORS[-1]:g} "
        f"it is {rows[-1].norm:.2g}. The entropy falls from {ui.number(rows[0].entropy, 3)} nats, all "
        f"{len(SCORES.value)} alike, to {rows[-1].entropy:.2g}.",
        {"factor": FACTORS, **lines},
        key="saturation_factor",
        alt="Curves over the factor: the norm of the Jacobian, the entropy and the largest weight.",
    )


@ui.group
def one_softmax() -> None:
    """The Jacobian of one softmax, and over all factors."""
    jacobian()
    over_factor()


one_softmax()

st.header("Against the head size")
ui.prose(r"""
Scores that are not divided by $\sqrt{d_k}$ spread like $\sqrt{d_k}$, so a larger head is a larger factor. Here random
[[queries]] meet random [[keys]] through one [[attention]] head, divided and not, with the same draw for both. A line is
one draw, the one of the [[seed]], with 64 queries. A band holds the middle half of twenty seeds.
""")
GRID = WIDTH.values
QUANTITIES = ("jacobian_norm", "entropy", "typical_query_gradient", "query_gradient", "key_gradient")


def this_draw(quantity: str) -> dict[str, list[float]]:
    """One quantity of the draw of this seed over the head sizes, divided and not."""
    points = ui.kept(core.analysis.attention.saturation_curve)(GRID, keys=KEYS.value, seed=SEED.value)
    return core.analysis.attention.by_division(points, quantity)


def at_this_width(quantity: str) -> list[float]:
    """The same at the head size chosen."""
    return [line[GRID.index(WIDTH.value)] for line in this_draw(quantity).values()]


def against_width(
    quantity: str, title: str, name: str, top: float, *, digits: int = 3, most: float | None = None, more=None
) -> None:
    """Both curves of one quantity: of this draw, and what is typical of many."""
    lines = this_draw(quantity)
    spread = ui.kept(core.analysis.attention.gradient_spread)(GRID, QUANTITIES, keys=KEYS.value)[quantity]
    own, at = at_this_width(quantity), GRID.index(WIDTH.value)
    bands = dict(zip(lines, (spread.divided.band, spread.not_divided.band), strict=True))
    axes = {"x_title": "d_k", "y_title": title, "x_log": True, "y_domain": (0, top), "y_format": ".2~f", "height": 230}
    marks = {"marker": WIDTH.value, "rules": {f"all {KEYS.value} alike": most} if most else None}
    ui.figure(
        core.charts.curves(GRID, lines, bands=bands, **axes, **marks),
        core.analysis.attention.against_seeds_in_words(name, WIDTH.value, SEED.value, own, spread, at, digits),
        {"d_k": GRID, **lines, **core.analysis.attention.spread_columns(spread)},
        key=f"saturation_{quantity}",
        alt="Curves over d_k: with scores that are divided by its root, and with scores that are not.",
        more=more,
    )


def widths() -> None:
    controls, picture = ui.experiment()
    with controls:
        WIDTH.draw()
        KEYS.draw()
        SEED.draw()
    with picture:
        ui.beside(show_norms, show_entropies)


def show_norms() -> None:
    shown = {"shows": at_this_width("jacobian_norm"), "d_k": WIDTH.value, "keys": KEYS.value, "seed": SEED.value}
    program = ui.program(core.programs.saturation.WIDTHS, **shown)
    against_width("jacobian_norm", "norm of the Jacobian", "the norm", 0.5, more=program)


def show_entropies() -> None:
    most = core.analysis.attention.most_entropy(KEYS.value)
    against_width("entropy", "entropy, nats", "the entropy", 3.5, most=most)


@ui.group
def gradients() -> None:
    st.header("What reaches the query and the key")
    ui.prose(r"""
The [[gradient]] goes back through the Jacobian to the scores, and from a score to its query and key. That last step is
$\partial s_{ij} / \partial q_i = k_j / \sqrt{d_k}$, and without the division it is $\sqrt{d_k}$ times larger. So two
effects pull apart, and "[[saturation]] shrinks every gradient" is not what is measured.

In small heads the larger last step wins. In large ones saturation does: the **typical** query, the one in the middle
of all 64, is left with next to nothing. Where the one gives way to the other, near $d_k = 128$, it depends on the draw.
""")
    both = list(zip(*map(at_this_width, QUANTITIES[2:]), strict=True))
    shown = {"shows": both, "d_k": WIDTH.value, "keys": KEYS.value, "seed": SEED.value}
    program = ui.program(core.programs.saturation.GRADIENTS, **shown)
    name = "the gradient of the query in the middle"
    against_width("typical_query_gradient", "at a typical query", name, 1.0, digits=4, more=program)
    ui.prose("""
A few queries happen to stand between two keys with nearly equal scores. They are not saturated and get much more than
with the division, enough to keep the mean up at every [[head size]]. A key collects from all 64 queries, so from these
few as well.
""")
    ui.beside(
        lambda: against_width("query_gradient", "at a query, mean", "the mean over all queries", 3.0),
        lambda: against_width("key_gradient", "at a key, mean", "the mean over all keys", 10.0),
    )


@ui.group
def by_width() -> None:
    """The softmax and the gradients at every head size."""
    widths()
    gradients()


by_width()

exercises = core.exercises.saturation
ui.exercise(
    QUESTION,
    exercises.entry_of_a_jacobian,
    exercises.factor_of_a_small_jacobian,
    exercises.gradient_without_the_division,
)
ui.close_page()
