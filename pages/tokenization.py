"""Tokenization: how byte-pair encoding learns its pieces, merge by merge (essay one, section 1)."""

import streamlit as st

import core
from core import ui

TEXT = ui.Text("text", "Your text", default=core.text.EXAMPLES["A sentence"], area=True, exact=True)
MERGES = ui.Steps("merges", "Number of learned merges", core.text.MERGES_OFFERED, default=1000, term="merge")
LISTS = {"two novels": "of two novels", "translator": "the translator's"}
VOCABULARY = ui.Choice("vocabulary", "Vocabulary", tuple(LISTS), "two novels", labels=tuple(LISTS.values()))
LEARN_FROM = ui.Choice("learn_from", "Learn from", ("your text", "two novels"), default="your text")
MERGE = ui.Number("merge", "Merge number", 1, 200, step=1, default=1, term="merge")
QUESTION = ui.Seed("tokenization_question")

ENTRIES = [256 + n for n in core.text.MERGES_OFFERED]  # of a vocabulary, with the single bytes
ACROSS = {"x_title": "entries of the vocabulary", "x_log": True}

ui.open_page("tokenization", TEXT, VOCABULARY, MERGES, LEARN_FROM, MERGE, QUESTION)

ui.prose("""
A model computes with numbers, so a text is first cut into pieces from a fixed list, and each piece becomes its number
on that list. The pieces are called **[[tokens]]**, the list is the **[[vocabulary]]**, the number is the **[[id]]**.
Write something, and watch where it is cut.
""")

text = TEXT.draw()
ui.presets({label: {TEXT: words} for label, words in core.text.EXAMPLES.items()}, key="text")

st.header("Pieces that were learned")
ui.prose("""
**[[Byte-pair encoding]]** starts with single bytes: 256 of them, enough for every text there is. Then it looks through
a large text for the two neighbours that stand side by side most often, gives the pair an id of its own, and repeats.
Here that was done on two novels by Jane Austen, 4,000 times. Use fewer of these [[merges]], and the same text falls
into more and smaller pieces. The translator of this app learned its own from English and German sentences; its first
three ids are no text but signs, so its ids are three higher.
""")


def capped(labels: list) -> str:
    return core.text.capped_in_words(len(labels), core.charts.MAX_TOKENS)


def vocabulary(merges: int):
    """The tokenizer of the chosen vocabulary with so many merges, and the ids that it gives the text."""
    if VOCABULARY.value == "translator":
        cut = ui.model("translator").vocabulary.cut(merges)
        return cut.tokenizer, cut.ids(text)
    tokenizer = core.text.load_bpe(merges)
    return tokenizer, tokenizer.encode(text)


def learned() -> None:
    controls, picture = ui.experiment()
    with controls:
        own, merges = VOCABULARY.draw() == "translator", MERGES.draw()
    tokenizer, ids = vocabulary(merges)
    pieces = tokenizer.pieces(text)
    if not pieces:
        st.text("The text is empty: 0 tokens.")
        return
    table, bytes_only = core.text.token_table(pieces, ids), [piece.text is None for piece in pieces]
    program = core.programs.tokenization.TRANSLATOR if own else core.programs.tokenization.ENCODE
    with controls:
        ui.caption(
            "A space is drawn as ·, a tab as →, a line end as ↵. A token that is not a whole character is shown as its "
            "bytes, two hexadecimal digits each, in a dotted box. Nothing is special: `<|endoftext|>` is text like "
            "any other."
        )
    with picture:
        ui.figure(
            core.charts.tokens(table["token"], ids, bytes_only=bytes_only),
            core.text.pieces_in_words(text, pieces, tokenizer) + capped(ids),
            table | core.text.token_places(pieces),
            key="learned_tokens",
            alt="The text as tokens, each in a box with its id.",
            more=ui.program(program, shows=ids, n=merges, text=text),
        )
        st.text(core.text.word_in_pieces(tokenizer, "internationalization"))
        over_merges(merges)


def over_merges(merges: int) -> None:
    """The length of the text at every size of the vocabulary."""
    sizes = core.text.MERGES_OFFERED
    lengths, words = [len(vocabulary(n)[1]) for n in sizes], len(text.split())
    axes = {"y_title": "tokens in your text", "y_domain": (0, 1.1 * lengths[0]), "y_format": ",d", "height": 190}
    ui.figure(
        core.charts.curves(ENTRIES, {"tokens": lengths}, **ACROSS, **axes, rules={"words": words}, marker=256 + merges),
        core.text.sizes_in_words(lengths, merges, lengths[sizes.index(merges)], words),
        {"merges": sizes, "vocabulary": ENTRIES, "tokens": lengths},
        key="tokens_over_merges",
        alt="A curve: the length of the text in tokens over the size of the vocabulary.",
    )


@ui.group
def stepper() -> None:
    st.header("One merge at a time")
    ui.prose("""
Learning is nothing but counting. Take the text in its present pieces, count every pair of neighbours, join the most
frequent one wherever it stands, and count again. If several pairs are equally frequent, the one with the smallest ids
wins, so that the result never depends on chance. A pair may not reach from one word into the next; the space before a
word belongs to it.
""")
    controls, picture = ui.experiment()
    with controls:
        novels, number = LEARN_FROM.draw() == "two novels", MERGE.draw()
    steps = core.text.load_merge_steps() if novels else core.text.learn_merge_steps(text)
    if not steps:
        st.text("No pair of neighbours occurs twice in your text, so there is nothing to learn from it: 0 merges.")
        return
    at = min(number, len(steps))
    step, merges = steps[at - 1], [one.pair for one in steps[:at]]
    with controls:
        ui.preset("One back", {MERGE: at - 1}, key="merge_One back", disabled=at == 1)
        ui.preset("One on", {MERGE: at + 1}, key="merge_One on", disabled=at == len(steps))
    if number > len(steps):
        st.text(f"After {len(steps):,} merges no pair occurs twice any more. The last merge is shown.")
    table = core.text.candidate_table(merges, step)
    pairs, counts = table["pair"], table["count"]
    scale = {"title": "places in the text", "form": ",d", "domain": (0, core.charts.quarters(max(counts)))}
    with picture:
        ui.figure(
            core.charts.bars(pairs, counts, **scale, highlight=0),
            core.text.merge_in_words(step, at, pairs[0]),
            table,
            key="merge_counts",
            alt="Bars: how often the most frequent pairs occur.",
        )
    before_and_after(merges, at, core.text.token_label(step.bytes))


