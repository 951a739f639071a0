"""A trained decoder under its causal mask: a text that goes on changes nothing of what was computed before.

Letters: S source tokens, T target tokens, V vocabulary.
"""

from collections.abc import Sequence

import torch

from core.say import percent
from core.transformer import Transformer, device_of, evaluating, to_cpu, to_device


def beginnings_apart(model: Transformer, source: Sequence[int], target: Sequence[int]) -> list[float]:
    """How far the logits of a position differ between one pass over the whole target and one that ends there.  -> T

    Under a causal mask nothing but rounding; each is the largest absolute difference over V.
    """
    ids = to_device(torch.tensor([list(source)]), device_of(model))
    written = to_device(torch.tensor([list(target)]), ids.device)
    with evaluating(model):
        whole = model(ids, written)[0]  # [T, V]
        alone = torch.stack([model(ids, written[:, : t + 1])[0, -1] for t in range(len(target))])
    return to_cpu((alone - whole).abs().amax(-1)).tolist()


def beginnings_in_words(differences: Sequence[float]) -> str:
    """The largest of the differences, and what it proves."""
    return (
        f"Each of the {len(differences)} beginnings computed alone: the logits of its last position differ from those "
        f"of the one pass over everything by {max(differences):.1e} at most. That is rounding."
    )


def hidden_in_words(weights: torch.Tensor, hidden: torch.Tensor, names: Sequence[str]) -> str:
    """How many cells of a map [T, T] are hidden, that they have no weight, and what the last token looks at most."""
    best = int(weights[-1].argmax())
    leaked = float(weights[hidden].sum())
    return (
        f"{int(hidden.sum())} of {hidden.numel()} cells are hidden; their weights sum to {leaked:g}. “{names[-1]}”, "
        f"the last token, gives most to “{names[best]}”, {percent(float(weights[-1, best]))}."
    )
