"""A page's view as a notebook: nbformat 4.5, written by hand, so that the app needs no library for it."""

import json
from typing import Any

from core.notebooks.pieces import Code, Formula, Piece, View
from core.notebooks.words import fenced, line_of, lines_of, literal

_HEAD = """# {title}

The programs, formulas and readings of one view of the app *The Transformer, taken apart*. This is the view:

{address}

The notebook runs in a clone of the app. Put it into the clone's folder, install what it needs there with
`pip install -r requirements.txt`, and start Jupyter in that folder."""
_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook(view: View) -> str:
    """The notebook's JSON, the same for the same view. A reader's words are in blocks of plain text and in strings.

    Example:
        >>> json.loads(notebook(View("t", "T", "http://h/t", (Code("one", "result = 1"),))))["cells"][1]["source"]
        ['result = 1\\n', '\\n', 'result']
    """
    head = _HEAD.format(title=literal(view.title), address=fenced(lines_of(view.address)))
    cells = [_cell("markdown", head), *map(_cell_of, view.pieces)]
    book = {
        "cells": [{"id": f"cell-{at}"} | cell for at, cell in enumerate(cells)],
        "metadata": {"kernelspec": _KERNEL, "language_info": {"name": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _cell_of(piece: Piece) -> dict[str, Any]:
    if isinstance(piece, Code):
        return _cell("code", f"{piece.text}\n\nresult") | {"execution_count": None, "outputs": []}
    if isinstance(piece, Formula):
        return _cell("markdown", "\n\n".join(map(_displayed, piece.lines)))
    return _cell("markdown", f"**Figure.** {literal(piece.figure)} It reads:\n\n{fenced(lines_of(piece.text))}")


def _displayed(tex: str) -> str:
    """A formula, set; as it stands where a dollar sign in it would end it."""
    tex = line_of(tex)
    return fenced([tex], "latex") if "$" in tex else f"$$\n{tex}\n$$"


def _cell(kind: str, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
