"""Counting FLOPs: what each part of a layer costs, and where attention overtakes the rest (essay two, section 6)."""

from dataclasses import replace

import streamlit as st

import core
from core import ui

RATIOS = ("1", "2", "8/3", "3.5", "4", "8")
DIVISORS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
LONGEST, WIDEST = 262_144, 16_384

LENGTH = ui.Number("flops_length", "Tokens, T", 1, LONGEST, step=1, default=4096, box=True)
WIDTH = ui.Number("flops_width", "Width, d", 1, WIDEST, step=1, default=4096, box=True, term="model-width")
RATIO = ui.Choice("flops_ratio", "Hidden width of the FFN, in units of d", RATIOS, default="4", term="hidden-width")
HEADS = ui.Divisor("flops_heads", "Heads, H", DIVISORS, default=32)
ACTIVATION = ui.Choice(
    "flops_activation", "Kind of FFN", ("relu", "gelu", "swiglu"), "relu", ("ReLU", "GELU", "SwiGLU")
)
CAUSAL = ui.Switch("flops_causal", "Causal mask", help="Half of the pairs are counted.")
CACHED = ui.Switch("flops_cached", "Cached", help="One new token: the other T − 1 were computed before.")
QUESTION = ui.Seed("flops_question")

ui.open_page("flops", LENGTH, WIDTH, RATIO, HEADS, ACTIVATION, CAUSAL, CACHED, QUESTION)

ui.prose("""
[[Attention]] compares every [[token]] with every other, so its cost grows with the square of the text. Everything else
in a [[layer]] treats each token by itself and grows in proportion. The square must win in the end. The question is
when.

The unit is the **[[FLOP]]**, one addition or multiplication of two numbers. A product of matrices is many
multiply-adds, two FLOPs each. [[Norms]], [[softmax]] and additions are small beside the products and are not counted.
The [[feed-forward network]] (FFN) has two matrices; the [[SwiGLU]] kind has three.
""")


def layer() -> "core.analysis.counting.LayerSetting":
    """The layer that the controls describe."""
    hidden = core.analysis.counting.hidden_width(WIDTH.value, RATIO.value)
    kind = {"activation": ACTIVATION.value, "causal": CAUSAL.value, "cached": CACHED.value}
    return core.analysis.counting.LayerSetting(LENGTH.value, WIDTH.value, hidden, **kind)


def known(length: int, width: int, heads: int) -> dict:
    """The setting of a known model: all of a text at once, with the FFN of the paper."""
    sizes = {LENGTH: length, WIDTH: width, RATIO: "4", HEADS: heads}
    return sizes | {ACTIVATION: "relu", CAUSAL: False, CACHED: False}


PRESETS = {
    "A layer of d = 4,096, 4,096 tokens": known(4096, 4096, 32),
    "The same, 24,576 tokens": known(24576, 4096, 32),
    "Paper's base model, 512 tokens": known(512, 512, 8),
}


def show_count() -> None:
    ui.presets(PRESETS, key="flops")
    controls, picture = ui.experiment()
    with controls:
        LENGTH.draw()
        WIDTH.draw()
        RATIO.draw()
        HEADS.draw(of=WIDTH.value)
        for control in (ACTIVATION, CAUSAL, CACHED):
            control.draw()
    with picture:
        show_products(layer())


def show_products(setting) -> None:
    count, table = setting.count(), core.analysis.counting.product_table(setting)
    sizes = {"length": setting.new, "context": setting.length, "width": setting.d_model, "hidden": setting.d_ff}
    ui.figure(
        core.charts.bars(table["product"], table["FLOPs"], form=".3~s", title="FLOPs"),
        core.analysis.counting.shares_in_words(count),
        core.analysis.counting.sum_table(setting),
        key="flops_lines",
        alt="Bars: the FLOPs of each part of a layer.",
        more=ui.program(core.programs.flops.FLOPS, shows=table["FLOPs"], **sizes, **setting.options),
    )
    number = st.column_config.NumberColumn
    columns = {"share": number(format="percent"), "FLOPs": number(format="localized")}
    st.dataframe(table, hide_index=True, height="content", column_config=columns, key="flops_table")
    ui.formula(
        core.analysis.counting.total_formula(setting),
        r"\begin{aligned} $attention & \\ {} + $linear & \\ {} = $total & \end{aligned}",
        attention=ui.thousands(count.attention),
        linear=ui.thousands(count.linear),
        total=ui.thousands(count.total),
    )
    st.text(core.analysis.counting.comparison_in_words(count))


st.header("The five products of a layer")


