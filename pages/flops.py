"""Counting FLOPs: what each part of a layer costs, and where attention overtakes the rest (essay two, section 6)."""

import streamlit as st

import core
from core import ui

RATIOS = ("1", "2", "8/3", "3.5", "4", "8")
DIVISORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
LONGEST, WIDEST = 262_144, 16_384

LENGTH = ui.Number("flops_length", "Tokens, T", 1, LONGEST, step=1, default=4096, box=True)
WIDTH = ui.Number("flops_width", "Width, d", 1, WIDEST, step=1, default=4096, box=True)
RATIO = ui.Choice("flops_ratio", "Hidden width of the FFN, in units of d", RATIOS, default="4")
HEADS = ui.Divisor("flops_heads", "Heads, H", DIVISORS, default=32)
ACTIVATION = ui.Choice("flops_activation", "Kind of FFN", ("relu", "gelu", "swiglu"), default="relu")
CAUSAL = ui.Switch("flops_causal", "Causal mask: count half the pairs")
CACHED = ui.Switch("flops_cached", "Cached decoding: one new token", help="The other T − 1 were computed before.")
QUESTION = ui.Seed("flops_question")

ui.open_page("flops", LENGTH, WIDTH, RATIO, HEADS, ACTIVATION, CAUSAL, CACHED, QUESTION)

st.markdown("""
Attention compares every token with every other, so its cost grows with the square of the text. Everything else in a
layer treats each token by itself and grows in proportion. The square must win in the end. The question is when.

The unit is the **FLOP**, one addition or multiplication of two numbers. A product of matrices is a heap of
multiply-adds, two FLOPs each. Norms, softmax and additions are small beside the products and are not counted. The
feed-forward network (FFN) has two matrices; the SwiGLU kind has three.
""")


def hidden() -> int:
    return core.analysis.counting.hidden_width(WIDTH.value, RATIO.value)


def layer() -> "core.analysis.LayerFlops":
    """The counts at the settings as they stand."""
    return core.analysis.layer_flops(
        1 if CACHED.value else LENGTH.value, WIDTH.value, hidden(), context=LENGTH.value, **options()
    )


def options() -> dict:
    return {"activation": ACTIVATION.value, "causal": CAUSAL.value and not CACHED.value}


def preset(label: str, length: int, width: int, ratio: str, heads: int, activation: str) -> None:
    def apply() -> None:
        for control, value in zip((LENGTH, WIDTH, RATIO, ACTIVATION), (length, width, ratio, activation), strict=True):
            control.set(value)
        HEADS.set(heads)
        CAUSAL.set(False)
        CACHED.set(False)

    st.button(label, on_click=apply, key=f"flops_{label}")


def pair(*draws) -> None:
    """Two controls beside each other, below each other on a phone."""
    for column, draw in zip(st.columns(2), draws, strict=True):
        with column:
            draw()


FLOPS = """
from core.analysis import layer_flops

count = layer_flops($length, $width, $hidden, context=$context, activation=$activation, causal=$causal)
print(count, count.linear_share, count.ffn_share, count.attention_share)
result = [count.qkv, count.scores, count.mix, count.output, count.ffn]
"""


def show_count() -> None:
    with st.container(horizontal=True):
        preset("7B model, 4,096 tokens", 4096, 4096, "4", 32, "relu")
        preset("7B model, 24,576 tokens", 24576, 4096, "4", 32, "relu")
        preset("Paper's base model, 512 tokens", 512, 512, "4", 8, "relu")
    pair(LENGTH.draw, WIDTH.draw)
    pair(RATIO.draw, lambda: HEADS.draw(of=WIDTH.value))
    pair(ACTIVATION.draw, lambda: (CAUSAL.draw(), CACHED.draw()))
    count = layer()
    lines = five_lines(count)
    ui.figure(
        core.charts.bars(list(lines), [flops for *_, flops in lines.values()], form=".3~s", title="FLOPs"),
        f"{count.total:,} FLOPs in all. Feed-forward network {ui.percent(count.ffn_share)}, all linear layers "
        f"{ui.percent(count.linear_share)}, scores and mixing {ui.percent(count.attention_share)}.",
        sums(count, lines),
        key="flops_lines",
        alt="Bars: the FLOPs of each part of a layer.",
    )
    st.dataframe(
        {
            "product": list(lines),
            "FLOPs": [flops for *_, flops in lines.values()],
            "share": [flops / count.total for *_, flops in lines.values()],
            "formula": [formula for formula, *_ in lines.values()],
            "with the numbers": [numbers for _, numbers, _ in lines.values()],
        },
        hide_index=True,
        height="content",
        column_config={
            "share": st.column_config.NumberColumn(format="percent"),
            "FLOPs": st.column_config.NumberColumn(format="localized"),
        },
        key="flops_table",
    )
    total(count)
    st.text(comparison(count))
    ui.run_this(
        FLOPS, core.analysis.layer_flops, shows=[count.qkv, count.scores, count.mix, count.output, count.ffn],
        length=1 if CACHED.value else LENGTH.value, context=LENGTH.value, width=WIDTH.value, hidden=hidden(),
        **options(),
    )  # fmt: skip


