"""Runs that nothing else on the machine disturbed: what loadproof calls not valid for that reason is repeated."""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from loadproof.system.machine_account import MachineAccount

from .command_line import Ended, loadproof

__all__ = ["ATTEMPTS", "stood_still", "undisturbed", "undisturbed_load"]

_BY_THE_MACHINE = {"late-sends", "generator-cpu"}
ATTEMPTS = 3
_QUIET_CORES = 0.1
_READING_S = 0.5
_LONGEST_WAIT_S = 20.0

Seen = TypeVar("Seen")


def undisturbed(place: Path, attempt: Callable[[Path], Seen]) -> Seen:
    """What `attempt` gives in a new directory of its own: the first of three that was not disturbed, else the last.

    What says so is every `result.json` that the attempt leaves in its directory.
    """
    for number in range(1, ATTEMPTS + 1):
        directory = place / f"attempt-{number}"
        directory.mkdir()
        seen = attempt(directory)
        if not any(_was_disturbed(result) for result in _results_in(directory)):
            break
        # Beside other tests it does not become quiet.
        if "PYTEST_XDIST_WORKER" not in os.environ:
            _wait_for_quiet()
    return seen


def undisturbed_load(place: Path, *words: object) -> Ended:
    """What `loadproof load` says where its generator did not stand still: else it judges fewer calls than it made."""
    return undisturbed(place, lambda directory: loadproof("load", *words, cwd=directory))


def _wait_for_quiet() -> None:
    """Waits while something else keeps the machine busy, such as a build, but not for ever."""
    deadline_s = time.monotonic() + _LONGEST_WAIT_S
    account = MachineAccount()
    time.sleep(_READING_S)
    while account.read().foreign_cores > _QUIET_CORES and time.monotonic() < deadline_s:
        time.sleep(_READING_S)


def stood_still(result: Mapping[str, Any]) -> bool:
    """Whether a result says that its generator stood still, and that whole seconds were not judged for that."""
    return any(judged.get("left_out_s") for judged in _judged(result))


def _was_disturbed(result: Mapping[str, Any]) -> bool:
    doubts = {doubt["code"] for judged in _judged(result) for doubt in judged["doubts"]}
    return bool(_BY_THE_MACHINE & doubts) or stood_still(result)


def _judged(result: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return (result, *(trial["measurement"] for trial in result.get("trials", ())))


def _results_in(directory: Path) -> Iterator[dict[str, Any]]:
    for path in directory.rglob("result.json"):
        yield json.loads(path.read_text(encoding="utf-8"))
