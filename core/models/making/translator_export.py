"""Ship a training run: weights as fp16, config, merges, log and evaluation in one file with a checksum.

    python -m core.models.making.translator_export runs/translator [--evaluation runs/translator/evaluation.json]

Writes `core/data/translator.npz`. Evaluate it afterwards and export again, so that the figures travel with it.
"""

import argparse
import csv
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from core.models import archive
from core.models.making.translator_training import CONFIG
from core.models.translator.loader import FILE, TIED


def main() -> None:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("run", type=Path)
    ask.add_argument("--evaluation", type=Path)
    options = ask.parse_args()
    with (options.run / "log.csv").open(encoding="utf-8", newline="") as file:
        log = [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
    texts = {
        "merges": (options.run / "merges.json").read_text(encoding="utf-8"),
        "log": json.dumps(log),
        "evaluation": options.evaluation.read_text(encoding="utf-8") if options.evaluation else "{}",
    }
    print(archive.save(FILE, asdict(CONFIG), exported_weights(options.run), texts=texts))


def exported_weights(run: Path) -> dict[str, np.ndarray]:
    """The weights of a run's checkpoint, on whatever device it was made; the table of the tied embeddings once."""
    weights = torch.load(run / "checkpoint.pt", weights_only=True, map_location="cpu")["model"]
    return {name: tensor.numpy() for name, tensor in weights.items() if name not in TIED}


if __name__ == "__main__":
    main()
