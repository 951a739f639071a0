import pytest
import torch

from core import decoding
from tests.evidence import holds


@holds(
    "kv_cache",
    says="It turns the last position into a probability for every token of its vocabulary",
    against="torch's softmax",
    within="1e-6",
)
def test_most_probable_tokens_are_those_of_the_softmax():
    logits = torch.tensor([0.0, 2.0, 2.0, -torch.inf])
    ids, shares = decoding.most_probable(logits, 3)
    assert ids == [1, 2, 0] and shares == pytest.approx(logits.softmax(-1)[ids].tolist())
    with pytest.raises(ValueError, match="at least 1"):
        decoding.most_probable(logits, 0)
