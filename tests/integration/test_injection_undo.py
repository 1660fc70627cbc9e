"""Whatever ends the controller of an injection, its problem is undone: seen from outside, within ten seconds."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.injections.injector import InjectionError
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
from loadproof.model.message import Message
from loadproof.stand.lease import clear_leftovers, kill_marked, marked_processes
from loadproof.system.own_processes import failed_processes
from loadproof.system.process_identity import descendants_of, state_of

from .command_line import CommandLine
from .injection_controller import EXTERNAL, KINDS, SECRET, STRESS, call, injector_on, is_external, stand_at
from .stand_of_tests import until

_ROOT = Path(__file__).resolve().parents[2]
_SERVER = Path(__file__).with_name("flag_server.py")
UNDONE_WITHIN_S = 10.0
LEASES = "state/loadproof/stands"


@pytest.fixture(autouse=True)
def stress_ng() -> None:
    if not (STRESS / "stress-ng").is_file():
        pytest.fail("stress-ng is missing: run scripts/prepare_stress_ng.sh", pytrace=False)


@pytest.fixture
def port() -> Iterator[int]:
    """Port of a service that others run, with children."""
    with others_service() as (_, found):
        yield found


@contextmanager
def others_service(*words: str) -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    command = [sys.executable, str(_SERVER), "0", *(words or ("--children",))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True) as server:
        assert server.stdout is not None
        found = int(server.stdout.readline().split()[1])
        try:
            yield server, found
        finally:
            os.killpg(server.pid, signal.SIGKILL)


@contextmanager
def controller(kind: str, place: Path, port: int) -> Iterator[tuple["subprocess.Popen[bytes]", dict[str, Any]]]:
    """A process of its own whose injection is seen from outside, and what it says of it."""
    command = [sys.executable, "-m", "tests.integration.injection_controller", kind, str(place), str(port)]
    paths = os.pathsep.join([str(_ROOT / "python"), str(_ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths}
    told: dict[str, Any] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=_ROOT, env=environment) as process:
        try:
            assert process.stdout is not None
            told = json.loads(process.stdout.readline())
            # It tells as soon as the command runs, which may be before the command has done anything.
            assert until(lambda: is_in_force(kind, place, port, told["token"]))
            yield process, told
        finally:
            process.kill()
            if told:
                kill_marked(told["token"])


def status_of(port: int, within_s: float = 0.5) -> int:
    """Status of GET /slow; 0: no answer."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/slow", timeout=within_s) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return 0


def is_in_force(kind: str, place: Path, port: int, token: str) -> bool:
    """Whether the effect of the injection is seen from outside."""
    match kind:
        case "command":
            return (place / "flag").exists()
        case "http":
            return status_of(port) == 503
        case "stop":
            return status_of(port) == 0
        case "stop-own":
            return any(state_of(one) == "T" for one in marked_processes(f"{token}/api"))
        case "kill":
            return not [one for one in marked_processes(f"{token}/api") if not is_supervisor(one)]
        case _:
            return bool(marked_processes(f"{token}//injection/problem"))


def is_supervisor(process_id: int) -> bool:
    try:
        return b"loadproof.stand.supervisor" in Path(f"/proc/{process_id}/cmdline").read_bytes()
    except OSError:
        return False


def is_undone(kind: str, place: Path, port: int, token: str) -> bool:
    """Whether nothing is left, neither of the effect nor of the processes and files of the controller."""
    if list(place.glob("loadproof-*")) or marked_processes(token):
        return False
    return kind not in EXTERNAL or not is_in_force(kind, place, port, token)


def injection(problem: Problem, **more: Any) -> Injection:
    return Injection(**{"name": "problem", "problem": problem, "after_s": 1.0, "for_s": 60.0, **more})


def codes_in(told: Message) -> set[str]:
    """Codes of a message and of those in it."""
    inner = [value for value in told.values.values() if isinstance(value, Message)]
    return {told.code}.union(*map(codes_in, inner))


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    with pytest.raises(InjectionError, match="Cure: ") as error:
        yield
    assert set(codes) <= codes_in(error.value.told), error.value


