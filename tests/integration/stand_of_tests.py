"""Stands of small services for the tests of the drivers, and the processes that carry a mark of theirs."""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import Driver, Placement, ReadyCheck, ReadyKind, ServiceSettings, StandSettings
from loadproof.words.catalogue import english

__all__ = ["LISTEN", "MARK", "READY", "carriers", "gone", "next_deaths", "python_service", "stand_of", "until"]

MARK = "STAND_TEST_MARK"
LISTEN = """
import socket, sys
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    connection, _ = server.accept()
    connection.close()
"""
READY = ReadyCheck(ReadyKind.LINE, "ready", 20)
"""For services that say so."""


def python_service(name: str, place: Path, code: str, *arguments: str, **settings: Any) -> ServiceSettings:
    """A service that is a small program."""
    command = (sys.executable, "-S", "-u", "-c", code, *arguments)
    return ServiceSettings(name, command, place, **{"stop_within_s": 2.0, **settings})


def stand_of(place: Path, *services: ServiceSettings, environment: dict[str, str] | None = None, **more: Any) -> Stand:
    """A stand with its state in `place`/state and its logs in `place`/logs; its reset commands, if any, run first.

    One that is `held` starts no service.
    """
    held = more.pop("held", False)
    settings = {"driver": Driver.PROCESS, "target": "http://127.0.0.1:1/", "placement": Placement.SHARED, **more}
    given = {**os.environ, "XDG_STATE_HOME": str(place / "state"), **(environment or {})}
    return Stand(StandSettings(services=services, **settings), place / "logs", given, held=held)


def carriers(mark: str) -> set[int]:
    """Ids of the living processes whose environment holds the variable MARK with the value `mark`."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (entry / "environ").read_bytes().split(b"\0"):
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def gone(mark: str, within_s: float = 3.0) -> bool:
    """Whether no process carries `mark` any more, `within_s` at the latest."""
    return until(lambda: not carriers(mark), within_s)


def next_deaths(stand: Stand, within_s: float = 5.0) -> list[tuple[str, str]]:
    """What the stand says of the services that died next; nothing if none has within the time."""
    seen: list[tuple[str, str]] = []

    def died() -> bool:
        seen.extend((death.service, english(death.how)) for death in stand.deaths())
        return bool(seen)

    until(died, within_s)
    return seen


def until(reached: Callable[[], bool], within_s: float = 5.0) -> bool:
    """Whether `reached` within the time."""
    deadline_s = time.monotonic() + within_s
    while not reached():
        if time.monotonic() > deadline_s:
            return False
        time.sleep(0.01)
    return True
