"""The sampling rules against the logits processors of Hugging Face, where the rules agree.

They do not agree on ties: those processors keep every token that ties with the k-th, and of equals the highest id under
top-p. So the logits here have none.
"""

import pytest
import torch

from core.decoding import filter_logits
from tests.evidence import holds

transformers = pytest.importorskip("transformers")


def theirs(logits, temperature, top_k, top_p):
    """Their processors in the order in which their `generate` applies them."""
    steps = [transformers.TemperatureLogitsWarper(temperature)]
    steps += [transformers.TopKLogitsWarper(top_k)] if top_k else []
    steps += [transformers.TopPLogitsWarper(top_p)] if top_p < 1 else []
    ids = torch.zeros(len(logits), 1, dtype=torch.long)
    for step in steps:
        logits = step(ids, logits)
    return logits.softmax(-1)


@holds(
    "sampling",
    shows="the probabilities after all three rules",
    against="the logits processors of transformers, in 64 settings",
    within="1e-12",
)
@pytest.mark.parametrize("temperature", [0.3, 0.8, 1.0, 2.0])
@pytest.mark.parametrize("top_k", [0, 1, 5, 100])
@pytest.mark.parametrize("top_p", [0.1, 0.55, 0.9, 1.0])
def test_same_probabilities_as_hugging_face(temperature, top_k, top_p):
    logits = torch.randn(8, 50, dtype=torch.float64, generator=torch.Generator().manual_seed(0)) * 3
    ours = filter_logits(logits, temperature, top_k, top_p).top_p
    torch.testing.assert_close(ours, theirs(logits, temperature, top_k, top_p), rtol=0, atol=1e-12)


@pytest.mark.parametrize("p, kept", [(0.25, 1), (0.49, 1), (0.74, 2), (0.76, 3), (0.95, 4)])
def test_same_number_kept_near_thresholds(p, kept):
    logits = torch.tensor([[0.5, 0.25, 0.15, 0.1]], dtype=torch.float64).log()
    assert (filter_logits(logits, top_p=p).top_p > 0).sum() == kept
    assert (theirs(logits, 1.0, 0, p) > 0).sum() == kept
