"""Only the distance counts, and words that change places with positions and without: as tables and in words."""

from collections.abc import Sequence

from core.analysis.sinusoids.positions import EquivarianceCheck


def shuffled_names(words: Sequence[str], order: Sequence[int]) -> list[str]:
    """Each word of the new order, with its old and its new place.

    Example:
        >>> shuffled_names(["a", "b"], [1, 0])
        ['b, 1 → 0', 'a, 0 → 1']
    """
    return [f"{words[old]}, {old} → {new}" for new, old in enumerate(order)]


def shuffle_table(words: Sequence[str], without: EquivarianceCheck, with_pe: EquivarianceCheck) -> dict[str, list]:
    """How much the output of each word changes; both checks are of the same order."""
    order = with_pe.order
    return {
        "word": [words[old] for old in order],
        "position before": order,
        "position after": list(range(len(words))),
        "without positions": without.per_word,
        "with positions": with_pe.per_word,
    }


def shuffle_in_words(words: Sequence[str], without: EquivarianceCheck, with_pe: EquivarianceCheck) -> str:
    """The word whose output changes most with positions, and the largest change without."""
    changes, order = with_pe.per_word, with_pe.order
    most = changes.index(max(changes))
    return (
        f"Shuffled, “{words[order[most]]}” moves from {order[most]} to {most} and one of its 50 output numbers changes "
        f"by {changes[most]:.3f}. Without positions no number of any word changes by more than "
        f"{without.difference:.0e}. The upright lines are the changes without positions."
    )


def products_in_words(first: Sequence[float], other: Sequence[float], k: int, p: int) -> str:
    """The products of `position_dot_products` at distance k, from position 0 and from p, and how far they differ."""
    apart = max(abs(a - b) for a, b in zip(first, other, strict=True))
    return (
        f"At distance {k} the product is {first[k]:.3f} from position 0 and {other[k]:.3f} from position {p}. Over all "
        f"{len(first)} distances the two curves differ by {apart:.1e} at most, which is rounding."
    )
