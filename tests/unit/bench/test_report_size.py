"""The made-up long run of the bench: every second of it is there once."""

from itertools import pairwise
from pathlib import Path

from loadproof.render.timeline_series import timeline_series
from loadproof.store.reader import RunReader

from bench.report_size import LongRun, make_store

RUN = LongRun(hours=2, operations=1, calls=2)


def test_the_copied_minutes_fill_the_run_without_gap_or_overlap(tmp_path: Path) -> None:
    directory, longest_ms = make_store(RUN, tmp_path)
    with RunReader(directory) as reader:
        (record,) = reader.trials()
        windows = [(window.second, window.seconds, window.whole.due) for window in reader.windows(1)]
        series = timeline_series(reader)
        readings = [at_s for at_s, _ in reader.readings("process:api", "series_0")]
    assert record.duration_s == 7200.0
    ends = [second + seconds for second, seconds, _ in windows]
    assert [second for second, _, _ in windows] == [0, *ends[:-1]]
    assert ends[-1] == 7200
    assert all(due == RUN.calls * seconds for _, seconds, due in windows)
    assert windows[0][1] == 60
    assert windows[-1][1] == 1
    gaps_s = [after - before for before, after in pairwise([0.0, *readings, 7200.0])]
    assert 0.0 < min(gaps_s[:-1]) <= max(gaps_s) < 61.0
    assert len(series.load.at_s) == 720
    (at_s,) = series.reading_times
    assert (len(series.readings), at_s[0], at_s[-1]) == (60, 29.5, 7200.0)
    assert longest_ms > 0.0
