"""A plan for 90 minutes: one idea a step, each at a state of the app."""

from dataclasses import dataclass

from core.course.view import View, exercise


@dataclass(frozen=True)
class Step:
    """So many minutes at a view: what to do, what to ask before it is shown, and a view that answers, with its name."""

    minutes: int
    view: View
    do: str
    ask: str
    then: View | None = None
    after: str = ""


SESSION = (
    Step(
        10,
        View("", {}, "“·gestern”: probability 92.6 %"),
        "Show a sentence going in and a translation coming out. Choose another German token, and read what it took "
        "from the English ones. Then cut the cross-attention.",
        "Which English word does “gestern” need, and what will be written without a look at the English?",
        View("", {"machine_cut": "true"}),
        "without the cross-attention",
    ),
    Step(
        10,
        View("tokenization", {"text": "internationalization"}, "·inter, n, ation, al, iz, ation"),
        "Let everybody cut the word by hand first. Then move the number of merges.",
        "Where would a grammarian cut it, and where does a program that only counts?",
    ),
    Step(
        10,
        View("embeddings", {"word_a": "good", "word_b": "bad"}, "“good” and “bad”: cosine 0.796"),
        "Look up the pair, then pairs that the class proposes. Compare with the cosine of any two words.",
        "Do opposites point in opposite directions?",
    ),
    Step(
        8,
        View("positions", {"shuffle": "7"}, "Shuffled, “the” moves from 0 to 3"),
        "Go to the words that are shuffled. Compare the changes with and without positions.",
        "What does attention notice of a shuffle when no position is added?",
    ),
    Step(
        17,
        View("attention", {"attention_cell": "true"}, "“·bought” gives most weight, 42.9 %"),
        "Read one row aloud. Follow one cell from the dot product to the weight. Then take the division away.",
        "Without the division by √d_k, is the row more decided or less?",
        View("attention", {"attention_scaled": "false"}, "“·bought” gives most weight, 96.6 %"),
        "without the division",
    ),
    Step(
        10,
        exercise("attention", number=7),
        "Everybody predicts alone, then compares with a neighbour, and only then presses Check.",
        "What did the wrong answers confuse? Often the app can tell.",
    ),
    Step(
        10,
        View("causal_mask", {"mask_rule": "peek"}, "Above the diagonal, 3 of 6 cells move: the future leaks."),
        "Change one token and see which outputs move. Go on to the two models that learn, one of them with a leak.",
        "A model that may look one token too far: how will its training look, and how will it write?",
        View("causal_mask", {}, "nothing leaks"),
        "the causal mask",
    ),
    Step(
        10,
        View("sampling", {"temperature": "0.2"}, "“transduction” has 99.9 %"),
        "Move the temperature up and down, then draw. Let top-k and top-p take candidates away.",
        "At which temperature would you write a poem, and at which a contract?",
        View("sampling", {"temperature": "1.5"}, "“transduction” has 48.9 %"),
        "at a high temperature",
    ),
    Step(
        5,
        View("trainer", {"mask": "causal"}, "reverse can reach 56.2500 % of the letters at best"),
        "Press Train and watch the accuracy stop at the ceiling.",
        "Four letters are to be reversed, and nobody may look ahead. How many can be right at best?",
    ),
)
