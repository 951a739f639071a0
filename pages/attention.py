"""Attention: queries, keys and values in a trained model, head by head (essay one, section 4)."""

import streamlit as st

import core
from core import ui

EXAMPLE = "I bought a new car yesterday."
STREET = "The animal didn't cross the street because it was too {}."
MOST = 24  # source tokens that the maps have room for

SENTENCE = ui.Text("attention_text", "An English sentence", default=EXAMPLE, most=160)
KIND = ui.Choice("attention_kind", "Attention", ("encoder", "decoder", "cross"), default="encoder")
LAYER = ui.Ordinal("attention_layer", "Layer", most=6, default=1)
HEAD = ui.Ordinal("attention_head", "Head", most=16, default=4)
VIEW = ui.Choice("attention_view", "Drawn as", ("map", "lines"), default="map")
SCALED = ui.Switch("attention_scaled", "Divide by √d_k", default=True)
MASK = ui.Choice("attention_mask", "Mask", ("trained", "causal", "blind"), default="trained")
ROW = ui.Index("attention_row", "Query", most=48, default=1)
COLUMN = ui.Index("attention_column", "Key", most=48, default=4)
CUT = ui.Choice("attention_cut", "Heads cut out", ("none", "this", "others"), default="this")
ALIGN = ui.Ordinal("align_layer", "Layer of the cross-attention", most=6, default=2)
COREF = ui.Text("coref_text", "Sentence with {} for its ending", default=STREET, most=200)
WORDS = ui.Words("coref_words", "Pronoun, then nouns", default=("it", "animal", "street"), fewest=3, most=4)
ENDINGS = ui.Words(
    "endings", "Endings", default=("tired", "scared", "hungry", "weak", "wide", "crowded", "narrow", "dark"), most=10
)
ENDING = ui.Index("ending", "Ending", most=10)
COREF_LAYER = ui.Ordinal("coref_layer", "Layer of the pretrained encoder", most=6, default=3)
COREF_HEAD = ui.Ordinal("coref_head", "Head of the pretrained encoder", most=12, default=1)
QUESTION = ui.Seed("attention_question")

ui.open_page(
    "attention", SENTENCE, KIND, LAYER, HEAD, VIEW, SCALED, MASK, ROW, COLUMN, CUT, ALIGN,
    COREF, WORDS, ENDINGS, ENDING, COREF_LAYER, COREF_HEAD, QUESTION,
)  # fmt: skip

st.markdown("""
Every token sends out three vectors. Its **query** $q$ says what it looks for, its **key** $k$ what it can be found by,
its **value** $v$ what it hands over when it is found. A query is compared with every key; the softmax turns the
results into weights that sum to one; the output is the mix of the values with these weights:
""")
ui.formula(r"\mathrm{Attention}(Q, K, V) = \mathrm{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right) V")
st.markdown("""
Below, a small translator from English to German, trained for this app, reads your sentence. Each of its layers runs
several attentions side by side. They are called **heads**, and each has queries, keys and values of its own.
""")


def translated():
    return ui.translated(SENTENCE, most=MOST)


def names() -> tuple[list[str], list[str]]:
    """The tokens beside the rows and above the columns of the chosen attention."""
    translator = ui.model("translator")
    translation, trace = translated()
    source = translator.tokens(translation.source_ids)
    read = translator.tokens(translation.target_ids[: trace.target_embedding.shape[1]])  # what the decoder reads
    return {"encoder": (source, source), "decoder": (read, read), "cross": (read, source)}[KIND.value]


def place() -> tuple[str, int, str]:
    """Where the chosen attention stands: its stack, its layer (from 0), its name."""
    count = ui.model("translator").model.config.n_layers
    stack = "encoder" if KIND.value == "encoder" else "decoder"
    return stack, min(LAYER.value, count - 1), "cross_attn" if KIND.value == "cross" else "self_attn"


def chosen_attention():
    """Everything the chosen attention computed."""
    stack, layer, part = place()
    return getattr(getattr(translated()[1], stack)[layer], part)


def head() -> int:
    return min(HEAD.value, ui.model("translator").model.config.n_heads - 1)


def cell(rows: list[str], columns: list[str]) -> tuple[int, int]:
    return min(ROW.value, len(rows) - 1), min(COLUMN.value, len(columns) - 1)


