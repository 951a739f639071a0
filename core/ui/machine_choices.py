"""Choices among the parts of the Transformer, which several pages offer: ids in the link, words on the page."""

from core.ui.controls import Choice

ATTENTIONS = {"encoder": "encoder self-attention", "decoder": "decoder self-attention", "cross": "cross-attention"}
PARTS = {  # those of `core.analysis.inside.PARTS`, which cannot be asked before torch is there
    "source-embedding": "encoder: source embedding",
    "source-positions": "encoder: + positions",
    "encoder-attention": "encoder: self-attention",
    "encoder-norm-1": "encoder: add & norm after self-attention",
    "encoder-ffn": "encoder: feed-forward",
    "encoder-norm-2": "encoder: add & norm after feed-forward",
    "target-embedding": "decoder: target embedding",
    "target-positions": "decoder: + positions",
    "decoder-attention": "decoder: masked self-attention",
    "decoder-norm-1": "decoder: add & norm after self-attention",
    "cross-attention": "decoder: cross-attention",
    "decoder-norm-2": "decoder: add & norm after cross-attention",
    "decoder-ffn": "decoder: feed-forward",
    "decoder-norm-3": "decoder: add & norm after feed-forward",
    "linear": "output: linear",
    "softmax": "output: softmax",
}


def attention_kind(key: str, label: str, default: str) -> Choice:
    """One of the three attentions of an encoder–decoder.

    Example:
        >>> attention_kind("kind", "Attention", default="cross").shown("cross")
        'cross-attention'
    """
    return Choice(key, label, tuple(ATTENTIONS), default, tuple(ATTENTIONS.values()))


def machine_part(key: str, label: str, default: str) -> Choice:
    """One box of the paper's figure 1."""
    return Choice(key, label, tuple(PARTS), default, tuple(PARTS.values()))
