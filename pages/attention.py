"""Attention: queries, keys and values in a trained model, head by head (essay one, section 4)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "I bought a new car yesterday."
STREET = "The animal didn't cross the street because it was too {}."
TOO = ("tired", "scared", "hungry", "weak", "wide", "crowded", "narrow", "dark")

SENTENCE = ui.Sentence("attention_text", "An English sentence", default=EXAMPLE, most=160, tokens=24)
KIND = ui.attention_kind("attention_kind", "Attention", default="encoder")
LAYER = ui.Ordinal("attention_layer", "Layer", most=6, default=1)
HEAD = ui.Ordinal("attention_head", "Head", most=16, default=4)
VIEW = ui.Choice("attention_view", "Drawn as", ("map", "lines"), default="map")
SCALED = ui.Switch("attention_scaled", "Divide by √d_k", default=True)
MASK = ui.Choice("attention_mask", "Mask", ("trained", "causal", "blind"), "trained", ("as trained", "causal", "blind"))
ROW = ui.Index("attention_row", "Query", most=48, default=1)
COLUMN = ui.Index("attention_column", "Key", most=48, default=4)
CELL = ui.Fold("attention_cell", "The chosen cell, step by step")
WORTH = ui.Fold("head_worth", "What each head looks at, what it adds, and what it is worth")
CUT = ui.Choice("attention_cut", "Heads cut out", ("none", "this", "others"), "this", ("none", "this", "all others"))
ALIGN = ui.Ordinal("align_layer", "Layer of the cross-attention", most=6, default=2)
COREF = ui.Text("coref_text", "Sentence with {} for its ending", default=STREET, most=200)
WORDS = ui.Words("coref_words", "Pronoun, then nouns", default=("it", "animal", "street"), fewest=3, most=4)
ENDINGS = ui.WordSet("endings", "Endings", default=TOO, most=10)
ENDING = ui.Index("ending", "Ending", most=10)
COREF_LAYER = ui.Ordinal("coref_layer", "Layer of the pretrained encoder", most=6, default=3)
COREF_HEAD = ui.Ordinal("coref_head", "Head of the pretrained encoder", most=12, default=1)
RANKED = ui.Fold("every_head", "All 72 heads on this sentence")
CASES = ui.Fold("every_case", "Twelve more pairs of sentences, and every head on them")
QUESTION = ui.Seed("attention_question")

TRANSLATED = (SENTENCE, KIND, LAYER, HEAD, VIEW, SCALED, MASK, ROW, COLUMN, CELL, WORTH, CUT, ALIGN)
PRONOUN = (COREF, WORDS, ENDINGS, ENDING, COREF_LAYER, COREF_HEAD, RANKED, CASES)
ui.open_page("attention", *TRANSLATED, *PRONOUN, QUESTION)

ui.prose("""
Every [[token]] sends out three vectors. Its **[[query]]** $q$ says what it looks for, its **[[key]]** $k$ what it can
be found by, its **[[value]]** $v$ what it hands over when it is found. A query is compared with every key; the
[[softmax]] turns the results into [[weights|attention-weight]] that sum to one; the output is the mix of the values
with these weights:
""")
ui.formula(r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right) V")
ui.prose("""
Below, a small translator from English to German, trained for this app, reads your sentence. Each of its [[layers]] runs
several attentions side by side, called **[[heads]]**, each with queries, keys and values of its own. $H$ heads share
the [[width of the model]]: their vectors have $d_k = d_{model} / H$ numbers each, here $128 / 8 = 16$.
""")

st.header("All heads at a glance")


@ui.group
def one_sentence() -> None:
    """The sections that read the same sentence."""
    said = SENTENCE.draw_translated(german=True)
    roles = core.analysis.inside.ATTENTION_ROLES
    kind, layer, _ = ui.beside(KIND, lambda: LAYER.draw(said.layers), lambda: st.text(roles[KIND.value]))
    weights = core.analysis.inside.attention_trace(said.trace, kind, layer).weights[0]
    rows, columns = said.names(kind)
    patterns = core.analysis.attention.head_patterns(weights)
    ui.figure(
        core.charts.head_grid(weights.numpy(), rows, columns),
        core.analysis.attention.patterns_in_words(patterns, layer, keys=len(columns)),
        core.analysis.attention.pattern_table(patterns),
        key="attention_heads",
        alt="Small maps of queries and keys, one for each head. Colour is the weight.",
    )
    one_attention()
    alignment()


@ui.group
def one_attention() -> None:
    """One head of the chosen attention, and what all of them make together."""
    said = SENTENCE.translated()
    layer = LAYER.within(said.layers)
    run = core.analysis.inside.attention_trace(said.trace, KIND.value, layer)
    st.header("One head, one cell")
    ui.prose("""
