"""The questions of the page `flops`."""

from itertools import product

from core import say
from core.analysis.counting import LayerSetting, crossovers, layer_flops
from core.exercises.draw import Draw
from core.exercises.question import Question

LONGEST = 262_144  # tokens that the page offers
WIDTHS = (256, 512, 768, 1024, 2048, 4096)
CROSSINGS = tuple(product(WIDTHS, (2, 3, 4, 6, 8), (1, 2)))
SHARES = (
    (50, 4096, 4, "relu"),
    *product(range(10, 85, 5), (512, 1024, 2048, 4096, 8192), (2, 4, 8), ("relu", "swiglu")),
)
SCORES = tuple(product((256, 512, 1024, 2048, 4096), (512, 1024, 2048, 4096), (4, 8, 16, 32)))  # tokens, width, heads


def length_at_a_crossover(rng: Draw) -> Question:
    """One of the later two crossovers, for another width."""
    d, ratio, which = rng.deal(CROSSINGS)
    all_three = crossovers(d, ratio * d)
    one, wrong = all_three[which], {other.length for other in all_three if other != all_three[which]}
    other_side = rf"2 \cdot {d} + {ratio * d}" if "linear" in one.name else f"{ratio * d}"
    return Question(
        f"A layer has width d = {d:,} and a feed-forward network of d_ff = {ratio}d = {ratio * d:,} with two matrices. "
        f"At which length T is the cost equal, so that beyond it {one.name}?",
        answer=one.length,
        working="Scores and mixing cost $4T^2d$, the feed-forward network $4Td\\,d_{ff}$, the projections $8Td^2$. "
        "Set the sides equal and divide by $4Td$: "
        rf"$T = {other_side}{f' = {say.thousands(one.length)}' if 'linear' in one.name else ''}$.",
        digits=0,
        hints=(
            "Write both costs as FLOPs: a product of $a \\times b$ and $b \\times c$ has $2abc$ of them.",
            "Scores and mixing have $4T^2d$, the four projections $8Td^2$, the feed-forward network $4Td\\,d_{ff}$.",
        ),
        confusions=dict.fromkeys(wrong, "another crossover: between other costs than those asked for")
        | {
            4 * one.length: "what comes out when a factor 4 is left on one side",
            2 * one.length: "what comes out when only one of the two, scores or mixing, is counted",
        },
    )


def length_of_a_share(rng: Draw) -> Question:
    """The smallest number of tokens at which scores and mixing have a given share of the work."""
    percent, d, ratio, activation = rng.deal(SHARES, lambda case: 8 < _length(*case) <= LONGEST)
    length = _length(percent, d, ratio, activation)
    share = 100 * LayerSetting(length, d, ratio * d, activation).count().attention_share
    other = _length(percent, d, ratio, "swiglu" if activation == "relu" else "relu")
    return Question(
        f"A layer has the width d = {d:,} and a feed-forward network of the kind {activation}, {ratio} times as wide; "
        "no "
        f"causal mask, no cached decoding. At how many tokens T do scores and mixing reach {percent} % of all FLOPs? "
        "(Within one per cent.)",
        answer=length,
        working=f"At T = {length:,} they have {share:.1f} %. With $m$ matrices in the feed-forward network the share "
        "is "
        rf"$\dfrac{{4T^2d}}{{4T^2d + 8Td^2 + 2mTd\,d_{{ff}}}}$; it grows with T, and not with the heads.",
        tolerance=length / 100,
        unit="tokens",
        digits=0,
        kind="experiment",
        hints=(
            "Set the layer, then type lengths: the first sentence gives the share of scores and mixing.",
            "Half as many tokens, half the ratio of attention to the rest. Close in on it.",
        ),
        confusions={
            other: "what it takes with the other kind of feed-forward network: SwiGLU has three matrices, ReLU two",
            _length(100 - percent, d, ratio, activation): "where the *linear layers* have this share",
            2 * length: "twice as many: under a causal mask that counts half of the pairs",
        },
        given={"flops_width": d, "flops_ratio": str(ratio), "flops_activation": activation, "percent": percent},
    )


def _length(percent: int, d: int, ratio: int, activation: str) -> int:
    """The smallest T with the share, by halving: the share grows with T."""
    low, high = 0, 4 * LONGEST
    while high - low > 1:
        middle = (low + high) // 2
        reached = 100 * LayerSetting(middle, d, ratio * d, activation).count().attention_share >= percent
        low, high = (low, middle) if reached else (middle, high)
    return high


def scores_of_all_heads(rng: Draw) -> Question:
    """What the scores of all heads cost together: the same for any number of heads."""
    length, d, heads = rng.deal(SCORES)
    flops = layer_flops(length, d, n_heads=heads).scores
    d_k = d // heads
    return Question(
        f"A layer of width d = {d:,} has H = {heads} heads and reads {length:,} tokens, without a mask. How many "
        "million FLOPs do the scores $QK^\\top$ of all heads take together? (Within one per cent.)",
        answer=flops / 10**6,
        working=rf"Each head multiplies ${length} \times {d_k}$ by ${d_k} \times {length}$: "
        rf"$2 \cdot {length}^2 \cdot {d_k}$ FLOPs. {heads} of them are $2 \cdot {length}^2 \cdot {d} = "
        rf"{say.thousands(flops)}$: the heads share out the width, so their number does not change the cost.",
        tolerance=flops / 10**8,
        unit="million",
        digits=1,
        kind="misconception",
        hints=(
            "How wide is the query of one head?",
            "A product of $a \\times b$ and $b \\times c$ has $2abc$ FLOPs. Add up the heads.",
        ),
        confusions={
            flops * heads / 10**6: "what comes out if each head had the full width; the heads share it out",
            flops / heads / 10**6: "the scores of one head",
            flops / 2 / 10**6: "the multiply-adds; each is two FLOPs",
            flops * 2 / 10**6: "scores *and* mixing",
            2 * length * d * d / 10**6: "a projection, $2Td^2$",
            flops: "the number itself, not in millions",
        },
        given={"flops_length": length, "flops_width": d, "flops_heads": heads},
    )
