"""What wrk2, oha and k6 report of the same servers under the same load, where they are installed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.case import Case
from bench.accuracy.modes import MODES, RATE
from bench.accuracy.peer_report import PeerReport, read_k6, read_oha, read_wrk2
from bench.accuracy.truth_server import truth_server
from bench.child import run_child
from bench.package import find_peer

__all__ = ["PEER_CASES", "PeerRow", "run_peers"]

PEER_CASES = (
    Case(MODES["freeze"], poisson=False, shards=1, few=False),
    Case(MODES["freeze"], poisson=False, shards=1, few=True),
    Case(MODES["two-point-mixture"], poisson=False, shards=1, few=True),
)
"""Constant arrivals and one thread, which all of them can do, where slow calls hold up others."""
_SECONDS = 10
_WRK2_SECONDS = 15
"""wrk2 learns for ten seconds, and throws away what it saw in them."""
_SPARE_S = 30
_SCRIPT = Path(__file__).with_name("accuracy.js")


@dataclass(frozen=True, slots=True)
class PeerRow:
    """What one tool said of a case; `report` is None where it is not installed."""

    case: Case
    tool: str
    report: PeerReport | None


@dataclass(frozen=True, slots=True)
class _Tool:
    name: str
    program: str
    options: Callable[[Case, str], Sequence[str]]
    read: Callable[[str], PeerReport]


def _wrk2(case: Case, url: str) -> list[str]:
    return ["-t1", f"-c{case.connections}", f"-R{RATE}", f"-d{_WRK2_SECONDS}s", "--latency", f"{url}/"]


def _oha(case: Case, url: str) -> list[str]:
    options = ["--no-tui", "--output-format", "json", "--worker-threads", "1", "-c", str(case.connections)]
    return [*options, "-z", f"{_SECONDS}s", "-q", str(RATE), f"{url}/"]


def _oha_corrected(case: Case, url: str) -> list[str]:
    return ["--latency-correction", *_oha(case, url)]


def _k6(case: Case, url: str) -> list[str]:
    values = {"URL": url, "RATE": RATE, "SECONDS": _SECONDS, "USERS": case.connections}
    given = [word for name, value in values.items() for word in ("-e", f"{name}={value}")]
    return ["run", "--quiet", "--no-usage-report", *given, str(_SCRIPT)]


_TOOLS = (
    _Tool("wrk2", "wrk2", _wrk2, read_wrk2),
    _Tool("oha", "oha", _oha, read_oha),
    _Tool("oha --latency-correction", "oha", _oha_corrected, read_oha),
    _Tool("k6", "k6", _k6, read_k6),
)


def run_peers(case: Case, place: Path) -> list[PeerRow]:
    """Each tool against a server of its own. Raises BenchError when one gives no report."""
    return [PeerRow(case, tool.name, _run(tool, case, place)) for tool in _TOOLS]


def _run(tool: _Tool, case: Case, place: Path) -> PeerReport | None:
    program = find_peer(tool.program)
    if program is None:
        return None
    with truth_server(place / f"{tool.program}.log", *case.mode.server) as server:
        run = run_child([program, *tool.options(case, server.url)], timeout_s=_WRK2_SECONDS + _SPARE_S)
    return tool.read(run.stdout)
