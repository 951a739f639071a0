"""The way from a word in the prose to the glossary, and from a term there to the page that shows it.

A link in markdown opens in a new tab of the browser: the page that the reader is on stays as it is. In a page that is
part of another page there is no such way, and the words stand alone.
"""

from collections.abc import Mapping

from core.glossary import Term, with_marks
from core.ui.address import is_embedded
from core.ui.contents import title
from core.ui.exact_link import exact_link


def with_terms(text: str) -> str:
    """The text with each marked term as a link to the glossary, opened at it."""
    return with_marks(text, lambda words, term: _link(words, "glossary", {}, term.key))


def way_to_term(term: Term) -> str:
    """The title of the page that shows a term, as a link that opens it where the term is shown."""
    return _link(title(term.page), term.page, term.query)


def _link(words: str, stem: str, query: Mapping[str, str], anchor: str = "") -> str:
    return words if is_embedded() else exact_link(words, stem, query, anchor)
