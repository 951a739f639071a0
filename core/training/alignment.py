"""How much attention goes where the answer comes from: for reversal the anti-diagonal of the map.

Letters: N inputs, T length, L layers, H heads.
"""

from collections.abc import Sequence

import torch

from core.say import percent
from core.training.measurement import every_input
from core.training.settings import TrainerConfig
from core.training.trainer import TrainStep, restore
from core.transformer import evaluating

EVERY = 16  # of all inputs, which is many enough for three digits


def answer_places(task: str, ids: torch.Tensor) -> torch.Tensor:
    """The position that each letter of the answer comes from.  [N, T] -> [N, T]

    reverse: T − 1 − i, the anti-diagonal; copy: i, the diagonal; sort: where the i-th smallest letter stands, the first
    of equals first.

    Example:
        >>> answer_places("reverse", torch.zeros(1, 4)).tolist()
        [[3, 2, 1, 0]]
    """
    own = torch.arange(ids.shape[-1]).expand(ids.shape)
    if task == "sort":
        return ids.sort(dim=-1, stable=True).indices
    return own.flip(-1) if task == "reverse" else own


def share_on_answer(config: TrainerConfig, step: TrainStep) -> list[float]:
    """The weight that each head gives to the place the answer comes from, mean over queries and inputs.  -> [L · H]"""
    model, inputs = restore(config, step.weights), _inputs(config)
    with evaluating(model):
        trace = model.trace(inputs, config.attention_mask())
    weights = torch.cat([layer.self_attn.weights for layer in trace.encoder], dim=1)  # [N, L · H, T, T]
    return _share(weights, answer_places(config.task, inputs)).tolist()


def share_if_alike(config: TrainerConfig) -> float:
    """The same of a head that gives all keys that it may see the same weight.

    Example:
        >>> share_if_alike(TrainerConfig(task="reverse"))
        0.25
    """
    mask, inputs = config.attention_mask(), _inputs(config)
    seen = torch.ones(config.length, config.length) if mask is None else mask.float().reshape(config.length, -1)
    weights = (seen / seen.sum(-1, keepdim=True)).expand(len(inputs), 1, -1, -1)
    return float(_share(weights, answer_places(config.task, inputs)))


def shares_over_steps(config: TrainerConfig, steps: Sequence[TrainStep]) -> list[list[float]]:
    """The same at every recorded step, head by head.  -> [L · H, steps]"""
    return [list(head) for head in zip(*(share_on_answer(config, step) for step in steps), strict=True)]


def shares_in_words(shares: Sequence[Sequence[float]], names: Sequence[str], config: TrainerConfig, at: int) -> str:
    """Which head gives most to the place of the answer at one step (its number in the list), and what it began with."""
    best = max(range(len(shares)), key=lambda head: shares[head][at])
    place = {"reverse": "the anti-diagonal, T − 1 − i", "copy": "the diagonal, i"}.get(config.task, "that place")
    return (
        f"{names[best]} gives {percent(shares[best][at])} of its weight to the place that the answer comes from "
        f"({place}); it began with {percent(shares[best][0])}. Alike to all keys would be "
        f"{percent(share_if_alike(config))}."
    )


def _inputs(config: TrainerConfig) -> torch.Tensor:  # [N, T]
    return every_input(config.task, config.length, config.alphabet)[0][::EVERY]


def _share(weights: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    """[N, H, T, T], [N, T] -> [H]"""
    at = places[:, None, :, None].expand(-1, weights.shape[1], -1, 1)
    return weights.gather(-1, at).mean((0, 2, 3))
