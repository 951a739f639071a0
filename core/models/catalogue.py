"""What ships trained: for each model what it can and cannot do, where it lies, and how to get it. Imports no torch.

Example:
    >>> from core import models
    >>> models.CATALOGUE["toy-sort"].problem() is None
    True
    >>> models.load("toy-sort").answer("DCBA")
    'ABCD'
"""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from core.models import archive


@dataclass(frozen=True)
class Entry:
    """One model. `can` and `cannot` are sentences for the reader."""

    id: str
    title: str
    can: str
    cannot: str
    file: str  # in core/data
    module: str
    arguments: tuple[str, ...] = ()
    example: str = ""  # a text that it can do something with

    def load(self) -> Any:
        """The model. Raises `Unavailable` where `problem()` has a sentence."""
        return import_module(self.module).load(*self.arguments)

    def problem(self) -> str | None:
        """Why the model cannot be had, as a sentence; None when it can. Checks the file without loading it."""
        return archive.problem(self.file)


_ENTRIES = (
    Entry(
        "translator",
        "English to German translator",
        "It translates short everyday English sentences into German, as the paper's encoder–decoder does.",
        "It is small and knows only what its training pairs say: rare words and long sentences come out wrong.",
        "translator.npz",
        "core.models.translator",
        example="Where is the station?",
    ),
    Entry(
        "minilm",
        "MiniLM, a pretrained encoder",
        "It reads up to 62 word pieces of English and gives each a vector that depends on the whole sentence.",
        "It has no decoder and no output over words: it cannot continue, translate or answer a text.",
        "minilm.npz",
        "core.models.minilm",
        example="The bank of the river was steep.",
    ),
    Entry(
        "toy-reverse",
        "Toy: reverse letters",
        "It writes 4 to 6 letters A–H in reverse order, right on every input.",
        "It knows nothing else: no words, no other letters, no other lengths.",
        "toy-reverse.npz",
        "core.models.toy",
        ("reverse",),
        example="CABD",
    ),
    Entry(
        "toy-sort",
        "Toy: sort letters",
        "It writes 4 to 6 letters A–H in the order of the alphabet, right on every input.",
        "It knows nothing else: no words, no other letters, no other lengths.",
        "toy-sort.npz",
        "core.models.toy",
        ("sort",),
        example="CABD",
    ),
)
CATALOGUE: dict[str, Entry] = {entry.id: entry for entry in _ENTRIES}


def load(model_id: str) -> Any:
    """The model of this id. Raises ValueError for an unknown id, `Unavailable` for a missing or altered file."""
    if model_id not in CATALOGUE:
        raise ValueError(f"model={model_id!r} is unknown; allowed: {', '.join(CATALOGUE)}")
    return CATALOGUE[model_id].load()


def reply(model_id: str, model: Any, text: str) -> str:
    """What a loaded model makes of a reader's text, in words. Raises ValueError, with a sentence, where it cannot.

    Example:
        >>> reply("toy-reverse", load("toy-reverse"), "CABD")
        'DBAC'
    """
    if model_id == "translator":
        return model.translate(text).text or "(nothing)"
    if model_id == "minilm":
        unknown = model.unknown(text)
        note = f"; unknown: {', '.join(unknown)}" if unknown else ""
        return " · ".join(token.piece for token in model.tokens(text)) + note
    return model.answer(text)
