"""From scores to weights: the softmax and its derivatives, how far scores spread, and what is hidden."""

from core.glossary.term import Term

TERMS = (
    Term(
        "softmax",
        "Makes positive numbers that add up to one out of any numbers. Only the differences of its inputs count, and "
        "the larger ones gain.",
        "saturation",
        symbol=r"p_j = e^{s_j} / \sum_m e^{s_m}",
        also=("softmaxes",),
    ),
    Term(
        "dot product",
        "The sum of the products of two vectors' components. It grows with both lengths, and with how well the "
        "directions agree.",
        "scaling",
        symbol=r"u \cdot v = \sum_i u_i v_i",
        also=("dot products",),
    ),
    Term(
        "saturation",
        "A softmax is saturated when nearly all weight is on one entry. Its derivatives are then close to zero, and "
        "its inputs hardly learn.",
        "saturation",
        query={"score_factor": "5"},
        also=("saturate", "saturates", "saturated"),
    ),
    Term(
        "Jacobian",
        "The matrix of all derivatives of a function with several inputs and outputs; here, how much each weight "
        "changes with each score.",
        "saturation",
        symbol=r"\partial p_j / \partial s_m = p_j\,(\delta_{jm} - p_m)",
        shape="[T_k, T_k]",
        also=("Jacobians",),
    ),
    Term(
        "variance",
        "The mean squared distance from the mean. Its root is the standard deviation, the spread of a number.",
        "scaling",
        symbol=r"\sigma^2",
        also=("variances",),
    ),
    Term(
        "correlation",
        "How far two random numbers move together: 0 for not at all, 1 for exactly in step.",
        "scaling",
        symbol=r"\rho",
        query={"correlation": "0.5"},
        also=("correlations",),
    ),
    Term(
        "mask",
        "Says which keys each query may see. A hidden key's score is set to minus infinity, so its weight is exactly "
        "zero.",
        "causal_mask",
        symbol="M",
        shape="[T_q, T_k]",
        also=("masks", "attention mask"),
    ),
    Term(
        "causal mask",
        "The mask that hides from each query all keys that come after it, so that no output depends on a later token.",
        "causal_mask",
        symbol=r"M_{ij} = -\infty \text{ for } j > i",
        shape="[T_q, T_k]",
        also=("causal masks", "causal masking"),
    ),
    Term(
        "leaky mask",
        "A mask that lets some query see what it should predict. Training then goes too well, and writing goes badly.",
        "causal_mask",
        query={"mask_rule": "peek"},
        also=("leaky masks",),
    ),
)
