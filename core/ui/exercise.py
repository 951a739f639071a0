"""Predict, then reveal: a question with numbers drawn from a seed that the link carries, answered by `core`."""

from collections.abc import Callable
from random import Random

import streamlit as st

from core import say
from core.exercises import Question
from core.ui.answers import read_answer
from core.ui.controls import Number
from core.ui.groups import group
from core.ui.parse import Unreadable

LAST_QUESTION = 99


def Seed(key: str) -> Number:
    """The control that numbers the questions of an exercise, 1 to 99.

    Example:
        QUESTION = ui.Seed("sampling_question")
    """
    return Number(key, "Question", 1, LAST_QUESTION, step=1, default=1)


def exercise(seed: Number, make: Callable[[Random], Question]) -> None:
    """Ask a question, check the reader's answer, and show the working.

    `make` draws the question's numbers from the random generator that it is given, and has `core` compute the answer.

    Example:
        ui.exercise(QUESTION, core.exercises.attention.weight_of_one_of_two_keys)
    """

    @group
    def ask() -> None:
        with st.container(border=True):
            st.subheader("Predict, then reveal", anchor=False)
            number = seed.draw()
            question = make(Random(number))
            st.markdown(question.text)
            given, revealed = _answer_form(question, f"{seed.key}_{number}")
            if given or revealed:
                st.markdown(verdict(question, given) if given else f"The answer is **{shown(question)}**.")
                if not given or unreadable(question, given) is None:
                    st.markdown(question.working)
            st.button("New numbers", key=f"{seed.key}_new", on_click=lambda: seed.set(number % LAST_QUESTION + 1))

    ask()


def _answer_form(question: Question, key: str) -> tuple[str, bool]:
    """The box (or the choices) and the two buttons. What was checked stays until another check."""
    with st.form(key, border=False):
        if question.choices:
            given = st.radio("Your answer", question.choices, index=None, key=f"{key}_answer") or ""
        else:
            label = f"Your answer, in {question.unit}" if question.unit else "Your answer"
            given = st.text_input(label, key=f"{key}_answer", max_chars=40)
        with st.container(horizontal=True):
            checked = st.form_submit_button("Check", type="primary")
            revealed = st.form_submit_button("Show the answer")
    state = st.session_state
    if checked or revealed:
        state[f"{key}_done"] = (given.strip(), revealed)
    done, was_revealed = state.get(f"{key}_done", ("", False))
    return ("" if was_revealed else done), was_revealed


def verdict(question: Question, given: str) -> str:
    """The sentence that answers the reader. Safe: it repeats nothing of what was typed but a number that was read."""
    problem = unreadable(question, given)
    if problem:
        return problem
    if is_right(question, given):
        return f"Right: the answer is **{shown(question)}**."
    return f"Not quite: the answer is **{shown(question)}**. Here is the way there."


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
    if question.choices:
        return given == question.answer
    return abs(read_answer(given, question.unit) - float(question.answer)) <= question.tolerance + 1e-9


def shown(question: Question) -> str:
    """The answer as text, with its unit."""
    if question.choices:
        return str(question.answer)
    return f"{say.number(float(question.answer), question.digits)} {question.unit}".strip()
