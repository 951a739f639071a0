"""What is said to an answer. Pure, and safe: nothing of what was typed is repeated but a number that was read."""

from core import say
from core.exercises import Question
from core.ui.answers import read_answer
from core.ui.parse import Unreadable


def verdict(question: Question, given: str) -> str:
    """The sentence that answers the reader: right, what was confused, or why it cannot be read.

    Example:
        >>> verdict(Question("√16?", 4.0, "", digits=0, confusions={8.0: "half of it"}), "8")
        'Not quite: the answer is **4**. Yours is half of it. Here is the way there.'
    """
    problem = unreadable(question, given)
    if problem:
        return problem
    if is_right(question, given):
        return f"Right: the answer is **{shown(question)}**."
    confused = question.confusion(_value(question, given))
    yours = f" Yours is {confused}." if confused else ""
    return f"Not quite: the answer is **{shown(question)}**.{yours} Here is the way there."


def unreadable(question: Question, given: str) -> str | None:
    """Why an answer cannot be read, or None."""
    if question.choices:
        return None
    try:
        read_answer(given, question.unit)
    except Unreadable as problem:
        return str(problem)
    return None


def is_right(question: Question, given: str) -> bool:
    """Whether a readable answer is within the tolerance.

    Example:
        >>> is_right(Question("", 75.6, "", tolerance=0.1, unit="%"), "75.55%")
        True
    """
    value = _value(question, given)
    if question.choices:
        return value == question.answer
    return abs(value - float(question.answer)) <= question.tolerance + 1e-9


def shown(question: Question) -> str:
    """The answer as text, with its unit."""
    if question.choices:
        return str(question.answer)
    number = say.number(float(question.answer), question.digits).replace("-", "−")  # a minus as in formulas
    return f"{number} {question.unit}".strip()


def _value(question: Question, given: str) -> float | str:
    return given if question.choices else read_answer(given, question.unit)
