"""What a page shows, as files to take along: a Python file and a notebook, both for a clone of the app.

In: the pieces of a page (formulas, readings, programs), in its order. Out: text, the same for the same pieces. A
reader's words may stand in readings and in programs; in neither file do they become anything but words.
"""

from core.notebooks.jupyter import notebook
from core.notebooks.pieces import Code, Formula, Piece, Reading, View
from core.notebooks.python_file import script

__all__ = ["Code", "Formula", "Piece", "Reading", "View", "notebook", "script"]
