"""A reader without a browser: one session on one page, over Streamlit's own websocket, fragment runs included.

A browser keeps a tree of elements by place, and sends with every move the state of all widgets that it shows, the
address, and the fragment in which the moved widget stands. So does a `Reader`; it draws nothing.
"""

import json
import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import connect

WIDGETS = frozenset({
    "slider", "button_group", "checkbox", "button", "text_input", "text_area", "number_input", "selectbox", "radio",
    "multiselect", "dataframe", "vega_lite_chart", "expandable", "popover",
})  # fmt: skip
ENDS = (
    ForwardMsg.FINISHED_SUCCESSFULLY,
    ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY,
    ForwardMsg.FINISHED_WITH_COMPILE_ERROR,
)
PATIENCE = 180  # seconds of silence after which an answer is taken to be lost; far more than any answer takes


@dataclass
class Place:
    """What stands at one place of the page: an element or a block, of which fragment, and in which run it was sent."""

    content: Any
    kind: str
    fragment: str
    run: int


@dataclass(frozen=True)
class Widget:
    """A control on the page: what kind it is, its message, and the fragment that moving it runs."""

    kind: str
    proto: Any
    fragment: str

    @property
    def bound(self) -> str:
        """Its name in the address, where the browser writes it there; empty where the server does, or nobody."""
        return getattr(self.proto, "query_param_key", "")

    @property
    def key(self) -> str:
        """The key that the page gave it: for a control, its name in the link. A table that began anew keeps it."""
        return self.bound or re.sub(r"(?<=_table)_\d+$", "", self.proto.id.partition("-")[2].partition("-")[2])

    @property
    def editable(self) -> bool:
        """Whether it is a table that the reader can edit, and no table to look at."""
        return self.kind == "dataframe" and self.proto.editing_mode != self.proto.READ_ONLY

    @property
    def form(self) -> str:
        return getattr(self.proto, "form_id", "")

    @property
    def name(self) -> tuple[str, str, str]:
        """What a widget is told by in another run or session."""
        return self.kind, getattr(self.proto, "label", ""), self.key


