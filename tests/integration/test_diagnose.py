"""`loadproof diagnose` on real Java VMs of each JDK that is here: locks, threads, memory, and all that may refuse."""

import contextlib
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest
from loadproof.jvm.vm.report import VmReport
from loadproof.records.json_form import of_json
from loadproof.words.catalogue import english

from tests.known_services import KNOWN_SERVICES

from .command_line import loadproof
from .process_tree import standing_still
from .test_runtime_facts import JAVA_HOMES, NOBODY, java_command, listening

HOMES: list[Path | None] = [*JAVA_HOMES] or [None]
WORKER = "worker-with-a-name-that-the-system-cuts"


def program(home: Path | None, *flags: str, kind: str = "held") -> list[str]:
    return [*java_command(home, "-Xmx64m", "-XX:ActiveProcessorCount=2", *flags)[:-1], "LockedProgram", kind]


def diagnosed(process_id: int, tmp_path: Path, *words: object, seconds: float = 2.0) -> VmReport:
    ended = loadproof("diagnose", process_id, "--seconds", seconds, "--json", *words, cwd=tmp_path)
    # On a busy machine it takes longer than 10 s, and says how far it is.
    messages = [line for line in ended.messages.splitlines() if "% done, about" not in line]
    assert (ended.exit_code, messages) == (0, []), ended.messages
    return of_json(VmReport, json.loads(ended.output))


