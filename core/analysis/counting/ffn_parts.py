"""The weights of the feed-forward networks beside those of the layers and the model that hold them."""

from dataclasses import replace

from core.analysis.counting.parameters import FeedForwardShare, ParameterCount
from core.say import number, percent, thousands
from core.transformer import PAPER_BASE, PAPER_BIG, ModelConfig


def model_called(name: str, other: ModelConfig, *, shared: bool) -> ModelConfig:
    """The paper's "base" or "big" model, or else the other one; shared: with one table of embeddings for all uses."""
    return replace({"base": PAPER_BASE, "big": PAPER_BIG}.get(name, other), tie_embeddings=shared)


def feed_forward_table(share: FeedForwardShare, count: ParameterCount) -> dict[str, list]:
    """What the feed-forward networks have of a layer, of all layers and of the model, as columns of a table."""
    encoder, decoder = count.encoder_layer, count.decoder_layer
    return {
        "part": ["encoder layer", "decoder layer", "all layers", "whole model"],
        "FFN parameters": [encoder.feed_forward, decoder.feed_forward, count.feed_forward, count.feed_forward],
        "all parameters": [encoder.total, decoder.total, count.stacks, count.total],
        "share": [share.encoder_layer, share.decoder_layer, share.without_tables, share.whole_model],
    }


def feed_forward_in_words(share: FeedForwardShare, model: str) -> str:
    """The shares of a model of this name."""
    return (
        f"In the {model} model the feed-forward networks have {percent(share.encoder_layer)} of an encoder layer, "
        f"{percent(share.decoder_layer)} of a decoder layer, {percent(share.without_tables)} of all layers and "
        f"{percent(share.whole_model)} of the whole model. The upright lines are two thirds."
    )


def feed_forward_formula(config: ModelConfig, share: FeedForwardShare, count: ParameterCount) -> tuple[str, str]:
    """The parameters of one feed-forward network in LaTeX, and the same with the numbers in."""
    d, f, layer = config.d_model, config.d_ff, count.encoder_layer
    ffn = thousands(layer.feed_forward)
    return (
        r"\begin{aligned} \mathrm{FFN} &= 2\,d\,d_{ff} + d_{ff} + d \\"
        r" \text{encoder layer} &= \mathrm{FFN} + 4d^2 + \text{norms} \end{aligned}",
        rf"\begin{{aligned}} 2 \cdot {d} \cdot {f} + {f} + {d} &= {ffn} \\"
        rf" {ffn}\,/\,{thousands(layer.total)} &= {number(share.encoder_layer, 4)} \end{{aligned}}",
    )
