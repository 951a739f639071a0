"""Residual connections and layer normalisation: what they do for signal and gradient (essay one, section 6)."""

import streamlit as st

import core
from core import ui

NORMS = ("post", "pre", "none")
VECTORS = {
    "1, 2, 3, 4": (1, 2, 3, 4),
    "Far from zero": (10000, 10001, 10002, 10003),
    "Constant": (5, 5, 5, 5),
    "One number": (7,),
}
SAID = "Tom bought a new car yesterday."
STEPS = ("input", "centred", "normalised", "scaled", "shifted")

DEPTH = ui.Number("residual_depth", "Layers", 1, 48, step=1, default=6)
NORM = ui.Choice("residual_norm", "Norms", NORMS, default="post", labels=("post-norm", "pre-norm", "none"))
GAIN = ui.Number("residual_gain", "Gain of what each sub-layer adds", 0.0, 4.0, step=0.05, default=1.0)
VECTOR = ui.Numbers("norm_vector", "Vector", default=(1, 2, 3, 4), most=8, low=-100_000, high=100_000)
STEP = ui.Choice("norm_step", "Step", STEPS, default="normalised")
GAMMA = ui.Number("norm_gain", "Gain, γ", -3.0, 3.0, step=0.1, default=1.0)
BETA = ui.Number("norm_bias", "Bias, β", -3.0, 3.0, step=0.1, default=0.0)
SENTENCE = ui.Sentence("stream_text", "English sentence", default=SAID, most=120, tokens=24)
PLACE = ui.Index("stream_position", "Position", most=41, default=1)
QUESTION = ui.Seed("residuals_question")

ui.open_page("residuals", DEPTH, NORM, GAIN, VECTOR, STEP, GAMMA, BETA, SENTENCE, PLACE, QUESTION)

ui.prose("""
A sub-layer, attention or feed-forward, does not replace its input $x$. It computes something and **adds** it: the
result is $x + \\mathrm{Sublayer}(x)$. The added path around the sub-layer is the residual connection, or skip. In the
paper a layer normalisation follows, which brings every vector back to mean 0 and spread 1.

What is that good for? Here real layers are stacked, fresh from initialisation, and nothing is assumed: a random input
goes up through them, a random gradient comes down, by automatic differentiation. Once with the skips, once without.
""")
ui.formula(
    r"\begin{gathered} y = x + \mathrm{Sublayer}(x) \\[4pt] \frac{\partial L}{\partial x} = "
    r"\frac{\partial L}{\partial y}\left(1 + \frac{\partial\,\mathrm{Sublayer}}{\partial x}\right) \end{gathered}"
)


def flow(depth: int, norm: str, skip: bool, gain: float) -> "core.analysis.depth.Flow":
    """Signal and gradient through fresh layers; post, pre, or no norms at all."""
    config = core.analysis.depth.flow_config("pre" if norm == "pre" else "post")
    return ui.kept(core.analysis.depth.flow)(depth, config, skip=skip, norms=norm != "none", gain=gain)


WITH, WITHOUT = "with the skips", "without"


def show_flow() -> None:
    depth, norm, gain = DEPTH.draw(), NORM.draw(), GAIN.draw()
    ui.caption("post: norm after the addition, as in the paper. pre: norm before the sub-layer. none: no norms.")
    kept, cut = flow(depth, norm, True, gain), flow(depth, norm, False, gain)
    st.markdown("**Signal**: how much of the input is still there, as the cosine between the stream and the input.")
    over_layers(
        {WITH: kept.cosine, WITHOUT: cut.cosine},
        core.analysis.depth.kept_in_words("cosine", kept.cosine, cut.cosine),
        title="cosine to the input",
        key="residual_signal",
        alt="Curves: the cosine to the input after each layer, with and without the skips.",
    )
    st.markdown(
        "**Sameness**: the mean cosine between different positions. At 1 all have become one and the same vector."
    )
    over_layers(
        {WITH: kept.similarity, WITHOUT: cut.similarity},
        core.analysis.depth.kept_in_words("sameness", kept.similarity, cut.similarity, 3),
        title="sameness",
        top=1.02,
        key="residual_similarity",
        alt="Curves: how alike the tokens are after each layer, with and without the skips.",
    )
    show_gradient(kept, cut)
    block = {"skip": False, "place": "pre" if norm == "pre" else "post", "norms": norm != "none"}
    ui.run_this(core.programs.residuals.FLOW, shows=cut.gradient, depth=depth, gain=gain, **block)


