"""Architecture: the two towers part by part, with live tensors, counts and cuts (essay one, section 7)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "He gave me a book for my birthday."
READS = ("source-embedding", "source-positions", "encoder-attention", "encoder-norm-1", "encoder-ffn", "encoder-norm-2")
WRITES = ("target-embedding", "target-positions", "decoder-attention", "decoder-norm-1")
LOOKS_ACROSS = ("cross-attention", "decoder-norm-2", "decoder-ffn", "decoder-norm-3")
PARTS = (*READS, *WRITES, *LOOKS_ACROSS, "linear", "softmax")

SENTENCE = ui.Sentence("arch_text", "An English sentence", default=EXAMPLE, most=160, tokens=24)
PART = ui.Choice("part", "Part", PARTS, default="cross-attention")
LAYER = ui.Ordinal("arch_layer", "Layer", most=6, default=0)
HEAD = ui.Ordinal("arch_head", "Head", most=16, default=0)
BIASES = ui.Choice("arch_biases", "Biases", ("none", "feed-forward", "all"), default="feed-forward")
NORMS = ui.Switch("arch_norms", "Count the norms", default=True)
TABLES = ui.Choice("arch_tables", "Embedding tables", ("shared", "separate"), default="shared")
CUT = ui.Choice("cut_kind", "Attention to cut in", ("encoder", "decoder", "cross"), default="cross")
CUT_LAYER = ui.Ordinal("cut_layer", "Layer to cut in", most=6, default=2)
CUT_WHAT = ui.Ordinal("cut_what", "What is cut out", most=19, default=8)
MODEL = ui.ModelPicker("model", "Model", ("translator", "minilm", "toy-reverse", "toy-sort"))
ASKED = ui.Text("model_text", "Your text (empty: an example)", default="", most=200)
QUESTION = ui.Seed("architecture_question")

BLUEPRINT, COUNTED, CUTS = (SENTENCE, PART, LAYER, HEAD), (BIASES, NORMS, TABLES), (CUT, CUT_LAYER, CUT_WHAT)

ui.open_page("architecture", *BLUEPRINT, *COUNTED, *CUTS, MODEL, ASKED, QUESTION)

ui.prose("""
The paper's machine is two towers. The **encoder**, on the left, reads the whole source sentence and gives each of its
tokens a vector that knows the others. The **decoder**, on the right, reads what has been written so far, looks across
into the encoder's output, and guesses the next token. Click a part to see what it computes in the translator, now.
""")


st.header("The blueprint")


@ui.group
def blueprint() -> None:
    """One part of the machine: where it stands, what it computed, what it costs."""
    said = SENTENCE.translated()
    part, layer = core.analysis.inside.PARTS[PART.value], LAYER.within(said.layers)
    ids = said.source_ids, said.read_ids
    view = core.analysis.inside.part_view(said.translator.model, said.trace, *ids, part.id, layer)
    output = view.tensors[-1]
    labels = {known.id: known.label for known in core.analysis.inside.PARTS.values()}
    ui.figure(
        core.charts.blueprint(labels, chosen=part.id, layers=said.layers),
        f"{part.label} ({part.tower}): its output is {output.name}, {core.analysis.attention.shape_in_words(output)}.",
        core.analysis.inside.blueprint_table(),
        key="architecture_blueprint",
        choice=PART,
        alt="The two towers of the Transformer as boxes and arrows. The chosen part is outlined.",
    )
    ui.beside(PART, lambda: LAYER.draw(said.layers))
    describe(said, part, view, layer)
    ui.run_this(core.programs.architecture.PART, shows=list(output.shape), text=said.text, part=part.id, layer=layer)


def describe(said, part, view, layer: int) -> None:
    """What the chosen part computes and of what, the tensors of this sentence, and what it costs."""
    st.subheader(f"{part.label}, {part.tower}", anchor=False)
    ui.formula(part.formula)
    st.text(part.inputs)
    if part.mask:
        st.text(f"Mask: {part.mask}")
    st.dataframe(core.analysis.attention.part_table(view.tensors), hide_index=True, key="architecture_tensors")
    ui.caption(LETTERS)
    if part.id.endswith("attention"):
        weights(said, view, part.id, layer)
    elif part.id in ("linear", "softmax"):
        next_tokens(said, view, part.id)
    else:
        picture(said, view.tensors[-1], part.tower)
    show_costs(view, part.id)
    if part.id in ("cross-attention", "decoder-attention"):
        moved = core.analysis.inside.source_swap(said.translator.model, said.source_ids, said.read_ids, layer)
        st.text(core.analysis.inside.swap_in_words(moved, layer))


LETTERS = "S source tokens, T target tokens, D width, H heads, K width of a head, F hidden units, V vocabulary."


def weights(said, view, part: str, layer: int) -> None:
    """The weights of one head of an attention."""
    by_name = {row.name: row.values for row in view.tensors}
    head = HEAD.draw(said.heads)
    rows, columns = said.names(part.removesuffix("-attention"))
    shares, scores = by_name["P"][head].numpy(), by_name["S"][head]
    hidden, best = scores.isneginf().numpy(), int(shares[-1].argmax())
    ui.figure(
        core.charts.heatmap(shares, rows, columns, masked=hidden),
        f"Head {head + 1}, layer {layer + 1}: {len(rows)} queries by {len(columns)} keys, {int(hidden.sum())} "
        f"cells hidden. “{rows[-1]}” gives most, {ui.percent(float(shares[-1, best]))}, to “{columns[best]}”.",
        core.analysis.attention.cells(shares, scores, rows, columns),
        key="architecture_weights",
        alt="A map of queries and keys. Colour is the weight.",
    )


def next_tokens(said, view, part: str) -> None:
    """The tokens that lead at the last position, by their logits or by their probabilities."""
    logits = next(row.values for row in view.tensors if row.name == "z")[-1]
    best, shares = core.decoding.most_probable(logits, 6)
    words, scores = said.translator.tokens(best), logits[best].tolist()
    ui.figure(
        core.charts.bars(words, scores, form=".2f", title="logit")
        if part == "linear"
        else core.charts.bars(words, shares, form=".1%", title="probability", domain=(0, 1)),
        f"At the last position, after “{said.read[-1]}”, “{words[0]}” leads with {ui.percent(shares[0])}.",
        {"token": words, "logit": scores, "probability": shares},
        key=f"architecture_{part}",
        alt="Bars: the tokens with the largest values at the last position.",
    )


def picture(said, output, tower: str) -> None:
    """The output of a part, a row of numbers for each token."""
    values = output.values
    limit = float(values.abs().max())
    ui.figure(
        core.charts.matrix_image(values.numpy(), x_title="component", y_title="position", limit=limit, height=240),
        f"The output, one row per token, {output.shape[1]} numbers each, from {ui.number(float(values.min()))} to "
        f"{ui.number(float(values.max()))}. Terracotta is positive, blue-green negative.",
        {"token": said.source if tower == "encoder" else said.read}
        | {str(c): column for c, column in enumerate(values.T.tolist())},
        key="architecture_tensor",
        alt="A picture of the output: one row for each token, one column for each component.",
    )


def show_costs(view, part: str) -> None:
    """What the part costs, here and in the paper's base model."""
    base = core.analysis.inside.part_parameters(core.transformer.PAPER_BASE, part)
    left, middle, right = st.columns(3)
    left.metric("Parameters here", f"{view.parameters:,}", border=True)
    middle.metric("In the paper's base model", f"{base:,}", border=True)
    right.metric("Operations, this sentence", f"{view.flops:,}", border=True)
    if view.flops == 0:
        ui.caption("Operations are those of matrix products, and this part has none.")
    if part in ("source-embedding", "target-embedding", "linear"):
        ui.caption("One table, used in three places: it is counted once in the whole.")


