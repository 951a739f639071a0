"""Attention: queries, keys and values in a trained model, head by head (essay one, section 4)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "I bought a new car yesterday."
STREET = "The animal didn't cross the street because it was too {}."
TOO = ("tired", "scared", "hungry", "weak", "wide", "crowded", "narrow", "dark")

SENTENCE = ui.Sentence("attention_text", "An English sentence", default=EXAMPLE, most=160, tokens=24)
KINDS, KIND_LABELS = (
    ("encoder", "decoder", "cross"),
    ("encoder self-attention", "decoder self-attention", "cross-attention"),
)
KIND = ui.Choice("attention_kind", "Attention", KINDS, default="encoder", labels=KIND_LABELS)
LAYER = ui.Ordinal("attention_layer", "Layer", most=6, default=1)
HEAD = ui.Ordinal("attention_head", "Head", most=16, default=4)
VIEW = ui.Choice("attention_view", "Drawn as", ("map", "lines"), default="map")
SCALED = ui.Switch("attention_scaled", "Divide by √d_k", default=True)
MASK = ui.Choice("attention_mask", "Mask", ("trained", "causal", "blind"), "trained", ("as trained", "causal", "blind"))
ROW = ui.Index("attention_row", "Query", most=48, default=1)
COLUMN = ui.Index("attention_column", "Key", most=48, default=4)
CUT = ui.Choice(
    "attention_cut", "Heads cut out", ("none", "this", "others"), "this", ("none", "this one", "all others")
)
ALIGN = ui.Ordinal("align_layer", "Layer of the cross-attention", most=6, default=2)
COREF = ui.Text("coref_text", "Sentence with {} for its ending", default=STREET, most=200)
WORDS = ui.Words("coref_words", "Pronoun, then nouns", default=("it", "animal", "street"), fewest=3, most=4)
ENDINGS = ui.WordSet("endings", "Endings", default=TOO, most=10)
ENDING = ui.Index("ending", "Ending", most=10)
COREF_LAYER = ui.Ordinal("coref_layer", "Layer of the pretrained encoder", most=6, default=3)
COREF_HEAD = ui.Ordinal("coref_head", "Head of the pretrained encoder", most=12, default=1)
QUESTION = ui.Seed("attention_question")

TRANSLATED = (SENTENCE, KIND, LAYER, HEAD, VIEW, SCALED, MASK, ROW, COLUMN, CUT, ALIGN)
PRONOUN = (COREF, WORDS, ENDINGS, ENDING, COREF_LAYER, COREF_HEAD)
ui.open_page("attention", *TRANSLATED, *PRONOUN, QUESTION)

ui.prose("""
Every token sends out three vectors. Its **query** $q$ says what it looks for, its **key** $k$ what it can be found by,
its **value** $v$ what it hands over when it is found. A query is compared with every key; the softmax turns the
results into weights that sum to one; the output is the mix of the values with these weights:
""")
ui.formula(r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right) V")
ui.prose("""
Below, a small translator from English to German, trained for this app, reads your sentence. Each of its layers runs
several attentions side by side. They are called **heads**, and each has queries, keys and values of its own.
""")

st.header("All heads at a glance")


@ui.group
def one_sentence() -> None:
    """The sections that read the same sentence."""
    said = SENTENCE.draw_translated(german=True)
    KIND.draw()
    layer = LAYER.draw(said.layers)
    run = core.analysis.inside.attention_trace(said.trace, KIND.value, layer)
    all_heads(run.weights[0], layer, *said.names(KIND.value))
    one_attention()
    alignment()


def all_heads(weights, layer: int, rows: list[str], columns: list[str]) -> None:
    patterns = core.analysis.attention.head_patterns(weights)
    names = core.analysis.attention.head_names(len(patterns))
    st.text(core.analysis.inside.ATTENTION_ROLES[KIND.value])
    ui.figure(
        core.charts.head_grid(weights.numpy(), rows, columns, names=names),
        core.analysis.attention.patterns_in_words(patterns, layer, keys=len(columns)),
        core.analysis.attention.pattern_table(patterns),
        key="attention_heads",
        alt="Small maps of queries and keys, one for each head. Colour is the weight.",
    )


@ui.group
def one_attention() -> None:
    """One head of the chosen attention, and what all of them make together."""
    said = SENTENCE.translated()
    layer = LAYER.within(said.layers)
    run = core.analysis.inside.attention_trace(said.trace, KIND.value, layer)
    st.header("One head, one cell")
    ui.prose("""