def codes(report: VmReport) -> set[str]:
    return {remark.code for remark in report.remarks}


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_vm_says_who_waits_for_whom_and_which_thread_works(home: Path | None, tmp_path: Path) -> None:
    with listening(*program(home, "-XX:+UseSerialGC", "-XX:NativeMemoryTracking=summary")) as process_id:
        report = diagnosed(process_id, tmp_path, seconds=3.0)
    assert report.threads is not None
    waits = {wait.thread: (wait.state, wait.holder, wait.place.partition(":")[0]) for wait in report.threads.waits}
    assert waits == dict.fromkeys(("waiter-1", "waiter-2"), ("BLOCKED", "holder", "LockedProgram.await"))
    assert len(report.threads.dumps) == 3
    (worker,) = [busy for busy in report.busy if busy.thread == WORKER]
    assert worker.group == "service"
    assert 0.1 < worker.cores < 0.95
    assert worker.allocated_mib_per_s is not None
    assert report.figures.pools
    assert report.figures.native_mib["Thread"] > 0.0
    assert (report.vm.collector, report.vm.command) == ("Serial", "LockedProgram")
    # It allocates far more than its heap has, and nothing of that lives.
    assert sum(one.collections for one in report.figures.collectors) > 0
    assert report.figures.pause_share is not None


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_deadlock_ends_with_3_in_every_form(home: Path | None, tmp_path: Path) -> None:
    with listening(*program(home, kind="deadlock")) as process_id:
        words = ("diagnose", process_id, "--seconds", "1")
        ended = loadproof(*words, "--html", "vm.html", cwd=tmp_path)
        assert (ended.exit_code, ended.messages) == (3, "")
        assert "Deadlock:" in ended.output
        assert "# loadproof diagnose" in loadproof(*words, "--markdown", cwd=tmp_path).output
    assert "inventory" in (tmp_path / "vm.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_classes_and_a_heap_dump_come_only_when_they_are_asked_for(home: Path | None, tmp_path: Path) -> None:
    with listening(*program(home, "-XX:+UseG1GC")) as process_id:
        bare = diagnosed(process_id, tmp_path, seconds=1.0)
        assert (bare.classes, bare.heap_dump, list(tmp_path.glob("*.hprof"))) == ((), None, [])
        report = diagnosed(process_id, tmp_path, "--classes", "--heap", seconds=1.0)
    assert [use.objects for use in report.classes if use.name == "LockedProgram$Kept"] == [1234]
    assert report.heap_dump is not None
    (dump,) = tmp_path.glob("*.hprof")
    assert Path(report.heap_dump.file) == dump
    assert dump.stat().st_mode & 0o777 == 0o600
    assert dump.read_bytes()[:13] == b"JAVA PROFILE "
    assert report.heap_dump.mib == pytest.approx(dump.stat().st_size / 2**20)
    assert "heap-dump-cached" in codes(report)
    # What it holds is told, too, and who reads the first sentence alone learns it.
    assert report.heap is not None
    assert [(one.name, one.extent.state) for one in report.heap.dumps] == [(str(dump), "whole")]
    assert [one.objects for one in report.heap.classes if one.name == "LockedProgram$Kept"] == [1234]
    assert english(report.sentence).endswith(english(report.heap.sentence))


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_log_of_collections_stands_beside_it(home: Path | None, tmp_path: Path) -> None:
    log = tmp_path / "collections.txt"
    with listening(*program(home, "-XX:+UseG1GC", f"-Xlog:gc*:file={log}")) as process_id:
        report = diagnosed(process_id, tmp_path, seconds=3.0)
    assert report.log is not None
    assert (report.log.name, report.log.collector) == (str(log), "G1")
    assert report.figures.allocated_mib_per_s is not None
    assert report.figures.allocated_mib_per_s > 1.0
    assert "no-log" not in codes(report)


@contextlib.contextmanager
def writing_to(out: Path, command: Sequence[str]) -> Iterator[int]:
    """A VM whose output goes to a file, once it is up: a dump of threads that it prints would show there."""
    with out.open("wb") as file, subprocess.Popen(command, stdin=subprocess.PIPE, stdout=file, stderr=file) as process:
        try:
            until_s = time.monotonic() + 20.0
            while b"{}" not in out.read_bytes() and time.monotonic() < until_s:
                time.sleep(0.05)
            yield process.pid
        finally:
            process.kill()


@contextlib.contextmanager
def known(home: Path | None, name: str) -> Iterator[int]:
    """A service whose threads wait for a known lock, under calls of twelve clients."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    service = next(one for one in KNOWN_SERVICES if one.name == name)
    command = [word.replace("${port}", str(port)) for word in service.command(home)]
    ended, answered = threading.Event(), threading.Semaphore(0)

    def call() -> None:
        while not ended.is_set():
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5.0)
                while not ended.is_set():
                    connection.request("GET", "/call")
                    connection.getresponse().read()
                    answered.release()

    with subprocess.Popen(command) as process, ThreadPoolExecutor(12) as clients:
        for _ in range(12):
            clients.submit(call)
        try:
            # All of them are connected.
            for _ in range(24):
                assert answered.acquire(timeout=30.0)
            yield process.pid
        finally:
            ended.set()
            process.kill()


@pytest.mark.parametrize("home", HOMES, ids=str)
@pytest.mark.parametrize("name", ["known.Ledger", "known.Seats", "known.Connections"])
def test_flight_recorder_tells_the_time_that_is_lost_at_each_lock(name: str, home: Path | None, tmp_path: Path) -> None:
    service = next(one for one in KNOWN_SERVICES if one.name == name)
    with known(home, name) as process_id:
        report = diagnosed(process_id, tmp_path, "--jfr", seconds=4.0)
    assert report.lock_times, [english(one.text) for one in report.remarks]
    most = report.lock_times[0]
    assert most.lock == service.lock
    assert most.places[0].startswith(f"{service.place}:")
    # All but one of twelve, or two, wait all the time.
    assert 10.0 < most.lost_s < 60.0
    assert most.waits > 100
    assert 1.0 < most.longest_ms < 1e3 * most.lost_s
    (recording,) = tmp_path.glob("waits-*.jfr")
    assert recording.stat().st_mode & 0o777 == 0o600
    assert "recording-kept" in codes(report)


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_threads_that_take_turns_to_accept_connections_are_held_up_by_no_lock(
    home: Path | None, tmp_path: Path
) -> None:
    with listening(*program(home, kind="accepting")) as process_id:
        report = diagnosed(process_id, tmp_path, "--jfr", seconds=3.0)
    assert report.threads is not None
    assert not {"not-asked", "no-recording"} & codes(report)
    # Two of three stand at the lock in each dump, and wait there some hundred times in a recording.
    assert (report.threads.waits, report.threads.locks) == ((), ())
    # On a busy machine something in the VM itself may take a millisecond; no acceptor is in it, and not the recording.
    for one in report.lock_times:
        assert not one.lock.startswith("jdk.jfr."), one
        assert not any(".accept:" in place for place in one.places), one


def test_a_vm_without_flight_recorder_says_so(tmp_path: Path) -> None:
    with listening(*program(HOMES[-1], "-XX:-FlightRecorder")) as process_id:
        report = diagnosed(process_id, tmp_path, "--jfr", seconds=1.0)
    assert (report.lock_times, "no-recording" in codes(report)) == ((), True)
    assert report.threads is not None


@pytest.mark.parametrize("counters", ["-XX:+UsePerfData", "-XX:-UsePerfData"])
def test_a_vm_that_may_not_be_asked_is_not_hurt_and_the_rest_is_said(counters: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with writing_to(out, program(HOMES[-1], "-XX:+DisableAttachMechanism", counters)) as process_id:
        report = diagnosed(process_id, tmp_path, seconds=1.0)
        # SIGQUIT would have put a dump of its threads among its output.
        assert out.read_bytes() == b"{}\n"
    assert "not-asked" in codes(report)
    assert report.threads is None
    assert bool(report.figures.pools) == (counters == "-XX:+UsePerfData")
    assert ("no-counters" in codes(report)) == (counters == "-XX:-UsePerfData")
    assert report.figures.cores["service"] > 0.1
    assert report.state == "cannot_tell"


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_vm_that_handles_no_signals_lives_on(home: Path | None, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with writing_to(out, program(home, "-Xrs")) as process_id:
        report = diagnosed(process_id, tmp_path, seconds=1.0)
        assert psutil.Process(process_id).status() != psutil.STATUS_ZOMBIE
        assert out.read_bytes() == b"{}\n"
    assert report.threads is not None


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has namespaces")
def test_a_vm_whose_tmp_cannot_be_written_tells_what_is_left(tmp_path: Path) -> None:
    apart = ("unshare", "--mount")
    if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this machine gives no namespaces")
    command = program(HOMES[-1])
    # The classes must not be below what is hidden.
    at = command.index("-cp") + 1
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        command[at] = str(shutil.copytree(command[at], Path(place) / "classes"))
        script = 'mount -t tmpfs -o ro none /tmp && exec "$@"'
        with listening(*apart, "sh", "-c", script, "sh", *command) as process_id:
            report = diagnosed(process_id, tmp_path, seconds=1.0)
            assert not list(Path(f"/proc/{process_id}/cwd").glob(".attach_pid*"))
    assert {"not-asked", "no-counters"} <= codes(report)
    assert report.figures.cores["service"] > 0.1


def test_a_vm_that_ends_meanwhile_keeps_what_it_told(tmp_path: Path) -> None:
    with listening(*program(HOMES[-1])) as process_id:
        killer = threading.Timer(4.0, os.kill, (process_id, signal.SIGKILL))
        killer.start()
        report = diagnosed(process_id, tmp_path, seconds=6.0)
        killer.join()
    assert report.state == "ended"
    assert "ended" in codes(report)
    assert report.threads is not None
    assert report.threads.waits


def test_a_vm_that_stands_still_is_not_waited_for(tmp_path: Path) -> None:
    with listening(*program(HOMES[-1])) as process_id, standing_still(process_id):
        report = diagnosed(process_id, tmp_path, seconds=1.0)
    assert "not-asked" in codes(report)
    assert report.threads is None


def test_a_launcher_is_taken_for_the_vm_that_it_started(tmp_path: Path) -> None:
    with listening("/bin/sh", "-c", '"$@"; true', "sh", *program(HOMES[-1])) as root:
        assert diagnosed(root, tmp_path, seconds=1.0).vm.process != root


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has services of other users, and namespaces")
def test_a_vm_of_another_user_and_one_with_numbers_and_files_of_its_own(tmp_path: Path) -> None:
    # Not tmp_path, which is closed to others.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        Path(place).chmod(0o755)
        command = program(HOMES[-1])
        at = command.index("-cp") + 1
        command[at] = str(shutil.copytree(command[at], Path(place) / "classes"))
        with listening(*command, user=NOBODY) as process_id:
            report = diagnosed(process_id, tmp_path)
            assert report.threads is not None
            assert report.threads.waits
        apart = ("unshare", "--pid", "--mount", "--fork", "--mount-proc")
        if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
            pytest.skip("this machine gives no namespaces")
        script = 'mount -t tmpfs none /tmp && exec "$@"'
        with listening(*apart, "sh", "-c", script, "sh", *command) as root:
            report = diagnosed(root, tmp_path)
            # Their threads are known by numbers of their own.
            assert WORKER in [busy.thread for busy in report.busy]
            assert report.threads is not None
            ended = loadproof("diagnose", root, "--seconds", "1", "--heap", "--out", "/tmp", cwd=tmp_path)  # noqa: S108
            assert (ended.exit_code, "does not see the directory" in ended.messages) == (2, True)


@pytest.mark.parametrize(
    ("process", "words", "told"),
    [
        ("1", (), "this is no Java VM"),
        ("4000000", (), "there is no such process"),
        ("1", ("--seconds", "-1"), "--seconds: -1 is not from 1 to 3600"),
    ],
)
def test_bad_input_ends_with_2_and_one_line(process: str, words: Sequence[str], told: str, tmp_path: Path) -> None:
    if process == "1":
        process = str(os.getpid())
    ended = loadproof("diagnose", process, *words, cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in ended.messages
    assert ended.messages.count("\n") == 1
