"""One stage of the machine, opened: its formula, its numbers, and the page on which it is explained."""

from string import Template

import streamlit as st

import core
from core.say import number, percent
from core.ui.carried import with_sentence
from core.ui.contents import section
from core.ui.figure import figure
from core.ui.formula import formula

# Stage -> the page that explains it, and what a link to it says besides the sentence.
WHERE = {
    "ids": ("tokenization", {"learn_from": "translator"}),
    "embedding": ("embeddings", {}),
    "position": ("positions", {}),
    "encoder": ("attention", {"attention_kind": "encoder"}),
    "memory": ("architecture", {"part": "encoder-norm-2"}),
    "cross": ("attention", {"attention_kind": "cross"}),
    "read": ("kv_cache", {}),
    "input": ("architecture", {"part": "target-positions"}),
    "decoder": ("attention", {"attention_kind": "decoder"}),
    "logits": ("sampling", {"logits_from": "translator"}),
    "written": ("sampling", {"logits_from": "translator"}),
}
LAYERS = {"attention": "attention_layer"}  # the control of a page that takes the layer


def show_stage(said, passed, stage, output: int, source: int) -> None:
    """The stage at the chosen token: of the source in the encoder, of the output in the decoder."""
    names, at = (said.source, source) if stage.tower == "encoder" else (said.read, output)
    st.subheader(f"{stage.label}, token {at}", anchor=False)
    st.text(f"“{names[at]}”: {stage.about}")
    formula(stage.formula)
    st.code(f"trace.{Template(stage.tensor).substitute(i=at, t=output)}", language="python")
    if stage.id in passed.vectors:
        _vector(passed.vectors[stage.id][at])
    elif stage.id == "cross":
        _weights(passed.weights[output, :, :, source], said.written[output], said.source[source])
    elif stage.id in ("logits", "written"):
        _candidates(said, passed, output)
    _way(stage)


def _vector(vector) -> None:
    values = vector.tolist()
    figure(
        core.charts.curves(range(len(values)), {"value": values}, x_title="component"),
        f"{len(values)} numbers, from {number(min(values))} to {number(max(values))}; their length as a vector is "
        f"{number(float(vector.norm()))}.",
        {"component": list(range(len(values))), "value": values},
        key="machine_vector",
        alt="A line: the numbers of the token at this stage, component by component.",
    )


def _weights(weights, written: str, source: str) -> None:
    """The weight of one source token in every head of every layer."""
    n_layers, n_heads = weights.shape
    layer, head = divmod(int(weights.argmax()), n_heads)
    rows, columns = [f"layer {n + 1}" for n in range(n_layers)], [f"head {n + 1}" for n in range(n_heads)]
    figure(
        core.charts.heatmap(weights.numpy(), rows, columns, row_title="layer", column_title="head"),
        f"For “{written}”, head {head + 1} of layer {layer + 1} takes most from “{source}”: "
        f"{percent(float(weights.max()))} of what it takes.",
        {"layer": rows} | {name: weights[:, n].tolist() for n, name in enumerate(columns)},
        key="machine_weights",
        alt="A map of layers and heads. Colour is the weight on the chosen source token.",
    )


def _candidates(said, passed, output: int) -> None:
    """The tokens that could have been written, with their scores."""
    ids, shares = passed.likeliest(output, 10)
    words, logits = said.translator.tokens(ids), passed.logits[output, ids].tolist()
    figure(
        core.charts.bars(words, logits, form=".2f", title="logit"),
        f"Of {passed.logits.shape[1]:,} scores the largest is that of “{words[0]}”, {number(logits[0])}; it becomes a "
        f"probability of {percent(shares[0])}.",
        {"token": words, "logit": logits, "probability": shares},
        key="machine_candidates",
        alt="Bars: the ten largest scores at the chosen output.",
    )


def _way(stage) -> None:
    """To the page that explains the stage, at this sentence and this layer."""
    kind, _, layer = stage.id.partition("-")
    stem, more = WHERE[kind]
    query = with_sentence(stem, also_default=True) | more | ({LAYERS[stem]: layer} if layer else {})
    row = section(stem)
    st.page_link(row.file, label=f"More on this, at your sentence: {row.title}", query_params=query)
