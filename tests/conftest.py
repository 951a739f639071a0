"""What the tests of the machine share: small models with no parameter left at its neutral start, and float64."""

import os
from itertools import product

import pytest
import torch
from hypothesis import HealthCheck, settings

from core.transformer import ModelConfig, Transformer

os.environ.setdefault("CORE_DEVICE", "cpu")  # what models give is tested on the CPU; tests/devices tests the devices

settings.register_profile("any machine, however busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine, however busy")

SMALL = {"d_model": 12, "n_heads": 3, "d_ff": 20, "n_layers": 2, "vocab_size": 11, "max_len": 16, "dropout": 0.0}
CHOICES = {
    "norm_place": ("post", "pre"),
    "norm": ("layer", "rms"),
    "activation": ("relu", "gelu", "swiglu"),
    "positions": ("sinusoidal", "learned"),
    "tie_embeddings": (True, False),
}
TWO_WAYS = ("norm_place", "norm", "positions", "tie_embeddings")


def config_grid() -> list[ModelConfig]:
    """The half of all combinations in which any three choices meet in every way they can.

    Attention biases, an odd width and heads of another size come in by turns.
    """
    extras = [{}, {"attention_bias": True}, {"head_size": 3}, {"d_model": 9, "attention_bias": True}]
    combinations = [dict(zip(CHOICES, values, strict=True)) for values in product(*CHOICES.values())]
    half = [combo for combo in combinations if sum(CHOICES[name].index(combo[name]) for name in TWO_WAYS) % 2 == 0]
    return [ModelConfig(**SMALL | combo | extras[i % 7 % 4]) for i, combo in enumerate(half)]


def config_name(config: ModelConfig) -> str:
    words = [config.norm_place, config.norm, config.activation, config.positions]
    words += ["tied" if config.tie_embeddings else "untied"] + ["bias"] * config.attention_bias
    return "-".join(words + ([f"dk{config.d_k}"] if config.head_size else []) + [f"d{config.d_model}"])


LONG = ("tests/wire/", "tests/browser/", "tests/devices/", "tests/training/", "tests/exercises/")


def pytest_collection_modifyitems(items):
    """The files that take longest begin: a worker that is given one of them last would work alone in the end."""
    items.sort(key=lambda item: next((at for at, place in enumerate(LONG) if item.nodeid.startswith(place)), len(LONG)))


def pytest_generate_tests(metafunc):
    """A test that asks for `any_config` runs once for every config of the grid."""
    if "any_config" in metafunc.fixturenames:
        metafunc.parametrize("any_config", config_grid(), ids=config_name, scope="module")


@pytest.fixture(scope="session")
def small_config():
    """A function: the small config, with changes."""
    return lambda **changes: ModelConfig(**SMALL | changes)


@pytest.fixture(scope="session")
def build():
    """A function: a model in eval mode whose gains and biases are random too, so that none goes unnoticed."""

    def build(config: ModelConfig, seed: int = 0, kind=Transformer):
        generator = torch.Generator().manual_seed(seed)
        model = kind(config, generator).eval()
        with torch.no_grad():
            for parameter in model.parameters():
                parameter += 0.2 * torch.randn(parameter.shape, generator=generator)
        return model

    return build


@pytest.fixture(scope="session")
def random_ids():
    """A function: ids of this shape, never 0 (the bos and, where there is one, the pad of the tests)."""

    def random_ids(*shape: int, seed: int = 0, vocab_size: int = 11):
        return torch.randint(1, vocab_size, shape, generator=torch.Generator().manual_seed(seed))

    return random_ids


@pytest.fixture
def float64():
    """float64 as the default dtype, for models and position tables exact to 1e-12."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)
