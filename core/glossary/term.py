"""What the glossary says of one term."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Term:
    """One term of the field, defined once for the whole app.

    name    as it stands in a sentence; links name the term by its key, so a new name breaks them
    text    what it means, in one or two sentences of markdown
    page    the page that shows it
    symbol  in LaTeX; "" where it has none
    shape   of the tensor it names, in LaTeX; "" where it is none
    query   what a link to that page says so that it opens where the term is shown
    also    other spellings, and plurals
    """

    name: str
    text: str
    page: str
    symbol: str = ""
    shape: str = ""
    query: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Its name in links, and where the glossary's page opens at it.

        Example:
            >>> Term("KV cache", "…", "kv_cache").key, Term("key–value head", "…", "kv_cache").key
            ('kv-cache', 'key-value-head')
        """
        return self.name.lower().replace(" ", "-").replace("–", "-")

    @property
    def heading(self) -> str:
        """The name as a heading.

        Example:
            >>> Term("nat", "…", "sampling").heading
            'Nat'
        """
        return self.name[0].upper() + self.name[1:]

    @property
    def spellings(self) -> tuple[str, ...]:
        """Every way in which it is written, in small letters."""
        return tuple(dict.fromkeys(spelling.lower() for spelling in (self.name, *self.also)))