def five_lines(count) -> dict:
    """Name -> (formula, the same with the numbers in, FLOPs)."""
    t, d, f = LENGTH.value, WIDTH.value, hidden()
    pairs, in_numbers, n = "T²", f"{t}²", f"{t}"
    if CACHED.value:
        pairs, in_numbers, n = "1·T", f"1·{t}", "1"
    elif CAUSAL.value:
        pairs, in_numbers = "½T(T + 1)", f"½·{t}·{t + 1}"
    rows, m = "1" if CACHED.value else "T", core.analysis.counting.MATRICES[ACTIVATION.value]
    return {
        "queries, keys, values": (f"2·3·{rows}·d²", f"2·3·{n}·{d}²", count.qkv),
        "scores QKᵀ": (f"2·{pairs}·d", f"2·{in_numbers}·{d}", count.scores),
        "mixing PV": (f"2·{pairs}·d", f"2·{in_numbers}·{d}", count.mix),
        "output W_O": (f"2·{rows}·d²", f"2·{n}·{d}²", count.output),
        "feed-forward": (f"2·{m}·{rows}·d·d_ff", f"2·{m}·{n}·{d}·{f}", count.ffn),
    }


def total(count) -> None:
    """The sum: the part that grows with the square, and the part that grows in proportion."""
    t = "" if CACHED.value else "T"
    pairs = "T" if CACHED.value else r"\tfrac{T(T+1)}{2}" if CAUSAL.value else "T^2"
    m = 2 * core.analysis.counting.MATRICES[ACTIVATION.value]
    ui.formula(
        rf"\underbrace{{4\,{pairs}\,d}}_{{\text{{scores and mixing}}}} + "
        rf"\underbrace{{8\,{t}d^2 + {m}\,{t}\,d\,d_{{ff}}}}_{{\text{{linear layers}}}}",
        r"\begin{aligned} $attention & \\ {} + $linear & \\ {} = $total & \end{aligned}",
        attention=latex(count.attention), linear=latex(count.linear), total=latex(count.total),
    )  # fmt: skip


def latex(count: int) -> str:
    return f"{count:,}".replace(",", "{,}")


def sums(count, lines: dict) -> dict:
    """The table behind the chart: the five lines, then the sums that people compare."""
    rows = {name: flops for name, (*_, flops) in lines.items()}
    rows |= {
        "projections Q, K, V, O": count.projections,
        "scores and mixing": count.attention,
        "all linear layers": count.linear,
        "total": count.total,
        "total in multiply-adds": count.multiply_adds,
    }
    return {"line": list(rows), "FLOPs": list(rows.values())}


def comparison(count) -> str:
    """Scores and mixing against the linear layers, in words."""
    a, b = count.attention, count.linear
    word = "equal to" if a == b else "more than" if a > b else "less than"
    return f"Scores and mixing ({a:,}) are {word} all linear layers ({b:,})."


st.header("The five products of a layer")


