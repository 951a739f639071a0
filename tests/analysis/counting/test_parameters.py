from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.analysis import parameter_count
from core.analysis.counting import feed_forward_share, table3, vocabulary_in_words, vocabulary_table
from core.transformer import PAPER_BASE, Encoder, ModelConfig, Transformer
from tests.evidence import holds


@st.composite
def configs(draw):
    heads = draw(st.integers(1, 4))
    return ModelConfig(
        d_model=heads * draw(st.integers(1, 6)),
        n_heads=heads,
        d_ff=draw(st.integers(1, 20)),
        n_layers=draw(st.integers(1, 3)),
        vocab_size=draw(st.integers(1, 30)),
        max_len=draw(st.integers(1, 10)),
        norm_place=draw(st.sampled_from(["post", "pre"])),
        norm=draw(st.sampled_from(["layer", "rms"])),
        activation=draw(st.sampled_from(["relu", "gelu", "swiglu"])),
        positions=draw(st.sampled_from(["sinusoidal", "learned"])),
        tie_embeddings=draw(st.booleans()),
        attention_bias=draw(st.booleans()),
        head_size=draw(st.sampled_from([None, 1, 5])),
    )


@holds(
    "architecture",
    shows="parameters of each part, counted",
    against="the weights of real models, for random sizes and all conventions",
)
@holds(
    "feed_forward",
    shows="the parameters behind the shares",
    against="the weights of real models, counted, for random sizes",
)
@settings(max_examples=60, deadline=None)
@given(configs())
def test_the_count_is_that_of_the_real_models(config):
    for model, encoder_only in ((Transformer(config), False), (Encoder(config), True)):
        expected = sum(p.numel() for p in model.parameters())
        assert parameter_count(config, encoder_only=encoder_only).total == expected


@settings(max_examples=30, deadline=None)
@given(configs())
def test_the_switches_leave_out_exactly_biases_and_norms(config):
    model = Transformer(config)
    norms = {n: p.numel() for n, p in model.named_parameters() if "norm" in n}
    biases = {n: p.numel() for n, p in model.named_parameters() if n.endswith("bias") and n not in norms}
    total = parameter_count(config).total
    assert total - parameter_count(config, norms=False).total == sum(norms.values())
    assert total - parameter_count(config, biases=False).total == sum(biases.values())


def test_the_base_model_has_63_045_632_parameters():
    count = parameter_count(PAPER_BASE)
    assert count.total == 63_045_632
    assert count.total == count.encoder + count.decoder + count.tables
    assert type(count.total) is int


def test_learned_positions_count_once_for_each_stack():
    learned = parameter_count(replace(PAPER_BASE, positions="learned"))
    assert learned.total - parameter_count(PAPER_BASE).total == 2 * 512 * 512


# Exact counts for V = 37,000, one shared table, no attention biases; None where the paper's cell is empty.
TABLE_3 = {
    ("base", ""): (63_045_632, 65),
    ("B", "d_k = 16"): (55_967_744, 58),
    ("B", "d_k = 32"): (58_327_040, 60),
    ("C", "N = 2"): (33_644_544, 36),
    ("C", "N = 4"): (48_345_088, 50),
    ("C", "N = 8"): (77_746_176, 80),
    ("C", "d = 256, d_k = 32"): (26_816_512, 28),
    ("C", "d = 1024, d_k = 128"): (163_815_424, 168),
    ("C", "d_ff = 1024"): (50_450_432, 53),
    ("C", "d_ff = 4096"): (88_236_032, 90),
    ("big", "d = 1024, d_ff = 4096, h = 16"): (214_171_648, 213),
}


@holds(
    "architecture",
    says="Here each row is counted exactly, by what the text describes, and set beside what the table prints.",
    against="counts worked out beforehand, and the printed figures",
)
def test_table_3_row_by_row():
    rows = {(row.name, row.change): row for row in table3()}
    for key, (counted, printed) in TABLE_3.items():
        assert (rows[key].counted, rows[key].printed) == (counted, printed), key
        assert rows[key].note
    assert {row.name for row in table3()} == {"base", "A", "B", "C", "D", "E", "big"}


@holds("architecture", says="All but the largest come out below the print.", against="the printed figures, row by row")
def test_all_rows_but_the_largest_come_out_below_the_print():
    rows = [row for row in table3() if row.printed]
    largest = max(rows, key=lambda row: row.counted)
    assert [row for row in rows if row.counted >= 1e6 * row.printed] == [largest]


def test_splitting_the_same_width_into_other_heads_changes_no_count():
    assert {row.counted for row in table3() if row.name == "A"} == {63_045_632}


@pytest.mark.parametrize(
    ("key", "millions"),
    [
        (("B", "d_k = 16"), -7), (("B", "d_k = 32"), -5), (("C", "N = 2"), -29), (("C", "N = 4"), -15),
        (("C", "N = 8"), 15), (("C", "d_ff = 1024"), -12), (("C", "d_ff = 4096"), 25),
    ],
)  # fmt: skip
def test_differences_to_base_agree_with_the_paper_within_its_rounding(key, millions):
    row = next(row for row in table3() if (row.name, row.change) == key)
    assert abs((row.counted - 63_045_632) / 1e6 - millions) <= 1


def test_difference_is_relative_to_the_printed_figure():
    rows = {row.name: row for row in table3()}
    assert rows["base"].difference == pytest.approx(-0.030, abs=5e-4)
    assert rows["big"].difference == pytest.approx(0.0055, abs=5e-4)
    assert rows["E"].difference is None


@holds(
    "feed_forward",
    says=(
        "That is right for the matrices of one encoder layer with a hidden width of four times the model's: "
        "$8d^2$ of $12d^2$."
    ),
    against="two thirds, one half for a decoder layer, and the counts of the whole model",
    within="0.001",
)
def test_two_thirds_holds_for_an_encoder_layer_and_not_for_the_whole_model():
    share = feed_forward_share(PAPER_BASE)
    assert share.encoder_layer == pytest.approx(2 / 3, abs=1e-3)
    assert share.decoder_layer == pytest.approx(1 / 2, abs=1e-3)
    assert share.without_tables == pytest.approx(12 * 2_099_712 / 44_101_632)
    assert share.whole_model == pytest.approx(12 * 2_099_712 / 63_045_632)


@holds(
    "architecture",
    shows="how large the vocabulary would have to be",
    against="the printed figure for the smallest and the largest vocabulary, and one token beyond each",
)
def test_a_vocabulary_that_fits_a_printed_figure_gives_it_and_the_next_does_not():
    rows = [row for row in table3() if row.printed]
    table = vocabulary_table(rows)
    for row, fewest, most in zip(rows, table["fewest"], table["most"], strict=True):
        width, stacks = row.config.d_model, row.counted - row.config.vocab_size * row.config.d_model
        printed = [round((stacks + tokens * width) / 1e6) for tokens in (fewest - 1, fewest, most, most + 1)]
        assert printed[0] < row.printed == printed[1] == printed[2] < printed[3]


def test_no_vocabulary_gives_all_printed_figures_of_table_3():
    table = vocabulary_table(table3())
    assert max(table["fewest"]) > min(table["most"])
    assert "A vocabulary of 41,004 to 41,208 gives all" in vocabulary_in_words(table3())
