"""The first page: one sentence, its translation, and all that happened in between; then the table of contents."""

from string import Template

import streamlit as st

import core
from core import ui

EXAMPLES = (
    "I bought a new car yesterday.",
    "He gave me a book.",
    "Where do you live?",
    "We will stay at home tomorrow.",
    "The children are playing.",
    "I have never seen him.",
)
STAGES = {  # those of `core.analysis.inside.stages(3)`, which cannot be asked before torch is there
    "ids": "source: token id",
    "embedding": "source: embedding",
    "position": "source: + position",
    "encoder-1": "encoder layer 1",
    "encoder-2": "encoder layer 2",
    "encoder-3": "encoder layer 3",
    "memory": "memory",
    "cross": "cross-attention: weight by layer, head",
    "read": "output: decoder reads",
    "input": "output: embedding + position",
    "decoder-1": "decoder layer 1",
    "decoder-2": "decoder layer 2",
    "decoder-3": "decoder layer 3",
    "logits": "output: probability",
    "written": "output: it writes",
}
WHERE = {  # stage -> the page that explains it, and what a link to it says besides the sentence
    "ids": ("tokenization", {"vocabulary": "translator", "merges": "4000"}),
    "embedding": ("embeddings", {}),
    "position": ("positions", {}),
    "encoder": ("attention", {"attention_kind": "encoder"}),
    "memory": ("architecture", {"part": "encoder-norm-2", "arch_layer": "3"}),
    "cross": ("attention", {"attention_kind": "cross"}),
    "read": ("kv_cache", {}),
    "input": ("architecture", {"part": "target-positions"}),
    "decoder": ("attention", {"attention_kind": "decoder"}),
    "logits": ("sampling", {"logits_from": "translator"}),
    "written": ("sampling", {"logits_from": "translator"}),
}

SENTENCE = ui.Sentence("machine_text", "An English sentence", default=EXAMPLES[0], most=120, tokens=24)
OUTPUT = ui.Index("machine_output", "Output token", most=40, default=2)
SOURCE = ui.Index("machine_source", "Source token", most=25, default=5)
STAGE = ui.Choice("machine_stage", "Stage", tuple(STAGES), "cross", tuple(STAGES.values()))
CUT = ui.Switch("machine_cut", "Cut cross-attention")

ui.open_first_page(SENTENCE, OUTPUT, SOURCE, STAGE, CUT)

ui.prose("""
A real Transformer, small enough to see whole, translates your sentence here. Every number on this page and on those
behind it is computed while you look. Move something and the address follows: whoever opens it sees what you see.
""")


@ui.group
def machine() -> None:
    """The sentence, what the translator writes, the picture of how, and the stage that is open."""
    box, others = st.columns([4, 1], vertical_alignment="bottom")
    with box:
        SENTENCE.draw()
    with others, st.popover("Other sentences", width="stretch"):
        ui.presets({text: {SENTENCE: text} for text in EXAMPLES}, key="machine_example")
    left, right = ui.experiment()
    with left:
        said = translated(CUT.draw())
        passed = core.analysis.inside.whole_pass(said.trace, said.source_ids, said.read_ids)
        output, source, stage = OUTPUT.draw(said.written), SOURCE.draw(said.source), STAGE.draw()
    with right:
        shares = passed.probabilities(said.translation.target_ids[1:])
        write = ui.write_out(said.written, shares, about=(said.text, CUT.value), key="machine_german")
        picture(said, passed, output, source, stage)
    ui.way_to_stop(1, "Follow this sentence through the machine, in ten stops")
    opened(said, passed, passed.stage(stage), output, source)
    write()


def translated(cut: bool):
    """The sentence with its translation and the pass that gave it, with or without a look across at the source."""
    n_layers = ui.model("translator").model.config.n_layers
    lesions = core.analysis.inside.attention_cuts("cross", n_layers) if cut else ()
    return SENTENCE.translated(say=True, lesions=lesions)


def picture(said, passed, output: int, source: int, stage: str) -> None:
    """All stages at once, and what was said about the chosen output."""
    ids, shares = passed.likeliest(output)
    candidates = said.translator.tokens(ids), shares
    lines = passed.attended(output).tolist() if not CUT.value else [0.0] * len(said.source)
    ui.figure(
        core.charts.machine(rows(said, passed, output), lines, candidates, stage=stage, source=source, output=output),
        core.analysis.inside.output_in_words(passed, said.written, said.source, output, cut=CUT.value),
        lambda: core.analysis.inside.stage_table(passed, said.source, said.read),
        key="machine_picture",
        alt="The translator as rows of stages and columns of tokens. Strips of colour are the numbers of each token.",
        sets={"stage": STAGE, "source": SOURCE, "output": OUTPUT},
    )


