"""Pre-norm blocks: where the normalisation stands, and what that does to a deep stack (essay two, section 7)."""

import streamlit as st

import core
from core import ui

RATES, PLACES = (0.001, 0.002, 0.004, 0.008, 0.015), ("pre", "post")

VECTOR = ui.Numbers("block_vector", "The vector x", default=(1, 2, 3, 4), fewest=2, most=8, low=-100, high=100)
PLACE = ui.Choice("block_place", "Place of the norm", PLACES, "pre", ("before: pre-norm", "after: post-norm"))
NORM = ui.Choice("block_norm", "Norm", ("rms", "layer"), default="rms", labels=("RMSNorm", "LayerNorm"))
ACTIVATIONS = {"swiglu": "SwiGLU", "relu": "ReLU", "gelu": "GELU"}
ACTIVATION = ui.Choice(
    "block_activation", "Feed-forward network", tuple(ACTIVATIONS), "swiglu", tuple(ACTIVATIONS.values())
)
GAIN = ui.Number("block_gain", "Gain of both sub-layers", 0.0, 2.0, step=0.1, default=1.0)
DEPTH = ui.Number("pre_norm_depth", "Layers", 1, 48, step=1, default=12)
SEED = ui.Number("pre_norm_seed", "Seed of the weights", 0, 99, step=1, default=0, box=True, term="seed")
STACK = ui.Number("stack_depth", "Layers in the stack", 1, 12, step=1, default=4)
RATE = ui.Steps("stack_rate", "Learning rate", RATES, default=0.008)
WARMUP = ui.Number("stack_warmup", "Steps of warm-up", 5, 100, step=5, default=40, term="warm-up")
LENGTH = ui.Steps("stack_steps", "Training steps", (50, 100, 200), default=100)
STACK_SEED = ui.Number("stack_seed", "Seed of the runs", 0, 99, step=1, default=0, box=True, term="seed")
QUESTION = ui.Seed("pre_norm_question")

BLOCK, EXPERIMENT = (VECTOR, PLACE, NORM, ACTIVATION, GAIN), (STACK, RATE, WARMUP, LENGTH, STACK_SEED)

ui.open_page("pre_norm", *BLOCK, DEPTH, SEED, *EXPERIMENT, QUESTION)

ui.prose("""
Each [[sub-layer]] of a Transformer adds its result to a **[[stream]]** that runs through the whole network. The paper
puts a [[normalisation]] *on* the stream, after each addition: **[[post-norm]]**. Models of today put it on the branch,
before the sub-layer: **[[pre-norm]]**. Then nothing stands on the stream but additions, from the first [[layer]] to the
last.
""")

st.header("One block, with numbers in it")
ui.prose("""
A real block with random weights, and your vector as the last of three [[tokens]]. The thick line is the stream, dashed
boxes are norms. $W_O$ is the matrix that mixes what the [[heads]] have found. [[FFN]] is the feed-forward network.
[[RMSNorm]], the norm of many newer models, divides by the root of the mean square and takes off no mean. [[SwiGLU]] is
an FFN whose [[hidden units]] are multiplied by a second, gating set.
""")


def show_block() -> None:
    vector = VECTOR.draw()
    controls, picture = ui.experiment()
    with controls:
        place, norm, activation, gain = PLACE.draw(), NORM.draw(), ACTIVATION.draw(), GAIN.draw()
    config = core.analysis.depth.block_config(len(vector), place, norm, activation)
    steps = core.analysis.depth.block_steps(core.analysis.depth.rows_ending_in(vector), config, gain=gain)
    stations = [core.charts.Station(*core.analysis.depth.station(step, place, NORM.shown(norm))) for step in steps]
    program = {"vector": vector, "place": place, "norm": norm, "activation": activation, "gain": gain}
    with picture:
        ui.figure(
            core.charts.stream_diagram(stations),
            core.analysis.depth.block_in_words(steps, place, NORM.shown(norm)),
            core.analysis.depth.block_table(steps),
            key="block_diagram",
            alt="A block as boxes: the residual stream on the left, the branches on the right.",
            more=ui.program(core.programs.pre_norm.BLOCK, shows=steps[-1].values.tolist(), **program),
        )
        ui.formula(*core.analysis.depth.block_formula(steps, place))


def block(place: str):
    """The chosen block with its norms at this place."""
    return core.analysis.depth.flow_config(place, norm=NORM.value, activation=ACTIVATION.value)


