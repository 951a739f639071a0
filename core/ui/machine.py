"""The machine on the first page: one sentence, its translation, and all that happened in between."""

import time

import streamlit as st

import core
from core.say import percent, quoted
from core.ui.controls import Choice, Index, Switch
from core.ui.figure import figure
from core.ui.groups import group
from core.ui.machine_stage import show_stage
from core.ui.models import model
from core.ui.path import way_to_stop
from core.ui.presets import presets
from core.ui.sentence import Sentence

EXAMPLES = (
    "I bought a new car yesterday.",
    "He gave me a book.",
    "Where do you live?",
    "We will stay at home tomorrow.",
    "The children are playing.",
    "I have never seen him.",
)
STAGES = (  # those of `core.analysis.inside.stages(3)`, which cannot be asked before torch is there
    *("ids", "embedding", "position", "encoder-1", "encoder-2", "encoder-3", "memory", "cross"),
    *("read", "input", "decoder-1", "decoder-2", "decoder-3", "logits", "written"),
)
SENTENCE = Sentence("machine_text", "An English sentence", default=EXAMPLES[0], most=120, tokens=24)
OUTPUT = Index("machine_output", "Output token", most=40, default=2)
SOURCE = Index("machine_source", "Source token", most=25, default=5)
STAGE = Choice("machine_stage", "Stage", STAGES, default="cross")
CUT = Switch("machine_cut", "Cut cross-attention")
CONTROLS = (SENTENCE, OUTPUT, SOURCE, STAGE, CUT)

_WRITTEN = "_machine_written"
_A_SENTENCE, _A_TOKEN = 0.9, 0.12  # seconds that writing takes, at most


@group
def machine() -> None:
    """The sentence, what the translator writes, the picture of how, and the stage that is open."""
    box, others = st.columns([4, 1], vertical_alignment="bottom")
    with box:
        SENTENCE.draw()
    with others, st.popover("Other sentences", width="stretch"):
        presets({text: {SENTENCE: text} for text in EXAMPLES}, key="machine_example")
    left, right = st.columns([2, 7], gap="small")
    with left:
        cut = CUT.draw()
        said = _translated(cut)
        passed = core.analysis.inside.whole_pass(said.trace)
        output, source, stage = OUTPUT.draw(said.written), SOURCE.draw(said.source), STAGE.draw()
    with right:
        german = st.empty()
        _picture(said, passed, output, source, stage)
    way_to_stop(1, "Follow this sentence through the machine, in ten stops")
    show_stage(said, passed, passed.stage(stage), output, source)
    _write(german, said, passed)


def _translated(cut: bool):
    """The sentence with its translation and the pass that gave it, with or without a look across at the source."""
    n_layers = model("translator").model.config.n_layers
    lesions = core.analysis.inside.attention_cuts("cross", n_layers) if cut else ()
    return SENTENCE.translated(say=True, lesions=lesions)


def _picture(said, passed, output: int, source: int, stage: str) -> None:
    """All stages at once, and what was said about the chosen output."""
    attended, (ids, shares) = passed.attended(output), passed.likeliest(output)
    lines = [0.0] * len(said.source) if CUT.value else attended.tolist()
    figure(
        core.charts.machine(
            _rows(said, passed, output),
            lines,
            (said.translator.tokens(ids), shares),
            stage=stage,
            source=source,
            output=output,
        ),
        core.analysis.inside.output_in_words(passed, said.written, said.source, output, cut=CUT.value),
        core.analysis.inside.stage_table(passed, said.source, said.read),
        key="machine_picture",
        alt="The translator as rows of stages and columns of tokens. Strips of colour are the numbers of each token.",
        sets={"stage": STAGE, "source": SOURCE, "output": OUTPUT},
    )


def _rows(said, passed, output: int) -> list:
    """Every stage as a row of the picture."""
    written = said.written[: len(passed.logits)]
    words = {
        "ids": [str(token) for token in said.source_ids],
        "read": said.read,
        "logits": [percent(share, 0) for share in passed.probabilities(said.translation.target_ids[1:])],
        "written": written,
    }
    rows = [core.charts.Row("source", "", "encoder", "words", said.source, bold=True)]
    for stage in passed.stages:
        if stage.id in words:
            row = core.charts.Row(
                stage.id, stage.label, stage.tower, "words", words[stage.id], bold=stage.id == "written"
            )
        elif stage.id == "cross":
            weights = passed.weights[output].permute(2, 0, 1)  # [S, L, H]
            row = core.charts.Row(stage.id, stage.label, stage.tower, "weights", weights.numpy())
        else:
            row = core.charts.Row(stage.id, stage.label, stage.tower, "vectors", passed.vectors[stage.id].numpy())
        rows.append(row)
    return rows


def _write(place, said, passed) -> None:
    """The German with the probability of each token; token by token where the reader has not seen it yet."""
    shares = passed.probabilities(said.translation.target_ids[1:])
    tokens = [f"{quoted(word)} {percent(share, 0)}" for word, share in zip(said.written, shares, strict=True)]
    now = (said.text, CUT.value)
    if st.session_state.get(_WRITTEN) != now:
        st.session_state[_WRITTEN] = now
        for n in range(1, len(tokens)):
            place.markdown("  ".join(tokens[:n]))
            time.sleep(min(_A_TOKEN, _A_SENTENCE / len(tokens)))
    place.markdown("  ".join(tokens))
