"""Attention as a lookup: a dictionary in which every entry answers (essay two, section 1)."""

from itertools import compress

import streamlit as st

import core
from core import ui

TOKENS = ("cat", "dog", "car", "oak", "it")
FIVE_KEYS = (2.0, 0.8, 1.0, 2.2, -1.6, 1.8, 1.6, -1.8, -0.4, -0.6)
FIVE_VALUES = (2.0, 0.6, 0.8, 2.0, -1.8, 1.0, 0.6, -1.8, -1.4, -1.2)
PAIRS = {"fewest": 4, "most": 16, "low": -5, "high": 5}  # two to eight tokens

WORDS = ui.Words("lookup_tokens", "Tokens", default=TOKENS, most=8)
KEYS = ui.Numbers("lookup_keys", "Keys", FIVE_KEYS, across=("key x", "key y"), **PAIRS)
VALUES = ui.Numbers("lookup_values", "Values", FIVE_VALUES, across=("value x", "value y"), **PAIRS)
ANGLE = ui.Number("query_angle", "Direction of the query, in degrees", 0, 360, step=5, default=60)
LENGTH = ui.Number("query_length", "Length of the query", 0.0, 10.0, step=0.1, default=2.0)
ASKER = ui.Index("asking_token", "The token that asks", most=8, default=4)
SCALED = ui.Switch("lookup_scaled", "Divide by √d_k", default=True)
MASKED = ui.Switch("lookup_masked", "Hide later tokens", default=False, term="causal-mask")
SHOWN = ui.Choice("lookup_map", "Show", ("weights", "scores"), default="weights")
ROW = ui.Index("lookup_row", "Query", most=8, default=4)
COLUMN = ui.Index("lookup_column", "Key", most=8)
QUESTION = ui.Seed("lookup_question")

ui.open_page("lookup", ANGLE, LENGTH, ASKER, SCALED, MASKED, WORDS, KEYS, VALUES, SHOWN, ROW, COLUMN, QUESTION)

ui.prose("""
A dictionary in a program takes a **[[query]]**, finds the one **[[key]]** that equals it, and hands back the
**[[value]]** stored there. [[Attention]] does the same with vectors, and softly: every key answers, and the better
it fits, the more.
""")


def entries() -> tuple[list[str], list, list]:
    """Names, keys and values of the tokens that have both; no two names are the same."""
    names, keys, values = core.analysis.attention.named_points(WORDS.value, KEYS.value, VALUES.value)
    return core.charts.unique(names), keys, values


def query() -> tuple[float, float]:
    return core.analysis.attention.polar(ANGLE.value, LENGTH.value)


def found() -> "core.analysis.attention.Lookup":
    """The answers to all queries: the reader's for the token that asks, and each other token's own key."""
    _, keys, values = entries()
    asker = ASKER.within(len(keys))
    queries = [query() if i == asker else key for i, key in enumerate(keys)]
    return core.analysis.attention.lookup(queries, keys, values, scaled=SCALED.value, causal=MASKED.value)


st.header("Ask with a vector")


def spot(point, digits: int = 2) -> str:
    return core.analysis.attention.point_in_words(point, digits)


