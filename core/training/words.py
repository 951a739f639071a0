"""A run in words while it goes on, what it answers at one of its steps, and which head it needs."""

from collections.abc import Iterable, Mapping, Sequence

from core.say import percent
from core.training.ceilings import Ceiling, bayes_ceiling
from core.training.history import Replay
from core.training.in_turn import is_over
from core.training.report import ending
from core.training.settings import TrainerConfig
from core.training.trainer import Measurement, TrainStep


def run_name(run: TrainerConfig) -> str:
    """What a run is about.

    Example:
        >>> run_name(TrainerConfig(task="copy", mask="causal"))
        'copy, causal'
    """
    return f"{run.task}, {run.mask}"


def progress_in_words(run: TrainerConfig, steps: Sequence[TrainStep], ahead: int = 0) -> str:
    """How far a run has come that has been asked for.

    ahead  how many others the server trains before it
    """
    if ahead:
        return f"waiting, since this server trains two models at a time; {ahead} before you."
    if not steps:
        return "about to start."
    if is_over(run, steps):
        return ending(run, steps)
    return f"step {steps[-1].step} of {run.steps}, token accuracy {percent(steps[-1].accuracy)}."


def answer_in_words(seen: Replay) -> str:
    """What the model of one step answers, and how much of it is right."""
    right, of = sum(seen.right), len(seen.right)
    return (
        f"{seen.given} should give {seen.expected}; the model answers {seen.answered}. "
        f"Token accuracy {percent(right / of, 0)} ({right} of {of} letters), "
        f"sequence accuracy {'100 %' if right == of else '0 %'}. All four letters are answered at once."
    )


def answer_table(seen: Replay) -> dict[str, Sequence]:
    """The answer letter by letter."""
    return {
        "position": range(len(seen.given)),
        "input": list(seen.given),
        "expected": list(seen.expected),
        "answer": list(seen.answered),
        "right": seen.right,
        "probability of the answer": seen.probabilities.max(-1).values.tolist(),
    }


def heads_table(seen: Replay, names: Sequence[str]) -> dict[str, list]:
    """The weights of all heads, one row a cell."""
    heads, queries, keys = seen.attention.shape
    cells = [(h, q, k) for h in range(heads) for q in range(queries) for k in range(keys)]
    return {
        "head": [names[h] for h, _, _ in cells],
        "query": [q for _, q, _ in cells],
        "key": [k for _, _, k in cells],
        "weight": seen.attention.flatten().tolist(),
    }


def needed_head(results: Mapping[str, Measurement]) -> int | None:
    """The place, in `ablations`, of the head without which most is lost; None where none matters more than another."""
    cut = [result.accuracy for result in results.values()][1:]
    return None if min(cut) == max(cut) else 1 + cut.index(min(cut))


def ablation_in_words(results: Mapping[str, Measurement], step: int) -> str:
    """What is left without the head that is needed most, or without any one of them, at a step."""
    names, accuracies = list(results), [result.accuracy for result in results.values()]
    worst = needed_head(results)
    left = (
        f"with any single head cut out it has {percent(accuracies[1])}: none of them matters by itself"
        if worst is None
        else f"without {names[worst]} it has {percent(accuracies[worst])}"
    )
    return (
        f"With nothing cut out, step {step} has {percent(accuracies[0])} of the letters right; {left}. A head that is "
        "cut out adds nothing to its layer; the rest is unchanged."
    )


def run_bounds(runs: Iterable[TrainerConfig]) -> dict[str, Ceiling]:
    """What the mask of each run allows at best, by the mask."""
    return {run.mask: bayes_ceiling(run.task, causal=run.mask == "causal") for run in runs}


def losses_in_words(last: Mapping[str, TrainStep], bounds: Mapping[str, Ceiling], guessing: float) -> str:
    """The newest loss under each mask, the least that can be expected of it, and what guessing costs."""
    each = "; ".join(
        f"{mask} {step.loss:,.3g}, on average at least {bounds[mask].cross_entropy:.4f}" for mask, step in last.items()
    )
    return f"Loss of the last batch: {each}. Guessing costs ln 8 = {guessing:.4f}. Above 4 is drawn at 4."


def accuracies_in_words(last: Mapping[str, TrainStep]) -> str:
    """What the newest model under each mask has right."""
    each = "; ".join(
        f"{mask} {percent(step.accuracy, 2)} of letters, {percent(step.sequence_accuracy, 2)} of sequences"
        for mask, step in last.items()
    )
    return f"Right on all inputs: {each}. A sequence is right when all of its four letters are."


def ceiling_in_words(task: str, ceiling: Ceiling) -> str:
    """What a causal mask allows at best."""
    return (
        f"Under the causal mask, {task} can reach {percent(ceiling.accuracy, 4)} of the letters at best, with a loss "
        f"of {ceiling.cross_entropy:.4f} nats; without the mask, 100 % and 0."
    )


def heads_in_words(seen: Replay, names: Sequence[str], at: int) -> str:
    """Which head is surest at position 0, and of which position, at step `at`."""
    first = seen.attention[:, 0]  # [L · H, T]
    sure = int(first.max(-1).values.argmax())
    return (
        f"Step {at}: of the four heads, {names[sure]} is surest at position 0 and puts "
        f"{percent(float(first[sure].max()))} of its weight on position {int(first[sure].argmax())}. Rows are queries, "
        "columns keys; every row sums to 1."
    )


def other_in_words(run: TrainerConfig, steps: Sequence[TrainStep], ahead: int) -> str:
    """What is said of a training that goes on while the reader has set other things; ahead: trained before it."""
    how_far = progress_in_words(run, steps, ahead)
    return f"{run_name(run)} is still training, with other settings: {how_far} Wait for its end, or press Stop."


def situation_in_words(
    run: TrainerConfig, steps: Sequence[TrainStep], *, error: str | None, ahead: int | None, before: str
) -> str:
    """Where a run stands: failed, under way, ended, or not begun.

    ahead   how many others are trained before it, while it goes on; None where nothing goes on
    before  a sentence on what was trained before, with a space in front, or nothing
    """
    name = run_name(run)
    if error:
        return f"{name}: the training failed: {error}."
    if ahead is not None:
        return f"{name}: {progress_in_words(run, steps, ahead)}"
    if steps:
        return f"{name}: {ending(run, steps)}"
    return f"{name}: untrained. Press Train.{before}"


def ablation_table(results: Mapping[str, Measurement]) -> dict[str, list]:
    """The accuracies with each head cut out."""
    return {
        "cut out": list(results),
        "token accuracy": [result.accuracy for result in results.values()],
        "sequence accuracy": [result.sequence_accuracy for result in results.values()],
    }


def ceiling_formula(ceiling: Ceiling) -> tuple[str, str]:
    """The best accuracy under a causal mask in LaTeX, and the same with the numbers in."""
    terms = " + ".join(f"{share:.3g}" for share in ceiling.per_position)
    return (
        r"\begin{aligned} \text{ceiling} &= \frac{1}{T}\sum_{i=0}^{T-1} a_i \\"
        r" a_i &= \mathbb{E}\Big[\max_y p(y_i{=}y \mid x_0, \dots, x_i)\Big] \end{aligned}",
        rf"\begin{{aligned}} \text{{ceiling}} &= \frac{{{terms}}}{{{len(ceiling.per_position)}}}"
        rf" \\ &= {ceiling.accuracy:.6f} \end{{aligned}}",
    )
