"""Long computations in the background: watched live, stopped within a step, at most two at once on a server.

A job belongs to one visitor. Its thread never talks to Streamlit: it takes records from an iterator and keeps them, and
the page looks in on it from a fragment that redraws itself twice a second for as long as the job goes on.
"""

import atexit
import threading
import weakref
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Any

import streamlit as st

from core.ui.pieces import part

AT_ONCE = 2  # jobs that run at the same time on one server
KEPT = 4  # finished jobs that a visitor can come back to
ON_SERVER = 64  # finished jobs that are kept for all visitors together
REDRAW = 0.5  # seconds
JOB_THREAD = "job"  # the name of a job's thread


class Job:
    """One computation: `records` grows until `alive` is false. `error` says what went wrong when it failed."""

    def __init__(self, make: Callable[..., Iterator[Any]], stops_itself: bool = False):
        self._make, self._stops_itself = make, stops_itself
        self._stop = threading.Event()
        self.records: list[Any] = []
        self.error: str | None = None
        self.thread = threading.Thread(target=self._run, name=JOB_THREAD, daemon=True)

    @property
    def alive(self) -> bool:
        return self.thread.is_alive()

    @property
    def stopped(self) -> bool:
        """Whether the visitor ended it before it was done."""
        return self._stop.is_set()

    @property
    def ahead(self) -> int:
        """How many jobs must end before this one starts; 0 when it is running or over."""
        return _queue.ahead(self)

    def stop(self) -> None:
        """End it after the record it is at. What it has is kept."""
        self._stop.set()

    def _run(self) -> None:
        if not _queue.enter(self, self._stop):
            return
        try:
            for record in self._make(self._stop.is_set) if self._stops_itself else self._make():
                self.records.append(record)
                if self._stop.is_set() and not self._stops_itself:
                    return
        except Exception as problem:  # a thread has nobody to raise to: the page says it
            self.error = str(problem).strip() or f"{type(problem).__name__}, without a word of explanation"
        finally:
            _queue.leave(self)


class _Queue:
    """First come, first served, AT_ONCE at a time."""

    def __init__(self):
        self._changed = threading.Condition()
        self._jobs: list[Job] = []

    def join(self, job: Job) -> None:
        with self._changed:
            self._jobs.append(job)

    def ahead(self, job: Job) -> int:
        with self._changed:
            return max(0, self._jobs.index(job) - AT_ONCE + 1) if job in self._jobs else 0

    def enter(self, job: Job, stop: threading.Event) -> bool:
        """Wait for a place; False when the job is stopped while it waits."""
        with self._changed:
            while self._jobs.index(job) >= AT_ONCE:
                self._changed.wait(timeout=0.2)  # a stop does not notify
                if stop.is_set():
                    self._jobs.remove(job)
                    self._changed.notify_all()
                    return False
            return True

    def leave(self, job: Job) -> None:
        with self._changed:
            self._jobs.remove(job)
            self._changed.notify_all()

    def close(self) -> None:
        """Stop everything and wait for it: a thread inside torch must not outlive the interpreter."""
        jobs = list(self._jobs)
        for job in jobs:
            job.stop()
        for job in jobs:
            job.thread.join(timeout=10)


_queue = _Queue()
atexit.register(_queue.close)


class Jobs:
    """The jobs of one visitor, by what they compute: at most one goes on at a time, the last KEPT are remembered.

    When a server holds more than ON_SERVER, the oldest of anybody's is forgotten.
    """

    def __init__(self):
        self._jobs: dict[Hashable, Job] = {}
        self._forgotten: deque[Hashable] = deque(maxlen=100)

    def get(self, key: Hashable) -> Job | None:
        return self._jobs.get(key)

    @property
    def running(self) -> tuple[Hashable, Job] | None:
        """The one that goes on or waits, with its key."""
        return next(((key, job) for key, job in self._jobs.items() if job.alive), None)

    def newest_first(self) -> list[tuple[Hashable, Job]]:
        """All that are remembered, with their keys."""
        return list(reversed(self._jobs.items()))

    @property
    def forgotten(self) -> list[Hashable]:
        """The keys of jobs that have been computed and are no longer remembered."""
        return [key for key in self._forgotten if key not in self._jobs]

    def start(self, key: Hashable, make: Callable[..., Iterator[Any]], stops_itself: bool = False) -> Job:
        """Compute `key` in the background. While one goes on, that one is returned and nothing is started.

        stops_itself  `make` takes a function that says whether the visitor has stopped the job; its iterator ends by
                      itself when it does. Otherwise a stopped job ends after the record it is at
        """
        if self.running:
            return self.running[1]
        job = Job(make, stops_itself)
        self._jobs.pop(key, None)
        self._jobs[key] = job
        for old in list(self._jobs)[:-KEPT]:
            self.forget(old)
        _shelf.put(self, key, job)
        _queue.join(job)
        try:
            job.thread.start()
        except RuntimeError:  # the system gives no more threads: neither place may stay taken
            _queue.leave(job)
            del self._jobs[key]
            raise
        return job

    def forget(self, key: Hashable) -> None:
        """Give up what a job has computed; that it was computed is still known."""
        if self._jobs.pop(key, None):
            self._forgotten.append(key)

    def stop(self) -> None:
        """Stop whatever goes on, and give it the time of a step, so that the page that is drawn next says so."""
        for job in self._jobs.values():
            if job.alive:
                job.stop()
                job.thread.join(timeout=0.5)


class _Shelf:
    """What the jobs of all visitors hold, oldest first. It keeps nothing alive: who leaves takes his along."""

    def __init__(self):
        self._lock = threading.Lock()
        self._held: deque[tuple[weakref.ref[Jobs], Hashable, weakref.ref[Job]]] = deque()

    def put(self, owner: Jobs, key: Hashable, job: Job) -> None:
        """Add one, and have the oldest that is over forgotten when there are too many."""
        with self._lock:
            self._held = deque(held for held in self._held if self._is_there(*held))
            self._held.append((weakref.ref(owner), key, weakref.ref(job)))
            surplus = [held for held in self._held if not held[2]().alive][: max(0, len(self._held) - ON_SERVER)]
        for old_owner, old_key, _ in surplus:
            if kept := old_owner():
                kept.forget(old_key)

    @staticmethod
    def _is_there(owner: "weakref.ref[Jobs]", key: Hashable, job: "weakref.ref[Job]") -> bool:
        """Whether this very job is still remembered."""
        return owner() is not None and job() is not None and owner().get(key) is job()


_shelf = _Shelf()


@st.cache_resource(scope="session", max_entries=8, on_release=Jobs.stop, show_spinner=False)
def jobs(kind: str) -> Jobs:
    """This visitor's jobs of one kind, e.g. those of one page. They end when the visitor leaves.

    Example:
        training = ui.jobs("trainer")
        training.start(config, lambda: core.training.train(config))
    """
    return Jobs()


def watch(job: Job, draw: Callable[[], None], key: str) -> None:
    """Call `draw` now, and again and again while the job goes on; then redraw the page once.

    Example:
        ui.watch(job, lambda: st.text(f"{len(job.records)} steps"), key="training")
    """
    if not job.alive:
        draw()
        return

    @st.fragment(run_every=REDRAW, key=key)
    def redraw() -> None:
        with part(key):
            draw()
        if not job.alive:
            st.rerun()

    redraw()
