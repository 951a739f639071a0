"""The prose of a page as a reader meets it, and the terms of the glossary in it.

What is a term, is written down here. A term occurs where one of its spellings stands as a whole word, in any case, with
no letter, digit or hyphen beside it; of two that overlap the longer one counts (in "causal mask" there is no "mask").
Formulas and code hold no terms, and a mark holds the term that it names and no other.

That holds for the first page and for those of the essays; the pages around the course have no marks.
"""

import ast
import inspect
import re

from streamlit.testing.v1 import AppTest

from core import glossary
from core.ui.contents import FIRST_PAGE, PAGES

# (page, term) -> what the word means where the page first uses it; it is not the term, so it is not marked.
ANOTHER_SENSE = {
    ("positions", "cosine similarity"): "the function",
    ("feed_forward", "key"): "a column of a matrix, read as a key",
    ("feed_forward", "value"): "a number",
    ("feed_forward", "layer"): "one of the two linear layers",
    ("kv_cache", "memory"): "the computer's",
    ("flops", "memory"): "the computer's",
    ("sampling", "score"): "a logit, until the page gives it this name",
    ("pre_norm", "gain"): "the factor on what a sub-layer adds",
}

# A control's own help that names a term and does not define it -> what it says instead.
NO_DEFINITION = {
    "0 is greedy.": "what this value does",
    "One new token: the other T − 1 were computed before.": "what is counted",
}

_ASIDE = re.compile(r"\$[^$]*\$|`[^`]*`")
_LINK = re.compile(r"\[([^\]]+)\]\(</glossary#([a-z-]+)>\)")
_MARK = re.compile(r"\[\[[^\]]*\]\]")
_SPELLINGS = sorted((spelling for term in glossary.TERMS for spelling in term.spellings), key=len, reverse=True)
_ANY = "|".join(re.escape(spelling).replace(r"\ ", r"\s+") for spelling in _SPELLINGS)
_WORDS = re.compile(rf"(?<![\w-])(?:{_ANY})(?![\w-])", re.IGNORECASE)


def prose(stem: str, app: AppTest) -> tuple[str, ...]:
    """All prose of a page, with its marks.

    First what it shows, in the order in which it is read; then what it shows later (behind a fold, after a training),
    as the file has it.
    """
    written = _written(stem)
    shown = [_LINK.sub(r"[[\1|\2]]", block.value) for block in app.markdown]
    keyed = {glossary.with_marks(text, lambda words, term: f"[[{words}|{term.key}]]"): text for text in written}
    return tuple(dict.fromkeys((*(keyed[text] for text in shown if text in keyed), *written)))


def _written(stem: str) -> list[str]:
    """All prose that stands in the file of a page as it is read; what is computed has no marks."""
    file = PAGES / f"{stem}.py" if stem else FIRST_PAGE
    calls = [node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    found = [node.args[0] for node in calls if ast.unparse(node.func) == "ui.prose"]
    texts = [text for text in found if isinstance(text, ast.Constant)]
    return [inspect.cleandoc(text.value) for text in sorted(texts, key=lambda text: text.lineno)]


def marked(text: str) -> list[tuple[int, glossary.Term]]:
    """The marks of a text: where each stands, and the term that it names."""
    found: list = []
    glossary.with_marks(text, lambda words, term: found.append(term) or words)
    return [(mark.start(), term) for mark, term in zip(_MARK.finditer(text), found, strict=True)]


def unmarked(text: str) -> list[tuple[int, glossary.Term]]:
    """The terms that stand in a text without a mark, and where."""
    bare = _MARK.sub(lambda mark: "|" * len(mark[0]), _ASIDE.sub(lambda aside: "|" * len(aside[0]), text))
    return [(found.start(), glossary.named(found[0])) for found in _WORDS.finditer(bare)]


def first_uses(texts: tuple[str, ...]) -> dict[str, bool]:
    """Each term that the texts use -> whether its first use is marked."""
    first: dict[str, bool] = {}
    for text in texts:
        uses = [(at, term, True) for at, term in marked(text)] + [(at, term, False) for at, term in unmarked(text)]
        for _, term, is_marked in sorted(uses, key=lambda use: use[0]):
            first.setdefault(term.name, is_marked)
    return first
