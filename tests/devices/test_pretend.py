"""The pretend device refuses what a real one refuses and counts what a real one makes the CPU wait for."""

import json
import subprocess
import sys

import pytest

from core.ui.contents import ROOT

REFUSED = {
    "numpy of a device tensor": "x.numpy()",
    "an array of a device tensor": "np.asarray(x)",
    "devices mixed": "x + torch.ones(3)",
    "a mask left behind": "x.masked_fill(torch.ones(3, dtype=torch.bool), 0)",
    "weights left behind": "torch.nn.functional.linear(x, torch.ones(2, 3))",
    "a CPU generator on the device": "torch.empty_like(x).normal_(generator=torch.Generator())",
    "random numbers on the device": "torch.randn(3, device=x.device)",
}
WAITS = {"x.cpu()": 1, "x.tolist()": 1, "x.sum().item()": 1, "bool((x > 1).any())": 1, "x[x > 1]": 1, "x.to('cpu')": 1,
         "torch.ones(3).to(x.device)": 1, "torch.tensor([1.0], device=x.device)": 1,
         "torch.ones(3).to(x.device, non_blocking=True)": 0, "(x * 2 + 1).softmax(-1)": 0, "x[1:]": 0,
         "torch.zeros(3, device=x.device) + x": 0}  # fmt: skip
PROGRAM = """
import json, sys
from tests.devices import pretend
pretend.install(sys.argv[1])
import numpy as np, torch
found = {}
for line in json.loads(sys.argv[2]):
    x = torch.arange(3.0).to(pretend.DEVICE, non_blocking=True)
    pretend.waits.clear()
    try:
        eval(line)
        found[line] = sum(pretend.waits.values())
    except (RuntimeError, TypeError) as error:
        found[line] = str(error)
print(json.dumps(found))
"""


def answers(kind: str, lines) -> dict:
    command = [sys.executable, "-c", PROGRAM, kind, json.dumps(list(lines))]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("kind", ["cuda", "mps"])
def test_what_a_real_device_refuses_is_refused(kind):
    said = answers(kind, REFUSED.values())
    assert all(isinstance(said[line], str) for line in REFUSED.values()), said


def test_only_mps_has_no_float64():
    line = "x.double()"
    assert answers("cuda", [line]) == {line: 0} and "float64" in answers("mps", [line])[line]


def test_waits_are_counted():
    assert answers("cuda", WAITS) == WAITS
