"""What a cut costs: how much less probable a target becomes when a part of the model is taken out.

Letters: S source length, T predictions.
"""

from collections.abc import Collection, Iterable, Sequence

import torch

from core.transformer import Lesion, Transformer, evaluating, to_cpu


def token_losses(
    model: Transformer, source: Sequence[int], target: Sequence[int], lesions: Collection[Lesion] = ()
) -> torch.Tensor:
    """−ln p of each token of `target` after the first, given the source and the tokens before it.  -> [T], nats

    source  ids, S;  target  ids, BOS first, T + 1
    """
    ids = torch.tensor([list(target)])
    with evaluating(model):
        logits = to_cpu(model(torch.tensor([list(source)]), ids[:, :-1], lesions=lesions))
    return torch.nn.functional.cross_entropy(logits[0], ids[0, 1:], reduction="none")


def lesion_costs(
    model: Transformer, source: Sequence[int], target: Sequence[int], cuts: Iterable[Collection[Lesion]]
) -> list[float]:
    """By how much the mean loss of `target` grows with each of the cuts; below 0 where the cut helps; nats a token"""
    whole = float(token_losses(model, source, target).mean())
    return [float(token_losses(model, source, target, cut).mean()) - whole for cut in cuts]
