"""Writing: from logits to the next token, to a sentence, and how old work is kept."""

from core.glossary.term import Term

TERMS = (
    Term(
        "logits",
        "The numbers that the output layer gives to every entry of the vocabulary, before the softmax makes "
        "probabilities of them.",
        "sampling",
        symbol="z",
        shape="[B, T, V]",
        also=("logit",),
    ),
    Term(
        "temperature",
        "What the logits are divided by before the softmax. Below 1 it sharpens the distribution, above 1 it flattens "
        "it.",
        "sampling",
        symbol=r"p_i = e^{z_i/T} / \sum_j e^{z_j/T}",
        query={"temperature": "2"},
        also=("temperatures",),
    ),
    Term(
        "top-k",
        "Keeps the $k$ most probable candidates and rescales their probabilities to a sum of one.",
        "sampling",
        symbol="k",
        query={"top_k": "4"},
    ),
    Term(
        "top-p",
        "Goes down the candidates from the most probable and keeps each as long as the probability before it is below "
        "$p$. What is kept is rescaled to a sum of one.",
        "sampling",
        symbol="p",
        query={"top_p": "0.9"},
        also=("nucleus sampling",),
    ),
    Term(
        "greedy decoding",
        "Takes the most probable token at each step, and never goes back.",
        "sampling",
        query={"temperature": "0"},
        also=("greedy",),
    ),
    Term("sampling", "Draws each next token at random, by the probabilities that the model gives.", "sampling"),
    Term(
        "beam search",
        "Keeps the few best beginnings of a sentence at every step, and takes the best of those that have ended.",
        "sampling",
        also=("beams", "beam"),
    ),
    Term(
        "length penalty",
        "What beam search divides the log probability of an ended sentence by, so that short ones do not win merely by "
        "being short.",
        "sampling",
        symbol=r"\alpha",
    ),
    Term(
        "entropy",
        "How uncertain a distribution is: zero when one choice has all probability, largest when all are equal.",
        "sampling",
        symbol=r"-\textstyle\sum_i p_i \log p_i",
        also=("entropies",),
    ),
    Term(
        "bit",
        "The unit of entropy with logarithms to base 2. One bit is a choice between two that are equally likely.",
        "sampling",
        also=("bits",),
    ),
    Term(
        "nat",
        r"The unit of loss and entropy with natural logarithms, 1.44 bits. A loss that is $\ln 2 = 0.69$ nats higher "
        "stands for half the probability.",
        "attention",
        query={"head_worth": "true"},
        also=("nats",),
    ),
    Term(
        "KV cache",
        "The keys and values of all earlier tokens, kept so that a new token alone has to go through the decoder.",
        "kv_cache",
        shape=r"2 \times [L, B, H_{kv}, T, d_k]",
        also=("KV caches", "cache", "caches"),
    ),
    Term(
        "cached decoding",
        "Writing with a KV cache: a step computes one token, which looks back at those whose keys and values are kept.",
        "flops",
        query={"flops_cached": "true"},
    ),
    Term(
        "cross-attention cache",
        "The keys and values that cross-attention makes of the source. They are made at the first step and never "
        "change.",
        "kv_cache",
    ),
)