ROLES = {
    "encoder": "Encoder self-attention: every token of the source looks at every token of the source.",
    "decoder": "Decoder self-attention: every token of the translation looks at itself and at those before it.",
    "cross": "Cross-attention: queries from the translation, keys and values from the encoder's output.",
}

st.header("All heads at a glance")


def heads() -> None:
    KIND.draw()
    layer = LAYER.draw(ui.model("translator").model.config.n_layers)
    rows, columns = names()
    weights = chosen_attention().weights[0]
    patterns = core.analysis.attention.head_patterns(weights)
    bits = [pattern.entropy for pattern in patterns]
    sharp, flat = bits.index(min(bits)), bits.index(max(bits))
    labels = [f"head {h + 1}" for h in range(len(bits))]
    st.text(ROLES[KIND.value])
    ui.figure(
        core.charts.head_grid(weights.numpy(), rows, columns, names=labels),
        f"Layer {layer + 1}: head {sharp + 1} is the most decided, with {ui.number(bits[sharp])} bits of uncertainty a "
        f"row; head {flat + 1} spreads most, with {ui.number(bits[flat])} bits of at most "
        f"{ui.number(core.analysis.attention.most_bits(len(columns)))}.",
        {
            "head": labels,
            "entropy (bits)": bits,
            "on itself": [pattern.same for pattern in patterns],
            "on the token before": [pattern.previous for pattern in patterns],
            "on the token after": [pattern.next for pattern in patterns],
            "on the last key": [pattern.last for pattern in patterns],
        },
        key="attention_heads",
        alt="Small maps of queries and keys, one for each head. Colour is the weight.",
    )


def one_head() -> None:
    rows, columns = names()
    config = ui.model("translator").model.config
    HEAD.draw(config.n_heads)
    SCALED.draw()
    left, right = st.columns(2)
    with left:
        VIEW.draw()
    with right:
        MASK.draw()
    left, right = st.columns(2)
    with left:
        i = ROW.draw(rows)
    with right:
        j = COLUMN.draw(columns)
    mask = MASK.value
    if mask == "causal" and KIND.value == "cross":
        st.text("A causal mask has no meaning between two sequences, so the trained one is used: none.")
        mask = "trained"
    view = core.analysis.attention.head_view(chosen_attention(), head(), scaled=SCALED.value, mask=mask, row=i)
    weights, hidden = view.weights.numpy(), ~view.allowed.numpy()
    if VIEW.value == "map":
        chart = core.charts.heatmap(weights, rows, columns, masked=hidden, chosen=(i, j), select=True)
    else:
        chart = core.charts.bipartite(weights, rows, columns, chosen=i)
    ui.figure(
        chart,
        row_reading(view, rows, columns, i),
        core.analysis.attention.cells(weights, view.scores, rows, columns),
        key=f"attention_{VIEW.value}",
        alt="The weights of one head, from each query to each key.",
        cell=(ROW, COLUMN) if VIEW.value == "map" else None,
    )
    st.text(f"How much “{rows[i]}” (row {i}) takes from “{columns[j]}” (column {j}):")
    ui.inspect_cell(view.q[i].numpy(), view.k.numpy(), i, j, allowed=view.allowed[i].numpy(), scale=view.scale)
    stack, layer, part = place()
    ui.run_this(
        HEAD_PROGRAM, core.analysis.attention.head_view, core.transformer.attention, name="head", shows=weights,
        text=translated_text(), stack=stack, layer=layer, part=part, head=head(), scaled=SCALED.value, mask=mask, row=i,
    )  # fmt: skip


def translated_text() -> str:
    return ui.model("translator").vocabulary.text(translated()[0].source_ids)


HEAD_PROGRAM = """
from core.analysis.attention import head_view
from core.models import translator

model = translator.load()
trace = model.trace(model.translate($text))
part = getattr(getattr(trace, $stack)[$layer], $part)  # layers and heads count from 0 here
result = head_view(part, $head, scaled=$scaled, mask=$mask, row=$row).weights
"""


def row_reading(view, rows: list[str], columns: list[str], i: int) -> str:
    if not view.allowed[i].any():
        return f"Nothing visible: every key is hidden from “{rows[i]}”, so its weights are 0 and its output is 0."
    best = int(view.weights[i].argmax())
    rule = f"divided by √d_k = {ui.number(view.scale)}" if SCALED.value else "without the division"
    return (
        f"“{rows[i]}” gives most weight, {ui.percent(float(view.weights[i, best]))}, to “{columns[best]}” ({rule}). "
        f"Uncertainty of the row: {ui.number(float(core.decoding.entropy_bits(view.weights[i])))} bits."
    )


