"""Sampling: from logits to the next token (essay one, section 9)."""

import streamlit as st

import core
from core import ui

WORDS = ("transduction", "modeling", "generation", "translation", "synthesis", "learning", "prediction", "recognition")
SCORES = (6.8, 5.4, 4.9, 4.2, 3.1, 2.4, 1.8, 0.9)

SOURCE = ui.Choice(
    "logits_from", "Logits from", ("essay", "translator"), "essay", ("the essay's eight words", "the translator")
)
SENTENCE = ui.Sentence("sampling_text", "An English sentence", default="The old man is reading a book.", most=160)
STEP = ui.Index("sampling_step", "Token to predict", most=40, default=3)
CANDIDATES = ui.Words("candidates", "Candidates", default=WORDS, most=12)
LOGITS = ui.Numbers("logits", "Logits", default=SCORES, most=12, low=-50, high=50)
TEMPERATURE = ui.Number("temperature", "Temperature", 0.0, 2.0, step=0.05, default=0.8, help="0 is greedy.")
KEPT = (*range(13), 20, 50, 100, 300, 1000, 4000)
TOP_K = ui.Steps("top_k", "Top-k", KEPT, default=0, help="0 is off.")
TOP_P = ui.Number("top_p", "Top-p", 0.0, 1.0, step=0.01, default=1.0, help="1 is off.")
DRAWS = ui.Steps("draws", "Draws", (10, 30, 100, 300, 1000, 3000, 10000), default=100)
DRAW_SEED = ui.Number("draw_seed", "Seed of the draws", 1, 999, step=1, default=1, box=True, term="seed")
BEAMS = ui.Number("beams", "Beams", 1, 6, step=1, default=3)
PENALTY = ui.Number("length_penalty", "Length penalty α", 0.0, 2.0, step=0.1, default=0.6)
SENTENCE_SEED = ui.Number("sentence_seed", "Seed of the sampled sentence", 1, 99, step=1, default=1, term="seed")
QUESTION = ui.Seed("sampling_question")

CHOICE, RULES = (SOURCE, SENTENCE, STEP, CANDIDATES, LOGITS), (TEMPERATURE, TOP_K, TOP_P)

ui.open_page("sampling", *CHOICE, *RULES, DRAWS, DRAW_SEED, BEAMS, PENALTY, SENTENCE_SEED, QUESTION)

ui.prose("""
The [[decoder]] ends with a vector of width $d_{model}$ for the position it is about to fill. One last matrix turns it
into a score for every entry of the [[vocabulary]]. These scores are called **[[logits]]**: any real numbers, and only
their differences count. [[Softmax]] makes probabilities of them, and the next [[token]] is drawn from those.

Between the logits and the draw there is room for three decisions. [[Temperature]] sharpens or flattens the whole
distribution. [[Top-k]] and [[top-p]] cut off its tail, so that a long list of unlikely tokens cannot add up to a
likely mistake.
""")


MOST = 11  # candidates shown of a large vocabulary; the others are summed up


def logits():
    """The scores to choose from: the list on the page, or the translator's at one step, over its whole vocabulary."""
    if SOURCE.value == "essay":
        return list(LOGITS.value)
    rows = SENTENCE.translated().trace.logits[0]
    return rows[STEP.within(len(rows))]


def shown() -> list[int]:
    """The ids of the candidates that are shown."""
    return core.decoding.shown_ids(logits(), len(LOGITS.value) if SOURCE.value == "essay" else MOST)


def candidates() -> list[str]:
    """One name per shown candidate, and one for the others together; a logit without a word gets its number."""
    if SOURCE.value == "translator":
        translator = ui.model("translator")
        names = translator.tokens(shown())
        return [*names, f"{len(translator.vocabulary) - len(names):,} others"]
    words = CANDIDATES.value
    return [words[i] if i < len(words) else f"token {i}" for i in range(len(LOGITS.value))]


def shares(probabilities) -> list[float]:
    """A distribution as the page lists it."""
    return core.decoding.with_rest(probabilities, shown())


