"""Everything that happened to a sentence on its way through the translator, stage by stage.

Letters: S source tokens, T tokens that the decoder reads, D d_model, L layers, H heads, V vocabulary.
"""

from collections.abc import Sequence
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

    source_ids: tuple[int, ...]  # S
    read_ids: tuple[int, ...]  # T
    stages: tuple[Stage, ...]
    vectors: dict[str, torch.Tensor]
    weights: torch.Tensor
    logits: torch.Tensor

    def attended(self, t: int) -> torch.Tensor:
        """The weights of output t, averaged over layers and heads.  -> [S], sums to 1"""
        return self.weights[t].mean((0, 1))

    def numbers(self, stage: str, source: int, output: int) -> list:
        """The numbers of a stage at a source token or at an output, as its tower asks. KeyError for an unknown stage.

        An id for "ids", "read" and "written", [L, H] for "cross", [V] for "logits", [D] for the others.
        """
        at = source if self.stage(stage).tower == "encoder" else output
        if stage in self.vectors:
            return self.vectors[stage][at].tolist()
        return {
            "ids": lambda: [self.source_ids[at]],
            "cross": lambda: self.weights[output, :, :, at].tolist(),
            "read": lambda: [self.read_ids[at]],
            "logits": lambda: self.logits[at].tolist(),
            "written": lambda: self.likeliest(at, 1)[0],
        }[stage]()

    def likeliest(self, t: int, n: int = 5) -> tuple[list[int], list[float]]:
        """The n most probable tokens as output t, and their probabilities; of equals the lowest id first."""
        return most_probable(self.logits[t], n)

    def probabilities(self, ids) -> list[float]:
        """How probable the model found each of these tokens in its place.  -> at most T"""
        rows = self.logits[: len(ids)].softmax(-1)
        return rows[range(len(ids)), list(ids)].tolist()

    def stage(self, id: str) -> Stage:
        """The stage of an id. KeyError for an unknown one."""
        return {stage.id: stage for stage in self.stages}[id]


def embedded_source(trace: ForwardTrace) -> torch.Tensor:
    """√D · E[id] of the source tokens, before the sinusoidal positions are added.  -> [S, D]"""
    source = trace.source_embedding[0]
    return source - sinusoidal_positions(*source.shape)


def whole_pass(trace: ForwardTrace, source_ids: Sequence[int], target_ids: Sequence[int]) -> WholePass:
    """Read a pass of an encoder–decoder with sinusoidal positions out at every stage.

    The ids are those that the pass was made of; a target may go on with what it read no more.

    Example:
        said = traced_translation(translator.load(), "I am here.")
        whole_pass(said.trace, said.source_ids, said.read_ids).vectors["encoder-2"]  # [S, D]
    """
    encoder = {f"encoder-{n + 1}": layer.resid_post[0] for n, layer in enumerate(trace.encoder)}
    decoder = {f"decoder-{n + 1}": layer.resid_post[0] for n, layer in enumerate(trace.decoder)}
    vectors = {
        "embedding": embedded_source(trace),
        "position": trace.source_embedding[0],
        **encoder,
        "memory": trace.memory[0],
        "input": trace.target_embedding[0],
        **decoder,
    }
    weights = torch.stack([layer.cross_attn.weights[0] for layer in trace.decoder])  # [L, H, T, S]
    read = tuple(target_ids[: len(trace.logits[0])])
    return WholePass(
        tuple(source_ids), read, stages(len(trace.decoder)), vectors, weights.permute(2, 0, 1, 3), trace.logits[0]
    )
