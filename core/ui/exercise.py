"""Predict, then reveal: questions with numbers drawn from a seed that the link carries, answered by `core`."""

from collections.abc import Callable

import streamlit as st

import core
from core.exercises import LAST, Draw, Question
from core.say import minus_signs
from core.ui.beside import beside
from core.ui.caption import caption
from core.ui.completion_code import completion_code
from core.ui.foot import STEM_KEY
from core.ui.groups import Missing, group
from core.ui.judging import is_right, shown, unreadable, verdict
from core.ui.kept import kept
from core.ui.link_builder import EXERCISE
from core.ui.seed import Seed
from core.ui.solved import note_shown, note_solved

KIND = {
    "predict": "Predict: from the numbers that are given.",
    "experiment": "Experiment: work the controls of this page.",
    "misconception": "Think twice: what comes to mind first is often wrong here.",
}


def exercise(seed: Seed, *makers: Callable[[Draw], Question]) -> None:
    """The exercises of a page, one at a time: ask, help, check the reader's answer, and show the working.

    Each maker draws the question's numbers from the generator that it is given, and has `core` compute the answer. What
    follows a question must be another one: no two neighbours among the numbers 1 to 99 may ask the same.

    Example:
        ui.exercise(QUESTION, ex.weight_of_one_of_two_keys, ex.costliest_head, ex.rank_of_the_sharpest_head)
    """

    @group
    def ask() -> None:
        with st.container(border=True):
            st.subheader("Predict, then reveal", anchor=EXERCISE)
            chosen, number, _ = beside(seed.exercise, seed, lambda: _new_numbers(seed))
            at = min(int(chosen), len(makers))
            make = makers[at - 1]
            question, key = asked(make, number), f"{seed.key}_{at}_{number}"
            caption(KIND[question.kind])
            st.markdown(minus_signs(question.text))
            _hints(question, f"{key}_hints")
            _judge(question, *_answer_form(question, key), (st.session_state[STEM_KEY], at, number))
            completion_code(st.session_state[STEM_KEY], len(makers))

    ask()


def _new_numbers(seed: Seed) -> None:
    st.space("small")  # beside the controls, whose labels stand above them
    st.button("New numbers", key=f"{seed.key}_new", on_click=lambda: seed.set(seed.value % LAST + 1))


def asked(make: Callable[[Draw], Question], number: int) -> Question:
    """The question of this number. Raises Missing where a model that it asks about cannot be had."""
    try:
        return kept(_made, most=1024, spinner="Working the question out")(
            f"{make.__module__}.{make.__name__}", number, _make=make
        )
    except core.models.Unavailable as problem:
        raise Missing(str(problem)) from None


def _made(name: str, number: int, _make: Callable[[Draw], Question]) -> Question:
    return _make(Draw(number))


def _hints(question: Question, key: str) -> None:
    """The hints opened so far, and the button that opens the next."""
    opened, many = st.session_state.get(key, 0), len(question.hints)
    for n, hint in enumerate(question.hints[:opened], 1):
        st.markdown(f"**Hint {n}.** {minus_signs(hint)}")
    if opened < many:
        label = f"Hint {opened + 1} of {many}"
        st.button(label, key=f"{key}_next", on_click=lambda: st.session_state.update({key: opened + 1}))


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


def _judge(question: Question, given: str, revealed: bool, place: tuple[str, int, int]) -> None:
    """The verdict, and the working under it.

    Streamlit's boxes are live regions: what changes in one that is there already is announced by a screen reader. So
    the box is there before the answer is.
    """
    read = bool(given) and unreadable(question, given) is None
    right = read and is_right(question, given)
    if revealed:
        st.info(f"The answer is **{shown(question)}**.")
    elif given:
        (st.success if right else st.error if read else st.warning)(verdict(question, given))
    else:
        st.info("No answer has been checked yet.")
    if right:
        note_solved(*place)
    if read or revealed:
        note_shown(*place)
        st.markdown(minus_signs(question.working))
