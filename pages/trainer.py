"""The micro-trainer: a Transformer learns to reverse, copy or sort while you watch (essay two, section 8)."""

import streamlit as st

import core
from core import ui

TASK = ui.Choice("task", "Task", ("reverse", "copy", "sort"), default="reverse")
MASK = ui.Choice("mask", "Attention mask", ("bidirectional", "causal"), default="bidirectional")
PROBE = ui.Text("probe", "Probe: four letters A–H", default="CABD", most=40)
SEED = ui.Number("seed", "Seed", 0, 99, step=1, default=0)
POSITIONS = ui.Choice("trainer_positions", "Positions", ("learned", "sinusoidal"), default="learned")
RATE = ui.Steps("rate", "Learning rate", (0.001, 0.002, 0.004, 0.008, 0.02, 0.05, 0.1, 0.3, 1, 10), default=0.008)
BATCH = ui.Steps("batch", "Batch", (16, 32, 64, 128, 256), default=64)
STEPS = ui.Number("train_steps", "Steps (0: as many as the task needs)", 0, 800, step=10, default=0)
WIDTH = ui.Steps("width", "d_model", (8, 16, 32, 64), default=32)
BOTH = ui.Switch("both_masks", "Train both masks and put them side by side")
STEP = ui.Scrubber("step", "Step", 0, 800, step=1, default=800)
HEADS = {f"L{layer}H{head}": f"layer {layer}, head {head}" for layer in (1, 2) for head in (1, 2)}
HEAD = ui.Choice("trainer_head", "Head", tuple(HEADS), default="L1H1", labels=tuple(HEADS.values()))
ROW = ui.Index("trainer_row", "Query", most=4)
COLUMN = ui.Index("trainer_column", "Key", most=4, default=3)
CUT = ui.Switch("cut_heads", "Cut out each head in turn and test on all inputs")
TRAINED = ui.Switch("trained", "Train as soon as this link is opened")  # these two stand in the link alone: it tells
STOPPED = ui.Number("stopped", "Stop after so many steps", 0, 1600, step=1, default=0)  # what has been trained so far
QUESTION = ui.Seed("trainer_question")

RUN = (TASK, MASK, PROBE, SEED, POSITIONS, RATE, BATCH, STEPS, WIDTH, BOTH)

ui.open_page("trainer", *RUN, STEP, HEAD, ROW, COLUMN, CUT, TRAINED, STOPPED, QUESTION)

ui.prose("""
Press **Train**. A real Transformer of two layers with two heads each starts from random numbers and learns, in your
session, to reverse, copy or sort four letters. It is an encoder: it reads all four at once and answers all four
at once, so any accuracy it reaches it reaches without seeing an answer.
""")

training = ui.jobs("trainer")


def config(mask: str) -> "core.training.TrainerConfig":
    """The run that the controls describe, under one mask."""
    return core.training.TrainerConfig(
        task=TASK.value,
        mask=mask,
        seed=SEED.value,
        steps=STEPS.value or None,
        batch=BATCH.value,
        learning_rate=RATE.value,
        d_model=WIDTH.value,
        positions=POSITIONS.value,
    )


def wanted() -> tuple:
    """The runs that this page shows: the chosen mask first, the other one after it when both are wanted."""
    masks = [MASK.value] + [mask for mask in MASK.options if BOTH.value and mask != MASK.value]
    return tuple(config(mask) for mask in masks)


def begin(stop_after: int = 0) -> None:
    """Train what the controls describe, in the background, to the end or to so many steps in all."""
    runs = wanted()

    def make(asked_to_stop):
        return core.training.train_in_turn(runs, lambda made: asked_to_stop() or made >= stop_after > 0)

    training.start(runs, make, stops_itself=True)


def start() -> None:
    """The button: train, and look at the end of it."""
    begin()
    STEP.set(STEP.high)
    STOPPED.put(0)


def job_of(run) -> "ui.Job | None":
    """The newest job that trains this very run, or has something to show of it."""
    found = [job for runs, job in training.newest_first() if run in runs]
    return next(
        (job for job in found if job.alive or job.error or any(run == owner for owner, _ in list(job.records))), None
    )


def steps_of(run) -> list:
    """The records of a run so far."""
    job = job_of(run)
    return [step for owner, step in list(job.records) if owner == run] if job else []


ui.beside((TASK, PROBE, SEED), (MASK, POSITIONS, BOTH))
with st.expander("More: learning rate, batch, steps, width"):
    RATE.draw()
    BATCH.draw()
    STEPS.draw()
    WIDTH.draw()

try:
    probe, problem = core.training.read_probe(PROBE.value), None
    st.text(f"Used as the probe: {probe}")
except ValueError as error:
    probe, problem = None, str(error)
    st.text(f"The probe cannot be used: {problem}.")

