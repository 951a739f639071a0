"""Background jobs: one per visitor, two per server, stopped within a step, and what they had is kept."""

import threading
import time

from core.ui.jobs import Jobs


def wait_until(condition, seconds: float = 10) -> bool:
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
        gate.wait(10)


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


def test_only_the_last_few_are_remembered():
    jobs = Jobs()
    for key in range(7):
        job = jobs.start(key, lambda: iter([0]))
        assert wait_until(lambda job=job: not job.alive)
    assert [key for key, _ in jobs.newest_first()] == [6, 5, 4, 3]
