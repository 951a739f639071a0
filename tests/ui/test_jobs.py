"""Background jobs: one per visitor, two per server, stopped within a step, and what they had is kept."""

import random
import threading
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.ui.jobs import AT_ONCE, Jobs

PATIENCE = 120  # seconds; for machines that do much else: they pass only where something is wrong


def wait_until(condition, seconds: float = PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def counting(gate: threading.Event):
    """Yields 0, 1, 2, … without end, the first at once and the others once the gate is open."""
    n = 0
    while True:
        yield n
        n += 1
        gate.wait(PATIENCE)


def test_a_job_keeps_its_records_and_ends_by_itself():
    jobs = Jobs()
    job = jobs.start("a", lambda: iter(range(5)))
    assert wait_until(lambda: not job.alive)
    assert job.records == [0, 1, 2, 3, 4] and not job.stopped and job.error is None
    assert jobs.get("a") is job and jobs.get("b") is None


def test_trn_10_only_one_at_a_time_per_visitor_and_a_stop_keeps_what_there_is():
    jobs, gate = Jobs(), threading.Event()
    job = jobs.start("a", lambda: counting(gate))
    assert wait_until(lambda: job.records)
    assert jobs.start("b", lambda: iter([1])) is job, "a second one must not start"
    jobs.stop()
    gate.set()
    assert wait_until(lambda: not job.alive)
    assert job.stopped and job.records[0] == 0


def test_two_run_on_a_server_and_the_third_waits_its_turn():
    gates = [threading.Event() for _ in range(3)]
    visitors = [Jobs() for _ in range(3)]
    jobs = [visitor.start("x", lambda gate=gate: counting(gate)) for visitor, gate in zip(visitors, gates, strict=True)]
    assert wait_until(lambda: jobs[0].records and jobs[1].records)
    assert [job.ahead for job in jobs] == [0, 0, 1]
    assert not jobs[2].records
    visitors[0].stop()
    gates[0].set()
    assert wait_until(lambda: jobs[2].records)
    assert jobs[2].ahead == 0
    for visitor, gate in zip(visitors, gates, strict=True):
        visitor.stop()
        gate.set()
    assert wait_until(lambda: not any(job.alive for job in jobs))


def test_a_job_that_waits_can_be_stopped():
    gate, visitors = threading.Event(), [Jobs() for _ in range(3)]
    jobs = [visitor.start("x", lambda: counting(gate)) for visitor in visitors]
    visitors[2].stop()
    assert wait_until(lambda: not jobs[2].alive)
    assert jobs[2].records == []
    gate.set()
    for visitor in visitors:
        visitor.stop()
    assert wait_until(lambda: not any(job.alive for job in jobs))


def test_trn_11_visitors_do_not_touch_each_other():
    one, other = Jobs(), Jobs()
    job = one.start("reverse", lambda: iter([1, 2]))
    assert wait_until(lambda: not job.alive)
    second = other.start("sort", lambda: iter([3]))
    assert wait_until(lambda: not second.alive)
    assert one.get("reverse").records == [1, 2] and one.get("sort") is None and other.get("reverse") is None


def test_a_failure_becomes_a_sentence():
    def broken():
        yield 1
        raise ValueError("the batch was empty")

    job = Jobs().start("a", broken)
    assert wait_until(lambda: not job.alive)
    assert job.records == [1] and job.error == "the batch was empty"


@pytest.mark.parametrize("problem", [ValueError(), AssertionError(""), MemoryError(), RuntimeError("  \n")], ids=repr)
def test_a_failure_without_words_is_still_said(problem):
    def broken():
        yield 1
        raise problem

    job = Jobs().start("a", broken)
    job.thread.join(PATIENCE)
    assert job.records == [1] and type(problem).__name__ in job.error


@pytest.mark.parametrize("late", [False, True])
def test_failures_leave_the_queue_free(late):
    """Whether it is the making of the records that fails, or one of them."""

    def broken():
        if late:
            yield 1
        raise ValueError

    for _ in range(2 * AT_ONCE + 1):
        job = Jobs().start("a", broken if late else lambda: 1 / 0)
        job.thread.join(PATIENCE)
        assert job.error and not job.alive and job.ahead == 0
    good = Jobs().start("a", lambda: iter([1]))
    good.thread.join(PATIENCE)
    assert good.records == [1] and good.error is None


def test_a_job_whose_thread_cannot_start_takes_no_place(monkeypatch):
    def no_more_threads(thread):
        raise RuntimeError("can't start new thread")

    jobs = Jobs()
    with monkeypatch.context() as patch:
        patch.setattr(threading.Thread, "start", no_more_threads)
        for _ in range(AT_ONCE):
            with pytest.raises(RuntimeError, match="new thread"):
                jobs.start("a", lambda: iter([1]))
    assert jobs.get("a") is None
    job = jobs.start("a", lambda: iter([1]))
    job.thread.join(PATIENCE)
    assert job.records == [1]


@settings(deadline=None, max_examples=25)
@given(st.lists(st.sampled_from(["works", "fails", "given up"]), min_size=1, max_size=8), st.integers(0, 1000))
def test_whatever_happens_to_jobs_they_begin_in_order_and_never_more_than_the_server_allows(fates, seed):
    """Each visitor's job waits at a gate of its own. "given up" ones are stopped while they run or wait."""
    gates, rng = [threading.Event() for _ in fates], random.Random(seed)

    def records(n):
        yield n
        gates[n].wait(PATIENCE)
        if fates[n] == "fails":
            raise ValueError
        yield n

    visitors = [Jobs() for _ in fates]
    jobs = [visitor.start("x", lambda n=n: records(n)) for n, visitor in enumerate(visitors)]
    open_ones = set(range(len(jobs)))
    while open_ones:
        running = sorted(open_ones)[:AT_ONCE]
        assert wait_until(lambda running=running: all(jobs[n].records for n in running))
        assert [jobs[n].ahead for n in sorted(open_ones)] == [max(0, at - AT_ONCE + 1) for at in range(len(open_ones))]
        assert not any(jobs[n].records for n in open_ones - set(running)), "more at once than the server allows"
        given_up = [n for n in open_ones if fates[n] == "given up"]
        n = rng.choice([*running, *given_up])
        if fates[n] == "given up":
            jobs[n].stop()
        gates[n].set()
        jobs[n].thread.join(PATIENCE)
        assert not jobs[n].alive
        open_ones.remove(n)
    assert [bool(job.error) for job in jobs] == [fate == "fails" for fate in fates]
    assert all(len(job.records) == 2 for job, fate in zip(jobs, fates, strict=True) if fate == "works")


def test_only_the_last_few_are_remembered():
    jobs = Jobs()
    for key in range(7):
        job = jobs.start(key, lambda: iter([0]))
        assert wait_until(lambda job=job: not job.alive)
    assert [key for key, _ in jobs.newest_first()] == [6, 5, 4, 3]
