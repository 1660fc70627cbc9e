"""A load tool run once, pinned to the generator's CPU, and ours in its several loads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bench.child import run_child
from bench.observation import Observation, ToolReport, observed
from bench.place import Place
from bench.quantity import Quantity
from bench.tool_output import read_loadproof

__all__ = ["LoadproofLoad", "run_tool"]

_SPARE_S = 90
_IDLE_S = 3
_NOT_ONLY_PASSED = (0, 3, 4)
"""A verdict against the server, or a doubt, is not a fault of the run; the doubts go with the table."""


def run_tool(
    command: Sequence[str | Path],
    place: Place,
    seconds: int,
    read: Callable[[str], ToolReport],
    accepted: tuple[int, ...] = (0,),
) -> Observation:
    """Runs a command that loads the server for so many seconds. Raises BenchError with its output when it fails."""
    accepted_before = place.server.connections_accepted()
    run = run_child(command, timeout_s=seconds + _SPARE_S, cpus={place.cpus.generator}, accepted=accepted)
    observation = observed(run, read(run.stdout))
    # The second look is a connection too.
    opened = place.server.connections_accepted() - accepted_before - 1
    return replace(observation, values={**observation.values, Quantity.CONNECTIONS: float(opened)})


@dataclass(frozen=True, slots=True)
class LoadproofLoad:
    """`loadproof load`; called with a place, it runs once.

    `rate` None: users alone. `profile` is a file of bench/workloads; None: one GET. It holds `times_longer` times the
    seconds of the bench. With `beside_idle` an idle loadproof runs before it, whose peak memory is taken off its own.
    """

    rate: str | None = "max"
    connections: int | None = None
    profile: str | None = None
    tls: bool = False
    times_longer: int = 1
    beside_idle: bool = False

    def __call__(self, place: Place) -> Observation:
        """Runs it. Raises BenchError when calls are lost."""
        seconds = self.times_longer * place.seconds
        idle_mb = _idle_peak_mb(place) if self.beside_idle else None
        run = run_tool(self.command(place, seconds), place, seconds, read_loadproof, _NOT_ONLY_PASSED)
        if idle_mb is None:
            return run
        over_mb = run.values[Quantity.PEAK_MEMORY] - idle_mb
        return replace(run, values={**run.values, Quantity.MEMORY_OVER_IDLE: over_mb})

    def command(self, place: Place, seconds: int) -> list[str | Path]:
        """The command line."""
        base = place.server.tls_url if self.tls else place.server.url
        command: list[str | Path] = [place.loadproof, "load", f"{base}/", "--for", f"{seconds}s"]
        command += ["--json", "--out", place.run_directory()]
        if self.rate is not None:
            command += ["--rate", self.rate]
        if self.connections is not None:
            command += ["--connections", str(self.connections)]
        if self.profile is not None:
            command += ["--profile", place.workloads / self.profile]
        if self.tls:
            # The server's certificate is its own; wrk does not look at it either.
            command.append("--insecure")
        return command


def _idle_peak_mb(place: Place) -> float:
    """The peak memory of a loadproof that makes a request a second on one connection."""
    command: list[str | Path] = [place.loadproof, "load", f"{place.server.url}/", "--rate", "1"]
    command += [
        "--arrivals",
        "constant",
        "--connections",
        "1",
        "--for",
        f"{_IDLE_S}s",
        "--json",
        "--out",
        place.run_directory(),
    ]
    run = run_tool(command, place, _IDLE_S, read_loadproof, _NOT_ONLY_PASSED)
    return run.values[Quantity.PEAK_MEMORY]
