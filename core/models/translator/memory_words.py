"""What the units of the feed-forward networks remember, in words and as the columns of tables."""

from collections.abc import Sequence

from core.models.translator.memory import MemorySample
from core.say import number, percent

SAMPLE_SOURCE = (
    "Sample sentences: Tatoeba (https://tatoeba.org), CC BY 2.0 FR, via https://www.manythings.org/anki (2018-05-13). "
    "The reading of units as keys and values follows Geva et al. (2021)."
)


def firing_in_words(token: str, activations: Sequence[float], strongest: int, place: str) -> str:
    """How many units fire for a token, and which most; `place` names the layer, `activations` are of all its units."""
    total, firing = len(activations), sum(value > 0 for value in activations)
    most = f", and unit {strongest} most" if firing else ""
    return (
        f"For “{token}” {firing} of the {total} units in {place} fire{most}; the other {total - firing} are exactly "
        "zero."
    )


def key_in_words(seen: MemorySample, stack: str, layer: int, unit: int) -> str:
    """For how much of the sample a unit fires, and for which token most. It must fire for one."""
    label, sentence, _ = seen.strongest(stack, layer, unit, 1)[0]
    return (
        f"In {len(seen.tokens[stack]):,} tokens of sample sentences, unit {unit} fires for "
        f"{percent(seen.firing(stack, layer, unit))}, most for “{label}” in “{sentence}”."
    )


def key_table(found: Sequence[tuple[str, str, float]]) -> dict[str, list]:
    """The tokens for which a unit fires most, as `MemorySample.strongest` gives them."""
    return {
        "token": [label for label, _, _ in found],
        "sentence": [sentence for _, sentence, _ in found],
        "activation": [value for _, _, value in found],
    }


def value_table(found: Sequence[tuple[str, float]]) -> dict[str, list]:
    """The tokens to which a unit's value vector points, as `promoted` gives them.

    Example:
        >>> value_table([("habe", 0.5), ("gehe", 0.25)])
        {'token': ['habe', 'gehe'], 'score': [0.5, 0.25]}
    """
    return {"token": [label for label, _ in found], "score": [score for _, score in found]}


def unit_table(found: Sequence[tuple[int, float]]) -> dict[str, list]:
    """The units that fire most, as `strongest_units` gives them.

    Example:
        >>> unit_table([(7, 1.5), (3, 0.5)])
        {'unit': [7, 3], 'activation': [1.5, 0.5]}
    """
    return {"unit": [unit for unit, _ in found], "activation": [value for _, value in found]}


def dead_in_words(seen: MemorySample, stack: str, layer: int) -> str:
    """How many activations of a layer are exactly zero, and how many of its units never fire."""
    return (
        f"In this layer {percent(seen.zeros(stack, layer))} of all activations are exactly zero, and "
        f"{seen.dead(stack, layer)} units are dead: they fire for no token of the sample. "
        "Firing once counts as alive."
    )


def value_in_words(unit: int, found: Sequence[tuple[str, float]], *, last: bool) -> str:
    """Where the value vector of a unit points; found: as `promoted` gives it, last: in the last decoder layer."""
    label, score = found[0]
    hint = ", up to the norm that follows." if last else ", if no later layer changed it; so take this as a hint."
    return (
        f"The value vector of unit {unit} points most to “{label}”: at an activation of 1 it adds "
        f"{number(score)} to that logit{hint}"
    )
