"""Feed-forward: two layers for each position, and what their units remember (essay one, section 5)."""

import streamlit as st

import core
from core import ui

DRAWN = 13

NAMES = {"relu": "ReLU", "gelu": "GELU", "swiglu": "SwiGLU", "none": "none"}
ACTIVATION = ui.Choice("ffn_activation", "Activation", tuple(NAMES), default="relu", labels=tuple(NAMES.values()))
MAGNITUDE = ui.Number("magnitude", "Input x", 0.0, 4.0, step=0.1, default=1.4)
PRE = ui.Numbers("pre_activations", "Pre-activations", default=(-2, -1, 0, 1, 2, 3), most=12, low=-10, high=10)
TEXT = ui.Sentence("memory_text", "An English sentence", default="I go to school every day.", most=120, tokens=24)
STACK = ui.Choice("memory_stack", "Stack", ("encoder", "decoder"), default="decoder")
MEMORY_LAYER = ui.Number("memory_layer", "Layer", 1, 3, step=1, default=3)
TOKEN = ui.Index("memory_token", "Token", most=26, default=1)
RANK = ui.Index("memory_unit", "Unit, by how strongly it fires", most=10, term="hidden-unit")
ALONE = ui.Fold("one_token_changes", "Change one token: which outputs move?")
MODELS = {"base": "the paper's base", "big": "the paper's big", "translator": "the translator"}
MODEL = ui.Choice("ffn_model", "Model", tuple(MODELS), default="base", labels=tuple(MODELS.values()))
SHARED = ui.Switch("ffn_shared", "One shared table", default=True, term="weight-tying")
QUESTION = ui.Seed("feed_forward_question")

UNITS, MEMORY, WEIGHTS = (ACTIVATION, MAGNITUDE, PRE), (TEXT, STACK, MEMORY_LAYER, TOKEN, RANK, ALONE), (MODEL, SHARED)

ui.open_page("feed_forward", *UNITS, *MEMORY, *WEIGHTS, QUESTION)

ui.prose("""
[[Attention]] moves information between [[tokens]]. What comes next works on each token alone: two [[linear layers]]
with a nonlinearity between them, the **[[feed-forward network]]** (FFN). It widens the vector from 512 numbers to
2,048, passes each of them through an **[[activation]]** function, and narrows it again to 512.
""")

st.header("A layer small enough to see")
ui.prose("""
Here a single number $x$ takes the place of the 512, and one number comes out. In between are 2,048 **[[units]]** with
fixed random weights and slightly negative [[biases]]; the first 13 are drawn. A unit is filled as far as it is active,
and crossed out when its output is exactly zero. A dashed line is a negative weight.
""")


@ui.group
def toy() -> None:
    """The toy layer at one input and over all of them."""
    controls, picture = ui.experiment()
    with controls:
        activation, x = ACTIVATION.draw(), MAGNITUDE.draw()
    layer = core.analysis.inside.toy_layer(x, activation)
    shows, total = [layer.firing, layer.zeros], len(layer.hidden)
    with picture:
        left, right = st.columns(2)
        left.metric("Above zero", f"{layer.firing:,} of {total:,}", border=True)
        right.metric("Exactly zero", ui.percent(layer.zeros / total), border=True)
        ui.figure(
            core.charts.network(layer.drawn(DRAWN), source=("x", x), target=("y", layer.out), full=1.0),
            core.analysis.inside.toy_in_words(layer, x, activation, DRAWN),
            core.analysis.inside.toy_table(layer, DRAWN),
            key="toy_network",
            alt="A network: the input, the hidden units that are drawn, the output. Thick lines carry most.",
            more=ui.program(core.programs.feed_forward.TOY, shows=shows, x=x, activation=activation),
        )
    ui.formula(*core.analysis.inside.toy_formula(layer, x, activation))
    ui.prose("""
Turn the input up, and more units pass their threshold. With [[ReLU]] a unit below it gives exactly nothing. [[GELU]]
lets small negative values through, so nothing is exactly zero; the number of units above zero is the same. [[SwiGLU]]
multiplies two linear maps, and about half of its units are above zero as soon as there is an input. Without an
activation (*none*) the two layers can do no more than one: a line through a line is a line.
""")
    ui.beside(lambda: toy_shares(activation, x), lambda: toy_outputs(activation, x))


