"""Causal masking: hiding the future, and what happens when the mask leaks (essay two, section 5)."""

import streamlit as st

import core
from core import ui

LENGTH = ui.Number("mask_length", "Tokens T", 2, 12, step=1, default=4)
RULES = {"causal": "causal", "window": "window of three", "peek": "peek one ahead", "all": "all keys"}
RULE = ui.Choice("mask_rule", "Mask", tuple(RULES), default="causal", labels=tuple(RULES.values()))
CELLS = ui.Text("mask_cells", "Cells turned over, each as row-column, such as 2-3 0-0", default="", most=800)
KINDS = {"random": "random", "equal": "all equal", "counting": "counting up"}
SCORES = ui.Choice("mask_scores", "Scores S", tuple(KINDS), default="random", labels=tuple(KINDS.values()))
ROW = ui.Index("mask_query", "Query i", most=12, default=1)
COLUMN = ui.Index("mask_key", "Key j", most=12, default=0)
CHANGED = ui.Index("leak_token", "Token to change", most=12, default=2)
LAYERS = ui.Number("leak_layers", "Layers", 1, 3, step=1, default=1)
LEAK = ui.Choice("leak_rule", "The leaky mask", ("peek", "all"), default="peek", labels=(RULES["peek"], RULES["all"]))
SEED = ui.Number("leak_seed", "Seed", 1, 9, step=1, default=1)
SENTENCE = ui.Sentence("mask_text", "An English sentence", default="I bought a new car yesterday.", most=120, tokens=24)
IN_LAYER = ui.Ordinal("mask_layer", "Decoder layer", most=6, default=0)
IN_HEAD = ui.Ordinal("mask_head", "Head", most=16, default=0)
QUESTION = ui.Seed("causal_question")

PAINTED, TRANSLATED = (LENGTH, RULE, CELLS, SCORES, ROW, COLUMN), (SENTENCE, IN_LAYER, IN_HEAD)

ui.open_page("causal_mask", *PAINTED, CHANGED, LAYERS, *TRANSLATED, LEAK, SEED, QUESTION)

ui.prose(r"""
A model that writes one [[token]] after another may look back, never ahead. The [[causal mask]] $M$ sees to that: it is
added to the [[scores]] before the [[softmax]], $0$ where [[query]] $i$ may see [[key]] $j$ and $-\infty$ where it may
not.
""")

st.header("The mask, and the weights it leaves")
ui.formula(
    r"\begin{aligned} P &= \mathrm{softmax}(S + M) \\"
    r"M_{ij} &= \begin{cases} 0 & j \le i \\ -\infty & j > i \end{cases} \end{aligned}"
)

masking = core.analysis.masking


def painting() -> dict:
    """The mask as it is painted: its rule, its size, the cells turned over."""
    return {"rule": RULE.value, "t": LENGTH.value, "cells": masking.read_cells(CELLS.value)[0]}


def visible():
    """The painted mask, [T, T] of bools."""
    return masking.painted_mask(RULE.value, LENGTH.value, painting()["cells"])


def show_mask() -> None:
    controls, picture = ui.experiment()
    with controls:
        RULE.draw()
        kind, t = SCORES.draw(), LENGTH.draw()
        names = [str(i) for i in range(t)]
        i, j = ROW.draw(names), COLUMN.draw(names)
    mask = visible()
    result = masking.masked_softmax(masking.example_scores(kind, t), mask)
    shows = result.weights.tolist()
    chart = core.charts.mask_pair(mask.tolist(), shows, chosen=(i, j))
    alt = "Two maps of queries and keys side by side: the mask, and the weights after the softmax."
    said, table = masking.mask_in_words(result), masking.mask_table(result)
    more = ui.program(core.programs.causal_mask.MASK, shows=shows, **painting(), scores=kind)
    with picture:
        brushes(i, j, mask[i].tolist())
        ui.figure(chart, said, table, key="mask_maps", alt=alt, cell=(ROW, COLUMN), more=more)
        ui.formula(masking.cell_formula(result, i, j))
        st.text(masking.zeroed_in_words(result, i))
        with st.expander("The painting as text", type="compact"):
            CELLS.draw()
        if strange := masking.read_cells(CELLS.value)[1]:
            st.text(masking.strange_in_words(strange))


