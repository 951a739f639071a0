"""Two models of the toy language, one trained under a leaky mask, side by side in words."""

from core.say import number, percent
from core.training.leaky_training import VOCABULARY, LeakRun, best_loss, guessed_legal, mark_illegal, peeking_loss
from core.training.tasks import chance


def trained_in_words(honest: LeakRun, leaky: LeakRun) -> str:
    """How low the loss of either fell in training, and what that says."""
    return (
        f"In training, the causal model ends at {number(honest.trained_loss, 3)} nats a letter, the leaky one at "
        f"{number(leaky.trained_loss, 3)}: far below {number(best_loss(), 3)}, which only looking ahead can explain. "
        f"Its last position has nothing to look at, so {number(peeking_loss(), 3)} is the least it can reach."
    )


def honest_in_words(honest: LeakRun, leaky: LeakRun) -> str:
    """The loss of either where nothing of the future is in sight."""
    return (
        f"Measured on what stands before each letter, as in writing, the leaky model has "
        f"{number(leaky.honest_loss, 3)} nats, the causal one {number(honest.honest_loss, 3)}, as in training. "
        f"Guessing one of eight letters costs {number(chance(VOCABULARY)[1], 3)}."
    )


def written_in_words(honest: LeakRun, leaky: LeakRun) -> str:
    """How often either keeps to the language when it writes."""
    return (
        f"Writing freely, the causal model takes an allowed step {percent(honest.legal)} of the time, the leaky one "
        f"{percent(leaky.legal)}. Guessing would give {percent(guessed_legal(), 0)}, the upright lines."
    )


def samples_side_by_side(honest: LeakRun, leaky: LeakRun) -> str:
    """Sentences of both models in two columns, with a × before each letter that the language does not allow there."""
    columns = [[run.rule, *map(mark_illegal, run.samples)] for run in (honest, leaky)]
    wide = max(map(len, columns[0])) + 4
    return "\n".join(f"{left:<{wide}}{right}" for left, right in zip(*columns, strict=True))


def losses_table(honest: LeakRun, leaky: LeakRun) -> dict[str, list]:
    """The losses of both models after training, as in training and as in writing."""
    runs = [(honest, "in training", honest.trained_loss), (honest, "writing", honest.honest_loss)]
    runs += [(leaky, "in training", leaky.trained_loss), (leaky, "writing", leaky.honest_loss)]
    return {"model": [f"{run.rule}, {when}" for run, when, _ in runs], "loss": [loss for _, _, loss in runs]}


def legal_table(honest: LeakRun, leaky: LeakRun) -> dict[str, list]:
    """The share of allowed steps of both models when they write."""
    return {"model": [honest.rule, leaky.rule], "allowed steps": [honest.legal, leaky.legal]}