def toy_shares(activation: str, x: float) -> None:
    inputs, lines = core.analysis.inside.firing_curves(activation)
    axes = {"x_title": "input x", "y_title": "share of the units", "y_domain": (0, 1), "y_format": ".0%"}
    ui.figure(
        core.charts.curves(inputs, lines, **axes, marker=x),
        core.analysis.inside.range_in_words(inputs, lines["above zero"], x, activation),
        {"x": inputs} | lines,
        key="toy_shares",
        alt="Curves over the input: the share of units above zero, and of those that are exactly zero.",
    )


def toy_outputs(activation: str, x: float) -> None:
    inputs, lines = core.analysis.inside.output_curves(activation)
    ui.figure(
        core.charts.curves(inputs, lines, x_title="input x", y_title="y", y_domain=(-2.5, 2.5), marker=x),
        core.analysis.inside.outputs_in_words(inputs, lines["output y"], activation),
        {"x": inputs} | lines,
        key="toy_outputs",
        alt="Curves over the input: what comes out, and what would come out without the activation.",
    )


toy()

st.header("Three activations")
ui.prose("""
ReLU keeps what is positive. GELU weighs a value by the probability $\\Phi(z)$ that a normal variable is below it; here
it is the exact form, not the approximation by tanh. SwiGLU's gate is [[SiLU]], the value times its own sigmoid. Put in
your own values and look for exact zeros.
""")


@ui.group
def activations() -> None:
    values = PRE.draw()
    outputs, points = core.analysis.inside.bent(values), [f"{value:g}" for value in values]
    titles = {"row_title": "activation", "column_title": "pre-activation", "value_title": "output"}
    scale = {"signed": True, "domain": (-3, 3), "form": ".3f"}
    ui.figure(
        core.charts.heatmap(list(outputs.values()), list(outputs), points, **titles, **scale),
        core.analysis.inside.zeros_in_words(outputs),
        {"pre-activation": values, **outputs},
        key="bend_values",
        alt="A map of activations and pre-activations. Colour is the output.",
        more=ui.program(core.programs.feed_forward.BENDS, shows=outputs["GELU"], values=list(values)),
    )


activations()

st.header("A memory that looks things up")
ui.prose("""
Read the two matrices unit by unit. The column of $W_1$ is a **key**: the unit fires for token vectors that fit it. The
row of $W_2$ is a **value**: what the unit adds to the vector when it fires. So the network is a [[soft lookup]], like
attention, but with learned keys and values instead of the other tokens. In the trained translator, you can see what
the units have learned to notice.

The example to begin with: in the last [[decoder]] [[layer]], after *Ich*, one unit fires more than all others. It waits
for that word, and what it adds makes verbs more probable that can follow it.
""")


@ui.group
def memory() -> None:
    said, here = TEXT.draw_translated(german=True), core.models.translator
    controls, picture = ui.experiment()
    with controls:
        stack, layer = STACK.draw(), min(MEMORY_LAYER.draw(), said.layers)
        tokens, hidden = said.tokens(stack)[: TOKEN.most], said.hidden(stack, layer - 1)
        at = TOKEN.draw(tokens)
        table = here.unit_table(here.strongest_units(hidden[at], 10))
        units, names = table["unit"], [f"unit {unit}" for unit in table["unit"]]
        rank = RANK.draw(names)
    with picture:
        ui.figure(
            core.charts.bars(names, table["activation"], title="activation", form=".2f", highlight=rank),
            here.firing_in_words(tokens[at], hidden[at], units[0], f"{stack} layer {layer}"),
            table,
            key="memory_units",
            alt="Bars: the units that fire most for the chosen token.",
        )
    place = said.translator, stack, layer - 1, units[rank]
    ui.beside(lambda: unit_key(*place), lambda: unit_value(*place))
    if ALONE.draw():
        one_token_changes(said, stack, layer - 1, tokens, at)