Rows are queries, columns are keys. Click a cell, or choose it beside the map. Then take the division away: the
[[scores]] grow with the length $d_k$ of the vectors, and the softmax puts nearly all weight on few keys. And change the
[[mask]], which says who may look at whom: *causal* hides the future, *blind* hides everything from the chosen query.
""")
    controls, picture = ui.experiment()
    with controls:
        head = HEAD.draw(said.heads)
        for control in (SCALED, VIEW, MASK):
            control.draw()
        i, j = (index.draw(names) for index, names in zip((ROW, COLUMN), said.names(KIND.value), strict=True))
    with picture:
        one_head(said, run, head, i, j)
    st.header("Eight outputs, one vector")
    ui.prose("""
Each head mixes its own values into a short vector $z_h$. The vectors of all heads are put side by side, and the matrix
$W^O$ turns the row into one vector of the width of the model. That is the same as multiplying each $z_h$ with its own
rows of $W^O$ and adding. $\\mathrm{Att}$ is the formula at the top. $X$ holds the vectors that ask, $Y$ those that are
asked: the same in [[self-attention]]; in [[cross-attention]] $X$ comes from the [[decoder]] and $Y$ from the
[[encoder]].
""")
    ui.formula(
        r"\begin{aligned} \mathrm{MultiHead} &= \mathrm{Concat}(z_1, \dots, z_H)\,W^O \\"
        r" &= \textstyle\sum_h z_h W^O_h \\"
        r" z_h &= \mathrm{Att}(XW^Q_h,\, YW^K_h,\, YW^V_h) \end{aligned}"
    )
    ui.prose("""
A weight says where a head looked, not what it took from there, nor that it mattered. A head can put all its weight on
one key and not be missed: cut it out and see.
""")
    if WORTH.draw():
        worth(said, run, layer, head, i)


def one_head(said, run, head: int, i: int, j: int) -> None:
    """The weights of one head, and one of its cells opened."""
    rows, columns = said.names(KIND.value)
    how = {"scaled": SCALED.value, "mask": usable_mask(), "row": i}
    view = core.analysis.attention.head_view(run, head, **how)
    weights, hidden, as_map = view.weights.numpy(), ~view.allowed.numpy(), VIEW.value == "map"
    place = core.analysis.inside.head_place(KIND.value, LAYER.within(said.layers), head)
    ui.figure(
        core.charts.heatmap(weights, rows, columns, masked=hidden, chosen=(i, j), select=True)
        if as_map
        else core.charts.bipartite(weights, rows, columns, chosen=i),
        core.analysis.attention.row_in_words(view, rows, columns, i, scaled=SCALED.value),
        core.analysis.attention.cells(weights, view.scores, rows, columns),
        key=f"attention_{VIEW.value}",
        alt="The weights of one head, from each query to each key.",
        cell=(ROW, COLUMN) if as_map else None,
        more=ui.program(core.programs.attention.HEAD, shows=weights, text=said.text, **place, **how),
    )
    st.text(core.analysis.attention.cell_in_words(view, rows, columns, i, j))
    if CELL.draw():
        ui.inspect_cell(view.q[i].numpy(), view.k.numpy(), i, j, allowed=view.allowed[i].numpy(), scale=view.scale)


def usable_mask() -> str:
    """The chosen mask; where it has no meaning, the trained one, and a sentence."""
    if MASK.value == "causal" and KIND.value == "cross":
        st.text("A causal mask has no meaning between two sequences, so the trained one is used: none.")
        return "trained"
    return MASK.value


def worth(said, run, layer: int, head: int, i: int) -> None:
    """Where each head looks, what it adds to one query, what its loss costs; the translation without some heads."""
    ui.prose("""
