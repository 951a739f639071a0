"""One part of the blueprint with the tensors of a real pass in it.

Letters: S source, T target positions, D d_model, H heads, K d_k, F d_ff, V vocabulary. The batch axis (1) is left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from core.analysis.attention import TensorRow
from core.analysis.inside.blueprint import PARTS
from core.analysis.inside.part_costs import part_flops
from core.transformer import (
    AttentionTrace,
    FeedForwardTrace,
    ForwardTrace,
    LayerTrace,
    NormTrace,
    Transformer,
    to_cpu,
    to_device,
)
from core.transformer.layers import DecoderLayer, EncoderLayer

_NORMS = {"1": "self_attn", "2": "cross_attn", "3": "feed_forward"}  # what stands before each norm of the decoder
_ATTENTIONS = {"encoder-attention": "self_attn", "decoder-attention": "self_attn", "cross-attention": "cross_attn"}


@dataclass(frozen=True)
class PartView:
    """The tensors of a part in the order in which they arise, the last one its output; what it costs."""

    tensors: list[TensorRow]
    parameters: int  # of this one part, in this one layer
    flops: int  # matrix products only, for this sentence


@dataclass(frozen=True)
class SourceSwap:
    """Largest changes of attention scores in one decoder layer when only the source changes."""

    self_attention: float
    cross_attention: float


def part_view(
    model: Transformer, trace: ForwardTrace, source: Sequence[int], target: Sequence[int], part: str, layer: int = 0
) -> PartView:
    """What one part computed in the pass of `trace` over these ids; `layer` counts from 0.

    Describes post-norm layers, the paper's. KeyError for an unknown part.
    """
    tower = PARTS[part].tower
    ids = source if tower == "encoder" else target
    if part.endswith("embedding"):
        rows, module = _embedding(model, ids, tower), model.source_embedding.tokens
    elif part.endswith("positions"):
        rows, module = _positions(trace, model, ids, tower), model.source_embedding.positions
    elif tower == "output":
        rows, module = _output(trace, model, part), model.output if part == "linear" else nn.Identity()
    else:
        run, block = getattr(trace, tower)[layer], getattr(model, tower).layers[layer]
        rows, module = _sublayer(run, block, part, trace)
    return PartView(
        [_row(*row) for row in rows],
        sum(parameter.numel() for parameter in module.parameters()),
        part_flops(model.config, part, len(source), len(target)),
    )


def source_swap(model: Transformer, source: Sequence[int], target: Sequence[int], layer: int = 0) -> SourceSwap:
    """Read the target once with this source and once with its tokens in reverse (the end mark stays last)."""
    other = [*reversed(source[:-1]), source[-1]]
    one, two = (
        model.trace(torch.tensor([list(ids)]), torch.tensor([list(target)])).decoder[layer] for ids in (source, other)
    )
    parts = ((one.self_attn, two.self_attn), (one.cross_attn, two.cross_attn))
    changes = [float((a.scores - b.scores).nan_to_num(0).abs().max()) for a, b in parts]  # -inf − -inf is NaN: hidden
    return SourceSwap(*changes)


def _embedding(model: Transformer, ids: Sequence[int], tower: str):
    letter = "S" if tower == "encoder" else "T"
    embedding = model.source_embedding if tower == "encoder" else model.target_embedding
    index = torch.tensor(list(ids))
    looked_up = to_cpu(embedding.tokens.weight[to_device(index, embedding.tokens.weight.device)])
    yield "ids", "tokens", (letter,), index, "one number per token"
    yield "E[ids]", "rows of E", (letter, "D"), looked_up, "a row of the table for each token"
    yield "x", "√D · E[ids]", (letter, "D"), looked_up * embedding.scale, "scaled up, to stand beside the positions"


def _positions(trace: ForwardTrace, model: Transformer, ids: Sequence[int], tower: str):
    letter = "S" if tower == "encoder" else "T"
    embedding = model.source_embedding if tower == "encoder" else model.target_embedding
    table = to_cpu(embedding.positions(len(ids), 0))
    out = trace.source_embedding if tower == "encoder" else trace.target_embedding
    yield "x", "√D · E[ids]", (letter, "D"), out[0] - table, "from the embedding"
    yield "PE", "sines and cosines", (letter, "D"), table, "one vector per position, the same for every text"
    yield "x + PE", "sum", (letter, "D"), out[0], "what the first layer reads"


def _output(trace: ForwardTrace, model: Transformer, part: str):
    if part == "linear":
        yield "x", "last layer", ("T", "D"), trace.final[0], "one vector per target position"
        yield (
            "E",
            "learned",
            ("V", "D"),
            to_cpu(model.output.weight),
            "the shared table, a row per token of the vocabulary",
        )
        yield "z", "x Eᵀ", ("T", "V"), trace.logits[0], "logits: a score for every token of the vocabulary"
    else:
        yield "z", "x Eᵀ", ("T", "V"), trace.logits[0], "logits"
        yield "p", "softmax(z)", ("T", "V"), trace.logits[0].softmax(-1), "probabilities: each row sums to 1"


def _sublayer(run: LayerTrace, block: EncoderLayer | DecoderLayer, part: str, trace: ForwardTrace):
    """The rows of a part inside a layer, and the module that holds its parameters."""
    if part in _ATTENTIONS:
        name = _ATTENTIONS[part]
        reads = run.resid_mid if part == "cross-attention" else run.resid_pre
        memory = trace.memory if part == "cross-attention" else None
        return _attention(getattr(run, name), reads, memory, part), getattr(block, name)
    letter = "S" if part.startswith("encoder") else "T"
    if part.endswith("ffn"):
        reads = run.resid_mid if run.resid_cross is None else run.resid_cross
        return _feed_forward(run.feed_forward, reads, letter), block.feed_forward
    which = part[-1]
    before = "feed_forward" if part == "encoder-norm-2" else _NORMS[which]
    return _norm(getattr(run, before).norm, letter), getattr(block, f"norm{which}")


def _attention(run: AttentionTrace, reads: torch.Tensor, memory: torch.Tensor | None, part: str):
    q = "S" if part == "encoder-attention" else "T"
    k = "T" if part == "decoder-attention" else "S"
    yield "x", "residual stream", (q, "D"), reads[0], "what the queries are made of"
    if memory is not None:
        yield "memory", "last encoder layer", (k, "D"), memory[0], "what the keys and values are made of"
    source = "x" if memory is None else "memory"
    yield "Q", "x W_Q", ("H", q, "K"), run.q[0], "queries, per head"
    yield "K", f"{source} W_K", ("H", k, "K"), run.k[0], "keys, per head"
    yield "V", f"{source} W_V", ("H", k, "K"), run.v[0], "values, per head"
    yield "S", "Q Kᵀ / √d_k", ("H", q, k), run.scores[0], "scores: rows are queries, columns are keys"
    yield "P", "softmax(S)", ("H", q, k), run.weights[0], "weights: each row sums to 1"
    yield "Z", "P V", ("H", q, "K"), run.z[0], "values mixed by the weights, per head"
    yield "out", "concat(Z) W_O", (q, "D"), run.out[0], "added to the residual stream next"


def _feed_forward(run: FeedForwardTrace, reads: torch.Tensor, letter: str):
    yield "x", "residual stream", (letter, "D"), reads[0], "each row by itself"
    yield "hidden", "max(0, x W_1 + b_1)", (letter, "F"), run.hidden[0], "hidden units; most are zero"
    yield "out", "hidden W_2 + b_2", (letter, "D"), run.out[0], "added to the residual stream next"


def _norm(run: NormTrace, letter: str):
    yield "x + f(x)", "sum", (letter, "D"), run.input[0], "the sub-layer's output, added to what it read"
    yield "μ", "mean of each row", (letter,), run.mean[0], "subtracted"
    yield "σ", "spread of each row", (letter,), run.std[0], "divided by"
    yield "out", "LayerNorm", (letter, "D"), run.output[0], "the new residual stream"


def _row(name: str, expression: str, axes: tuple[str, ...], values: torch.Tensor, description: str) -> TensorRow:
    return TensorRow(name, expression, axes, values, description)
