"""Public reports about sampling that other tools got wrong, one test each."""

import pytest
import torch

from core.decoding import entropy_bits, filter_logits
from tests.evidence import holds


def close(probabilities, expected):
    torch.testing.assert_close(probabilities, torch.tensor(expected, dtype=torch.float64), rtol=0, atol=1e-6)


@holds(
    "sampling",
    says="at $T = 0$ all probability goes to the largest (of equals, the first)",
    against="cases worked out by hand",
)
def test_smp_01_zero_temperature_is_greedy_and_ties_go_to_the_lowest_id():
    assert filter_logits([2, 1, 0], temperature=0).top_p.tolist() == [1, 0, 0]
    assert filter_logits([3, 3, 1], temperature=0).top_p.tolist() == [1, 0, 0]
    assert f"{entropy_bits([1.0, 0.0, 0.0]).item():.2f}" == "0.00"
    assert torch.equal(filter_logits([2, 1, 0], temperature=2).top_p, filter_logits([2, 1, 0], temperature=2.0).top_p)


@holds(
    "sampling",
    says="The logits are divided by the temperature $T$ before softmax",
    against="probabilities worked out by hand at four temperatures",
    within="1e-6",
)
@pytest.mark.parametrize(
    "t, expected",
    [
        (0.5, [0.866813, 0.117310, 0.015876]),
        (1, [0.665241, 0.244728, 0.090031]),
        (2, [0.506480, 0.307196, 0.186324]),
        (6, [0.390166, 0.330268, 0.279566]),
    ],
)
def test_smp_02_temperature_divides_the_logits(t, expected):
    close(filter_logits([2, 1, 0], temperature=t).tempered, expected)


def test_smp_02_equal_logits_stay_equal():
    assert filter_logits([1, 1, 1, 1], temperature=6).tempered.tolist() == [0.25] * 4
    assert filter_logits([1, 1, 1]).raw.sum().item() == pytest.approx(1, abs=1e-15)


@holds("sampling", says="$k = 0$ turns it off", against="the probabilities without top-k")
def test_smp_04_k_beyond_the_vocabulary_and_k_of_zero_are_off():
    logits = [0.1, 0.2, 0.3, 0.4, 0.5]
    off = filter_logits(logits).top_k
    for k in (5, 6, 10**9, 0, None):
        assert torch.equal(filter_logits(logits, top_k=k).top_k, off)
    with pytest.raises(ValueError, match="top_k"):
        filter_logits(logits, top_k=-1)


@holds(
    "sampling",
    says=(
        "top-k keeps the $k$ most probable candidates (of equals, the earlier ones) and rescales them to a sum of one"
    ),
    against="cases worked out by hand",
    within="1e-6",
)
def test_smp_05_exactly_k_are_kept_and_ties_go_to_the_lowest_id():
    close(filter_logits([3, 2, 2, 1], top_k=2).top_k, [0.731059, 0.268941, 0, 0])
    assert filter_logits([3, 3, 1], top_k=1).top_k.tolist() == [1, 0, 0]


@holds(
    "sampling", says="Here the order is always this.", against="two cases in which another order keeps other candidates"
)
def test_smp_07_temperature_then_top_k_then_top_p():
    assert filter_logits([3, 2, 1], temperature=0.5, top_p=0.8).top_p.tolist() == [1, 0, 0]
    log = torch.tensor([0.4, 0.3, 0.2, 0.1], dtype=torch.float64).log()
    assert (filter_logits(log, top_k=2, top_p=0.5).top_p > 0).sum() == 1


def test_transformers_18976_top_p_does_not_keep_one_too_many():
    log = torch.tensor([0.3, 0.1, 0.1, 0.5], dtype=torch.float64).log()
    assert (filter_logits(log, top_p=0.8).top_p > 0).tolist() == [True, False, False, True]


def test_transformers_23688_top_p_of_zero_keeps_the_most_probable():
    assert filter_logits([1.0, 2.0, 0.0], top_p=0).top_p.tolist() == [0, 1, 0]


def test_mlx_lm_1912_a_tiny_p_over_a_large_vocabulary_keeps_one():
    logits = torch.randn(4096, generator=torch.Generator().manual_seed(0))
    assert (filter_logits(logits, top_p=1e-8).top_p > 0).sum() == 1


def test_vllm_1623_tiny_temperatures_give_no_nan():
    assert torch.isfinite(filter_logits([5.0, 4.0], temperature=1e-4).top_p).all()
