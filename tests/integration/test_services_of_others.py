"""A plain URL has eyes: who listens on the target is found, probed and followed, whoever started it."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from loadproof.stand.free_ports import free_ports
from loadproof.stand.service_group import make_service_group
from loadproof.study.stand_settings import Limits

from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth
from .undisturbed import stood_still, undisturbed

SERVER = Path(__file__).with_name("listening_server.py")
LOAD = ("--rate", 200, *FORGIVING, "--json", "--out", "run")
NEEDS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="another user's process needs root to be made")


@contextmanager
def listening(shape: str, port: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-S", str(SERVER), shape, str(port), "--password", "hunter22"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def readings(run: Path, probe: str, name: str) -> list[float]:
    query = "SELECT value FROM reading JOIN series ON series.rowid = reading.series WHERE probe = ? AND name = ?"
    with closing(sqlite3.connect(run / "run.db")) as database:
        return [value for (value,) in database.execute(query, (probe, name))]


def probes(run: Path) -> set[str]:
    with closing(sqlite3.connect(run / "run.db")) as database:
        return {probe for (probe,) in database.execute("SELECT DISTINCT probe FROM series")}


def told(result: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(event["kind"], event["service"]) for event in result["run"]["events"]]


def of_kind(result: dict[str, Any], kind: str) -> list[str]:
    return [event["text"] for event in result["run"]["events"] if event["kind"] == kind]


def causes(result: dict[str, Any], kind: str) -> list[str]:
    return [finding["cause"] for finding in result["findings"] if finding["kind"] == kind]


@pytest.mark.parametrize("shape", ["prefork", "ports"])
def test_a_parent_with_workers_is_one_service(tmp_path: Path, shape: str) -> None:
    (port,) = free_ports(1)
    with listening(shape, port) as process:
        ended = loadproof("load", f"http://127.0.0.1:{port}/", "--for", "3s", *LOAD, cwd=tmp_path)
    (service,) = ended.result["run"]["runtimes"]
    name = service["service"]
    assert name.startswith("python")
    assert service["facts"]["process"] == str(process.pid)
    assert SERVER.name in service["facts"]["command"]
    assert "hunter22" not in (tmp_path / "run/result.json").read_text()
    assert set(readings(tmp_path / "run", f"process:{name}", "processes")) == {3.0}
    assert {f"process:{name}", "host", "generator"} <= probes(tmp_path / "run")
    assert told(ended.result)[0] == ("found", name)
    assert str(process.pid) in (tmp_path / "run/report.md").read_text()


def test_listeners_that_are_no_relatives_are_each_a_service(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with listening("alone", port) as first, listening("alone", port) as second:
        ended = loadproof("load", f"http://127.0.0.1:{port}/", "--for", "3s", *LOAD, cwd=tmp_path)
    found = {one["service"]: one["facts"]["process"] for one in ended.result["run"]["runtimes"]}
    assert sorted(found.values()) == sorted([str(first.pid), str(second.pid)])
    (plain,) = [name for name in found if f"{name}-2" in found]
    for name in (plain, f"{plain}-2"):
        assert set(readings(tmp_path / "run", f"process:{name}", "processes")) == {1.0}


@pytest.mark.quiet_machine
@pytest.mark.usefixtures("rights")
def test_a_quota_of_others_is_named(tmp_path: Path) -> None:
    made = make_service_group(f"loadproof-test-of-others-{os.getpid()}", Limits(0.3, None))
    assert made.group is not None
    assert made.group.cpu is not None

    def attempt(place: Path) -> Ended:
        with known_truth(place, "burn", "--cpu-us", 2000) as service:
            for directory in made.directories:
                (directory / "cgroup.procs").write_text(str(service.process_id))
            # The others keep to their core: what they take is not the quota's.
            return loadproof(
                "load", service.url, "--rate", 250, "--for", "8s", "--slo", "p99<100ms", "--timeout", "3s",
                "--json", "--out", "run", cwd=place, within_s=60,
            )  # fmt: skip

    try:
        result = undisturbed(tmp_path, attempt).result
    finally:
        for directory in made.directories:
            directory.rmdir()
    assert result["state"] == "failed", result["sentence"]
    assert "throttled" in causes(result, "fact"), result["findings"]
    assert causes(result, "hypothesis")[:1] == ["throttled"], result["findings"]
    (service,) = result["run"]["runtimes"]
    assert service["facts"]["cpus"] == "0.3"


def test_a_death_in_mid_load_is_told_and_named(tmp_path: Path) -> None:
    with known_truth(tmp_path, "die", "--after-ms", 2500) as service:
        ended = loadproof("load", service.url, "--for", "6s", *LOAD, cwd=tmp_path)
        process_id = service.process_id
    assert ended.exit_code == 3, ended.messages
    kinds = [kind for kind, service in told(ended.result) if service == "known-truth"]
    assert kinds == ["found", "died"], ended.result["run"]["events"]
    assert of_kind(ended.result, "machine-unseen") == []
    gone = f"the service known-truth ended: there is no process {process_id} any more"
    assert of_kind(ended.result, "died") == [gone]
    assert "died" in causes(ended.result, "fact")
    assert [doubt for doubt in ended.result["trials"][0]["measurement"]["doubts"] if doubt["code"] == "service-died"]


def test_who_takes_the_place_of_a_dead_process_is_probed(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with listening("alone", port) as first:
        words = ("load", f"http://127.0.0.1:{port}/", "--for", "8s", *LOAD)
        with CommandLine(*words, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 1)
            first.kill()
            first.wait()
            # Whoever listens before the death was seen took over without a break.
            command.wait_for_event(tmp_path / "run", "died")
            with listening("prefork", port) as second:
                ended = command.ended(within_s=60)
    result = ended.result
    (name,) = {service for _, service in told(result) if service is not None}
    kinds = [kind for kind, service in told(result) if service is not None]
    assert kinds == ["found", "died", "replaced"], result["run"]["events"]
    assert f"is process {second.pid} now, in place of process {first.pid}" in of_kind(result, "replaced")[0]
    assert readings(tmp_path / "run", f"process:{name}", "processes")[-1] == 3.0


def test_who_takes_over_without_a_break_has_not_died(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with listening("alone", port) as first:
        words = ("load", f"http://127.0.0.1:{port}/", "--for", "6s", *LOAD)
        with CommandLine(*words, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 1)
            with listening("alone", port) as second:
                command.wait_for_second(tmp_path / "run", 3)
                first.kill()
                first.wait()
                ended = command.ended(within_s=60)
    kinds = [kind for kind, service in told(ended.result) if service is not None]
    assert kinds == ["found", "replaced"], ended.result["run"]["events"]
    assert f"is process {second.pid} now" in of_kind(ended.result, "replaced")[0]


@NEEDS_ROOT
def test_a_process_that_may_not_be_read_is_said_once(tmp_path: Path) -> None:
    # Root without its rights reads no process of another user.
    powerless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"]
    (port,) = free_ports(1)
    words = [sys.executable, "-m", "loadproof", "load", f"http://127.0.0.1:{port}/", "--for", "3s", *map(str, LOAD)]
    with listening("alone", port):
        run = subprocess.run([*powerless, *words], check=False, cwd=tmp_path, capture_output=True, text=True)
    ended = Ended(run.returncode, run.stdout, run.stderr, 0.0)
    assert ended.exit_code == 0 or stood_still(ended.result), ended.messages
    assert [kind for kind, _ in told(ended.result)].count("machine-unseen") == 1
    assert "found" not in [kind for kind, _ in told(ended.result)]
    assert ended.result["run"]["runtimes"] == []
    assert {"host", "generator"} <= probes(tmp_path / "run")
    assert not [probe for probe in probes(tmp_path / "run") if probe.startswith(("process:", "cgroup:"))]
    assert ended.messages.count("cannot be seen") == 1


def test_a_study_on_services_of_others_has_the_same_eyes(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    (tmp_path / "study.yaml").write_text(
        f"name: others\nstand:\n  target: http://127.0.0.1:{port}\n"
        "profile:\n  operations:\n    get: {rate: 200, request: GET /}\nslo: [p99<900ms]\n"
        "methods:\n  plateaus: {rates: [1N], ramp: 1s, hold: 12s, settle: 1s, tail: 1s}\n"
    )
    with listening("alone", port) as process:
        ended = loadproof("run", "study.yaml", "--json", "--out", "run", cwd=tmp_path, within_s=60)
    (service,) = ended.result["run"]["runtimes"]
    assert service["facts"]["process"] == str(process.pid)
    assert f"process:{service['service']}" in probes(tmp_path / "run")