@ui.group
def whole() -> None:
    st.header("Eight outputs, one vector")
    st.markdown("""
Each head mixes its own values into a short vector $z_h$. The vectors of all heads are put side by side, and the
matrix $W^O$ turns the row into one vector of the width of the model:
""")
    ui.formula(
        r"\begin{aligned} \mathrm{MultiHead} &= \mathrm{Concat}(z_1, \dots, z_H)\,W^O \\"
        r" &= \textstyle\sum_h z_h W^O_h \\"
        r" z_h &= \mathrm{Att}(XW^Q_h,\, YW^K_h,\, YW^V_h) \end{aligned}"
    )
    st.markdown("""
Putting vectors side by side and multiplying is the same as multiplying each with its own rows of $W^O$ and adding.
So one can ask what each head adds to a token. And one can cut a head out: a zero takes the place of its $z_h$.
""")
    rows, columns = names()
    i, _ = cell(rows, columns)
    translator = ui.model("translator")
    stack, layer, part = place()
    block = getattr(getattr(translator.model, stack).layers[layer], part)
    check = core.analysis.attention.concat_check(block, chosen_attention(), i)
    labels = [f"head {h + 1}" for h in range(len(check.lengths))]
    longest = check.lengths.index(max(check.lengths))
    ui.formula(
        r"\mathrm{out}_i = \sum_h z_{i,h} W^O_h",
        r"\begin{aligned} \lVert \mathrm{out}_{$i} \rVert &= $total \\"
        r" \max \bigl| \mathrm{out}_{$i} - \textstyle\sum_h z_{$i,h} W^O_h \bigr| &= $error \end{aligned}",
        i=i, total=ui.number(check.total), error=ui.power(check.error),
    )  # fmt: skip
    ui.figure(
        core.charts.bars(labels, check.lengths, form=".2f", title="length of the addition", highlight=head()),
        f"For “{rows[i]}”, head {longest + 1} adds the longest vector, {ui.number(check.lengths[longest])}. Together "
        f"the heads have the length {ui.number(check.total)}: they partly cancel. The chosen one is outlined.",
        {"head": labels, "length": check.lengths},
        key="attention_additions",
        alt="Bars: the length of what each head adds.",
    )
    translation, _ = translated()
    costs = head_costs(translation.source_ids, translation.target_ids, stack, layer, part)
    worst = costs.index(max(costs))
    st.subheader("Each head cut out, one at a time", anchor=False)
    ui.figure(
        core.charts.bars(labels, costs, form="+.3f", title="change of the loss, nats a token", highlight=head()),
        f"Without head {worst + 1} the translator's own translation becomes less probable by "
        f"{ui.number(costs[worst], 3)} nats a token. A head with a cost near 0 is not missed, in this sentence.",
        {"head": labels, "change of the loss": costs},
        key="attention_costs",
        alt="Bars: the change of the loss when a head is cut out.",
    )
    CUT.draw()
    all_heads = range(len(labels))
    gone = {"none": [], "this": [head()], "others": [h for h in all_heads if h != head()]}[CUT.value]
    listed = ", ".join(str(h + 1) for h in gone) or "none"
    st.text(f"Cut out of this attention: {listed}. The translation is then:")
    st.code(cut_translation(translated_text(), cuts(stack, layer, part, gone)) or "(nothing)", language=None)


def cuts(stack: str, layer: int, part: str, gone: list[int]) -> tuple:
    return tuple(core.transformer.Lesion(stack, layer, part, head=h) for h in gone)


@st.cache_data(max_entries=256, show_spinner=False)
def head_costs(source: tuple, target: tuple, stack: str, layer: int, part: str) -> list[float]:
    translator = ui.model("translator")
    each = [cuts(stack, layer, part, [h]) for h in range(translator.model.config.n_heads)]
    return core.analysis.inside.lesion_costs(translator.model, source, target, each)


@st.cache_data(max_entries=256, show_spinner=False)
def cut_translation(text: str, lesions: tuple) -> str:
    return ui.model("translator").translate(text, lesions=lesions).text


@ui.group
def one_head_and_all() -> None:
    """One head, and what all heads make together."""
    st.header("One head, one cell")
    st.markdown("""
Rows are queries, columns are keys. Click a cell, or choose it below, to see where its number comes from.

Two things to try. Take the division away: the scores grow with the length $d_k$ of the vectors, and the softmax
hardens on its favourites. And change the mask, which says who may look at whom: *causal* hides the future, *blind*
hides everything from the chosen query.
""")
    one_head()
    whole()


