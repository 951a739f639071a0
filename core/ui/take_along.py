"""What a page shows, to take along: a Python file and a notebook that run in a clone of the app."""

import streamlit as st

from core.notebooks import View, notebook, script
from core.ui.caption import caption
from core.ui.contents import title
from core.ui.control import Control
from core.ui.link_builder import address
from core.ui.pieces import PARTS_KEY, pieces_in_order

FILES = {".py": ("Python file", script, "text/x-python"), ".ipynb": ("Notebook", notebook, "application/x-ipynb+json")}


def offer_files(stem: str, controls: tuple[Control, ...]) -> None:
    """A button for each file. What is in it is put together when the button is pressed."""
    caption("The programs, formulas and readings of this view. Both files run in a clone of the app.")
    parts, link = st.session_state[PARTS_KEY], address(stem, controls)
    with st.container(horizontal=True):
        for ending, (label, write, kind) in FILES.items():
            st.download_button(
                f"{label} ({ending})",
                lambda write=write: write(view(stem, link, parts)).encode("utf-8"),
                file_name=f"{file_name(stem)}{ending}",
                mime=kind,
                key=f"_take{ending.replace('.', '_')}",
                on_click="ignore",
            )


def file_name(stem: str) -> str:
    """The name of a page's files, without an ending ("": the first page)."""
    return f"transformer_{stem or 'machine'}"


def view(stem: str, link: str, parts: dict[str, list]) -> View:
    """A page as it stands."""
    return View(file_name(stem), title(stem), link, tuple(pieces_in_order(parts)))
