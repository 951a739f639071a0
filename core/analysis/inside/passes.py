"""Everything that happened to a sentence on its way through the translator, stage by stage.

Letters: S source tokens, T tokens that the decoder reads, D d_model, L layers, H heads, V vocabulary.
"""

from dataclasses import dataclass

import torch

from core.analysis.inside.stations import Stage, stages
from core.decoding import most_probable
from core.transformer import ForwardTrace, sinusoidal_positions


@dataclass(frozen=True)
class WholePass:
    """One pass, read out at every stage.

    vectors   stage id -> [S, D] or [T, D], for the stages whose cells are vectors
    weights   [T, L, H, S], the cross-attention
    logits    [T, V]
    """

    stages: tuple[Stage, ...]
    vectors: dict[str, torch.Tensor]
    weights: torch.Tensor
    logits: torch.Tensor

    def attended(self, t: int) -> torch.Tensor:
        """The weights of output t, averaged over layers and heads.  -> [S], sums to 1"""
        return self.weights[t].mean((0, 1))

    def likeliest(self, t: int, n: int = 5) -> tuple[list[int], list[float]]:
        """The n most probable tokens as output t, and their probabilities; of equals the lowest id first."""
        return most_probable(self.logits[t], n)

    def probabilities(self, ids) -> list[float]:
        """How probable the model found each of these tokens in its place.  -> at most T"""
        rows = self.logits[: len(ids)].softmax(-1)
        return rows[range(len(ids)), list(ids)].tolist()

    def stage(self, id: str) -> Stage:
        """The stage of an id. KeyError for an unknown one."""
        return next(stage for stage in self.stages if stage.id == id)

    def count(self) -> int:
        """How many numbers the stages hold, the weights among them and the logits not."""
        return sum(values.numel() for values in self.vectors.values()) + self.weights.numel()


def whole_pass(trace: ForwardTrace) -> WholePass:
    """Read a pass of an encoder–decoder with sinusoidal positions out at every stage.

    Example:
        said = traced_translation(translator.load(), "I am here.")
        whole_pass(said.trace).vectors["encoder-2"]  # [S, D]
    """
    source, n_layers = trace.source_embedding[0], len(trace.decoder)
    encoder = {f"encoder-{n + 1}": layer.resid_post[0] for n, layer in enumerate(trace.encoder)}
    decoder = {f"decoder-{n + 1}": layer.resid_post[0] for n, layer in enumerate(trace.decoder)}
    vectors = {
        "embedding": source - sinusoidal_positions(*source.shape),
        "position": source,
        **encoder,
        "memory": trace.memory[0],
        "input": trace.target_embedding[0],
        **decoder,
    }
    weights = torch.stack([layer.cross_attn.weights[0] for layer in trace.decoder])  # [L, H, T, S]
    return WholePass(stages(n_layers), vectors, weights.permute(2, 0, 1, 3), trace.logits[0])
