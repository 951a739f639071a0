"""The attentions of an encoder–decoder by their kind, and what it costs to cut something out in one of them.

Letters: H heads, L layers.
"""

from collections.abc import Iterable, Sequence

from core.analysis.attention import head_names
from core.analysis.inside.cutting import lesion_costs
from core.say import number
from core.transformer import AttentionTrace, ForwardTrace, Lesion, MultiHeadAttention, Transformer

ATTENTIONS = {  # kind -> the stack, and the part of its layers
    "encoder": ("encoder", "self_attn"),
    "decoder": ("decoder", "self_attn"),
    "cross": ("decoder", "cross_attn"),
}
ATTENTION_ROLES = {  # kind -> who looks at whom
    "encoder": "Encoder self-attention: every token of the source looks at every token of the source.",
    "decoder": "Decoder self-attention: every token of the translation looks at itself and at those before it.",
    "cross": "Cross-attention: queries from the translation, keys and values from the encoder's output.",
}


def attention_trace(trace: ForwardTrace, kind: str, layer: int) -> AttentionTrace:
    """What the attention of a kind computed in one layer of a pass. KeyError for an unknown kind."""
    stack, part = ATTENTIONS[kind]
    return getattr(getattr(trace, stack)[layer], part)


def attention_block(model: Transformer, kind: str, layer: int) -> MultiHeadAttention:
    """The attention of a kind in one layer of a model. KeyError for an unknown kind."""
    stack, part = ATTENTIONS[kind]
    return getattr(getattr(model, stack).layers[layer], part)


def head_place(kind: str, layer: int, head: int) -> dict[str, str | int]:
    """Where a head stands in a trace, by the names of its fields.

    Example:
        >>> head_place("cross", 0, 2)
        {'stack': 'decoder', 'layer': 0, 'part': 'cross_attn', 'head': 2}
    """
    stack, part = ATTENTIONS[kind]
    return {"stack": stack, "layer": layer, "part": part, "head": head}


def head_cuts(kind: str, layer: int, heads: Iterable[int]) -> tuple[Lesion, ...]:
    """The lesions that take these heads out of one attention.

    Example:
        >>> [lesion.head for lesion in head_cuts("cross", 0, [1, 3])]
        [1, 3]
    """
    stack, part = ATTENTIONS[kind]
    return tuple(Lesion(stack, layer, part, head=head) for head in heads)


def attention_cuts(kind: str, n_layers: int) -> tuple[Lesion, ...]:
    """The lesions that take the attention of a kind out of every layer.

    Example:
        >>> [lesion.layer for lesion in attention_cuts("cross", 3)]
        [0, 1, 2]
    """
    stack, part = ATTENTIONS[kind]
    return tuple(Lesion(stack, layer, part) for layer in range(n_layers))


def head_costs(model: Transformer, source: Sequence[int], target: Sequence[int], kind: str, layer: int) -> list[float]:
    """What each head of one attention costs the target when it alone is cut out, as `lesion_costs`.  -> H"""
    return lesion_costs(model, source, target, [head_cuts(kind, layer, [head]) for head in range(model.config.n_heads)])


def cut_names(n_heads: int) -> list[str]:
    """What can be cut out at an attention, in the order of a row of `cut_map`.  -> H + 3

    Example:
        >>> cut_names(2)
        ['head 1', 'head 2', 'attention', 'FFN', 'layer']
    """
    return [*head_names(n_heads), "attention", "FFN", "layer"]


def cut_at(kind: str, layer: int, what: int, n_heads: int) -> Lesion:
    """The lesion of one cell of `cut_map`: a head, the whole attention, or its layer's feed-forward network or all.

    Example:
        >>> cut_at("cross", 1, 4, n_heads=4)
        Lesion(stack='decoder', layer=1, part='cross_attn', head=None)
    """
    stack, part = ATTENTIONS[kind]
    if what < n_heads:
        return Lesion(stack, layer, part, head=what)
    return Lesion(stack, layer, (part, "feed_forward", "layer")[what - n_heads])


def cut_map(model: Transformer, source: Sequence[int], target: Sequence[int], kind: str) -> list[list[float]]:
    """What every cut of `cut_names` costs the target in every layer, as `lesion_costs`.  -> [L, H + 3]"""
    heads, layers = model.config.n_heads, model.config.n_layers
    rows = ([[cut_at(kind, layer, what, heads)] for what in range(heads + 3)] for layer in range(layers))
    return [lesion_costs(model, source, target, row) for row in rows]


def dearest_cut(costs: Sequence[Sequence[float]]) -> tuple[int, int]:
    """Row and column of the largest cost; of equals the first.

    Example:
        >>> dearest_cut([[0.0, 2.0], [2.0, 1.0]])
        (0, 1)
    """
    places = [(row, column) for row in range(len(costs)) for column in range(len(costs[row]))]
    return max(places, key=lambda place: costs[place[0]][place[1]])


def cuts_in_words(costs: Sequence[Sequence[float]], names: Sequence[str], kind: str, at: int, what: int) -> str:
    """What one cell of `cut_map` costs (layer `at`, from 0, and the cut of this number), and which costs most."""
    row, column = dearest_cut(costs)
    return (
        f"Cut out here: “{names[what]}” in layer {at + 1} ({kind}). The loss changes by "
        f"{number(costs[at][what], 3)} nats a token. The costliest cut of the map is “{names[column]}” in row "
        f"{row + 1}: {number(costs[row][column], 3)}."
    )


def head_costs_in_words(costs: Sequence[float]) -> str:
    """Which head is missed most."""
    worst = max(range(len(costs)), key=costs.__getitem__)
    return (
        f"Without head {worst + 1} the translator's own translation becomes less probable by "
        f"{number(costs[worst], 3)} nats a token. A head with a cost near 0 is not missed, in this sentence."
    )
