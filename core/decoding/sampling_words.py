"""The stages of sampling and the tree of a beam search as tables, and the softmax with temperature in LaTeX."""

from collections.abc import Sequence

from core.decoding.beam import BeamNode
from core.decoding.ranking import with_rest
from core.decoding.sampling import SamplingStages
from core.say import number


def stages_table(
    names: Sequence[str], logits: Sequence[float], stages: SamplingStages, ids: list[int]
) -> dict[str, list]:
    """The candidates `ids` after every stage, and the others together where there are any.

    names   one a row;  logits  of the candidates
    """
    return {
        "candidate": list(names),
        "logit": [*logits, *[None] * (len(names) - len(logits))],
        "softmax": with_rest(stages.raw, ids),
        "temperature": with_rest(stages.tempered, ids),
        "top-k": with_rest(stages.top_k, ids),
        "top-p": with_rest(stages.top_p, ids),
    }


def softmax_formula(logits: Sequence[float], temperature: float, share: float, *, all_of_them: bool) -> tuple[str, ...]:
    """The softmax with temperature in LaTeX, and the same for the first candidate with the numbers in.

    share        of the first candidate
    all_of_them  these are all candidates, not only the first ones

    Greedy decoding has a rule and no numbers.

    Example:
        >>> softmax_formula([2.0, 1.0], 0.5, 0.88, all_of_them=True)[1]
        '\\\\begin{aligned} P(w_1) &= \\\\frac{e^{2/0.5}}{e^{2/0.5} + e^{1/0.5}} \\\\\\\\ &= 0.8800 \\\\end{aligned}'
    """
    if temperature == 0:
        return (
            r"P(w_i) = 1 \text{ for the largest } z_i \text{ (of equals, the first)}, \quad 0 \text{ for the rest}",
        )
    terms = [f"e^{{{logit:.4g}/{temperature:g}}}" for logit in logits]
    end = terms[-1] if all_of_them else r"\dots"
    below = " + ".join(terms if len(terms) < 4 else [*terms[:2], r"\dots", end])
    return (
        r"P(w_i) = \frac{\exp(z_i / T)}{\sum_{j=1}^{|V|} \exp(z_j / T)}",
        rf"\begin{{aligned}} P(w_1) &= \frac{{{terms[0]}}}{{{below}}} \\ &= {number(share, 4)} \end{{aligned}}",
    )


def beam_columns(nodes: Sequence[BeamNode]) -> dict[str, list]:
    """The nodes as the arrays of a drawing."""
    return {
        "steps": [node.step for node in nodes],
        "ranks": [node.rank for node in nodes],
        "parents": [node.parent for node in nodes],
        "kinds": [node.kind for node in nodes],
        "best": [node.best for node in nodes],
        "scores": [node.score for node in nodes],
    }


def beam_table(nodes: Sequence[BeamNode], labels: Sequence[str]) -> dict[str, list]:
    """The nodes as the columns of a table; `labels` are the names of their tokens."""
    return {
        "step": [node.step for node in nodes],
        "token": list(labels),
        "kind": [node.kind for node in nodes],
        "log p": [node.log_prob for node in nodes],
        "score": [node.score for node in nodes],
    }
