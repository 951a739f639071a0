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
SEED = ui.Number("residual_seed", "Seed of the weights", 0, 99, step=1, default=0, box=True, term="seed")
VECTOR = ui.Numbers("norm_vector", "Vector", default=(1, 2, 3, 4), most=8, low=-100_000, high=100_000)
STEP = ui.Choice("norm_step", "Step", STEPS, default="normalised")
GAMMA = ui.Number("norm_gain", "Gain, γ", -3.0, 3.0, step=0.1, default=1.0)
BETA = ui.Number("norm_bias", "Bias, β", -3.0, 3.0, step=0.1, default=0.0)
SENTENCE = ui.Sentence("stream_text", "English sentence", default=SAID, most=120, tokens=24)
PLACE = ui.Index("stream_position", "Position", most=41, default=1)
COSINES = ui.Fold("stream_cosines", "How far the stream still has to go")
QUESTION = ui.Seed("residuals_question")

STACK, ONE_NORM, STREAM = (DEPTH, NORM, GAIN, SEED), (VECTOR, STEP, GAMMA, BETA), (SENTENCE, PLACE, COSINES)

ui.open_page("residuals", *STACK, *ONE_NORM, *STREAM, QUESTION)

ui.prose("""
A [[sub-layer]], [[attention]] or feed-forward, does not replace its input $x$. It computes something and **adds** it:
the result is $x + \\mathrm{Sublayer}(x)$. The added path around the sub-layer is the [[residual connection]], or skip.
What runs along these paths, a vector for each position, is called the **[[stream]]**. In the paper a
[[layer normalisation]] follows each addition. It brings every vector to mean 0 and standard deviation 1, before its
[[gain]] $\\gamma$ and its [[bias]] $\\beta$.
""")
ui.formula(
    r"\begin{gathered} y = x + \mathrm{Sublayer}(x) \\[4pt] \frac{\partial L}{\partial x} = "
    r"\frac{\partial L}{\partial y}\left(1 + \frac{\partial\,\mathrm{Sublayer}}{\partial x}\right) \end{gathered}"
)
ui.prose("""
The 1 is the skip: a way down that no weight is in. With a [[norm]] after the addition, as in the paper, $y$ goes
through it too, and the [[gradient]] is also multiplied by the derivative of the norm. That factor is not 1, so the way
is not free.
""")
ui.prose("""
What does all this do to a deep stack? Here real [[layers]] are stacked, fresh from initialisation, and nothing is
assumed: a random input goes up through them, a random gradient comes down, by [[automatic differentiation]]. Once with
the skips, once without.
""")

st.header("Up and down through the layers")
WITH, WITHOUT = "with the skips", "without"
LINES = {WITH: True, WITHOUT: False}
DEPTHS = (1, 3, 6, 12, 24)


def block(norm: str) -> dict:
    """The layer of a stack: norms after the addition, before the sub-layer, or none."""
    return {"config": core.analysis.depth.flow_config("pre" if norm == "pre" else "post"), "norms": norm != "none"}


def show_flow() -> None:
    controls, picture = ui.experiment()
    with controls:
        depth, norm, gain, seed = DEPTH.draw(), NORM.draw(), GAIN.draw(), SEED.draw()
    run = {"gain": gain, "seed": seed}
    kept, cut = (ui.kept(core.analysis.depth.flow)(depth, skip=skip, **block(norm), **run) for skip in LINES.values())
    with picture:
        ui.beside(lambda: show_signal(kept, cut), lambda: show_sameness(kept, cut))
        settings = {"depth": depth, "skip": False, "place": "pre" if norm == "pre" else "post", "norms": norm != "none"}
        program = ui.program(core.programs.residuals.FLOW, shows=cut.gradient, **settings, **run)
        ui.beside(lambda: show_gradient(kept, cut, program), lambda: show_ratio(kept, cut))


def show_signal(kept, cut) -> None:
    st.markdown("**Signal**: how much of the input is left, as the cosine between stream and input.")
    lines = {WITH: kept.cosine, WITHOUT: cut.cosine}
    reading = core.analysis.depth.kept_in_words("cosine", *lines.values())
    alt = "Curves: the cosine to the input after each layer, with and without the skips."
    over_layers(lines, reading, title="cosine to the input", key="residual_signal", alt=alt)


def show_sameness(kept, cut) -> None:
    st.markdown("**Sameness**: the mean cosine between positions. At 1 all have the same vector.")
    lines = {WITH: kept.similarity, WITHOUT: cut.similarity}
    reading = core.analysis.depth.kept_in_words("sameness", *lines.values(), 3)
    alt = "Curves: how alike the tokens are after each layer, with and without the skips."
    over_layers(lines, reading, title="sameness", top=1.02, key="residual_similarity", alt=alt)


