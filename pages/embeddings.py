"""Embeddings: words as directions, compared by their angle (essay one, section 2)."""

import streamlit as st

import core
from core import ui

SAID = "I bought a new car yesterday."
GROUPS = ("animals", "royalty", "cities", "food")
MORE = ("vehicles", "numbers", "weather", "instruments", "colours")

SHOWN = ui.WordSet("word_groups", "Groups to show", default=GROUPS, options=(*GROUPS, *MORE))
OWN = ui.WordSet("own_words", "Your own words", default=("bank", "river", "money"), most=10)
WORD_A = ui.Word("word_a", "Word A", default="cat", most=30)
WORD_B = ui.Word("word_b", "Word B", default="dog", most=30)
NEAR = ui.Fold("near_words", "The words nearest to A")
ARROW_U = ui.Numbers("arrow_u", "u", default=(3.0, 4.0), fewest=2, most=2, rows=("x", "y"))
ARROW_V = ui.Numbers("arrow_v", "v", default=(4.0, 3.0), fewest=2, most=2, rows=("x", "y"))
ANALOGY = ui.Words("analogy", "a, b, c", default=("king", "man", "woman"), fewest=3, most=3, rows=("a", "b", "c"))
TABLE_WORD = ui.Text("table_word", "A word, English or German", default="eat", most=30)
SENTENCE = ui.Text("bank_sentence", "Your own sentence with “bank”", default="The bank was closed.", most=160)
OWN_SENTENCE = ui.Sentence("embedding_text", "An English sentence", default=SAID, most=120, tokens=24)
LAYER = ui.Number("context_layer", "After how many layers", 0, 6, step=1, default=6)
QUESTION = ui.Seed("embeddings_question")

PLANE, TABLE = (SHOWN, OWN, WORD_A, WORD_B, NEAR, ARROW_U, ARROW_V, ANALOGY), (TABLE_WORD, OWN_SENTENCE)

ui.open_page("embeddings", *PLANE, *TABLE, SENTENCE, LAYER, QUESTION)

ui.prose("""
An [[id]] says nothing about a [[token]]: 4,071 is not more like 4,072 than like 12. So the first thing a model does is
to look up a vector for each id in a table that it has learned. Such a vector is an **[[embedding]]**, and what is
learned shows in its direction: words that are used alike point the same way.
""")

st.header("Words on a plane")
ui.prose("""
These are pretrained vectors (GloVe) with 50 numbers each. No screen has 50 dimensions, so you see the plane on which
the shown words spread most, with an outline around each group. The paper's embeddings have 512 numbers, and the same
problem. Click a word: it becomes A, and what was A becomes B.
""")


def groups_to_show() -> dict[str, tuple[str, ...]]:
    """The chosen groups and the reader's own words; a sentence for those without a vector."""
    groups = {name: core.text.CATEGORIES[name] for name in SHOWN.draw()}
    own = tuple(ui.known_words(OWN.draw()))
    return groups | ({"your words": own} if own else {})


def plane() -> None:
    vectors = core.text.WordVectors.load()
    controls, picture = ui.experiment()
    with controls:
        a, b = WORD_A.draw_known(), WORD_B.draw_known()
        shown = core.text.word_plane(vectors, groups_to_show(), a, b)
        ui.caption("The two lines start at the zero vector, the ring marked 0: that is where angles are measured.")
    words, points, spaces = shown.words, shown.points, {"50 dimensions": shown.full, "this plane": shown.flat}
    chosen = words.index(a), words.index(b)
    both = {"Both spaces": lambda: st.dataframe(core.text.comparison_table(spaces), hide_index=True)}
    with picture:
        ui.figure(
            core.charts.word_plane(words, points, shown.groups, hulls=shown.hulls, origin=shown.origin, chosen=chosen),
            core.text.plane_in_words(shown, a, b),
            {"word": words, "group": shown.groups, "x": points[:, 0], "y": points[:, 1]},
            key="word_plane",
            alt="Words as points on a plane, the hulls of their categories, and lines from zero to the chosen two.",
            cell=(ui.Pick(WORD_A, words), ui.Pick(WORD_B, words)),
            more=both
            | ui.program(core.programs.embeddings.COSINE, shows=[shown.full.cosine, shown.full.angle], a=a, b=b),
        )
        ui.formula(*core.text.cosine_formula(shown.full), beside=True)
    neighbours(vectors, a)


