"""What it is worth to keep processors awake, or to raise the generator's priority, and what a service pays for it.

`python -m bench.awake`: rounds in which the same sleeps and loads run side by side, on `known-truth burn` of 1 ms a
call (1,000/s at most); prints medians. As root, on an idle machine. Needs `make stands`.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from loadproof.system.awake import kept_awake

from bench.accuracy.truth_server import TruthServer, truth_server

_SLEEP_S = 0.001
_BUSY = "import time\nend = time.monotonic() + 300\nwhile time.monotonic() < end: pass"
"""It ends by itself, should whoever measures be killed."""
_NICE = -5
_AWAKE = (
    "kept awake by", "1 ms sleeps late p99, ms", "late p99 at 600/s, ms", "response p99 at 600/s, ms", "most, calls/s",
)  # fmt: skip
_NICED = ("priority", "late p99 at 200/s beside burners, ms", "service p99 there, ms", "most alone, calls/s")


def main() -> None:
    """Prints two tables; `--rounds 1` takes two minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", choices=["processors", "priority"], help="one of the tables")
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as place,
        truth_server(Path(place) / "log", "burn", "--cpu-us", "1000") as server,
    ):
        if options.only != "priority":
            modes = {"nothing": _asleep, "request": _by_request, "idle group": _in_group, "idle alone": _idle_alone}
            _print(
                _AWAKE, options.rounds, {name: partial(_awake_figures, server, mode) for name, mode in modes.items()}
            )
        if options.only != "processors":
            nices = {"usual": (0, False), f"nice {_NICE}": (_NICE, False), "and its session": (_NICE, True)}
            _print(
                _NICED, options.rounds, {name: partial(_nice_figures, server, *nice) for name, nice in nices.items()}
            )


def _print(columns: Sequence[str], rounds: int, modes: dict[str, Callable[[], list[float]]]) -> None:
    """Medians of `columns`, by mode."""
    seen = defaultdict(list)
    for _ in range(rounds):
        for name, figures in modes.items():
            seen[name].append(figures())
            print(name, *(f"{figure:.3g}" for figure in seen[name][-1]), file=sys.stderr, flush=True)
    print(f"| {' | '.join(columns)} |\n|---|{'---:|' * (len(columns) - 1)}")
    for name, rows in seen.items():
        print(f"| {name} | {' | '.join(f'{median(column):.3g}' for column in zip(*rows, strict=True))} |")


def _awake_figures(server: TruthServer, mode: Callable[[], Iterator[None]]) -> list[float]:
    with contextmanager(mode)():
        held, most = _load(server, "600"), _load(server, "max")
        return [_sleeps_late_ms(), held["lateness_ms"]["p99"] or 0.0, held["response_ms"]["p99"] or 0.0, most["rate"]]


def _nice_figures(server: TruthServer, nice: int, of_session: bool) -> list[float]:
    def prepare() -> None:
        os.nice(nice)
        if of_session:
            Path("/proc/self/autogroup").write_text(str(nice), encoding="ascii")

    burners = [subprocess.Popen([sys.executable, "-S", "-c", _BUSY], start_new_session=True) for _ in range(_cores())]
    try:
        held = _load(server, "200", prepare)
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    return [held["lateness_ms"]["p99"], held["service_ms"]["p99"], _load(server, "max", prepare)["rate"]]


def _cores() -> int:
    return len(os.sched_getaffinity(0))


def _asleep() -> Iterator[None]:
    yield


def _by_request() -> Iterator[None]:
    with kept_awake() as kept:
        if kept.spinners or not kept.is_kept:
            sys.exit(f"there is no request here: {kept.told}")
        yield


def _in_group() -> Iterator[None]:
    with kept_awake(may_request=False) as kept:
        if not kept.is_kept:
            sys.exit(kept.told)
        yield


def _idle_alone() -> Iterator[None]:
    """The policy without the group: what not to do."""
    spinners = [subprocess.Popen([sys.executable, "-S", "-c", _BUSY], start_new_session=True) for _ in range(_cores())]
    try:
        for cpu, spinner in zip(sorted(os.sched_getaffinity(0)), spinners, strict=True):
            os.sched_setaffinity(spinner.pid, {cpu})
            os.sched_setscheduler(spinner.pid, os.SCHED_IDLE, os.sched_param(0))
        yield
    finally:
        for spinner in spinners:
            spinner.kill()
            spinner.wait()


def _sleeps_late_ms(for_s: float = 4.0) -> float:
    """The 99th percentile."""
    late_s, end_s = [], time.monotonic() + for_s
    while (now_s := time.monotonic()) < end_s:
        time.sleep(_SLEEP_S)
        late_s.append(time.monotonic() - now_s - _SLEEP_S)
    return 1e3 * sorted(late_s)[int(0.99 * len(late_s))]


def _load(server: TruthServer, rate: str, prepare: Callable[[], None] | None = None) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        ended = subprocess.run(
            [
                *(sys.executable, "-m", "loadproof", "load", server.url, "--rate", rate, "--for", "6s"),
                *("--shared-machine", "--json"),
            ],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=place,
            start_new_session=True, preexec_fn=prepare, check=False,
        )  # fmt: skip
    told: dict[str, Any] = json.loads(ended.stdout)
    return told


if __name__ == "__main__":
    main()