def ask() -> None:
    with st.expander("Change the tokens, their keys and their values", type="compact"):
        ui.edit_together(WORDS, KEYS, VALUES)
        ui.preset("Back to the five tokens", {box: box.default for box in (WORDS, KEYS, VALUES)})
    if left_out := core.analysis.attention.left_out_in_words(*(len(box.value) for box in (KEYS, VALUES, WORDS))):
        st.text(left_out)
    names, keys, values = entries()
    controls, picture = ui.experiment()
    with controls:
        angle, length, asker = ANGLE.draw(), LENGTH.draw(), ASKER.draw(names)
        rules = {"scaled": SCALED.draw(), "masked": MASKED.value}
    answer = found()
    table, best = core.analysis.attention.lookup_table(answer, asker, names), answer.best[asker]
    soft, hard, weights = answer.soft[asker].tolist(), answer.hard[asker].tolist(), table["weight"]
    hidden = {"cut": (~answer.visible[asker]).tolist()}
    outlines = {"before": table["hard lookup"], "before_title": "hard lookup"}
    asked = {"keys": keys, "values": values, "asker": asker, "angle": angle, "length": length}
    with picture:
        ui.beside(lambda: key_plane(names, keys, best), lambda: value_plane(names, values, soft, hard, best))
    bars, mix = st.columns([3, 2], vertical_alignment="center")
    with bars:
        ui.figure(
            core.charts.bars(names, weights, domain=(0, 1), title="weight", highlight=asker, **hidden, **outlines),
            f"“{names[best]}” gives {ui.percent(weights[best])} of the answer, as if "
            f"{ui.number(core.decoding.effective_choices(weights).item())} tokens answered equally. "
            f"The dashed outline is the hard lookup: all or nothing. “{names[asker]}”, which asks, has an edge.",
            table,
            key="lookup_weights",
            alt="Bars: the weight of each token, with the hard lookup as outlines.",
            more=ui.program(core.programs.lookup.LOOKUP, shows=soft, **asked, **rules),
        )
    with mix:
        ui.formula(
            r"\begin{aligned} o &= \sum_j w_j v_j \\ w_j &\ge 0, \quad \sum_j w_j = 1 \end{aligned}",
            r"\begin{aligned} o = {} & $terms \\ = {} & $sum \end{aligned}",
            terms=core.analysis.attention.mix_in_latex(weights, values),
            sum=spot(soft),
        )


def key_plane(names: list[str], keys: list, best: int) -> None:
    st.markdown("**Keys**, and the query as an arrow")
    points = dict(zip(names, keys, strict=True))
    ui.figure(
        core.charts.plane(points, arrows={"query": query()}, limit=core.charts.plane_limit(query(), *keys), size=240),
        f"The query {spot(query())} fits the key of “{names[best]}” best.",
        {"token": names, "key x": [k[0] for k in keys], "key y": [k[1] for k in keys]},
        key="lookup_key_plane",
        alt="A plane with the keys as points and the query as an arrow.",
    )


def value_plane(names: list[str], values: list, soft, hard, best: int) -> None:
    st.markdown("**Values**, their hull, and the answer as an arrow")
    points, limit = dict(zip(names, values, strict=True)), core.charts.plane_limit(*values)
    hull = {"the values": [values[i] for i in core.text.convex_hull(values)]}
    ui.figure(
        core.charts.plane(points, arrows={"answer": soft}, hulls=hull, limit=limit, size=240),
        f"The soft answer is {spot(soft)}; the hard one, the value of “{names[best]}” alone, is {spot(hard)}.",
        {"token": names, "value x": [v[0] for v in values], "value y": [v[1] for v in values]},
        key="lookup_value_plane",
        alt="A plane with the values as points, their hull, and the answer as an arrow.",
    )


LENGTHS, SHARE = [i / 10 for i in range(101)], 0.99


@ui.group
def saturate() -> None:
    st.header("Three roles for one token")
    ui.prose(r"""
Each [[token]] starts as one vector $x_i$ of width $d$, and three learned matrices read it in three ways.

- Its **query** $q_i = x_i W_Q$ says what the token is looking for.
- Its **key** $k_j = x_j W_K$ says what a token has to offer.
- Its **value** $v_j = x_j W_V$ is what it hands over when it is attended to.

Below, three matrices read the point of the token that asks. They stand in for learned ones.
""")
    roles_of_one()
    ui.prose(r"""
Training fixes the three matrices, as it fixes the weights of a [[feed-forward layer]]. But the
[[weight|attention-weight]] between two *tokens* is stored nowhere: it is worked out anew from $q_i \cdot k_j$ for every
input. Turn the query above by 180 degrees, and without any change to the [[layer]] the answer comes from other tokens.

A hard lookup has no useful derivative: move the query a little, and either nothing changes or the answer jumps. The
soft one changes smoothly, so it can be learned. The price is that its answer is always a mixture. Its weights are
positive and add up to one, so it cannot leave the **[[hull]]**, the smallest outline around all values.
""")
    st.header("Where the weights saturate")
    ui.prose("""
Length is confidence. At length zero every key that may be seen has the same weight; as the query grows, all weight
moves to the best key, and the [[soft lookup]] turns into the hard one. From there on a change of the query changes
next to nothing: the weights are **[[saturated]]**.
""")
    names, keys, _ = entries()
    seen = found().visible[ASKER.within(len(names))].tolist()
    names, keys = list(compress(names, seen)), list(compress(keys, seen))
    direction = core.analysis.attention.polar(ANGLE.value, 1.0)
    weights = core.analysis.attention.weights_by_length(direction, LENGTHS, keys, scaled=SCALED.value).T.tolist()
    axes = {"x_title": "length of the query", "y_title": "weight", "y_domain": (0, 1), "y_format": ".0%"}
    axes |= {"rules": {"99 %": SHARE}}
    needed = core.analysis.attention.saturation_length(direction, keys, SHARE, scaled=SCALED.value)
    ui.figure(
        core.charts.curves(LENGTHS, dict(zip(names, weights, strict=True)), marker=LENGTH.value, height=260, **axes),
        core.analysis.attention.saturation_in_words(needed, len(names), SHARE, LENGTH.value),
        ui.with_words({"length": LENGTHS}, names, weights),
        key="lookup_saturation",
        alt="Curves: the weight of each token over the length of the query.",
    )


