"""The questions of the page `causal_mask`."""

from itertools import product

import torch

from core.analysis.masking import example_scores, leak_test, masked_softmax, painted_mask
from core.exercises.draw import Draw
from core.exercises.question import Question
from core.training import rule_mask
from core.transformer import causal_mask

RULES = {
    "causal": "a causal mask",
    "window": "a causal mask that also hides all but the last three tokens",
    "peek": "a mask that leaks one token: query $i$ sees the keys up to $i + 1$",
}
CELLS = tuple((t, rule, i, j) for t in range(4, 10) for rule in RULES for i in range(1, t) for j in range(t))
LEAKS = tuple(product(("window", "causal", "peek"), range(4, 13), (1, 2, 3), range(12)))  # rule, T, layers, token


def weight_of_a_visible_key(rng: Draw) -> Question:
    """The weight of one visible key, beside others, when all scores are equal."""
    t, rule, i, j = rng.deal(CELLS, lambda case: case[2] != case[3] and 2 <= _seen(*case) < case[0])
    n = _seen(t, rule, i, j)
    result = masked_softmax(example_scores("equal", t), rule_mask(rule, t))
    return Question(
        f"{t} tokens, numbered from 0, under {RULES[rule]}. All scores are equal. How much weight, "
        f"in percent, does query {i} give to key {j}?",
        answer=100 * result.weights[i, j].item(),
        working=rf"Query {i} sees {n} keys. Equal scores share equally: $1 / {n} = {100 / n:.1f}\,\%$. The hidden "
        r"keys get nothing, since $e^{-\infty} = 0$.",
        tolerance=0.5,
        unit="%",
        digits=1,
        hints=(
            "Which keys does this query see? Count them, beginning with key 0.",
            "Equal scores share equally among the keys that may be seen.",
        ),
        confusions={
            100 / t: "what comes out when the mask hides nothing",
            100 / (n + 1): "what comes out with one key too many",
            100 / (n - 1): "what comes out with one key too few: a query sees its own key",
            1 / n: "the share itself, not in percent",
        },
    )


def _seen(t: int, rule: str, i: int, j: int) -> int:
    """How many keys query i sees; 0 where it does not see key j."""
    mask = rule_mask(rule, t)
    return int(mask[i].sum()) if mask[i, j] else 0


def outputs_that_move(rng: Draw) -> Question:
    """How many outputs of a model of several layers move when one token is changed."""
    rule, t, layers, token = rng.deal(LEAKS, lambda case: case[3] < case[1] and 1 < _moved(*case) < case[1])
    moved = _moved(rule, t, layers, token)
    mask = painted_mask(rule, t, [])
    return Question(
        f"In the leak test, under the mask “{rule}” with {t} tokens and a model of {layers} "
        f"layer{'s' if layers > 1 else ''}: token {token} is changed. How many outputs move?",
        answer=moved,
        working=f"The outputs {', '.join(map(str, _which(rule, t, layers, token)))}. One layer carries a change to the "
        f"queries that see its token, {_in_words(mask[:, token])}; each further layer carries it on from there.",
        digits=0,
        kind="experiment",
        hints=(
            "Choose the mask and the tokens at the top of the page, then the token and the layers in the leak test.",
            "Count the bars that are not exactly 0.",
        ),
        confusions={
            int(mask[:, token].sum()): "what one layer alone would move",
            int(mask[token].sum()): "the keys that this token *sees*; asked is who sees it",
            t: "all of them",
            t - token: "this output and all after it",
            moved - 1: "what comes out without the output of the token itself",
        },
        given={"mask_rule": rule, "mask_length": t, "leak_layers": layers, "leak_token": token},
    )


def _which(rule: str, t: int, layers: int, token: int) -> list[int]:
    """The outputs that depend on a token, by the very test of the page."""
    return (leak_test(painted_mask(rule, t, []), n_layers=layers)[:, token] > 0).nonzero().flatten().tolist()


def _moved(rule: str, t: int, layers: int, token: int) -> int:
    return len(_which(rule, t, layers, token))


def _in_words(column: torch.Tensor) -> str:
    seen = column.nonzero().flatten().tolist()
    return f"{seen[0]} to {seen[-1]}" if len(seen) > 1 else f"{seen[0]} alone"


def weight_left_after_zeroing(rng: Draw) -> Question:
    """What a row still sums to when hidden weights are set to zero after the softmax."""
    scores, i = _scores_and_query(rng)
    t = len(scores)
    row = torch.tensor(scores, dtype=torch.float64)
    everything = masked_softmax(row.expand(t, t), torch.ones(t, t, dtype=torch.bool)).weights[i]
    proper = masked_softmax(row.expand(t, t), causal_mask(t)).weights[i]
    left = everything[: i + 1].sum().item()
    later = f"keys, {i + 1} to {t - 1}," if i + 1 < t - 1 else f"key, {t - 1},"
    return Question(
        f"Query {i} of {t} tokens has the scores {', '.join(map(str, scores))} for the keys 0 to {t - 1}. Someone "
        "takes "
        f"the softmax of all of them and *then* sets the weight of each later {later} to zero. What do "
        "the weights that are left sum to, in percent?",
        answer=100 * left,
        working=rf"$\dfrac{{{_powers(scores[: i + 1])}}}{{{_powers(scores)}}} = {left:.4f}$. The later keys still "
        rf"stand "
        "in the denominator, so the future leaks: another score there changes every weight. With −∞ before the softmax "
        f"the row is {', '.join(f'{100 * w:.1f} %' for w in proper[: i + 1].tolist())}, and sums to 100 %.",
        tolerance=0.5,
        unit="%",
        digits=1,
        kind="misconception",
        hints=(
            "What does the softmax divide by, before anything is set to zero?",
            "Add up the powers of e of the keys that stay, and divide by the sum of all.",
        ),
        confusions={
            100.0: "the sum under a mask of −∞ *before* the softmax",
            100 * (1 - left): "what was taken away",
            100 * (i + 1) / t: "the share of the keys that stay",
            100 * everything[i].item(): "the weight of its own key alone",
            100 * everything[:i].sum().item(): "what comes out without its own key, which it may see",
        },
        given={"scores": scores, "query": i},
    )


def _scores_and_query(rng: Draw) -> tuple[list[int], int]:
    """A row of which a good part is hidden, and a good part stays."""
    while True:
        scores = [rng.randint(-1, 3) for _ in range(rng.randint(3, 5))]
        i = rng.randint(1, len(scores) - 2)
        powers = torch.tensor(scores).double().softmax(-1)
        if 0.1 < powers[: i + 1].sum() < 0.9 and len(set(scores)) > 1:
            return scores, i


def _powers(scores: list[int]) -> str:
    return " + ".join(f"e^{{{score}}}" for score in scores)