The cost is measured on the **[[loss]]**, the mean of $-\\ln p$ over the tokens of the translation. Its unit is the
**[[nat]]**: a loss that is $\\ln 2 = 0.69$ nats higher stands for half the probability. What a head adds is measured at
the chosen query, and the additions together are the output:
""")
    block = core.analysis.inside.attention_block(said.translator.model, KIND.value, layer)
    check = core.analysis.attention.concat_check(block, run, i)
    tops, ids = core.analysis.attention.largest_weights(run.weights[0]), (said.source_ids, said.translation.target_ids)
    costs = ui.kept(core.analysis.inside.head_costs)(said.translator.model, *ids, KIND.value, layer)
    looks = core.analysis.attention.largest_weights_in_words(tops)
    adds = core.analysis.attention.additions_in_words(check, said.names(KIND.value)[0][i])
    missed = core.analysis.inside.head_costs_in_words(costs)
    ui.beside(
        lambda: ui.formula(*core.analysis.attention.additions_formula(check, i)),
        lambda: bars_of_heads("additions", check.lengths, "length of the addition", adds, head, form=".2f"),
    )
    ui.beside(
        lambda: bars_of_heads("tops", tops, "largest weight of a query, mean", looks, head, domain=(0, 1)),
        lambda: bars_of_heads("costs", costs, "change of the loss, nats a token", missed, head, form="+.3f"),
    )
    gone = {"none": [], "this": [head], "others": [h for h in range(len(costs)) if h != head]}[CUT.draw()]
    st.text(f"Cut out of this attention: {', '.join(str(h + 1) for h in gone) or 'none'}. The translation is then:")
    cut = SENTENCE.translated(lesions=core.analysis.inside.head_cuts(KIND.value, layer, gone))
    st.code(cut.translation.text or "(nothing)", language=None)


def bars_of_heads(key: str, values: list[float], title: str, reading: str, head: int, **look) -> None:
    labels = core.analysis.attention.head_names(len(values))
    ui.figure(
        core.charts.bars(labels, values, title=title, highlight=head, **look),
        reading,
        {"head": labels, title: values},
        key=f"attention_{key}",
        alt=f"Bars: the {title} of each head.",
    )


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
    controls, picture = ui.experiment()
    with controls:
        layer = ALIGN.draw(said.layers)
    written, source, run = said.written, said.source, said.trace.decoder[layer].cross_attn
    found = core.analysis.attention.soft_alignment(run, rows=len(written), columns=len(source))
    with picture:
        ui.figure(
            core.charts.heatmap(found.weights.numpy(), written, source, row_title="predicted", column_title="source"),
            core.analysis.attention.alignment_in_words(found, written, source),
            core.analysis.attention.cells(found.weights, None, written, source),
            key="attention_alignment",
            alt="A map of predicted tokens and source tokens. Colour is the weight.",
            more=ui.program(core.programs.attention.ALIGN, shows=found.weights, text=said.text, layer=layer),
        )


one_sentence()

st.header("What does “it” stand for?")
ui.prose("""
*The animal didn't cross the street because it was too …*: tired, and “it” is the animal; wide, and “it” is the street.
It is the best-known picture of [[attention]]: a head that looks from the pronoun to the right noun. Here it is
measured, on a pretrained encoder (all-MiniLM-L6-v2: 6 layers of 12 heads) that was never trained to resolve pronouns.
""")


@ui.group
def what_it_stands_for() -> None:
    """The ranking of the heads, one of them on all endings, and where the best of them fail."""
    config = ui.model("minilm").config
    ui.beside(COREF, WORDS, ENDINGS)
    controls, picture = ui.experiment()
    with controls:
        text, pronoun, nouns = asked()
        layer, head = COREF_LAYER.draw(config.n_layers), COREF_HEAD.draw(config.n_heads)
    with picture:
        ui.beside(lambda: pronoun_row(text, pronoun, layer, head), lambda: over_endings(pronoun, nouns, layer, head))
    readings = ui.kept(core.models.minilm.rank_heads)(ui.model("minilm"), text, pronoun, nouns)
    st.text(core.models.minilm.ranking_in_words(readings, nouns))
    if RANKED.draw():
        ranking(readings, text, pronoun, nouns)
    where_it_fails(layer, head)


def asked() -> tuple[str, str, tuple[str, ...]]:
    """The sentence with its ending, its pronoun and nouns; the defaults where the encoder cannot use them."""
    pronoun, *nouns = WORDS.value
    endings = ENDINGS.value
    if "{}" in COREF.value:
        ENDING.draw(list(endings))
    else:
        st.text("The sentence has no {}, so its ending stays as it is.")
    text = COREF.value.replace("{}", endings[ENDING.within(len(endings))])
    try:
        ui.kept(core.models.minilm.rank_heads)(ui.model("minilm"), text, pronoun, tuple(nouns))
    except ValueError as problem:
        text, (pronoun, *nouns) = STREET.format(TOO[0]), WORDS.default
        st.text(f"{str(problem).capitalize()}. Used here: “{text}”")
    st.text(text)
    return text, pronoun, tuple(nouns)


def traced(text: str):
    """Everything the pretrained encoder computed for a text."""
    return ui.kept(core.models.minilm.MiniLM.trace, most=64)(ui.model("minilm"), text)


def map_of_heads(values, value_title: str, **options):
    """A map of the encoder's layers and heads, in which a click chooses one."""
    layers, heads = ([str(n + 1) for n in range(len(side))] for side in (values, values[0]))
    chosen = COREF_LAYER.within(len(layers)), COREF_HEAD.within(len(heads))
    titles = {"row_title": "layer", "column_title": "head", "value_title": value_title}
    return core.charts.heatmap(values, layers, heads, **titles, **options, chosen=chosen, select=True)


