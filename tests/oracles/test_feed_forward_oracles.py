"""Our feed-forward networks against transformers' LlamaMLP, torch's modules and the error function, in float64."""

import math

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from core.transformer import FeedForward, ModelConfig
from tests.evidence import holds

EXACT = {"rtol": 0, "atol": 1e-12}
pytestmark = pytest.mark.usefixtures("float64")


def network(activation, d_model=8, d_ff=12):
    torch.manual_seed(0)
    return FeedForward(ModelConfig(d_model=d_model, n_heads=2, d_ff=d_ff, activation=activation))


@holds("feed_forward", shows="the network with SwiGLU", against="LlamaMLP of transformers, in float64", within="1e-12")
@holds(
    "flops",
    says="the SwiGLU kind has three",
    against="LlamaMLP of the library transformers, in float64",
    within="1e-12",
)
@holds(
    "pre_norm",
    says="SwiGLU is an FFN whose hidden units are multiplied by a second, gating set",
    against="LlamaMLP of the library transformers, in float64",
    within="1e-12",
)
def test_swiglu_equals_llama_mlp():
    llama = pytest.importorskip("transformers.models.llama.modeling_llama")
    config = pytest.importorskip("transformers").LlamaConfig(hidden_size=8, intermediate_size=12, num_attention_heads=2)
    theirs, ours = llama.LlamaMLP(config), network("swiglu")
    names = {"gate.weight": "gate_proj.weight", "fc1.weight": "up_proj.weight", "fc2.weight": "down_proj.weight"}
    ours.load_state_dict({mine: theirs.state_dict()[name] for mine, name in names.items()})
    x = torch.randn(2, 5, 8)
    torch.testing.assert_close(ours(x), theirs(x), **EXACT)


@holds(
    "feed_forward",
    shows="the network with ReLU and with GELU",
    against="torch's Linear, ReLU and GELU in a row, in float64",
    within="1e-12",
)
@holds(
    "flops",
    says="The feed-forward network (FFN) has two matrices",
    against="torch.nn.Linear twice, with ReLU or GELU between, in float64",
    within="1e-12",
)
@pytest.mark.parametrize(("activation", "module"), [("relu", nn.ReLU), ("gelu", nn.GELU)])
def test_the_two_matrix_forms_equal_a_sequential(activation, module):
    ours = network(activation)
    theirs = nn.Sequential(nn.Linear(8, 12), module(), nn.Linear(12, 8))
    theirs[0].load_state_dict(ours.fc1.state_dict())
    theirs[2].load_state_dict(ours.fc2.state_dict())
    x = torch.randn(2, 5, 8) * 3
    torch.testing.assert_close(ours(x), theirs(x), **EXACT)
    torch.testing.assert_close(ours.hidden(x), theirs[:2](x), **EXACT)


@holds(
    "feed_forward",
    says="it is the exact form, not the approximation by tanh",
    against="the error function of the standard library, at 401 points",
    within="1e-12",
)
def test_gelu_is_the_exact_one_by_erf_not_the_tanh_form():
    ours = network("gelu", d_model=2, d_ff=401)
    x = torch.linspace(-6, 6, 401)
    with torch.no_grad():
        ours.fc1.weight.zero_()
        ours.fc1.bias.copy_(x)
    gelu = ours.hidden(torch.zeros(1, 2))[0]
    exact = torch.tensor([v * 0.5 * (1 + math.erf(v / math.sqrt(2))) for v in x.tolist()])
    torch.testing.assert_close(gelu, exact, **EXACT)
    assert 4e-4 < (gelu - F.gelu(x, approximate="tanh")).abs().max() < 5e-4