def stages() -> "core.decoding.SamplingStages":
    return core.decoding.filter_logits(logits(), TEMPERATURE.value, TOP_K.value, TOP_P.value)


PRESETS = {
    "Greedy": {TEMPERATURE: 0.0, TOP_K: 0, TOP_P: 1.0},
    "As trained": {TEMPERATURE: 1.0, TOP_K: 0, TOP_P: 1.0},
    "Nucleus 0.9": {TEMPERATURE: 1.0, TOP_K: 0, TOP_P: 0.9},
    "Flat, top 4": {TEMPERATURE: 2.0, TOP_K: 4, TOP_P: 1.0},
}
ESSAY = {CANDIDATES: WORDS, LOGITS: SCORES, TEMPERATURE: 0.8, TOP_K: 0, TOP_P: 1.0}

st.header("The candidates")
ui.prose("""
Take eight words that could come next, with the score of each: change the scores, or put in your own words. Or take the
scores that a trained translator has at one token of its German, for every entry of its vocabulary; the most probable
are listed, the others summed up.
""")

st.header("Temperature, then top‑k, then top‑p")
ui.prose("""
Here the order is always this. The logits are divided by the temperature $T$ before softmax; at $T = 0$ all
probability goes to the largest (of equals, the first). Of the result, top-k keeps the $k$ most probable candidates (of
equals, the earlier ones) and rescales them to a sum of one; $k = 0$ turns it off. Top-p then goes down what is left,
from the most probable, and keeps a candidate as long as the probability before it is still below $p$. The last column
of the table is what the next token is drawn from.
""")


def draw_source() -> None:
    """What the logits are those of."""
    SOURCE.draw()
    if SOURCE.value == "essay":
        with st.popover("Edit the candidates and their logits"):
            ui.edit_together(CANDIDATES, LOGITS)
    else:
        said = SENTENCE.draw_translated()
        at = STEP.draw(said.written[: len(said.read)])
        st.text("Written so far: " + (" ".join(said.written[:at]) or "nothing"))


def show_stages() -> None:
    draw_source()
    controls, picture = ui.experiment()
    with controls:
        TEMPERATURE.draw()
        TOP_K.draw()
        TOP_P.draw()
        ui.presets(PRESETS, key="preset")
        if SOURCE.value == "essay":
            ui.preset("Back to the essay's eight", ESSAY)
    with picture:
        show_rules(candidates(), stages(), shown())


def show_rules(names: list[str], now, ids: list[int]) -> None:
    """What the rules leave, and the probabilities after every one of them."""
    listed, t = [float(logits()[i]) for i in ids], TEMPERATURE.value
    table = core.decoding.stages_table(names, listed, now, ids)
    final, gone = table["top-p"], [share == 0 for share in table["top-p"]]
    outlines = {"before": table["softmax"], "before_title": "softmax alone"}
    ui.figure(
        core.charts.bars(names, final, domain=(0, 1), title="probability", cut=gone, **outlines),
        core.decoding.stages_in_words(table, now),
        table,
        key="sampling_stages",
        alt="Bars: the probability of each candidate, with the softmax alone as outlines.",
        more=program(final, ids),
    )
    columns = dict.fromkeys(list(table)[2:], SHARE)
    st.dataframe(table, hide_index=True, height="content", column_config=columns, key="stages_table")
    everything = SOURCE.value == "essay"
    ui.formula(*core.decoding.softmax_formula(listed, t, table["temperature"][0], all_of_them=everything))


def program(final: list[float], ids: list[int]) -> dict:
    rules = {"t": TEMPERATURE.value, "k": TOP_K.value, "p": TOP_P.value}
    if SOURCE.value == "essay":
        return ui.program(core.programs.sampling.RULES, shows=final, logits=LOGITS.value, **rules)
    said = SENTENCE.translated()
    at = {"text": said.text, "step": STEP.within(len(said.read)), "ids": ids}
    return ui.program(core.programs.sampling.TRANSLATOR, shows=final[:-1], **at, **rules)