def neighbours(vectors, word: str) -> None:
    """What a cosine has to be measured against, and the words with the largest."""
    ui.prose("""
Is a [[cosine]] of 0.8 much? Not as much as it seems: the words of one language share so much use that any two of them
have a cosine above zero, on average. And nearness is likeness of use, which is not likeness of meaning: opposites such
as *good* and *bad* stand in the same places of a sentence, so they are near each other too.
""")
    st.text(f"{vectors.pairs.in_words()} “good” and “bad” have {ui.number(vectors.cosine('good', 'bad'))}.")
    if not NEAR.draw():
        return
    names, cosines = zip(*vectors.neighbours(word, 10), strict=True)
    ui.figure(
        core.charts.bars(
            names, cosines, domain=(0, 1), title="cosine", form=".2f", **beyond_chance(vectors.pairs, len(names))
        ),
        f"The nearest word to “{word}” is “{names[0]}” with a cosine of {ui.number(cosines[0])}. The upright lines "
        "stand where 95 % of all pairs are below.",
        {"word": names, "cosine": cosines},
        key="nearest_words",
        alt="Bars: the cosine of the nearest words, and lines that 95 % of all pairs do not reach.",
    )


def beyond_chance(pairs, n: int) -> dict:
    """Lines across n bars, at the cosine that few pairs reach."""
    return {"marks": [pairs.high] * n, "marks_title": "95 % of all pairs"}


@ui.group
def arrows() -> None:
    st.header("The angle by hand")
    ui.prose("""
The cosine looks at directions and not at lengths: 1 for the same direction, 0 at a right angle, −1 for opposite ones.
Here are two arrows in a real plane, to try it on. A vector of zeros has no direction, and so no cosine.
""")
    controls, picture = ui.experiment()
    with controls:
        u, v = ui.edit_together(ARROW_U, ARROW_V)
        try:
            found = core.text.compare(u, v)
            said = f"u and v have {core.text.angle_in_words(found)}."
        except ValueError as problem:
            found, said = None, f"No cosine and no angle here: {problem}."
    with picture:
        ui.figure(
            core.charts.plane({}, arrows={"u": u, "v": v}, size=210),
            said,
            {"arrow": ["u", "v"], "x": [u[0], v[0]], "y": [u[1], v[1]]},
            key="arrows_plane",
            alt="The two vectors as arrows on a plane.",
        )
        if found:
            ui.formula(core.text.cosine_formula(found)[1])


@ui.group
def plane_and_arrows() -> None:
    """The plane of words, and arrows to try its measure on."""
    plane()
    arrows()


plane_and_arrows()

st.header("Arithmetic with words")
ui.prose("""
If a direction stands for a difference in use, one can add it. Take *king*, subtract *man*, add *woman*, and look for
the words nearest to the result. All three are brought to length 1 first, and none of them may be the answer. That rule
is rarely mentioned, and it matters: below the figure you see what the answer would be without it.
""")


@ui.group
def analogy() -> None:
    vectors = core.text.WordVectors.load()
    controls, picture = ui.experiment()
    with controls:
        typed = ANALOGY.draw()
        with st.popover("Other examples", width="stretch"):
            for a, b, c in core.text.ANALOGIES:
                ui.preset(f"{a} − {b} + {c}", {ANALOGY: (a, b, c)}, key=f"analogy_{a}")
        missing = len(ui.known_words(typed)) < len(typed)
        if missing:
            st.text(f"Used here: {', '.join(ANALOGY.default)}.")
    a, b, c = ANALOGY.default if missing else typed
    try:
        found, free = vectors.analogy(a, b, c, 6), vectors.analogy(a, b, c, 1, exclude=False)[0]
    except ValueError as problem:
        st.text(f"{a} − {b} + {c} has no direction: {problem}.")
        return
    names, cosines = zip(*found, strict=True)
    with picture:
        ui.figure(
            core.charts.bars(names, cosines, domain=(0, 1), title="cosine with a − b + c", form=".2f"),
            core.text.analogy_in_words((a, b, c), found, free),
            {"word": names, "cosine": cosines},
            key="analogy_bars",
            alt="Bars: the cosine of the words nearest to a − b + c.",
            more=ui.program(core.programs.embeddings.NEAREST, shows=cosines, a=a, b=b, c=c),
        )


analogy()

st.header("The translator's own table")
ui.prose("""
GloVe was made for nothing but such comparisons. A Transformer learns its table on the side: the small English–German
translator of this app began with random vectors and was only ever asked to translate. It has one table for both
languages, and [[that table|weight-tying]] is also its [[output layer]]. Look up a token: what has it put nearby?
""")


