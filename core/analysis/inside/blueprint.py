"""The parts of the encoder–decoder, as in figure 1 of the paper: what each computes, of what, under which mask."""

from dataclasses import dataclass

NORM = r"\mathrm{LayerNorm}(x + \mathrm{Sublayer}(x))"
HEADS = (
    r"\begin{aligned} \mathrm{MultiHead} &= \mathrm{Concat}(z_1, \dots, z_H) W^O \\"
    r" z_h &= \mathrm{softmax}\!\left(\frac{Q_h K_h^\top}{\sqrt{d_k}}\right) V_h \end{aligned}"
)
FFN = r"\max(0, xW_1 + b_1) W_2 + b_2"


@dataclass(frozen=True)
class Part:
    """One box of the blueprint. `inputs` says where what it reads comes from, `mask` who may look at whom."""

    id: str
    tower: str  # encoder, decoder, output
    label: str
    formula: str  # LaTeX
    inputs: str
    mask: str = ""


_NORM_IN = "The sub-layer below, and the residual stream that went around it."

PARTS = {
    part.id: part
    for part in (
        Part(
            "source-embedding",
            "encoder",
            "Source embedding",
            r"\sqrt{d_{model}} \cdot E[\mathrm{id}]",
            "The ids of the source tokens. The same table E serves the target and the output.",
        ),
        Part(
            "source-positions",
            "encoder",
            "+ positions",
            r"x + PE(pos)",
            "The embedding, and a vector for each position: computed, not learned, so it costs no parameters.",
        ),
        Part(
            "encoder-attention",
            "encoder",
            "Self-attention",
            HEADS,
            "Q, K and V all come from the layer below: the source looks at itself.",
            "None but for padding: every source token sees every source token.",
        ),
        Part("encoder-norm-1", "encoder", "Add & norm", NORM, _NORM_IN),
        Part("encoder-ffn", "encoder", "Feed-forward", FFN, "Each position by itself; no token sees another here."),
        Part("encoder-norm-2", "encoder", "Add & norm", NORM, _NORM_IN),
        Part(
            "target-embedding",
            "decoder",
            "Target embedding",
            r"\sqrt{d_{model}} \cdot E[\mathrm{id}]",
            "The ids of the target so far, shifted right: a start token first, so position t predicts token t + 1.",
        ),
        Part(
            "target-positions",
            "decoder",
            "+ positions",
            r"x + PE(pos)",
            "The embedding, and the same position vectors as in the encoder.",
        ),
        Part(
            "decoder-attention",
            "decoder",
            "Masked self-attention",
            HEADS,
            "Q, K and V all come from the decoder's layer below: the target looks at itself.",
            "Causal: a token sees itself and what came before it.",
        ),
        Part("decoder-norm-1", "decoder", "Add & norm", NORM, _NORM_IN),
        Part(
            "cross-attention",
            "decoder",
            "Cross-attention",
            HEADS,
            "Q comes from the decoder. K and V come from the last encoder layer's output, in every decoder layer.",
            "None but for padding of the source: every target token sees the whole source.",
        ),
        Part("decoder-norm-2", "decoder", "Add & norm", NORM, _NORM_IN),
        Part("decoder-ffn", "decoder", "Feed-forward", FFN, "Each position by itself; no token sees another here."),
        Part("decoder-norm-3", "decoder", "Add & norm", NORM, _NORM_IN),
        Part(
            "linear",
            "output",
            "Linear",
            r"z = x E^\top",
            "The output of the last decoder layer, against every row of the shared table E: a score for each token.",
        ),
        Part(
            "softmax",
            "output",
            "Softmax",
            r"p_i = e^{z_i} / \textstyle\sum_j e^{z_j}",
            "The scores of one position. Row t is the guess for token t + 1.",
        ),
    )
}
