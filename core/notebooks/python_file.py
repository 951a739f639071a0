"""A page's view as a Python file: each program a function, formulas and readings as comments between them."""

import re
from textwrap import indent

from core.notebooks.pieces import Code, Piece, Reading, View
from core.notebooks.words import line_of, lines_of

_HEAD = '''"""{title}: the programs, formulas and readings of one view of the app "The Transformer, taken apart".

It runs in a clone of the app:

    pip install -r requirements.txt
    python {name}.py

From elsewhere it runs with the clone's folder in PYTHONPATH. Imported, it gives its programs as functions.
"""
'''
_TAIL = """
if __name__ == "__main__":
    for program in [{programs}]:
        print(program.__name__, program(), sep="\\n", end="\\n\\n")
"""
_TOO_EMPTY = re.compile(r"\n{4,}")


def script(view: View) -> str:
    """The Python file. A line of it is a comment, ours, or a program's: a reader's words are in comments and strings.

    Example:
        >>> print(script(View("t", "T", "http://h/t", (Code("one", "result = 1"),))).partition("# The view")[2])
        :
        # http://h/t
        <BLANKLINE>
        <BLANKLINE>
        def one():
            result = 1
            return result
        <BLANKLINE>
        <BLANKLINE>
        if __name__ == "__main__":
            for program in [one]:
                print(program.__name__, program(), sep="\\n", end="\\n\\n")
        <BLANKLINE>
    """
    names = _names(view.pieces)
    blocks = [_HEAD.format(title=view.title, name=view.name), _comment("The view:", lines_of(view.address))]
    blocks += [_block(piece, names) for piece in view.pieces]
    if names:
        blocks.append(_TAIL.format(programs=", ".join(names.values())))
    return _TOO_EMPTY.sub("\n\n\n", "\n".join(blocks))


def _names(pieces: tuple[Piece, ...]) -> dict[int, str]:
    """The name of each program's function, by the program's identity: no two share one."""
    names: dict[int, str] = {}
    for piece in pieces:
        if isinstance(piece, Code):
            name = re.sub(r"\W", "_", piece.name)
            while name in names.values():
                name += "_"
            names[id(piece)] = name
    return names


def _block(piece: Piece, names: dict[int, str]) -> str:
    if isinstance(piece, Code):
        return f"\ndef {names[id(piece)]}():\n{indent(piece.text, '    ')}\n    return result\n\n"
    if isinstance(piece, Reading):
        return _comment(f"{piece.figure} It reads:", lines_of(piece.text))
    return _comment("Formula, in LaTeX:", [line_of(line) for line in piece.lines])


def _comment(title: str, lines: list[str]) -> str:
    return "".join(f"# {line}\n" for line in [*lines_of(title), *lines])