@ui.group
def table() -> None:
    translator, here = ui.model("translator"), core.models.translator
    controls, picture = ui.experiment()
    with controls:
        typed = TABLE_WORD.draw()
        word = typed.strip() or TABLE_WORD.default
        if not typed.strip():
            st.text(f"There is no word to look up. Used here: “{word}”.")
        ids = here.word_tokens(translator, word)
        labels = translator.tokens(ids)
        if len(ids) > 1:
            st.text(f"To the translator this is {len(ids)} tokens: {' '.join(labels)}. The first is looked up.")
    columns, pairs = here.neighbour_table(here.nearest_tokens(translator, ids[0], 10)), ui.kept(here.token_pairs)
    names, cosines = columns["token"], columns["cosine"]
    lines = beyond_chance(pairs(translator), len(names))
    with picture:
        ui.figure(
            core.charts.bars(names, cosines, domain=(0, 1), title="cosine", form=".2f", **lines),
            f"Of the {len(translator.vocabulary):,} tokens, “{names[0]}” is nearest to “{labels[0]}”, with a cosine of "
            f"{ui.number(cosines[0])}. {pairs(translator).in_words('tokens')}",
            columns,
            key="table_tokens",
            alt="Bars: the cosine of the nearest tokens in the translator's table, and lines as above.",
            more=ui.program(core.programs.embeddings.TABLE, shows=cosines, word=word),
        )


@ui.group
def own_sentence() -> None:
    st.subheader("A sentence in the table", anchor=False)
    ui.prose(r"""
This is all that the model knows of a sentence before its first [[layer]]: a row for each token, the same row wherever
the token stands. The rows are short, so they are multiplied by $\sqrt{d_{model}}$ before the positions are added.
""")
    said = OWN_SENTENCE.draw_translated()
    found, names = core.models.translator.sentence_rows(said.translator, said.source_ids), said.source
    ui.figure(
        core.charts.heatmap(
            found.cosines,
            names,
            names,
            row_title="token",
            column_title="and token",
            value_title="cosine",
            signed=True,
            domain=(-1, 1),
        ),
        found.in_words(names),
        ui.with_words({"token": names, "id": said.source_ids, "length": found.lengths}, names, found.cosines.T),
        key="sentence_rows",
        alt="A map of tokens by tokens. Colour is the cosine of their rows in the table.",
        more=ui.program(core.programs.embeddings.SENTENCE, shows=found.cosines, text=said.text),
    )
    ui.formula(*found.formula(), beside=True)


table()
own_sentence()

st.header("One word, two meanings")
ui.prose("""
A table has one row for *bank*, whether it lends money or borders a river. The layers above it change that: each adds
what it has gathered from the other words, so that after a few layers the vector of *bank* depends on its sentence. The
numbers are from a pretrained [[encoder]] (MiniLM, 384 dimensions). Before the first layer, the vectors differ only by
their positions.
""")


def bank_sentences() -> tuple[str, ...]:
    """The four fixed sentences and the reader's; without the reader's where it cannot be used."""
    fixed = tuple(sentence for pair in core.models.minilm.BANK.values() for sentence in pair)
    typed = SENTENCE.draw()
    try:
        ui.model("minilm").trace(typed).positions_of("bank")
    except ValueError as problem:
        st.text(f"Your sentence is left out: {problem}.")
        return fixed
    return (*fixed, typed)


@ui.group
def context() -> None:
    controls, picture = ui.experiment()
    with controls:
        layer, sentences = LAYER.draw(), bank_sentences()
        names = core.models.minilm.SENSES[: len(sentences)]
        st.text("\n".join(f"{name}: {sentence}" for name, sentence in zip(names, sentences, strict=True)))
    cosines = ui.kept(core.models.minilm.sense_cosines)(ui.model("minilm"), sentences, "bank")
    with picture:
        ui.beside(lambda: one_layer(cosines[layer], layer, sentences), lambda: over_layers(cosines, layer))


def one_layer(now, layer: int, sentences: tuple[str, ...]) -> None:
    """“bank” after so many layers, in every pair of sentences."""
    names = core.models.minilm.SENSES[: len(sentences)]
    ui.figure(
        core.charts.heatmap(now, names, names, row_title="“bank” in", column_title="and in", value_title="cosine"),
        core.models.minilm.senses_in_words(now, layer),
        {"sentence": sentences, **{name: [row[at] for row in now] for at, name in enumerate(names)}},
        key="bank_cosines",
        alt="A map of sentences by sentences. Colour is the cosine of “bank” in the one and in the other.",
        more=ui.program(core.programs.embeddings.SENSES, shows=now, sentences=list(sentences), layer=layer),
    )


def over_layers(cosines, layer: int) -> None:
    """“bank” in three pairs of sentences, layer by layer."""
    layers, lines = range(len(cosines)), core.models.minilm.sense_curves(cosines)
    ui.figure(
        core.charts.curves(
            layers, lines, x_title="layers", y_title="cosine", y_domain=(0.5, 1), marker=layer, height=250
        ),
        core.models.minilm.apart_in_words(lines),
        {"layers": layers} | lines,
        key="bank_layers",
        alt="Curves: the cosine of “bank” in three pairs of sentences over the layers.",
    )


context()

exercises = core.exercises.embeddings
ui.exercise(
    QUESTION, exercises.angle_of_two_vectors, exercises.layers_until_two_senses_part, exercises.cosine_of_opposites
)
ui.close_page()
