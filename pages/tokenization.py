"""Tokenization: how byte-pair encoding learns its pieces, merge by merge (essay one, section 1)."""

import streamlit as st

import core
from core import ui

SENTENCE = (
    "The transformer reads tokens, not words. A tokenizer cuts internationalization into pieces that it has met "
    "before, and it never meets a word that it cannot cut."
)
SIZES = (0, 10, 30, 50, 100, 200, 300, 500, 1000, 2000, 4000)

TEXT = ui.Text("text", "Your text", default=SENTENCE, area=True, exact=True)
MERGES = ui.Steps("merges", "Number of learned merges", SIZES, default=1000)
VOCABULARY = ui.Choice(
    "vocabulary", "Vocabulary", ("two novels", "translator"), "two novels", ("of two novels", "the translator's")
)
LEARN_FROM = ui.Choice("learn_from", "Learn from", ("your text", "two novels"), default="your text")
MERGE = ui.Number("merge", "Merge number", 1, 200, step=1, default=1)
QUESTION = ui.Seed("tokenization_question")

ui.open_page("tokenization", TEXT, VOCABULARY, MERGES, LEARN_FROM, MERGE, QUESTION)

ui.prose("""
A model computes with numbers, so a text is first cut into pieces from a fixed list, and each piece becomes its number
on that list. The pieces are called **tokens**, the list is the **vocabulary**, the number is the **id**. Write
something, and watch where it is cut.
""")


text = TEXT.draw()
examples = {"A sentence": SENTENCE, **core.text.EXAMPLES}
ui.presets({label: {TEXT: words} for label, words in examples.items()}, key="text")

st.header("Pieces that were learned")
ui.prose("""
**Byte-pair encoding** starts with single bytes: 256 of them, enough for every text there is. Then it looks through a
large text for the two neighbours that stand side by side most often, gives the pair an id of its own, and repeats.
Here that was done on two novels by Jane Austen, 4,000 times. Use fewer of these merges, and the same text falls into
more and smaller pieces. The translator of this app learned its own from English and German sentences; its first three
ids are no text but signs, so its ids are three higher.
""")


def capped(labels: list) -> str:
    most = core.charts.MAX_TOKENS
    return f" The first {most} are drawn, the table has all." if len(labels) > most else ""


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
    table = core.text.token_table(pieces, ids)
    places = {"from": [piece.start for piece in pieces], "to": [piece.end for piece in pieces]}
    program = core.programs.tokenization.TRANSLATOR if own else core.programs.tokenization.ENCODE
    with controls:
        ui.caption(
            "A space is drawn as ·, a tab as →, a line end as ↵. A token that is not a whole character is shown as its "
            "bytes, two hexadecimal digits each, in a dotted box. Nothing is special: `<|endoftext|>` is text like "
            "any other."
        )
    with picture:
        ui.figure(
            core.charts.tokens(table["token"], ids, bytes_only=[piece.text is None for piece in pieces]),
            core.text.pieces_in_words(text, pieces, tokenizer) + capped(ids),
            table | places,
            key="learned_tokens",
            alt="The text as tokens, each in a box with its id.",
            more=ui.program(program, shows=ids, n=merges, text=text),
        )
        st.text(core.text.word_in_pieces(tokenizer, "internationalization"))
        over_merges(merges)


def over_merges(merges: int) -> None:
    """The length of the text at every size of the vocabulary."""
    lengths, entries = [len(vocabulary(n)[1]) for n in SIZES], [256 + n for n in SIZES]
    now, words = lengths[SIZES.index(merges)], len(text.split())
    ui.figure(
        core.charts.curves(
            entries,
            {"tokens": lengths},
            x_title="entries of the vocabulary",
            y_title="tokens in your text",
            y_domain=(0, 1.1 * lengths[0]),
            y_format=",d",
            x_log=True,
            rules={"words": words},
            marker=256 + merges,
            height=190,
        ),
        f"The text is {lengths[0]:,} tokens long with bytes alone, {now:,} with {merges:,} merges and {lengths[-1]:,} "
        f"with all of them; it has {words:,} words.",
        {"merges": SIZES, "vocabulary": entries, "tokens": lengths},
        key="tokens_over_merges",
        alt="A curve: the length of the text in tokens over the size of the vocabulary.",
    )