@ui.group
def one_attention() -> None:
    """Everything about the attention that is chosen by its kind and its layer."""
    heads()
    one_head_and_all()


@ui.group
def alignment() -> None:
    st.header("Who translates whom")
    st.markdown("""
Cross-attention links the two languages. While the decoder stands on one German token it predicts the *next* one. So
the row of the token it stands on belongs to the token it is about to write, and that one is named here. The weights
are those of one layer, averaged over its heads. Read down the rows: where German puts its words in another order than
English, the strong cells leave the diagonal.
""")
    translator = ui.model("translator")
    translation, trace = translated()
    layer = ALIGN.draw(translator.model.config.n_layers)
    source = translator.tokens(translation.source_ids)
    written = translator.tokens(translation.target_ids[1:])
    found = core.analysis.attention.soft_alignment(
        trace.decoder[layer].cross_attn, rows=len(written), columns=len(source)
    )
    ui.figure(
        core.charts.heatmap(found.weights.numpy(), written, source, row_title="predicted", column_title="source"),
        alignment_reading(found, written, source),
        core.analysis.attention.cells(found.weights, None, written, source),
        key="attention_alignment",
        alt="A map of predicted tokens and source tokens. Colour is the weight.",
    )
    ui.run_this(
        ALIGN_PROGRAM, core.analysis.attention.soft_alignment, name="alignment", shows=found.weights,
        text=translated_text(),
        layer=layer,
    )  # fmt: skip


ALIGN_PROGRAM = """
from core.analysis.attention import soft_alignment
from core.models import translator

model = translator.load()
translation = model.translate($text)
trace = model.trace(translation)
rows, columns = len(translation.target_ids) - 1, len(translation.source_ids)
result = soft_alignment(trace.decoder[$layer].cross_attn, rows=rows, columns=columns).weights
"""


def alignment_reading(found, written: list[str], source: list[str]) -> str:
    sure = int(found.weights.max(-1).values.argmax())
    share = ui.percent(float(found.weights[sure].max()))
    first = f"The clearest row predicts “{written[sure]}”: {share} on “{source[found.best[sure]]}”. "
    if not found.crossings:
        return first + "No two predictions look at the source in the other order."
    i, j = found.clearest
    return first + (
        f"{len(found.crossings)} pairs of predictions cross; the clearest: “{written[i]}” comes before “{written[j]}” "
        f"but looks most at “{source[found.best[i]]}”, which stands after “{source[found.best[j]]}”."
    )


@ui.group
def on_one_sentence() -> None:
    """The sections that read the same sentence."""
    SENTENCE.draw()
    translation, _ = ui.translated(SENTENCE, most=MOST, say=True)
    st.text(f"The translator's German: {translation.text or '(nothing)'}")
    one_attention()
    alignment()


on_one_sentence()
st.caption("A weight says where a head looked, not what it took from there, nor that it mattered.")

st.header("What does “it” stand for?")
st.markdown("""
*The animal didn't cross the street because it was too …*: tired, and “it” is the animal; wide, and “it” is the street.
It is the best-known picture of attention: a head that looks from the pronoun to the right noun. Here it is measured,
on a pretrained encoder (all-MiniLM-L6-v2: 6 layers of 12 heads) that was never trained to resolve pronouns.

The map shows all 72 heads: how much more weight the pronoun gives to the first noun than to the others. Click a head.
""")


def sentence(ending: str) -> str:
    return COREF.value.replace("{}", ending)


def readable() -> tuple[str, str, tuple[str, ...]]:
    """The sentence as typed, its pronoun and nouns; the defaults where the encoder cannot use them."""
    pronoun, *nouns = WORDS.value
    text = sentence(ENDINGS.value[min(ENDING.value, len(ENDINGS.value) - 1)])
    try:
        ranked(text, pronoun, tuple(nouns))
    except ValueError as problem:
        text = STREET.format(ENDINGS.default[0])
        pronoun, *nouns = WORDS.default
        st.text(f"{str(problem).capitalize()}. Used here: “{text}”")
    return text, pronoun, tuple(nouns)


