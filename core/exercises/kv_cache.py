"""The questions of the page `kv_cache`."""

from random import Random

from core.analysis.counting import kv_cache_bytes, mebibytes
from core.exercises.question import Question


def size_of_a_cache(rng: Random) -> Question:
    """The cache of a model with other sizes, in MiB."""
    layers, width, heads = rng.choice([12, 24, 32]), rng.choice([1024, 2048, 4096]), 16
    shared, length = rng.choice([2, 4, 8]), rng.choice([512, 1024, 2048])
    total = kv_cache_bytes(layers, length, width, heads, shared, bytes_per_value=2)
    mib = mebibytes(total)
    return Question(
        f"A decoder has {layers} layers, the width {width:,}, and {heads} query heads that share {shared} key–value "
        f"heads. How many MiB does its cache take for {length:,} tokens in float16?",
        answer=mib,
        working=rf"$d_k = {width} / {heads} = {width // heads}$, so "
        rf"$2 \cdot {layers} \cdot {length} \cdot {shared} \cdot {width // heads} \cdot 2 = {total}$ bytes; "
        rf"one MiB has $2^{{20}} = 1048576$ of them: ${mib:g}$ MiB.",
        tolerance=0.5,
        unit="MiB",
        digits=0,
    )