Rows are queries, columns are keys. Click a cell, or choose it below, to see where its number comes from.

Two things to try. Take the division away: the scores grow with the length $d_k$ of the vectors, and the softmax
hardens on its favourites. And change the mask, which says who may look at whom: *causal* hides the future, *blind*
hides everything from the chosen query.
""")
    head = HEAD.draw(said.heads)
    i = one_head(said, run, head)
    st.header("Eight outputs, one vector")
    ui.prose("""
Each head mixes its own values into a short vector $z_h$. The vectors of all heads are put side by side, and the
matrix $W^O$ turns the row into one vector of the width of the model:
""")
    ui.formula(
        r"\begin{aligned} \mathrm{MultiHead} &= \mathrm{Concat}(z_1, \dots, z_H)\,W^O \\"
        r" &= \textstyle\sum_h z_h W^O_h \\"
        r" z_h &= \mathrm{Att}(XW^Q_h,\, YW^K_h,\, YW^V_h) \end{aligned}"
    )
    ui.prose("""
Putting vectors side by side and multiplying is the same as multiplying each with its own rows of $W^O$ and adding.
So one can ask what each head adds to a token. And one can cut a head out: a zero takes the place of its $z_h$.
""")
    additions(said, run, layer, head, i)
    without_heads(said, layer, head)


def one_head(said, run, head: int) -> int:
    """The weights of one head, and one of its cells opened; the chosen query."""
    rows, columns = said.names(KIND.value)
    scaled = SCALED.draw()
    ui.beside(VIEW, MASK)
    i, j = ui.beside(lambda: ROW.draw(rows), lambda: COLUMN.draw(columns))
    how = {"scaled": scaled, "mask": usable_mask(), "row": i}
    view = core.analysis.attention.head_view(run, head, **how)
    weights, hidden, as_map = view.weights.numpy(), ~view.allowed.numpy(), VIEW.value == "map"
    ui.figure(
        core.charts.heatmap(weights, rows, columns, masked=hidden, chosen=(i, j), select=True)
        if as_map
        else core.charts.bipartite(weights, rows, columns, chosen=i),
        core.analysis.attention.row_in_words(view, rows, columns, i, scaled=scaled),
        core.analysis.attention.cells(weights, view.scores, rows, columns),
        key=f"attention_{VIEW.value}",
        alt="The weights of one head, from each query to each key.",
        cell=(ROW, COLUMN) if as_map else None,
    )
    st.text(f"How much “{rows[i]}” (row {i}) takes from “{columns[j]}” (column {j}):")
    ui.inspect_cell(view.q[i].numpy(), view.k.numpy(), i, j, allowed=view.allowed[i].numpy(), scale=view.scale)
    stack, part = core.analysis.inside.ATTENTIONS[KIND.value]
    place = {"stack": stack, "layer": LAYER.within(said.layers), "part": part, "head": head}
    ui.run_this(core.programs.attention.HEAD, shows=weights, text=said.text, **place, **how)
    return i


def usable_mask() -> str:
    """The chosen mask; where it has no meaning, the trained one, and a sentence."""
    if MASK.value == "causal" and KIND.value == "cross":
        st.text("A causal mask has no meaning between two sequences, so the trained one is used: none.")
        return "trained"
    return MASK.value


def additions(said, run, layer: int, head: int, i: int) -> None:
    """What each head adds to the output of one query."""
    block = core.analysis.inside.attention_block(said.translator.model, KIND.value, layer)
    check = core.analysis.attention.concat_check(block, run, i)
    labels = core.analysis.attention.head_names(len(check.lengths))
    ui.formula(
        r"\mathrm{out}_i = \sum_h z_{i,h} W^O_h",
        r"\begin{aligned} \lVert \mathrm{out}_{$i} \rVert &= $total \\"
        r" \max \bigl| \mathrm{out}_{$i} - \textstyle\sum_h z_{$i,h} W^O_h \bigr| &= $error \end{aligned}",
        i=i,
        total=ui.number(check.total),
        error=ui.power(check.error),
    )
    ui.figure(
        core.charts.bars(labels, check.lengths, form=".2f", title="length of the addition", highlight=head),
        core.analysis.attention.additions_in_words(check, said.names(KIND.value)[0][i]),
        {"head": labels, "length": check.lengths},
        key="attention_additions",
        alt="Bars: the length of what each head adds.",
    )


def without_heads(said, layer: int, head: int) -> None:
    """What each head is worth to the translation, and the translation without some of them."""
    translator, ids = said.translator, (said.source_ids, said.translation.target_ids)
    costs = ui.kept(core.analysis.inside.head_costs)(translator.model, *ids, KIND.value, layer)
    labels = core.analysis.attention.head_names(len(costs))
    st.subheader("Each head cut out, one at a time", anchor=False)
    ui.figure(
        core.charts.bars(labels, costs, form="+.3f", title="change of the loss, nats a token", highlight=head),
        core.analysis.inside.head_costs_in_words(costs),
        {"head": labels, "change of the loss": costs},
        key="attention_costs",
        alt="Bars: the change of the loss when a head is cut out.",
    )
    everyone = range(len(costs))
    gone = {"none": [], "this": [head], "others": [h for h in everyone if h != head]}[CUT.draw()]
    st.text(f"Cut out of this attention: {', '.join(str(h + 1) for h in gone) or 'none'}. The translation is then:")
    lesions = core.analysis.inside.head_cuts(KIND.value, layer, gone)
    translate = ui.kept(core.models.translator.Translator.translate)
    st.code(translate(translator, said.text, lesions=lesions).text or "(nothing)", language=None)


@ui.group
def alignment() -> None:
    st.header("Who translates whom")
    ui.prose("""
