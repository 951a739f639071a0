"""Run every task, or every page, on one kind of device, in this process alone:

    python -m tests.devices.run cpu|cuda|mps|real tasks|pages

"cuda" and "mps" are the pretend device, "real" the one that this machine has. Prints a line of JSON for each.
"""

import json
import os
import sys
import time
import traceback
import warnings

SYNCHRONISING = "called a synchronizing CUDA operation"
TRAINING = ("Train", "Train the four")  # the buttons that start a run in the background
SHORT = {"pre_norm": {"stack_depth": "2", "stack_steps": "50"}, "trainer": {"train_steps": "20"}}  # links to small runs


class Watch:
    """How often a real CUDA device was waited for, by torch's own count; None on a device that keeps none."""

    def __init__(self, kind: str):
        self.kind = kind

    def __enter__(self):
        import torch

        self.counts = self.kind == "real" and torch.cuda.is_available()
        self._catch = warnings.catch_warnings(record=True)
        self._seen = self._catch.__enter__()
        warnings.simplefilter("always")
        if self.counts:
            torch.cuda.set_sync_debug_mode("warn")
        self._before = _pretended_waits().copy()
        return self

    def __exit__(self, *error):
        import torch

        if self.counts:
            torch.cuda.set_sync_debug_mode("default")
        self._catch.__exit__(*error)
        self.places = _pretended_waits() - self._before
        self.waits = sum(self.places.values())
        if self.kind == "real":
            self.waits = sum(SYNCHRONISING in str(w.message) for w in self._seen) if self.counts else None


def _leave_moves_out() -> None:
    """A model is sent once, parameter by parameter: that is not counted."""
    import torch

    real = torch.nn.Module.to

    def to(self, *args, **kwargs):
        mode = torch.cuda.get_sync_debug_mode()
        torch.cuda.set_sync_debug_mode("default")
        try:
            return real(self, *args, **kwargs)
        finally:
            torch.cuda.set_sync_debug_mode(mode)

    torch.nn.Module.to = to


def _pretended_waits():
    from tests.devices import pretend

    return pretend.waits


def tasks(kind: str):
    """Each task: its result, the waits it took and those it may take, what was refused."""
    from tests.devices import pretend
    from tests.devices.tasks import TASKS, prepare

    prepare()
    for task in TASKS:
        began, error, result, bound = time.perf_counter(), None, None, None
        pretend.refusals.clear()
        with Watch(kind) as watch:
            try:
                result, bound = task()
            except Exception:
                error = traceback.format_exc()
        yield {
            "name": task.__name__, "result": result, "bound": bound, "waits": watch.waits, "error": error,
            "places": dict(watch.places), "refused": list(pretend.refusals), "seconds": time.perf_counter() - began,
        }  # fmt: skip


def pages(kind: str):
    """Each page as it opens: exceptions, refusals, the waits, and the passes through a stack of layers."""
    from core.transformer.layers import DecoderStack, EncoderStack
    from tests.devices import pretend
    from tests.pages.driver import STEMS, finish, open_page

    passes = [_counted(stack) for stack in (EncoderStack, DecoderStack)]
    for stem in STEMS:
        pretend.refusals.clear()
        before = sum(map(len, passes))
        with Watch(kind) as watch:
            app = open_page(stem, SHORT.get(stem))
            for button in app.button:
                if button.label in TRAINING and not button.disabled:
                    finish(button.click().run())
        yield {
            "name": stem, "error": "\n".join(e.message for e in app.exception) or None, "waits": watch.waits,
            "places": dict(watch.places), "passes": sum(map(len, passes)) - before, "refused": list(pretend.refusals),
        }  # fmt: skip


def _counted(stack: type) -> list[None]:
    """A list that grows by one with every pass through a stack of this kind."""
    real, passes = stack.runs, []

    def runs(self, *inputs, **options):
        passes.append(None)
        return real(self, *inputs, **options)

    stack.runs = runs
    return passes


def main(kind: str, what: str) -> None:
    if kind in ("cuda", "mps"):
        os.environ.pop("CORE_DEVICE", None)
        from tests.devices import pretend

        pretend.install(kind)
    else:
        os.environ["CORE_DEVICE"] = "cpu" if kind == "cpu" else ""
    if kind == "real":
        _leave_moves_out()
    for found in {"tasks": tasks, "pages": pages}[what](kind):
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
