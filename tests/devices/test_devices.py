"""All of `core` and all pages where models do not run on the CPU: on a pretend CUDA, a pretend MPS, and a real GPU.

    python -m pytest tests/devices

On a machine without a GPU the tests on a real one are skipped. Each kind runs in a process of its own.
"""

import json
import math
import os
import subprocess
import sys
from functools import cache

import pytest
import torch

from core.ui.contents import ROOT, every_page
from tests.devices.tasks import TASKS

GPU = torch.cuda.is_available() or torch.backends.mps.is_available()
KINDS = ["cuda", "mps", pytest.param("real", marks=pytest.mark.skipif(not GPU, reason="this machine has no GPU"))]
WEIGHTS_READ = 4  # on feed_forward and embeddings: tables of the translator, without a pass


@cache
def found(kind: str, what: str) -> dict[str, dict]:
    """What `tests.devices.run` printed, by name."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tests.devices.run", kind, what], cwd=ROOT, capture_output=True, text=True,
        encoding="utf-8", env=os.environ | {"OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    return {line["name"]: line for line in map(json.loads, done.stdout.splitlines())}


def assert_close(result, expected) -> None:
    """Equal but for the last digits: another processor sums in another order."""
    if isinstance(expected, float) and not isinstance(result, bool):
        assert math.isclose(result, expected, rel_tol=2e-3, abs_tol=2e-2)
    elif isinstance(expected, list):
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            assert_close(one, other)
    else:
        assert result == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_task_gives_on_a_device_what_it_gives_on_the_cpu(task, kind):
    here, there = found("cpu", "tasks")[task.__name__], found(kind, "tasks")[task.__name__]
    assert not here["error"], here["error"]
    assert not there["error"] and not there["refused"], there["error"] or there["refused"]
    if kind == "real":
        assert_close(there["result"], here["result"])
    else:
        assert there["result"] == here["result"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.__name__)
def test_a_task_waits_once_a_token_a_pass_or_a_record_at_most(task, kind):
    there = found(kind, "tasks")[task.__name__]
    if there["bound"] is None or there["waits"] is None:
        pytest.skip("nobody counts the waits of this task, or of this device")
    assert there["waits"] <= there["bound"], there["places"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("page", [row.stem for row in every_page()])
def test_gpu_01_a_page_opens_and_trains_on_a_device(page, kind):
    """flairNLP/flair#462, huggingface/transformers#31060: a chart that needs its model on the CPU."""
    there = found(kind, "pages")[page]
    assert not there["error"] and not there["refused"], there["error"] or there["refused"]
    if there["waits"] is not None:
        assert there["waits"] <= there["passes"] + WEIGHTS_READ, there["places"]