def before_and_after(merges: list, at: int, new: str) -> None:
    """The reader's text before and after the merge, the tokens concerned outlined."""
    change = core.text.one_merge(text, merges, at)
    if not change.before:
        st.text("Your text is empty: there is nothing to merge in it.")
        return
    before, after = core.text.merged_in_words(change, at, new)
    ui.beside(
        lambda: draw_tokens(change.before, change.parts, before, "merge_before"),
        lambda: draw_tokens(change.after, change.wholes, after, "merge_after"),
    )


def draw_tokens(pieces: list, chosen: list[int], reading: str, key: str) -> None:
    table, bytes_only = core.text.token_table(pieces), [piece.text is None for piece in pieces]
    ui.figure(
        core.charts.tokens(table["token"], bytes_only=bytes_only, chosen=chosen),
        reading + capped(pieces),
        table,
        key=key,
        alt="The text as tokens, each in a box. Those of the merge are outlined.",
    )


def simplified() -> None:
    st.header("Pieces by a rule, and ids by a hash")
    ui.prose("""
To see what learning adds, here is a cutter that learns nothing. Words stay whole up to seven characters; a longer one
is cut once, after its fifth. The id is a **[[hash]]** of the piece: a number from 0 to 36,999 that looks random but is
always the same for the same piece. (The range is that of the paper's vocabulary of 37,000 entries.)
""")
    pieces = core.text.split_simplified(text)
    if not pieces:
        st.text("There is nothing to cut: the text has no words. 0 tokens.")
        return
    labels, ids = [piece.text for piece in pieces], [piece.id for piece in pieces]
    ui.figure(
        core.charts.tokens(labels, ids),
        core.text.simplified_in_words(text, pieces) + capped(labels),
        {"piece": labels, "id": ids, "starts at": [piece.start for piece in pieces]},
        key="simplified_tokens",
        alt="The text as pieces of the simplified rule, each in a box with its id.",
        more=ui.program(core.programs.tokenization.SPLIT, shows=ids, text=text),
    )
    ui.formula(*core.text.collision_formula(len(set(labels))), beside=True)
    st.markdown(core.text.collisions_in_words())


@ui.group
def cost() -> None:
    st.header("What length costs")
    ui.prose("""
[[Attention]] compares every token with every token, so a sequence of length $N$ costs $N^2$ comparisons in every
[[head]] of every [[layer]]. That is the case against characters. It is often said that they make a sequence ten times
as long; for your text the figure below has the measured ratio.
""")
    lengths = core.text.text_lengths(text, core.text.load_bpe(MERGES.value))
    if not lengths.tokens:
        st.text("The text is empty: no comparisons at all.")
        return
    pairs = lengths.pairs
    bars, squares = st.columns([3, 2], vertical_alignment="center")
    with bars:
        ui.figure(
            core.charts.bars(list(pairs), list(pairs.values()), title="comparisons in one attention map", form=",d"),
            core.text.lengths_in_words(lengths),
            core.text.lengths_table(lengths),
            key="length_cost",
            alt="Bars: the comparisons in one attention map, for each way to cut the text.",
        )
    with squares:
        ui.formula(*core.text.comparisons_formula(lengths))


@ui.group
def unknown() -> None:
    st.header("What whole words cannot say")
    ui.prose("""
Why not one entry per word, then? Because a list of words ends. Give it as many entries as the learned vocabulary has,
filled with the most frequent words of the same novels: every word that is not on it is **[[out of vocabulary]]**, and
all such words look the same to the model. Bytes leave nothing out, whatever the number of merges.
""")
    size = 256 + MERGES.value
    shares = [core.text.unknown_share(text, core.text.load_words(n)) for n in ENTRIES]
    if shares[0] is None:
        st.text("Your text has no words made of letters, so there is no share to show.")
        return
    missing = list(dict.fromkeys(core.text.unknown_words(text, core.text.load_words(size))))
    lines = {"out of vocabulary": shares}
    axes = {"y_title": "share of your words", "y_domain": (0, 1), "y_format": ".0%", "height": 240}
    ui.figure(
        core.charts.curves(ENTRIES, lines, **ACROSS, **axes, marker=size),
        core.text.unknown_in_words(size, shares[ENTRIES.index(size)], missing),
        {"words in the vocabulary": ENTRIES, **lines},
        key="unknown_share",
        alt="A curve: the share of the words that a list of words lacks, over its size.",
    )
    if missing:
        st.text(core.text.missing_in_words(missing))


@ui.group
def vocabularies() -> None:
    """The learned vocabulary of one size, and what follows from it."""
    learned()
    stepper()
    simplified()
    cost()
    unknown()


vocabularies()

exercises = core.exercises.tokenization
ui.exercise(QUESTION, exercises.tokens_after_two_merges, exercises.fewest_merges, exercises.borders_of_meaning)
ui.close_page()