def ranking(readings, text: str, pronoun: str, nouns: tuple[str, ...]) -> None:
    """How much more each head gives to the first noun than to the others."""
    margins, table = core.models.minilm.margin_map(readings), core.models.minilm.ranking_table(readings)
    ui.figure(
        map_of_heads(margins, "margin", signed=True, domain=(-1, 1)),
        f"Click a head. The margin is what it gives to “{nouns[0]}” less the most that it gives to another noun.",
        ui.with_words(table, nouns, zip(*(reading.weights for reading in readings), strict=True)),
        key="coref_margins",
        alt="A map of layers and heads. Colour is the margin between the two nouns.",
        cell=(COREF_LAYER, COREF_HEAD),
        more=ui.program(core.programs.attention.RANK, shows=margins, text=text, pronoun=pronoun, nouns=nouns),
    )


def pronoun_row(text: str, pronoun: str, layer: int, head: int) -> None:
    """The whole row of the pronoun in one head."""
    pieces, row = core.models.minilm.pronoun_row(traced(text), pronoun, layer, head)
    ui.figure(
        core.charts.bars(pieces, row, domain=(0, 1), title="weight", highlight=row.index(max(row))),
        core.models.minilm.pronoun_in_words(pronoun, pieces, row),
        {"token": pieces, "weight": row},
        key="coref_row",
        alt="Bars: the weight that the pronoun gives to each token.",
    )


def over_endings(pronoun: str, nouns: tuple[str, ...], layer: int, head: int) -> None:
    """The same head over all endings; over none where the sentence has no place for them."""
    if "{}" not in COREF.value:
        return
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
    ui.prose("""
**Where it fails.** A head chosen because it fits one sentence proves little. Twelve more pairs of sentences, in which
the last word decides, were written before the model was asked. A head that keeps to one noun of a pair, whatever the
ending, is right on exactly twelve of the 24, and so are most of the 72 heads, give or take one.
""")
    if CASES.draw():
        every_case(layer, head)


def every_case(layer: int, head: int) -> None:
    """On how many of the 24 sentences each head gives more weight to the right noun."""
    ask = ui.kept(core.models.minilm.score_on_cases, spinner="Asking every head about 24 sentences")
    scores = ask(ui.model("minilm"))
    mine = scores[layer, head]
    ui.figure(
        map_of_heads(core.models.minilm.right_map(scores), "right", domain=(0, mine.of), form="d"),
        core.models.minilm.scores_in_words(scores, layer, head),
        core.models.minilm.score_table(scores),
        key="coref_cases",
        alt="A map of layers and heads. Colour is the number of sentences that a head gets right.",
        cell=(COREF_LAYER, COREF_HEAD),
        more={"What it gets wrong": lambda: st.dataframe(core.models.minilm.mistakes(mine), hide_index=True)},
    )


what_it_stands_for()

exercises = core.exercises.attention
ui.exercise(
    QUESTION, exercises.weight_of_one_of_two_keys, exercises.costliest_head, exercises.rank_of_the_sharpest_head
)
ui.close_page()