def show_shares() -> None:
    ui.prose("""
"More [[heads]] cost more", one may think. But the heads do not appear in any line: $H$ heads of width $d/H$ cost
together what one head of width $d$ would. A [[causal mask]] makes half of the pairs useless, and a clever program skips
them; an ordinary one computes all and hides half. In **[[cached decoding]]** the [[keys]] and [[values]] of earlier
tokens are kept: a step computes one token, which looks back at $T$.
""")
    st.header("When does attention overtake?")
    ui.prose("""
The shares of the total, for this $d$, over the length of the text. "Attention dominates" can mean three things, and
they happen at three different lengths. For $d_{ff} = 4d$ and no [[mask]] these are $2d$, $4d$ and $6d$. (Behind
*[[Crossovers]]* are the formulas; in them, $m$ is the number of matrices of the FFN.)
""")
    setting = layer()
    t, d, f, count = setting.length, setting.d_model, setting.d_ff, setting.count()
    crossings = core.analysis.counting.crossovers(d, f, **setting.options)
    ends = min(t, max(1, d // 8)), max(t, 32 * d)
    table = core.analysis.counting.crossing_table(crossings)
    curve = core.analysis.counting.share_curve(*ends, d, f, cached=setting.cached, **setting.options)
    ui.figure(
        core.charts.areas(
            curve.lengths,
            {"feed-forward": curve.ffn, "Q, K, V, O": curve.projections, "scores and mixing": curve.attention},
            x_title="tokens, T",
            x_log=True,
            rules={f"{n}": one.length for n, one in enumerate(crossings, 1) if one.length > curve.lengths[0]},
            marker=t,
        ),
        f"At T = {t:,} (solid line) scores and mixing have {ui.percent(count.attention_share)}. "
        + " ".join(f"{n}: {core.analysis.counting.crossing_in_words(one)}." for n, one in enumerate(crossings, 1)),
        core.analysis.counting.share_table(curve),
        key="flops_shares",
        alt="Stacked areas over the number of tokens: the share that each part has of the FLOPs.",
        more={"Crossovers": lambda: st.dataframe(table, hide_index=True, height="content", key="flops_crossovers")},
    )
    with st.container(horizontal=True):
        for one in crossings:
            goal = int(min(LONGEST, max(1, one.length)))
            ui.preset(f"Go to T = {goal:,}", {LENGTH: goal}, key=f"flops_go_{one.formula}")


@ui.group
def show_counter() -> None:
    ui.prose("""
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
    ui.prose("""
A formula can be wrong, so here is the layer itself. It runs in torch, and every matrix product that it starts is
counted by torch's own rules. Its tensors have shapes and no numbers in them, which is why any size can be counted.
""")
    setting = replace(layer(), causal=False, cached=False)
    sizes = {"d_model": setting.d_model, "n_heads": HEADS.value, "d_ff": setting.d_ff}
    config = core.transformer.ModelConfig(**sizes, activation=setting.activation)
    counted = core.analysis.counting.counted_flops(config, setting.length)
    formula = core.analysis.counting.product_table(setting)
    by_line, marks = counted.by_line, {"marks": formula["FLOPs"], "marks_title": "formula"}
    measured = [by_line.qkv, by_line.scores, by_line.mix, by_line.output, by_line.ffn]
    total = setting.count().total
    kind = {"width": WIDTH.value, "heads": HEADS.value, "hidden": setting.d_ff, "activation": ACTIVATION.value}
    ui.figure(
        core.charts.bars(formula["product"], measured, form=".3~s", title="FLOPs counted by torch", **marks),
        f"torch counts {counted.total:,} FLOPs in {len(counted.products)} products; the formula says "
        f"{total:,}: {'equal to the digit' if counted.total == total else 'not equal'}. The short upright lines are "
        "the formula.",
        core.analysis.counting.counted_table(counted),
        key="flops_counter",
        alt="Bars: the FLOPs of each part as torch counts them, and lines for the formula.",
        more=ui.program(core.programs.flops.COUNTED, shows=measured, length=LENGTH.value, **kind),
    )
    if CAUSAL.value or CACHED.value:
        st.text("This is the whole layer on all T tokens: with a mask it computes every pair all the same.")


@ui.group
def show_measured() -> None:
    st.header("FLOPs are not seconds")
    ui.prose("""
A processor does not spend the same time on every FLOP: small products keep it waiting for memory, and the softmax,
which we did not count, walks over all $T^2$ [[scores]]. So the time is measured, on the machine that runs this page,
and held against a steady rate: that of the longest text for all lengths.
""")
    config = core.analysis.counting.timed_config(WIDTH.value, layer().d_ff, HEADS.value, ACTIVATION.value)
    if config.d_model != WIDTH.value:
        st.text(
            f"d = {WIDTH.value:,} is too wide to time here: the same proportions at d = {config.d_model} are timed."
        )
    timings = ui.jobs("flops")
    job = timings.get(config)
    ui.start_and_stop(
        timings,
        "Measure again" if job else "Measure",
        lambda: timings.start(config, lambda: core.analysis.counting.time_over_length(config)),
        keys=("flops_measure", "flops_stop"),
        main=False,
    )
    if job:
        ui.watch(job, lambda: show_times(job), key="flops_times")


def show_times(job) -> None:
    if job.error:
        st.text(job.error)
    if not job.records:
        st.text("Waiting for a free place …" if job.ahead else "Measuring …")
        return
    lengths, times = (list(column) for column in zip(*job.records, strict=True))
    steady = core.analysis.counting.at_steady_rate(times)
    axes = {"x_title": "tokens, T", "y_title": "seconds", "x_log": True, "y_log": True, "y_format": "~g"}
    ui.figure(
        core.charts.curves(lengths, {"measured": [time.seconds for time in times], "at a steady rate": steady}, **axes)
        if len(lengths) > 1
        else core.charts.bars([f"T = {lengths[0]}"], [times[0].seconds], form=".2~e"),
        core.analysis.counting.times_in_words(lengths, times),
        core.analysis.counting.time_table(lengths, times),
        key="flops_timing",
        alt="The measured seconds of a pass at each length, beside a steady rate.",
    )


@ui.group
def layer_costs() -> None:
    """One layer, counted on paper, in the machine and by the clock."""
    show_count()
    show_shares()
    show_counter()
    show_measured()


layer_costs()


exercises = core.exercises.flops
ui.exercise(QUESTION, exercises.length_at_a_crossover, exercises.length_of_a_share, exercises.scores_of_all_heads)
ui.close_page()