def roles_of_one() -> None:
    """The point of the token that asks as x, and the query, key and value that three matrices make of it."""
    names, keys, _ = entries()
    asker = ASKER.within(len(names))
    made = core.analysis.attention.three_roles(keys[asker])
    plane, numbers = st.columns([2, 3], vertical_alignment="center")
    with plane:
        ui.figure(
            core.charts.plane({}, arrows={"x": made.x} | made.roles, size=230),
            f"The point of “{names[asker]}” as x, {spot(made.x)}, and its query, key and value.",
            made.table(),
            key="lookup_roles",
            alt="A plane with a token's vector as an arrow, and its query, key and value as arrows.",
        )
    with numbers:
        ui.formula(*made.formula())


def matrix() -> None:
    st.header("All queries at once")
    ui.prose(r"""
Every token asks at the same time. Stack the queries, keys and values as rows of three matrices, and one product holds
the [[score]] of every pair. Row $i$ is a query, column $j$ a key, and the [[softmax]] runs along each row. $M$ is zero
where a key may be seen, and $-\infty$ where not. Here the token that asks has your query; each of the others asks with
its own key, that is, for tokens like itself. The scores of two such tokens are the same both ways; their weights are
not, since each row is divided by its own sum.
""")
    ui.formula(
        r"\begin{aligned} \mathrm{Attention}&(Q, K, V) = \\"
        r"& \mathrm{softmax}\left(\frac{Q K^{\top}}{\sqrt{d_k}} + M\right) V \end{aligned}"
    )
    controls, picture = ui.experiment()
    with controls:
        MASKED.draw()
    with picture:
        cells()


@ui.group
def cells() -> None:
    """The map of all queries, and one of its cells opened."""
    names, keys, _ = entries()
    shown, i, j = ui.beside(SHOWN, lambda: ROW.draw(names), lambda: COLUMN.draw(names))
    answer, asker = found(), ASKER.within(len(names))
    signed = shown == "scores"
    values = (answer.scores if signed else answer.weights).tolist()
    asks, allowed = query() if i == asker else keys[i], answer.visible[i].tolist()
    domain, hidden = (-8, 8) if signed else (0, 1), (~answer.visible).tolist()
    look = {"masked": hidden, "signed": signed, "domain": domain, "chosen": (i, j), "value_title": shown[:-1]}
    ui.figure(
        core.charts.heatmap(values, names, names, **look, select=True),
        core.analysis.attention.two_ways_in_words(answer, names, i, j),
        ui.with_words({"query": names}, names, zip(*values, strict=True)),
        key="lookup_matrix",
        alt="A map of queries and keys. Colour is the score or the weight.",
        cell=(ROW, COLUMN),
    )
    ui.inspect_cell(asks, keys, i, j, allowed=allowed, names=names, scale=None if SCALED.value else 1.0)


@ui.group
def one_lookup() -> None:
    """One lookup, and what follows from its keys, values and query."""
    ask()
    saturate()
    matrix()


one_lookup()

exercises = core.exercises.lookup
ui.exercise(
    QUESTION, exercises.share_of_the_first_value, exercises.length_for_a_share, exercises.weight_of_the_way_back
)
ui.close_page()
