"""Architecture: the two towers part by part, with live tensors, counts and cuts (essay one, section 7)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "He gave me a book for my birthday."

SENTENCE = ui.Sentence("arch_text", "An English sentence", default=EXAMPLE, most=160, tokens=24)
PART = ui.machine_part("part", "Part", default="cross-attention")
LAYER = ui.Ordinal("arch_layer", "Layer", most=6, default=0)
HEAD = ui.Ordinal("arch_head", "Head", most=16, default=0)
BIASES = ui.Choice("arch_biases", "Biases", ("none", "feed-forward", "all"), default="feed-forward")
NORMS = ui.Switch("arch_norms", "Count the norms", default=True)
TABLES = ui.Choice("arch_tables", "Embedding tables", ("shared", "separate"), "shared", ("one, shared", "one for each"))
CUT = ui.attention_kind("cut_kind", "Attention to cut in", default="cross")
CUT_LAYER = ui.Ordinal("cut_layer", "Layer to cut in", most=6, default=2)
CUT_WHAT = ui.Ordinal("cut_what", "What is cut out", most=19, default=8)
WORK = ui.Fold("arch_work", "Where the work is: FLOPs by part")
TABLE3 = ui.Fold("arch_table3", "Table 3 of the paper, counted")
TRAINING = ui.Fold("arch_training", "How the translator was trained")
MODEL = ui.ModelPicker("model", "Model", ("translator", "minilm", "toy-reverse", "toy-sort"))
ASKED = ui.Text("model_text", "Your text (empty: an example)", default="", most=200)
QUESTION = ui.Seed("architecture_question")

BLUEPRINT, COUNTED = (SENTENCE, PART, LAYER, HEAD, WORK), (BIASES, NORMS, TABLES, TABLE3)
CUTS, MODELS = (CUT, CUT_LAYER, CUT_WHAT), (MODEL, ASKED, TRAINING)

ui.open_page("architecture", *BLUEPRINT, *COUNTED, *CUTS, *MODELS, QUESTION)

ui.prose("""
The paper's machine is two towers. The **[[encoder]]**, on the left, reads the whole source sentence and gives each of
its [[tokens]] a vector that knows the others. The **[[decoder]]**, on the right, reads what has been written so far,
looks across into the encoder's output, and guesses the next token.

The encoder runs once for a sentence, not again for each token. And *every* [[layer]] of the decoder looks at the output
of the encoder's last layer, not at the encoder layer of its own height. Click a part to see what it computes in the
translator, now.
""")


@ui.group
def blueprint() -> None:
    """One part of the machine: where it stands, what it computed, what it costs."""
    said = SENTENCE.translated()
    part = core.analysis.inside.PARTS[PART.draw()]
    left, right = st.columns(2, gap="medium")
    layer, ids = LAYER.within(said.layers), (said.source_ids, said.read_ids)
    view = core.analysis.inside.part_view(said.translator.model, said.trace, *ids, part.id, layer)
    with left:
        output, program = view.tensors[-1], {"text": said.text, "part": part.id, "layer": layer}
        labels = {known.id: known.label for known in core.analysis.inside.PARTS.values()}
        ui.figure(
            core.charts.blueprint(labels, chosen=part.id, layers=said.layers),
            f"{part.label} ({part.tower}): it gives {output.name}, {core.analysis.attention.shape_in_words(output)}.",
            core.analysis.inside.blueprint_table(),
            key="architecture_blueprint",
            choice=PART,
            alt="The two towers of the Transformer as boxes and arrows. The chosen part is outlined.",
            more=ui.program(core.programs.architecture.PART, shows=list(output.shape), **program),
        )
    with right:
        describe(part, view)
    numbers(said, part, view, layer)
    if part.id in ("cross-attention", "decoder-attention"):
        moved = core.analysis.inside.source_swap(said.translator.model, *ids, layer)
        st.text(core.analysis.inside.swap_in_words(moved, layer))


def describe(part, view) -> None:
    """What the chosen part computes and of what, and what it costs, here and in the paper's base model."""
    st.subheader(f"{part.label}, {part.tower}", anchor=False)
    ui.formula(part.formula)
    st.text(part.inputs)
    if part.mask:
        st.text(f"Mask: {part.mask}")
    costs = core.analysis.inside.cost_table(view, part.id)
    st.dataframe(costs, hide_index=True, height="content", key="architecture_costs")
    ui.caption("FLOPs are additions and multiplications; those of matrix products are counted.")
    if part.id in ("source-embedding", "target-embedding", "linear"):
        ui.caption("One table, used in three places: it is counted once in the whole.")


