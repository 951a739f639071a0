"""The residual stream read out early: what the model would say if the decoder ended after this layer.

Letters: T target length, D d_model, V vocabulary. The first row of the batch.
"""

from dataclasses import dataclass

import torch

from core.decoding import largest
from core.transformer import ForwardTrace, Transformer, evaluating


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
    streams = [trace.target_embedding, *(layer.resid_post for layer in trace.decoder)]
    said = trace.logits[0].argmax(-1)  # [T]
    return [_readout(model, layer, stream[0], trace.final[0], said) for layer, stream in enumerate(streams)]


def _readout(model: Transformer, layer: int, stream: torch.Tensor, final: torch.Tensor, said: torch.Tensor) -> Readout:
    with evaluating(model):
        normed = model.decoder.final_norm(stream)  # [T, D]
        probabilities = model.output(normed).softmax(-1)
    best, guess = probabilities.max(-1)
    return Readout(
        layer,
        probabilities.clone(),
        guess.tolist(),
        best.tolist(),
        probabilities.gather(-1, said[:, None])[:, 0].tolist(),
        torch.cosine_similarity(normed, final, dim=-1).tolist(),
    )
