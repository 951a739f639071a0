"""What pages share: a table of contents, controls that live in the link, figures, exercises, code views.

A page reads top to bottom like the essay. This is a whole one:

    \"\"\"Temperature: what dividing the logits does (essay one).\"\"\"

    import streamlit as st

    import core
    from core import ui

    TEMPERATURE = ui.Number("temperature", "Temperature", 0.0, 2.0, step=0.05, default=0.8)
    QUESTION = ui.Seed("temperature_question")

    ui.open_page("temperature", TEMPERATURE, QUESTION)   # every control, in the order a link names them
    st.markdown("Prose first: it shows before torch is loaded.")


    @ui.group                                            # moving a control in a group redraws the group alone
    def probabilities():
        t = TEMPERATURE.draw()
        stages = core.decoding.filter_logits([2.0, 1.0, 0.0], temperature=t)
        p = stages.tempered.tolist()
        ui.formula(r"p_i = e^{z_i/T} / \\sum_j e^{z_j/T}", r"p_0 = e^{2/$t} / … = $p", t=t, p=ui.number(p[0]))
        ui.figure(
            core.charts.bars(["a", "b", "c"], p),
            f"The first token has {ui.percent(p[0])} at T = {t}.",
            {"token": ["a", "b", "c"], "probability": p},
            key="temperature_bars",
            alt="Bars: the probability of each token.",
        )
        ui.run_this(core.programs.temperature.SOFTMAX, shows=p, t=t)


    probabilities()
    ask = core.exercises.temperature                     # predict, experiment, misconception
    ui.exercise(QUESTION, ask.first_share, ask.temperature_of_a_share, ask.order_of_the_candidates)
    ui.close_page()

Its program and its questions stand in core, each in a file named as the page:

    # core/programs/temperature.py
    SOFTMAX = Program(
        \"\"\"
    from core.decoding import filter_logits

    result = filter_logits([2, 1, 0], temperature=$t).tempered
    \"\"\",
        ("core.decoding.filter_logits",),
    )

    # core/exercises/temperature.py
    def first_share(rng: Draw) -> Question:
        \"\"\"The probability of the first of three tokens at another temperature.\"\"\"
        t = rng.choice([0.5, 1.5, 2.0])
        p, cold = (filter_logits([2.0, 1.0, 0.0], temperature=x).tempered[0].item() for x in (t, 1 / t))
        return Question(
            f"How likely is the first at T = {t}?",
            answer=p,
            working="…",
            tolerance=0.01,
            hints=("Divide the logits first.", "…"),
            confusions={cold: "what comes out when the logits are multiplied by T"},
        )

Rules.
- Keys of controls are unique in the whole app, plain words, and never change; nor do the ids of options.
- What a reader or a link wrote is shown with `st.text` or `st.code`, or in markdown as `ui.quoted(text)`. A reading is
  plain text already. As the name of a column it goes through `ui.with_words`, and it stands in no title of a chart.
- What shows a control stands in the control's group, or in a group that this one calls: then one move is one redraw.
  `CONTROL.value` is a control's value where it is not drawn. Sections that share some controls only are groups inside
  a group: a move redraws the smallest group around its control.
- A button that sets controls stands in their group: `ui.preset("Greedy", {TEMPERATURE: 0.0}, key="greedy")`.
- Two controls stand beside each other: `t, k = ui.beside(TEMPERATURE, TOP_K)`.
- A map whose cells open: `ROW, COLUMN = ui.Index("row", "Query", most=24), ui.Index("column", "Key", most=24)`, then
  `i, j = ui.beside(lambda: ROW.draw(tokens), lambda: COLUMN.draw(tokens))`, the figure with
  `core.charts.heatmap(…, chosen=(i, j), select=True)` and `cell=(ROW, COLUMN)`, and
  `ui.inspect_cell(q[i], k, i, j, allowed=mask[i], names=tokens)`.
- A sentence for the translator: `SENTENCE = ui.Sentence("text", "An English sentence", default="…", most=160)`, then
  `said = SENTENCE.draw_translated()` has the translation, its trace, and its tokens by name.
- What takes longer than a blink is computed once for all readers: `ui.kept(core.….cut_map)(…)`.
- A computation of seconds runs in the background: `ui.start_and_stop(jobs, "Train", lambda: jobs.start(config, …))`
  with `jobs = ui.jobs("page")`, then `ui.watch(jobs.get(config), draw, key="…")` redraws while it goes on. What is
  computed is the key: results are shown for it alone.
- A reading that takes more than a sentence with numbers in it, because it depends on what there is to see, is a
  function of `core` that takes the record and gives the words.
- Charts come from `core.charts`, numbers from the rest of `core`; a page does no arithmetic beyond formatting.
"""

from core.say import bracketed, number, percent, power, quoted, thousands
from core.ui.beside import beside
from core.ui.code_view import run_this
from core.ui.controls import Choice, Index, Number, Steps, Switch
from core.ui.divisor import Divisor
from core.ui.exercise import exercise
from core.ui.figure import figure
from core.ui.foot import close_page
from core.ui.formula import formula
from core.ui.groups import group
from core.ui.inspector import inspect_cell
from core.ui.jobs import Job, jobs, watch
from core.ui.kept import kept
from core.ui.model_picker import ModelPicker
from core.ui.models import model
from core.ui.ordinal import Ordinal
from core.ui.page import open_page
from core.ui.presets import preset, presets
from core.ui.scrubber import Scrubber
from core.ui.seed import Seed
from core.ui.sentence import Sentence
from core.ui.start_stop import start_and_stop
from core.ui.tables import with_words
from core.ui.text_controls import Numbers, Text, Words

__all__ = [
    "Choice",
    "Divisor",
    "Index",
    "Job",
    "ModelPicker",
    "Number",
    "Numbers",
    "Ordinal",
    "Scrubber",
    "Seed",
    "Sentence",
    "Steps",
    "Switch",
    "Text",
    "Words",
    "beside",
    "bracketed",
    "close_page",
    "exercise",
    "figure",
    "formula",
    "group",
    "inspect_cell",
    "jobs",
    "kept",
    "model",
    "number",
    "open_page",
    "percent",
    "power",
    "preset",
    "presets",
    "quoted",
    "run_this",
    "start_and_stop",
    "thousands",
    "watch",
    "with_words",
]