def numbers(said, part, view, layer: int) -> None:
    """The chosen part's numbers for this sentence."""
    table = core.analysis.attention.part_table(view.tensors)
    more = {"Tensors": lambda: st.dataframe(table, hide_index=True, key="architecture_tensors")}
    controls, shown = ui.experiment()
    with controls:
        LAYER.draw(said.layers)
        head = HEAD.draw(said.heads) if part.id.endswith("attention") else 0
    with shown:
        if part.id.endswith("attention"):
            weights(said, view, part.id, layer, head, more)
        elif part.id in ("linear", "softmax"):
            next_tokens(said, view, part.id, more)
        else:
            picture(said, view.tensors[-1], part.tower, more)


def weights(said, view, part: str, layer: int, head: int, more: dict) -> None:
    """The weights of one head of an attention."""
    by_name = {row.name: row.values for row in view.tensors}
    rows, columns = said.names(part.removesuffix("-attention"))
    shares, scores = by_name["P"][head], by_name["S"][head]
    ui.figure(
        core.charts.heatmap(shares.numpy(), rows, columns, masked=scores.isneginf().numpy()),
        core.analysis.inside.weights_in_words(shares, scores, head, layer, rows, columns),
        core.analysis.attention.cells(shares.numpy(), scores, rows, columns),
        key="architecture_weights",
        alt="A map of queries and keys. Colour is the weight.",
        more=more,
    )


def next_tokens(said, view, part: str, more: dict) -> None:
    """The tokens that lead at the last position, by their logits or by their probabilities."""
    logits = next(row.values for row in view.tensors if row.name == "z")[-1]
    best, shares = core.decoding.most_probable(logits, 6)
    words, scores = said.translator.tokens(best), logits[best].tolist()
    logit, share = {"form": ".2f", "title": "logit"}, {"form": ".1%", "title": "probability", "domain": (0, 1)}
    ui.figure(
        core.charts.bars(words, scores, **logit) if part == "linear" else core.charts.bars(words, shares, **share),
        f"At the last position, after “{said.read[-1]}”, “{words[0]}” leads with {ui.percent(shares[0])}.",
        {"token": words, "logit": scores, "probability": shares},
        key=f"architecture_{part}",
        alt="Bars: the tokens with the largest values at the last position.",
        more=more,
    )


def picture(said, output, tower: str, more: dict) -> None:
    """The output of a part, a row of numbers for each token."""
    values, names = output.values, said.source if tower == "encoder" else said.read
    limit = float(values.abs().max())
    ui.figure(
        core.charts.matrix_image(values.numpy(), x_title="component", y_title="position", limit=limit, height=240),
        core.analysis.inside.part_output_in_words(output),
        {"token": names} | {str(c): column for c, column in enumerate(values.T.tolist())},
        key="architecture_tensor",
        alt="A picture of the output: one row for each token, one column for each component.",
        more=more,
    )


