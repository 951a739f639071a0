"""Reversing four letters, from scratch to all 4,096 inputs right, beside a plain loop over nn.TransformerEncoder."""

import torch
from torch import nn
from torch.nn import functional as F

from core.training import TrainerConfig, train
from core.training.tasks import all_inputs, random_inputs
from core.transformer import sinusoidal_positions
from tests.benchmarks.clock import interleaved, line


def ours(seed: int) -> int:
    """Steps to 100 %, with the app's own trainer and all it records."""
    return next(step.step for step in train(TrainerConfig(seed=seed)) if step.accuracy == 1)


class Plain(nn.Module):
    """The same size in torch's own layers, post-norm as its defaults are.

    sinusoidal  positions as in torch's tutorial: tokens times √d, fixed sinusoids; otherwise a learned table
    """

    def __init__(self, sinusoidal: bool):
        super().__init__()
        self.tokens, self.scale = nn.Embedding(8, 32), 32**0.5 if sinusoidal else 1.0
        table = sinusoidal_positions(4, 32) if sinusoidal else torch.randn(4, 32)
        self.positions = nn.Parameter(table, requires_grad=not sinusoidal)
        layer = nn.TransformerEncoderLayer(32, 2, 128, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, 2)
        self.output = nn.Linear(32, 8)

    def forward(self, ids):
        return self.output(self.encoder(self.tokens(ids) * self.scale + self.positions))


def plain(seed: int, rate: float, sinusoidal: bool) -> int:
    """Steps to 100 % of a plain loop with Adam, measured every 5 steps like ours."""
    torch.manual_seed(seed)
    generator, inputs = torch.Generator().manual_seed(seed), all_inputs(4, 8)
    model = Plain(sinusoidal)
    optimizer = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=rate)
    for step in range(2000):
        if step % 5 == 0:
            model.eval()
            with torch.inference_mode():
                if (model(inputs).argmax(-1) == inputs.flip(1)).all():
                    return step
            model.train()
        ids = random_inputs(64, 4, 8, generator)
        loss = F.cross_entropy(model(ids).flatten(0, 1), ids.flip(1).flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return 2000


REASON = (
    "Where over: with learned positions a plain loop needs hardly more steps; ours also measures loss and accuracy on "
    "all inputs, keeps snapshots, and records every step."
)
PEERS = {
    "plain loop as in torch's tutorial (sinusoids, Adam 1e-3)": (1e-3, True),
    "the same with learned positions": (1e-3, False),
    "the same with learned positions and Adam 3e-3, tuned for this task": (3e-3, False),
}


def rows():
    """Against plain loops over nn.TransformerEncoder, from the usual one to one tuned for this very task."""
    steps: dict[str, list[int]] = {name: [] for name in ("ours", *PEERS)}

    def variant(name, run):
        return lambda: steps[name].append(run(len(steps[name]) % 5))

    variants = {"ours": variant("ours", ours)}
    for name, (rate, sinusoidal) in PEERS.items():
        variants[name] = variant(name, lambda seed, r=rate, s=sinusoidal: plain(seed, r, s))
    times = interleaved(variants, rounds=2)  # the usual loop takes most of a minute
    span = {name: f"{min(counts)}–{max(counts)} steps" for name, counts in steps.items()}
    for name in PEERS:
        what = f"reverse to 100 % of 4,096 inputs ({span['ours']})"
        yield line(what, times["ours"], f"{name} ({span[name]})", times[name], "at most 0.33, under a second", REASON)