SHARE = st.column_config.ProgressColumn(format="percent", min_value=0.0, max_value=1.0, width=104)


def uncertainty(now) -> None:
    """Entropy and its power of two, before and after the rules."""
    bits, choices = core.decoding.entropy_bits, core.decoding.effective_choices
    left, right = st.columns(2)
    left.metric("Entropy, softmax alone", f"{ui.number(bits(now.raw))} bits", border=True)
    ui.caption(f"As uncertain as {ui.number(choices(now.raw))} equally likely choices.", left)
    right.metric("Entropy, after the rules", f"{ui.number(bits(now.top_p))} bits", border=True)
    ui.caption(f"As uncertain as {ui.number(choices(now.top_p))} equally likely choices.", right)


GRID = [i / 20 for i in range(41)]


@ui.group
def over_temperature() -> None:
    st.header("The whole range of temperature")
    ui.prose("""
Near zero, all probability gathers on the largest logit, and the [[entropy]] is nothing. As $T$ grows, the curves draw
together: at an infinite temperature every candidate would have the same share. The order of the candidates never
changes, whatever $T$ is.
""")
    uncertainty(stages())
    swept = core.decoding.temperature_sweep(logits(), GRID)
    ui.beside(lambda: show_sweep(swept), lambda: show_entropy(swept))


def show_sweep(swept) -> None:
    names, ids = core.charts.unique(candidates()), shown()  # once: a vocabulary is sorted for it
    columns = [core.decoding.with_rest(row, ids) for row in swept]
    lines = dict(zip(names, map(list, zip(*columns, strict=True)), strict=True))
    axes = {"x_title": "temperature", "y_title": "probability", "y_domain": (0, 1), "y_format": ".0%"}
    ui.figure(
        core.charts.curves(GRID, lines, **axes, marker=TEMPERATURE.value),
        core.decoding.sweep_in_words(lines, GRID, shares(stages().tempered), TEMPERATURE.value, listed=len(ids)),
        ui.with_words({"temperature": GRID}, names, lines.values()),
        key="sampling_curves",
        alt="Curves: the probability of each candidate over the temperature.",
    )


def show_entropy(swept) -> None:
    bits, now = core.decoding.entropy_bits(swept).tolist(), float(core.decoding.entropy_bits(stages().tempered))
    axes = {"x_title": "temperature", "y_title": "entropy, bits", "y_format": ".2~f", "height": 352}
    ui.figure(
        core.charts.curves(GRID, {"entropy": bits}, **axes, marker=TEMPERATURE.value),
        core.decoding.entropies_in_words(bits, GRID, now, TEMPERATURE.value),
        {"temperature": GRID, "entropy": bits},
        key="sampling_entropy",
        alt="A curve: the entropy over the temperature.",
    )


@ui.group
def show_draws() -> None:
    st.header("Drawing")
    ui.prose("""
A model draws one token and moves on. Draw many times from the same distribution, and the shares that come up settle
on the probabilities: slowly, with an error that falls like one over the square root of the number of draws. The line of
a [[seed]] goes its own way; the band holds the middle half of twenty.
""")
    controls, picture = ui.experiment()
    with controls:
        n, seed = DRAWS.draw(), DRAW_SEED.draw()
    with picture:
        ui.beside(lambda: show_counts(n, seed), lambda: show_errors(n, seed))


def show_counts(n: int, seed: int) -> None:
    names, final = candidates(), stages().top_p
    exact, drawn = shares(final), core.decoding.draw_counts(final, n, seed)
    counts, parts = [int(count) for count in shares(drawn)], shares(drawn / n)
    ui.figure(
        core.charts.bars(names, parts, domain=(0, 1), marks=exact, marks_title="exact", title="share of the draws"),
        core.decoding.draws_in_words(names, counts, exact),
        {"candidate": names, "drawn": counts, "share": parts, "exact": exact},
        key="sampling_draws",
        alt="Bars: the share of each candidate among the draws, and lines for the exact probability.",
    )