def over_layers(lines: dict, reading: str, *, title: str, top: float = 1, height: int = 220, **shown) -> None:
    """Cosines after each layer."""
    layers = list(range(len(next(iter(lines.values())))))
    axes = {"x_title": "after layer", "y_title": title, "y_domain": (-0.25, top), "height": height}
    ui.figure(core.charts.curves(layers, lines, **axes), reading, {"after layer": layers, **lines}, **shown)


def show_gradient(kept, cut) -> None:
    """What arrives of the gradient at each layer."""
    st.markdown("**Gradient**: its length at each height, over its length at the top. The axis is in powers of ten.")
    layers, gradients = list(range(kept.depth + 1)), {WITH: kept.gradient, WITHOUT: cut.gradient}
    in_words, in_latex = core.analysis.depth.factor_in_words, core.analysis.depth.factor_in_latex
    axes = {"x_title": "at layer", "y_title": "relative gradient", "height": 220}
    ui.figure(
        core.charts.power_curves(layers, gradients, 1e-2, 10, **axes),
        f"The input receives {in_words(kept.gradient_at_input)} of the gradient at the top with the skips, "
        f"{in_words(cut.gradient_at_input)} without.",
        {"at layer": layers, **gradients},
        key="residual_gradient",
        alt="Curves: the gradient at each layer, with and without the skips.",
    )
    ui.formula(
        r"\frac{\lVert \partial L / \partial x_0 \rVert}{\lVert \partial L / \partial x_L \rVert}",
        r"\begin{aligned} L = $depth: \quad & $kept \text{ with the skips} \\ & $cut \text{ without} \end{aligned}",
        depth=kept.depth,
        kept=in_latex(kept.gradient_at_input),
        cut=in_latex(cut.gradient_at_input),
    )


st.header("Up and down through the layers")

DEPTHS = (1, 3, 6, 12, 24)


def show_over_depth() -> None:
    st.header("Does the gradient vanish?")
    ui.prose("""
"Without skips the gradient vanishes exponentially" is the usual sentence. It is true of bare layers, and false of
layers with norms in place: a norm rescales whatever comes in, and the gradient with it. What cutting the skips ruins
there is the signal. Every position becomes the same vector, and no gradient can teach the model which was which.
""")
    norm, gain = NORM.value, GAIN.value
    lines = {
        WITH: [flow(depth, norm, True, gain) for depth in DEPTHS],
        WITHOUT: [flow(depth, norm, False, gain) for depth in DEPTHS],
    }
    gradients = {name: [one.gradient_at_input for one in runs] for name, runs in lines.items()}
    kept, cut = (core.analysis.depth.factor_in_words(values[-1]) for values in gradients.values())
    sameness = [one.similarity[-1] for one in lines[WITHOUT]]
    ui.figure(
        core.charts.power_curves(
            DEPTHS, gradients, 1e-2, 10, x_title="layers in the stack", y_title="gradient at the input", height=240
        ),
        f"Norms: {norm}. At {DEPTHS[-1]} layers the input gets {kept} of the gradient with the skips and {cut} "
        f"without, where the sameness of positions is {ui.number(sameness[-1], 3)}.",
        {"layers": DEPTHS, **gradients, "sameness without": sameness},
        key="residual_over_depth",
        alt="Curves: the gradient at the input over the depth of the stack, with and without the skips.",
    )
    with st.container(horizontal=True):
        for choice in NORMS:
            ui.preset(f"Norms: {choice}", {NORM: choice}, key=f"residual_{choice}")
    ui.prose("""
Choose *none*: the line without skips is straight on this paper, a fixed factor lost per layer. With the skips and no
norms the opposite happens, and stream and gradient grow without bound. Skip and norm need each other.
""")


@ui.group
def stacks() -> None:
    """A stack of one depth, and of every depth."""
    show_flow()
    show_over_depth()


stacks()

st.header("Six layers, measured")
ui.prose("""
How much of the input is left after each of six layers? It is tempting to write down a gentle slope that loses a percent
a layer. These are the measured cosines of fresh layers at full gain:
""")


def show_six() -> None:
    runs = {
        f"{norm}-norm, {word}": flow(6, norm, skip, 1.0)
        for word, skip in (("skips", True), ("cut", False))
        for norm in ("post", "pre")
    }
    table = {name: run.cosine for name, run in runs.items()}
    st.dataframe(
        {"layer": list(range(1, 7)), **{name: values[1:] for name, values in table.items()}},
        hide_index=True,
        height="content",
        key="six_layers",
        column_config=dict.fromkeys(table, st.column_config.NumberColumn(format="percent")),
    )
    post, pre, cut = (table[name] for name in ("post-norm, skips", "pre-norm, skips", "post-norm, cut"))
    over_layers(
        table,
        f"With the skips, {ui.percent(post[6])} are left after six layers with post-norm and {ui.percent(pre[6])} with "
        f"pre-norm; without them {ui.percent(abs(cut[1]))} after the first.",
        title="cosine to the input",
        height=240,
        key="residual_six",
        alt="Curves: the cosine to the input after each of six layers.",
    )