@ui.group
def part_costs() -> None:
    if not WORK.draw():
        return
    ui.prose("""
One pass over your sentence and its translation, all layers together, in [[FLOPs]]: additions and multiplications. Only
those of matrix products are counted; [[norms]], sums and [[softmaxes]] are small beside them. In a model this small the
projection onto the vocabulary weighs heavily.
""")
    said = SENTENCE.translated()
    source, target = len(said.source_ids), len(said.read_ids)
    counts = core.analysis.inside.work_by_part(said.translator.model.config, source, target)
    ui.figure(
        core.charts.bars(list(counts), list(counts.values()), form=".3s", title="FLOPs"),
        core.analysis.inside.work_in_words(counts, source, target),
        {"part": list(counts), "FLOPs": list(counts.values())},
        key="architecture_flops",
        alt="Bars: the FLOPs in each kind of part.",
    )


@ui.group
def parameters() -> None:
    st.header("How many parameters")
    ui.prose("""
The paper's base model has 6 layers in each tower, the width 512, 8 [[heads]] of 64, 2,048 [[hidden units]] and a shared
[[vocabulary]] of about 37,000 tokens. How many [[parameters]] that makes depends on what one counts. The text gives the
[[attention]] no [[biases]]; many programs do.
""")
    controls, bars = ui.experiment()
    with controls:
        convention = {"biases": BIASES.draw(), "shared": TABLES.draw() == "shared", "norms": NORMS.draw()}
    count = core.analysis.counting.base_count(**convention)
    parts = core.analysis.counting.counted_parts(count)
    sizes = {"tables": count.tables, "encoder": count.encoder_layer.total, "decoder": count.decoder_layer.total}
    with bars:
        ui.formula(
            r"P = P_{\text{tables}} + N P_{\text{encoder}} + N P_{\text{decoder}}",
            r"\begin{aligned} &$tables + 6 \cdot $encoder \\ &+ 6 \cdot $decoder = $total \end{aligned}",
            **{name: ui.thousands(size) for name, size in {**sizes, "total": count.total}.items()},
        )
        ui.figure(
            core.charts.bars(list(parts), list(parts.values()), form=".3s", title="parameters"),
            core.analysis.counting.count_in_words(count, parts),
            {"part": list(parts), "parameters": list(parts.values())},
            key="architecture_parameters",
            alt="Bars: the parameters in each kind of part.",
            more=ui.program(core.programs.architecture.COUNT, shows=count.total, **convention),
        )
    table3()


@ui.group
def table3() -> None:
    if not TABLE3.draw():
        return
    ui.prose("""
Table 3 of the paper changes one thing at a time. Here each row is counted exactly, by what the text describes, and set
beside what the table prints. All but the largest come out below the print. So one may ask the other way round: how
large would the vocabulary have to be for the printed figure? The text says about 37,000.
""")
    words, rows = core.analysis.counting, core.analysis.counting.table3()
    bars, vocabularies = words.table3_bars(rows), words.vocabulary_table(rows)
    ui.beside(
        lambda: row_bars("table3", "parameters", bars, words.table3_in_words(rows), words.table3_columns(rows)),
        lambda: row_bars("vocabulary", "tokens", bars, words.vocabulary_in_words(rows), vocabularies),
    )


def row_bars(key: str, title: str, bars: dict, reading: str, table: dict) -> None:
    """A bar for each row of Table 3, and a line where the paper's figure stands."""
    lengths, marks = bars[title]
    ui.figure(
        core.charts.bars(bars["names"], lengths, form=".3s", title=title, marks=marks, marks_title="the paper"),
        reading,
        table,
        key=f"architecture_{key}",
        alt=f"Bars: {title} for each row of Table 3, and lines where the paper's figures stand.",
    )


