"""Which device is chosen, what the environment variable may say, and the way there and back."""

import pytest
import streamlit as st
import torch
from torch import nn

from core.models import Unavailable, minilm, toy
from core.transformer import all_to_cpu, best_device, device, to_cpu, to_device
from core.transformer.device import numbers
from tests.pages.driver import open_page


@pytest.fixture
def machine(monkeypatch):
    """A function: make this a machine on which these devices work, with this value of the variable."""

    def machine(*names: str, variable: str | None = None):
        monkeypatch.setattr(device, "works", lambda name: name in names)
        monkeypatch.delenv("CORE_DEVICE", raising=False)
        if variable is not None:
            monkeypatch.setenv("CORE_DEVICE", variable)

    return machine


@pytest.mark.parametrize(
    ("names", "chosen"),
    [(("cuda", "mps", "cpu"), "cuda"), (("mps", "cpu"), "mps"), (("cpu",), "cpu"), (("cuda", "cpu"), "cuda")],
)
def test_cuda_comes_before_mps_and_mps_before_the_cpu(machine, names, chosen):
    for empty in (None, "", "  "):
        machine(*names, variable=empty)
        assert best_device() == torch.device(chosen)


@pytest.mark.parametrize("said", ["cpu", "cuda", "cuda:1", "mps", " CPU "])
def test_the_variable_overrides(machine, said):
    machine("cuda", "cuda:1", "mps", "cpu", variable=said)
    assert best_device() == torch.device(said.strip().lower())


@pytest.mark.parametrize("said", ["gpu", "cuda:", "cuda:-1", "lazy", "meta", "0", "cpu,cuda", "cuda 1"])
def test_an_unknown_device_is_named_with_what_is_allowed(machine, said):
    machine("cuda", "mps", "cpu", variable=said)
    with pytest.raises(ValueError, match=f"CORE_DEVICE='{said}' names no device; allowed: cpu, cuda"):
        best_device()


@pytest.mark.parametrize("said", ["cuda", "cuda:7", "mps"])
def test_a_device_that_does_not_work_here_is_refused(machine, said):
    machine("cpu", variable=said)
    with pytest.raises(ValueError, match=f"CORE_DEVICE='{said}' cannot be used: torch finds no such device"):
        best_device()


def test_a_page_gets_a_sentence_when_no_model_can_run(machine):
    machine("cpu", variable="gpu")
    toy.load.cache_clear()
    with pytest.raises(Unavailable, match="No model can run: CORE_DEVICE='gpu' names no device"):
        toy.load("sort")


@pytest.mark.parametrize("page", ["attention", "causal_mask", "embeddings"])
def test_the_sentence_stands_on_the_page(machine, page):
    st.cache_resource.clear()
    st.cache_data.clear()
    toy.load.cache_clear()
    minilm.load.cache_clear()
    machine("cpu", variable="cuda")
    app = open_page(page)
    assert not app.exception
    assert any("CORE_DEVICE='cuda' cannot be used" in element.value for element in app.text)


def test_the_cpu_works_and_a_device_that_torch_does_not_compute_on_does_not():
    assert device.works("cpu") and not device.works("cuda:99") and not device.works("lazy")


def test_copies_share_nothing_and_can_be_written_to_whatever_mode_they_were_made_in():
    x = nn.Parameter(torch.ones(2, 3))
    with torch.inference_mode():
        made = x * 2
        copies = [to_cpu(made), *all_to_cpu([x, made[:, 1], torch.arange(3)])]
    for copy in copies:
        assert not copy.is_inference() and not copy.requires_grad
        copy[0] = 7
    assert torch.equal(x, torch.ones(2, 3)) and torch.equal(made, 2 * torch.ones(2, 3))
    assert [copy.dtype for copy in copies] == [torch.float32] * 3 + [torch.int64]


def test_what_is_there_already_is_not_copied():
    x = torch.ones(2)
    assert to_device(x, torch.device("cpu")) is x and to_device(None, torch.device("cpu")) is None


def test_readings_come_in_batches_and_no_reading_is_made_before_it_is_needed():
    made = []

    def readings():
        for value in range(5):
            made.append(value)
            yield torch.tensor([value, -value])

    found = numbers(readings(), at_once=2)
    assert next(found) == [0, 0] and made == [0, 1]
    assert list(found) == [[1, -1], [2, -2], [3, -3], [4, -4]]
