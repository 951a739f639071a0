"""Three toy tasks over an alphabet of letters, small enough to be checked on every input.

Letters: N sequences, T length, A alphabet size.
"""

import math
from typing import Literal, get_args

import torch

Task = Literal["reverse", "copy", "sort"]
TASKS: tuple[str, ...] = get_args(Task)
EXHAUSTIVE_LIMIT = 2**16  # all inputs are tried, so there may be no more


def answer(task: str, ids: torch.Tensor) -> torch.Tensor:
    """The right output for each input.  [N, T] -> [N, T]

    Example:
        >>> letters(answer("reverse", ids_of("CABD"))[0])
        'DBAC'
    """
    if task == "reverse":
        return ids.flip(-1)
    if task == "copy":
        return ids.clone()
    if task == "sort":
        return ids.sort(-1).values
    raise ValueError(f"task={task!r} is unknown; allowed: {', '.join(TASKS)}")


def all_inputs(length: int, alphabet: int) -> torch.Tensor:
    """Every sequence there is, in alphabetical order.  -> [A^T, T]

    Raises ValueError where they are more than EXHAUSTIVE_LIMIT.
    """
    bits = length * math.log2(alphabet)
    if bits > math.log2(EXHAUSTIVE_LIMIT):
        count = f" = {alphabet**length:,}" if bits < 64 else ""  # it may be too large to be written down
        raise ValueError(f"{alphabet}^{length}{count} inputs are too many to list (at most {EXHAUSTIVE_LIMIT:,})")
    place = alphabet ** torch.arange(length - 1, -1, -1)
    return torch.arange(alphabet**length)[:, None] // place % alphabet


def random_inputs(count: int, length: int, alphabet: int, generator: torch.Generator) -> torch.Tensor:
    """Independent uniform letters.  -> [N, T]"""
    return torch.randint(alphabet, (count, length), generator=generator)


def chance(alphabet: int) -> tuple[float, float]:
    """Accuracy and cross-entropy (nats) of guessing uniformly: 1/A and ln A."""
    return 1 / alphabet, math.log(alphabet)


def letters(ids) -> str:
    """Ids as capital letters: 0 is A."""
    return "".join(chr(ord("A") + int(i)) for i in ids)


def ids_of(text: str) -> torch.Tensor:
    """Capital letters as a batch of one.  -> [1, T]"""
    return torch.tensor([[ord(letter) - ord("A") for letter in text]])


def read_probe(text: str, length: int = 4, alphabet: int = 8) -> str:
    """The letters that a reader typed: case folded, spaces and commas dropped.

    Raises ValueError with a sentence for anything but exactly `length` letters of the alphabet.

    Example:
        >>> read_probe("c, a b d")
        'CABD'
    """
    typed = [letter for letter in text.upper() if letter not in " ,\t\n"]
    last = chr(ord("A") + alphabet - 1)
    strange = [letter for letter in typed if not ("A" <= letter <= last and len(letter) == 1)]
    if strange:
        shown = ", ".join(dict.fromkeys(letter if letter.isprintable() else ascii(letter) for letter in strange))
        raise ValueError(f"only the letters A–{last} can be used, and you typed: {shown}")
    if len(typed) != length:
        raise ValueError(f"type exactly {length} letters, you typed {len(typed)}")
    return "".join(typed)
