"""Alarms in virtual time: false falls and firings in quiet half hours, and detection of overloads with lead times.

    python -m bench.alarms

A service with two workers of 10 ms (M/M/2) is loaded at 40 % to 80 % of its capacity for half an hour, and in another
run at 50 % for five minutes, at 130 % for one, and at 50 % for two. The target time T is three mean service times.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from loadproof.records.alarm import Alarm
from loadproof.run.study_run import run_study
from loadproof.study.load_study import load_study

__all__ = ["main"]

_STUDY = """\
name: alarms
seed: {seed}
stand: {{driver: simulate, simulated: {{workers: 2, service_time: {{exponential: 10ms}}}}}}
profile:
  timeout: 5s
  operations: {{get: {{request: GET /, apdex: {{target: 30ms}}}}}}
  slo: p99<1s
methods: {{load: {methods}}}
alarms:
  queue: simulated:simulated queued_calls > 20 for 5s
  slow: p95 over 10s > 300ms for 5s
  apdex: apdex over 30s < 0.7 for 10s
"""
_LOADS = (80, 100, 120, 140, 160)
"""Rates in calls/s of quiet half hours; the capacity is 200."""
_SEEDS = range(1, 9)
_QUIET_HEAD = "| load | half hours | with a fall | firings of queue | of slow | of apdex |"
_OVERLOAD_HEAD = "| alarm | overloads with a fall | detected | known after the begin of the overload, s |"
_QUIET, _OVERLOAD = "{{rate: {rate}, hold: 30m}}", "{{stages: [5m:100, 0s:260, 1m:260, 0s:100, 2m:100]}}"


def _alarms(seed: int, methods: str) -> Sequence[Alarm]:
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "s.yaml"
        file.write_text(_STUDY.format(seed=seed, methods=methods), encoding="utf-8")
        with contextlib.redirect_stderr(io.StringIO()):
            return run_study(load_study(file), Path(place) / "run").result.alarms


def main() -> None:
    """Run all loads and print the table."""
    out = sys.stdout
    out.write(
        "| load | half hours | with a fall | firings of queue | of slow | of apdex |\n|---|---|---|---|---|---|\n"
    )
    for rate in _LOADS:
        runs = [_alarms(seed, _QUIET.format(rate=rate)) for seed in _SEEDS]
        fallen = sum(alarms[0].falls for alarms in runs)
        fired = " | ".join(str(sum(alarms[place].fired for alarms in runs)) for place in range(3))
        out.write(f"| {rate}/s of 200/s | {len(runs)} | {fallen} | {fired} |\n")
        out.flush()
    runs = [_alarms(seed, _OVERLOAD.format()) for seed in _SEEDS]
    out.write(
        "\n| alarm | overloads with a fall | detected | known after the begin of the overload, s |\n|---|---|---|---|\n"
    )
    for place, alarm in enumerate(runs[0]):
        own = [alarms[place] for alarms in runs]
        after_s = [one.firings[0].known_s - 300.0 for one in own if one.firings]
        spread = f"{median(after_s):g} ({min(after_s):g} to {max(after_s):g})" if after_s else "-"
        falls, detected = sum(one.falls for one in own), sum(one.detected for one in own)
        out.write(f"| {alarm.name} | {falls} of {len(own)} | {detected} | {spread} |\n")


if __name__ == "__main__":
    main()
