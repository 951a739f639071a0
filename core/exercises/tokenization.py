"""The questions of the page `tokenization`."""

from itertools import accumulate

from core.exercises.draw import Draw
from core.exercises.question import Question
from core.text import EXAMPLES, MERGES_OFFERED, BPETokenizer, load_bpe, train_bpe

TEXT = EXAMPLES["A sentence"]  # the page's own sentence
# Words with the borders that grammar sees in them.
WORDS = """
inter-nation-al-iz-ation un-happi-ness dis-agree-ment re-consider-ation un-think-able mis-understand-ing
pre-histor-ic-al non-sens-ic-al over-estimat-ion under-statement im-possib-il-ity ir-regular-ity un-believ-able
re-mark-able dis-continu-ed anti-social counter-productive trans-form-ation trans-port-able de-central-iz-ation
un-fortunate-ly in-depend-ence in-correct-ly dis-honest-y un-comfort-able care-less-ness hope-ful-ly use-ful-ness
friend-li-ness friend-ship-s neighbour-hood-s father-less thank-ful-ness power-less-ness end-less-ly fear-less-ly
teach-er-s read-er-s read-able eat-able lov-able love-li-ness lone-li-ness kind-ness-es good-ness dark-ness sick-ness
weak-ness-es cold-ness quick-ly slow-ly strange-ly beauti-ful-ly peace-ful-ly duti-ful un-duti-ful un-kind-ness
dis-like-d dis-order-ly re-write re-written re-open-ed un-open-ed out-live-d fore-see-able self-ish-ness child-ish-ly
fool-ish-ness wom-an-ly gentle-man-ly house-keep-er book-sell-er shop-keep-er-s
"""


def tokens_after_two_merges(rng: Draw) -> Question:
    """How many tokens are left after two merges of a short string, where nothing hangs on ties or overlaps."""
    word, steps, left = _clear_word(rng)
    lines = [
        f"{i + 1}. “{step.bytes.decode()}” stands in {step.count} places, more than any other pair; after joining it "
        f"{left[i]} tokens are left."
        for i, step in enumerate(steps)
    ]
    return Question(
        f"The text is `{word}`, {len(word)} tokens of one byte each. Byte-pair encoding makes its first two merges on "
        "it. "
        "How many tokens are left?",
        answer=left[-1],
        working="\n".join(lines),
        digits=0,
        unit="tokens",
        hints=(
            "Count every pair of neighbours. The most frequent pair becomes one token wherever it stands.",
            "Then count again, in the shorter text: the new token takes part in the pairs.",
        ),
        confusions={
            left[0]: "what is left after the first merge alone",
            len(word) - 2: "one token less for each merge; but a merge joins its pair in every place",
        },
    )


def _clear_word(rng: Draw):
    """A word whose first two merges are the most frequent pair alone, repeat, and do not overlap."""
    while True:
        word = "".join(rng.choice("abc") for _ in range(rng.randint(12, 20)))
        steps = list(train_bpe(word, 2))
        merges = [step.pair for step in steps]
        left = [len(BPETokenizer(merges[: i + 1]).encode(word)) for i in range(2)]
        gone = (len(word) - left[0], left[0] - left[1])
        if all(step.tied == 1 and step.count == n > 1 for step, n in zip(steps, gone, strict=True)):
            return word, steps, left


def fewest_merges(rng: Draw) -> Question:
    """The smallest offered number of merges at which the page's sentence has fewer than so many tokens."""
    counts = [len(load_bpe(n).encode(TEXT)) for n in MERGES_OFFERED]
    below = rng.deal(range(counts[-1] + 1, counts[1] + 1))
    at = next(i for i, count in enumerate(counts) if count < below)
    too_few, enough = MERGES_OFFERED[at - 1], MERGES_OFFERED[at]
    return Question(
        "Put the page's own sentence into the box (the button “A sentence”). What is the smallest number of learned "
        f"merges, of those that the slider offers, at which it has fewer than {below} tokens?",
        answer=enough,
        working=f"With {too_few:,} merges it has {counts[at - 1]} tokens, with {enough:,} it has {counts[at]}.",
        digits=0,
        unit="merges",
        kind="experiment",
        hints=(
            "Move the number of learned merges, and read the number of tokens below the drawn tokens.",
            "More merges never make more tokens. The curve shows all sizes at once; its axis counts the 256 bytes too.",
        ),
        confusions={
            too_few: "one step too few: it has as many tokens, or more",
            256 + enough: "the size of the vocabulary, which has the 256 bytes too",
        },
        given={"text": TEXT, "below": below},
    )


def borders_of_meaning(rng: Draw) -> Question:
    """At how many of a word's borders of meaning a learned tokenizer cuts it."""
    parts = rng.deal(WORDS.split()).split("-")
    word, pieces = "".join(parts), [piece.label for piece in load_bpe().pieces("".join(parts))]
    borders = _inner_ends(parts)
    cut = _inner_ends(pieces)
    return Question(
        f"Grammar builds “{word}” of {' · '.join(parts)}: {len(parts)} parts, {len(borders)} "
        f"border{'s' if len(borders) > 1 else ''} between them. Write the word alone into the box, with all 4,000 "
        "merges. How many cuts of the tokenizer are *not* at one of these borders, and how many borders have no cut? "
        "Give the sum of the two.",
        answer=len(cut ^ borders),
        working=f"The tokens are {' · '.join(pieces)}. {len(cut & borders)} of the {len(borders)} borders of meaning "
        f"are cuts; {len(cut - borders)} cuts stand elsewhere, and {len(borders - cut)} borders have none. The merges "
        "were learned by counting alone: nothing told them what a part of a word means.",
        digits=0,
        kind="misconception",
        hints=(
            "Write the two divisions of the word one below the other.",
            "Count the places at which only one of the two has a cut.",
        ),
        confusions={0: "what would come out if tokens were the parts that grammar sees. They were learned by counting"}
        | {len(cut - borders): "the cuts alone; the borders without a cut belong to it"},
        given={"text": word, "merges": 4000},
    )


def _inner_ends(parts: list[str]) -> set[int]:
    """Where the parts end within their word."""
    return set(list(accumulate(map(len, parts)))[:-1])
