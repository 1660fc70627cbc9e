"""Services whose fault is known, diagnosed in a study: the field, the lock and the pool are named, nothing else is."""

import os
import signal
import socket
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from loadproof.run.machine_watch import OURS
from loadproof.system.listeners import listeners_of_port

from tests.known_services import KNOWN_SERVICES, KnownService, study_of
from tests.strangers import strangers

from .command_line import CommandLine, Ended
from .stand_of_tests import until
from .study_file import processes_with

LONGEST_S = 240
CHOSEN = ("known.Quotes", "known.FrameQueue", "known.Directory", "known.Ledger", "known.Connections")
BY_NAME = {service.name: service for service in KNOWN_SERVICES}


def ended(place: Path, study: str, *options: str) -> Ended:
    """A run of a study beside others, whose directory is `place`/run."""
    place.mkdir(exist_ok=True)
    (place / "study.yaml").write_text(study, encoding="utf-8")
    environment = {"XDG_STATE_HOME": str(place / "state"), OURS: ""}
    with CommandLine(
        "run", "study.yaml", *options, "--out", "run", "--json", cwd=place, environment=environment
    ) as command:
        return command.ended(LONGEST_S)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Of each service that is chosen; all are run at once, as none of them needs a quiet machine."""
    place = tmp_path_factory.mktemp("known")
    with ThreadPoolExecutor(len(CHOSEN)) as pool:
        runs = {name: pool.submit(ended, place / name, study_of(BY_NAME[name]), "--shared-machine") for name in CHOSEN}
        found = {name: run.result() for name, run in runs.items()}
    assert processes_with(str(place)) == []
    for run in found.values():
        # So short a soak has no verdict of its own.
        assert run.exit_code in (0, 3, 4), run.messages
    return {name: run.result for name, run in found.items()}


def named(result: dict[str, Any], cause: str) -> list[list[str]]:
    """The texts of the evidence of each finding of a cause."""
    return [
        [item["text"] for item in finding["evidence"] if item["text"] is not None]
        for finding in result["findings"]
        if finding["cause"] == cause
    ]


@pytest.mark.parametrize("name", CHOSEN)
def test_the_field_that_leaks_is_named_and_no_other(name: str, results: dict[str, dict[str, Any]]) -> None:
    service = BY_NAME[name]
    fields = {texts[0] for texts in named(results[name], "heap-holder")}
    assert fields == ({service.field} if service.field else set())


@pytest.mark.parametrize("name", CHOSEN)
def test_what_threads_wait_for_is_named_with_its_line_and_no_other(
    name: str, results: dict[str, dict[str, Any]]
) -> None:
    service = BY_NAME[name]
    locks = named(results[name], "hot-lock")
    assert [texts[0] for texts in locks] == ([service.lock] if service.lock else [])
    for texts in locks:
        assert texts[1].startswith(f"{service.place}:")
        assert texts[1].rpartition(":")[2].isdigit()


def test_users_alone_beside_others_are_looked_at_while_they_load(tmp_path: Path) -> None:
    users = "flows: {visit: {steps: [call, {think: 20ms}]}}, users: {visitors: {flow: visit, count: 12}}"
    study = study_of(BY_NAME["known.Ledger"]).replace("profile: {", f"profile: {{{users}, ")
    study = study.replace("soak: {rate: 100, ramp: 2s, settle: 3s, hold: 20s}", "load: {hold: 6s}")
    with strangers(1, 0.0, 0.6, 0.8):
        run = ended(tmp_path, study)
    assert run.exit_code in (0, 3, 4), run.messages
    assert [texts[0] for texts in named(run.result, "hot-lock")] == ["known.Ledger"]
    assert "threads wait for known.Ledger at Ledger.post:" in run.result["sentence"]


def test_a_diagnosis_waits_for_nobody(tmp_path: Path) -> None:
    """Threads are dumped by the clock: were the load to wait until others leave, they would be dumped without it."""
    study = study_of(BY_NAME["known.Ledger"]).replace("heap: always", "heap: never").replace("p99<1s", "p99<50ms")
    study = study.replace("soak: {rate: 100, ramp: 2s, settle: 3s, hold: 20s}", "load: {rate: 100, hold: 8s}")
    with strangers(2, 0.0, LONGEST_S):
        run = ended(tmp_path, study)
    assert "disturbed" in {doubt["code"] for doubt in run.result["doubts"]}
    assert [texts[0] for texts in named(run.result, "hot-lock")] == ["known.Ledger"]
    assert "waiting until this machine is quiet" not in run.messages


def test_services_that_others_run_are_diagnosed_by_the_names_of_their_processes(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    study = (
        f"name: ours-not\nstand: {{target: 'http://127.0.0.1:{port}'}}\n"
        "profile: {operations: {call: {request: GET /call}}}\nslo: [p99<1s]\n"
        "methods: {load: {rate: 100, hold: 5s}}\n"
        "diagnosis: {java: {threads: always, heap: always, load: 6s}, shop: {}}\n"
    )
    command = [word.replace("${port}", str(port)) for word in BY_NAME["known.Quotes"].command()]
    with subprocess.Popen(command) as service:
        try:
            assert until(lambda: bool(listeners_of_port(port)))
            run = ended(tmp_path, study)
        finally:
            service.kill()
    assert run.exit_code in (0, 3, 4), run.messages
    assert [texts[0] for texts in named(run.result, "heap-holder")] == [BY_NAME["known.Quotes"].field]
    assert {one["service"] for one in run.result["diagnoses"]} == {"java"}
    told = "shop is not diagnosed: no service of that name listens on the target. Those that do: java."
    assert run.messages.splitlines().count(told) == 1


BIG = KnownService("known.Quotes", "a map", flags=("-Xmx700m", "-Xms700m", "-XX:+UseG1GC"))


def larger(study: str) -> str:
    """With a leak of some 300 MiB: a dump takes a second or so."""
    return study.replace("rate: 100", "rate: 600").replace("{threads: always", "{threads: never")


def test_a_service_that_dies_while_its_heap_is_dumped_is_said_and_the_study_goes_on(tmp_path: Path) -> None:
    study = larger(study_of(BIG)).replace("methods: {", "variants: {first: {}, second: {}}\nmethods: {")
    killed = threading.Event()

    def kill() -> None:
        until_s = time.monotonic() + LONGEST_S
        while time.monotonic() < until_s and not killed.is_set():
            if list(tmp_path.glob("run/artifacts/diagnosis/first/*/*.hprof")):
                for process in psutil.process_iter(["cmdline"]):
                    if "known.Quotes" in (process.info["cmdline"] or []) and process.name() == "java":
                        os.kill(process.pid, signal.SIGKILL)
                        killed.set()
            time.sleep(0.002)

    killer = threading.Thread(target=kill)
    killer.start()
    run = ended(tmp_path, study)
    died = killed.is_set()
    killed.set()
    killer.join()
    assert died
    assert run.exit_code in (3, 4), run.messages
    first, second = ([one for one in run.result["diagnoses"] if one["variant"] == name] for name in ("first", "second"))
    assert any(remark.startswith("The heap of api could not be dumped: ") for one in first for remark in one["remarks"])
    assert all(one["heap"] is None or len(one["heap"]["dumps"]) < 3 for one in first)
    assert [len(one["heap"]["dumps"]) for one in second] == [3]
    assert {trial["variant"] for trial in run.result["trials"]} == {"first", "second"}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a disk of its own size")
def test_a_disk_that_has_no_room_for_a_dump_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=72m", "none", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("this machine mounts nothing")
    try:
        run = ended(disk, study_of(BY_NAME["known.Quotes"]))
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=False)
    assert run.exit_code in (0, 3, 4), run.messages
    (told,) = run.result["diagnoses"]
    assert told["heap"] is None
    assert len(told["threads"]["dumps"]) >= 8
    assert any("MiB free, a dump of" in remark for remark in told["remarks"]), told["remarks"]