Cross-attention links the two languages. While the decoder stands on one German token it predicts the *next* one. So
the row of the token it stands on belongs to the token it is about to write, and that one is named here. The weights
are those of one layer, averaged over its heads. Read down the rows: where German puts its words in another order than
English, the strong cells leave the diagonal.
""")
    said = SENTENCE.translated()
    layer = ALIGN.draw(said.layers)
    written, source, run = said.written, said.source, said.trace.decoder[layer].cross_attn
    found = core.analysis.attention.soft_alignment(run, rows=len(written), columns=len(source))
    ui.figure(
        core.charts.heatmap(found.weights.numpy(), written, source, row_title="predicted", column_title="source"),
        core.analysis.attention.alignment_in_words(found, written, source),
        core.analysis.attention.cells(found.weights, None, written, source),
        key="attention_alignment",
        alt="A map of predicted tokens and source tokens. Colour is the weight.",
    )
    ui.run_this(core.programs.attention.ALIGN, shows=found.weights, text=said.text, layer=layer)


one_sentence()
ui.caption("A weight says where a head looked, not what it took from there, nor that it mattered.")

st.header("What does “it” stand for?")
ui.prose("""
*The animal didn't cross the street because it was too …*: tired, and “it” is the animal; wide, and “it” is the street.
It is the best-known picture of attention: a head that looks from the pronoun to the right noun. Here it is measured,
on a pretrained encoder (all-MiniLM-L6-v2: 6 layers of 12 heads) that was never trained to resolve pronouns.

The map shows all 72 heads: how much more weight the pronoun gives to the first noun than to the others. Click a head.
""")


@ui.group
def what_it_stands_for() -> None:
    """The ranking of the heads, one of them on all endings, and where the best of them fail."""
    config = ui.model("minilm").config
    text, pronoun, nouns = asked()
    layer, head = ui.beside(lambda: COREF_LAYER.draw(config.n_layers), lambda: COREF_HEAD.draw(config.n_heads))
    ranking(text, pronoun, nouns)
    st.subheader(f"Layer {layer + 1}, head {head + 1}", anchor=False)
    pronoun_row(text, pronoun, layer, head)
    if "{}" in COREF.value:
        over_endings(pronoun, nouns, layer, head)
    where_it_fails(layer, head)


def asked() -> tuple[str, str, tuple[str, ...]]:
    """The sentence as typed, its pronoun and nouns; the defaults where the encoder cannot use them."""
    COREF.draw()
    pronoun, *nouns = WORDS.draw()
    endings = ENDINGS.draw()
    if "{}" in COREF.value:
        ENDING.draw(list(endings))
    else:
        st.text("The sentence has no {}, so its ending stays as it is.")
    text = COREF.value.replace("{}", endings[ENDING.within(len(endings))])
    try:
        readings_of(text, pronoun, tuple(nouns))
    except ValueError as problem:
        text = STREET.format(TOO[0])
        pronoun, *nouns = WORDS.default
        st.text(f"{str(problem).capitalize()}. Used here: “{text}”")
    st.text(text)
    return text, pronoun, tuple(nouns)


def readings_of(text: str, pronoun: str, nouns: tuple[str, ...]) -> list:
    return ui.kept(core.models.minilm.rank_heads)(ui.model("minilm"), text, pronoun, nouns)


def traced(text: str):
    """Everything the pretrained encoder computed for a text."""
    return ui.kept(core.models.minilm.MiniLM.trace, most=64)(ui.model("minilm"), text)


def map_of_heads(values, value_title: str, **options):
    """A map of the encoder's layers and heads, in which a click chooses one."""
    layers, heads = ([str(n + 1) for n in range(len(side))] for side in (values, values[0]))
    chosen = COREF_LAYER.within(len(layers)), COREF_HEAD.within(len(heads))
    titles = {"row_title": "layer", "column_title": "head", "value_title": value_title}
    return core.charts.heatmap(values, layers, heads, **titles, **options, chosen=chosen, select=True)