def rows(said, passed, output: int) -> list:
    """Every stage as a row of the picture, under the words of the source."""
    shares = passed.probabilities(said.translation.target_ids[1:])
    cells = passed.vectors | {
        "ids": said.source_ids,
        "read": said.read,
        "logits": [ui.percent(share, 0) for share in shares],
        "written": said.written[: len(passed.logits)],
        "cross": passed.weights[output].permute(2, 0, 1),
    }
    kinds = dict.fromkeys(passed.vectors, "vectors") | {"cross": "weights"}
    return [
        core.charts.Row("source", "", "encoder", "words", said.source, bold=True),
        *(
            core.charts.Row(
                stage.id,
                stage.label,
                stage.tower,
                kinds.get(stage.id, "words"),
                cells[stage.id],
                bold=stage.id == "written",
            )
            for stage in passed.stages
        ),
    ]


def opened(said, passed, stage, output: int, source: int) -> None:
    """One stage at the chosen token: of the source in the encoder, of the output in the decoder."""
    names, at = (said.source, source) if stage.tower == "encoder" else (said.read, output)
    st.subheader(f"{stage.title}, {stage.tower}, token {at}", anchor=False)
    st.text(f"“{names[at]}”. {stage.about}")
    ui.formula(stage.formula)
    st.code(Template(stage.tensor).substitute(i=at, t=output), language=None)
    numbers = passed.numbers(stage.id, source, output)
    if stage.id in passed.vectors:
        vector(numbers)
    elif stage.id == "cross":
        weights(numbers, said.written[output], said.source[source])
    elif stage.id in ("logits", "written"):
        scores(said, passed, output)
    else:
        st.text(f"{numbers[0]} of {passed.logits.shape[1]:,} ids.")
    way_on(stage.id, passed, source, output)
    asked = {"text": said.text, "cut": CUT.value, "stage": stage.id, "source": source, "output": output}
    ui.run_this(core.programs.machine.STAGE, shows=numbers, **asked)


def vector(numbers: list[float]) -> None:
    """The numbers of a token, component by component."""
    ui.figure(
        core.charts.curves(range(len(numbers)), {"value": numbers}, x_title="component", height=200),
        f"{len(numbers)} numbers, from {ui.number(min(numbers))} to {ui.number(max(numbers))}.",
        {"component": list(range(len(numbers))), "value": numbers},
        key="machine_vector",
        alt="A line: the numbers of the token at this stage, component by component.",
    )


def weights(numbers: list[list[float]], written: str, source: str) -> None:
    """The weight of one source token in every head of every layer."""
    layers = [f"layer {n + 1}" for n in range(len(numbers))]
    heads = [f"head {n + 1}" for n in range(len(numbers[0]))]
    layer, head = core.analysis.inside.dearest_cut(numbers)
    ui.figure(
        core.charts.heatmap(numbers, layers, heads, row_title="layer", column_title="head"),
        f"For “{written}”, {heads[head]} of {layers[layer]} takes most from “{source}”: "
        f"{ui.percent(numbers[layer][head])} of all that it takes.",
        {"layer": layers} | {name: [row[n] for row in numbers] for n, name in enumerate(heads)},
        key="machine_weights",
        alt="A map of layers and heads. Colour is the weight on the chosen source token.",
    )


def scores(said, passed, output: int) -> None:
    """The tokens that could have been written, with their scores."""
    ids, shares = passed.likeliest(output, 10)
    words, logits = said.translator.tokens(ids), passed.logits[output, ids].tolist()
    ui.figure(
        core.charts.bars(words, logits, form=".2f", title="logit"),
        f"Of {passed.logits.shape[1]:,} scores the largest is that of “{words[0]}”, {ui.number(logits[0])}; it becomes "
        f"a probability of {ui.percent(shares[0])}.",
        {"token": words, "logit": logits, "probability": shares},
        key="machine_scores",
        alt="Bars: the ten largest scores at the chosen output.",
    )


def way_on(stage: str, passed, source: int, output: int) -> None:
    """To the page that explains a stage, at this sentence, this layer and these tokens."""
    kind, _, layer = stage.partition("-")
    stem, more = WHERE[kind]
    if kind == "cross":
        strongest = core.analysis.inside.dearest_cut(passed.numbers(stage, source, output))
        more = more | dict(zip(("attention_layer", "attention_head"), (str(at + 1) for at in strongest), strict=True))
        more = more | {"attention_row": str(output), "attention_column": str(source), "attention_cell": "true"}
    elif layer:
        more = more | {"attention_layer": layer, "attention_row": str(source if kind == "encoder" else output)}
    ui.way_to(stem, "More on this, at your sentence: {}", **more)


place = ui.place_for_later(height=640)
ui.table_of_contents()
ui.close_page()
with place.container():
    machine()