def brushes(i: int, j: int, row: list[bool]) -> None:
    """Buttons that paint: the chosen cell, its row, or nothing."""
    with st.container(horizontal=True):
        word = "Hide this cell" if row[j] else "Show this cell"
        turned = masking.turn_over(CELLS.value, [(i, j)])
        ui.preset(word, {CELLS: turned}, key="mask_turn", type="primary")
        seen = masking.turn_over(CELLS.value, [(i, k) for k, is_seen in enumerate(row) if is_seen])
        ui.preset(f"Hide all of row {i}", {CELLS: seen}, key="mask_blind", disabled=not any(row))
        ui.preset("Clear the painting", {CELLS: ""}, key="mask_clear", disabled=not CELLS.value)


@ui.group
def show_leaks() -> None:
    ui.prose(r"""
Since $e^{-\infty} = 0$, a hidden key gets no [[weight|attention-weight]] at all, not merely a small one. A [[mask]]
that *multiplies* the scores by zero would not do this: $e^0 = 1$ still counts. Nor is it as good to set *weights* to
zero after the softmax: their denominator still holds the hidden scores. Click a cell and paint a mask of your own.
**Window** shows each query the last three tokens, **peek** one token too many, **all** everything. **Counting** scores
are 1, 2, 3, … row by row.
""")
    st.header("The leak test")
    ui.prose("""
A mask is right when no output depends on a later token, and that can be tested: change one token and see which outputs
move. The model is a small Transformer with random weights, under the mask painted above. With more than one [[layer]],
what leaks in the first travels on in the next.
""")
    controls, picture = ui.experiment()
    with controls:
        j, layers = CHANGED.draw([str(k) for k in range(LENGTH.value)]), LAYERS.draw()
    moved = masking.leak_test(visible(), n_layers=layers)
    table, said = masking.change_table(moved, j), masking.change_in_words(moved[:, j].tolist(), j)
    chart = core.charts.bars(*table.values(), form=".3f", domain=(0, 9), title="largest change of a logit")
    alt = "Bars: the largest change of a logit at each output."
    with picture:
        ui.figure(chart, said, table, key="leak_bars", alt=alt)
        all_moves(moved, layers)


def all_moves(moved, layers: int) -> None:
    """Every output under every change."""
    names, changes, still = [str(k) for k in range(len(moved))], moved.tolist(), (moved == 0).tolist()
    titles = {"row_title": "output", "column_title": "changed token", "value_title": "change"}
    chart = core.charts.heatmap(changes, names, names, **titles, domain=(0, 9), form=".2f", masked=still)
    said, table = masking.leaks_in_words(moved), masking.leaks_table(moved)
    alt = "A map of outputs and changed tokens. Colour is the largest change of a logit."
    more = ui.program(core.programs.causal_mask.LEAKS, shows=changes, **painting(), layers=layers)
    ui.figure(chart, said, table, key="leak_map", alt=alt, more=more)


@ui.group
def show_teacher() -> None:
    st.header("All positions trained in one pass")
    ui.prose("""
During training the whole text is known. **[[Teacher forcing]]** gives the model the true tokens, and asks at every
position for the next one. Under a causal mask, position *t* computes just what it would compute if the text ended
there. So one pass over T tokens gives T [[losses]], the same that T passes over ever longer beginnings would give.
""")
    both = masking.teacher_forcing(visible())
    names = [f"position {i}" for i in range(LENGTH.value)]
    marks = {"marks": both.separate, "marks_title": "separate pass"}
    chart = core.charts.bars(names, both.one_pass, form=".3f", domain=(0, 6), title="loss in nats", **marks)
    said, table = masking.passes_in_words(both), masking.passes_table(both)
    alt = "Bars: the loss at each position in one pass, and lines for a pass of its own."
    ui.figure(chart, said, table, key="teacher_bars", alt=alt)
    st.markdown(masking.work_of_passes_in_words(LENGTH.value))


@ui.group
def mask_and_tests() -> None:
    """The mask, and the two tests of it."""
    show_mask()
    show_leaks()
    show_teacher()


mask_and_tests()

st.header("In the translator")
ui.prose("""
The [[decoder]] of this app's translator works under the causal mask. Here is one [[head]] of its [[self-attention]],
over the German that it wrote for a sentence of yours. Below stands the proof on this very sentence: its [[logits]] do
not change when the German is cut off behind a token.
""")


