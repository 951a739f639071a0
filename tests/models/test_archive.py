"""Files of trained models: what goes in comes out, and nothing that was altered comes out at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import files
from core.models import CATALOGUE, Unavailable, archive, catalogue


@pytest.fixture
def data(tmp_path, monkeypatch):
    """An empty folder in the place of core/data."""
    monkeypatch.setattr(archive, "DATA", tmp_path)
    monkeypatch.setattr(files, "DATA", tmp_path)
    return tmp_path


def saved(name="a.npz", **options) -> dict[str, np.ndarray]:
    weights = {"m": np.random.default_rng(0).normal(size=(5, 256)), "b": np.linspace(-1, 1, 7)}
    archive.save(name, {"d_model": 8, "norm": "layer"}, weights, texts={"vocab": "é\n東"}, **options)
    return weights


def test_float16_keeps_weights_config_and_texts(data):
    weights, stored = saved(), archive.load("a.npz")
    assert stored.config == {"d_model": 8, "norm": "layer"} and stored.texts == {"vocab": "é\n東"}
    assert stored.weights.keys() == weights.keys()
    for name, array in weights.items():
        assert stored.weights[name].dtype == np.float32
        np.testing.assert_array_equal(stored.weights[name], array.astype(np.float16).astype(np.float32))


def test_int8_is_for_matrices_and_smaller(data):
    weights = saved()
    size = (data / "a.npz").stat().st_size
    saved(int8=True)
    stored = archive.load("a.npz").weights
    assert stored.keys() == weights.keys() and (data / "a.npz").stat().st_size < 0.8 * size
    np.testing.assert_array_equal(stored["b"], weights["b"].astype(np.float32))
    np.testing.assert_allclose(stored["m"], weights["m"], atol=0.51 * np.abs(weights["m"]).max() / 127)
    assert not np.array_equal(stored["m"], weights["m"].astype(np.float16))


sizes = st.one_of(st.floats(0.01, 100), st.floats(-44, 6).map(lambda power: 10.0**power), st.just(1e-5 / 3))


@given(st.integers(0, 2**32 - 1), st.sampled_from([100, 128, 384]), sizes)
def test_a_quantised_weight_is_off_by_about_half_a_scale_at_most(seed, columns, size):
    matrix = np.random.default_rng(seed).normal(size=(3, columns)) * size
    numbers, scales = archive.quantise(matrix)
    half = np.repeat(scales.astype(float), columns // scales.shape[1], axis=1) / 2
    assert numbers.dtype == np.int8 and np.abs(numbers.astype(int)).max() <= 127
    error = np.abs(archive.restore(numbers, scales).astype(float) - matrix)
    assert (error <= half * 1.13).all()  # a scale rounded down in float16 clips the largest weight a little


@pytest.mark.parametrize("largest", [1e-5, 1e-6, 3e-4, 7e-3, 8e-3])
def test_small_weights_are_off_by_half_a_scale_too(largest):
    """Where float16 is coarse the scale was rounded down, and the largest weight cut off: by 31 scales at 1e-5."""
    matrix = np.linspace(-largest, largest, 128)[None]
    numbers, scales = archive.quantise(matrix)
    error = np.abs(archive.restore(numbers, scales).astype(float) - matrix).max()
    assert error <= 0.5 * float(scales[0, 0]) * (1 + 1e-6) and np.abs(numbers).max() <= 127


@pytest.mark.parametrize("weight", [np.nan, np.inf, 1e9, -1e9])
@pytest.mark.parametrize("int8", [True, False])
def test_weights_that_would_come_back_as_infinities_are_refused(data, weight, int8):
    with pytest.raises(ValueError, match="no finite numbers in float16"):
        archive.save("a.npz", {}, {"m": np.full((2, 128), weight)}, int8=int8)
    assert not list(data.iterdir())


def test_the_scales_of_what_ships_are_where_float16_is_fine():
    """So rounding up changes none of them, and the file is still what its command makes."""
    with np.load(files.DATA / "minilm.npz") as stored:
        scales = [stored[key] for key in stored.files if key.endswith("|scale")]
    assert scales and min(scale.min() for scale in scales) >= np.finfo(np.float16).smallest_normal


def test_a_row_of_zeros_stays_zero():
    assert not archive.restore(*archive.quantise(np.zeros((2, 256)))).any()


def test_the_same_model_is_the_same_file(data):
    weights = {"m": np.eye(4)}
    assert archive.save("a.npz", {}, weights) == archive.save("b.npz", {}, weights)


def test_the_checksum_list_is_what_sha256sum_writes(data):
    saved("b.npz")
    checksum = archive.save("a.npz", {}, {"m": np.eye(2)})
    lines = (data / archive.CHECKSUMS).read_text(encoding="utf-8").splitlines()
    assert lines[0] == f"{checksum}  a.npz" and lines[1].endswith("  b.npz")


@pytest.mark.parametrize(
    ("harm", "sentence"),
    [
        (lambda folder: (folder / "a.npz").unlink(), "missing"),
        (lambda folder: (folder / archive.CHECKSUMS).unlink(), "missing"),
        (lambda folder: (folder / archive.CHECKSUMS).write_text("", encoding="utf-8"), "missing"),
        (lambda folder: (folder / archive.CHECKSUMS).write_text("merge conflict <<<<\n", encoding="utf-8"), "missing"),
        (lambda folder: (folder / "a.npz").write_bytes(b""), "altered"),
        (lambda folder: (folder / "a.npz").write_bytes((folder / "a.npz").read_bytes()[:-1]), "altered"),
    ],
)
def test_a_missing_or_altered_file_gets_a_sentence(data, harm, sentence):
    saved()
    assert archive.problem("a.npz") is None
    harm(data)
    assert sentence in archive.problem("a.npz")
    with pytest.raises(Unavailable, match=sentence):
        archive.load("a.npz")


def test_a_file_that_is_put_right_can_be_had_again(data):
    saved()
    content = (data / "a.npz").read_bytes()
    (data / "a.npz").write_bytes(content + b"!")
    assert archive.problem("a.npz")
    (data / "a.npz").write_bytes(content)
    assert archive.problem("a.npz") is None


def test_every_model_of_the_catalogue_can_be_had():
    for entry in CATALOGUE.values():
        assert entry.problem() is None, entry.problem()
        assert type(catalogue.load(entry.id)).__module__.startswith(entry.module)


def test_an_altered_file_takes_one_model_away_and_no_other(data):
    for entry in CATALOGUE.values():
        archive.save(entry.file, {}, {"m": np.eye(2)})
    (data / "minilm.npz").write_bytes(b"not a model")
    assert [entry.id for entry in CATALOGUE.values() if entry.problem()] == ["minilm"]


def test_an_unknown_model_gets_a_sentence():
    with pytest.raises(ValueError, match="allowed: translator, minilm, toy-reverse, toy-sort"):
        catalogue.load("gpt")
