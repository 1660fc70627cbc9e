"""A machine whose disks others use, or that does not tell everything: doubts and words, and the load goes on."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from loadproof.run.machine_watch import OURS

from tests.strangers import strangers

from .command_line import FORGIVING, CommandLine
from .stand import known_truth

_WRITER = """
import os, mmap
if os.fork(): os._exit(0)
os.setsid()
print(os.getpid(), flush=True)
os.close(1)
block = mmap.mmap(-1, 1 << 20)
file = os.open({file!r}, os.O_RDWR | os.O_CREAT | os.O_DIRECT)
while True: os.pwrite(file, block, 0)
"""
_SERVICE = """
import http.server, os, sys
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        if journal is not None:
            os.write(journal, bytes(4096)); os.fdatasync(journal)
        self.send_response(200); self.send_header("Content-Length", "2"); self.end_headers(); self.wfile.write(b"ok")
    def log_message(self, *_): pass
journal = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT) if len(sys.argv) > 1 else None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
print(server.server_address[1], flush=True)
server.serve_forever()
"""
_AS_ANOTHER_USER = """
mount -t proc -o hidepid=2 proc /proc && exec setpriv --reuid 65534 --clear-groups --inh-caps {caps} \
--ambient-caps {caps} "$@"
""".format(caps="+dac_override,+dac_read_search")


@contextmanager
def stranger_on_the_disk(place: Path) -> Iterator[None]:
    """Writes as much as the disk takes; skips where the place of the tests is no disk that it can be done on."""
    code = _WRITER.format(file=str(place / "stranger"))
    made = subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, check=True, text=True)
    try:
        yield
    finally:
        try:
            os.kill(int(made.stdout), 9)
        except ProcessLookupError:
            pytest.skip("no direct writes to this file system")


@contextmanager
def service(*journal: Path) -> Iterator[str]:
    command = [sys.executable, "-S", "-c", _SERVICE, *map(str, journal)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}/"
        finally:
            process.kill()


def loaded(place: Path, url: str, *options: str) -> dict[str, Any]:
    words = ("load", url, "--rate", "50", "--for", "5s", *FORGIVING, *options, "--json", "--out", "run")
    with CommandLine(*words, cwd=place, environment={OURS: ""}) as command:
        return command.ended(within_s=40).result


def codes(result: dict[str, Any]) -> set[str]:
    return {doubt["code"] for doubt in result["trials"][0]["measurement"]["doubts"]}


@pytest.mark.quiet_machine
def test_a_stranger_on_the_disk_of_a_service_that_writes_is_named(tmp_path: Path) -> None:
    with service(tmp_path / "journal") as url:
        alone = loaded_in(tmp_path / "alone", url)
        with stranger_on_the_disk(tmp_path):
            beside = loaded_in(tmp_path / "beside", url)
    if "foreign-disk" in codes(alone):
        pytest.skip("others use the disk of this machine without the test, too")
    doubts = beside["trials"][0]["measurement"]["doubts"]
    texts = [doubt["text"] for doubt in doubts if doubt["code"] == "foreign-disk"]
    assert len(texts) == 1, doubts
    assert "python" in texts[0]
    # A doubt, and nothing else: what was measured is judged as ever.
    assert beside["trials"][0]["state"] == beside["trials"][0]["verdict"]["state"]


@pytest.mark.quiet_machine
def test_nor_is_it_said_of_a_service_that_needs_no_disk(tmp_path: Path) -> None:
    with service() as url, stranger_on_the_disk(tmp_path):
        assert "foreign-disk" not in codes(loaded_in(tmp_path / "beside", url))


def test_a_shared_machine_is_said_in_every_report_and_its_other_processes_are_still_read(tmp_path: Path) -> None:
    with service() as url, strangers(1, for_s=60.0):
        result = loaded(tmp_path, url, "--shared-machine")
    assert codes(result) & {"disturbed", "disturbed-seconds", "foreign-load"} == set()
    told = "other processes of this machine are accepted as part of the environment (--shared-machine)"
    assert told in [doubt["text"] for doubt in result["doubts"]]
    for report in ("report.md", "report.html"):
        assert told in (tmp_path / "run" / report).read_text(encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "run" / "run.db")) as database:
        query = "SELECT MAX(value) FROM reading JOIN series ON series.id = series WHERE name = 'foreign_cores'"
        ((most_cores,),) = database.execute(query).fetchall()
    assert most_cores > 0.1


@pytest.mark.parametrize("by_key", [True, False], ids=["key", "option"])
def test_a_study_accepts_the_machine_by_its_key_or_the_option_and_keeps_that_when_continued(
    tmp_path: Path, by_key: bool
) -> None:
    study, key = tmp_path / "study.yaml", "shared_machine: true\n" if by_key else ""
    with service() as url:
        study.write_text(
            f"name: shared\n{key}stand: {{target: '{url}'}}\nprofile: {{operations: {{get: {{request: GET /}}}}}}\n"
            "slo: [p99<1s, rate±50%]\nmethods: {load: {rate: 50, hold: 4s}}\n",
            encoding="utf-8",
        )
        words = ("run", study, "--out", "run", *(() if by_key else ("--shared-machine",)))
        with CommandLine(*words, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 1)
            command.send(signal.SIGINT)
            command.ended(within_s=30)
        with CommandLine("run", "--continue", "run", "--json", cwd=tmp_path) as command:
            result = command.ended(within_s=40).result
    assert [
        "shared-machine" in {doubt["code"] for doubt in trial["measurement"]["doubts"]} for trial in result["trials"]
    ] == [
        True,
        True,
    ]


def loaded_in(place: Path, url: str) -> dict[str, Any]:
    place.mkdir()
    return loaded(place, url)


def elsewhere(place: Path, shell: str, *words: object) -> dict[str, Any]:
    """`loadproof load` in mounts of its own, after `shell`, which ends with `exec ... "$@"`; skips without rights."""
    if os.geteuid() != 0:
        pytest.skip("mounts need root")
    place.chmod(0o777)
    command = ["unshare", "-m", "sh", "-ec", shell, "sh", sys.executable, "-m", "loadproof", "load"]
    ended = subprocess.run(
        [*command, *map(str, words), "--for", "3s", "--rate", "100", *FORGIVING, "--json", "--out", str(place / "run")],
        capture_output=True, text=True, timeout=60, check=False, cwd=place, env={**os.environ, OURS: ""},
    )  # fmt: skip
    if not ended.stdout:
        pytest.skip(f"not here: {ended.stderr[-300:]}")
    result: dict[str, Any] = json.loads(ended.stdout)
    result["messages"] = ended.stderr
    return result


def told(result: dict[str, Any], kind: str) -> list[str]:
    return [event["text"] for event in result["run"]["events"] if event["kind"] == kind]


def test_what_a_kernel_without_pressure_files_does_not_tell_is_said_once(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as server:
        result = elsewhere(tmp_path, f'mount --bind {empty} /proc/pressure; exec "$@"', server.url)
    (text,) = told(result, "machine-untold")
    assert "no pressure files" in text
    assert result["messages"].count(text) == 1
    assert result["trials"][0]["measurement"]["completed"] > 0


def test_processes_that_are_hidden_are_said_once(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as server:
        result = elsewhere(tmp_path, _AS_ANOTHER_USER, server.url)
    (text,) = told(result, "machine-untold")
    assert "hidepid" in text
    assert "/proc/PID/io" in text
    assert result["trials"][0]["measurement"]["completed"] > 0


@pytest.mark.parametrize("asked", [("--awake",), ()])
def test_processors_that_are_kept_awake_are_a_fact_of_the_run(tmp_path: Path, asked: tuple[str, ...]) -> None:
    """Where the kernel governs no sleep; what spins for it is in no figure."""
    empty = tmp_path / "empty"
    empty.mkdir()
    shell = f'mount --bind {empty} /sys/devices/system/cpu/cpuidle; exec "$@"'
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as server:
        result = elsewhere(tmp_path, shell, server.url, *asked)
    facts = result["run"]["environment"]
    if not asked:
        assert "kept_awake" not in facts
        return
    if facts["kept_awake"].startswith("no"):
        assert f"processors are not kept awake: {facts['kept_awake'].removeprefix('no: ')}" in result["messages"]
        pytest.skip(facts["kept_awake"])
    assert facts["kept_awake"] == "yes, by a process of idle priority on each processor"
    assert "loadproof-awake" not in json.dumps(result)
