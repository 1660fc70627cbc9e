"""Capacity searches of services that we did not write, beside nobody and beside a process that takes a core."""

import math
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from subprocess import DEVNULL, STDOUT, Popen, TimeoutExpired
from time import monotonic, sleep
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from loadproof.stand.free_ports import free_ports
from loadproof.stand.last_lines import last_lines

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.forecasts import forecast_once
from bench.real.product import NOBODY, Others, ran
from bench.real.record import Entry, Record

__all__ = ["A_THIRD", "SEARCHES", "SERVICES", "Search", "Service", "disjoint_pairs", "searches_table"]

A_THIRD = Others("1 core, 20 of every 60 s", 1, 0.0, 20.0, 60.0)
_INSTALLED = Path(__file__).parents[2] / ".cache" / "services"
_ROUNDS = 3
_SLO = "p99<100ms"
_WITHIN_S = 3600.0
_READY_WITHIN_S = 30.0
_STOP_PATIENCE_S = 10.0
_SPREAD, _DISJOINT = 1.15, 2.0


@dataclass(frozen=True, slots=True)
class Service:
    """The command that starts it on a port, in a directory of its own, and the path that is loaded."""

    name: str
    command: Callable[[int], Sequence[str | Path]]
    path: str

    @contextmanager
    def running(self, place: Path) -> Iterator[str]:
        """Its URL while it runs. Raises BenchError where it is not installed or does not answer."""
        (port,) = free_ports(1)
        program, *words = self.command(port)
        if not Path(program).exists():
            raise BenchError(f"{self.name} is not installed ({program}). Cure: scripts/prepare_services.sh")
        log = place / "service.log"
        with log.open("wb") as output:
            # A group of its own: it has workers, which end with it.
            process = Popen(
                [program, *words], stdin=DEVNULL, stdout=output, stderr=STDOUT, start_new_session=True, cwd=place
            )
        try:
            self._await(process, url := f"http://127.0.0.1:{port}{self.path}", log)
            yield url
        finally:
            _end(process)

    def _await(self, process: Popen[bytes], url: str, log: Path) -> None:
        ends_s = monotonic() + _READY_WITHIN_S
        while monotonic() < ends_s and process.poll() is None:
            try:
                with urlopen(url, timeout=2.0) as answer:  # noqa: S310
                    answer.read()
            except (URLError, OSError):
                sleep(0.1)
            else:
                return
        shown = last_lines(log.read_text(encoding="utf-8", errors="replace"))
        raise BenchError(f"{self.name} does not answer at {url}. Its last lines{shown}")


def _end(process: Popen[bytes]) -> None:
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(_STOP_PATIENCE_S)
    except TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


_PYTHON, _NODE = _INSTALLED / "venv/bin", _INSTALLED / "node_modules/.bin"
SERVICES = (
    Service(
        "httpbin under gunicorn",
        lambda port: (_PYTHON / "gunicorn", "-b", f"127.0.0.1:{port}", "-w", "2", "httpbin:app"),
        "/get",
    ),
    Service(
        "Datasette under uvicorn",
        lambda port: (_PYTHON / "datasette", "serve", "--host", "127.0.0.1", "--port", str(port)),
        "/_memory.json?sql=select+1&_shape=array",
    ),
    Service(
        "http-server on Node.js",
        lambda port: (_NODE / "http-server", _INSTALLED / "site", "-p", str(port), "-a", "127.0.0.1", "-s", "-c-1"),
        "/index.html",
    ),
)


