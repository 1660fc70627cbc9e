"""Logs of a small program that allocates, by each collector of each JDK that is here."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench.child import run_child
from bench.error import BenchError
from bench.gc_logs.readings import JAR

__all__ = ["MadeLog", "java_homes", "logs_to_make"]

_HOMES = Path("/usr/lib/jvm")
_VERSION = re.compile(r'^JAVA_VERSION="(\d+)([^"]*)"', re.MULTILINE)
_WANTED = (17, 25)
_HEAP = ("-Xms96m", "-Xmx96m")
_LONGER_S = 60
_COLLECTORS = {
    "serial": ("-XX:+UseSerialGC",),
    "parallel": ("-XX:+UseParallelGC",),
    "g1": ("-XX:+UseG1GC",),
    "z": ("-XX:+UseZGC",),
    "shenandoah": ("-XX:+UseShenandoahGC",),
}
_SINCE_25 = {
    "generational-shenandoah": (
        "-XX:+UnlockExperimentalVMOptions",
        "-XX:+UseShenandoahGC",
        "-XX:ShenandoahGCMode=generational",
    )
}
"""From JDK 24 on `z` is that with generations, and there is no other."""


@dataclass(frozen=True, slots=True)
class MadeLog:
    """One log that can be made: of a collector of a JDK."""

    name: str
    java: Path
    options: tuple[str, ...]

    def make(self, place: Path, seconds: int) -> Path:
        """Runs the program for so many seconds; the log is decorated as docs/guides/gc.md says."""
        log = place / f"{self.name}.log"
        told = f"-Xlog:gc*:file={log}:time,uptime,level,tags"
        program = ("-cp", JAR, "loadproof.bench.gc.Allocations", str(seconds))
        run_child((self.java, *_HEAP, *self.options, told, *program), timeout_s=seconds + _LONGER_S)
        return log


def java_homes(given: Iterable[Path] | None = None) -> dict[int, Path]:
    """Homes of JDKs by their version. Raises BenchError where one that was given is none, or 17 or 25 is not found."""
    homes = {version: home for home in given or sorted(_HOMES.glob("*")) if (version := _version(home)) is not None}
    if given is None:
        homes = {version: home for version, home in homes.items() if version in _WANTED}
    missing = [version for version in _WANTED if version not in homes]
    if missing:
        raise BenchError(f"JDK {missing[0]} is not in {_HOMES}. Cure: install it, or name JDKs by --java-home")
    return dict(sorted(homes.items()))


def logs_to_make(homes: dict[int, Path]) -> Iterator[MadeLog]:
    """Every collector of every JDK."""
    for version, home in homes.items():
        collectors = _COLLECTORS | (_SINCE_25 if version >= 25 else {})
        for name, options in collectors.items():
            yield MadeLog(f"jdk{version}-{name}", home / "bin/java", options)


def _version(home: Path) -> int | None:
    release = home / "release"
    found = _VERSION.search(release.read_text(encoding="utf-8")) if release.is_file() else None
    return None if found is None else int(found[1])