def show_gradient() -> None:
    controls, picture = ui.experiment()
    with controls:
        depth, seed = DEPTH.draw(), SEED.draw()
    pre, post = (ui.kept(core.analysis.depth.flow)(depth, block(place), seed=seed) for place in PLACES)
    layers, gradients = list(range(depth + 1)), {"pre-norm": pre.gradient, "post-norm": post.gradient}
    stack = {"depth": depth, "norm": NORM.value, "activation": ACTIVATION.value, "seed": seed}
    axes = {"x_title": "after layer", "y_title": "relative gradient", "height": 220}
    more = ui.program(core.programs.pre_norm.FLOW, shows=pre.gradient, **stack)
    if depth > 1:
        more |= {"Gradient of the weights": lambda: show_weight_gradient(layers[1:], pre, post)}
    with picture:
        st.markdown("The gradient that reaches the stream after each layer, as a multiple of the gradient at the top:")
        ui.figure(
            core.charts.power_curves(layers, gradients, 0.1, 10, **axes),
            core.analysis.depth.arrival_in_words(pre, post),
            {"after layer": layers, **gradients},
            key="pre_norm_gradient",
            alt="Curves: the gradient after each layer, with pre-norm and with post-norm.",
            more=more,
        )
        ui.formula(
            r"\frac{\lVert \partial L / \partial x_0 \rVert}{\lVert \partial L / \partial x_L \rVert}",
            r"\begin{aligned} L = $depth:\quad & $pre \text{ with pre-norm} \\"
            r" & $post \text{ with post-norm} \end{aligned}",
            depth=depth,
            pre=ui.number(pre.gradient_at_input, 3),
            post=ui.number(post.gradient_at_input, 3),
        )


def show_weight_gradient(layers: list[int], pre, post) -> None:
    lines = {"pre-norm": pre.weight_gradient, "post-norm": post.weight_gradient}
    last = [ui.number(line[-1], 1) for line in lines.values()]
    ui.figure(
        core.charts.curves(layers, lines, x_title="layer", y_title="gradient of W₂", y_format=".3~g", height=220),
        f"The gradient of W₂, the second matrix of the FFN. In the last layer it is {last[0]} with pre-norm and "
        f"{last[1]} with post-norm.",
        {"layer": layers, **lines},
        key="pre_norm_weights",
        alt="Curves: the gradient of W₂ in each layer, with pre-norm and with post-norm.",
    )


@ui.group
def show_over_depth() -> None:
    ui.prose("""
The often-told story is that post-norm lets the gradient vanish and pre-norm carries it down unweakened. With pre-norm
it arrives not only unweakened but larger, for every layer adds its share. With post-norm it depends on the block and on
the draw of its weights whether the bottom gets more or less than the top. The trouble is at the top. So each depth is
drawn with twenty [[seeds]]; a line goes through the medians, a band holds the middle half.
""")
    spread = ui.kept(core.analysis.depth.flow_spread, spinner="Twenty stacks of each depth")
    pre, post = (spread(DEPTHS, block(place)) for place in PLACES)
    ui.beside(lambda: show_arrivals(pre, post), lambda: show_tops(pre, post))


DEPTHS = (2, 4, 8, 16, 24)


def show_arrivals(pre, post) -> None:
    found = {"pre-norm": pre.gradient_at_input, "post-norm": post.gradient_at_input}
    reading = core.analysis.depth.arrival_over_seeds_in_words(pre, post)
    alt = "Curves: the gradient at the input over the depth of the stack."
    over_depths(found, reading, axis=("gradient at the input", 0.1, 10), key="pre_norm_arrivals", alt=alt)


def show_tops(pre, post) -> None:
    found = {"pre-norm": pre.top_weight_gradient, "post-norm": post.top_weight_gradient}
    law = {"1 / √L": core.analysis.depth.root_law(DEPTHS, pre.top_weight_gradient.median)}
    reading, axis = core.analysis.depth.tops_in_words(pre, post), ("gradient of the last W₂", 10, 100)
    alt = "Curves: the gradient of the last layer over the depth of the stack."
    over_depths(found, reading, axis=axis, law=law, key="pre_norm_top", alt=alt)


