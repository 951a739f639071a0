"""How many readers one server carries, as measured. The one place for these figures: `python -m tests.benchmarks`.

Measured on two shared cores on which the readers ran too, after the models had been loaded.
"""

from dataclasses import dataclass

THINK = 5  # seconds between two moves of a reader, on average


@dataclass(frozen=True)
class Load:
    """So many readers at once: how long 95 of 100 answers take at most, in seconds, and what the server holds."""

    readers: int
    p95: float
    megabytes: int


MEASURED = (Load(30, 0.12, 578), Load(100, 1.69, 646))