def ranking(text: str, pronoun: str, nouns: tuple[str, ...]) -> None:
    """How much more each head gives to the first noun than to the others."""
    readings = readings_of(text, pronoun, nouns)
    margins, table = core.models.minilm.margin_map(readings), core.models.minilm.ranking_table(readings)
    ui.figure(
        map_of_heads(margins, "margin", signed=True, domain=(-1, 1)),
        core.models.minilm.ranking_in_words(readings, nouns),
        ui.with_words(table, nouns, zip(*(reading.weights for reading in readings), strict=True)),
        key="coref_margins",
        alt="A map of layers and heads. Colour is the margin between the two nouns.",
        cell=(COREF_LAYER, COREF_HEAD),
    )
    ui.run_this(core.programs.attention.RANK, shows=margins, text=text, pronoun=pronoun, nouns=nouns)


def pronoun_row(text: str, pronoun: str, layer: int, head: int) -> None:
    """The whole row of the pronoun in one head."""
    pieces, row = core.models.minilm.pronoun_row(traced(text), pronoun, layer, head)
    best = row.index(max(row))
    ui.figure(
        core.charts.bars(pieces, row, domain=(0, 1), title="weight", highlight=best),
        f"“{pronoun}” gives most, {ui.percent(row[best])}, to “{pieces[best]}”. All sum to {ui.number(sum(row))}.",
        {"token": pieces, "weight": row},
        key="coref_row",
        alt="Bars: the weight that the pronoun gives to each token.",
    )


def over_endings(pronoun: str, nouns: tuple[str, ...], layer: int, head: int) -> None:
    """The same head over all endings."""
    endings = core.charts.unique(ENDINGS.value)
    try:
        traces = [traced(COREF.value.replace("{}", ending)) for ending in ENDINGS.value]
        firsts, seconds, *_ = core.models.minilm.weights_over(traces, pronoun, nouns, layer, head)
    except ValueError:
        return  # said above: the sentence cannot be used
    marks = {"marks": seconds, "marks_title": "weight on the second noun"}
    ui.figure(
        core.charts.bars(endings, firsts, domain=(0, 1), title="weight on the first noun", **marks),
        core.models.minilm.endings_in_words(nouns, endings, firsts, seconds),
        ui.with_words({"ending": endings}, nouns[:2], [firsts, seconds]),
        key="coref_shift",
        alt="Bars: the weight on the first noun with each ending, and lines for that on the second.",
    )


def where_it_fails(layer: int, head: int) -> None:
    st.subheader("Where it fails", anchor=False)
    ui.prose("""
A head chosen because it fits one sentence proves little. Here are twelve more pairs of sentences of the same kind,
written before the model was asked, in which the last word decides. The map counts on how many of the 24 a head gives
more weight to the right noun. A head that keeps to one noun of a pair, whatever the ending, gets exactly twelve.
""")
    ask = ui.kept(core.models.minilm.score_on_cases, spinner="Asking every head about 24 sentences")
    scores = ask(ui.model("minilm"))
    mine, right = scores[layer, head], core.models.minilm.right_map(scores)
    ui.figure(
        map_of_heads(right, "right", domain=(0, mine.of), form="d"),
        core.models.minilm.scores_in_words(scores, layer, head),
        core.models.minilm.score_table(scores),
        key="coref_cases",
        alt="A map of layers and heads. Colour is the number of sentences that a head gets right.",
        cell=(COREF_LAYER, COREF_HEAD),
    )
    st.text(f"The {mine.of - mine.right} sentences that layer {layer + 1}, head {head + 1} gets wrong:")
    st.dataframe(core.models.minilm.mistakes(mine), hide_index=True, key="coref_wrong")


what_it_stands_for()

exercises = core.exercises.attention
ui.exercise(
    QUESTION, exercises.weight_of_one_of_two_keys, exercises.costliest_head, exercises.rank_of_the_sharpest_head
)
ui.close_page()
