"""Controller that makes one injection on a stand of its own and waits to be killed; arguments: KIND PLACE PORT."""

import json
import os
import sys
import time
from pathlib import Path

from loadproof.injections.injector import Injector
from loadproof.injections.kinds.registry import injector_of
from loadproof.injections.settings import (
    CallProblem,
    CommandProblem,
    Injection,
    KillProblem,
    PressureProblem,
    Problem,
    StopProblem,
)
from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import Driver, Placement, ReadyCheck, ReadyKind, ServiceSettings, StandSettings
from loadproof.study.toggle_settings import ToggleKind, ToggleStep

__all__ = ["EXTERNAL", "KINDS", "SECRET", "STRESS", "call", "injection_on", "is_external", "settings_of", "stand_at"]

SECRET = "hunter2-never-on-disk"  # noqa: S105 - of no one
STRESS = Path(__file__).resolve().parents[2] / ".cache/stress-ng"
EXTERNAL = ("command", "http", "stop")
KINDS = (*EXTERNAL, "stop-own", "kill", "pressure", "pressure-own")
_SERVER = Path(__file__).with_name("flag_server.py")


def is_external(kind: str) -> bool:
    return kind in EXTERNAL


def call(method: str, url: str) -> ToggleStep:
    return ToggleStep(ToggleKind.URL, (method, url))


def problem_of(kind: str, place: Path, port: int) -> Problem:
    flag, url = str(place / "flag"), f"http://127.0.0.1:{port}/slow?password=${{env:PASSWORD}}"
    run = ("sh", "-c", f"echo ${{env:PASSWORD}}; touch {flag}; sleep 600 & sleep 600", "${env:PASSWORD}")
    problems: dict[str, Problem] = {
        "command": CommandProblem(run, ("sh", "-c", f"rm {flag}", "${env:PASSWORD}"), ("test", "!", "-e", flag)),
        "http": CallProblem(call("POST", url), call("DELETE", url), call("GET", url)),
        "stop": StopProblem(None, port),
        "stop-own": StopProblem("api"),
        "kill": KillProblem("api"),
        "pressure": PressureProblem(None, cpu=1, memory_bytes=32 << 20, disk_bytes=8 << 20, directory=place),
        "pressure-own": PressureProblem("api", cpu=1),
    }
    return problems[kind]


def injection_on(kind: str, place: Path, port: int) -> Injection:
    return Injection("problem", problem_of(kind, place, port), 1.0, 60.0)


def settings_of(kind: str, place: Path, port: int) -> StandSettings:
    if is_external(kind):
        return StandSettings(Driver.EXTERNAL, f"http://127.0.0.1:{port}/", placement=Placement.SHARED)
    command = (sys.executable, "-u", str(_SERVER), "${port}", "--children")
    service = ServiceSettings("api", command, place, ready=ReadyCheck(ReadyKind.LINE, "ready", 30), stop_within_s=1.0)
    return StandSettings(
        Driver.PROCESS, "http://127.0.0.1:${api.port}/", services=(service,), placement=Placement.SHARED
    )


def stand_at(kind: str, place: Path, port: int) -> Stand:
    environment = {
        **os.environ,
        "XDG_STATE_HOME": str(place / "state"),
        "PASSWORD": SECRET,
        "PATH": f"{STRESS}:{os.environ['PATH']}",
    }
    return Stand(settings_of(kind, place, port), place / "logs", environment)


def injector_on(stand: Stand, kind: str, place: Path, port: int) -> Injector:
    return injector_of(injection_on(kind, place, port), stand.injection_place(is_external(kind)))


def main() -> None:
    kind, place, port = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
    with stand_at(kind, place, port) as stand:
        injector = injector_on(stand, kind, place, port)
        injector.check()
        injector.begin()
        (lease,) = (place / "state/loadproof/stands").glob("*.json")
        ports = [service.port for service in stand.services.values()]
        told = {"token": lease.stem, "lease": lease.read_text(), "ports": ports}
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        time.sleep(600)


if __name__ == "__main__":
    main()
