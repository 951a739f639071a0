"""Sampling and beam search as tables, in words and in LaTeX."""

from collections.abc import Mapping, Sequence

from core.decoding.beam import BeamNode, Hypothesis
from core.decoding.ranking import with_rest
from core.decoding.sampling import SamplingStages
from core.say import number, percent


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


def stages_in_words(table: Mapping[str, Sequence], stages: SamplingStages) -> str:
    """Which candidate of `stages_table` leads in the end, and how many can be drawn."""
    listed = [share for share, logit in zip(table["top-p"], table["logit"], strict=True) if logit is not None]
    first = listed.index(max(listed))
    return (
        f"“{table['candidate'][first]}” has {percent(listed[first])}; {int((stages.top_p > 0).sum()):,} of "
        f"{len(stages.top_p):,} candidates can be drawn. The dashed outlines are the probabilities of softmax alone."
    )


def draws_in_words(names: Sequence[str], counts: Sequence[int], exact: Sequence[float]) -> str:
    """The candidate that was drawn most often, and how often it should have been.

    Example:
        >>> draws_in_words(["a", "b"], [3, 1], [0.5, 0.5]).partition(",")[0]
        'Of 4 draws'
    """
    n, most = sum(counts), counts.index(max(counts))
    return (
        f"Of {n:,} draws, {counts[most]:,} were “{names[most]}”: {percent(counts[most] / n)}, "
        f"where the exact probability is {percent(exact[most])}. "
        "The short upright lines are the exact probabilities."
    )


def score_formula(best: Hypothesis) -> tuple[str, str]:
    """The score of a hypothesis in LaTeX, and the same with the numbers in."""
    log_p, score = number(best.log_prob, 3), number(best.score, 3)
    length, alpha = len(best.ids), f"{best.length_penalty:g}"
    return (
        r"\mathrm{score} = \frac{\log p}{\left((5 + \mathrm{length}) / 6\right)^{\alpha}}",
        rf"\mathrm{{score}} = \frac{{{log_p}}}{{\left((5 + {length}) / 6\right)^{{{alpha}}}}} = {score}",
    )


def search_in_words(best: Hypothesis, beams: int, steps: int, drawn: int) -> str:
    """What a beam search of so many steps found, and how to read its tree, of which so many steps are drawn."""
    return (
        f"{beams} beams, {steps} steps: the best hypothesis has {len(best.ids)} tokens and the score "
        f"{number(best.score, 3)}. The heavy line leads to it; a frame marks the end of a sentence, italics what "
        f"was dropped. At most the first {drawn} steps are drawn."
    )


def sweep_in_words(
    lines: Mapping[str, Sequence[float]], grid: Sequence[float], now: Sequence[float], t: float, listed: int
) -> str:
    """The candidate that leads, at the lowest temperature above 0 of the grid, at t, and at the highest.

    lines   the probability of each candidate over the grid;  now  at t
    listed  so many of them are candidates, not the others together
    """
    first = now.index(max(now[:listed]))
    name, line = list(lines.items())[first]
    return (
        f"“{name}” leads at every temperature: {percent(line[1])} at T = {grid[1]:g}, "
        f"{percent(now[first])} at T = {t:g}, {percent(line[-1])} at T = {grid[-1]:g}."
    )


def errors_in_words(n: int, own: float, median: float, expected: float, seeds: int) -> str:
    """How far the shares of n draws are off: in this draw, in the median of many, and by the law.

    Example:
        >>> errors_in_words(100, 0.05, 0.04, 0.043, 20)[:42]
        'After 100 draws the shares are off by 0.05'
    """
    return (
        f"After {n:,} draws the shares are off by {number(own, 3)}, in the median of {seeds} seeds by "
        f"{number(median, 3)}; the law √((1 − Σp²) / n) gives {number(expected, 3)}. Four times the draws halve it."
    )


def entropies_in_words(bits: Sequence[float], grid: Sequence[float], now: float, t: float) -> str:
    """The entropy of the tempered distribution at t, and at both ends of the grid."""
    return (
        f"At T = {t:g} the entropy is {number(now)} bits, at T = {grid[1]:g} it is {number(bits[1])} and at T = "
        f"{grid[-1]:g} it is {number(bits[-1])}."
    )
