"""Attention: who looks at whom, and what comes of it."""

from core.glossary.term import Term

PAIRS = "[B, H, T_q, T_k]"  # the shape of what belongs to pairs of a query and a key

TERMS = (
    Term(
        "attention",
        "A layer in which every position takes a weighted mean of value vectors. The weights come from how well its "
        "query fits each key.",
        "attention",
        symbol=r"\mathrm{softmax}\!\left(QK^\top / \sqrt{d_k}\right) V",
    ),
    Term(
        "query",
        "The vector that says what a token looks for. It is compared with every key that it may see.",
        "attention",
        symbol="q_i = x_i W_Q",
        shape="[B, H, T_q, d_k]",
        also=("queries",),
    ),
    Term(
        "key",
        "The vector by which a token can be found. Its dot product with a query says how well the two fit.",
        "attention",
        symbol="k_j = x_j W_K",
        shape="[B, H, T_k, d_k]",
        also=("keys",),
    ),
    Term(
        "value",
        "The vector that a token hands over when it is attended to. The output of attention is a mix of values.",
        "attention",
        symbol="v_j = x_j W_V",
        shape="[B, H, T_k, d_k]",
        also=("values",),
    ),
    Term(
        "score",
        r"How well a query fits a key: their dot product, which the paper divides by $\sqrt{d_k}$. A softmax makes "
        "attention weights of a query's scores.",
        "attention",
        symbol=r"s_{ij} = q_i \cdot k_j / \sqrt{d_k}",
        shape=PAIRS,
        query={"attention_cell": "true"},
        also=("scores",),
    ),
    Term(
        "attention weight",
        "The share of a key's value in the output of a query. Those of one query are never negative and sum to one.",
        "attention",
        symbol=r"p_{ij} = e^{s_{ij}} / \sum_m e^{s_{im}}",
        shape=PAIRS,
        also=("attention weights",),
    ),
    Term(
        "head",
        "One of the $H$ attentions that run side by side in a layer, each with queries, keys and values of its own.",
        "attention",
        symbol="H",
        also=("heads",),
    ),
    Term(
        "multi-head attention",
        "Several heads side by side, whose outputs are joined into one vector and mixed by a last matrix $W_O$.",
        "attention",
        symbol=r"\mathrm{Concat}(z_1, \dots, z_H)\,W_O",
        shape="[B, T, d_{model}]",
        also=("attention layer", "attention layers"),
    ),
    Term(
        "head size",
        "How many numbers a query or a key has. In the paper the heads share the width of the model.",
        "scaling",
        symbol="d_k = d_{model} / H",
        also=("head sizes",),
    ),
    Term(
        "self-attention",
        "Attention within one sequence: queries, keys and values are all made from the same vectors.",
        "attention",
    ),
    Term(
        "cross-attention",
        "Attention from one sequence to another: the queries come from the decoder, keys and values from the encoder's "
        "output.",
        "attention",
        query={"attention_kind": "cross"},
    ),
    Term(
        "grouped-query attention",
        "Attention in which several query heads share one head of keys and values. The KV cache shrinks by as much.",
        "kv_cache",
        query={"cache_kv_heads": "2"},
        also=("GQA",),
    ),
    Term(
        "key–value head",
        "One set of keys and values. In the paper each query head has its own; later models let several share one.",
        "kv_cache",
        symbol=r"H_{kv}",
        also=("key–value heads",),
    ),
    Term(
        "soft lookup",
        "What attention is to a dictionary: every key answers, in proportion to how well it fits, and the answer is a "
        "mixture of all values.",
        "lookup",
        also=("soft lookups",),
    ),
    Term(
        "hull",
        "The smallest outline without dents around all values. Attention takes a mean of the values, so its answer "
        "cannot leave it.",
        "lookup",
        also=("convex hull",),
    ),
)