class Reader:
    """One session on one page.

    Example:
        with Reader("http://127.0.0.1:8501", "sampling", "temperature=0.5") as reader:
            reader.headings()
    """

    def __init__(self, server: str, page: str, query: str = ""):
        self.server, self.page, self.query = server.rstrip("/"), page, query
        self.places: dict[tuple[int, ...], Place] = {}
        self._states: dict[str, WidgetState] = {}
        self._messages: dict[str, ForwardMsg] = {}
        self._run, self._script = 0, ""
        parts = urlsplit(self.server)
        self._connection = connect(
            f"ws://{parts.netloc}{parts.path}/_stcore/stream",
            subprotocols=["streamlit"],
            origin=f"{parts.scheme}://{parts.netloc}",
            max_size=None,
            open_timeout=PATIENCE,
        )

    def __enter__(self) -> "Reader":
        self._socket = self._connection.__enter__()
        self.run()
        return self

    def __exit__(self, *problem) -> None:
        self._connection.__exit__(*problem)

    # What the page shows

    def widgets(self) -> list[Widget]:
        """Every control on the page, drawers and pop-ups that tell the server when they open included."""
        found = []
        for place in self.places.values():
            proto = getattr(place.content, place.kind)
            if place.kind in WIDGETS and proto.id:
                found.append(Widget(place.kind, proto, place.fragment))
        return found

    def shown(self, kind: str) -> list[Any]:
        """The messages of all elements of one kind, in the order in which they stand on the page."""
        return [getattr(self.places[at].content, kind) for at in sorted(self.places) if self.places[at].kind == kind]

    def headings(self) -> list[str]:
        return [heading.body for heading in self.shown("heading")]

    def sections(self) -> list[str]:
        """The headings of the page's sections: what no move may take away."""
        return [heading.body for heading in self.shown("heading") if heading.tag == "h2"]

    def texts(self) -> list[str]:
        return [text.body for text in self.shown("text")]

    def charts(self) -> list[dict]:
        return [json.loads(chart.spec) for chart in self.shown("vega_lite_chart")]

    def problems(self) -> list[str]:
        return [f"{problem.type}: {problem.message[:200]}" for problem in self.shown("exception")]

    # What the reader does

    def run(self, fragment: str = "", trigger: WidgetState | None = None) -> None:
        """One run of the page, or of one fragment, until the server says that it is done."""
        message = BackMsg()
        asked = message.rerun_script
        asked.query_string, asked.page_name, asked.page_script_hash = self.query, self.page, self._script
        asked.fragment_id, asked.context_info.url = fragment, f"{self.server}/{self.page}"
        for widget in self.widgets():
            if widget.proto.id in self._states:
                asked.widget_states.widgets.add().CopyFrom(self._states[widget.proto.id])
        if trigger is not None:
            asked.widget_states.widgets.add().CopyFrom(trigger)
        self._socket.send(message.SerializeToString())
        while not self._take(self._receive()):
            pass
        self._drop_stale(fragment)
        for widget in self.widgets():
            self._take_over(widget)

    def set(self, widget: Widget, state: WidgetState, text: str | None) -> None:
        """Give a widget another value, and its parameter in the address, without telling the server yet."""
        if widget.bound and text is not None:
            pairs = [pair for pair in parse_qsl(self.query, keep_blank_values=True) if pair[0] != widget.bound]
            self.query = urlencode([*pairs, (widget.bound, text)])
        self._states[state.id] = state

    # The protocol

    def _receive(self) -> ForwardMsg:
        message = ForwardMsg()
        message.ParseFromString(self._socket.recv(timeout=PATIENCE))
        if message.hash:
            self._messages[message.hash] = message
        if message.WhichOneof("type") != "ref_hash":
            return message
        kept = ForwardMsg()
        kept.CopyFrom(self._messages[message.ref_hash])
        kept.metadata.CopyFrom(message.metadata)
        return kept

    def _take(self, message: ForwardMsg) -> bool:
        """Do what a message says; True when it says that the run is over."""
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._run += 1
        elif kind == "navigation":
            self._script = message.navigation.page_script_hash
        elif kind == "delta":
            self._put(tuple(message.metadata.delta_path), message.delta)
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        return kind == "script_finished" and message.script_finished in ENDS

    def _put(self, path: tuple[int, ...], delta: Any) -> None:
        if delta.WhichOneof("type") == "new_transient":
            return  # a spinner, which makes way for what stands there
        content = delta.new_element if delta.WhichOneof("type") == "new_element" else delta.add_block
        self.places[path] = Place(content, content.WhichOneof("type") or "block", delta.fragment_id, self._run)

    def _drop_stale(self, fragment: str) -> None:
        """Take away what the run did not send again: of a fragment run its own, and all inside a block that it sent."""
        sent = {path for path, place in self.places.items() if place.run == self._run}
        for path, place in list(self.places.items()):
            inside = any(path[:length] in sent for length in range(1, len(path)))
            if place.run < self._run and (not fragment or place.fragment == fragment or inside):
                del self.places[path]

    def _take_over(self, widget: Widget) -> None:
        """The state that the browser would hold: what the server set, else what the reader set, else the default."""
        proto, kind = widget.proto, widget.kind
        kept = proto.id in self._states and not getattr(proto, "set_value", False)
        if kept or kind in ("button", "vega_lite_chart", "dataframe"):
            return
        state = WidgetState(id=proto.id)
        if kind == "slider" and proto.type == proto.SELECT_SLIDER:
            state.string_array_value.data.extend(list(proto.raw_value) or [proto.options[int(proto.default[0])]])
        elif kind == "slider":
            state.double_array_value.data.extend(proto.value if proto.set_value else proto.default)
        elif kind == "button_group":
            default = [proto.options[at].content for at in proto.default]
            state.string_array_value.data.extend(list(proto.raw_values) if proto.set_value else default)
        elif kind == "multiselect":
            default = [proto.options[at] for at in proto.default]
            state.string_array_value.data.extend(list(proto.raw_values) if proto.set_value else default)
        elif kind == "checkbox":
            state.bool_value = proto.value if proto.set_value else proto.default
        elif kind in ("text_input", "text_area"):
            state.string_value = proto.value if proto.set_value else proto.default
        elif kind == "number_input":
            state.double_value = proto.value if proto.set_value else proto.default
        elif kind == "selectbox":
            default = proto.options[proto.default] if proto.options else ""
            state.string_value = proto.raw_value if proto.set_value else default
        elif kind in ("expandable", "popover"):
            state.bool_value = proto.expanded if kind == "expandable" else proto.open
        else:
            return  # a radio without an answer
        self._states[proto.id] = state
