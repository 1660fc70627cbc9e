"""A soak in virtual time by the command line, as long as the longest studies: `python -m bench.simulated_soak [HOURS]`.

38 operations at 3,350 calls/s in all, 72 hours unless given: prints how long it takes, how large its store is, how long
its report takes, and the most memory that its process had.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["SoakCost", "simulated_soak", "soak_study"]

_HOURS = 72.0
_OPERATIONS = 38
_RATE = 3350.0


@dataclass(frozen=True, slots=True)
class SoakCost:
    """What a soak in virtual time took; memory is that of the process that ran it, at its most."""

    calls: int
    outcome: str
    wall_s: float
    report_s: float
    run_db_mb: float
    memory_mb: float
    report_memory_mb: float


def soak_study(hours: float, rate: float = _RATE, operations: int = _OPERATIONS) -> str:
    """The text of the study: a service of 32 workers with collections, each operation of its own mean."""
    names = [f"operation {number:02d}" for number in range(1, operations + 1)]
    times = "\n".join(
        f"      {name}: {{service_time: {{log_normal: {{mean: {2 + number % 7}ms, sigma: 0.6}}}}}}"
        for number, name in enumerate(names)
    )
    calls = "\n".join(f"    {name}: {{request: GET /{number}}}" for number, name in enumerate(names))
    return f"""name: simulated soak
stand:
  driver: simulate
  simulated:
    workers: 32
    service_time: 5ms
    operations:
{times}
    network: 200us
    warm_up: {{factor: 1.5, decay: 60s}}
    memory: {{base: 256MiB, garbage_per_call: 20KiB, collect: 256MiB, pause_per_live_mib: 20us}}
profile:
  operations:
{calls}
  slo: p99<100ms
methods:
  soak: {{rate: {rate:g}, hold: {round(hours * 3600)}s}}
"""


def _timed(command: list[str]) -> tuple[float, float]:
    """Seconds and peak memory in MB of a command of loadproof that may end by any verdict."""
    began_s = time.monotonic()
    child = subprocess.Popen([sys.executable, "-m", "loadproof", *command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    # The verdict is in the result: 0, 3 and 4 are all answers.
    if os.waitstatus_to_exitcode(status) not in (0, 3, 4):
        raise SystemExit(f"loadproof {' '.join(command)} failed")
    return time.monotonic() - began_s, usage.ru_maxrss / 1000.0


def simulated_soak(hours: float, place: Path) -> SoakCost:
    """Runs the soak in `place`, and reports it once more."""
    study, run = place / "study.yaml", place / "run"
    study.write_text(soak_study(hours), encoding="utf-8")
    wall_s, memory_mb = _timed(["run", str(study), "--out", str(run)])
    run_db_mb = (run / "run.db").stat().st_size / 1e6
    report_s, report_memory_mb = _timed(["report", str(run)])
    result = json.loads((run / "result.json").read_text(encoding="utf-8"))
    (answer,) = result["answers"]
    calls = result["trials"][-1]["measurement"]["due"]
    return SoakCost(calls, answer["outcome"], wall_s, report_s, run_db_mb, memory_mb, report_memory_mb)


def main() -> None:
    """Prints the figures of one soak."""
    hours = float(sys.argv[1]) if len(sys.argv) > 1 else _HOURS
    with tempfile.TemporaryDirectory() as place:
        cost = simulated_soak(hours, Path(place))
    print(f"{hours:g} h at {_RATE:g}/s of {_OPERATIONS} operations: {cost.calls:,} calls judged, {cost.outcome}")
    print(f"run: {cost.wall_s:.1f} s, at most {cost.memory_mb:.0f} MB of memory; run.db {cost.run_db_mb:.1f} MB")
    print(f"report: {cost.report_s:.1f} s, at most {cost.report_memory_mb:.0f} MB of memory")


if __name__ == "__main__":
    main()