@pytest.mark.parametrize("kind", KINDS)
def test_at_its_end_nothing_is_left(kind: str, tmp_path: Path, port: int) -> None:
    with stand_at(kind, tmp_path, port) as stand:
        injector = injector_on(stand, kind, tmp_path, port)
        injector.check()
        (lease,) = (tmp_path / LEASES).glob("*.json")
        before = {name: service.process_id for name, service in stand.services.items()}
        for _ in range(2):
            injector.begin()
            assert until(lambda: is_in_force(kind, tmp_path, port, lease.stem))
            assert injector.fault() is None
            held = [] if kind == "kill" else ["problem"]
            assert [one["traces"]["name"] for one in json.loads(lease.read_text())["injections"]] == held
            assert SECRET not in lease.read_text()
            assert stand.deaths() == []
            injector.end()
            assert injector.remains() is None
            assert not is_in_force(kind, tmp_path, port, lease.stem)
            assert json.loads(lease.read_text())["injections"] == []
            injector.end()
        assert stand.deaths() == []
        if kind == "kill":
            assert stand.services["api"].process_id != before["api"]
        for service in stand.services.values():
            assert status_of(service.port) == 200
    assert is_undone(kind, tmp_path, port, lease.stem)
    assert SECRET not in "".join(log.read_text() for log in (tmp_path / "logs").glob("*.log"))


@pytest.mark.parametrize("kind", KINDS)
def test_a_killed_controller_leaves_nothing(kind: str, tmp_path: Path, port: int) -> None:
    kill_controller(kind, tmp_path, port)


@pytest.mark.parametrize("kind", KINDS)
def test_no_killed_controller_of_five_leaves_anything(kind: str, tmp_path: Path, port: int) -> None:
    for number in range(5):
        place = tmp_path / str(number)
        place.mkdir()
        kill_controller(kind, place, port)


