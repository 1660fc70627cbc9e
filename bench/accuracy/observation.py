"""One load, run by the command that a user would type, beside the log of the server."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.accuracy.case import Case
from bench.accuracy.modes import RATE
from bench.accuracy.replay import Replayed, replay
from bench.accuracy.server_log import ServerLog, read_server_log
from bench.accuracy.truth_server import measured, started, truth_server

__all__ = ["Observed", "observe"]

_SPARE_S = 60
_PROFILE = """\
target: {url}
feeders:
  call: {{range: 0-1000000000}}
operations:
  call: {{request: "GET /${{call}}", timeout: {timeout_s}s}}
"""


@dataclass(frozen=True, slots=True)
class Observed:
    """What loadproof reported of a case, and what the server logged."""

    case: Case
    result: dict[str, Any]
    log: ServerLog
    run_directory: Path

    def truth(self) -> Replayed:
        """What the calls would have had from when they were due."""
        case = self.case
        server = case.mode.truth(self.log)
        return replay(case.due_ns, case.connections_of_shards, round(case.mode.timeout_s * 1e9), server)


def observe(case: Case, place: Path) -> Observed:
    """Runs the case in the directory `place`, which is made. Raises BenchError when a program gives no result."""
    place.mkdir(parents=True)
    log, profile = place / "truth.csv", place / "profile.yaml"
    with truth_server(place / "server.log", *case.mode.server, "--log", str(log)) as server:
        profile.write_text(_PROFILE.format(url=server.url, timeout_s=case.mode.timeout_s), encoding="ascii")
        load = ["load", "--profile", str(profile), "--rate", str(RATE), "--for", f"{case.seconds}s"]
        load += ["--arrivals", "poisson" if case.poisson else "constant", "--connections", str(case.connections)]
        load += ["--shards", str(case.shards), "--seed", str(case.seed)]
        result = measured(started(None, place / "run", *load), case.seconds + _SPARE_S)
    return Observed(case, result, read_server_log(log), place / "run")
