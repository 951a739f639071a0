"""The questions of the page `architecture`."""

from random import Random

from core.analysis.counting import parameter_count
from core.exercises.question import Question
from core.transformer import ModelConfig


def parameters_of_a_part(rng: Random) -> Question:
    """The parameters of one attention, or of one feed-forward network, of another size."""
    width, times = rng.choice([128, 256, 512, 1024]), rng.choice([2, 4, 8])
    kind = rng.choice(["attention", "feed-forward"])
    config = ModelConfig(d_model=width, d_ff=times * width, n_heads=8)
    layer = parameter_count(config, biases=False).encoder_layer
    answer = layer.self_attention if kind == "attention" else layer.feed_forward
    matrices = (
        rf"four matrices of ${width} \times {width}$: $4 \cdot {width}^2 = {answer}$"
        if kind == "attention"
        else rf"two matrices of ${width} \times {times * width}$: $2 \cdot {width} \cdot {times * width} = {answer}$"
    )
    what = "one attention" if kind == "attention" else f"one feed-forward network with {times * width:,} hidden units"
    return Question(
        f"A model has the width {width:,}. How many parameters does {what} have, biases not counted, in thousands?",
        answer=answer / 1000,
        working=f"There are {matrices}.",
        tolerance=1.0,
        unit="thousand",
        digits=1,
    )
