"""The stages of the encoder–decoder as a sentence passes them: what each is, by which formula, under which name.

Letters: S source tokens, T tokens that the decoder reads, D d_model, L layers, H heads, V vocabulary.
"""

from dataclasses import dataclass

_ENCODER_LAYER = (
    r"\begin{aligned} m &= \mathrm{LN}(x + \mathrm{SelfAttention}(x)) \\ x' &= \mathrm{LN}(m + \mathrm{FFN}(m))"
    r" \end{aligned}"
)
_DECODER_LAYER = (
    r"\begin{aligned} m &= \mathrm{LN}(y + \mathrm{MaskedSelfAttention}(y)) \\"
    r" c &= \mathrm{LN}(m + \mathrm{CrossAttention}(m, M)) \\ y' &= \mathrm{LN}(c + \mathrm{FFN}(c)) \end{aligned}"
)


@dataclass(frozen=True)
class Stage:
    """One row of the picture of the machine.

    label    its name in the picture
    tower    "encoder": one cell for each source token; "decoder": one for each token that the decoder reads
    tensor   where its numbers are in a `Translation` and its `ForwardTrace`, as Python. `$i` stands for the position
             of the token in its tower, `$t` for the output that is looked at
    formula  LaTeX
    """

    id: str
    label: str
    tower: str
    tensor: str
    formula: str
    about: str

    @property
    def title(self) -> str:
        """The label as the beginning of a line."""
        return self.label[0].upper() + self.label[1:]


def stages(n_layers: int) -> tuple[Stage, ...]:
    """All stages, from the ids of the source to the tokens that are written. 9 + 2 L of them.

    Example:
        >>> [stage.id for stage in stages(1)]  # doctest: +NORMALIZE_WHITESPACE
        ['ids', 'embedding', 'position', 'encoder-1', 'memory', 'cross', 'read', 'input', 'decoder-1', 'logits',
         'written']
    """
    return (
        *_READING,
        *(_encoder_layer(layer) for layer in range(n_layers)),
        _MEMORY,
        _CROSS,
        *_STARTING,
        *(_decoder_layer(layer) for layer in range(n_layers)),
        *_WRITING,
    )


_READING = (
    Stage(
        "ids",
        "token id",
        "encoder",
        "translation.source_ids[$i]",
        r"\mathrm{id} = \mathrm{BPE}(\text{text})",
        "The sentence cut into pieces of the vocabulary, and the number of each piece.",
    ),
    Stage(
        "embedding",
        "embedding",
        "encoder",
        "trace.source_embedding[0, $i] - sinusoidal_positions($i + 1, trace.memory.shape[-1])[$i]",
        r"x = \sqrt{d_{model}} \cdot E[\mathrm{id}]",
        "The row of the embedding table that belongs to the id, times √d_model. The same for this piece anywhere.",
    ),
    Stage(
        "position",
        "+ position",
        "encoder",
        "trace.source_embedding[0, $i]",
        r"x = \sqrt{d_{model}} \cdot E[\mathrm{id}] + PE(i)",
        "Sines and cosines of the position are added, so that the same piece in another place is another vector.",
    ),
)


def _encoder_layer(layer: int) -> Stage:
    return Stage(
        f"encoder-{layer + 1}",
        f"encoder layer {layer + 1}",
        "encoder",
        f"trace.encoder[{layer}].resid_post[0, $i]",
        _ENCODER_LAYER,
        "The token takes from all other tokens what it attends to; then a feed-forward network works on it alone.",
    )


_MEMORY = Stage(
    "memory",
    "memory",
    "encoder",
    "trace.memory[0, $i]",
    r"M = x^{(L)}",
    "What the encoder hands on: the output of its last layer. Every layer of the decoder reads it; nothing changes it.",
)
_CROSS = Stage(
    "cross",
    "weight by layer, head",
    "encoder",
    "[layer.cross_attn.weights[0, :, $t, $i] for layer in trace.decoder]",
    r"w_{t,i} = \mathrm{softmax}_i\!\left(\frac{q_t \cdot k_i}{\sqrt{d_k}}\right)",
    "How much the chosen output takes from this source token: a row for each decoder layer, a column for each head.",
)
_STARTING = (
    Stage(
        "read",
        "decoder reads",
        "decoder",
        "translation.target_ids[$i]",
        r"\mathrm{id}_t = \text{the token written before}",
        "The decoder reads what it has written so far. It starts with a token that says nothing but: begin.",
    ),
    Stage(
        "input",
        "embedding + position",
        "decoder",
        "trace.target_embedding[0, $i]",
        r"y = \sqrt{d_{model}} \cdot E[\mathrm{id}] + PE(t)",
        "The same table of embeddings and the same sines and cosines as in the encoder.",
    ),
)


def _decoder_layer(layer: int) -> Stage:
    return Stage(
        f"decoder-{layer + 1}",
        f"decoder layer {layer + 1}",
        "decoder",
        f"trace.decoder[{layer}].resid_post[0, $i]",
        _DECODER_LAYER,
        "The token takes from those written before it, then from the memory of the source, then thinks alone.",
    )


_WRITING = (
    Stage(
        "logits",
        "probability",
        "decoder",
        "trace.logits[0, $i]",
        r"z = y^{(L)} E^\top \qquad p = \mathrm{softmax}(z)",
        "One score for every token of the vocabulary, made into probabilities.",
    ),
    Stage(
        "written",
        "it writes",
        "decoder",
        "trace.logits[0, $i].argmax()",
        r"\hat{t} = \arg\max_v\, p_v",
        "The most probable token is written, and read by the decoder in the next step.",
    ),
)
