"""What runtimes say of themselves: real VMs with known flags, a real Go program, and processes that say nothing."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from loadproof.probes.go_build import go_version
from loadproof.probes.runtime_facts import runtime_facts

from .process_tree import standing_still
from .real_server import RealServer, server_command

NOBODY = 65534
JAVA_HOMES = sorted({place.resolve().parents[1] for place in Path("/usr/lib/jvm").glob("*/bin/jcmd")})


@contextlib.contextmanager
def listening(*command: str, user: int | None = None) -> Iterator[int]:
    """A server that has said where it listens; the number of its process."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, user=user, cwd="/") as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline(), command
            yield process.pid
        finally:
            root = psutil.Process(process.pid)
            for child in (*root.children(recursive=True), root):
                with contextlib.suppress(psutil.NoSuchProcess):  # It ended between the list and the signal.
                    child.kill()
                # A VM that is killed leaves it, and a later one of that number and of another user could not listen.
                Path(f"/tmp/.java_pid{child.pid}").unlink(missing_ok=True)  # noqa: S108


def java_command(home: Path | None, *flags: str) -> list[str]:
    program, *_, path, name = server_command("java")
    return [str(home / "bin/java") if home else program, *flags, "-cp", path, name]


@pytest.mark.parametrize("home", JAVA_HOMES or [None], ids=str)
@pytest.mark.parametrize(("flag", "collector"), [("-XX:+UseParallelGC", "Parallel"), ("-XX:+UseSerialGC", "Serial")])
def test_a_vm_says_which_it_is_and_what_it_runs_with(home: Path | None, flag: str, collector: str) -> None:
    command = java_command(home, "-Xmx96m", "-XX:ActiveProcessorCount=1", flag)
    told = subprocess.run([command[0], "-version"], capture_output=True, text=True, check=True).stderr
    with listening(*command) as process_id:
        facts = runtime_facts(process_id)
    assert facts.pop("runtime").split()[-1] in told
    assert facts == {"collector": collector, "max_heap": "96 MiB", "processors": "1"}


def test_a_vm_below_a_script_with_flags_of_its_own_choice() -> None:
    command = java_command(None, "-Xmx64m", "-XX:+UseG1GC")
    with listening("/bin/sh", "-c", '"$@"; true', "sh", *command) as process_id:
        assert os.path.basename(os.readlink(f"/proc/{process_id}/exe")) != "java"
        facts = runtime_facts(process_id)
    assert (facts["collector"], facts["max_heap"]) == ("G1", "64 MiB")
    assert facts["processors"] == "the VM's own choice"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has services of other users")
def test_a_vm_of_another_user() -> None:
    command = java_command(None, "-Xmx64m")
    # Not tmp_path, which is closed to others.
    with tempfile.TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        classes = shutil.copytree(command[-2], Path(place) / "classes")
        with listening(*command[:-2], str(classes), command[-1], user=NOBODY) as process_id:
            assert psutil.Process(process_id).uids().effective == NOBODY
            assert runtime_facts(process_id)["max_heap"] == "64 MiB"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has services of other users")
@pytest.mark.parametrize("is_heard", [False, True])
def test_a_vm_in_whose_place_another_has_left_a_socket(is_heard: bool) -> None:
    with tempfile.TemporaryDirectory() as place, socket.socket(socket.AF_UNIX) as left:
        Path(place).chmod(0o755)
        command = java_command(None, "-Xmx64m")
        classes = shutil.copytree(command[-2], Path(place) / "classes")
        with listening(*command[:-2], str(classes), command[-1], user=NOBODY) as process_id:
            its_place = Path(f"/tmp/.java_pid{process_id}")  # noqa: S108
            # An earlier VM of that number may have left its own, if some test killed it.
            its_place.unlink(missing_ok=True)
            left.bind(str(its_place))
            if is_heard:
                # Whoever it is, who listens there is left alone.
                left.listen()
                assert runtime_facts(process_id) == {}
                assert its_place.stat().st_uid == 0
            else:
                assert runtime_facts(process_id)["max_heap"] == "64 MiB"
                assert its_place.stat().st_uid == NOBODY


def test_a_vm_that_stands_still_is_given_up() -> None:
    with listening(*java_command(None, "-Xmx64m")) as process_id:
        began_s = time.monotonic()
        with standing_still(process_id):
            assert runtime_facts(process_id) == {}
            assert time.monotonic() - began_s < 5.0
            assert not list(Path(f"/proc/{process_id}/cwd").glob(f".attach_pid{process_id}"))


def test_a_go_program_says_its_go() -> None:
    command = server_command("go")
    told = subprocess.run(["go", "version", command[0]], capture_output=True, text=True, check=True).stdout
    with RealServer("go") as server:
        facts = runtime_facts(server.process_id)
    assert facts == {"runtime": f"Go {told.split()[-1].removeprefix('go')}"}


def test_what_is_no_runtime_or_not_there_says_nothing(tmp_path: Path) -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        assert runtime_facts(process.pid) == {}
        process.kill()
    assert runtime_facts(process.pid) == {}
    # A process that is only called so.
    impostor = tmp_path / "real/java"
    impostor.parent.mkdir()
    shutil.copy("/bin/sleep", impostor)
    with subprocess.Popen([impostor, "60"]) as process:
        assert runtime_facts(process.pid) == {}
        process.kill()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff Go buildinf:",
        b"\xff Go buildinf:\x08\x02" + bytes(16),
        b"\xff Go buildinf:\x08\x02" + bytes(16) + b"\x08rust1.90",
        b"\xff Go buildinf:\x08\x00" + bytes(16) + b"\x08go1.17.0",
        b" \xff Go buildinf:\x08\x02" + bytes(16) + b"\x08go1.26.0",
        b"\xff Go buildinf:\x08\x02" + bytes(16) + b"\x7fgo" + b"1" * 300,
    ],
)
def test_what_only_looks_like_the_note_of_go(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "program").write_bytes(content)
    assert go_version(str(tmp_path / "program")) is None
