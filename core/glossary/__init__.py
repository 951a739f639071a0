"""The terms of the field, each defined once: for the page of that name, for prose that leads there, for help texts.

A term is one entry in a file of its subject. Prose names it in double brackets, at its first use on a page:
`[[logits]]`, or `[[the words shown|key]]`.

Example:
    >>> from core import glossary
    >>> glossary.named("probes").key
    Traceback (most recent call last):
    ...
    KeyError: 'the glossary has no term “probes”'
    >>> glossary.named("Queries").key
    'query'
    >>> glossary.with_marks("Its [[keys]] and [[what it says|value]].", lambda words, term: f"{words} ({term.name})")
    'Its keys (key) and what it says (value).'
"""

import re
from collections.abc import Callable

from core.glossary.attention import TERMS as ATTENTION
from core.glossary.decoding import TERMS as DECODING
from core.glossary.layers import TERMS as LAYERS
from core.glossary.networks import TERMS as NETWORKS
from core.glossary.scores import TERMS as SCORES
from core.glossary.term import Term
from core.glossary.tokens import TERMS as TOKENS
from core.glossary.training import TERMS as TRAINING

TERMS = tuple(
    sorted((*TOKENS, *ATTENTION, *SCORES, *LAYERS, *NETWORKS, *DECODING, *TRAINING), key=lambda term: term.name.lower())
)
_BY_WORDS = {words: term for term in TERMS for words in (term.key, *term.spellings)}
_MARK = re.compile(r"\[\[([^\]|]+)(?:\|([a-z-]+))?\]\]")


def named(words: str) -> Term:
    """The term of this key, or of this spelling in any case. KeyError when there is none."""
    try:
        return _BY_WORDS[" ".join(words.lower().split())]
    except KeyError:
        raise KeyError(f"the glossary has no term “{words}”") from None


def of_label(label: str) -> Term | None:
    """The term that a control's label is, whatever stands behind a comma, or as a symbol at its end.

    Example:
        >>> [of_label(label).name for label in ("Query, i", "Head size d_k", "Length penalty α")]
        ['query', 'head size', 'length penalty']
        >>> of_label("Heads cut out") is None
        True
    """
    return _BY_WORDS.get(re.sub(r",.*$| \S$| \w_\w+$", "", label).lower())


def with_marks(text: str, write: Callable[[str, Term], str]) -> str:
    """The text with what `write` makes of each marked term, from the words shown and the term."""
    return _MARK.sub(lambda mark: write(mark[1], named(mark[2] or mark[1])), text)


def matching(words: str) -> tuple[Term, ...]:
    """The terms in whose name, spellings, symbol or text all of these words stand.

    Example:
        >>> [term.name for term in matching("Norm stream")]
        ['post-norm', 'pre-norm']
        >>> matching("") == TERMS
        True
    """
    asked = words.lower().split()
    return tuple(term for term in TERMS if all(word in _said_of(term) for word in asked))


def _said_of(term: Term) -> str:
    return " ".join((*term.spellings, term.symbol, term.text)).lower()
