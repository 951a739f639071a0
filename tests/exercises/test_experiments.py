"""The experiments by another route: every value that the page's control can take is tried, by what the page calls.

`given` says what was drawn: the settings by the keys of their controls, and the number to reach. The grids and the
defaults are read off the page itself, so that a question that speaks of a control that has changed is found here.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache

import numpy as np
import pytest
import torch
from torch.nn import functional as F

import core
from core import models
from core.transformer import Lesion
from tests.evidence import holds
from tests.exercises.every_question import STEMS, makers, questions
from tests.pages.driver import controls, open_page

GIB = 2**30


@cache
def controls_of(stem: str) -> dict:
    """The controls of a page by their keys."""
    return {control.key: control for control in controls(open_page(stem))}


def grid(control) -> list[float]:
    """Every value that a slider can take."""
    if hasattr(control, "values"):
        return list(control.values)
    steps = round((control.high - control.low) / control.step)
    return [round(control.low + n * control.step, 6) for n in range(steps + 1)]


def first(values: Iterable[float], reaches: Callable[[float], bool]) -> float:
    return next(value for value in values if reaches(value))


def tokenization(c, text, below):
    assert c["text"].default == text
    return first(grid(c["merges"]), lambda n: len(core.text.load_bpe(n).pieces(text)) < below)


def embeddings(c, below, sentences):
    bank = [sentence for pair in models.minilm.BANK.values() for sentence in pair]
    one, other = (bank[at] for at in sentences)
    cosines = models.minilm.cosine_by_layer(models.load("minilm"), one, other, "bank")
    return first(grid(c["context_layer"]), lambda layer: cosines[int(layer)] < below)


def positions(c, above):
    return first(grid(c["pair"]), lambda even: 2 * math.pi * 10000 ** (even / 512) > above)


def losses_of_cuts(text: str, cuts: list[tuple[Lesion, ...]]) -> list[float]:
    """By how much the mean loss of the translator's own words rises with each cut."""
    translator = models.load("translator")
    said = translator.translate(text)
    source, target = (torch.tensor([ids]) for ids in (said.source_ids, said.target_ids))

    def loss(lesions) -> float:
        with torch.inference_mode():
            logits = translator.model(source, target[:, :-1], lesions=lesions)
        return F.cross_entropy(logits[0].double(), target[0, 1:]).item()

    return [loss(cut) - loss(()) for cut in cuts]


def attention(c, attention_text, attention_kind, attention_layer):
    stack, part = {"encoder": ("encoder", "self_attn"), "decoder": ("decoder", "self_attn")}.get(
        attention_kind, ("decoder", "cross_attn")
    )
    cuts = [(Lesion(stack, attention_layer, part, head=head),) for head in range(8)]
    costs = losses_of_cuts(attention_text, cuts)
    return 1 + costs.index(max(costs))


def feed_forward(c, percent):
    inputs = grid(c["magnitude"])
    return first(inputs, lambda x: 100 * core.analysis.inside.toy_layer(x, "relu").firing >= percent * 2048)


def residuals(c, residual_norm, residual_gain, least):
    config = core.analysis.depth.flow_config(residual_norm)

    def sameness(depth) -> float:
        return core.analysis.depth.flow(int(depth), config, gain=residual_gain).similarity[-1]

    return first(grid(c["residual_depth"]), lambda depth: sameness(depth) >= least)


def architecture(c, arch_text, cut_kind, which):
    stack, part = ("decoder", "cross_attn") if cut_kind == "cross" else (cut_kind, "self_attn")
    cuts = [(Lesion(stack, layer, part, head=head),) for layer in range(3) for head in range(8)]
    cuts += [(Lesion(stack, layer, what),) for layer in range(3) for what in (part, "feed_forward", "layer")]
    costs = losses_of_cuts(arch_text, cuts)
    return min(costs) if which == "cheapest" else max(costs)


def kv_cache(c, cache_model, cache_dtype, cache_batch, gib):
    one = core.analysis.counting.CACHE_PRESETS[cache_model]
    a_token = 2 * one.layers * one.kv_heads * one.d_model // one.n_heads
    size = {"float32": 4, "float16": 2, "bfloat16": 2, "int8": 1}[cache_dtype] * cache_batch
    return first(grid(c["cache_length"]), lambda length: length * a_token * size > gib * GIB)


