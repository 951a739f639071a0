"""FlatAdam against torch's own Adam, in float64."""

import torch

from core.training import FlatAdam
from tests.evidence import holds


def _pair():
    torch.manual_seed(0)
    ours = [torch.nn.Parameter(torch.randn(shape, dtype=torch.float64)) for shape in ((3, 4), (5,), (2, 2, 2))]
    theirs = [torch.nn.Parameter(p.detach().clone()) for p in ours]
    return ours, theirs


def _loss(parameters):
    return sum((p**3).sin().sum() for p in parameters)


@holds("trainer", shows="every step of the optimizer", against="torch.optim.Adam, 50 steps in float64", within="1e-12")
def test_equals_torch_optim_adam():
    ours, theirs = _pair()
    flat = FlatAdam(ours, betas=(0.9, 0.99))
    reference = torch.optim.Adam(theirs, lr=0.03, betas=(0.9, 0.99), eps=1e-8)
    for _ in range(50):
        flat.zero_grad()
        _loss(ours).backward()
        flat.step(0.03)
        reference.zero_grad()
        _loss(theirs).backward()
        reference.step()
    for a, b in zip(ours, theirs, strict=True):
        torch.testing.assert_close(a, b, rtol=0, atol=1e-12)


def test_training_does_not_load_the_compiler():
    import subprocess
    import sys

    program = (
        "import sys; from core.training import *; list(train(TrainerConfig(task='copy', steps=2))); "
        "print('torch._dynamo' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, encoding="utf-8").stdout
    assert out.strip() == "False"