@ui.group
def part_costs() -> None:
    st.header("Where the work is")
    ui.prose("""
One pass over your sentence and its translation, all layers together. Only matrix products are counted; norms, sums
and softmaxes are small beside them. In a model this small the projection onto the vocabulary weighs heavily.
""")
    said = SENTENCE.translated()
    source, target = len(said.source_ids), len(said.read_ids)
    counts = core.analysis.inside.work_by_part(said.translator.model.config, source, target)
    most = max(counts, key=counts.get)
    ui.figure(
        core.charts.bars(list(counts), list(counts.values()), form=".3s", title="operations"),
        f"{source} source and {target} target tokens: {sum(counts.values()):,} operations, most of them "
        f"({counts[most]:,}) in the {most}.",
        {"part": list(counts), "operations": list(counts.values())},
        key="architecture_flops",
        alt="Bars: the operations in each kind of part.",
    )


@ui.group
def parameters() -> None:
    st.header("How many parameters")
    ui.prose("""
The paper's base model has 6 layers in each tower, the width 512, 8 heads of 64, 2,048 hidden units and a shared
vocabulary of about 37,000 tokens. How many parameters that makes depends on what one counts. The text gives the
attention no biases; many programs do.
""")
    (biases, norms), tables = ui.beside((BIASES, NORMS), TABLES)
    convention = {"biases": biases, "norms": norms, "shared": tables == "shared"}
    count = core.analysis.counting.base_count(**convention)
    parts = core.analysis.counting.counted_parts(count)
    most = max(parts, key=parts.get)
    ui.formula(
        r"P = P_{\text{tables}} + N P_{\text{encoder}} + N P_{\text{decoder}}",
        r"\begin{aligned} &$tables + 6 \cdot $encoder \\ &+ 6 \cdot $decoder = $total \end{aligned}",
        tables=ui.thousands(count.tables),
        encoder=ui.thousands(count.encoder_layer.total),
        decoder=ui.thousands(count.decoder_layer.total),
        total=ui.thousands(count.total),
    )
    ui.figure(
        core.charts.bars(list(parts), list(parts.values()), form=".3s", title="parameters"),
        f"{count.total:,} parameters in all, {count.stacks:,} of them in the two towers; most, {parts[most]:,}, are in "
        f"{most}. The paper prints 65 million.",
        {"part": list(parts), "parameters": list(parts.values())},
        key="architecture_parameters",
        alt="Bars: the parameters in each kind of part.",
    )
    st.text(core.analysis.counting.count_in_words(count))
    ui.run_this(core.programs.architecture.COUNT, shows=count.total, **convention)


