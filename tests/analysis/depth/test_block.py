import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.analysis.depth import block_steps, norm_steps, random_rows
from core.analysis.fresh import fresh_stack
from core.transformer import ModelConfig, layer_norm, rms_norm
from tests.evidence import holds

CONFIG = {"d_model": 8, "n_heads": 2, "d_ff": 16}
vectors = st.lists(st.floats(-1e4, 1e4), min_size=1, max_size=9)


@holds(
    "residuals",
    says=r"It takes off their mean $\mu$ and divides by their standard deviation $\sigma$",
    against="the formula, step by step, for random vectors",
    within="1e-12",
)
@given(vectors, st.floats(-3, 3), st.floats(-3, 3), st.sampled_from(["layer", "rms"]))
def test_each_step_follows_from_the_one_before(x, gain, bias, norm):
    steps = norm_steps(x, gain, bias, norm=norm)
    assert torch.equal(steps.centred, steps.x - steps.mean)
    assert steps.variance == float(steps.centred.square().mean())
    assert steps.divisor == pytest.approx(math.sqrt(steps.variance + 1e-5))
    assert torch.allclose(steps.normalised, steps.centred / steps.divisor, rtol=1e-12, atol=1e-12)
    assert torch.allclose(steps.output, steps.normalised * steps.gain + steps.bias, rtol=1e-12, atol=1e-12)
    assert (steps.mean == 0 and steps.bias.eq(0).all()) or norm == "layer"


@holds("residuals", says="a constant vector must not divide by zero", against="zeros, and the bias")
@pytest.mark.parametrize("x", [[5, 5, 5, 5], [0, 0, 0], [7]])
def test_constant_and_one_element_vectors_come_out_as_the_bias(x):
    steps = norm_steps(x, gain=2.0, bias=0.5)
    assert steps.variance == 0 and steps.normalised.eq(0).all() and steps.output.eq(0.5).all()


@pytest.mark.parametrize(
    "call",
    [
        lambda: norm_steps([]), lambda: norm_steps([math.nan]), lambda: norm_steps([1.0], gain=[1.0, 2.0]),
        lambda: norm_steps([1.0], eps=0), lambda: norm_steps([1.0], norm="batch"), lambda: norm_steps([[1.0]]),
        lambda: block_steps(torch.zeros(3, 7), ModelConfig(**CONFIG)),
    ],
)  # fmt: skip
def test_what_cannot_be_normed_is_refused(call):
    with pytest.raises(ValueError, match=r"must|needs|not \["):
        call()


@holds(
    "pre_norm",
    shows="every station of the pre-norm block",
    against="the stations before it, added up and normed",
    within="1e-5",
)
@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("activation", ["relu", "swiglu"])
def test_pre_norm_stations_add_up(norm, activation):
    config = ModelConfig(**CONFIG, norm_place="pre", norm=norm, activation=activation)
    at = {step.name: step.values for step in block_steps(random_rows(5, 8), config)}
    f = layer_norm if norm == "layer" else rms_norm
    assert torch.allclose(at["norm1"], f(at["x"]), atol=1e-5)
    assert torch.allclose(at["mid"], at["x"] + at["attention"])
    assert torch.allclose(at["norm2"], f(at["mid"]), atol=1e-5)
    assert torch.allclose(at["out"], at["mid"] + at["ffn"])
    assert at["hidden"].shape == (16,) and (activation == "swiglu" or at["hidden"].min() >= 0)


@holds(
    "pre_norm",
    says="$W_O$ is the matrix that mixes what the heads have found",
    against="the heads' outputs times that matrix",
    within="1e-6",
)
@pytest.mark.parametrize("place", ["pre", "post"])
def test_w_o_makes_attention_of_what_the_heads_have_found(place):
    config = ModelConfig(**CONFIG, norm_place=place)
    at = {step.name: step.values for step in block_steps(random_rows(5, 8), config, seed=3, gain=0.5)}
    (layer,) = fresh_stack(config, 1, torch.Generator().manual_seed(3)).layers
    with torch.no_grad():
        mixed = torch.nn.functional.linear(at["heads"], 0.5 * layer.self_attn.out_proj.weight)
    assert torch.allclose(at["attention"], mixed, atol=1e-6)


@holds(
    "pre_norm",
    shows="every station of the post-norm block",
    against="the stations before it, added up and normed",
    within="1e-5",
)
def test_post_norm_stations_add_up():
    at = {step.name: step.values for step in block_steps(random_rows(5, 8), ModelConfig(**CONFIG), position=2)}
    assert torch.equal(at["x"], random_rows(5, 8)[2])
    assert torch.allclose(at["sum1"], at["x"] + at["attention"])
    assert torch.allclose(at["mid"], layer_norm(at["sum1"]), atol=1e-5)
    assert torch.allclose(at["sum2"], at["mid"] + at["ffn"])
    assert torch.allclose(at["out"], layer_norm(at["sum2"]), atol=1e-5)


def test_under_the_causal_mask_the_first_row_does_not_feel_the_others():
    rows, config = random_rows(4, 8), ModelConfig(**CONFIG)
    changed = rows.clone()
    changed[1:] += 1
    for causal in (True, False):
        before, after = (block_steps(x, config, position=0, causal=causal)[-1].values for x in (rows, changed))
        assert torch.equal(before, after) == causal


@holds(
    "pre_norm",
    says="the pre-norm block hands on exactly what came in, the post-norm block hands on the norm of it",
    against="the input itself, and its norm by hand",
    within="exactly, and 2e-5",
)
def test_with_gain_0_pre_norm_hands_on_its_input_and_post_norm_its_normed_input():
    x = torch.tensor([[0.0] * 4, [1.0, 2.0, 3.0, 4.0]])
    sizes = {"d_model": 4, "n_heads": 1, "d_ff": 16}
    pre, post = (
        block_steps(x, ModelConfig(**sizes, norm_place=place), gain=0.0)[-1].values for place in ("pre", "post")
    )
    assert pre.tolist() == [1, 2, 3, 4]
    assert post.tolist() == pytest.approx([-1.341635, -0.447212, 0.447212, 1.341635], abs=2e-5)
