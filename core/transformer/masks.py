"""Which query may attend to which key. One rule everywhere: bool, True = may attend.

Letters: B batch, Tq / Tk number of queries / keys.
"""

import torch


def causal_mask(t_q: int, t_k: int | None = None) -> torch.Tensor:
    """Query i sees key k when k <= i + t_k - t_q: the last query is aligned with the last key.  -> [Tq, Tk]

    With t_k > t_q the first t_k - t_q keys are a past that every query sees (a KV cache). Section 3.2.3 of the paper.

    Example:
        >>> causal_mask(2, 3).int().tolist()
        [[1, 1, 0], [1, 1, 1]]
    """
    t_k = t_q if t_k is None else t_k
    if t_q < 0 or t_k < 0:
        raise ValueError(f"a mask cannot have {t_q} queries and {t_k} keys; both must be at least 0")
    return torch.ones(t_q, t_k, dtype=torch.bool).tril(t_k - t_q)


def padding_mask(ids: torch.Tensor, pad_id: int) -> torch.Tensor:
    """Hide every key whose id is `pad_id`.  [B, Tk] -> [B, 1, 1, Tk]

    Raises ValueError for ids without a batch axis.

    Example:
        >>> padding_mask(torch.tensor([[5, 7, 0]]), pad_id=0).tolist()
        [[[[True, True, False]]]]
    """
    if ids.dim() != 2:
        raise ValueError(f"ids must have shape [batch, length], not {list(ids.shape)}")
    return (ids != pad_id)[:, None, None, :]


def combine_masks(*masks: torch.Tensor | None) -> torch.Tensor | None:
    """A key is visible when every mask allows it; None allows all. The masks broadcast.  -> bool or None

    Raises ValueError where they do not, or where axes of a batch would fall on those of other heads (see `check_mask`).

    Example:
        >>> combine_masks(None, causal_mask(2), torch.tensor([False, True])).int().tolist()
        [[0, 0], [0, 1]]
    """
    combined = None
    for mask in masks:
        if mask is not None:
            check_mask(mask)
            combined = mask if combined is None else _both(combined, mask)
    return combined


def check_mask(mask: torch.Tensor, scores: torch.Size | None = None) -> None:
    """Raise unless the mask is one, and (with the shape of the scores it is for, [..., Tq, Tk]) belongs to them.

    TypeError: not bool. A float mask of ones and zeros would be a silent error.
    ValueError: an axis is neither 1 nor that of the scores, so the mask would enlarge them; or the mask is more than a
    matrix and has not as many axes as the scores: aligned from the right, the B of [B, Tq, Tk] would fall on the heads.
    """
    if mask.dtype != torch.bool:
        raise TypeError(f"a mask must be bool (True = may attend), not {mask.dtype}")
    if scores is None:
        return
    fits = all(have in (1, want) for have, want in zip(mask.shape[::-1], scores[::-1], strict=False))
    if not fits or (mask.dim() > 2 and mask.dim() != len(scores)):
        raise ValueError(
            f"a mask of shape {list(mask.shape)} does not belong to scores of shape {list(scores)}: it is one row, "
            f"a matrix {list(scores[-2:])}, or has all {len(scores)} axes, each as long as theirs or 1"
        )


def _both(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
    if min(one.dim(), other.dim()) > 2 and one.dim() != other.dim():
        raise ValueError(f"masks of shapes {list(one.shape)} and {list(other.shape)} differ in what their axes are")
    if any(a != b and 1 not in (a, b) for a, b in zip(one.shape[::-1], other.shape[::-1], strict=False)):
        raise ValueError(f"masks of shapes {list(one.shape)} and {list(other.shape)} do not fit together")
    return one & other