def over_layers(lines: dict, reading: str, *, title: str, top: float = 1, bands=None, table=None, **shown) -> None:
    """Cosines after each layer."""
    layers = list(range(len(next(iter(lines.values())))))
    axes = {"x_title": "after layer", "y_title": title, "y_domain": (-0.25, top), "height": 220, "bands": bands}
    ui.figure(core.charts.curves(layers, lines, **axes), reading, {"after layer": layers} | (table or lines), **shown)


def show_gradient(kept, cut, program: dict) -> None:
    """What arrives of the gradient at each layer."""
    st.markdown("**Gradient**: its length after each layer, over its length at the top.")
    layers, gradients = list(range(kept.depth + 1)), {WITH: kept.gradient, WITHOUT: cut.gradient}
    in_words = core.analysis.depth.factor_in_words
    axes = {"x_title": "after layer", "y_title": "relative gradient", "height": 220}
    ui.figure(
        core.charts.power_curves(layers, gradients, 1e-2, 10, **axes),
        f"The input receives {in_words(kept.gradient_at_input)} of the gradient at the top with the skips, "
        f"{in_words(cut.gradient_at_input)} without. This is one draw of the weights: try other seeds.",
        {"after layer": layers, **gradients},
        key="residual_gradient",
        alt="Curves: the gradient at each layer, with and without the skips.",
        more=program,
    )


def show_ratio(kept, cut) -> None:
    in_latex = core.analysis.depth.factor_in_latex
    ui.formula(
        r"\frac{\lVert \partial L / \partial x_0 \rVert}{\lVert \partial L / \partial x_L \rVert}",
        r"\begin{aligned} L = $depth: \quad & $kept \text{ with the skips} \\ & $cut \text{ without} \end{aligned}",
        depth=kept.depth,
        kept=in_latex(kept.gradient_at_input),
        cut=in_latex(cut.gradient_at_input),
    )


def spreads(norm: str, depths: tuple) -> dict[str, "core.analysis.depth.FlowSpread"]:
    """Stacks of these depths, with the skips and without, over seeds."""
    spread = ui.kept(core.analysis.depth.flow_spread, spinner="Twenty stacks of each depth")
    return {name: spread(depths, skip=skip, **block(norm)) for name, skip in LINES.items()}


def show_over_depth() -> None:
    st.header("Does the gradient vanish?")
    ui.prose("""
"Without skips the gradient vanishes exponentially" is the usual sentence. It is true of bare layers, and false of
layers with norms in place: a norm rescales whatever comes in, and the gradient with it. What cutting the skips ruins
there is the signal. Every position becomes the same vector, and no gradient can teach the model which was which.

One draw of the weights can say anything, so each depth is drawn with twenty [[seeds]], at a gain of 1. A line goes
through the medians, a band holds the middle half.
""")
    found = spreads(NORM.value, DEPTHS)
    medians = {name: spread.gradient_at_input.median for name, spread in found.items()}
    bands = {name: spread.gradient_at_input.band for name, spread in found.items()}
    axes = {"x_title": "layers in the stack", "y_title": "gradient at the input", "height": 220}
    controls, picture = ui.experiment()
    with controls:
        for choice in NORMS:
            ui.preset(f"Norms: {choice}", {NORM: choice}, key=f"residual_{choice}")
    with picture:
        ui.figure(
            core.charts.power_curves(DEPTHS, medians, 1e-2, 10, bands=bands, **axes),
            core.analysis.depth.over_seeds_in_words(NORM.value, *found.values()),
            {"layers": DEPTHS, **core.analysis.depth.spread_columns(found)},
            key="residual_over_depth",
            alt="Curves: the gradient at the input over the depth of the stack, with and without the skips.",
        )
    ui.prose("""
Choose *none*: the line without skips is straight on the logarithmic axis, a fixed factor lost per layer. With the skips
and no norms the opposite happens, and stream and gradient grow without bound. Skip and norm need each other.
""")


@ui.group
def stacks() -> None:
    """A stack of one depth, and of every depth."""
    show_flow()
    show_over_depth()


stacks()

st.header("Six layers, measured")


def say_six() -> None:
    ui.prose("""
How much of the input is left after each of six layers? It is tempting to write down a gentle slope that loses a percent
a layer. These are the measured [[cosines]] of fresh layers, the medians of twenty seeds and the middle half of them.
""")