@ui.group
def cuts() -> None:
    st.header("Cut something out")
    ui.prose("""
What is a part good for? Take it out and see. The map shows, for every head, whole attention, [[feed-forward network]]
and layer, by how much less probable the translator's own translation becomes: the change of its [[loss]], in [[nats]] a
token. Click a cell, and read what the translator writes without that part.
""")
    said = SENTENCE.translated()
    names = core.analysis.inside.cut_names(said.heads)
    controls, map_of_cuts = ui.experiment()
    with controls:
        kind, at, what = CUT.draw(), CUT_LAYER.draw(said.layers), CUT_WHAT.draw(len(names))
        st.text(f"{what + 1} is “{names[what]}”")
    cut_map = ui.kept(core.analysis.inside.cut_map, spinner="Cutting every part out once")
    costs = cut_map(said.translator.model, said.source_ids, said.translation.target_ids, kind)
    layers, lesion = (
        [f"layer {n + 1}" for n in range(said.layers)],
        core.analysis.inside.cut_at(kind, at, what, said.heads),
    )
    axes = {"row_title": "layer", "column_title": "cut out", "value_title": "change of the loss"}
    with map_of_cuts:
        ui.figure(
            core.charts.heatmap(
                costs, layers, names, **axes, signed=True, domain=(-4, 4), chosen=(at, what), select=True
            ),
            core.analysis.inside.cuts_in_words(costs, names, kind, at, what),
            {"layer": layers, **{name: [line[n] for line in costs] for n, name in enumerate(names)}},
            key="architecture_cuts",
            alt="A map of layers and what is cut out of them. Colour is the change of the loss.",
            cell=(CUT_LAYER, CUT_WHAT),
            more=ui.program(core.programs.architecture.CUT, shows=[costs[at][what]], text=said.text, **vars(lesion)),
        )
        translate = ui.kept(core.models.translator.Translator.translate)
        st.text("Intact, and with the cut, the translator writes:")
        for written in (said.translation, translate(said.translator, said.text, lesions=(lesion,))):
            st.code(written.text or "(nothing)", language=None, wrap_lines=True)


@ui.group
def blueprint_and_after() -> None:
    """The blueprint, and the sections on the sentence that it reads."""
    st.header("The blueprint")
    SENTENCE.draw_translated(german=True)
    blueprint()
    part_costs()
    parameters()
    cuts()


blueprint_and_after()

st.header("The models of this app")
ui.prose("Four trained models live in this app, all of the same parts. Choose one and give it a text.")


@ui.group
def models() -> None:
    chosen = MODEL.draw()
    text = ASKED.draw() or core.models.CATALOGUE[chosen].example
    model = ui.model(chosen)
    try:
        st.text(f"Given: {text}")
        st.text(f"Made of it: {core.models.reply(chosen, model, text)}")
    except ValueError as problem:
        st.text(f"It cannot use this text. {problem}")
    if chosen == "translator" and TRAINING.draw():
        training(model)


def training(translator) -> None:
    """How the translator was trained, from the log that ships with it, and the figures of its evaluation."""
    ui.prose("""
*[[Perplexity]]* is $e^{\\text{loss}}$. A model with a perplexity of 10 is as unsure of the next token as one that has
to choose among 10 tokens, all equally likely. *[[Validation]]* is on sentences that were never trained on.
""")
    words, log = core.models.translator, core.models.translator.log_columns(translator.log)
    ui.beside(
        lambda: over_steps(log, "validation_perplexity", words.perplexity_in_words(translator.log), y_log=True),
        lambda: over_steps(log, "learning_rate", words.rate_in_words(translator.log)),
    )
    if translator.evaluation:
        st.text(translator.measured())


def over_steps(log: dict, quantity: str, reading: str, **axes) -> None:
    """One quantity of the log over the steps of the training."""
    name = quantity.replace("_", " ")
    ui.figure(
        core.charts.curves(log["step"], {name: log[quantity]}, x_title="step", y_title=name, **axes),
        reading,
        log,
        key=f"training_{quantity}",
        alt="A curve: a quantity over the steps of the training.",
    )


models()

exercises = core.exercises.architecture
ui.exercise(QUESTION, exercises.parameters_of_a_part, exercises.extreme_cut, exercises.passes_through_the_encoder)
ui.close_page()
