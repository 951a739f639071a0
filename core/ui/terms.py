"""The way from a word in the prose to the glossary, and from a term there to the page that shows it.

A link in markdown opens in a new tab of the browser: the page that the reader is on stays as it is. In a page that is
part of another page there is no such way, and the words stand alone.
"""

from urllib.parse import urlencode

from core.glossary import Term, with_marks
from core.ui.address import is_embedded
from core.ui.contents import section
from core.ui.links import page_address


def with_terms(text: str) -> str:
    """The text with each marked term as a link to the glossary, opened at it."""
    return with_marks(text, lambda words, term: _link(words, "glossary", f"#{term.key}"))


def way_to_term(term: Term) -> str:
    """The title of the page that shows a term, as a link that opens it where the term is shown."""
    query = f"?{urlencode(term.query)}" if term.query else ""
    return _link(section(term.page).title, term.page, query)


def _link(words: str, stem: str, more: str) -> str:
    return words if is_embedded() else f"[{words}](<{page_address(stem)}{more}>)"