def show_shares() -> None:
    st.markdown("""
The heads do not appear in any line: $H$ heads of width $d/H$ cost together what one head of width $d$ would. A causal
mask makes half of the pairs useless, and a clever program skips them; an ordinary one computes all and hides half. In
**cached decoding** the keys and values of earlier tokens are kept: a step computes one token, which looks back at $T$.
""")
    st.header("When does attention overtake?")
    st.markdown("""
The shares of the total, for this $d$, over the length of the text. "Attention dominates" can mean three things, and
they happen at three different lengths. For $d_{ff} = 4d$ and no mask these are $2d$, $4d$ and $6d$. In the
formulas of the table, $m$ is the number of matrices of the FFN.
""")
    t, d = LENGTH.value, WIDTH.value
    crossings = core.analysis.counting.crossovers(d, hidden(), **options())
    curve = core.analysis.counting.share_curve(
        min(t, max(1, d // 8)), max(t, 32 * d), d, hidden(), cached=CACHED.value, **options()
    )
    marks = {f"{number}": one.length for number, one in enumerate(crossings, 1) if one.length > curve.lengths[0]}
    count = layer()
    ui.figure(
        core.charts.areas(
            curve.lengths,
            {"feed-forward": curve.ffn, "Q, K, V, O": curve.projections, "scores and mixing": curve.attention},
            x_title="tokens, T", x_log=True, rules=marks, marker=t,
        ),
        f"At T = {t:,} (solid line) scores and mixing have {ui.percent(count.attention_share)}. "
        + " ".join(f"{n}: {crossing_text(one)}." for n, one in enumerate(crossings, 1)),
        {
            "T": curve.lengths, "feed-forward": curve.ffn, "projections": curve.projections,
            "scores and mixing": curve.attention,
        },
        key="flops_shares",
        alt="Stacked areas over the number of tokens: the share that each part has of the FLOPs.",
    )  # fmt: skip
    names = {
        "which comparison": [one.name for one in crossings],
        "formula": [one.formula for one in crossings],
        "equal at T": [one.length for one in crossings],
        "exceeds from T": [one.first_above for one in crossings],
    }
    st.dataframe(names, hide_index=True, height="content", key="flops_crossovers")
    with st.container(horizontal=True):
        for one in crossings:
            goal = int(min(LONGEST, max(1, one.length)))
            st.button(f"Go to T = {goal:,}", on_click=lambda goal=goal: LENGTH.set(goal), key=f"flops_go_{one.formula}")


def crossing_text(one) -> str:
    if one.length < 1:
        return f"{one.name} at every length"
    return f"{one.name} above T = {one.length:,.0f}"


@ui.group
def show_counter() -> None:
    st.markdown("""
A sentence one often reads: with $d = 4096$ and up to 4,096 tokens, more than 85 % of the compute is in the feed-forward
projections. At that very point the counts say:
""")
    there = core.analysis.layer_flops(4096, 4096)
    st.markdown(
        f"**{ui.percent(there.linear_share)}** in *all* linear layers, Q, K, V and O among them; the feed-forward "
        f"network alone has **{ui.percent(there.ffn_share)}**, and scores with mixing "
        f"**{ui.percent(there.attention_share)}**. "
        "The number is right; the name of what it counts is not."
    )
    st.header("Counted while it runs")
    st.markdown("""
A formula can be wrong, so here is the layer itself. It runs in torch, and every matrix product that it starts is
counted by torch's own rules. Its tensors have shapes and no numbers in them, which is why any size can be counted.
""")
    config = core.transformer.ModelConfig(
        d_model=WIDTH.value, n_heads=HEADS.value, d_ff=hidden(), activation=ACTIVATION.value
    )
    t = LENGTH.value
    counted = core.analysis.counting.counted_flops(config, t)
    formula = core.analysis.layer_flops(t, WIDTH.value, hidden(), activation=ACTIVATION.value)
    names = ("qkv", "scores", "mix", "output", "ffn")
    measured, exact = ([getattr(one, name) for name in names] for one in (counted.by_line, formula))
    same = "equal to the digit" if counted.total == formula.total else "not equal"
    ui.figure(
        core.charts.bars(
            list(five_lines(formula)), measured, form=".3~s", title="FLOPs counted by torch", marks=exact,
            marks_title="formula",
        ),
        f"torch counts {counted.total:,} FLOPs in {len(counted.products)} products; the formula says "
        f"{formula.total:,}: {same}. The short upright lines are the formula.",
        {
            "line": [p.line for p in counted.products],
            "torch's operator": [p.operator for p in counted.products],
            "shapes": [" · ".join(" × ".join(map(str, shape)) for shape in p.shapes) for p in counted.products],
            "FLOPs": [p.flops for p in counted.products],
        },
        key="flops_counter",
        alt="Bars: the FLOPs of each part as torch counts them, and lines for the formula.",
    )  # fmt: skip
    if CAUSAL.value or CACHED.value:
        st.text("This is the whole layer on all T tokens: with a mask it computes every pair all the same.")
    ui.run_this(
        COUNTED, core.analysis.counting.counted_flops, shows=measured, name="counter",
        width=WIDTH.value, heads=HEADS.value, hidden=hidden(), activation=ACTIVATION.value, length=t,
    )  # fmt: skip


COUNTED = """
from core.analysis.counting import counted_flops
from core.transformer import ModelConfig

config = ModelConfig(d_model=$width, n_heads=$heads, d_ff=$hidden, activation=$activation)
counted = counted_flops(config, $length)
for product in counted.products:
    print(product)
lines = counted.by_line
result = [lines.qkv, lines.scores, lines.mix, lines.output, lines.ffn]
"""


@ui.group
def show_measured() -> None:
    st.header("FLOPs are not seconds")
    st.markdown("""
A processor does not spend the same time on every FLOP: small products keep it waiting for memory, and the softmax,
which we did not count, walks over all $T^2$ scores. So the time is measured, on the machine that runs this page, and
held against a steady rate: that of the longest text for all lengths.
""")
    config = core.analysis.counting.timed_config(WIDTH.value, hidden(), HEADS.value, ACTIVATION.value)
    if config.d_model != WIDTH.value:
        st.text(
            f"d = {WIDTH.value:,} is too wide to time here: the same proportions at d = {config.d_model} are timed."
        )
    timings = ui.jobs("flops")
    job = timings.get(config)
    with st.container(horizontal=True):
        st.button(
            "Measure again" if job else "Measure", key="flops_measure", disabled=bool(timings.running),
            on_click=lambda: timings.start(config, lambda: core.analysis.counting.time_over_length(config)),
        )  # fmt: skip
        if timings.running:
            st.button("Stop", key="flops_stop", on_click=timings.stop)
    if job:
        ui.watch(job, lambda: show_times(job), key="flops_times")


def show_times(job) -> None:
    if job.error:
        st.text(job.error)
    if not job.records:
        st.text("Waiting for a free place …" if job.ahead else "Measuring …")
        return
    lengths = [length for length, _ in job.records]
    times = [time for _, time in job.records]
    steady = core.analysis.counting.at_steady_rate(times)
    ui.figure(
        core.charts.curves(
            lengths,
            {"measured": [time.seconds for time in times], "at a steady rate": steady},
            x_title="tokens, T", y_title="seconds", x_log=True, y_log=True, y_format="~g",
        ) if len(lengths) > 1 else core.charts.bars([f"T = {lengths[0]}"], [times[0].seconds], form=".2~e"),
        f"At T = {lengths[-1]:,} a pass takes {1000 * times[-1].seconds:,.1f} ms, "
        f"{times[-1].flops_per_second / 1e9:,.1f} billion FLOPs a second; at T = {lengths[0]:,} it is "
        f"{times[0].flops_per_second / 1e9:,.1f} billion.",
        {
            "T": lengths,
            "FLOPs": [time.flops for time in times],
            "seconds (median)": [time.seconds for time in times],
            "FLOPs per second": [time.flops_per_second for time in times],
        },
        key="flops_timing",
        alt="The measured seconds of a pass at each length, beside a steady rate.",
    )  # fmt: skip


@ui.group
def layer_costs() -> None:
    """One layer, counted on paper, in the machine and by the clock."""
    show_count()
    show_shares()
    show_counter()
    show_measured()


layer_costs()


def sides(one, d: int, f: int) -> str:
    """The right-hand side of a crossover with its numbers in."""
    return f"{f}" if "linear" not in one.name else rf"2 \cdot {d} + {f}"


def question(rng) -> ui.Question:
    """One of the three crossovers, for another width."""
    d, ratio = rng.choice([256, 512, 768, 1024, 2048]), rng.choice([2, 4, 6, 8])
    one = rng.choice(core.analysis.counting.crossovers(d, ratio * d)[1:])
    return ui.Question(
        f"A layer has width d = {d:,} and a feed-forward network of d_ff = {ratio}d = {ratio * d:,} with two matrices. "
        f"At which length T is the cost equal, so that beyond it {one.name}?",
        answer=one.length,
        working="Scores and mixing cost $4T^2d$, the feed-forward network $4Td\\,d_{ff}$, the projections $8Td^2$. "
        f"Set the sides equal and divide by $4Td$: $T = {sides(one, d, ratio * d)} = {one.length:,.0f}$.",
        digits=0,
    )


ui.exercise(QUESTION, question)
ui.close_page()
