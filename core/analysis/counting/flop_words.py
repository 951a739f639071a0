"""The operations of a layer in formulas and in words, as the essay writes them.

Letters: T tokens, d d_model, m the matrices of the feed-forward network.
"""

from dataclasses import dataclass

from core.analysis.counting.flop_curves import ShareCurve
from core.analysis.counting.flops import MATRICES, Crossover, LayerFlops, layer_flops
from core.say import percent


@dataclass(frozen=True)
class LayerSetting:
    """One layer on T tokens: all of them at once, or the last one alone with the others cached.

    causal  only the pairs that a causal mask leaves are counted; a single token has no pairs to leave out
    """

    length: int
    d_model: int
    d_ff: int
    activation: str = "relu"
    causal: bool = False
    cached: bool = False

    @property
    def new(self) -> int:
        """The tokens that are computed."""
        return 1 if self.cached else self.length

    @property
    def options(self) -> dict:
        """What `layer_flops`, `share_curve` and `crossovers` want to know beside the sizes."""
        return {"activation": self.activation, "causal": self.causal and not self.cached}

    def count(self) -> LayerFlops:
        """The operations."""
        return layer_flops(self.new, self.d_model, self.d_ff, context=self.length, **self.options)


def product_table(layer: LayerSetting) -> dict[str, list]:
    """The five products of a layer: FLOPs, share, formula, and the formula with the numbers in.

    Example:
        >>> product_table(LayerSetting(4, 8, 32))["with the numbers"]
        ['2·3·4·8²', '2·4²·8', '2·4²·8', '2·4·8²', '2·2·4·8·32']
    """
    count, t, d, f = layer.count(), layer.length, layer.d_model, layer.d_ff
    pairs, pairs_in_numbers = "T²", f"{t}²"
    if layer.cached:
        pairs, pairs_in_numbers = "1·T", f"1·{t}"
    elif layer.causal:
        pairs, pairs_in_numbers = "½T(T + 1)", f"½·{t}·{t + 1}"
    rows, n, m = "1" if layer.cached else "T", layer.new, MATRICES[layer.activation]
    lines = {
        "queries, keys, values": (count.qkv, f"2·3·{rows}·d²", f"2·3·{n}·{d}²"),
        "scores QKᵀ": (count.scores, f"2·{pairs}·d", f"2·{pairs_in_numbers}·{d}"),
        "mixing PV": (count.mix, f"2·{pairs}·d", f"2·{pairs_in_numbers}·{d}"),
        "output W_O": (count.output, f"2·{rows}·d²", f"2·{n}·{d}²"),
        "feed-forward": (count.ffn, f"2·{m}·{rows}·d·d_ff", f"2·{m}·{n}·{d}·{f}"),
    }
    flops, formulas, numbers = (list(column) for column in zip(*lines.values(), strict=True))
    shares = [part / count.total for part in flops]
    return {"product": list(lines), "FLOPs": flops, "share": shares, "formula": formulas, "with the numbers": numbers}


def sum_table(layer: LayerSetting) -> dict[str, list]:
    """The five products, then the sums that people compare."""
    count, products = layer.count(), product_table(layer)
    rows = dict(zip(products["product"], products["FLOPs"], strict=True)) | {
        "projections Q, K, V, O": count.projections,
        "scores and mixing": count.attention,
        "all linear layers": count.linear,
        "total": count.total,
        "total in multiply-adds": count.multiply_adds,
    }
    return {"line": list(rows), "FLOPs": list(rows.values())}


def total_formula(layer: LayerSetting) -> str:
    """The sum in LaTeX: the part that grows with the square of the length, and the part in proportion to it."""
    t = "" if layer.cached else "T"
    pairs = "T" if layer.cached else r"\tfrac{T(T+1)}{2}" if layer.causal else "T^2"
    return (
        rf"\underbrace{{4\,{pairs}\,d}}_{{\text{{scores and mixing}}}} + "
        rf"\underbrace{{8\,{t}d^2 + {2 * MATRICES[layer.activation]}\,{t}\,d\,d_{{ff}}}}_{{\text{{linear layers}}}}"
    )


def comparison_in_words(count: LayerFlops) -> str:
    """Scores and mixing against the linear layers.

    Example:
        >>> comparison_in_words(LayerFlops(qkv=1, scores=2, mix=2, output=1, ffn=1))
        'Scores and mixing (4) are more than all linear layers (3).'
    """
    a, b = count.attention, count.linear
    word = "equal to" if a == b else "more than" if a > b else "less than"
    return f"Scores and mixing ({a:,}) are {word} all linear layers ({b:,})."


def crossing_in_words(one: Crossover) -> str:
    """From which length on a cost is the larger one.

    Example:
        >>> crossing_in_words(Crossover("scores exceed the FFN", "", 2048.0))
        'scores exceed the FFN above T = 2,048'
    """
    return f"{one.name} at every length" if one.length < 1 else f"{one.name} above T = {one.length:,.0f}"


def crossing_table(crossings: tuple[Crossover, ...]) -> dict[str, list]:
    """The crossovers as columns."""
    return {
        "which comparison": [one.name for one in crossings],
        "formula": [one.formula for one in crossings],
        "equal at T": [one.length for one in crossings],
        "exceeds from T": [one.first_above for one in crossings],
    }


def shares_in_words(count: LayerFlops) -> str:
    """All operations of a layer, and how they are shared out.

    Example:
        >>> shares_in_words(LayerFlops(qkv=2, scores=2, mix=2, output=2, ffn=8))[:45]
        '16 FLOPs in all. Feed-forward network 50.0 %,'
    """
    return (
        f"{count.total:,} FLOPs in all. Feed-forward network {percent(count.ffn_share)}, all linear layers "
        f"{percent(count.linear_share)}, scores and mixing {percent(count.attention_share)}."
    )


def share_table(curve: ShareCurve) -> dict[str, list]:
    """The shares at each length as columns."""
    return {
        "T": curve.lengths,
        "feed-forward": curve.ffn,
        "projections": curve.projections,
        "scores and mixing": curve.attention,
    }