@ui.group
def table3() -> None:
    st.subheader("The paper's table of variations", anchor=False)
    ui.prose("""
Table 3 of the paper changes one thing at a time. Here each row is counted exactly, by what the text describes, and set
beside what the table prints. All but the largest come out below the print: the table agrees with itself only for a
vocabulary of about 41,000, where the text says 37,000.
""")
    rows = core.analysis.counting.table3()
    printed = [row for row in rows if row.printed]
    names, counts = [core.analysis.counting.row_label(row) for row in printed], [row.counted for row in printed]
    marks = {"marks": [row.printed * 10**6 for row in printed], "marks_title": "printed in the paper"}
    ui.figure(
        core.charts.bars(names, counts, form=".3s", title="parameters", **marks),
        core.analysis.counting.table3_in_words(rows),
        core.analysis.counting.table3_columns(rows),
        key="architecture_table3",
        alt="Bars: the parameters of each row of Table 3, and lines where the paper's figures stand.",
    )


@ui.group
def cuts() -> None:
    st.header("Cut something out")
    ui.prose("""
What is a part good for? Take it out and see. The map shows, for every head, whole attention, feed-forward network and
layer, by how much less probable the translator's own translation becomes: the change of its loss, in nats a token.
Click a cell, and read what the translator writes without that part.
""")
    said, kind = SENTENCE.translated(), CUT.draw()
    names, layers = core.analysis.inside.cut_names(said.heads), [f"layer {n + 1}" for n in range(said.layers)]
    at, what = ui.beside(lambda: CUT_LAYER.draw(said.layers), lambda: what_is_cut(names))
    ids = said.source_ids, said.translation.target_ids
    cut_map = ui.kept(core.analysis.inside.cut_map, spinner="Cutting every part out once")
    costs = cut_map(said.translator.model, *ids, kind)
    ui.figure(
        core.charts.heatmap(
            costs,
            layers,
            names,
            row_title="layer",
            column_title="cut out",
            value_title="change of the loss",
            signed=True,
            domain=(-4, 4),
            chosen=(at, what),
            select=True,
        ),
        core.analysis.inside.cuts_in_words(costs, names, kind, at, what),
        {"layer": layers, **{name: [line[n] for line in costs] for n, name in enumerate(names)}},
        key="architecture_cuts",
        alt="A map of layers and what is cut out of them. Colour is the change of the loss.",
        cell=(CUT_LAYER, CUT_WHAT),
    )
    lesion = core.analysis.inside.cut_at(kind, at, what, said.heads)
    translate = ui.kept(core.models.translator.Translator.translate)
    st.text("Intact, and with the cut, the translator writes:")
    for written in (said.translation, translate(said.translator, said.text, lesions=(lesion,))):
        st.code(written.text or "(nothing)", language=None, wrap_lines=True)
    ui.run_this(core.programs.architecture.CUT, shows=[costs[at][what]], text=said.text, **vars(lesion))


def what_is_cut(names: list[str]) -> int:
    what = CUT_WHAT.draw(len(names))
    st.text(f"{what + 1} is “{names[what]}”")
    return what


@ui.group
def blueprint_and_after() -> None:
    """The blueprint, and the sections on the sentence that it reads."""
    SENTENCE.draw_translated(german=True)
    blueprint()
    part_costs()
    parameters()
    table3()
    cuts()


blueprint_and_after()


st.header("The models of this app")
ui.prose("""
Four trained models live in this app, all of the same parts. Choose one and give it a text.
""")


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
    if chosen == "translator":
        training(model)


def training(translator) -> None:
    """How the translator was trained, from the log that ships with it, and the figures of its evaluation."""
    log = core.models.translator.log_columns(translator.log)
    steps, rate = log["step"], {"learning rate": log["learning_rate"]}
    perplexity = {"validation perplexity": log["validation_perplexity"]}
    ui.figure(
        core.charts.curves(steps, perplexity, x_title="step", y_title="perplexity", y_log=True),
        core.models.translator.perplexity_in_words(translator.log),
        log,
        key="training_perplexity",
        alt="A curve: the validation perplexity over the steps of the training.",
    )
    ui.figure(
        core.charts.curves(steps, rate, x_title="step", y_title="learning rate"),
        core.models.translator.rate_in_words(translator.log),
        {"step": steps, **rate, "loss": log["loss"]},
        key="training_rate",
        alt="A curve: the learning rate over the steps of the training.",
    )
    if translator.evaluation:
        st.text(translator.measured())


models()

exercises = core.exercises.architecture
ui.exercise(QUESTION, exercises.parameters_of_a_part, exercises.extreme_cut, exercises.passes_through_the_encoder)
ui.close_page()