@ui.group
def in_a_sentence() -> None:
    said = SENTENCE.draw_translated()
    controls, picture = ui.experiment()
    with controls:
        place = {"layer": IN_LAYER.draw(said.layers), "head": IN_HEAD.draw(said.heads)}
    run = core.analysis.inside.attention_trace(said.trace, "decoder", place["layer"])
    weights, scores, names = run.weights[0, place["head"]], run.scores[0, place["head"]], said.read
    hidden = scores.isneginf()
    apart = ui.kept(masking.beginnings_apart)(said.translator.model, said.source_ids, said.read_ids)
    chart = core.charts.heatmap(weights.numpy(), names, names, masked=hidden.numpy())
    reading = masking.hidden_in_words(weights, hidden, names)
    table = core.analysis.attention.cells(weights, scores, names, names)
    alt = "A map of queries and keys of the German tokens. Colour is the weight; hidden cells are crossed."
    more = ui.program(core.programs.causal_mask.BEGINNINGS, shows=weights, text=said.text, **place)
    with picture:
        ui.figure(chart, reading, table, key="mask_sentence", alt=alt, more=more)
        st.text(masking.beginnings_in_words(apart))


in_a_sentence()

st.header("What a leak does to a model")
ui.prose("""
A [[leaky mask]] does not look broken. Training goes better than it should, since the answer is in sight, and the model
learns to read it off instead of predicting it. When it has to write, there is nothing to read.

Here two models learn a toy language, from the same start, on the same sentences. Its eight letters stand in a ring, and
each is followed by the next letter or the next but one, with equal chance: after A comes B or C. So no model that
predicts honestly can have a loss below ln 2 [[nats]] a letter. How badly the leaky one writes hangs on the [[seed]]:
over twenty of them it was always better in training and worse in writing; its share of allowed steps had a median near
one half, where guessing gives a quarter.
""")


@ui.group
def show_training() -> None:
    controls, picture = ui.experiment()
    with controls:
        rule, seed = LEAK.draw(), SEED.draw()
    try:
        train = ui.kept(core.training.train_with, most=64, spinner="Training a small model")
        honest, leaky = train("causal", seed), train(rule, seed)
    except ValueError as problem:  # the server was told to train on a device that it has not
        st.text(str(problem))
        return
    with picture:
        losses(honest, leaky)
    ui.beside(lambda: afterwards(honest, leaky), lambda: writing(honest, leaky))


def losses(honest, leaky) -> None:
    """The loss of both models while they train."""
    steps, lines = list(range(len(honest.losses))), {"causal": honest.losses, leaky.rule: leaky.losses}
    least = {"best without looking ahead": core.training.best_loss(), "best when looking": core.training.peeking_loss()}
    axes = {"x_title": "step", "y_title": "training loss, nats", "y_domain": (0, 2.5), "rules": least}
    chart, said = core.charts.curves(steps, lines, **axes), core.training.trained_in_words(honest, leaky)
    alt = "Curves: the training loss of the two models over the steps."
    more = ui.program(core.programs.causal_mask.TRAINING, shows=leaky.measured, rule=leaky.rule, seed=leaky.seed)
    ui.figure(chart, said, {"step": steps, **lines}, key="leak_training", alt=alt, more=more)


def afterwards(honest, leaky) -> None:
    """The loss of both models as in training and as in writing."""
    table, said = core.training.losses_table(honest, leaky), core.training.honest_in_words(honest, leaky)
    chart = core.charts.bars(*table.values(), form=".3f", domain=(0, 2.5), title="loss, nats a letter")
    ui.figure(chart, said, table, key="leak_losses", alt="Bars: the loss of each model in training and in writing.")


def writing(honest, leaky) -> None:
    """What the two models write when nothing of the future is in sight."""
    table, said = core.training.legal_table(honest, leaky), core.training.written_in_words(honest, leaky)
    marks = {"marks": [core.training.guessed_legal()] * 2, "marks_title": "guessing"}
    chart = core.charts.bars(*table.values(), domain=(0, 1), title="allowed steps", **marks)
    alt = "Bars: the share of allowed steps of each model, and lines for guessing."
    more = {"What they write": lambda: st.code(core.training.samples_side_by_side(honest, leaky), language=None)}
    ui.figure(chart, said, table, key="leak_legal", alt=alt, more=more)


show_training()

exercises = core.exercises.causal_mask
ui.exercise(
    QUESTION, exercises.weight_of_a_visible_key, exercises.outputs_that_move, exercises.weight_left_after_zeroing
)
ui.close_page()