runs = wanted()
if TRAINED.value and "_trainer_opened" not in st.session_state and not training.running and not steps_of(runs[0]):
    begin(STOPPED.value)
st.session_state["_trainer_opened"] = True
running = training.running
busy = running is not None and runs[0] in running[0]  # what goes on is what the controls describe
ui.start_and_stop(training, "Train", start, stop_stays=True)


def tell_link() -> None:
    """Whoever opens the link gets what is on the screen: nothing trained, a training, or one that was stopped."""
    stopped_after = core.training.stopped_after({run: steps_of(run) for run in runs})
    TRAINED.put(busy or stopped_after is not None)
    if not busy:
        STOPPED.put(stopped_after or 0)


tell_link()


def situation(run) -> str:
    """One sentence about a run: not begun, waiting, under way, or how it ended."""
    name, job, steps = core.training.run_name(run), job_of(run), steps_of(run)
    if job and job.error:
        return f"{name}: the training failed: {job.error}."
    if job and job.alive:
        return f"{name}: {core.training.progress_in_words(run, steps, job.ahead)}"
    if steps:
        return f"{name}: {core.training.ending(run, steps)}"
    return f"{name}: untrained. Press Train.{before(run)}"


def before(run) -> str:
    """What was trained before, where that may be what the reader looks for."""
    if any(run in key for key in training.forgotten):
        return " It was trained before, but only the last trainings are kept; the same numbers will come again."
    others = [other for key, _ in training.newest_first() for other in key if steps_of(other)]
    return f" The last training was for {core.training.run_name(others[0])}, with other settings." if others else ""


def other_training(keys: tuple, job) -> str:
    """The sentence on a training that goes on while the controls describe another one."""
    run = next((run for run in reversed(keys) if steps_of(run)), keys[0])
    name, how_far = core.training.run_name(run), core.training.progress_in_words(run, steps_of(run), job.ahead)
    return f"{name} is still training, with other settings: {how_far} Wait for its end, or press Stop."


def show_progress() -> None:
    """The sentence for each run, a bar while it goes on, and the two curves with their lines of reference."""
    if running and not busy and running[1].alive:
        st.text(other_training(*running))
    for run in runs:
        steps = steps_of(run)
        st.text(situation(run))
        if busy and steps and not core.training.is_over(run, steps):
            st.progress(steps[-1].step / run.steps)
    if any(steps_of(run) for run in runs):
        draw_curves()


def draw_curves() -> None:
    """Loss and token accuracy over the steps, with what guessing gives and what the masks allow."""
    found = {run: steps_of(run) for run in runs if steps_of(run)}
    bounds, (chance, guessing) = core.training.run_bounds(runs), core.training.chance(8)
    last = {run.mask: steps[-1] for run, steps in found.items()}
    axes = {"x_title": "step", "marker": None if busy else shown_step()}
    loss_axis = {"y_title": "loss, nats per letter", "y_domain": (0, 4)}
    share_axis = {"y_title": "token accuracy, all inputs", "y_domain": (0, 1.05), "y_format": ".0%"}
    floors = {f"floor, {mask}": bound.cross_entropy for mask, bound in bounds.items()}
    xs, losses = core.training.curves(found, lambda step: min(step.loss, 4.0))
    ui.figure(
        core.charts.curves(xs, losses, rules={"guessing": guessing, **floors}, **loss_axis, **axes),
        f"Loss of the last batch: {core.training.losses_in_words(last, bounds)}. Guessing costs "
        f"ln 8 = {guessing:.4f}. Above 4 is drawn at 4.",
        {"step": xs, **losses},
        key="trainer_loss",
        alt="Curves: the loss over the steps of the training.",
    )
    measured = {run: core.training.measured(steps) for run, steps in found.items()}
    ceilings = {f"ceiling, {mask}": bound.accuracy for mask, bound in bounds.items()}
    xs, shares = core.training.curves(measured, lambda step: step.accuracy)
    ui.figure(
        core.charts.curves(xs, shares, rules={"chance": chance, **ceilings}, **share_axis, **axes),
        f"Right on all inputs: {core.training.accuracies_in_words(last)}. A sequence is right when all of its four "
        "letters are.",
        {"step": xs, **shares},
        key="trainer_accuracy",
        alt="Curves: the accuracy on all inputs over the steps of the training.",
    )


def shown_step() -> int:
    """The recorded step that the scrubber points at."""
    steps = [step.step for step in core.training.recorded(steps_of(runs[0]))]
    return min(steps, key=lambda known: abs(known - STEP.value)) if steps else 0


st.header("Learning, step by step")
if running:
    ui.watch(running[1], show_progress, key="trainer_progress")
else:
    show_progress()


kept = [] if busy else core.training.recorded(steps_of(runs[0]))
letters = [f"{position}: {letter}" for position, letter in enumerate(probe or PROBE.default)]
chosen = seen = None