@dataclass(frozen=True, slots=True)
class Search:
    """One search of one service."""

    service: Service
    others: Others
    number: int

    @property
    def name(self) -> str:
        """As the record has it."""
        return f"{self.service.name}; {self.others.name}; {self.number}"

    def run(self, record: Record, place: Path, budget_min: float | None) -> dict[str, Any]:
        """The entry of the search; `budget_min`: most minutes of load."""
        budget = [] if budget_min is None else ["--budget", f"{round(60 * budget_min)}s"]
        with self.service.running(place) as url:
            asked = f"budget: {budget[1]}" if budget else ""
            study = (
                f'name: a search\nstand: {{target: "{url.removesuffix(self.service.path)}"}}\n'
                "profile: {operations: {get: {request: GET /}}}\n"
                f"slo: [{_SLO}]\nmethods: {{capacity: {{{asked}}}}}\n"
            )
            known = f"a search{f' within {budget_min:g} min' if budget else ''}"
            forecast = forecast_once(known, study, record, place)
            words = ("capacity", "--slo", _SLO, *budget)
            entry = ran(url, place, *words, within_s=_WITHIN_S, others=self.others)
            return entry | {"forecast": forecast, "budget_min": budget_min}


SEARCHES = tuple(
    Search(service, others, number)
    for number in range(1, _ROUNDS + 1)
    for others in (NOBODY, A_THIRD)
    for service in SERVICES
)
"""18: round by round, so that a record that was cut has some of all."""


def _interval(entry: Entry) -> tuple[float, float] | None:
    """Of a search that says one, as a valid answer."""
    found = _answer(entry)
    if entry["state"] != "passed" or found["low"] is None or found["high"] is None:
        return None
    return float(found["low"]), float(found["high"])


def _answer(entry: Entry) -> Entry:
    answer: Entry = next(answer for answer in entry["answers"] if answer["method"] == "capacity")
    return answer


def disjoint_pairs(intervals: Sequence[tuple[float, float] | None]) -> tuple[int, int]:
    """Pairs of intervals that share no rate, and pairs of which both have an interval.

    >>> disjoint_pairs([(1.0, 2.0), (1.5, 3.0), None, (2.5, 4.0)])
    (1, 3)
    """
    pairs = list(combinations([one for one in intervals if one is not None], 2))
    return sum(one[1] < other[0] or other[1] < one[0] for one, other in pairs), len(pairs)


def searches_table(record: Record) -> MethodTable:
    """Every search that was run, and the claims over them."""
    rows, disjoint, pairs, claims = [], 0, 0, []
    budgets = {entry["budget_min"] for search in SEARCHES for entry in record.of([search.name])}
    limits = sorted("none" if budget is None else f"{budget:g} min" for budget in budgets)
    for service in SERVICES:
        own = [search for search in SEARCHES if search.service is service and search.name in record]
        rows += [_row(search, record[search.name]) for search in own]
        apart, both = disjoint_pairs([_interval(record[search.name]) for search in own])
        disjoint, pairs = disjoint + apart, pairs + both
        quiet = [_answer(record[search.name])["estimate"] for search in own if search.others is NOBODY]
        estimates = [float(estimate) for estimate in quiet if estimate is not None]
        spread = max(estimates) / min(estimates) if len(estimates) == _ROUNDS else math.nan
        claims.append(
            Claim(f"{service.name}, nobody beside: largest / smallest of {_ROUNDS} estimates", spread, most=_SPREAD)
        )
    claims.append(
        Claim(
            f"pairs of valid intervals that are disjoint, of {pairs} where all valid would be {_pairs()}",
            float(disjoint) if pairs else math.nan,
            most=_DISJOINT,
        )
    )
    return MethodTable(
        "Searches of services that others wrote",
        ("service", "others", "outcome", "rate", "estimate", "low", "high", "exit", "minutes", "doubts"),
        rows,
        claims,
        {"SLO": _SLO, "budget of each": " or ".join(limits), "searches": f"{len(rows)} of {len(SEARCHES)}"},
    )


def _pairs() -> int:
    return len(SERVICES) * math.comb(len(SEARCHES) // len(SERVICES), 2)


def _row(search: Search, entry: Entry) -> tuple[str, ...]:
    found = _answer(entry)
    figures = ("" if found[key] is None else f"{found[key]:,.4g}" for key in ("rate", "estimate", "low", "high"))
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    minutes = "" if entry["took_s"] is None else f"{entry['took_s'] / 60.0:.1f}"
    outcome = str(found["outcome"])
    return (search.service.name, search.others.name, outcome, *figures, str(entry["exit_code"]), minutes, doubts)
