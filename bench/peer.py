"""The peers, each as a way to run it once, pinned to the generator's CPU."""

import functools
import os
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

from bench.case import Contender
from bench.error import BenchError
from bench.load_tool import run_tool
from bench.observation import Observation
from bench.package import find_peer, find_program
from bench.place import Place
from bench.tool_output import read_bare_loop, read_k6, read_oha, read_wrk

__all__ = ["bare_loop", "k6", "oha", "wrk", "wrk2", "wrk_with_lua"]

_TIMEOUT = "10s"
"""As ours: the 2 s of wrk are short for the last of 10,000 connections that open at once."""
_BARE_LOOP = Path(__file__).parent / "bare-loop"
_STANDS = Path(__file__).parents[1] / "stands"
"""The workspace that it belongs to."""


def wrk(connections: int, *, tls: bool = False) -> Contender:
    """`wrk` with one thread."""

    def observe(place: Place) -> Observation:
        base = place.server.tls_url if tls else place.server.url
        options = ("-t1", f"-c{connections}", f"-d{place.seconds}s", "--timeout", _TIMEOUT)
        return run_tool([find_program("wrk"), *options, f"{base}/"], place, place.seconds, read_wrk)

    return Contender("wrk", observe)


def wrk_with_lua(connections: int, script: str) -> Contender:
    """`wrk` with one thread and a script of bench/workloads, which reads the ids."""

    def observe(place: Place) -> Observation:
        command: list[str | Path] = [find_program("wrk"), "-t1", f"-c{connections}", f"-d{place.seconds}s"]
        command += ["-s", place.workloads / script, place.server.url, "--", place.workloads / "ids.csv"]
        return run_tool(command, place, place.seconds, read_wrk)

    return Contender("wrk + Lua", observe)


def wrk2(connections: int, rate: int) -> Contender:
    """`wrk2` with one thread at a rate."""

    def observe(place: Place) -> Observation:
        options = ("-t1", f"-c{connections}", f"-R{rate}", f"-d{place.seconds}s")
        return run_tool([_peer("wrk2"), *options, f"{place.server.url}/"], place, place.seconds, read_wrk)

    return Contender("wrk2", observe, program="wrk2")


def oha(connections: int, rate: int | None = None) -> Contender:
    """`oha` with one worker thread; at a rate with the correction that counts times from when they were due."""

    def observe(place: Place) -> Observation:
        command: list[str | Path] = [_peer("oha"), "--no-tui", "--output-format", "json", "--worker-threads", "1"]
        command += ["-c", str(connections), "-z", f"{place.seconds}s"]
        if rate is not None:
            command += ["-q", str(rate), "--latency-correction"]
        return run_tool([*command, f"{place.server.url}/"], place, place.seconds, read_oha)

    return Contender("oha", observe, program="oha")


def k6(script: str, *, rate: int | None = None, times_longer: int = 1) -> Contender:
    """`k6` with a script of bench/workloads."""

    def observe(place: Place) -> Observation:
        seconds = times_longer * place.seconds
        command: list[str | Path] = [_peer("k6"), "run", "--quiet", "--no-usage-report"]
        command += ["-e", f"URL={place.server.url}", "-e", f"SECONDS={seconds}"]
        if rate is not None:
            command += ["-e", f"RATE={rate}"]
        return run_tool([*command, place.workloads / script], place, seconds, read_k6)

    return Contender("k6", observe, program="k6")


def bare_loop(connections: int, rate: int | None = None, times_longer: int = 1) -> Contender:
    """`bench/bare-loop`, built before its first run."""

    def observe(place: Place) -> Observation:
        seconds = times_longer * place.seconds
        address = urlsplit(place.server.url).netloc
        command: list[str | Path] = [_built_bare_loop(), address, str(connections), str(seconds)]
        if rate is not None:
            command.append(str(rate))
        return run_tool(command, place, seconds, read_bare_loop)

    return Contender("bare loop", observe)


def _peer(name: str) -> Path:
    found = find_peer(name)
    if found is None:
        raise BenchError(f"{name} went away while the bench ran. Cure: scripts/prepare_peers.sh")
    return found


@functools.cache
def _built_bare_loop() -> Path:
    built = subprocess.run(
        ["cargo", "build", "--release", "--locked", "--quiet"],
        cwd=_BARE_LOOP,
        # Built as the engine is; the stands around it are linked without.
        env={**os.environ, "CARGO_PROFILE_RELEASE_LTO": "thin"},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if built.returncode != 0:
        raise BenchError(f"{_BARE_LOOP} cannot be built: {built.stderr.strip()[-500:]}")
    return _STANDS / "target" / "release" / "bare-loop"
