"""The load tools, each as a way to run it once, pinned to the generator's CPU."""

import functools
import subprocess
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from bench.child import run_child
from bench.error import BenchError
from bench.observation import Observation, ToolReport, observed
from bench.package import find_program
from bench.place import Place
from bench.tool_output import read_bare_loop, read_loadproof, read_wrk

__all__ = ["bare_loop", "loadproof_load", "wrk"]

_SPARE_S = 60
_BARE_LOOP = Path(__file__).parent / "bare-loop"
_NOT_ONLY_PASSED = (0, 3, 4)
"""A verdict against the server, or a doubt, is not a fault of the run; the doubts go with the table."""


def loadproof_load(rate: str, connections: int | None = None, times_longer: int = 1) -> Callable[[Place], Observation]:
    """`loadproof load`; it holds `times_longer` times the seconds of the bench."""

    def observe(place: Place) -> Observation:
        seconds = times_longer * place.seconds
        command: list[str | Path] = [place.loadproof, "load", place.url, "--rate", rate, "--for", f"{seconds}s"]
        command += ["--json", "--out", place.run_directory()]
        if connections is not None:
            command += ["--connections", str(connections)]
        return _observe(command, place, seconds, read_loadproof, _NOT_ONLY_PASSED)

    return observe


def wrk(connections: int) -> Callable[[Place], Observation]:
    """`wrk` with one thread."""

    def observe(place: Place) -> Observation:
        command: list[str | Path] = [find_program("wrk"), "-t1", f"-c{connections}", f"-d{place.seconds}s", place.url]
        return _observe(command, place, place.seconds, read_wrk)

    return observe


def bare_loop(connections: int, rate: str = "max", times_longer: int = 1) -> Callable[[Place], Observation]:
    """`bench/bare-loop`, built before its first run."""

    def observe(place: Place) -> Observation:
        seconds = times_longer * place.seconds
        command: list[str | Path] = [_built_bare_loop(), urlsplit(place.url).netloc, str(connections), str(seconds)]
        if rate != "max":
            command.append(rate)
        return _observe(command, place, seconds, read_bare_loop)

    return observe


def _observe(
    command: list[str | Path],
    place: Place,
    seconds: int,
    read: Callable[[str], ToolReport],
    accepted: tuple[int, ...] = (0,),
) -> Observation:
    run = run_child(command, timeout_s=seconds + _SPARE_S, cpus={place.cpus.generator}, accepted=accepted)
    return observed(run, read(run.stdout))


@functools.cache
def _built_bare_loop() -> Path:
    built = subprocess.run(
        ["cargo", "build", "--release", "--locked", "--quiet"],
        cwd=_BARE_LOOP,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if built.returncode != 0:
        raise BenchError(f"{_BARE_LOOP} cannot be built: {built.stderr.strip()[-500:]}")
    return _BARE_LOOP / "target" / "release" / "bare-loop"
