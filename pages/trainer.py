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
BOTH = ui.Switch("both_masks", "Train both masks")
STEP = ui.Scrubber("step", "Step", 0, 800, step=1, default=800)
HEADS = {f"L{layer}H{head}": f"layer {layer}, head {head}" for layer in (1, 2) for head in (1, 2)}
HEAD = ui.Choice("trainer_head", "Head", tuple(HEADS), default="L1H1", labels=tuple(HEADS.values()))
ROW = ui.Index("trainer_row", "Query", most=4)
COLUMN = ui.Index("trainer_column", "Key", most=4, default=3)
CELL = ui.Fold("trainer_cell", "Open one cell")
CUT = ui.Switch("cut_heads", "Cut out each head in turn and test on all inputs")
TRAINED = ui.Switch("trained", "Train as soon as this link is opened")  # these two stand in the link alone: it tells
STOPPED = ui.Number("stopped", "Stop after so many steps", 0, 1600, step=1, default=0)  # what has been trained so far
QUESTION = ui.Seed("trainer_question")

RUN = (TASK, MASK, PROBE, SEED, POSITIONS, RATE, BATCH, STEPS, WIDTH, BOTH)

ui.open_page("trainer", *RUN, STEP, CELL, HEAD, ROW, COLUMN, CUT, TRAINED, STOPPED, QUESTION)

ui.prose("""
Press **Train**. A real Transformer of two [[layers]] with two [[heads]] each starts from random numbers and learns, in
your session, to reverse, copy or sort four letters. It is an [[encoder]]: it reads all four at once and answers all
four at once. It never sees the answers.
""")

training = ui.jobs("trainer")
LATER = "This comes with the end of a training."


def config(mask: str) -> "core.training.TrainerConfig":
    """The run that the controls describe, under one mask."""
    what = {"task": TASK.value, "mask": mask, "seed": SEED.value, "steps": STEPS.value or None}
    how = {"batch": BATCH.value, "learning_rate": RATE.value, "d_model": WIDTH.value, "positions": POSITIONS.value}
    return core.training.TrainerConfig(**what, **how)


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
    shown = (job for job in found if job.alive or job.error or any(run == owner for owner, _ in list(job.records)))
    return next(shown, None)


def steps_of(run) -> list:
    """The records of a run so far."""
    job = job_of(run)
    return [step for owner, step in list(job.records) if owner == run] if job else []


controls, picture = ui.experiment()
with controls:
    for control in (TASK, MASK, PROBE):
        control.draw()
    try:
        probe, problem = core.training.read_probe(PROBE.value), None
        st.text(f"Used as the probe: {probe}")
    except ValueError as error:
        probe, problem = None, str(error)
        st.text(f"The probe cannot be used: {problem}.")
    for control in (SEED, POSITIONS, BOTH):
        control.draw()
    with st.expander("More: learning rate, batch, steps, width"):
        for control in (RATE, BATCH, STEPS, WIDTH):
            control.draw()

runs = wanted()
if TRAINED.value and "_trainer_opened" not in st.session_state and not training.running and not steps_of(runs[0]):
    begin(STOPPED.value)
st.session_state["_trainer_opened"] = True
running = training.running
busy = running is not None and runs[0] in running[0]  # what goes on is what the controls describe
with picture:
    ui.start_and_stop(training, "Train", start, stop_stays=True)

# Whoever opens the link gets what is on the screen: nothing trained, a training, or one that was stopped.
stopped_after = core.training.stopped_after({run: steps_of(run) for run in runs})
TRAINED.put(busy or stopped_after is not None)
if not busy:
    STOPPED.put(stopped_after or 0)


def situation(run) -> str:
    """One sentence about a run: not begun, waiting, under way, or how it ended."""
    job, steps = job_of(run), steps_of(run)
    state = {"error": job and job.error, "ahead": job.ahead if job and job.alive else None, "before": before(run)}
    return core.training.situation_in_words(run, steps, **state)


def before(run) -> str:
    """What was trained before, where that may be what the reader looks for."""
    if any(run in key for key in training.forgotten):
        return " It was trained before, but only the last trainings are kept; the same numbers will come again."
    others = [other for key, _ in training.newest_first() for other in key if steps_of(other)]
    return f" The last training was for {core.training.run_name(others[0])}, with other settings." if others else ""


