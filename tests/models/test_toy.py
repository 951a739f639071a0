"""The toy encoder–decoders: right on every input, run freely, and open to inspection."""

import pytest
import torch

from core.models import toy
from core.models.making import toys as make
from core.training.tasks import all_inputs, letters, random_inputs
from core.transformer import Lesion

RIGHT = {"reverse": lambda text: text[::-1], "sort": lambda text: "".join(sorted(text))}


@pytest.fixture(params=toy.TOY_TASKS)
def machine(request):
    return toy.load(request.param)


def test_all_4096_inputs_of_four_letters_are_answered_right(machine):
    assert make.wrong_answers(machine, 4) == 0


@pytest.mark.parametrize("length", [5, 6])
def test_longer_inputs_are_answered_right(machine, length):
    inputs = random_inputs(2000, length, toy.ALPHABET, torch.Generator().manual_seed(length))
    assert machine.accuracy(inputs) == 1


@pytest.mark.parametrize("text", ["CABD", "HHHHHH", "abcde", "F, e d C"])
def test_the_answer_to_a_reader_is_that_of_plain_python(machine, text):
    assert machine.answer(text) == RIGHT[machine.task](toy.read(text))


def test_accuracy_counts_an_answer_only_when_all_of_it_is_right(machine):
    swapped = toy.Toy({"reverse": "sort", "sort": "reverse"}[machine.task], machine.model)
    inputs = all_inputs(4, toy.ALPHABET)
    agree = sum(RIGHT["sort"](text) == RIGHT["reverse"](text) for text in map(letters, inputs))
    assert swapped.accuracy(inputs) == agree / 4096


def test_the_trace_is_of_the_pass_that_gives_the_answer(machine):
    trace = machine.trace("CABD")
    assert trace.source == ("C", "A", "B", "D", "<eos>")
    assert trace.said == (*RIGHT[machine.task]("CABD"), "<eos>")
    assert trace.target == ("<bos>", *trace.said[:-1])
    predicted = trace.forward.logits[0].argmax(-1)
    assert toy.model.spelled(predicted) == trace.said


def test_the_cross_attention_of_a_reversal_runs_from_the_other_end():
    cross = toy.load("reverse").trace("ABCDEF").forward.decoder[0].cross_attn.weights[0].sum(0)  # over the heads
    assert cross[:6, :6].argmax(-1).tolist() == [5, 4, 3, 2, 1, 0]


def test_a_lesion_spoils_the_answer_of_one_call(machine):
    cut = [Lesion("decoder", 0, "cross_attn")]
    assert machine.answer("CABD", lesions=cut) != RIGHT[machine.task]("CABD")
    assert machine.trace("CABD", lesions=cut).said != machine.trace("CABD").said
    assert machine.answer("CABD") == RIGHT[machine.task]("CABD")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ABC", "type 4 to 6 letters, you typed 3"),
        (" ", "type 4 to 6 letters, you typed 0"),
        ("ABCDEFG", "type 4 to 6 letters, you typed 7"),
        ("ABXZ", "only the letters A–H can be used, and you typed: X, Z"),
        ("ẞABC", "only the letters A–H"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        toy.read(text)


def test_training_is_the_same_on_every_run():
    one, other = (make.train("sort", steps=4).model.state_dict() for _ in range(2))
    assert all(torch.equal(one[name], other[name]) for name in one)


def test_a_short_training_learns_something():
    """The whole one takes seconds on a free core; this shows that the script trains what ships."""
    inputs = random_inputs(500, 4, toy.ALPHABET, torch.Generator().manual_seed(1))
    assert make.train("reverse", steps=1).accuracy(inputs) < 0.01
    assert make.train("reverse", steps=150).accuracy(inputs) > 0.5


def test_the_shared_model_is_for_use_only(machine):
    assert toy.load(machine.task) is machine
    assert not machine.model.training and not any(p.requires_grad for p in machine.model.parameters())


def test_another_task_gets_a_sentence():
    with pytest.raises(ValueError, match="allowed: reverse, sort"):
        toy.load("copy")
