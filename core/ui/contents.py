"""The table of contents: one row per section, in reading order.

A new section is one row here and one file in `pages/`, with its program and its question in `core`.
"""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "pages"
FIRST_PAGE = PAGES / "machine.py"  # stands at `/`, and in no essay

PAPER = "Attention Is All You Need"
LAYER = "Inside one layer"

COURSE = "Around the course"

# What each essay is about, for the contents page.
ESSAYS = {
    PAPER: "From raw text to the next token, in the order of the 2017 paper.",
    LAYER: "One attention layer taken apart: what it looks up, what it costs, and how it learns.",
}
PARTS = ESSAYS | {COURSE: "The words of the field, and what an instructor needs to teach with this app."}


@dataclass(frozen=True)
class Section:
    """One page: its file and URL (`stem`), its title, the part it belongs to, and one line on what it shows."""

    stem: str
    title: str
    part: str
    summary: str

    @property
    def file(self) -> Path:
        return PAGES / f"{self.stem}.py"


ALL_SECTIONS = (
    Section("tokenization", "Tokenization", PAPER, "How byte-pair encoding learns its pieces, merge by merge."),
    Section("embeddings", "Embeddings", PAPER, "Words as directions: the angle between two vectors measures likeness."),
    Section("positions", "Positions", PAPER, "Sines and cosines that tell the model where a token stands."),
    Section("attention", "Attention", PAPER, "Queries meet keys, weights mix values, in several heads at once."),
    Section("feed_forward", "Feed-forward", PAPER, "Two layers per position, and how many of their units stay silent."),
    Section(
        "residuals", "Residuals and norms", PAPER, "What the skip connection does for a signal and for its gradient."
    ),
    Section("architecture", "Architecture", PAPER, "The two towers, part by part, with shapes and parameters counted."),
    Section(
        "kv_cache", "Causal mask and KV cache", PAPER, "Generating one token at a time without doing old work again."
    ),
    Section("sampling", "Sampling", PAPER, "From logits to the next token: temperature, top‑k and top‑p."),
    Section(
        "lookup", "Attention as a lookup", LAYER, "A soft dictionary: every value answers, by how well its key fits."
    ),
    Section("shapes", "Tensor shapes", LAYER, "Every tensor of a layer, from input to output, with its size."),
    Section(
        "scaling",
        "Why divide by √d_k",
        LAYER,
        "The spread of a dot product grows with its length; one division undoes it.",
    ),
    Section(
        "saturation", "Softmax saturation", LAYER, "When one score wins, the gradient of all of them goes to zero."
    ),
    Section("causal_mask", "Causal masking", LAYER, "Hiding the future by adding minus infinity before the softmax."),
    Section("flops", "Counting FLOPs", LAYER, "At what length attention costs more than everything else."),
    Section("pre_norm", "Pre-norm blocks", LAYER, "Where the normalisation stands, and what it does to the gradient."),
    Section(
        "trainer", "Train one yourself", LAYER, "A two-layer Transformer that learns to reverse, copy or sort, live."
    ),
)


# What stands around the essays: pages without a place in the reading order, and without exercises.
COURSE_PAGES = (
    Section("glossary", "Glossary", COURSE, "Every term and symbol once, with its shape and the page that shows it."),
    Section("instructors", "For instructors", COURSE, "A lesson plan in links, assignments, and how many can join."),
)


def sections() -> tuple[Section, ...]:
    """The sections of the essays whose page exists, in reading order."""
    return tuple(section for section in ALL_SECTIONS if section.file.exists())


def every_page() -> tuple[Section, ...]:
    """All pages that exist but the first: the sections of the essays, and what stands around them."""
    return sections() + tuple(page for page in COURSE_PAGES if page.file.exists())


def section(stem: str) -> Section:
    """The row of one page. KeyError when the table has no such row."""
    for row in ALL_SECTIONS + COURSE_PAGES:
        if row.stem == stem:
            return row
    raise KeyError(f"no section {stem!r} in the table of contents; add its row to core/ui/contents.py")


def title(stem: str) -> str:
    """What a link to a page ("": the first) is named.

    Example:
        >>> title("kv_cache"), title("")
        ('Causal mask and KV cache', 'The whole machine')
    """
    return section(stem).title if stem else "The whole machine"


def pages_of(part: str) -> tuple[Section, ...]:
    """The existing pages of one part of the app, in reading order."""
    return tuple(row for row in every_page() if row.part == part)


def neighbours(stem: str) -> tuple[Section | None, Section | None]:
    """The sections before and after this one, in reading order across both essays; none for other pages."""
    rows = sections()
    stems = [row.stem for row in rows]
    if stem not in stems:
        return None, None
    at = stems.index(stem)
    return (rows[at - 1] if at > 0 else None), (rows[at + 1] if at + 1 < len(rows) else None)
