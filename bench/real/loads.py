"""Loads of one URL, as a user starts them: services of known capacity beside bursts of others."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from loadproof.stand.free_ports import free_ports
from loadproof.stand.last_lines import last_lines

from bench.accuracy.truth_server import truth_server
from bench.error import BenchError
from bench.real.case import Case, Kind, capacity_of, kind_of
from bench.real.forecasts import forecast_once
from bench.real.product import NOBODY, Others, ran
from bench.real.record import Entry, Record

__all__ = ["LOADS", "PERIODIC", "SMALL_SERVICE", "load_study", "users_profile"]

SMALL_SERVICE = Path(__file__).with_name("small_service.py")
HOLD_S = 20
_SATURATED_S = 6
_WITHIN_S = 300.0
_LATEST_S = 3.0
PERIODIC = Others("2 cores, 3 of every 9 s", 2, 3.0, 3.0, 9.0)
_OTHERS = (
    NOBODY,
    Others("2 cores, 2 s", 2, 6.0, 2.0),
    Others("1 core, 8 s", 1, 4.0, 8.0),
    Others("2 cores, 20 s", 2, 1.0, 20.0),
    PERIODIC,
)
_SERVERS = {
    "burn": ("burn", "--cpu-us", "1000"),
    "workers": ("workers", "--count", "4", "--service-us", "4000"),
}
_SLO, _SLO_OF_USERS = "p99<50ms", "p99<100ms"
_PACING_S = 0.5
_DRIFTING_RATE = 400.0


@dataclass(frozen=True, slots=True)
class _Load:
    service: str
    part: float
    users: bool = False

    @property
    def name(self) -> str:
        """As the table shows it."""
        return f"{self.service}, {'users' if self.users else 'open'}, {self.part:g} × capacity"


_MIXES = (
    *(_Load("burn", part) for part in (0.5, 0.8, 1.02, 1.1, 1.5)),
    *(_Load("burn", part, users=True) for part in (0.6, 1.3)),
    *(_Load("workers", part) for part in (0.5, 0.8, 1.02, 1.1, 1.5)),
    _Load("workers", 0.6, users=True),
)


def users_profile(count: int, pacing_s: float = _PACING_S) -> str:
    """Users of one call each round, who join over one."""
    pacing = f"{round(1000 * pacing_s)}ms"
    return (
        f"operations:\n  get: {{request: GET /}}\nflows:\n  visit: {{steps: [get]}}\n"
        f"users:\n  all: {{flow: visit, count: {count}, ramp: {pacing}, pacing: {pacing}}}\n"
    )


def load_study(url: str, load: str, slo: str, profile: str = "operations: {get: {request: GET /}}\n") -> str:
    """The study that a load on a URL is, which a plan needs."""
    indented = "".join(f"  {line}\n" for line in profile.splitlines())
    return (
        f'name: a load\nstand: {{target: "{url}"}}\nprofile:\n{indented}slo: [{slo}]\nmethods: {{load: {{{load}}}}}\n'
    )


def _known(load: _Load, others: Others, later_s: float, record: Record, place: Path) -> dict[str, Any]:
    """The run of a load of known-truth."""
    with truth_server(place / "server.log", *_SERVERS[load.service]) as server:
        capacity = capacity_of(load.service, record, partial(_saturated, server.url, place))
        rate = load.part * capacity
        if load.users:
            profile = place / "users.yaml"
            profile.write_text(users_profile(round(rate * _PACING_S)), encoding="utf-8")
            words = ["--profile", str(profile), "--slo", _SLO_OF_USERS]
            study = load_study(server.url, f"hold: {HOLD_S}s", _SLO_OF_USERS, profile.read_text(encoding="utf-8"))
        else:
            words = ["--rate", f"{rate:.1f}", "--slo", _SLO]
            study = load_study(server.url, f"rate: {rate:.1f}, hold: {HOLD_S}s", _SLO)
        forecast = forecast_once(load.name, study, record, place)
        return _loaded(server.url, words, others, later_s, place) | {"forecast": forecast}


def _saturated(url: str, place: Path) -> Entry:
    return ran(url, place, "load", "--rate", "max", "--for", f"{_SATURATED_S}s", within_s=60.0)


def _loaded(url: str, words: list[str], others: Others, later_s: float, place: Path) -> dict[str, Any]:
    command = ("load", *words, "--for", f"{HOLD_S}s")
    return ran(url, place, *command, within_s=_WITHIN_S, others=others, later_s=later_s)


def _drifting(others: Others, later_s: float, record: Record, place: Path) -> dict[str, Any]:
    with _small_service("drift", place) as url:
        study = load_study(url, f"rate: {_DRIFTING_RATE:g}, hold: {HOLD_S}s", _SLO)
        forecast = forecast_once("drifting", study, record, place)
        words = ["--rate", f"{_DRIFTING_RATE:g}", "--slo", _SLO]
        return _loaded(url, words, others, later_s, place) | {"forecast": forecast}


@contextmanager
def _small_service(mode: str, place: Path) -> Iterator[str]:
    """The small service on a free port; ended with the context. Raises BenchError where it does not start."""
    (port,) = free_ports(1)
    log = place / "service.log"
    with (
        log.open("wb") as errors,
        Popen([sys.executable, "-u", SMALL_SERVICE, mode, str(port)], stdout=PIPE, stderr=errors) as process,
    ):
        try:
            if process.stdout is None or process.stdout.readline() != b"ready\n":
                shown = last_lines(log.read_text(encoding="utf-8", errors="replace"))
                raise BenchError(f"{SMALL_SERVICE.name} did not start. Its last lines{shown}")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()


def _cases() -> Iterator[Case]:
    moments = random.Random(15)
    for others in _OTHERS:
        for load in _MIXES:
            run = partial(_known, load, others, moments.uniform(0.0, _LATEST_S))
            yield Case(f"{load.name}; {others.name}", kind_of(load.part), others, False, run)
        run = partial(_drifting, others, moments.uniform(0.0, _LATEST_S))
        yield Case(f"drifting, open; {others.name}", Kind.WORSE, others, False, run)


def _shuffled() -> tuple[Case, ...]:
    """In an order that lets a record that was cut hold some of all."""
    cases = list(_cases())
    random.Random(15).shuffle(cases)
    return tuple(cases)


LOADS = _shuffled()
"""70 loads, half of them on a service that burns processor time."""