st.header("What it attends to, and what it answers")
if not kept:
    st.text("This comes with the end of a training.")
else:
    ui.prose("""
Move the step. The line on the curves above, the maps of all four heads and the answer to the probe move together: the
weights of that very step are put back, and the probe is run through them.
""")
    at = STEP.draw_over([step.step for step in kept])
    chosen = next(step for step in kept if step.step == at)
    if probe is None:
        st.text(f"No answer is shown: {problem}. The training above is kept.")
    else:
        seen = core.training.replay(runs[0], chosen, probe)


def show_answer() -> None:
    """The answer to the probe, letter by letter."""
    ui.figure(
        core.charts.tiles(
            {"input": seen.given, "expected": seen.expected, f"answer, step {at}": seen.answered},
            [not ok for ok in seen.right],
        ),
        f"Step {at}, {core.training.run_name(runs[0])}: {core.training.answer_in_words(seen)}",
        core.training.answer_table(seen),
        key="trainer_answer",
        alt="Rows of letters: the input, what was expected, what was answered. Wrong letters are crossed.",
    )


def show_heads() -> None:
    """The maps of all four heads."""
    heads = seen.attention.numpy()
    sure = int(heads[:, 0].max(-1).argmax())
    ui.figure(
        core.charts.head_grid(heads, letters, letters, names=list(HEAD.options)),
        f"Step {at}: of the four heads, {HEAD.options[sure]} is surest at position 0 and puts "
        f"{ui.percent(heads[sure, 0].max())} of its weight on position {heads[sure, 0].argmax()}. "
        "Rows are queries, columns keys; every row sums to 1.",
        core.training.heads_table(seen, HEAD.options),
        key="trainer_heads",
        alt="Small maps of queries and keys, one for each head. Colour is the weight.",
    )
    ui.run_this(core.programs.trainer.HEADS, shows=heads, config=runs[0], at=at, probe=probe)


@ui.group
def open_one_cell() -> None:
    with st.expander("Open one cell"):
        layer, head = divmod(HEAD.options.index(HEAD.draw()), 2)
        i, j = ROW.draw(letters), COLUMN.draw(letters)
        if seen:
            attn = seen.trace.encoder[layer].self_attn
            q, k = attn.q[0, head].numpy(), attn.k[0, head].numpy()
            allowed = [key <= i for key in range(4)] if runs[0].mask == "causal" else None
            ui.inspect_cell(q[i], k, i, j, allowed=allowed, names=letters)


@ui.group
def cut_heads() -> None:
    st.header("Which head does the work?")
    if not CUT.draw():
        return
    if not chosen:
        st.text("This comes with the end of a training.")
        return
    results = core.training.ablations(runs[0], chosen)
    table, needed = core.training.ablation_table(results), core.training.needed_head(results)
    names, accuracies = table["cut out"], table["token accuracy"]
    ui.figure(
        core.charts.bars(names, accuracies, domain=(0, 1), title="token accuracy", highlight=needed),
        f"With nothing cut out, step {chosen.step} has {ui.percent(accuracies[0])} of the letters right; "
        f"{core.training.ablation_in_words(results)}. A head that is cut out adds nothing to its layer; the rest is "
        "unchanged.",
        table,
        key="trainer_ablation",
        alt="Bars: the accuracy with each head cut out.",
    )


if seen:
    show_answer()
    show_heads()
open_one_cell()
cut_heads()

st.header("What a mask makes impossible")
ui.prose("""
Under the causal mask, position $i$ sees only the positions up to $i$. To reverse four letters, position 0 needs the
letter of position 3, which it cannot see: no training helps. The best possible accuracy is known exactly, by trying
every input: for each position, take the most frequent answer among all inputs that look the same up to there.
""")
mine = core.training.bayes_ceiling(TASK.value)
ui.formula(*core.training.ceiling_formula(mine))
positions = [f"position {i}" for i in range(4)]
ui.figure(
    core.charts.bars(positions, mine.per_position, domain=(0, 1), title="best accuracy, causal"),
    f"Under the causal mask, {TASK.value} can reach {ui.percent(mine.accuracy, 4)} of the letters at best, with a loss "
    f"of {mine.cross_entropy:.4f} nats; without the mask, 100 % and 0.",
    {"position": range(4), "best accuracy": mine.per_position},
    key="trainer_ceiling",
    alt="Bars: the best accuracy at each position under the causal mask.",
)
ui.run_this(core.programs.trainer.CEILING, shows=mine.per_position, task=TASK.value)

exercises = core.exercises.trainer
ui.exercise(
    QUESTION, exercises.ceiling_under_a_causal_mask, exercises.first_good_measurement, exercises.share_with_a_delay
)
ui.close_page()