def show_six() -> None:
    found = {
        f"{norm}-norm, {'skips' if name == WITH else 'cut'}": spread.cosine
        for norm in ("post", "pre")
        for name, spread in spreads(norm, (6,)).items()
    }
    over_layers(
        {name: cosine.median for name, cosine in found.items()},
        core.analysis.depth.six_in_words(found),
        title="cosine to the input",
        bands={name: cosine.band for name, cosine in found.items()},
        table=core.analysis.depth.quarters(found),
        key="residual_six",
        alt="Curves: the cosine to the input after each of six layers.",
    )


ui.beside(say_six, show_six)

st.header("Layer normalisation, step by step")
ui.prose("""
A norm works on one vector at a time, here on the numbers you write. It averages over the components of that vector,
never over the [[tokens]] of a text or the texts of a [[batch]]. It takes off their mean $\\mu$ and divides by their
standard deviation $\\sigma$ (with a tiny $\\epsilon = 10^{-5}$ under the root: a constant vector must not divide by
zero). It multiplies by a learned gain $\\gamma$ and adds a learned bias $\\beta$.
""")


@ui.group
def show_norm() -> None:
    ui.presets({label: {VECTOR: numbers} for label, numbers in VECTORS.items()}, key="norm")
    at = STEP.draw()
    controls, picture = ui.experiment()
    with controls:
        vector, gain, bias = VECTOR.draw(), GAMMA.draw(), BETA.draw()
    steps = core.analysis.depth.norm_steps(vector, gain, bias)
    values = core.analysis.depth.norm_stages(steps)
    before = values[STEPS[max(0, STEPS.index(at) - 1)]]
    names = [f"x{i + 1}" for i in range(len(vector))]
    steps_shown = {"form": printed(values[at]), "before": before, "before_title": "step before", "title": at}
    program = {"vector": vector, "gain": gain, "bias": bias}
    with picture:
        ui.figure(
            core.charts.bars(names, values[at], **steps_shown),
            core.analysis.depth.norm_in_words(steps, at),
            {"component": names, **values},
            key="norm_bars",
            alt="Bars: the components of the vector at the chosen step, with the step before as outlines.",
            more=ui.program(core.programs.residuals.NORM, shows=values["shifted"], **program),
        )
        ui.formula(*core.analysis.depth.norm_formula(steps, at))


def printed(values: list[float]) -> str:
    """How the bars print their values: two decimals, or the digits of large numbers."""
    return ".2f" if max(map(abs, values)) < 100 else ".6~g"


show_norm()
ui.prose("In the paper's layer the norm receives the sum:")
ui.formula(
    r"\begin{aligned} \mathrm{Output} &= \mathrm{LayerNorm}(x + \mathrm{Sublayer}(x)) \\[4pt] &= "
    r"\left[\frac{(x + \mathrm{Sublayer}(x)) - \mu}{\sqrt{\sigma^2 + \epsilon}}\right]"
    r" \\ &\qquad \odot \gamma + \beta \end{aligned}"
)

st.header("The stream of a real sentence")
ui.prose("""
Since every sub-layer only adds, one can look into the stream half-way. Here a trained translator says a German
sentence, token by token. After each of its [[decoder]] layers the vector of a position is handed to the
[[output matrix]], as if the model ended there: what would it say next? A space in a token is drawn as a dot.

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
    words, shares = [translator.tokens(row.guess) for row in rows], [row.guess_probability for row in rows]
    controls, picture = ui.experiment()
    with controls:
        at = PLACE.draw(asked)
        st.text(f"It says: {said.translation.text}")
    guesses = core.analysis.inside.guess_table(rows, at, translator.tokens)
    with picture:
        ui.figure(
            core.charts.word_map(shares, words, names, asked, chosen=(len(rows) - 1, at), **titles),
            core.analysis.inside.readout_in_words(rows, words, asked, at),
            core.analysis.inside.readout_table(rows, words),
            key="stream_words",
            alt="A map of layers and positions with the guessed token in each cell. Colour is its probability.",
            more={"Guesses here": lambda: st.dataframe(guesses, hide_index=True, height="content", key="stream_table")}
            | ui.program(core.programs.residuals.STREAM, shows=shares, text=said.text),
        )
    if COSINES.draw():
        cosines = [row.cosine for row in rows]
        ui.figure(
            core.charts.heatmap(cosines, names, asked, **titles, value_title="cosine", signed=True, domain=(-1, 1)),
            core.analysis.inside.cosines_in_words(rows, at),
            {"after": names, **{f"{p} {word}": [row[p] for row in cosines] for p, word in enumerate(asked)}},
            key="stream_cosine",
            alt="A map of layers and positions. Colour is the cosine to the final state.",
        )


show_stream()

exercises = core.exercises.residuals
ui.exercise(
    QUESTION, exercises.component_after_a_norm, exercises.depth_of_sameness, exercises.number_of_one_token_after_a_norm
)
ui.close_page()