def unit_key(translator, stack: str, layer: int, unit: int) -> None:
    """The tokens of the sample for which the unit fires most."""
    st.markdown(f"**What makes unit {unit} fire**")
    run = ui.kept(core.models.translator.aligned_memory, spinner="Running the translator over its sample sentences")
    seen = run(translator)
    found = seen.strongest(stack, layer, unit)
    if not found:
        st.text(f"Unit {unit} fires for no token of the sample.")
        return
    table = core.models.translator.key_table(found)
    ui.figure(
        core.charts.bars(table["token"], table["activation"], title="activation", form=".2f"),
        core.models.translator.key_in_words(seen, stack, layer, unit),
        table,
        key="memory_key",
        alt="Bars: the tokens for which the chosen unit fires most.",
    )
    st.text(core.models.translator.dead_in_words(seen, stack, layer))


def unit_value(translator, stack: str, layer: int, unit: int) -> None:
    """The tokens to which the unit's value vector points."""
    st.markdown(f"**What unit {unit} then adds**")
    found = core.models.translator.promoted(translator, stack, layer, unit)
    table = core.models.translator.value_table(found)
    ui.figure(
        core.charts.bars(table["token"], table["score"], title="value · row of the output table", form=".2f"),
        core.models.translator.value_in_words(unit, found, last=translator.is_last(stack, layer)),
        table,
        key="memory_value",
        alt="Bars: the tokens that the value vector of the chosen unit promotes most.",
        more=ui.program(core.programs.feed_forward.MEMORY, shows=table["score"], stack=stack, layer=layer, unit=unit),
    )


def one_token_changes(said, stack: str, layer: int, tokens: list[str], at: int) -> None:
    """Each token alone: the outputs of the network and of the attention when the vector of one token is zero."""
    moved = core.analysis.inside.when_one_changes(said.translator.model, said.trace, stack, layer, at)
    own, others = moved.feed_forward[: len(tokens)], moved.attention[: len(tokens)]
    ui.figure(
        core.charts.bars(tokens, own, form=".2f", highlight=at, title="change", marks=others, marks_title="attention"),
        moved.in_words(tokens, at),
        {"token": tokens, "FFN": own, "attention": others},
        key="memory_alone",
        alt="Bars: the change of each output of the network when one token changes, and lines for the attention's.",
    )


memory()
ui.caption(core.models.translator.SAMPLE_SOURCE)

st.header("Two thirds of the weights?")
ui.prose("""
It is often said that two thirds of a Transformer's weights are in its feed-forward networks. That is right for the
matrices of one [[encoder]] layer with a [[hidden width]] of four times the model's: $8d^2$ of $12d^2$. A decoder layer
has a second attention, and the tables that turn tokens into vectors and back belong to the model too.
""")


@ui.group
def weights() -> None:
    controls, picture = ui.experiment()
    with controls:
        chosen, shared = MODEL.draw(), SHARED.draw()
    config = core.analysis.counting.model_called(chosen, ui.model("translator").model.config, shared=shared)
    share, count = core.analysis.counting.feed_forward_share(config), core.analysis.parameter_count(config)
    table = core.analysis.counting.feed_forward_table(share, count)
    marks = {"marks": [2 / 3] * len(table["part"]), "marks_title": "two thirds"}
    with picture:
        ui.figure(
            core.charts.bars(table["part"], table["share"], domain=(0, 1), title="share of the FFN", **marks),
            core.analysis.counting.feed_forward_in_words(share, chosen),
            table,
            key="ffn_shares",
            alt="Bars: the share of the weights that feed-forward networks have, and lines at two thirds.",
        )
    ui.formula(*core.analysis.counting.feed_forward_formula(config, share, count), beside=True)


weights()

exercises = core.exercises.feed_forward
ui.exercise(
    QUESTION,
    exercises.share_of_the_feed_forward_network,
    exercises.input_at_which_units_fire,
    exercises.sum_of_two_opposite_outputs,
)
ui.close_page()
