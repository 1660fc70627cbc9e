"""Resources of this machine that run out: every command ends with a report or with one sentence and its cure.

No limit of ours ever ends as exit code 3: that is said of a service alone.
"""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .command_line import CommandLine
from .every_command import COMMANDS, LONG, slow_study
from .lowered_limits import assert_told, codes_of, few_processes, limited, reported
from .stand import known_truth

MIB = 2**20
SLOW = ("constant", "--delay-us", "8000000")
TESTS = Path(__file__).parents[1]

NOFILE, AS, FSIZE, CPU = resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU


@pytest.mark.parametrize("limit", [32, 40, 48, 64, 100, 128, 256, 512, 1024])
def test_slow_replies_take_all_connections_that_open_files_allow(tmp_path: Path, limit: int) -> None:
    with known_truth(tmp_path, *SLOW) as service:
        # More than so many calls are open at once before the first is given up.
        rate = 500 if limit < 512 else 1500
        options = ("--rate", rate, "--for", "2s", "--timeout", "1s", "--out", "run")
        ended = limited("load", service.url, *options, cwd=tmp_path, limits={NOFILE: limit})
    assert_told(ended, {32: (2,), 40: (2, 4)}.get(limit, (4,)))
    if ended.exit_code == 2:
        (line,) = ended.messages.splitlines()
        assert "ulimit -n 1128" in line
        assert not (tmp_path / "run").exists()
        return
    assert f"the limit is {limit:,}" in ended.messages, "said before the load"
    result = reported(tmp_path / "run", tmp_path)
    assert codes_of(result) >= {"descriptors"}
    assert "readings-failed" not in codes_of(result), "the reserve kept some for every reading"
    (trial,) = result["trials"]
    # With few connections too few calls are judged, which says nothing either way.
    assert trial["state"] in ("invalid", "undecided")
    assert trial["measurement"]["valid"] == (trial["state"] == "undecided")
    assert "ulimit -n" in next(doubt["cure"] for doubt in result["doubts"] if doubt["code"] == "descriptors")


@pytest.mark.parametrize("limit", [48, 64, 128])
@pytest.mark.parametrize("verb", ["capacity", "run"])
def test_every_command_that_loads_keeps_a_reserve_of_open_files(tmp_path: Path, verb: str, limit: int) -> None:
    with known_truth(tmp_path, *SLOW) as service:
        options = ("--budget", "18s", "--hold", "2s", "--start-rate", 400, "--timeout", "1s")
        words = {"capacity": (service.url, *options), "run": (slow_study(tmp_path),)}
        ended = limited(verb, *words[verb], "--out", "run", cwd=tmp_path, limits={NOFILE: limit})
    assert_told(ended, (4,))
    assert codes_of(reported(tmp_path / "run", tmp_path)) >= {"descriptors"}


def test_a_pass_stands_although_calls_waited_for_open_files(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 100_000) as service:
        options = ("--rate", 100, "--for", "5s", "--slo", "p99<2s", "--timeout", "3s", "--out", "run")
        ended = limited("load", service.url, *options, cwd=tmp_path, limits={NOFILE: 48})
    result = reported(tmp_path / "run", tmp_path)
    if codes_of(result) & {"late-sends", "generator-cpu"}:
        pytest.skip("the machine was too busy to pass anything")
    assert_told(ended, (0,))
    assert codes_of(result) >= {"descriptors"}


def test_readings_that_fail_in_mid_load_end_no_trial(tmp_path: Path) -> None:
    options = ("--rate", 50, "--for", "6s", "--slo", "p99<2s", "--timeout", "3s", "--out", "run")
    with (
        known_truth(tmp_path, "constant", "--delay-us", 1000) as service,
        CommandLine("load", service.url, "--shared-machine", *options, cwd=tmp_path) as command,
    ):
        command.wait_for_second(tmp_path / "run", 1)
        before = resource.prlimit(command.process.pid, NOFILE, (8, resource.prlimit(command.process.pid, NOFILE)[1]))
        command.wait_for_second(tmp_path / "run", 3)
        resource.prlimit(command.process.pid, NOFILE, before)
        ended = command.ended(within_s=30)
    assert_told(ended, (0, 4))
    result = reported(tmp_path / "run", tmp_path)
    assert codes_of(result) >= {"readings-failed"}
    assert result["duration_s"] >= 4.0, "seconds before and after are judged"
    doubts = [doubt for trial in result["trials"] for doubt in trial["measurement"]["doubts"]]
    assert any("failed: Too many open files" in doubt["text"] for doubt in doubts)


def test_open_files_that_never_come_back_leave_what_was_measured(tmp_path: Path) -> None:
    options = ("--rate", 50, "--for", "4s", "--slo", "p99<2s", "--timeout", "3s", "--out", "run")
    with (
        known_truth(tmp_path, "constant", "--delay-us", 1000) as service,
        CommandLine("load", service.url, "--shared-machine", *options, cwd=tmp_path) as command,
    ):
        command.wait_for_second(tmp_path / "run", 1)
        resource.prlimit(command.process.pid, NOFILE, (8, resource.prlimit(command.process.pid, NOFILE)[1]))
        ended = command.ended(within_s=30)
    assert_told(ended, (0, 4))
    assert reported(tmp_path / "run", tmp_path)["duration_s"] >= 2.0


