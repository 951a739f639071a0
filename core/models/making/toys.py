"""Train the two toy encoder–decoders that ship.

    python -m core.models.making.toys

Takes some seconds a task. Each must answer all 299,520 inputs of 4 to 6 letters right before it is written. The printed
checksums belong into `core/data/README.md`.
"""

from dataclasses import asdict

import torch
from torch.nn import functional as F

from core.models import archive
from core.models.toy import file_of
from core.models.toy.model import (
    ALPHABET,
    BOS,
    EOS,
    FIRST_LETTER,
    LONGEST,
    PAD,
    SHORTEST,
    TOY_TASKS,
    Toy,
    source_ids,
    target_ids,
)
from core.training.schedules import trapezoid
from core.training.tasks import all_inputs, answer, random_inputs
from core.transformer import ModelConfig, Transformer, best_device, to_device

CONFIG = ModelConfig(
    d_model=32,
    n_heads=2,
    d_ff=64,
    n_layers=1,
    vocab_size=FIRST_LETTER + ALPHABET,
    max_len=LONGEST + 2,
    positions="learned",
    dropout=0.0,
    pad_id=PAD,
    bos_id=BOS,
    eos_id=EOS,
)
SEED = 0
BATCH = 128
LEARNING_RATE = 5e-3
WARMUP = 50
STEPS = {"reverse": 800, "sort": 2000}


def train(task: str, steps: int | None = None) -> Toy:
    """Train one task's model from scratch: every batch has one length, the lengths take turns. Adam, with a warm-up and
    a linear cool-down over the second half. The same to the last digit on every run of one machine."""
    steps = steps or STEPS[task]
    generator = torch.Generator().manual_seed(SEED)
    model = Transformer(CONFIG, generator).to(best_device()).train()
    optimizer = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), fused=True)
    for step in range(1, steps + 1):
        length = SHORTEST + step % (LONGEST - SHORTEST + 1)
        inputs = draw_inputs(length, generator)
        target = target_ids(answer(task, inputs))
        logits = model(source_ids(inputs), target[:, :-1])  # [B, T, V]
        loss = F.cross_entropy(logits.flatten(0, 1), to_device(target[:, 1:], logits.device).flatten())
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * trapezoid(step, WARMUP, (steps / 2, steps))
        model.zero_grad()
        loss.backward()
        optimizer.step()
    return Toy(task, model.eval())


def draw_inputs(length: int, generator: torch.Generator) -> torch.Tensor:
    """A batch: each row has letters out of a pool of its own, which holds 1 … `length` letters.  -> [BATCH, length]

    Uniform letters hardly ever repeat one letter four times, and counting repeats is what sorting has to learn.
    """
    pool = random_inputs(BATCH, length, ALPHABET, generator)
    size = torch.randint(1, length + 1, (BATCH, 1), generator=generator)
    return pool.gather(1, (torch.rand(BATCH, length, generator=generator) * size).long())


def wrong_answers(toy: Toy, length: int) -> int:
    """How many of all inputs of this length the model answers wrong."""
    rest = all_inputs(length - 1, ALPHABET)
    starts = (torch.cat([rest.new_full((len(rest), 1), letter), rest], 1) for letter in range(ALPHABET))
    return sum(round((1 - toy.accuracy(inputs)) * len(inputs)) for inputs in starts)


def main() -> None:
    for task in TOY_TASKS:
        toy = train(task)
        toy.model.half().float()  # as it is stored
        wrong = sum(wrong_answers(toy, length) for length in range(SHORTEST, LONGEST + 1))
        if wrong:
            raise RuntimeError(f"{task} is not learned: {wrong} inputs are answered wrong")
        weights = {name: tensor.cpu().numpy() for name, tensor in toy.model.state_dict().items()}
        print(archive.save(file_of(task), asdict(CONFIG), weights))


if __name__ == "__main__":
    main()
