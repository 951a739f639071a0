"""What a reader can do with a control: every value worth trying, each as the browser would send it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.wire.reader import Reader, Widget

# Texts that a reader may type into any box: none at all, too few or too many parts, names of JavaScript's own, markup,
# twins, numbers where words belong and the other way round, and letters that count twice.
ODD_TEXTS = (
    "", "x", " ", ",", "constructor", "__proto__,toString,valueOf", "a,b,c,d", "1,2,3,4", "0", "-1e5", "😀" * 5,
    "<b>&amp;", "a,a,a,a", "The cat sat on the mat.", "it,cat,mat", "{}", "=1+1", "\ufffdx",
)  # fmt: skip
ODD_NUMBERS = (0, -1.5, 1e-7, 1e300, -99, 3)


@dataclass(frozen=True)
class Move:
    """One move: what it is called, the widget's new state, the text in the address, and whether it is a press."""

    name: str
    state: WidgetState
    text: str | None = None
    press: bool = False


def moves(widget: Widget) -> list[Move]:
    """Every move of a widget that is worth trying; none for one that is disabled."""
    if getattr(widget.proto, "disabled", False):
        return []
    return list(_moves(widget))


def make(reader: Reader, widget: Widget, move: Move) -> None:
    """Make a move as a browser does: set the widget and run its fragment; in a form, only the form's button runs it."""
    if not move.press:
        reader.set(widget, move.state, move.text)
    if not widget.form or move.press:
        reader.run(widget.fragment, move.state if move.press else None)
        return
    for other in reader.widgets():
        if other.kind == "button" and other.form == widget.form:
            reader.run(other.fragment, WidgetState(id=other.proto.id, trigger_value=True))
            return


def _moves(widget: Widget) -> Iterator[Move]:
    kind, proto = widget.kind, widget.proto

    def state(**fields) -> WidgetState:
        return WidgetState(id=proto.id, **fields)

    if kind == "slider" and proto.type == proto.SELECT_SLIDER:
        for at in sorted({0, len(proto.options) // 2, len(proto.options) - 1}):
            yield Move(proto.options[at], _listed(state(), proto.options[at]), proto.options[at])
    elif kind == "slider":
        for value in dict.fromkeys((proto.min, min(proto.max, proto.default[0] + proto.step), proto.max)):
            moved = state()
            moved.double_array_value.data.append(value)
            yield Move(f"{value:g}", moved, f"{value:.10g}")
    elif kind == "button_group":
        for option in proto.options:
            yield Move(option.content, _listed(state(), option.content), option.content)
        if proto.click_mode == proto.MULTI_SELECT:
            for chosen in ([], list(reversed([option.content for option in proto.options]))):
                yield Move(" ".join(chosen) or "none", _listed(state(), *chosen))
    elif kind == "multiselect":
        default = [proto.options[at] for at in proto.default]
        for chosen in ([], *([text] for text in ODD_TEXTS), default[::-1], [*default, "new"], [*ODD_TEXTS], default):
            yield Move(" ".join(chosen)[:20] or "none", _listed(state(), *chosen))
    elif widget.editable:
        for edits in _edits(proto):
            yield Move(json.dumps(edits)[:60], state(string_value=json.dumps(edits)))
    elif kind == "checkbox":
        for value in (not proto.default, proto.default):
            yield Move(str(value), state(bool_value=value), str(value).lower())
    elif kind in ("expandable", "popover"):
        for value in (True, False):
            yield Move("open" if value else "close", state(bool_value=value))
    elif kind == "button":
        yield Move("press", state(trigger_value=True), press=True)
    elif kind in ("text_input", "text_area"):
        for text in (*ODD_TEXTS, proto.default):
            yield Move(repr(text[:20]), state(string_value=text), text)
    elif kind == "number_input":
        for value in (proto.min, proto.max, proto.default):
            yield Move(f"{value:g}", state(double_value=value), f"{value:.10g}")
    elif kind in ("selectbox", "radio"):
        for option in proto.options:
            yield Move(option, state(string_value=option), option)
    elif kind == "vega_lite_chart":
        for mark in _clickable(json.loads(proto.spec)):
            clicked = {"selection": {"cell": [mark]}}
            yield Move(f"click {mark}", state(string_value=json.dumps(clicked)))


def _listed(state: WidgetState, *texts: str) -> WidgetState:
    state.string_array_value.data.extend(texts)
    return state


def _edits(proto) -> Iterator[dict[str, dict | list]]:
    """What a reader can make of a table: odd cells, empty ones, the last row gone, all gone, rows added."""
    frame = convert_arrow_bytes_to_pandas_df(proto.arrow_data.data)
    last, names = len(frame) - 1, list(frame.columns)
    for name in names:
        numbers = frame[name].dtype.kind == "f"
        for cell in (*ODD_NUMBERS, None) if numbers else (*ODD_TEXTS, None):
            yield _edit(edited_rows={"0": {name: cell}})
    if proto.editing_mode == proto.DYNAMIC:
        filled = {name: 1.5 if frame[name].dtype.kind == "f" else "new" for name in names}
        yield _edit(deleted_rows=[last])
        yield _edit(deleted_rows=list(range(last + 1)))
        yield _edit(added_rows=[filled])
        yield _edit(added_rows=[{names[0]: filled[names[0]]}])  # the other columns of the row are empty
        yield _edit(added_rows=[filled] * 20)
    yield _edit()


def _edit(**edits: dict | list) -> dict[str, dict | list]:
    return {"edited_rows": {}, "added_rows": [], "deleted_rows": []} | edits


def _clickable(spec: dict) -> list[dict]:
    """The first and the last mark of a chart that a click reports."""
    rows = [row for values in _tables(spec) for row in values if isinstance(row, dict)]
    cells = [{"i": row["i"], "j": row["j"]} for row in rows if "i" in row and "j" in row]
    marks = cells or [{"id": row["id"]} for row in rows if "id" in row]
    return [marks[0], marks[-1]] if marks else []


def _tables(spec) -> Iterator[list]:
    """Every table of values that a chart's description holds."""
    if isinstance(spec, dict):
        for name, part in spec.items():
            if name == "values" and isinstance(part, list):
                yield part
            elif name == "datasets":
                yield from part.values()
            else:
                yield from _tables(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from _tables(part)
