"""Runs that nothing else on the machine disturbed: what loadproof calls not valid for that reason is repeated."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from loadproof.run.host import CpuTimes, own_cpu_s

__all__ = ["undisturbed"]

_BY_THE_MACHINE = {"late-sends", "generator-cpu"}
_ATTEMPTS = 3
_QUIET_SHARE = 0.05
_READING_S = 0.2
_LONGEST_WAIT_S = 20.0

Seen = TypeVar("Seen")


def undisturbed(place: Path, attempt: Callable[[Path], Seen]) -> Seen:
    """What `attempt` gives in a new directory of its own: the first of three without such a doubt, else the last.

    The doubts are those of every `result.json` that the attempt leaves in its directory.
    """
    for number in range(1, _ATTEMPTS + 1):
        directory = place / f"attempt-{number}"
        directory.mkdir()
        seen = attempt(directory)
        if not _BY_THE_MACHINE & set(_doubts_in(directory)):
            break
        _wait_for_quiet()
    return seen


def _wait_for_quiet() -> None:
    """Waits while something else keeps the machine busy, such as a build, but not for ever."""
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    while _foreign_share() > _QUIET_SHARE and time.monotonic() < deadline_s:
        time.sleep(0.5)


def _foreign_share() -> float:
    before, own_before_s = CpuTimes.now(), own_cpu_s()
    time.sleep(_READING_S)
    return CpuTimes.now().foreign_share(before, own_cpu_s() - own_before_s)


def _doubts_in(directory: Path) -> Iterator[str]:
    for path in directory.rglob("result.json"):
        result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        measurements = [trial["measurement"] for trial in result.get("trials", ())]
        for judged in (result, *measurements):
            yield from (doubt["code"] for doubt in judged["doubts"])
