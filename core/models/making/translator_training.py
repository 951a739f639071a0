"""Train the translator from the corpus archive, resumable and reproducible.

    python -m core.models.making.translator_training deu-eng.zip --out runs/translator

Writes `checkpoint.pt` (to resume from), `log.csv` and `merges.json` into the run's folder; `--export` writes the fp16
weights, config and log that ship (`core/data/translator.npz`, …) from the checkpoint as it stands.
"""

import argparse
import csv
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import torch
from torch.nn import functional as F

from core.models.making.batching import Pair, batches
from core.models.making.sentence_pairs import read_pairs, split_corpus
from core.models.translator.vocabulary import BOS, EOS, PAD, Vocabulary
from core.text import BPETokenizer
from core.training.schedules import learning_rate
from core.transformer import ModelConfig, Transformer, best_device, device_of, evaluating, to_cpu, to_device
from core.transformer.device import random_states, set_random_states

VOCAB_SIZE = 4000
CONFIG = ModelConfig(
    d_model=128,
    n_heads=8,
    d_ff=512,
    n_layers=3,
    vocab_size=VOCAB_SIZE,
    max_len=64,
    dropout=0.1,
    pad_id=PAD,
    bos_id=BOS,
    eos_id=EOS,
)
SEED = 1
WARMUP = 600
SMOOTHING = 0.1
CLIP = 1.0
STAGES = (9_500, 13_000)  # the translator that ships cooled down twice: the second stage was added to the first
TOKENS = 2400  # source and target tokens of a batch, padding included
LOG_FIELDS = ("step", "loss", "learning_rate", "validation_perplexity", "cpu_minutes")


@dataclass
class Run:
    """What a checkpoint holds: enough to go on as if nothing had happened."""

    model: Transformer
    optimizer: torch.optim.Adam
    step: int = 0
    epoch: int = 0
    in_epoch: int = 0  # batches of this epoch that are done
    cpu_seconds: float = 0.0


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("corpus", type=Path)
    ask.add_argument("--stages", type=int, nargs="+", default=STAGES, help="steps at which the rate is down to 0")
    ask.add_argument("--out", type=Path, default=Path("runs") / "translator")
    ask.add_argument("--every", type=int, default=250, help="steps between two log rows and checkpoints")
    options = ask.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)

    corpus = split_corpus(read_pairs(options.corpus))
    vocabulary = learn_vocabulary(corpus.train, options.out / "merges.json")
    train_ids, valid_ids = encode(corpus.train, vocabulary), encode(corpus.valid, vocabulary)
    print(f"{len(train_ids):,} training pairs, {sum(len(b) for _, b in train_ids):,} target tokens an epoch")

    run = load_run(options.out / "checkpoint.pt")
    log = options.out / "log.csv"
    for loss, rate in training_steps(run, train_ids, options.stages):
        if run.step % options.every == 0 or run.step in options.stages:
            perplexity = validation_perplexity(run.model, valid_ids)
            loss = float(loss)
            append_row(log, (run.step, loss, rate, perplexity, run.cpu_seconds / 60))
            save_run(run, options.out / "checkpoint.pt")
            print(progress(run.step, options.stages[-1], loss, rate, perplexity, run.cpu_seconds), flush=True)


def learn_vocabulary(pairs: list[tuple[str, str]], path: Path) -> Vocabulary:
    """The shared BPE of both languages, learned from the training pairs once and kept."""
    if not path.exists():
        text = "\n".join(chain.from_iterable(pairs))
        path.write_text(BPETokenizer.train(text, VOCAB_SIZE - 256 - 3).to_json(), encoding="utf-8")
    return Vocabulary(BPETokenizer.from_json(path.read_text(encoding="utf-8")))


def encode(pairs: list[tuple[str, str]], vocabulary: Vocabulary) -> list[Pair]:
    """Pairs of ids, those that are over the model's length left out."""
    ids = [(vocabulary.source(a), vocabulary.target(b)) for a, b in pairs]
    return [pair for pair in ids if max(map(len, pair)) <= CONFIG.max_len]