@st.cache_resource(max_entries=128, show_spinner=False)
def ranked(text: str, pronoun: str, nouns: tuple[str, ...]) -> list:
    encoder = ui.model("minilm")
    return core.models.minilm.rank_heads(encoder, text, pronoun, nouns)


@st.cache_resource(max_entries=64, show_spinner=False)
def read(text: str):
    """Everything the pretrained encoder computed for a text."""
    return ui.model("minilm").trace(text)


@st.cache_resource(max_entries=1, show_spinner="Asking every head about 24 sentences")
def census() -> dict:
    encoder = ui.model("minilm")
    return core.models.minilm.score_heads(encoder, core.models.minilm.CASES)


def pronoun_heads() -> None:
    encoder = ui.model("minilm")
    COREF.draw()
    WORDS.draw()
    ENDINGS.draw()
    if "{}" in COREF.value:
        ENDING.draw(list(ENDINGS.value))
    else:
        st.text("The sentence has no {}, so its ending stays as it is.")
    text, pronoun, nouns = readable()
    st.text(text)
    readings = ranked(text, pronoun, nouns)
    margins = core.models.minilm.margin_map(readings)
    left, right = st.columns(2)
    with left:
        layer = COREF_LAYER.draw(encoder.config.n_layers)
    with right:
        head = COREF_HEAD.draw(encoder.config.n_heads)
    best, for_first = readings[0], sum(reading.margin > 0 for reading in readings)
    ui.figure(
        core.charts.heatmap(
            margins,
            *head_names(encoder),
            row_title="layer",
            column_title="head",
            value_title="margin",
            signed=True,
            domain=(-1, 1),
            chosen=(layer, head),
            select=True,
        ),
        f"{for_first} of {len(readings)} heads give “{nouns[0]}” more than {others(nouns)}; the widest margin has "
        f"layer {best.layer + 1}, head {best.head + 1}: {ui.percent(best.weights[0])} against "
        f"{ui.percent(max(best.weights[1:]))}.",
        ui.with_words(
            {
                "rank": list(range(1, len(readings) + 1)),
                "layer": [reading.layer + 1 for reading in readings],
                "head": [reading.head + 1 for reading in readings],
                "margin": [reading.margin for reading in readings],
            },
            nouns,
            zip(*(reading.weights for reading in readings), strict=True),
        ),
        key="coref_margins",
        alt="A map of layers and heads. Colour is the margin between the two nouns.",
        cell=(COREF_LAYER, COREF_HEAD),
    )
    ui.run_this(
        RANK_PROGRAM, core.models.minilm.rank_heads, name="ranking", shows=margins, text=text, pronoun=pronoun,
        nouns=nouns,
    )  # fmt: skip
    st.subheader(f"Layer {layer + 1}, head {head + 1}", anchor=False)
    pronoun_row(text, pronoun, layer, head)
    if "{}" in COREF.value:
        shift(pronoun, nouns, layer, head)


RANK_PROGRAM = """
from core.models import minilm

result = minilm.margin_map(minilm.rank_heads(minilm.load(), $text, $pronoun, $nouns))
"""


def head_names(encoder) -> tuple[list[str], list[str]]:
    config = encoder.config
    return [str(n + 1) for n in range(config.n_layers)], [str(n + 1) for n in range(config.n_heads)]


def others(nouns: tuple[str, ...]) -> str:
    return " or ".join(f"“{noun}”" for noun in nouns[1:])


def pronoun_row(text: str, pronoun: str, layer: int, head: int) -> None:
    """The whole row of the pronoun in one head."""
    pieces, row = core.models.minilm.pronoun_row(read(text), pronoun, layer, head)
    best = row.index(max(row))
    ui.figure(
        core.charts.bars(pieces, row, domain=(0, 1), title="weight", highlight=best),
        f"“{pronoun}” gives most, {ui.percent(row[best])}, to “{pieces[best]}”. All sum to {ui.number(sum(row))}.",
        {"token": pieces, "weight": row},
        key="coref_row",
        alt="Bars: the weight that the pronoun gives to each token.",
    )


