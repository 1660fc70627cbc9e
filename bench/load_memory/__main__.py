"""`python -m bench.load_memory`: a load of half an hour on a service of varied errors, and a soak beside it.

Prints the slope of the private memory of loadproof after a warm-up of 5 minutes, with an interval of 95 %, for a load
whose output is a file, one on a terminal, and a soak of a study that starts the service itself. All run side by side.
Ends with 1 if the interval of one of them lies above `--most`, in bytes a second.
"""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.error import BenchError
from bench.load_memory.growth import growth_of
from bench.load_memory.sampling import Sample, run_sampled, served

_MINUTES = 30.0
_RATE = 100.0
_MOST = 1000.0
_KILOBYTE = 1000.0
_RUNS = ("load", "load on a terminal", "soak")


def main() -> None:
    """Run the three loads and print their growth."""
    parser = argparse.ArgumentParser(prog="python -m bench.load_memory", description=__doc__)
    parser.add_argument("--minutes", type=float, default=_MINUTES, help=f"of each load [{_MINUTES:g}]")
    parser.add_argument("--rate", type=float, default=_RATE, help=f"calls/s of each load [{_RATE:g}]")
    parser.add_argument("--most", type=float, default=_MOST, help=f"bytes a second that are allowed [{_MOST:g}]")
    parser.add_argument("--only", choices=_RUNS, action="append", help="this load alone")
    options = parser.parse_args()
    load_s = 60.0 * options.minutes
    names = options.only or list(_RUNS)
    print(f"{options.rate:g} calls/s for {options.minutes:g} minutes; load average {os.getloadavg()[0]:.2f}")
    try:
        with tempfile.TemporaryDirectory(prefix="loadproof-memory-") as scratch, ThreadPoolExecutor() as pool:
            places = {name: Path(scratch) / name.replace(" ", "-") for name in names}
            runs = {name: pool.submit(_samples, name, places[name], options.rate, load_s) for name in names}
            lowest = [_told(name, run.result(), load_s) for name, run in runs.items()]
    except BenchError as error:
        sys.exit(f"error: {error}")
    sys.exit(max(lowest) > options.most)


def _samples(name: str, place: Path, rate: float, load_s: float) -> Sequence[Sample]:
    place.mkdir()
    command = [sys.executable, "-m", "loadproof"]
    if name == "soak":
        study = place / "study.yaml"
        study.write_text(_study(rate, load_s), encoding="utf-8")
        return run_sampled([*command, "run", str(study), "--out", str(place / "run")], place, live=False)
    with served() as url:
        words = ["load", url, "--rate", f"{rate:g}", "--for", f"{load_s:g}s", "--timeout", "1s"]
        return run_sampled([*command, *words, "--out", str(place / "run")], place, live=name != "load")


def _study(rate: float, load_s: float) -> str:
    """A soak of the same service, whose SLO allows all of its errors: it goes on to its end."""
    root = Path(__file__).parents[2]
    service = [sys.executable, "-m", "bench.load_memory.varied_errors", "--port", "${port}"]
    stand = {
        "target": "http://127.0.0.1:${api.port}",
        "services": {"api": {"command": service, "environment": {"PYTHONPATH": str(root)}}},
    }
    return (
        f"name: memory of a soak\nstand: {json.dumps(stand)}\n"
        "profile: {operations: {read: {request: GET /, timeout: 1s}}}\n"
        f"slo: [errors<90%, rate±90%]\nmethods: {{soak: {{rate: {rate:g}, hold: {load_s:g}s}}}}\n"
    )


def _told(name: str, samples: Sequence[Sample], load_s: float) -> float:
    """Print a row of the controller and one of its supervisors; give the higher lower end of both, bytes a second."""
    rows = {name: [(sample.at_s, sample.controller_bytes) for sample in samples]}
    if any(sample.supervisors_bytes for sample in samples):
        rows[f"supervisors of the {name}"] = [(sample.at_s, sample.supervisors_bytes) for sample in samples]
    lows = []
    for row, points in rows.items():
        growth = growth_of(points, load_s)
        print(
            f"{row}: {growth.begin_bytes / 1e6:.1f} MB after the warm-up, grows {growth.per_s / _KILOBYTE:.2f} kB/s "
            f"({growth.low / _KILOBYTE:.2f} to {growth.high / _KILOBYTE:.2f}), "
            f"{3600 * growth.per_s / 1e6:.1f} MB an hour",
            flush=True,
        )
        lows.append(growth.low)
    return max(lows)


if __name__ == "__main__":
    main()