def other_training(keys: tuple, job) -> str:
    """The sentence on a training that goes on while the controls describe another one."""
    run = next((run for run in reversed(keys) if steps_of(run)), keys[0])
    return core.training.other_in_words(run, steps_of(run), job.ahead)


def show_progress() -> None:
    """The sentence for each run, a bar while it goes on, and the two curves with their lines of reference."""
    if running and not busy and running[1].alive:
        st.text(other_training(*running))
    for run in runs:
        steps = steps_of(run)
        st.text(situation(run))
        if busy and steps and not core.training.is_over(run, steps):
            st.progress(steps[-1].step / run.steps)
    if found := {run: steps_of(run) for run in runs if steps_of(run)}:
        last, bounds = {run.mask: steps[-1] for run, steps in found.items()}, core.training.run_bounds(runs)
        ui.beside(lambda: draw_losses(found, last, bounds), lambda: draw_accuracies(found, last, bounds))


def axes() -> dict:
    return {"x_title": "step", "marker": None if busy else shown_step(), "height": 240}


def draw_losses(found: dict, last: dict, bounds: dict) -> None:
    guessing = core.training.chance(8)[1]
    rules = {"guessing": guessing} | {f"floor, {mask}": bound.cross_entropy for mask, bound in bounds.items()}
    xs, losses = core.training.curves(found, lambda step: min(step.loss, 4.0))
    ui.figure(
        core.charts.curves(xs, losses, rules=rules, y_title="loss, nats per letter", y_domain=(0, 4), **axes()),
        core.training.losses_in_words(last, bounds, guessing),
        {"step": xs, **losses},
        key="trainer_loss",
        alt="Curves: the loss over the steps of the training.",
    )


def draw_accuracies(found: dict, last: dict, bounds: dict) -> None:
    ceilings = {f"ceiling, {mask}": bound.accuracy for mask, bound in bounds.items()}
    rules = {"chance": core.training.chance(8)[0], **ceilings}
    measured = {run: core.training.measured(steps) for run, steps in found.items()}
    xs, shares = core.training.curves(measured, lambda step: step.accuracy)
    shown = {"y_title": "token accuracy, all inputs", "y_domain": (0, 1.05), "y_format": ".0%"}
    ui.figure(
        core.charts.curves(xs, shares, rules=rules, **shown, **axes()),
        core.training.accuracies_in_words(last),
        {"step": xs, **shares},
        key="trainer_accuracy",
        alt="Curves: the accuracy on all inputs over the steps of the training.",
    )


def shown_step() -> int:
    """The recorded step that the scrubber points at."""
    steps = [step.step for step in core.training.recorded(steps_of(runs[0]))]
    return min(steps, key=lambda known: abs(known - STEP.value)) if steps else 0


def show_ceiling() -> None:
    """What the causal mask allows at best, at each position."""
    st.header("What a mask makes impossible")
    ui.prose("""
Under the [[causal mask]], position $i$ sees only the positions up to $i$. To reverse four letters, position 0 needs the
letter of position 3, which it cannot see: no training helps. The [[best possible accuracy]] is known exactly, by trying
every input: for each position, take the most frequent answer among all inputs that look the same up to there.

That is a limit of answering *in place*, not of causal models: one that reads all four letters first and answers after
them, as a [[decoder]] does, can reverse.
""")
    mine = core.training.bayes_ceiling(TASK.value)
    names = [f"position {i}" for i in range(4)]
    ui.figure(
        core.charts.bars(names, mine.per_position, domain=(0, 1), title="best accuracy, causal"),
        core.training.ceiling_in_words(TASK.value, mine),
        {"position": range(4), "best accuracy": mine.per_position},
        key="trainer_ceiling",
        alt="Bars: the best accuracy at each position under the causal mask.",
        more=ui.program(core.programs.trainer.CEILING, shows=mine.per_position, task=TASK.value),
    )
    ui.formula(*core.training.ceiling_formula(mine))


with picture:
    st.header("Learning, step by step")
    if running:
        ui.watch(running[1], show_progress, key="trainer_progress")
    else:
        show_progress()
    show_ceiling()

kept = [] if busy else core.training.recorded(steps_of(runs[0]))
letters = [f"{position}: {letter}" for position, letter in enumerate(probe or PROBE.default)]
chosen, seen, at = None, None, 0