def kill_controller(kind: str, place: Path, port: int) -> None:
    with controller(kind, place, port) as (process, told):
        assert SECRET not in told["lease"]
        process.kill()
        assert until(lambda: is_undone(kind, place, port, told["token"]), UNDONE_WITHIN_S)
        process.wait()
        cleared = [one.code for one in clear_leftovers(place / LEASES)]
        assert cleared == ["leftovers-cleared", *([] if kind == "kill" else ["injection-was-undone"])]
        assert list((place / LEASES).iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("command", "injection-state-unknown"),
        ("http", "injection-state-unknown"),
        ("stop", "injection-was-continued"),
        ("stop-own", "injection-left-nothing"),
        ("pressure", "injection-was-cleared"),
    ],
)
def test_the_next_start_clears_where_all_that_knew_the_undo_were_killed(
    kind: str, code: str, tmp_path: Path, port: int
) -> None:
    with controller(kind, tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        assert [one.code for one in clear_leftovers(tmp_path / LEASES)] == ["leftovers-cleared", code]
        left = kind in ("command", "http")
        assert marked_processes(told["token"]) == set()
        assert is_in_force(kind, tmp_path, port, told["token"]) is left
        assert list(tmp_path.glob("loadproof-*")) == []
        assert list((tmp_path / LEASES).iterdir()) == []


def kill_together(process: "subprocess.Popen[bytes]", token: str) -> None:
    """Kill the controller and every supervisor, none of which has time to undo."""
    supervisors = [one for one in marked_processes(token) if is_supervisor(one)]
    for number in (signal.SIGSTOP, signal.SIGKILL):
        for process_id in (*supervisors, process.pid):
            with suppress(ProcessLookupError):
                os.kill(process_id, number)
    process.wait()


def test_doctor_clears_and_says_so(tmp_path: Path, port: int) -> None:
    with controller("stop", tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        assert status_of(port) == 0
        environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
        with CommandLine("doctor", "--for", "5s", cwd=tmp_path, environment=environment) as command:
            ended = command.ended(within_s=60)
        told_of = " ".join(ended.output.split())
        assert "the injection problem was undone: 3 stopped processes were continued" in told_of
        assert status_of(port) == 200


def test_a_load_of_the_stopped_service_clears_first_and_says_so(tmp_path: Path, port: int) -> None:
    with controller("stop", tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        assert status_of(port) == 0
        environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
        words = ("load", f"http://127.0.0.1:{port}/", "--rate", 20, "--for", "1s", "--out", "run")
        with CommandLine(*words, cwd=tmp_path, environment=environment) as command:
            ended = command.ended(within_s=60)
        assert ended.exit_code in (0, 1, 4), ended.messages
        told_of = " ".join((ended.messages + ended.output).split())
        assert "the injection problem was undone: 3 stopped processes were continued" in told_of
        assert status_of(port) == 200


def test_the_next_stand_clears_and_says_so(tmp_path: Path, port: int) -> None:
    with controller("stop", tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        with stand_at("stop", tmp_path, port) as stand:
            assert [one.code for one in stand.cleared] == ["leftovers-cleared", "injection-was-continued"]
        assert status_of(port) == 200


def test_a_process_with_a_reused_id_and_a_foreign_directory_stay(tmp_path: Path) -> None:
    foreign = tmp_path / "loadproof-not-ours"
    foreign.mkdir()
    with others_service() as (server, port), controller("stop", tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        (path,) = (tmp_path / LEASES).glob("*.json")
        lease = json.loads(path.read_text())
        traces = lease["injections"][0]["traces"]
        for one in traces["processes"]:
            one["start_ticks"] -= 100
        traces["directories"] = [str(foreign), f"{foreign}/../loadproof-x", str(tmp_path)]
        path.write_text(json.dumps(lease))
        assert [one.code for one in clear_leftovers(tmp_path / LEASES)][1:] == ["injection-left-nothing"]
        assert state_of(server.pid) == "T"
        assert foreign.exists()
        os.killpg(server.pid, signal.SIGCONT)


@pytest.mark.parametrize("state", [{}, [1], [{"traces": {}}], "x", [{"receipt": "../../etc/passwd"}]], ids=str)
def test_a_lease_with_other_injections_stays(state: Any, tmp_path: Path, port: int) -> None:
    with controller("http", tmp_path, port) as (process, told):
        kill_together(process, told["token"])
        (path,) = (tmp_path / LEASES).glob("*.json")
        path.write_text(json.dumps({**json.loads(path.read_text()), "injections": state or {"a": 1}}))
        assert clear_leftovers(tmp_path / LEASES) == []
        assert path.exists()


def test_processes_born_meanwhile_are_stopped_and_one_that_ends_is_a_fault(tmp_path: Path, port: int) -> None:
    with stand_at("stop-own", tmp_path, port) as stand:
        injector = injector_on(stand, "stop-own", tmp_path, port)
        injector.check()
        injector.begin()
        members = stand.members_of("api")
        assert {state_of(one) for one in members} == {"T"}
        assert len(members) == 3
        os.kill(max(members), signal.SIGKILL)
        assert until(lambda: injector.fault() is not None)
        fault = injector.fault()
        assert fault is not None
        assert fault.code == "injection-processes-ended"
        injector.end()
        assert injector.remains() is None
        assert status_of(stand.services["api"].port) == 200


def test_a_process_that_others_had_stopped_stays_stopped(tmp_path: Path) -> None:
    with others_service() as (server, port), stand_at("stop", tmp_path, port) as stand:
        (child, _) = sorted(descendants_of(server.pid))
        os.kill(child, signal.SIGSTOP)
        injector = injector_on(stand, "stop", tmp_path, port)
        injector.check()
        injector.begin()
        assert status_of(port) == 0
        injector.end()
        assert (status_of(port), state_of(child)) == (200, "T")


def test_a_command_that_fails_is_a_fault_and_is_undone(tmp_path: Path, port: int) -> None:
    flag = tmp_path / "flag"
    run = ("sh", "-c", f"touch {flag}; echo no such port; exit 3")
    with stand_at("command", tmp_path, port) as stand:
        place = stand.injection_place(True)
        injector = injector_of(injection(CommandProblem(run, ("rm", str(flag)))), place)
        injector.check()
        injector.begin()
        assert until(lambda: injector.fault() is not None)
        fault = injector.fault()
        assert fault is not None
        assert codes_in(fault) == {"injection-step-did", "with-last-lines", "ended-with-code"}
        injector.end()
        assert not flag.exists()


def test_an_undo_that_fails_is_told_and_tried_again_at_the_end_of_the_start(tmp_path: Path, port: int) -> None:
    flag, tries = tmp_path / "flag", tmp_path / "tries"
    undo = ("sh", "-c", f"echo >> {tries}; test $(wc -l < {tries}) -gt 1 && rm {flag}")
    with stand_at("command", tmp_path, port) as stand:
        injector = injector_of(
            injection(CommandProblem(("touch", str(flag)), undo, ("test", "!", "-e", str(flag))), undo_within_s=2.0),
            stand.injection_place(True),
        )
        injector.check()
        injector.begin()
        assert until(flag.exists)
        with refused("injection-step-did", "ended-with-code"):
            injector.end()
        left = injector.remains()
        assert left is not None
        assert left.values["step"] == "check"
    assert not flag.exists()
    assert list((tmp_path / LEASES).iterdir()) == []


def test_an_injection_that_is_never_undone_is_reported_by_the_next_start(tmp_path: Path, port: int) -> None:
    problem = CommandProblem(("true",), ("false",))
    with stand_at("command", tmp_path, port) as stand:
        injector = injector_of(injection(problem), stand.injection_place(True))
        injector.check()
        injector.begin()
        with refused("injection-step-did"):
            injector.end()
    (path,) = (tmp_path / LEASES).glob("*.json")
    lease = json.loads(path.read_text())
    path.write_text(json.dumps({**lease, "owner": {**lease["owner"], "start_ticks": 1}}))
    assert [one.code for one in clear_leftovers(tmp_path / LEASES)][1:] == ["injection-state-unknown"]
    assert list((tmp_path / LEASES).iterdir()) == []


def test_a_check_is_asked_until_nothing_is_left(tmp_path: Path, port: int) -> None:
    flag = tmp_path / "flag"
    # The undo ends at once, and its effect comes a second later.
    undo = ("sh", "-c", f"(trap '' TERM; sleep 1; rm {flag}) & exit 0")
    problem = CommandProblem(("touch", str(flag)), ("true",), ("test", "!", "-e", str(flag)))
    with stand_at("command", tmp_path, port) as stand:
        injector = injector_of(injection(problem), stand.injection_place(True))
        injector.check()
        injector.begin()
        assert until(flag.exists)
        with subprocess.Popen(undo):
            injector.end()
            assert injector.remains() is None
        assert not flag.exists()


def test_a_call_that_is_refused_is_told_and_undone(tmp_path: Path, port: int) -> None:
    base = f"http://127.0.0.1:{port}"
    with stand_at("http", tmp_path, port) as stand:
        problem = CallProblem(call("POST", f"{base}/broken"), call("DELETE", f"{base}/slow"))
        injector = injector_of(injection(problem), stand.injection_place(True))
        injector.check()
        with refused("injection-step-did", "ready-status"):
            injector.begin()
        assert status_of(port) == 503
        injector.end()
        assert status_of(port) == 200


@pytest.mark.parametrize("is_killed", [False, True])
def test_an_overloaded_service_is_called_until_its_undo_succeeds(is_killed: bool, tmp_path: Path) -> None:
    with others_service("--overloaded") as (_, port):
        if is_killed:
            kill_controller("http", tmp_path, port)
            return
        with stand_at("http", tmp_path, port) as stand:
            injector = injector_on(stand, "http", tmp_path, port)
            injector.check()
            injector.begin()
            injector.end()
            assert injector.remains() is None


def test_a_killed_service_that_does_not_start_again_is_a_death(tmp_path: Path, port: int) -> None:
    with stand_at("kill", tmp_path, port) as stand:
        injector = injector_on(stand, "kill", tmp_path, port)
        injector.check()
        injector.begin()
        stand.require_alive()
        with taken(stand.services["api"].port), refused("injection-restart-failed"):
            injector.end()
        left = injector.remains()
        assert left is not None
        assert left.code == "injection-service-down"
        assert [death.service for death in stand.deaths()] == ["api"]
        # As one that died by itself: the run starts it again before the next trial.
        assert list(stand.services) == ["api"]
        stand.restart("api")
        assert (stand.deaths(), status_of(stand.services["api"].port)) == ([], 200)


def test_while_a_service_is_started_again_the_run_looks_for_deaths_without_waiting(tmp_path: Path, port: int) -> None:
    with stand_at("kill", tmp_path, port) as stand:
        injector = injector_on(stand, "kill", tmp_path, port)
        injector.check()
        injector.begin()
        before = stand.services["api"].process_id
        ending = threading.Thread(target=injector.end)
        ending.start()
        longest_s, found = 0.0, []
        while ending.is_alive():
            began_s = time.monotonic()
            found += stand.deaths()
            longest_s = max(longest_s, time.monotonic() - began_s)
            time.sleep(0.01)
        ending.join()
        assert found == []
        assert longest_s < 2.0
        assert stand.services["api"].process_id != before
        # The thread of the run watches what the other one started.
        assert (stand.deaths(), failed_processes()) == ([], [])
        (lease,) = (tmp_path / LEASES).glob("*.json")
        supervisors = [one for one in marked_processes(f"{lease.stem}/api") if is_supervisor(one)]
        for process_id in supervisors:
            os.kill(process_id, signal.SIGKILL)
        assert until(lambda: [one.service for one in failed_processes()] == ["api"])


@contextmanager
def taken(port: int) -> Iterator[None]:
    with subprocess.Popen([sys.executable, str(_SERVER), str(port)], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        server.stdout.readline()
        try:
            yield
        finally:
            server.kill()


def test_killed_pressure_is_a_fault(tmp_path: Path, port: int) -> None:
    with stand_at("pressure-own", tmp_path, port) as stand:
        injector = injector_on(stand, "pressure-own", tmp_path, port)
        injector.check()
        injector.begin()
        (lease,) = (tmp_path / LEASES).glob("*.json")
        for process_id in marked_processes(f"{lease.stem}//injection/problem"):
            if not is_supervisor(process_id):
                os.kill(process_id, signal.SIGKILL)
        assert until(lambda: injector.fault() is not None)
        fault = injector.fault()
        assert fault is not None
        assert fault.values["step"] == "pressure"
        injector.end()
        assert injector.remains() is None


def test_pressure_is_in_the_control_group_of_the_service(rights: None, tmp_path: Path, port: int) -> None:
    with stand_at("pressure-own", tmp_path, port) as stand:
        injector = injector_on(stand, "pressure-own", tmp_path, port)
        injector.check()
        injector.begin()
        (lease,) = (tmp_path / LEASES).glob("*.json")
        pressing = [one for one in marked_processes(f"{lease.stem}//injection/problem") if not is_supervisor(one)]
        group = stand.services["api"].control_group
        assert group is not None
        assert group.cpu is not None
        in_group = {int(line) for line in (group.cpu / "cgroup.procs").read_text().split()}
        assert pressing
        assert set(pressing) <= in_group
        injector.end()
        assert group.cpu.exists()
        assert status_of(stand.services["api"].port) == 200


REFUSED: list[tuple[str, Callable[[Path], Problem], str]] = [
    ("stop", lambda _: StopProblem(None, 1), "injection-without-listener"),
    ("stop", lambda _: StopProblem("api"), "injection-without-service"),
    ("stop", lambda _: KillProblem("api"), "injection-kills-foreign"),
    ("kill", lambda _: KillProblem("db"), "injection-without-service"),
    ("command", lambda _: CommandProblem(("no-such-program-1",)), "injection-program-missing"),
    ("command", lambda _: CommandProblem(("true",), ("no-such-program-1",)), "injection-program-missing"),
    ("command", lambda _: CommandProblem(("echo", "${env:NO_SUCH_SECRET}")), "injection-did"),
    ("http", lambda _: CallProblem(call("GET", "http://127.0.0.1:${db.port}/"), None), "injection-did"),
    ("pressure", lambda _: PressureProblem(None, memory_bytes=1 << 50), "injection-memory-short"),
    ("pressure", lambda place: PressureProblem(None, disk_bytes=1 << 60, directory=place), "injection-disk-short"),
    ("pressure", lambda place: PressureProblem(None, cpu=1, directory=place / "none"), "file-refused"),
    ("pressure", lambda _: PressureProblem("db", cpu=1), "injection-without-service"),
]


@pytest.mark.parametrize(("kind", "problem", "code"), REFUSED, ids=[f"{one[0]} {one[2]}" for one in REFUSED])
def test_what_cannot_be_undone_is_refused_before_any_load(
    kind: str, problem: Callable[[Path], Problem], code: str, tmp_path: Path, port: int
) -> None:
    with stand_at(kind, tmp_path, port) as stand:
        injector = injector_of(injection(problem(tmp_path)), stand.injection_place(is_external(kind)))
        with refused(code):
            injector.check()


def test_pressure_without_its_program_names_the_package(tmp_path: Path, port: int) -> None:
    with stand_at("pressure", tmp_path, port) as stand:
        place = stand.injection_place(False)
        place = replace(place, place=replace(place.place, environment={"PATH": str(tmp_path)}))
        injector = injector_of(injection(PressureProblem(None, cpu=1)), place)
        with pytest.raises(InjectionError, match="apt-get install stress-ng"):
            injector.check()


def test_loadproof_does_not_stop_itself(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as ours, stand_at("stop", tmp_path, ours.getsockname()[1]) as stand:
        problem = StopProblem(None, ours.getsockname()[1])
        injector = injector_of(injection(problem), stand.injection_place(True))
        with refused("injection-stops-loadproof"):
            injector.check()


def test_without_its_guard_nothing_is_begun(tmp_path: Path, port: int) -> None:
    with stand_at("http", tmp_path, port) as stand:
        injector = injector_on(stand, "http", tmp_path, port)
        injector.check()
        (lease,) = (tmp_path / LEASES).glob("*.json")
        for process_id in marked_processes(f"{lease.stem}//guard"):
            os.kill(process_id, signal.SIGKILL)
        time.sleep(0.2)
        with refused("injection-without-guard"):
            injector.begin()
        injector.end()
        assert status_of(port) == 200