def sampling(c, logits, above):
    assert c["logits"].default == logits

    def bits(t: float) -> float:
        if t == 0:
            return 0.0
        p = np.exp(np.array(logits) / t) / np.exp(np.array(logits) / t).sum()
        return float(-(p * np.log2(p)).sum())

    return first(grid(c["temperature"]), lambda t: bits(t) > above)


def lookup(c, query_angle, percent):
    keys = np.reshape(c["lookup_keys"].default, (-1, 2))

    def largest(length: float) -> float:
        query = length * np.array([math.cos(math.radians(query_angle)), math.sin(math.radians(query_angle))])
        powers = np.exp(keys @ query / math.sqrt(2))
        return float(powers.max() / powers.sum())

    return first(grid(c["query_length"]), lambda length: 100 * largest(length) >= percent)


def shapes(c, shapes_width, shapes_heads, shapes_batch, other):
    def numbers(length: float) -> tuple[float, float]:
        scores = shapes_batch * shapes_heads * length**2
        return scores, shapes_batch * length * shapes_width if other == "X" else shapes_width**2

    return first(grid(c["shapes_length"]), lambda length: numbers(length)[0] > numbers(length)[1])


def scaling(c, scaling_keys, percent):
    point = core.analysis.attention.saturation_point

    def largest(d_k: float) -> float:
        return point(int(d_k), False, keys=scaling_keys, queries=256, seed=c["scaling_seed"].default).largest_weight

    return first(grid(c["d_k"]), lambda d_k: 100 * largest(d_k) > percent)


def saturation(c, jacobian_scores, below):
    assert c["jacobian_scores"].default == jacobian_scores
    scores = torch.tensor(jacobian_scores, dtype=torch.float64)

    def norm(factor: float) -> float:
        return torch.autograd.functional.jacobian(lambda s: s.softmax(0), factor * scores).norm().item()

    return first(grid(c["score_factor"]), lambda factor: norm(factor) < below)


def causal_mask(c, mask_rule, mask_length, leak_layers, leak_token):
    assert mask_length in grid(c["mask_length"]) and leak_layers in grid(c["leak_layers"])
    sees = {"causal": lambda i, j: j <= i, "window": lambda i, j: i - 2 <= j <= i, "peek": lambda i, j: j <= i + 1}[
        mask_rule
    ]
    moved = {leak_token}
    for _ in range(leak_layers):
        moved |= {i for i in range(mask_length) if any(sees(i, j) for j in moved)}
    return len(moved)


def flops(c, flops_width, flops_ratio, flops_activation, percent):
    d, f = flops_width, flops_width * int(flops_ratio)
    matrices = 3 if flops_activation == "swiglu" else 2
    linear = 8 * d * d + 2 * matrices * d * f  # of a token; scores and mixing are 4 T d of a token
    exact = percent * linear / ((100 - percent) * 4 * d)
    assert exact <= c["flops_length"].high
    return math.ceil(exact - 1e-9)


def pre_norm(c, pre_norm_seed, least):
    config = core.analysis.depth.flow_config(
        "pre", norm=c["block_norm"].default, activation=c["block_activation"].default
    )

    def at_input(depth: float) -> float:
        return core.analysis.depth.flow(int(depth), config, seed=pre_norm_seed).gradient[0]

    return first(grid(c["pre_norm_depth"]), lambda depth: at_input(depth) >= least)


@cache
def whole_run(seed: int) -> list:
    c = controls_of("trainer")
    config = core.training.TrainerConfig(
        task=c["task"].default, mask=c["mask"].default, seed=seed, batch=c["batch"].default,
        learning_rate=c["rate"].default, d_model=c["width"].default, positions=c["trainer_positions"].default,
    )  # fmt: skip
    return list(core.training.train(config))


def trainer(c, seed, percent):
    return first(whole_run(seed), lambda step: 100 * step.accuracy >= percent).measured_at


