"""How much the speed of this machine changes, and whether a fixed piece of work shows that.

`python -m bench.machine_speed`: a load that never changes runs on one stand for ten minutes; beside it the piece of
work of `loadproof.system.yardstick` is timed on another core. Prints both for every 20 s, and their rank correlation.
Needs `make stands`.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.system.yardstick import work_us
from scipy.stats import spearmanr

_STUDY = Path(__file__).with_suffix(".yaml")
_APART_S = 1.0
_STEP_S = 20.0
_SERVICES = ("postgres", "api")

Reading = tuple[float, float]


def main() -> None:
    """Prints the table; `--preset smoke` takes a minute."""
    with tempfile.TemporaryDirectory() as place:
        run = Path(place) / "run"
        command = [sys.executable, "-m", "loadproof", "run", str(_STUDY), "--out", str(run), *sys.argv[1:]]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            # Only now: a child takes over the cores of its parent.
            os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
            work = _work_beside(process)
        if process.returncode not in (0, 4):
            sys.exit(f"the run ended with exit code {process.returncode}")
        with RunReader(RunDirectory.open(run)) as reader:
            _print_table(reader, work)


def _work_beside(process: subprocess.Popen[bytes]) -> list[Reading]:
    """(Unix time, µs) of the piece of work until the process ends."""
    work = []
    while process.poll() is None:
        work.append((time.time(), work_us()))
        time.sleep(_APART_S)
    return work


def _print_table(reader: RunReader, work: Sequence[Reading]) -> None:
    (trial,) = reader.trials()
    calls_per_s = reader.measurement(trial).rate
    since_s = reader.description.started_at
    rows = []
    print("| s | work us | CPU us/call of postgres | of api |\n|---:|---:|---:|---:|")
    begin_s = trial.started_s + _STEP_S
    while begin_s + _STEP_S <= trial.started_s + trial.duration_s:
        end_s = begin_s + _STEP_S
        beside = [us for at_s, us in work if begin_s <= at_s - since_s < end_s]
        needed = [reader.mean_reading(f"process:{name}", "cpu_cores", begin_s, end_s) or 0.0 for name in _SERVICES]
        if beside:
            rows.append((median(beside), *(1e6 * cores / calls_per_s for cores in needed)))
            print(f"| {begin_s - trial.started_s:.0f} |", " | ".join(f"{value:.1f}" for value in rows[-1]), "|")
        begin_s = end_s
    print(f"\n{calls_per_s:,.0f} calls/s, {reader.measurement(trial).errors} errors")
    columns = list(zip(*rows, strict=True))
    for name, column in zip(("work", *_SERVICES), columns, strict=True):
        print(f"{name}: {min(column):.1f} to {max(column):.1f} us, {max(column) / min(column):.2f} times as much")
    for name, column in zip(_SERVICES, columns[1:], strict=True):
        print(f"rank correlation of work and {name}: {float(spearmanr(columns[0], column).statistic):.2f}")


if __name__ == "__main__":
    main()
