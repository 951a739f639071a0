"""For instructors: plans in links, what students get wrong, assignments, completion codes, and how many can join."""

import streamlit as st

import core
from core import ui

ui.open_page("instructors")

ui.prose("""
Everything here is made of links. Each opens a page in a new tab, at exactly the state that the plan means; nothing has
to be installed, nobody needs an account, and the app stores nothing. Copy a link into your course as it is, or change
what you see and take the link at the foot of that page.

- [A session of 90 minutes](#session)
- [Four weeks](#weeks)
- [What students usually get wrong](#misconceptions)
- [Make an assignment](#assignments)
- [Check completion codes](#codes)
- [How many students at once](#load)
""")


def link(view, label: str = "{}") -> str:
    """Markdown of the link to a view; {} stands for the title of its page."""
    return ui.exact_link(label.format(ui.title(view.stem)), view.stem, view.query, view.anchor)


def show_session() -> None:
    st.header("A session of 90 minutes", anchor="session")
    ui.prose("""
Each step has one idea. Show the state on the projector, ask, let everybody commit to an answer, and only then move the
control. What is skipped here has its place in the four weeks below.
""")
    begin, steps = 0, []
    for step in core.course.SESSION:
        at = link(step.view, "{}, the exercises" if step.view.anchor else "{}")
        then = f" Then: {link(step.then, step.after)}." if step.then else ""
        steps.append(f"- **{begin}–{begin + step.minutes} min · {at}.** {step.do} *Ask: {step.ask}*{then}")
        begin += step.minutes
    ui.prose("\n".join(steps))


def show_weeks() -> None:
    st.header("Four weeks", anchor="weeks")
    ui.prose("""
Every page of both essays has its place. The homework is three exercises a page: predict, experiment, think twice. A
link says which question of the 99 is asked, so all students get the same numbers; for numbers of their own, let each
put another from 1 to 99 there. Who has solved all three exercises of a page is given a completion code.
""")
    for n, week in enumerate(core.course.WEEKS, 1):
        st.subheader(f"Week {n}: {week.subject}", anchor=False)
        homework = [core.course.exercise(stem, number=week.question) for stem in week.homework]
        ui.prose(
            "\n".join(f"- {link(view)}: {look}" for view, look in week.views)
            + f"\n- **Homework**, question {week.question}: {', '.join(map(link, homework))}."
        )


def show_misconceptions() -> None:
    st.header("What students usually get wrong", anchor="misconceptions")
    ui.prose("""
One for each page, with the state that shows it and the words to look for there. The third exercise of every page asks
about the same thing, with other numbers each time.
""")
    for one in core.course.MISCONCEPTIONS:
        ask = core.course.exercise(one.view.stem, 3)
        ui.prose(
            f"**“{one.believed}”** {one.truth}  \n{link(one.view, 'See it: {}')}, where it says: *{one.view.shows}*  \n"
            f"{link(ask, 'Ask it: exercise 3 on {}')}"
        )


def show_assignments() -> None:
    st.header("Make an assignment", anchor="assignments")
    example = core.course.ASSIGNMENT
    ui.prose(f"""
1. Open a page and set it up. Whatever you move is in the link.
2. At its foot, open **Link to this view**, then **Make an assignment of it**.
3. Write a **heading** and an **instruction**. They stand above the page, as plain text.
4. Choose the **controls to hide**. A hidden control keeps the value that it has now, and nobody can move it.
5. **Open at the exercises** has the link end in `#exercise`, so that the page opens there. The number of the exercise
   and of its question are controls like all others: the link carries them, and you can hide them.
6. **For a frame in a course page** leaves out the navigation, and gives the line that a learning platform takes.
7. Copy the link. A mistake in it breaks nothing: the page says what it could not use.

An example: {link(example, "an assignment on the page “{}”")}, with two controls hidden. The same page in a frame:
""")
    ui.copyable(ui.frame(ui.exact_address(example.stem, {**example.query, "embed": "true"}, example.anchor)))


def show_codes() -> None:
    st.header("Check completion codes", anchor="codes")
    ui.prose("""
A completion code names a page, its exercises and the numbers of their questions, and ends in six letters that fit the
name that the student typed. Paste two columns from a spreadsheet, a form or a mail: a student a line, name and code,
with a tab, a semicolon or a comma between them. The codes are checked in this session alone; nothing is stored, and
what you paste is in no link.

It is a convenience and not an exam. The rule is open, so whoever can run a program can make a code. What it finds is a
slip of the pen, a code that was made for another name, and one that was handed in twice.
""")
    ui.code_check()


def show_load() -> None:
    st.header("How many students at once", anchor="load")
    measured = core.course.MEASURED
    ui.prose(f"""
Measured with readers that make a move every {core.course.THINK} seconds on average, on two processor cores that these
readers had to share with the server, after the models were loaded:

{chr(10).join(map(in_words, measured))}

So one small server carries a seminar of {measured[0].readers} with ease, and a lecture of {measured[-1].readers} with
pauses that are felt. Beyond that:

- **Spread them in time.** As homework, the links are rarely open all at once.
- **Run several copies** behind a load balancer. A reader's session lives in the memory of one copy, so the balancer has
  to keep each reader at the same one (*sticky sessions*). The copies share nothing else.
- **Let students run it themselves.** It needs Python 3.11 or later and two commands in the folder of the app. The
  links of this page then lead to their own machines.
""")
    ui.copyable(RUN_IT)


def in_words(load) -> str:
    within, held = f"{load.p95:.2f}\u00a0s", f"{load.megabytes}\u00a0MB"
    return f"- {load.readers} readers at once: 95 of 100 answers within {within}. The server holds {held}."


RUN_IT = """
python3 -m venv .venv && .venv/bin/pip install -r requirements.txt
.venv/bin/streamlit run app.py
""".strip()

show_session()
show_weeks()
show_misconceptions()
show_assignments()
show_codes()
show_load()

ui.close_page()
