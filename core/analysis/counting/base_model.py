"""The parameters of the paper's base model under every convention in use."""

from dataclasses import replace

from core.analysis.counting.parameters import ParameterCount, parameter_count
from core.transformer import PAPER_BASE

BIASES = ("none", "feed-forward", "all")


def base_count(biases: str = "feed-forward", norms: bool = True, shared: bool = True) -> ParameterCount:
    """The base model with V = 37,000.

    biases  in no linear layer, in the feed-forward networks (the paper's text), or in the attention's projections too
    norms   count the gain and bias of every LayerNorm
    shared  one table for source, target and output; otherwise three

    Raises ValueError for an unknown convention.

    Example:
        >>> base_count().total, base_count("all").total, base_count("none", norms=False).total
        (63045632, 63082496, 62984192)
    """
    if biases not in BIASES:
        raise ValueError(f"biases={biases!r} is unknown; allowed: {', '.join(BIASES)}")
    config = replace(PAPER_BASE, attention_bias=biases == "all", tie_embeddings=shared)
    return parameter_count(config, biases=biases != "none", norms=norms)


def counted_parts(count: ParameterCount) -> dict[str, int]:
    """A whole model's parameters by kind of part; they sum to `count.total`."""
    encoder, decoder = count.encoder_layer, count.decoder_layer
    n, m = count.n_encoder_layers, count.n_decoder_layers
    return {
        "embedding tables": count.tables,
        "encoder attention": n * encoder.self_attention,
        "encoder FFN": n * encoder.feed_forward,
        "decoder self-attention": m * decoder.self_attention,
        "cross-attention": m * decoder.cross_attention,
        "decoder FFN": m * decoder.feed_forward,
        "norms": n * encoder.norms + m * decoder.norms + count.final_norms,
    }