def show_errors(n: int, seed: int) -> None:
    ns, final, spread = DRAWS.values, stages().top_p, core.analysis.spread
    (own,), law = core.decoding.draw_errors(final, ns, [seed]), core.decoding.expected_error(final, ns)
    many, at = spread.over_seeds(core.decoding.draw_errors(final, ns, range(spread.SEEDS))), ns.index(n)
    lines, axes = {"this seed": own, "the law": law}, {"x_title": "draws", "y_title": "error", "x_log": True}
    ui.figure(
        core.charts.power_curves(ns, lines, 1e-3, 1, bands={"this seed": many.band}, marker=n, **axes),
        core.decoding.errors_in_words(n, own[at], many.median[at], law[at], spread.SEEDS),
        {"draws": ns, **lines, "median": many.median, "lower quarter": many.low, "upper quarter": many.high},
        key="sampling_errors",
        alt="Curves: how far the shares are from the probabilities, over the number of draws.",
    )


TREE_STEPS = 8  # steps of the tree that are drawn


@ui.group
def sentences() -> None:
    st.header("A whole sentence, three ways")
    ui.prose(r"""
A sentence is a chain of such choices. **[[Greedy]]** takes the most probable token each time. **[[Sampling]]** draws
each one by the rules above. **[[Beam search]]** keeps the few best beginnings at every step, and compares what has
ended by $\log p$ over a [[length penalty]], so that short sentences do not win merely by being short. The translator
does all three.

The most probable token each time does not make the most probable sentence: greedy never goes back. In many short
sentences all three agree; the button sets one in which they do not.
""")
    if SOURCE.value == "essay":
        SENTENCE.draw()
    ui.preset("A sentence that greedy misses", {SENTENCE: MISSED}, key="sampling_missed")
    controls, picture = ui.experiment()
    with controls:
        beams, alpha = BEAMS.draw(), PENALTY.draw()
        SENTENCE_SEED.draw()
    said = SENTENCE.translated(say=SOURCE.value == "essay")
    search = ui.kept(core.models.translator.Translator.search, most=64)
    with picture:
        show_search(said, search(said.translator, said.text, beams=beams, length_penalty=alpha), beams, alpha)


MISSED = "We have no time to lose."


def show_search(said, steps, beams: int, alpha: float) -> None:
    """The tree of a beam search, and what it finds beside greedy decoding and a sample."""
    translator, text = said.translator, said.text
    best = core.decoding.ranked(steps, beams)
    nodes = [node for node in core.decoding.beam_tree(steps, beams) if node.step <= TREE_STEPS]
    labels = translator.tokens([node.token for node in nodes])
    settings = {"text": text, "beams": beams, "alpha": alpha}
    ui.figure(
        core.charts.tree(**core.decoding.beam_columns(nodes), labels=labels),
        core.decoding.search_in_words(best[0], beams, len(steps), TREE_STEPS),
        core.decoding.beam_table(nodes, labels),
        key="beam_tree",
        alt="A tree of hypotheses: one column for each step.",
        more=ui.program(core.programs.sampling.BEAM, shows=[h.score for h in best], **settings),
    )
    rules = {"temperature": TEMPERATURE.value, "top_k": TOP_K.value, "top_p": TOP_P.value}
    sampled = translator.translate(text, **rules, seed=SENTENCE_SEED.value)
    ids = {"greedy": said.translation.target_ids[1:], "sampled": sampled.target_ids[1:], "beam": best[0].ids}
    st.dataframe(translator.compared(text, ids), hide_index=True, key="three_ways")
    ui.formula(*core.decoding.score_formula(best[0]))


@ui.group
def temperature_and_what_it_moves() -> None:
    """The logits, the three rules, and all that follows from them."""
    show_stages()
    over_temperature()
    show_draws()
    sentences()


temperature_and_what_it_moves()

exercises = core.exercises.sampling
ui.exercise(
    QUESTION, exercises.share_of_a_survivor, exercises.temperature_above_an_entropy, exercises.most_probable_sentence
)
ui.close_page()