show_six()

st.header("Layer normalisation, step by step")
ui.prose("""
A norm works on one vector at a time, here on the numbers you write. It takes off their mean $\\mu$, divides by their
standard deviation $\\sigma$ (with a tiny $\\epsilon = 10^{-5}$ under the root, so that a constant vector does not
divide by zero), then multiplies with a learned gain $\\gamma$ and adds a learned bias $\\beta$.
""")


@ui.group
def show_norm() -> None:
    vector = VECTOR.draw()
    ui.presets({label: {VECTOR: numbers} for label, numbers in VECTORS.items()}, key="norm")
    gain, bias = ui.beside(GAMMA, BETA)
    at = STEP.draw()
    steps = core.analysis.depth.norm_steps(vector, gain, bias)
    values = core.analysis.depth.norm_stages(steps)
    before = values[STEPS[max(0, STEPS.index(at) - 1)]]
    names = [f"x{i + 1}" for i in range(len(vector))]
    ui.figure(
        core.charts.bars(
            names, values[at], form=printed(values[at]), before=before, before_title="step before", title=at
        ),
        core.analysis.depth.norm_in_words(steps, at),
        {"component": names, **values},
        key="norm_bars",
        alt="Bars: the components of the vector at the chosen step, with the step before as outlines.",
    )
    ui.formula(*core.analysis.depth.norm_formula(steps, at))
    ui.run_this(core.programs.residuals.NORM, shows=values["shifted"], vector=vector, gain=gain, bias=bias)


def printed(values: list[float]) -> str:
    """How the bars print their values: two decimals, or the digits of large numbers."""
    return ".2f" if max(map(abs, values)) < 100 else ".6~g"


show_norm()
ui.prose("""
In the paper's layer the norm receives the sum:
""")
ui.formula(
    r"\begin{aligned} \mathrm{Output} &= \mathrm{LayerNorm}(x + \mathrm{Sublayer}(x)) \\[4pt] &= "
    r"\left[\frac{(x + \mathrm{Sublayer}(x)) - \mu}{\sqrt{\sigma^2 + \epsilon}}\right]"
    r" \\ &\qquad \odot \gamma + \beta \end{aligned}"
)

st.header("The stream of a real sentence")
ui.prose("""
Since every sub-layer only adds, one can look into the stream half-way. Here a trained translator says a German
sentence, token by token. After each of its decoder layers the vector of a position is handed to the output matrix, as
if the model ended there: what would it say next? A space in a token is drawn as a dot.

Before the first layer the stream mostly says the very token that was put in, because the table that reads tokens is the
one that writes them. Look for the layer at which "what was just said" turns into "what comes next".
""")


@ui.group
def show_stream() -> None:
    said = SENTENCE.draw_translated()
    translator, asked = said.translator, said.read
    rows = core.analysis.inside.readouts(translator.model, said.trace)
    names = core.analysis.inside.readout_names(rows)
    titles = {"row_title": "read out after", "column_title": "token that was just said"}
    words = [translator.tokens(row.guess) for row in rows]
    st.text(f"It says: {said.translation.text}")
    at = PLACE.draw(asked)
    ui.figure(
        core.charts.word_map(
            [row.guess_probability for row in rows], words, names, asked, chosen=(len(rows) - 1, at), **titles
        ),
        core.analysis.inside.readout_in_words(rows, words, asked, at),
        core.analysis.inside.readout_table(rows, words),
        key="stream_words",
        alt="A map of layers and positions with the guessed token in each cell. Colour is its probability.",
    )
    table = core.analysis.inside.guess_table(rows, at, translator.tokens)
    st.dataframe(table, hide_index=True, height="content", key="stream_table")
    cosines = [row.cosine for row in rows]
    ui.figure(
        core.charts.heatmap(cosines, names, asked, **titles, value_title="cosine", signed=True, domain=(-1, 1)),
        core.analysis.inside.cosines_in_words(rows, at),
        {"after": names, **{f"{p} {word}": [row[p] for row in cosines] for p, word in enumerate(asked)}},
        key="stream_cosine",
        alt="A map of layers and positions. Colour is the cosine to the final state.",
    )
    ui.run_this(core.programs.residuals.STREAM, shows=[row.guess_probability for row in rows], text=said.text)


show_stream()

exercises = core.exercises.residuals
ui.exercise(
    QUESTION, exercises.component_after_a_norm, exercises.depth_of_sameness, exercises.number_of_one_token_after_a_norm
)
ui.close_page()
