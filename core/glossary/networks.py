"""The feed-forward network, and what is counted in a model."""

from core.glossary.term import Term

TERMS = (
    Term(
        "linear layer",
        "Multiplies a vector by a learned matrix and may add a bias. Two in a row can do no more than one.",
        "feed_forward",
        symbol="Wx + b",
        query={"ffn_activation": "none"},
        also=("linear layers",),
    ),
    Term(
        "output layer",
        "The last matrix: of the vector that leaves the decoder it makes a logit for every entry of the vocabulary.",
        "architecture",
        shape="[d_{model}, V]",
        query={"part": "linear"},
        also=("output matrix",),
    ),
    Term(
        "feed-forward network",
        "Two linear layers with an activation between them, applied to each position by itself.",
        "feed_forward",
        symbol=r"W_2\,\mathrm{act}(W_1 x + b_1) + b_2",
        shape="[B, T, d_{model}]",
        also=("feed-forward networks", "feed-forward layer", "feed-forward layers", "FFN"),
    ),
    Term(
        "hidden width",
        "How many hidden units a feed-forward network has: 2,048 in the paper's base model, four times its width.",
        "feed_forward",
        symbol="d_{ff}",
    ),
    Term(
        "hidden unit",
        "One number between the two linear layers of a feed-forward network, with the weights into it and out of it.",
        "feed_forward",
        also=("hidden units", "units"),
    ),
    Term(
        "activation",
        "The nonlinear function that each hidden unit is passed through. Without it, two linear layers can do no more "
        "than one.",
        "feed_forward",
        also=("activations", "activation function"),
    ),
    Term(
        "ReLU",
        "The paper's activation: keeps what is positive and makes zero of the rest.",
        "feed_forward",
        symbol=r"\max(0, z)",
    ),
    Term(
        "GELU",
        "An activation that weighs a value by the probability that a normal variable is below it.",
        "feed_forward",
        symbol=r"z\,\Phi(z)",
        query={"ffn_activation": "gelu"},
    ),
    Term(
        "SiLU",
        "A value times its own sigmoid; the gate of SwiGLU.",
        "feed_forward",
        symbol=r"z / (1 + e^{-z})",
        query={"ffn_activation": "swiglu"},
    ),
    Term(
        "SwiGLU",
        "A feed-forward network whose hidden units are multiplied by a second, gating set. It has three matrices.",
        "feed_forward",
        symbol=r"W_2\,(\mathrm{SiLU}(W_1 x) \odot W_3 x)",
        query={"ffn_activation": "swiglu"},
    ),
    Term(
        "parameter",
        "One of the numbers that training sets: an entry of a matrix, of a table, of a gain or of a bias.",
        "architecture",
        also=("parameters",),
    ),
    Term(
        "weight tying",
        "One table for what reads tokens and what writes them: its rows are the embeddings, and the output layer "
        "multiplies by it.",
        "architecture",
        query={"arch_tables": "separate"},
    ),
    Term(
        "FLOP",
        r"One addition or multiplication of two numbers. The product of an $m \times n$ and an $n \times p$ matrix "
        "takes $2mnp$ of them.",
        "flops",
        also=("FLOPs",),
    ),
    Term("crossover", "The length of a text at which one cost overtakes another.", "flops", also=("crossovers",)),
)
