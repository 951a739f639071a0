"""The questions of the page `tokenization`."""

from random import Random

from core.exercises.question import Question
from core.text import BPETokenizer, train_bpe


def tokens_after_two_merges(rng: Random) -> Question:
    """How many tokens are left after two merges of a short string."""
    word = "".join(rng.choice("abc") for _ in range(12))
    steps = list(train_bpe(word, 2))
    merges = [step.pair for step in steps]
    left = [len(BPETokenizer(merges[: i + 1]).encode(word)) for i in range(2)]
    lines = [
        f"{i + 1}. “{step.bytes.decode()}” stands in {step.count} places"
        f"{f' (as often as {step.tied - 1} other pairs or parts; the smallest ids win)' if step.tied > 1 else ''}; "
        f"after joining it {left[i]} tokens are left."
        for i, step in enumerate(steps)
    ]
    return Question(
        f"The text is `{word}`, twelve tokens of one byte each. Byte-pair encoding makes its first two merges on it. "
        "How many tokens are left?",
        answer=left[-1],
        working="\n".join(lines),
        digits=0,
        unit="tokens",
    )