def all_steps(source: str) -> tuple:
    """What can be stepped through: every pair of your text that repeats, or the first merges of the novels."""
    if source == "two novels":
        return core.text.load_merge_steps()
    return tuple(core.text.train_bpe(text, 200, min_count=2, runners_up=6))


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
        steps, number = all_steps(LEARN_FROM.draw()), MERGE.draw()
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
    domain = (0, core.charts.quarters(max(counts)))
    with picture:
        ui.figure(
            core.charts.bars(pairs, counts, title="places in the text", form=",d", domain=domain, highlight=0),
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
    many_before, many_after, places = len(change.before), len(change.after), len(change.wholes)
    happened = f"“{new}” is made in {places:,} places" if places else f"“{new}” does not occur in it"
    said = [
        f"Before merge {at} your text has {many_before:,} tokens.",
        f"After it there are {many_after:,}: {happened}.",
    ]
    ui.beside(
        lambda: draw_tokens(change.before, change.parts, said[0], "merge_before"),
        lambda: draw_tokens(change.after, change.wholes, said[1], "merge_after"),
    )


def draw_tokens(pieces: list, chosen: list[int], reading: str, key: str) -> None:
    table = core.text.token_table(pieces)
    ui.figure(
        core.charts.tokens(table["token"], bytes_only=[piece.text is None for piece in pieces], chosen=chosen),
        reading + capped(table["token"]),
        table,
        key=key,
        alt="The text as tokens, each in a box. Those of the merge are outlined.",
    )


def simplified() -> None:
    st.header("Pieces by a rule, and ids by a hash")
    ui.prose("""
To see what learning adds, here is a cutter that learns nothing. Words stay whole up to seven characters; a longer one
is cut once, after its fifth. The id is a **hash** of the piece: a number from 0 to 36,999 that looks random but is
always the same for the same piece. (The range is that of the paper's vocabulary of 37,000 entries.)
""")
    pieces, chance = core.text.split_simplified(text), core.text.collision_probability
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
    ui.formula(
        r"P = 1 - \prod_{i=0}^{n-1} \left(1 - \frac{i}{37{,}000}\right)",
        r"n = $n: \quad P = $p",
        beside=True,
        n=ui.thousands(len(set(labels))),
        p=ui.number(chance(len(set(labels))), 4),
    )
    st.markdown(
        f"Two pieces with one id are the same to the model. Among 50 different pieces that happens with a chance of "
        f"{ui.percent(chance(50))}, among 226 with one of {ui.percent(chance(226))}. A learned vocabulary numbers its "
        "entries one by one, so its ids never collide. An accent or a joiner is never torn off its letter: the cut "
        "moves right until it is past it."
    )


@ui.group
def cost() -> None:
    st.header("What length costs")
    ui.prose("""
Attention compares every token with every token, so a sequence of length $N$ costs $N^2$ comparisons in every head of
every layer. That is the case against characters. It is often said that they make a sequence ten times as long; for
your text the figure below has the measured ratio.
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
filled with the most frequent words of the same novels: every word that is not on it is **out of vocabulary**, and all
such words look the same to the model. Bytes leave nothing out, whatever the number of merges.
""")
    sizes = [256 + n for n in SIZES]
    size = 256 + MERGES.value
    shares = [core.text.unknown_share(text, core.text.load_words(n)) for n in sizes]
    if shares[0] is None:
        st.text("Your text has no words made of letters, so there is no share to show.")
        return
    missing = list(dict.fromkeys(core.text.unknown_words(text, core.text.load_words(size))))
    ui.figure(
        core.charts.curves(
            sizes,
            {"out of vocabulary": shares},
            x_title="entries of the vocabulary",
            y_title="share of your words",
            y_domain=(0, 1),
            y_format=".0%",
            x_log=True,
            marker=size,
            height=240,
        ),
        core.text.unknown_in_words(size, shares[sizes.index(size)], missing),
        {"words in the vocabulary": sizes, "out of vocabulary": shares},
        key="unknown_share",
        alt="A curve: the share of the words that a list of words lacks, over its size.",
    )
    if missing:
        st.text(f"Not on the list: {', '.join(word[:30] for word in missing[:12])}{' …' if len(missing) > 12 else ''}")


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