# How many of the 99 questions are tried where a single one takes long.
FEWER = {"attention": 8, "architecture": 4, "residuals": 20, "pre_norm": 20, "scaling": 25, "trainer": 5}
# What the page's defaults give, worked out by hand from the pages: (what is given, the answer).
CHECKED = {
    "tokenization": ({"below": 60}, 1000),
    "embeddings": ({"below": 0.8, "sentences": (0, 2)}, 2),
    "positions": ({"above": 512}, 246),
    "attention": ({"attention_kind": "encoder", "attention_layer": 1}, 5),
    "feed_forward": ({"percent": 30}, 1.9),
    "residuals": ({"residual_norm": "post", "residual_gain": 1.0, "least": 0.99}, 9),
    "kv_cache": ({"cache_model": "llama2-7b", "cache_dtype": "float16", "cache_batch": 1, "gib": 16}, 65536),
    "sampling": ({"above": 2}, 1.35),
    "lookup": ({"query_angle": 60, "percent": 90}, 4.5),
    "shapes": ({"shapes_width": 32, "shapes_heads": 4, "shapes_batch": 1, "other": "X"}, 9),
    "scaling": ({"scaling_keys": 16, "percent": 80}, 32),
    "saturation": ({"below": 0.1}, 2.9),
    "flops": ({"flops_width": 4096, "flops_ratio": "4", "flops_activation": "relu", "percent": 50}, 24576),
}
DEFAULTS = {
    "tokenization": "text",
    "attention": "attention_text",
    "sampling": "logits",
    "saturation": "jacobian_scores",
}


def experiments(stem: str) -> tuple:
    return questions(stem, list(makers(stem))[1])


@holds(
    "tokenization",
    shows="the answers of its second exercise, what to set",
    against="every number of merges that the control can take, tried one by one",
    within="1e-5",
)
@holds(
    "embeddings",
    shows="the answers of its second exercise, what to set",
    against="every layer, tried one by one",
    within="1e-5",
)
@holds(
    "positions",
    shows="the answers of its second exercise, what to set",
    against="the formula, at every pair",
    within="1e-5",
)
@holds(
    "attention",
    shows="the answers of its second exercise, what to set",
    against="torch's cross-entropy with each head cut out",
    within="1e-5",
)
@holds(
    "feed_forward",
    shows="the answers of its second exercise, what to set",
    against="every input that the control can take, tried one by one",
    within="1e-5",
)
@holds(
    "residuals",
    "pre_norm",
    shows="the answers of its second exercise, what to set",
    against="every depth that the control can take, tried one by one",
    within="1e-5",
)
@holds(
    "architecture",
    shows="the answers of its second exercise, what to set",
    against="torch's cross-entropy with each of 33 cuts",
    within="1e-5",
)
@holds(
    "kv_cache",
    shows="the answers of its second exercise, what to set",
    against="every length that the control can take, by the sizes of the model",
    within="1e-5",
)
@holds(
    "sampling",
    shows="the answers of its second exercise, what to set",
    against="every temperature that the control can take, with numpy",
    within="1e-5",
)
@holds(
    "lookup",
    shows="the answers of its second exercise, what to set",
    against="every length that the control can take, tried with numpy",
    within="1e-5",
)
@holds(
    "shapes",
    shows="the answers of its second exercise, what to set",
    against="every length that the control can take, by the products of sizes",
    within="1e-5",
)
@holds(
    "scaling",
    shows="the answers of its second exercise, what to set",
    against="every head size that the control can take, tried one by one",
    within="1e-5",
)
@holds(
    "saturation",
    shows="the answers of its second exercise, what to set",
    against="every factor that the control can take, by automatic differentiation",
    within="1e-5",
)
@holds(
    "causal_mask",
    shows="the answers of its second exercise, what to set",
    against="a walk from token to token along the cells that the mask shows",
    within="1e-5",
)
@holds(
    "flops",
    shows="the answers of its second exercise, what to set",
    against="the formulas of the layer, solved by hand",
    within="1e-5",
)
@holds(
    "trainer",
    shows="the answers of its second exercise, what to set",
    against="the whole training, step by step",
    within="1e-5",
)
@pytest.mark.parametrize("stem", STEMS)
def test_an_experiment_is_judged_by_what_the_page_would_show(stem):
    c, by_trying = controls_of(stem), globals()[stem]
    for question in experiments(stem)[: FEWER.get(stem, 99)]:
        found = by_trying(c, **question.given)
        assert question.answer == pytest.approx(found, abs=1e-5), question.text


@pytest.mark.parametrize("stem", CHECKED)
def test_at_the_defaults_of_the_page_it_gives_the_figure_worked_out_by_hand(stem):
    c, (given, figure) = controls_of(stem), CHECKED[stem]
    text = {DEFAULTS[stem]: c[DEFAULTS[stem]].default} if stem in DEFAULTS else {}
    assert globals()[stem](c, **text, **given) == pytest.approx(figure)


@pytest.mark.parametrize("stem", STEMS)
def test_what_an_experiment_asks_to_set_can_be_set_on_the_page(stem):
    c = controls_of(stem)
    for question in experiments(stem):
        for key, value in question.given.items():
            if key in c:
                assert c[key].read(c[key].text(value)) == value, (key, value)