def shift(pronoun: str, nouns: tuple[str, ...], layer: int, head: int) -> None:
    """The same head over all endings."""
    endings = core.charts.unique(ENDINGS.value)
    try:
        by_ending = [
            core.models.minilm.read_head(read(sentence(ending)), pronoun, nouns, layer, head).weights
            for ending in ENDINGS.value
        ]
    except ValueError:
        return  # said above: the sentence cannot be used
    firsts, seconds = ([weights[n] for weights in by_ending] for n in (0, 1))
    top, bottom = firsts.index(max(firsts)), firsts.index(min(firsts))
    lead = sum(a > b for a, b in zip(firsts, seconds, strict=True))
    ui.figure(
        core.charts.bars(
            endings,
            firsts,
            domain=(0, 1),
            title="weight on the first noun",
            marks=seconds,
            marks_title="weight on the second noun",
        ),
        f"The ending moves the weight by degrees: “{nouns[0]}” has {ui.percent(firsts[top])} with “{endings[top]}” "
        f"and {ui.percent(firsts[bottom])} with “{endings[bottom]}”; it leads “{nouns[1]}” (upright lines) in {lead} "
        f"of {len(endings)} endings.",
        ui.with_words({"ending": endings}, nouns[:2], [firsts, seconds]),
        key="coref_shift",
        alt="Bars: the weight on the first noun with each ending, and lines for that on the second.",
    )


def cases() -> None:
    st.subheader("Where it fails", anchor=False)
    st.markdown("""
A head chosen because it fits one sentence proves little. Here are twelve more pairs of sentences of the same kind,
written before the model was asked, in which the last word decides. The map counts on how many of the 24 a head gives
more weight to the right noun. A head that keeps to one noun of a pair, whatever the ending, gets exactly twelve.
""")
    encoder = ui.model("minilm")
    scores = census()
    layer, head = (
        min(COREF_LAYER.value, encoder.config.n_layers - 1), min(COREF_HEAD.value, encoder.config.n_heads - 1)
    )  # fmt: skip
    mine, best = scores[layer, head], max(scores.values(), key=lambda score: score.right)
    luck = core.models.minilm.best_by_luck(len(scores), best.of, best.right)
    ui.figure(
        core.charts.heatmap(
            core.models.minilm.right_map(scores),
            *head_names(encoder),
            row_title="layer",
            column_title="head",
            value_title="right",
            domain=(0, best.of),
            form="d",
            chosen=(layer, head),
            select=True,
        ),
        f"Layer {layer + 1}, head {head + 1} is right on {mine.right} of {mine.of}. The best of {len(scores)} heads, "
        f"layer {best.layer + 1}, head {best.head + 1}, is right on {best.right}; if all heads tossed coins, the best "
        f"would get that far with a probability of {ui.percent(luck, 0)}.",
        {
            "layer": [score.layer + 1 for score in scores.values()],
            "head": [score.head + 1 for score in scores.values()],
            "right": [score.right for score in scores.values()],
        },
        key="coref_cases",
        alt="A map of layers and heads. Colour is the number of sentences that a head gets right.",
        cell=(COREF_LAYER, COREF_HEAD),
    )
    wrong = [(case, r) for case, r in mine.readings if case.candidates[r.preferred] != case.answer]
    st.text(f"The {len(wrong)} sentences that layer {layer + 1}, head {head + 1} gets wrong:")
    st.dataframe(
        {
            "sentence": [case.sentence for case, _ in wrong],
            "right": [case.answer for case, _ in wrong],
            "the head's choice": [case.candidates[r.preferred] for case, r in wrong],
            "its weight": [max(r.weights) for _, r in wrong],
            "weight on the right one": [min(r.weights) for _, r in wrong],
        },
        hide_index=True,
        key="coref_wrong",
    )


@ui.group
def what_it_stands_for() -> None:
    """The ranking of the heads, and where the best of them fail."""
    pronoun_heads()
    cases()


what_it_stands_for()


def question(rng) -> ui.Question:
    """The weight of one of two keys, from the dot products."""
    d_k = rng.choice([4, 16, 64])
    first, second = rng.sample([-8, -4, 0, 4, 8, 12, 16], 2)
    root = {4: 2, 16: 4, 64: 8}[d_k]
    share = float(core.analysis.attention.softmax_row([first, second], scale=d_k**-0.5).weights[0])
    return ui.Question(
        f"A query meets two keys. The dot products are {first} and {second}, and the vectors have $d_k = {d_k}$ "
        "components. How much weight goes to the first key, in percent?",
        answer=100 * share,
        working=rf"Divide by $\sqrt{{{d_k}}} = {root}$, then take the softmax: "
        rf"$\dfrac{{e^{{{first}/{root}}}}}{{e^{{{first}/{root}}} + e^{{{second}/{root}}}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
    )


ui.exercise(QUESTION, question)
ui.close_page()