def over_depths(found: dict, reading: str, *, axis: tuple[str, float, float], law: dict | None = None, **shown) -> None:
    """Medians and middle halves over the depth of the stack; axis: its title and its ends."""
    lines, bands = {name: one.median for name, one in found.items()}, {name: one.band for name, one in found.items()}
    axes = {"x_title": "layers in the stack, L", "y_title": axis[0], "x_log": True, "bands": bands, "height": 220}
    chart = core.charts.power_curves(DEPTHS, lines | (law or {}), *axis[1:], **axes)
    table = {"layers": DEPTHS, **core.analysis.depth.quarters(found), **(law or {})}
    ui.figure(chart, reading, table, **shown)


@ui.group
def gradient_and_depth() -> None:
    """The gradient at one depth and over all of them."""
    ui.prose("""
Set the gain to 0, so that both sub-layers give zeros: the pre-norm block hands on exactly what came in, the post-norm
block hands on the norm of it.
""")
    st.header("The gradient in a fresh stack")
    ui.prose("""
Before the first step of training, a random [[gradient]] is sent down through a stack of such blocks by
[[automatic differentiation]]. The norm and the FFN are those chosen above; the width is 64.
""")
    show_gradient()
    show_over_depth()


@ui.group
def blocks() -> None:
    """One block, and fresh stacks of such blocks."""
    show_block()
    gradient_and_depth()


blocks()
ui.prose("""
Pre-norm does not do without a norm at the end: the stream grows from layer to layer, and one final norm brings it back.
It divides by that growth, so the top layer's gradient falls like $1/\\sqrt{L}$. With post-norm it keeps its full size
however deep the stack is (Xiong et al. 2020). [[Warm-up]] keeps steps small while the top gradients are large.
""")

st.header("Does it train?")
ui.prose("""
So let it train. A stack of such layers, width 32, is to write four letters in reverse order. Four runs from the same
seed, on the same [[batches]]: post-norm and pre-norm, each with the full [[learning rate]] from the first step, and
with a rate that climbs to it in a straight line. It takes some seconds, in the background.
""")


@ui.group
def show_experiment() -> None:
    controls, picture = ui.experiment()
    with controls:
        settings = {"depth": STACK.draw(), "learning_rate": RATE.draw(), "warmup": WARMUP.draw()}
        settings |= {"steps": LENGTH.draw(), "seed": STACK_SEED.draw()}
        key, runs = tuple(settings.items()), ui.jobs("pre_norm")
        job, running = runs.get(key), runs.running
        ui.start_and_stop(
            runs,
            "Train the four",
            lambda: runs.start(key, lambda: core.training.four_runs(**settings)),
            keys=("stack_train", "stack_stop"),
            done=job is not None and not (job.stopped or job.error),
        )
    with picture:
        if running and not job:
            st.text("Another experiment goes on. Stop it, or wait for its end, to train with these settings.")
        if job:
            ui.watch(job, lambda: show_runs(job, settings), key="stack_watch")


def show_runs(job, settings: dict) -> None:
    if job.error:
        st.text(job.error)
    if not job.records:
        st.text(f"{job.ahead} ahead in the queue …" if job.ahead else "Starting …")
        return
    curves, steps = core.analysis.depth.run_curves(job.records, finished=not job.alive), list(range(settings["steps"]))
    losses = {curve.name: core.analysis.depth.smoothed(curve.loss) for curve in curves}
    axes = {"x_title": "step", "y_title": "loss, nats per letter", "y_domain": (0, 3), "y_format": ".1f"}
    rules, first = {"guessing, ln 8": core.analysis.depth.GUESSING}, [x for x in curves[0].loss if x == x]
    one = {name: value for name, value in settings.items() if name != "warmup"}
    ui.figure(
        core.charts.curves(steps, losses, **axes, rules=rules),
        core.analysis.depth.runs_in_words(curves),
        {"step": steps, **{curve.name: curve.loss for curve in curves}},
        key="stack_loss",
        alt="Curves: the loss of each stack over the steps of the training.",
        more={} if job.alive else ui.program(core.programs.pre_norm.STACKED, shows=first, **one),
    )
    form = {"accuracy at the end": st.column_config.NumberColumn(format="percent")}
    table = core.analysis.depth.runs_table(curves)
    st.dataframe(table, hide_index=True, height="content", key="stack_table", column_config=form)
    if not job.alive:
        st.text(core.analysis.depth.VERDICTS)


show_experiment()

exercises = core.exercises.pre_norm
ui.exercise(
    QUESTION, exercises.middle_of_a_block, exercises.depth_of_a_gradient, exercises.stream_before_the_final_norm
)
ui.close_page()
