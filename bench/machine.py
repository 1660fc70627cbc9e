"""The machine that the figures hold for."""

import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bench.error import BenchError
from bench.package import PEERS, find_peer, find_program

__all__ = ["CpuPair", "Machine", "cpu_model"]


@dataclass(frozen=True, slots=True)
class CpuPair:
    """The CPU of the generator and the CPU of the server; never the same one."""

    generator: int
    server: int

    @classmethod
    def of_this_process(cls) -> Self:
        """The first two CPUs that this process may use. Raises BenchError where there is only one."""
        allowed = sorted(os.sched_getaffinity(0))
        if len(allowed) < 2:
            raise BenchError(f"only CPU {allowed} may be used. Cure: give the bench two CPUs, one for each side")
        return cls(allowed[0], allowed[1])


@dataclass(frozen=True, slots=True)
class Machine:
    """CPU model, cores, kernel and versions of the programs, and how busy the machine was before the bench began."""

    cpu_model: str
    cores: int
    kernel: str
    versions: tuple[str, ...]
    load_average: float
    """Runnable processes over the last minute (proc(5), loadavg); near 0 on a quiet machine."""

    @classmethod
    def here(cls) -> Self:
        """The machine as it is now."""
        versions = (
            f"Python {platform.python_version()}",
            _first_line(find_program("nginx"), "-v"),
            _first_line(find_program("wrk"), "-v").partition(" [")[0],
            *(_peer_version(name) for name in PEERS),
        )
        cpuinfo = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        load_average = round(os.getloadavg()[0], 2)
        return cls(cpu_model(cpuinfo), os.cpu_count() or 1, platform.release(), versions, load_average)

    def __str__(self) -> str:
        """One line."""
        return f"{self.cpu_model}, {self.cores} cores, Linux {self.kernel}; {', '.join(self.versions)}"


def cpu_model(cpuinfo: Iterable[str]) -> str:
    """The model in the lines of /proc/cpuinfo; the architecture where the kernel names none.

    >>> cpu_model(["processor : 0", "model name : AMD EPYC"])
    'AMD EPYC'
    """
    for line in cpuinfo:
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            return value.strip()
    return platform.machine()


def _peer_version(name: str) -> str:
    program = find_peer(name)
    if program is None:
        return f"{name} not installed"
    if name == "wrk2":
        # It calls itself wrk, of the version that it sprang from, or of the commit that it was built at.
        return "wrk2 " + _first_line(program, "-v").removeprefix("wrk ").partition(" [")[0]
    said = _first_line(program, "version" if name == "k6" else "--version")
    return said.partition(" (")[0]


def _first_line(program: Path, option: str) -> str:
    # Some print their version on standard error or output as they like, and wrk ends with 1.
    ended = subprocess.run([program, option], capture_output=True, text=True, timeout=10, check=False)
    return (ended.stdout or ended.stderr).splitlines()[0].removeprefix("nginx version: ")
