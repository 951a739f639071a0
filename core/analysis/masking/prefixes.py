"""A trained decoder under its causal mask: a text that goes on changes nothing of what was computed before.

Letters: S source tokens, T target tokens, D d_model.
"""

from collections.abc import Sequence

import torch

from core.transformer import ForwardTrace, Transformer, device_of, evaluating, to_cpu, to_device


def prefix_differences(
    model: Transformer, trace: ForwardTrace, source: Sequence[int], target: Sequence[int]
) -> list[float]:
    """How far the logits of the last position differ when the target ends there, for each of its T beginnings.  -> T

    trace  the pass over the whole target, in which the mask alone hides what comes later
    """
    ids = to_device(torch.tensor([list(source)]), device_of(model))
    with evaluating(model):
        alone = [model(ids, to_device(torch.tensor([list(target[: t + 1])]), ids.device)) for t in range(len(target))]
        last = to_cpu(torch.stack([logits[0, -1] for logits in alone]))  # [T, V]
    return (last - trace.logits[0, : len(target)]).abs().amax(-1).tolist()