@st.cache_resource(max_entries=32, show_spinner=False)
def shares_on_answer(run, at_steps: tuple[int, ...], _steps: list) -> list[list[float]]:
    """Where the heads look, step by step. A run and its steps say what its records are: they need not be compared."""
    return core.training.shares_over_steps(run, _steps)


def show_answer() -> None:
    """The answer to the probe, letter by letter."""
    wrong = [not ok for ok in seen.right]
    ui.figure(
        core.charts.tiles({"input": seen.given, "expected": seen.expected, f"answer, step {at}": seen.answered}, wrong),
        f"Step {at}, {core.training.run_name(runs[0])}: {core.training.answer_in_words(seen)}",
        core.training.answer_table(seen),
        key="trainer_answer",
        alt="Rows of letters: the input, what was expected, what was answered. Wrong letters are crossed.",
    )


def show_heads() -> None:
    """The maps of all four heads."""
    heads = seen.attention.numpy()
    ui.figure(
        core.charts.head_grid(heads, letters, letters, names=list(HEAD.options)),
        core.training.heads_in_words(seen, HEAD.options, at),
        core.training.heads_table(seen, HEAD.options),
        key="trainer_heads",
        alt="Small maps of queries and keys, one for each head. Colour is the weight.",
        more=ui.program(core.programs.trainer.HEADS, shows=heads, config=runs[0], at=at, probe=probe),
    )


def show_shares() -> None:
    """How much weight each head gives to the place that the answer comes from, over the steps."""
    steps = tuple(step.step for step in kept)
    shares = shares_on_answer(runs[0], steps, kept)
    lines, alike = dict(zip(HEAD.options, shares, strict=True)), core.training.share_if_alike(runs[0])
    shown = {"y_title": "weight on the place of the answer", "y_domain": (0, 1), "y_format": ".0%"}
    ui.figure(
        core.charts.curves(steps, lines, rules={"all alike": alike}, **shown, **axes()),
        f"Step {at}: {core.training.shares_in_words(shares, HEAD.options, runs[0], steps.index(at))}",
        {"step": steps, **lines},
        key="trainer_shares",
        alt="Curves: the weight of each head on the position that the answer comes from, over the steps.",
    )


st.header("What it attends to, and what it answers")
if not kept:
    st.text(LATER)
else:
    ui.prose("""
Move the step. The line on the curves, the maps of all four heads and the answer to the probe move together: the
weights of that very step are put back, and the probe is run through them.

It is said that a model that learns to reverse looks along the anti-diagonal: position $i$ at position $T - 1 - i$. So
that is measured, for each head, on all kinds of inputs. In each of twenty [[seeds]], some head ended with more than 85
% of its weight there. Not all heads do, and which ones differs.
""")
    controls, picture = ui.experiment()
    with controls:
        at = STEP.draw_over([step.step for step in kept])
    chosen = next(step for step in kept if step.step == at)
    with picture:
        if probe is None:
            st.text(f"No answer is shown: {problem}. The training above is kept.")
        else:
            seen = core.training.replay(runs[0], chosen, probe)
            left, right = st.columns([4, 3])
            with left:
                show_answer()
            with right:
                show_shares()
    if seen:
        show_heads()


@ui.group
def open_one_cell() -> None:
    if not CELL.draw():
        return
    controls, picture = ui.experiment()
    with controls:
        layer, head = divmod(HEAD.options.index(HEAD.draw()), 2)
        i, j = ROW.draw(letters), COLUMN.draw(letters)
    with picture:
        if not seen:
            st.text(LATER)
        else:
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
        st.text(LATER)
        return
    results = core.training.ablations(runs[0], chosen)
    table, needed = core.training.ablation_table(results), core.training.needed_head(results)
    names, accuracies = table["cut out"], table["token accuracy"]
    ui.figure(
        core.charts.bars(names, accuracies, domain=(0, 1), title="token accuracy", highlight=needed),
        core.training.ablation_in_words(results, chosen.step),
        table,
        key="trainer_ablation",
        alt="Bars: the accuracy with each head cut out.",
    )


open_one_cell()
cut_heads()

exercises = core.exercises.trainer
ui.exercise(
    QUESTION, exercises.ceiling_under_a_causal_mask, exercises.first_good_measurement, exercises.share_with_a_delay
)
ui.close_page()
