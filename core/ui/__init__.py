"""What pages share: a table of contents, controls that live in the link, figures, exercises, code views.

A page reads top to bottom like the essay. This is a whole one, in one file:

    \"\"\"Temperature: what dividing the logits does (essay one).\"\"\"

    import streamlit as st

    import core
    from core import ui

    TEMPERATURE = ui.Number("temperature_t", "Temperature", 0.1, 2.0, step=0.1, default=0.8)
    QUESTION = ui.Seed("temperature_question")
    PROGRAM = core.programs.Program(
        "from core.decoding import filter_logits\\n\\nresult = filter_logits([2, 1, 0], temperature=$t).tempered",
        ("core.decoding.filter_logits",),
    )

    ui.open_page("temperature", TEMPERATURE, QUESTION)   # every control, in the order a link names them
    ui.prose("Prose first: it shows before torch is loaded.")


    @ui.group                                            # moving a control in a group redraws the group alone
    def probabilities():
        controls, picture = ui.experiment()
        with controls:
            t = TEMPERATURE.draw()
        p = core.decoding.filter_logits([2.0, 1.0, 0.0], temperature=t).tempered.tolist()
        with picture:
            ui.figure(
                core.charts.bars(["a", "b", "c"], p),
                f"The first token has {ui.percent(p[0])} at T = {t}.",
                {"token": ["a", "b", "c"], "probability": p},
                key="temperature_bars",
                alt="Bars: the probability of each token.",
                more=ui.program(PROGRAM, shows=p, t=t),
            )
        ui.formula(r"p_i = e^{z_i/T} / \\sum_j e^{z_j/T}", r"p_0 = e^{2/$t} / … = $p", t=t, p=ui.number(p[0]))


    def first_share(rng):
        \"\"\"The probability of the first of three tokens at another temperature.\"\"\"
        t = rng.choice([0.5, 1.5, 2.0])
        share = core.decoding.filter_logits([2.0, 1.0, 0.0], temperature=t).tempered.tolist()[0]
        ask = f"The logits are 2, 1 and 0. How likely is the first at T = {t}?"
        return core.exercises.Question(ask, share, "…", tolerance=0.01, hints=("Divide by T first.",))


    probabilities()
    ui.exercise(QUESTION, first_share)
    ui.close_page()

As it grows, its programs go to `core/programs/temperature.py` and its questions, three of them (predict, experiment,
misconception), to `core/exercises/temperature.py`: see those of the other pages.

Rules.
- Keys of controls are unique in the whole app, plain words, and never change; nor do the ids of options.
- A choice reads as words and keeps its ids: `ui.Choice("kind", "Attention", ("cross", "self"), default="self",
  labels=("across", "within"))`. A list is a table to edit (`ui.Numbers`, `ui.Words`); lists that belong together, one
  table: `words, logits = ui.edit_together(WORDS, LOGITS)`. Words of which each counts once are chips (`ui.WordSet`).
- What a reader or a link wrote is shown with `st.text` or `st.code`, or in markdown as `ui.quoted(text)`. A reading is
  plain text already. As the name of a column it goes through `ui.with_words`, and it stands in no title of a chart.
- What shows a control stands in the control's group, or in a group that this one calls: then one move is one redraw.
  `CONTROL.value` is a control's value where it is not drawn. Sections that share some controls only are groups inside
  a group: a move redraws the smallest group around its control.
- Controls stand beside the picture that they move: `controls, picture = ui.experiment()`, then `with controls:` and
  `with picture:`. Prose is `ui.prose(…)`, a line that reads well. What belongs to a figure is in the line under
  it: `ui.figure(…, more=ui.program(core.programs.…, shows=…, …))`.
- What is not needed to follow the thread opens on demand: `COSTS = ui.Fold("head_costs", "Each head cut out")`, then
  `if COSTS.draw(): …`. It is a control, so the link remembers it.
- A button that sets controls stands in their group: `ui.preset("Greedy", {TEMPERATURE: 0.0}, key="greedy")`.
- Two controls stand beside each other: `t, k = ui.beside(TEMPERATURE, TOP_K)`; switches in a line: `ui.in_line(A, B)`.
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
- The first use of a term on a page leads to the glossary: `ui.prose("The [[logits]] are …, the [[shares|softmax]] …")`.
  A control whose label is a term has its help from there, or one that names it: `ui.Number(…, term="warm-up")`; its own
  `help` says what is particular to it.
- Small print: `ui.caption(text)`, not `st.caption`, which is too faint.
- Charts come from `core.charts`, numbers from the rest of `core`; a page does no arithmetic beyond formatting.
"""

from core.say import bracketed, number, percent, power, quoted, thousands
from core.ui.beside import beside
from core.ui.caption import caption
from core.ui.code_check import code_check
from core.ui.code_view import program, run_this
from core.ui.contents import title
from core.ui.controls import Choice, Index, Number, Steps, Switch
from core.ui.copying import copyable
from core.ui.divisor import Divisor
from core.ui.exact_link import exact_address, exact_link
from core.ui.exercise import exercise
from core.ui.figure import figure
from core.ui.fold import Fold
from core.ui.foot import close_page
from core.ui.formula import formula
from core.ui.groups import group
from core.ui.in_line import in_line
from core.ui.inspector import inspect_cell
from core.ui.jobs import Job, jobs, watch
from core.ui.kept import kept
from core.ui.later import place_for_later
from core.ui.layout import experiment, prose
from core.ui.link_builder import frame
from core.ui.lists import Numbers, Words, WordSet
from core.ui.machine_choices import attention_kind, machine_part
from core.ui.model_picker import ModelPicker
from core.ui.models import model
from core.ui.ordinal import Ordinal
from core.ui.page import open_first_page, open_page
from core.ui.path import way_to_stop
from core.ui.pick import Pick
from core.ui.presets import preset, presets
from core.ui.scrubber import Scrubber
from core.ui.seed import Seed
from core.ui.sentence import Sentence
from core.ui.start_stop import start_and_stop
from core.ui.table_editor import edit_together
from core.ui.table_of_contents import table_of_contents
from core.ui.tables import with_words
from core.ui.term_list import terms_by_letter, terms_by_page
from core.ui.text_controls import Text
from core.ui.ways import way_to
from core.ui.word import Word, known_words
from core.ui.write_out import write_out

__all__ = [
    "Choice",
    "Divisor",
    "Fold",
    "Index",
    "Job",
    "ModelPicker",
    "Number",
    "Numbers",
    "Ordinal",
    "Pick",
    "Scrubber",
    "Seed",
    "Sentence",
    "Steps",
    "Switch",
    "Text",
    "Word",
    "WordSet",
    "Words",
    "attention_kind",
    "beside",
    "bracketed",
    "caption",
    "close_page",
    "code_check",
    "copyable",
    "edit_together",
    "exact_address",
    "exact_link",
    "exercise",
    "experiment",
    "figure",
    "formula",
    "frame",
    "group",
    "in_line",
    "inspect_cell",
    "jobs",
    "kept",
    "known_words",
    "machine_part",
    "model",
    "number",
    "open_first_page",
    "open_page",
    "percent",
    "place_for_later",
    "power",
    "preset",
    "presets",
    "program",
    "prose",
    "quoted",
    "run_this",
    "start_and_stop",
    "table_of_contents",
    "terms_by_letter",
    "terms_by_page",
    "thousands",
    "title",
    "watch",
    "way_to",
    "way_to_stop",
    "with_words",
    "write_out",
]
