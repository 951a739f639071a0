"""The questions of the page `kv_cache`."""

from itertools import product

from core import say
from core.analysis.counting import BYTES_PER_VALUE, CACHE_PRESETS, kv_cache_bytes, mebibytes
from core.exercises.draw import Draw
from core.exercises.question import Question

SIZES = tuple(product((12, 24, 32), (1024, 2048, 4096), (2, 4, 8), (512, 1024, 2048)))
LENGTHS = tuple(2**n for n in range(18))  # that the page offers
GIB = 2**30
LIMITS = tuple(product(CACHE_PRESETS, BYTES_PER_VALUE, (1, 4, 16), (1, 2, 4, 8, 16, 24, 40, 80)))
TOKENS = tuple(product((4, 8, 16, 32, 64), (32, 64, 128), (1, 2, 4, 8, 16, 32, 64)))


def size_of_a_cache(rng: Draw) -> Question:
    """The cache of a model with other sizes, in MiB."""
    layers, width, shared, length = rng.deal(SIZES)
    heads = 16
    total = kv_cache_bytes(layers, length, width, heads, shared, bytes_per_value=2)
    mib = mebibytes(total)
    return Question(
        f"A decoder has {layers} layers, the width {width:,}, and {heads} query heads that share {shared} key–value "
        f"heads. How many MiB does its cache take for {length:,} tokens in float16?",
        answer=mib,
        working=rf"$d_k = {width} / {heads} = {width // heads}$, so "
        rf"$2 \cdot {layers} \cdot {length} \cdot {shared} \cdot {width // heads} \cdot 2 = {say.thousands(total)}$ "
        rf"bytes; one MiB has $2^{{20}} = {say.thousands(2**20)}$ of them: ${say.thousands(mib)}$ MiB.",
        unit="MiB",
        digits=0,
        hints=(
            "For each token, in each layer, each key–value head keeps a key and a value of $d_k$ numbers.",
            "A number in float16 takes two bytes. A MiB has $2^{20}$ bytes.",
        ),
        confusions={
            mib / 2: "half: keys without values, or one byte a number",
            mib * heads / shared: "what comes out when every query head has keys and values of its own",
            mib * 2: "what comes out in float32",
            total / 10**6: "the size in millions of bytes; a MiB has 1,048,576",
            mib / layers: "the cache of one layer",
            mib * 1.5: "what comes out when the queries are kept too",
        },
    )


def length_above_a_limit(rng: Draw) -> Question:
    """The fewest tokens, of the offered numbers, at which a known model's cache is above so many GiB."""
    preset, dtype, batch, gib = rng.deal(LIMITS, lambda case: LENGTHS[2] < (_length(*case) or 0))
    one, length, value = CACHE_PRESETS[preset], _length(preset, dtype, batch, gib), BYTES_PER_VALUE[dtype]
    at = one.cache_bytes(length, value, batch)
    before = one.cache_bytes(length // 2, value, batch)
    many = f"{batch} sequences at once" if batch > 1 else "one sequence"
    return Question(
        f"In “What a cache weighs”, choose {preset}, {dtype} and {many}. What is the smallest number of tokens held, "
        "of "
        f"those that the slider offers, at which the cache takes more than {gib} GiB?",
        answer=length,
        working=f"{length // 2:,} tokens take {mebibytes(before):,.0f} MiB, {length:,} take {mebibytes(at):,.0f} MiB; "
        f"{gib} GiB are {gib * 1024:,} MiB, and just as much is not more.",
        digits=0,
        unit="tokens",
        kind="experiment",
        hints=(
            "The sentence below the curves gives the size in MiB; a GiB is $2^{10}$ MiB.",
            "The size is in proportion to the tokens: from one size you can tell where the limit lies.",
        ),
        confusions={
            length // 2: "one step too few: the cache is not above the limit there",
            length * 2: "one step too many",
        },
        given={"cache_model": preset, "cache_dtype": dtype, "cache_batch": batch, "gib": gib},
    )


def _length(preset: str, dtype: str, batch: int, gib: int) -> int | None:
    """The first offered length above the limit, None where there is none."""
    sizes = ((n, CACHE_PRESETS[preset].cache_bytes(n, BYTES_PER_VALUE[dtype], batch)) for n in LENGTHS)
    return next((n for n, size in sizes if size > gib * GIB), None)


def numbers_kept_of_a_token(rng: Draw) -> Question:
    """How many numbers a layer keeps of one token: keys and values, no queries."""
    heads, d_k, shared = rng.deal(TOKENS, lambda case: case[2] <= case[0])
    kept = kv_cache_bytes(1, 1, heads * d_k, heads, shared, bytes_per_value=1)
    whole = heads * d_k
    return Question(
        f"A layer has {heads} query heads of $d_k = {d_k}$, which share {shared} key–value "
        f"head{'s' if shared > 1 else ''}. How many numbers does its cache keep of one token?",
        answer=kept,
        working=rf"A key and a value of {d_k} numbers for each of {shared} key–value heads: $2 \cdot {shared} \cdot "
        rf"{d_k} = {say.thousands(kept)}$. The query is needed once, at the step of its own token: row $t$ of the "
        "matrix is made with query $t$, and no later step makes it again. So no query is kept.",
        digits=0,
        kind="misconception",
        hints=(
            "Think of the next step: which vectors of this token will be met again, and by what?",
            "A new query meets all old keys, and mixes all old values.",
        ),
        confusions={
            kept + whole: "what comes out when the query is kept too; but no later step looks at it again",
            3 * shared * d_k: "what comes out with three vectors for each key–value head: the query is not kept",
            2 * whole: "what comes out when every query head has a key and a value of its own",
            3 * whole: "what comes out when query, key and value of every head are kept",
            kept // 2: "the keys alone; the values are kept too",
            whole: "the width of the query heads",
        },
        given={"heads": heads, "d_k": d_k, "kv_heads": shared},
    )