@pytest.mark.parametrize("most", [1, 4, 5])
@pytest.mark.parametrize("verb", ["load", "run"])
def test_processes_and_threads_that_cannot_be_started(tmp_path: Path, verb: str, most: int) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service, few_processes(most) as join:
        if join is None:
            pytest.skip("no right to make a control group of processes here")
        words = {
            "load": (service.url, "--rate", 50, "--for", "2s"),
            "run": (slow_study(tmp_path, rate=20, service_us=1000),),
        }
        ended = limited(verb, *words[verb], "--out", "run", cwd=tmp_path, before=join)
    assert_told(ended, (2,) if most == 1 else (0, 2, 4))
    if most == 1:
        assert "no more processes or threads can be started" in ended.messages
    if verb == "load":
        assert ("resource-exhausted" in codes_of(reported(tmp_path / "run", tmp_path))) is (most == 1)


# Beside five other tests its last seconds of CPU time do not always suffice for the report.
@pytest.mark.quiet_machine
def test_cpu_time_that_is_used_up_ends_the_run_with_its_report(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 0) as service:
        options = ("--rate", 6000, "--for", "60s", "--out", "run")
        ended = limited("load", service.url, *options, cwd=tmp_path, limits={CPU: 4})
    assert_told(ended, (4,))
    result = reported(tmp_path / "run", tmp_path)
    assert codes_of(result) >= {"resource-exhausted"}
    assert (result["state"], result["run"]["interrupted"]) == ("undecided", False)
    assert 0 < result["duration_s"] < 60


@pytest.mark.parametrize(
    ("limit", "value", "named"),
    [(AS, 60 * MIB, "ulimit -v"), (AS, 300 * MIB, "ulimit -v"), (CPU, 2, "ulimit -t"), (FSIZE, 0, "ulimit -f")],
)
def test_a_limit_that_leaves_no_room_for_a_run_is_said_before_it(
    tmp_path: Path, limit: int, value: int, named: str
) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 0) as service:
        ended = limited("load", service.url, "--for", "2s", "--out", "run", cwd=tmp_path, limits={limit: value})
    assert_told(ended, (2,))
    assert named in ended.messages
    assert ended.output == ""


def test_a_store_that_may_not_grow_goes_on_in_memory(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        options = ("--rate", 50, "--for", "3s", "--out", "run")
        ended = limited("load", service.url, *options, cwd=tmp_path, limits={FSIZE: 1_040_000})
    assert_told(ended, (0, 4))
    assert "largest size that a file may have" in ended.messages + ended.output
    assert "50 requests/s" in ended.output


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may make a network of its own")
@pytest.mark.parametrize(("written", "doubt"), [((), "connection-room"), (("--connections", 1000), "ports")])
def test_local_ports_that_run_out_are_no_failure_of_the_service(
    tmp_path: Path, written: tuple[object, ...], doubt: str
) -> None:
    script = tmp_path / "network.py"
    script.write_text(
        "import fcntl, os, socket, struct, sys\n"
        "with socket.socket() as up: fcntl.ioctl(up, 0x8914, struct.pack('16sh', b'lo', 65))\n"
        "open('/proc/sys/net/ipv4/ip_local_port_range', 'w').write('40000 40019')\n"
        "os.execvp(sys.argv[1], sys.argv[1:])\n"
    )
    served = TESTS / "integration/served_while.py"
    wrapper = ("unshare", "-n", sys.executable, str(script), sys.executable, str(served))
    if subprocess.run(["unshare", "-n", "true"], check=False).returncode:
        pytest.skip("no right to make a network here")
    options = ("--rate", 100, "--for", "3s", "--timeout", "2s", "--out", "run")
    ended = limited("load", "http://127.0.0.1:18080/", *options, *written, cwd=tmp_path, wrapper=wrapper)
    assert_told(ended, (4,))
    assert codes_of(reported(tmp_path / "run", tmp_path)) >= {doubt}


LOWERED = {
    "open files 8": {NOFILE: 8},
    "open files 32": {NOFILE: 32},
    "address space 40 MiB": {AS: 40 * MIB},
    "address space 600 MiB": {AS: 600 * MIB},
    "file size 0": {FSIZE: 0},
}
TRIED = [
    (verb, lowered)
    for verb in COMMANDS
    for lowered in LOWERED
    if verb not in LONG or lowered in ("open files 8", "address space 40 MiB")
]


@pytest.mark.parametrize(("verb", "lowered"), TRIED)
def test_no_command_ends_with_a_stack_trace(tmp_path: Path, kept: Path, verb: str, lowered: str) -> None:
    shutil.copytree(kept, tmp_path / "kept")
    slow_study(tmp_path)
    ended = limited(verb, *COMMANDS[verb], cwd=tmp_path, limits=LOWERED[lowered])
    assert_told(ended, (0, 2, 3, 4))


def test_temporary_files_that_have_no_place(tmp_path: Path) -> None:
    environment = {"TMPDIR": str(tmp_path / "none")}
    ended = limited("init", "http://127.0.0.1:9/", cwd=tmp_path, limits={FSIZE: 0}, environment=environment)
    assert_told(ended, (2,))
    assert "TMPDIR" in ended.messages
