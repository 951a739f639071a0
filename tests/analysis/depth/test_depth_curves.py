import math

from core.analysis.depth import run_curves, smoothed
from core.training import DeepStackConfig, four_runs


def test_the_records_of_four_runs_become_four_curves():
    records = list(four_runs(warmup=2, depth=1, steps=12))
    curves = run_curves(records)
    assert [c.name for c in curves] == [
        "post, no warm-up", "post, warm-up 2", "pre, no warm-up", "pre, warm-up 2"
    ]  # fmt: skip
    assert curves[1].loss == [r.loss for r in records if r.config == DeepStackConfig("post", 2, 1, 12)]
    assert all(c.done == 12 and c.verdict != "running" for c in curves)
    assert curves[0].final_accuracy == sum(curves[0].accuracy[-10:]) / 10


def test_a_run_that_goes_on_has_gaps_and_no_verdict():
    records = list(four_runs(warmup=2, depth=1, steps=6))[:8]
    first, second = run_curves(records, finished=False)
    assert first.verdict != "running" and second.verdict == "running" and second.done == 2
    assert len(second.loss) == 6 and math.isnan(second.loss[2]) and not math.isnan(second.loss[1])
    assert run_curves([]) == []


def test_a_stopped_run_is_judged_by_what_it_has():
    records = list(four_runs(warmup=2, depth=1, steps=6))[:8]
    assert run_curves(records, finished=True)[1].verdict in ("learned", "stuck", "diverged", "unfinished")


def test_smoothing_keeps_length_and_gaps():
    out = smoothed([2.0, 4.0, 6.0, math.nan], width=3)
    assert out[:3] == [2.0, 3.0, 4.0] and math.isnan(out[3])
