"""What students usually get wrong, a page each, and the state of the app that shows it."""

from dataclasses import dataclass

from core.course.view import View


@dataclass(frozen=True)
class Misconception:
    """What is believed, what is so, and the view that shows it: what it shows is the evidence."""

    believed: str
    truth: str
    view: View


MISCONCEPTIONS = (
    Misconception(
        "Tokens are the parts of a word that mean something.",
        "They are what was frequent in the text that was learned from. Nothing told the merges about meaning.",
        View("tokenization", {"text": "internationalization"}, "is cut into ·inter, n, ation, al, iz, ation."),
    ),
    Misconception(
        "A high cosine means that two words mean the same.",
        "It means that they are used alike, and opposites are. Any two words have a cosine above zero on average.",
        View(
            "embeddings",
            {"word_a": "good", "word_b": "bad"},
            "the mean cosine is 0.31, and 95 % of the pairs are below 0.60. “good” and “bad” have 0.80.",
        ),
    ),
    Misconception(
        "Attention sees how far apart two positions are, because PE · PE depends on the distance alone.",
        "The matrices W_Q and W_K stand between. What they make of two positions is learned, and need not depend on "
        "the distance alone.",
        View(
            "positions",
            {"position_matrices": "true"},
            "Under random W_Q and W_K the distance explains 9 % of the variance of the scores",
        ),
    ),
    Misconception(
        "The more decided a head's weights, the more the head matters.",
        "A weight says where a head looks, not what it takes from there nor whether it is missed. On this sentence the "
        "head of layer 2 that is missed most is the one that spreads its weight most.",
        View(
            "attention",
            {"head_worth": "true"},
            "Without head 5 the translator's own translation becomes less probable by 0.010 nats a token.",
        ),
    ),
    Misconception(
        "Two linear layers can do more than one.",
        "Without an activation between them they are one linear layer.",
        View(
            "feed_forward",
            {"ffn_activation": "none"},
            "the output is a straight line of slope −0.341: two linear layers are no more than one.",
        ),
    ),
    Misconception(
        "Layer normalisation averages over the tokens, or over the batch.",
        "It averages over the components of one vector. Ten times 1, 2, 3, 4 gives the result that 1, 2, 3, 4 gives, "
        "whatever else stands in the text.",
        View(
            "residuals",
            {"norm_vector": "10,20,30,40"},
            "μ = 25.000, σ² = 125.0000; the first component is −1.3416 at this step.",
        ),
    ),
    Misconception(
        "The encoder runs again for each token that is written, and decoder layer n reads encoder layer n.",
        "The source does not change, so the encoder runs once. All decoder layers read the same thing, its output.",
        View("architecture", {}, "K and V come from the last encoder layer's output, in every decoder layer."),
    ),
    Misconception(
        "The KV cache keeps the queries too.",
        "A query is used once, at the step of its own token. A key and a value of 128 numbers with 4 bytes each, in 3 "
        "layers, for 13 tokens: that is all there is in the cache.",
        View("kv_cache", {}, "In the end the cache holds 39 KiB for the 13 tokens read"),
    ),
    Misconception(
        "Taking the most probable token each time gives the most probable sentence.",
        "Greedy never goes back. For this sentence beam search finds a translation that is more probable and two "
        "tokens shorter: compare the table under the tree.",
        View(
            "sampling",
            {"sampling_text": "We have no time to lose."},
            "the best hypothesis has 9 tokens and the score −1.002.",
        ),
    ),
    Misconception(
        "If token i attends to token j, then j attends to i as much.",
        "Queries and keys are made by different matrices, and each row has a softmax of its own.",
        View("lookup", {}, "“it” gives 24.6 % of its weight to “cat”, and gets 0.9 % from it."),
    ),
    Misconception(
        "A head reads its own slice of the input.",
        "The slices are of the columns of W_Q, and every column is as long as the input is wide: each head reads all "
        "of x.",
        View("shapes", {"shapes_tensor": "W_Q"}, "W_Q is learned; this matrix of it is 8 × 8."),
    ),
    Misconception(
        "Dividing by √d_k gives the scores of a trained model the variance 1.",
        "It does so for random vectors, at the start. Training may stretch queries and keys as it likes.",
        View("scaling", {}, "the standard deviation is largest in decoder, layer 1, 13.4"),
    ),
    Misconception(
        "A saturated softmax makes every gradient small.",
        "The typical query, in the median over seeds, gets less without the division. The few that stand between two "
        "keys get much more, and with them the keys.",
        View("saturation", {}, "the mean over all keys is 0.608 when divided, 6.319 when not."),
    ),
    Misconception(
        "Setting weights to zero after the softmax is as good as masking before it.",
        "The denominator still holds the hidden scores: the rest no longer adds up to 1, and the future leaks.",
        View(
            "causal_mask",
            {},
            "the others would add up to 0.420 and not to 1, and would still depend on the hidden scores.",
        ),
    ),
    Misconception(
        "More heads cost more.",
        "H heads of width d/H cost what one head of width d costs. This is one head; with 32 it is the same number.",
        View("flops", {"flops_heads": "1"}, "1,924,145,348,608 FLOPs in all."),
    ),
    Misconception(
        "With pre-norm no norm is needed at the end.",
        "Nothing on the stream takes off what the layers add, so it grows with the depth. One final norm "
        "brings it back.",
        View(
            "pre_norm",
            {"pre_norm_depth": "48"},
            "The stream leaves the last layer 5.9 times as long as it came in with pre-norm, 1.0 times with post-norm.",
        ),
    ),
    Misconception(
        "A causal model cannot reverse a sequence.",
        "It cannot do so in place, where the first answer needs the last letter. One that answers after it has read "
        "can.",
        View("trainer", {"mask": "causal"}, "reverse can reach 56.2500 % of the letters at best"),
    ),
)
