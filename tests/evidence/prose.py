"""The sentences of a page's prose, read from its source, and those among them that claim something testable."""

import ast
import re
from functools import cache

from core.glossary import with_marks
from core.ui.contents import FIRST_PAGE, PAGES

PROSE = {"ui.prose", "ui.caption", "st.markdown"}
OPEN = "…"  # stands for what the page computes
# A sentence with a number or one of these words says something that could be wrong.
CLAIMING = re.compile(
    rf"[0-9]|{OPEN}|\b(always|never|exactly|equals?|sums?|same|identical|zero|half|twice|every|none|nothing|"
    r"larger|smaller|largest|smallest|more|less|most|least|grows?|falls?|shrinks?|faster|slower|measured|"
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)


@cache
def sentences(page: str) -> list[str]:
    """The sentences of a page's prose, in its order; spaces are single, and what is computed is "…".

    A text that is computed as a whole is none of its sentences.
    """
    tree = ast.parse((PAGES / f"{page}.py" if page else FIRST_PAGE).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) in PROSE]
    calls.sort(key=lambda node: node.lineno)
    texts = [plain(written(node.args[0])) for node in calls if node.args]
    return [one for text in texts for one in re.split(r"(?<=[.!?*])\s+(?=[A-Z*“$])", text) if one not in ("", OPEN)]


def claims(page: str) -> list[str]:
    """Those sentences that say something that could be wrong."""
    return [one for one in sentences(page) if CLAIMING.search(without_formulas(one))]


def place(page: str, words: str) -> int:
    """Where in the prose of a page these words stand; −1 where they do not."""
    return " ".join(sentences(page)).find(plain(words))


def written(node: ast.expr) -> str:
    """A text as it stands in the source."""
    if isinstance(node, ast.JoinedStr):
        return "".join(written(part) for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else OPEN


def plain(text: str) -> str:
    """A text with single spaces and without the marks of the glossary's terms."""
    return " ".join(with_marks(text, lambda words, term: words).split())


def without_formulas(text: str) -> str:
    """A sentence without what stands between dollar signs, in which a number is mostly an index or an exponent."""
    return re.sub(r"\$[^$=<>≤≈]*\$", "", text)
