"""Many readers at once on one server: how long each waits for an answer, and what the server holds.

A reader opens a page, makes 5 to 15 moves with pauses for thought in between, and goes on to another page. The server
and all readers share this machine, so the waits are those of a server with one core less.
"""

import random
import statistics
import threading
import time
from dataclasses import dataclass, field

from core.ui.contents import ROOT, sections
from tests.server import Server, serving
from tests.wire.moves import make, moves
from tests.wire.reader import Reader

THINK = 5.0  # seconds between two moves, on average
SECONDS = 90  # that are counted, after WARM seconds in which models are loaded
WARM = 30


@dataclass
class Waits:
    """What all readers of one round saw: seconds of waiting, and what went wrong."""

    seconds: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def rows():
    for readers, goal in ((30, 0.5), (100, 2.0)):
        with serving(ROOT / "app.py") as server:
            _crowd(server, 10, WARM)
            waits = _crowd(server, readers, SECONDS)
            p50, p95 = statistics.median(waits.seconds), statistics.quantiles(waits.seconds, n=20)[-1]
            yield (
                f"{readers} readers: {len(waits.seconds)} moves, {len(waits.problems)} errors; p50 {p50:.2f} s, "
                f"p95 {p95:.2f} s (goal {goal}), slowest {max(waits.seconds):.2f} s; server {server.megabytes():.0f} MB"
                " (goal at most 600)"
            )
            yield from (f"  {problem}" for problem in sorted(set(waits.problems))[:10])


def _crowd(server: Server, readers: int, seconds: float) -> Waits:
    """So many readers for so long."""
    waits, end = Waits(), time.monotonic() + seconds
    threads = [threading.Thread(target=_read, args=(server, seed, end, waits)) for seed in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return waits


def _read(server: Server, seed: int, end: float, waits: Waits) -> None:
    rng = random.Random(seed)
    time.sleep(2 * THINK * rng.random())
    while time.monotonic() < end:
        try:
            _read_a_page(server, rng, end, waits)
        except Exception as problem:  # of whatever kind: a reader who is turned away is what is counted
            waits.problems.append(f"{type(problem).__name__}: {problem}"[:150])


def _read_a_page(server: Server, rng: random.Random, end: float, waits: Waits) -> None:
    with Reader(server.address, rng.choice(sections()).stem) as reader:
        for _ in range(rng.randint(5, 15)):
            time.sleep(min(rng.expovariate(1 / THINK), 4 * THINK))
            if time.monotonic() > end:
                return
            widget = rng.choice([one for one in reader.widgets() if moves(one)])
            began = time.monotonic()
            make(reader, widget, rng.choice(moves(widget)))
            waits.seconds.append(time.monotonic() - began)
            waits.problems += reader.problems()
