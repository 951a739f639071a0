"""Learning: what is made small, by which steps, and how it is judged."""

from core.glossary.term import Term

TERMS = (
    Term(
        "loss",
        "What training makes small: the mean of $-\\ln p$, with $p$ the probability that the model gives to the right "
        "token. It is also called cross-entropy.",
        "attention",
        symbol=r"-\overline{\ln p}",
        query={"head_worth": "true"},
        also=("losses", "cross-entropy"),
    ),
    Term(
        "perplexity",
        "The loss, told as a number of choices: so many tokens, all equally likely, would leave the model as unsure.",
        "architecture",
        symbol=r"e^{\text{loss}}",
        query={"arch_training": "true"},
    ),
    Term(
        "validation",
        "Measuring a model on examples that it was never trained on.",
        "architecture",
        query={"arch_training": "true"},
    ),
    Term(
        "gradient",
        "The derivatives of the loss by many numbers at once. It says how each should change to make the loss smaller, "
        "and it comes down through the layers from the top.",
        "residuals",
        symbol=r"\partial L / \partial x",
        also=("gradients",),
    ),
    Term(
        "automatic differentiation",
        "How a program gets gradients: it records each operation on the way up, and applies the chain rule on the way "
        "down.",
        "residuals",
    ),
    Term(
        "teacher forcing",
        "Training with the true tokens as input, whatever the model would have written. Every position predicts the "
        "next token, all in one pass.",
        "causal_mask",
    ),
    Term(
        "training step",
        "One change of all parameters, by the gradient of the loss on one batch.",
        "trainer",
        also=("training steps",),
    ),
    Term(
        "batch",
        "The sequences that go through a model side by side; in training, those that one step learns from.",
        "shapes",
        symbol="B",
        query={"shapes_batch": "2"},
        also=("batches",),
    ),
    Term(
        "learning rate",
        "How large the steps of training are. Too small, and it learns slowly; too large, and the loss runs away.",
        "trainer",
        also=("learning rates",),
    ),
    Term(
        "warm-up",
        "The first steps of training, in which the learning rate climbs to its full size in a straight line.",
        "pre_norm",
        also=("warmup",),
    ),
    Term(
        "seed",
        "The number from which all random numbers of a run are drawn: the same seed gives the same run.",
        "residuals",
        also=("seeds",),
    ),
    Term("accuracy", "The share of answers that are right.", "trainer", also=("accuracies",)),
    Term(
        "ceiling",
        "The best accuracy that anything could reach, given what it can see. Here it is counted over all inputs.",
        "trainer",
        query={"mask": "causal"},
        also=("ceilings", "best possible accuracy"),
    ),
)
