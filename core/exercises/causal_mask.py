"""The questions of the page `causal_mask`."""

from random import Random

from core.analysis.masking import example_scores, masked_softmax
from core.exercises.question import Question
from core.training import rule_mask


def weight_of_a_visible_key(rng: Random) -> Question:
    """The weight of one visible key when all scores are equal."""
    t, rule = rng.randint(3, 9), rng.choice(["causal", "window", "peek"])
    i = rng.randint(1, t - 2)
    rules = {
        "causal": "a causal mask",
        "window": "a causal mask that also hides all but the last three tokens",
        "peek": "a mask that leaks one token: query $i$ sees the keys up to $i + 1$",
    }
    result = masked_softmax(example_scores("equal", t), rule_mask(rule, t))
    n = int(result.visible[i].sum())
    return Question(
        f"{t} tokens, numbered from 0, under {rules[rule]}. All scores are equal. How much weight, "
        f"in percent, does query {i} give to key {i}?",
        answer=100 * result.weights[i, i].item(),
        working=rf"Query {i} sees {n} keys. Equal scores share equally: $1 / {n} = {100 / n:.1f}\,\%$. The hidden "
        r"keys get nothing, since $e^{-\infty} = 0$.",
        tolerance=0.5,
        unit="%",
        digits=1,
    )
