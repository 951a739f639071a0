"""The towers and their layers: what is added to the stream, and what keeps its size."""

from core.glossary.term import Term

TERMS = (
    Term(
        "encoder",
        "The tower that reads the whole source at once and gives each of its tokens a vector that knows the others.",
        "architecture",
        query={"part": "encoder-attention"},
        also=("encoders",),
    ),
    Term(
        "decoder",
        "The tower that writes: it reads what has been written so far, looks across into the encoder's output, and "
        "predicts the next token.",
        "architecture",
        query={"part": "decoder-attention"},
        also=("decoders",),
    ),
    Term(
        "memory",
        "The output of the encoder's last layer. Every layer of the decoder reads it by cross-attention.",
        "architecture",
        shape=r"[B, T_k, d_{model}]",
        query={"part": "encoder-norm-2", "arch_layer": "3"},
    ),
    Term(
        "layer",
        "One of the equal parts that a tower stacks: attention and a feed-forward network, each with a residual "
        "connection and a norm.",
        "architecture",
        symbol="L",
        also=("layers",),
    ),
    Term(
        "sub-layer",
        "Attention or the feed-forward network within a layer. Its result is added to its input.",
        "residuals",
        symbol=r"\mathrm{Sublayer}(x)",
        shape="[B, T, d_{model}]",
        also=("sub-layers",),
    ),
    Term(
        "model width",
        "How many numbers the vector of a token has between the layers: 512 in the paper's base model.",
        "shapes",
        symbol="d_{model}",
        also=("d_model", "width of the model"),
    ),
    Term(
        "residual connection",
        "The path around a sub-layer on which its input is added to its result. It is a way for the gradient that no "
        "weight is in.",
        "residuals",
        symbol=r"x + \mathrm{Sublayer}(x)",
        also=("residual connections", "skip connection"),
    ),
    Term(
        "residual stream",
        "The vectors that run along the residual connections from the first layer to the last, one for each position. "
        "Sub-layers add to them.",
        "residuals",
        shape="[B, T, d_{model}]",
        also=("stream",),
    ),
    Term(
        "norm",
        "A layer that brings each vector to a standard size, by itself: layer normalisation, or RMSNorm.",
        "residuals",
        also=("norms", "normalisation"),
    ),
    Term(
        "layer normalisation",
        "Brings each vector to mean 0 and standard deviation 1, then multiplies by a learned gain and adds a learned "
        "bias.",
        "residuals",
        symbol=r"\gamma \odot \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta",
        also=("LayerNorm",),
    ),
    Term(
        "RMSNorm",
        "Divides each vector by the root of the mean of its squares and multiplies by a learned gain. It takes off no "
        "mean and adds no bias.",
        "pre_norm",
        symbol=r"\gamma \odot x / \sqrt{\tfrac{1}{d}\sum_i x_i^2 + \epsilon}",
    ),
    Term(
        "gain",
        "The learned factors, one for each component, by which a norm multiplies at its end.",
        "residuals",
        symbol=r"\gamma",
        shape="[d_{model}]",
        query={"norm_step": "scaled"},
    ),
    Term(
        "bias",
        "A learned vector that a linear layer or a layer normalisation adds at its end.",
        "residuals",
        symbol=r"b, \beta",
        query={"norm_step": "shifted"},
        also=("biases",),
    ),
    Term(
        "post-norm",
        "The paper's place for the norm: on the stream, after each addition.",
        "pre_norm",
        symbol=r"\mathrm{Norm}(x + \mathrm{Sublayer}(x))",
        query={"block_place": "post"},
    ),
    Term(
        "pre-norm",
        "The usual place for the norm in models of today: on the branch, before the sub-layer. Nothing stands on the "
        "stream but additions.",
        "pre_norm",
        symbol=r"x + \mathrm{Sublayer}(\mathrm{Norm}(x))",
    ),
)