def load_run(path: Path) -> Run:
    """The run as the checkpoint left it, or a fresh one."""
    model = Transformer(CONFIG, torch.Generator().manual_seed(SEED)).to(best_device())
    run = Run(model, torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9, fused=True))
    torch.manual_seed(SEED)  # dropout draws from the device's global generator
    if path.exists():
        saved = torch.load(path, weights_only=True, map_location="cpu")
        model.load_state_dict(saved["model"])
        run.optimizer.load_state_dict(saved["optimizer"])
        run.step, run.epoch, run.in_epoch, run.cpu_seconds = saved["progress"]
        set_random_states(saved["rng"])
    return run


def save_run(run: Run, path: Path) -> None:
    """Write beside the old checkpoint first: an interruption leaves one of the two whole."""
    state = {
        "model": run.model.state_dict(),
        "optimizer": run.optimizer.state_dict(),
        "progress": (run.step, run.epoch, run.in_epoch, run.cpu_seconds),
        "rng": random_states(device_of(run.model)),
    }
    torch.save(state, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def staged_rate(step: int, stages: Sequence[int]) -> float:
    """The learning rate of update `step`, counted from 1: each stage cools down to 0 at its last step."""
    total = next(last for last in stages if step <= last)
    return learning_rate(step, CONFIG.d_model, WARMUP, total)


def training_steps(run: Run, pairs: list[Pair], stages: Sequence[int]):
    """Update the model to the end of the last stage; yields (loss, learning rate) after each update.

    The loss is a tensor of the model's device: to read it is a wait.
    """
    steps = stages[-1]
    run.model.train()
    while run.step < steps:
        epoch = list(batches(pairs, TOKENS, random.Random(SEED + run.epoch)))
        for source, target in epoch[run.in_epoch :]:
            began = time.process_time()
            rate = staged_rate(run.step + 1, stages)
            loss = update(run, source, target, rate)
            run.step, run.in_epoch = run.step + 1, run.in_epoch + 1
            run.cpu_seconds += time.process_time() - began
            yield loss, rate
            if run.step == steps:
                return
        run.epoch, run.in_epoch = run.epoch + 1, 0


def update(run: Run, source, target, rate: float) -> torch.Tensor:
    """One step of Adam on the label-smoothed cross-entropy of the next token (section 5.4)."""
    for group in run.optimizer.param_groups:
        group["lr"] = rate
    logits = run.model(source, target[:, :-1])
    wanted = to_device(target[:, 1:], logits.device).flatten()
    loss = F.cross_entropy(logits.flatten(0, 1), wanted, ignore_index=PAD, label_smoothing=SMOOTHING)
    run.optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(run.model.parameters(), CLIP)
    run.optimizer.step()
    return loss.detach()


def validation_perplexity(model: Transformer, pairs: list[Pair]) -> float:
    """exp of the mean cross-entropy per target token, without smoothing, teacher-forced."""
    losses, count = [], 0
    with evaluating(model):
        for source, target in batches(pairs, 4 * TOKENS, random.Random(0)):
            logits = model(source, target[:, :-1]).flatten(0, 1)
            wanted = to_device(target[:, 1:], logits.device).flatten()
            losses.append(F.cross_entropy(logits, wanted, ignore_index=PAD, reduction="sum"))
            count += int((target[:, 1:] != PAD).sum())
    return math.exp(sum(to_cpu(torch.stack(losses)).tolist()) / count)


def append_row(path: Path, row: tuple) -> None:
    """One more line of the log, the names of the columns first."""
    fresh = not path.exists()
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        if fresh:
            writer.writerow(LOG_FIELDS)
        writer.writerow(f"{value:.6g}" for value in row)


def progress(step: int, steps: int, loss: float, rate: float, perplexity: float, seconds: float) -> str:
    """A bar and the figures of the last step."""
    done = "#" * round(30 * step / steps)
    return f"[{done:<30}] {step}/{steps} loss {loss:.3f} lr {rate:.2e} ppl {perplexity:.2f} {seconds / 60:.1f} CPU-min"


if __name__ == "__main__":
    main()
