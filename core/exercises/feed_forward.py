"""The questions of the page `feed_forward`."""

from random import Random

from core.analysis.counting import parameter_count
from core.exercises.question import Question
from core.transformer import ModelConfig


def share_of_the_feed_forward_network(rng: Random) -> Question:
    """The FFN's share of the matrices of a layer, for another ratio."""
    width, ratio = rng.choice([256, 512, 1024]), rng.choice([1, 2, 3, 6, 8])
    config = ModelConfig(d_model=width, d_ff=ratio * width, n_layers=1)
    count = parameter_count(config, biases=False, norms=False)
    part, layer = rng.choice([("encoder", count.encoder_layer), ("decoder", count.decoder_layer)])
    attention = 4 if part == "encoder" else 8
    return Question(
        f"With $d_{{model}} = {width}$ and $d_{{ff}} = {ratio * width}$, what share of the matrices of one {part} "
        "layer is in its feed-forward network, in percent? (No biases, no norms.)",
        answer=100 * layer.feed_forward / layer.total,
        working=rf"The FFN has $2 \cdot {ratio}\,d^2$, attention has ${attention}\,d^2$: "
        rf"$\dfrac{{{layer.feed_forward:,}}}{{{layer.total:,}}} = {layer.feed_forward / layer.total:.4f}$.",
        tolerance=0.5,
        unit="%",
        digits=1,
    )
