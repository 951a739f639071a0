"""How fast `core` is, beside its peers: `python -m tests.benchmarks [NAME …]`.

CPU seconds of one thread, variants interleaved in one run, medians; ratios are what to read. Nothing here is a test.
"""

import sys

from tests.benchmarks import app, bpe, decoding, forward, load, memory, training

ROWS = {
    "training": training.rows,
    "forward": forward.rows,
    "decoding": decoding.rows,
    "bpe": bpe.rows,
    "app": app.rows,
    "memory": memory.rows,
    "load": load.rows,
}


def main() -> None:
    wanted = sys.argv[1:] or list(ROWS)
    for name in wanted:
        for row in ROWS[name]():
            print(row, flush=True)


if __name__ == "__main__":
    main()
