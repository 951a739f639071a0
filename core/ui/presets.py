"""Presets: buttons that put several controls at once where the author wants them."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core.ui.control import Control

Setting = Mapping[Control, Any]  # control -> the value that it is to have


def preset(label: str, setting: Setting, *, key: str | None = None, **options: Any) -> None:
    """A button that sets these controls, in whose group it stands.

    options  of `st.button`, such as `disabled`

    Example:
        ui.preset("Greedy", {TEMPERATURE: 0.0, TOP_K: 0}, key="greedy")
    """

    def apply() -> None:
        for control, value in setting.items():
            control.set(value)

    st.button(label, on_click=apply, key=key, **options)


def presets(settings: Mapping[str, Setting], *, key: str) -> None:
    """A row of presets, by their labels. The key of a button is `key`, then its label.

    Example:
        ui.presets({"Greedy": {TEMPERATURE: 0.0}, "As trained": {TEMPERATURE: 1.0}}, key="preset")
    """
    with st.container(horizontal=True):
        for label, setting in settings.items():
            preset(label, setting, key=f"{key}_{label}")
