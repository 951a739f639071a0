"""The residual stream read out early: what the model would say if the decoder ended after this layer.

Letters: T target length, D d_model, V vocabulary. The first row of the batch.
"""

from dataclasses import dataclass

import torch

from core.decoding import largest
from core.transformer import ForwardTrace, Transformer, all_to_cpu, device_of, evaluating, to_device


@dataclass(frozen=True)
class Readout:
    """The stream after `layer` decoder layers (0: what goes into the first), turned into words by the output matrix."""

    layer: int
    probabilities: torch.Tensor  # [T, V]
    guess: list[int]  # the most probable id at each position
    guess_probability: list[float]
    final_probability: list[float]  # of the id that the whole model finds most probable
    cosine: list[float]  # of the stream with the final state, at each position

    def top(self, position: int, n: int = 3) -> list[tuple[int, float]]:
        """The n most probable ids at a position, with their probabilities; of equals the lowest id first."""
        row = self.probabilities[position]
        ids = largest(row, n)
        return list(zip(ids.tolist(), row[ids].tolist(), strict=True))


def readouts(model: Transformer, trace: ForwardTrace) -> list[Readout]:
    """softmax(output(final_norm(stream))) after 0 … L decoder layers; the last is what the model really says.

    `trace` is a pass of this model. Source of the method: nostalgebraist 2020, "the logit lens".
    """
    streams = torch.stack([trace.target_embedding[0], *(layer.resid_post[0] for layer in trace.decoder)])
    with evaluating(model):
        normed = model.decoder.final_norm(to_device(streams, device_of(model)))  # [L + 1, T, D]
        normed, logits = all_to_cpu([normed, model.output(normed)])
    said = trace.logits[0].argmax(-1)  # [T]
    cosines = torch.cosine_similarity(normed, trace.final[0], dim=-1)  # [L + 1, T]
    rows = zip(logits.softmax(-1), cosines.tolist(), strict=True)
    return [_readout(layer, probabilities, said, cosine) for layer, (probabilities, cosine) in enumerate(rows)]


def _readout(layer: int, probabilities: torch.Tensor, said: torch.Tensor, cosine: list[float]) -> Readout:
    best, guess = probabilities.max(-1)
    return Readout(
        layer,
        probabilities,
        guess.tolist(),
        best.tolist(),
        probabilities.gather(-1, said[:, None])[:, 0].tolist(),
        cosine,
    )
