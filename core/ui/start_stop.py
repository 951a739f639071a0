"""The two buttons of a computation in the background: one that starts it, one that stops it."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from core.ui.jobs import Jobs


def start_and_stop(
    jobs: Jobs,
    label: str,
    start: Callable[[], Any],
    *,
    keys: tuple[str | None, str | None] = (None, None),
    done: bool = False,
    main: bool = True,
    stop_stays: bool = False,
) -> None:
    """Draw the button that starts, and Stop for as long as one of the visitor's jobs goes on.

    One job goes on at a time, so nothing can be started meanwhile.

    keys        of the two buttons
    done        nothing is left to start: the first button is there, and disabled
    main        the first button is what the page is about
    stop_stays  Stop is there all the time, disabled while there is nothing to stop

    Example:
        training = ui.jobs("trainer")
        ui.start_and_stop(training, "Train", lambda: training.start(config, lambda: core.training.train(config)))
    """
    running = jobs.running is not None
    with st.container(horizontal=True):
        kind = "primary" if main else "secondary"
        st.button(label, key=keys[0], type=kind, on_click=start, disabled=running or done)
        if running or stop_stays:
            st.button("Stop", key=keys[1], on_click=jobs.stop, disabled=not running)
