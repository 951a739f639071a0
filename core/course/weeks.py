"""A plan for four weeks: every page of both essays once, and exercises as homework."""

from dataclasses import dataclass

from core.course.view import View


@dataclass(frozen=True)
class Week:
    """A week: its subject, its views with what to look at, and the pages whose exercises are homework.

    question  the number of the questions in the homework's links: all students get the same numbers
    """

    subject: str
    views: tuple[tuple[View, str], ...]
    homework: tuple[str, ...]
    question: int


WEEKS = (
    Week(
        "From a text to vectors",
        (
            (View("tokenization", {"merges": "0"}), "Begin with bytes alone, raise the merges, and watch pieces grow."),
            (
                View("embeddings", {"context_layer": "0"}),
                "Before the first layer “bank” is nearly the same in every sentence. Go up layer by layer.",
            ),
            (View("positions", {"wave_length": "100"}), "Slow and fast waves; then the dot product of two positions."),
            (View("lookup", {"query_length": "0"}), "At length 0 all keys answer alike. Lengthen the query."),
        ),
        ("tokenization", "embeddings", "positions"),
        11,
    ),
    Week(
        "Attention",
        (
            (View("attention", {"attention_kind": "cross"}), "Read a row of the map, then “Who translates whom”."),
            (View("shapes", {"shapes_length": "16"}), "Which tensors grow with T, which with its square?"),
            (View("scaling", {"d_k": "1024"}), "The spread with the division and without, and the softmax of both."),
            (View("saturation", {"score_factor": "5"}), "One weight near 1: look at what is left of the Jacobian."),
        ),
        ("lookup", "attention", "scaling", "saturation"),
        12,
    ),
    Week(
        "The layer and the stack",
        (
            (View("feed_forward", {"one_token_changes": "true"}), "Change one token: no other output moves."),
            (
                View("residuals", {"residual_depth": "24", "residual_norm": "none"}),
                "Skips without norms and norms without skips: why each needs the other.",
            ),
            (View("pre_norm", {"block_gain": "0"}), "With the gain 0 the pre-norm block hands on what came in."),
            (View("architecture", {"arch_table3": "true"}), "Count the paper's parameters. Then cut parts out."),
            (View("flops", {"flops_length": "24576"}), "The length at which half of the work is scores and mixing."),
        ),
        ("feed_forward", "residuals", "architecture", "flops"),
        13,
    ),
    Week(
        "Writing, and learning to",
        (
            (View("causal_mask", {"mask_rule": "window"}), "Paint a mask, and test whether it leaks."),
            (
                View("kv_cache", {"cache_model": "llama2-7b", "cache_length": "65536"}),
                "What a cache saves, and what it weighs in a model of today.",
            ),
            (
                View("sampling", {"sampling_text": "We have no time to lose."}),
                "Greedy, sampled and beam search on a sentence in which they differ.",
            ),
            (
                View("trainer", {"mask": "causal", "both_masks": "true"}),
                "Train both masks from the same start, and hold each against its exact ceiling.",
            ),
        ),
        ("causal_mask", "kv_cache", "sampling", "trainer"),
        14,
    ),
)
