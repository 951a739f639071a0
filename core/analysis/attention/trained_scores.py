"""How far the scores of a trained model spread, which the derivation for random vectors does not say."""

from collections.abc import Mapping

import torch

from core.say import number
from core.transformer import AttentionTrace, ForwardTrace


def score_spreads(trace: ForwardTrace) -> dict[str, float]:
    """The standard deviation of the scaled scores in every attention of a pass, hidden ones left out; by its name."""
    found = {f"encoder, layer {n}": layer.self_attn for n, layer in enumerate(trace.encoder, 1)}
    found |= {f"decoder, layer {n}": layer.self_attn for n, layer in enumerate(trace.decoder, 1)}
    found |= {f"cross, layer {n}": layer.cross_attn for n, layer in enumerate(trace.decoder, 1)}
    return {name: _spread(attention) for name, attention in found.items()}


def _spread(attention: AttentionTrace) -> float:
    scores = attention.scores[attention.scores.isfinite()]
    return float(scores.double().std(correction=0)) if scores.numel() else float(torch.nan)


def spreads_in_words(spreads: Mapping[str, float], text: str) -> str:
    """Where the scores spread most and where least, on this sentence.

    Example:
        >>> spreads_in_words({"encoder, layer 1": 4.0, "cross, layer 1": 1.5}, "Hi.")[:56]
        'On “Hi.”, the standard deviation is largest in encoder, '
    """
    most, least = max(spreads, key=spreads.get), min(spreads, key=spreads.get)
    return (
        f"On “{text}”, the standard deviation is largest in {most}, {number(spreads[most], 1)}, and smallest in "
        f"{least}, {number(spreads[least], 1)}. Random vectors would give 1."
    )
