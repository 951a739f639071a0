"""The questions of the page `sampling`."""

from random import Random

from core.decoding import filter_logits
from core.exercises.question import Question


def share_of_a_survivor(rng: Random) -> Question:
    """The share of the most likely of two survivors."""
    logits = sorted(rng.sample([0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0], 4), reverse=True)
    t = rng.choice([0.5, 0.8, 1.0, 1.5, 2.0])
    share = filter_logits(logits, t, top_k=2).top_p.tolist()[0]
    listed = ", ".join(f"{z:g}" for z in logits)
    a, b = (f"e^{{{z:g}/{t:g}}}" for z in logits[:2])
    return Question(
        f"Four candidates have the logits {listed}. The temperature is {t:g} and top-k keeps two of them. "
        "How likely is the first one, in percent?",
        answer=100 * share,
        working=rf"Only the first two stay, and share the whole: $\dfrac{{{a}}}{{{a} + {b}}} = {share:.4f}$.",
        tolerance=1.0,
        unit="%",
        digits=1,
    )
