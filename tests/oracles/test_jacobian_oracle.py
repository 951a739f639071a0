"""torch's own softmax, layer norm and RMS norm, in float64."""

import pytest
import torch
from torch.nn import functional as F

from core.analysis import softmax_jacobian
from core.analysis.depth import norm_steps
from tests.evidence import holds


@holds(
    "saturation",
    shows="every entry of the Jacobian",
    against="torch.func.jacrev of torch's own softmax, in float64",
    within="1e-12",
)
@pytest.mark.parametrize("spread", [0.1, 1.0, 20.0])
def test_jacobian_of_torchs_softmax(spread):
    scores = spread * torch.randn(9, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    expected = torch.func.jacrev(lambda s: F.softmax(s, -1))(scores)
    assert torch.allclose(softmax_jacobian(scores), expected, rtol=0, atol=1e-12)


@holds("residuals", shows="the steps of a norm", against="torch's layer norm, in float64", within="1e-12")
def test_norm_steps_end_where_torchs_norms_end():
    x, gain, bias = torch.randn(3, 7, dtype=torch.float64, generator=torch.Generator().manual_seed(2))
    steps, rms = norm_steps(x, gain, bias, eps=1e-3), norm_steps(x, gain, eps=1e-3, norm="rms")
    assert torch.allclose(steps.output, F.layer_norm(x, (7,), gain, bias, 1e-3), rtol=0, atol=1e-12)
    assert torch.allclose(rms.output, F.rms_norm(x, (7,), gain, 1e-3), rtol=0, atol=1e-12)
