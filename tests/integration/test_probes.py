"""The probes on real processes and, where the rights allow, a real control group."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil
import pytest
from loadproof.probes.chosen import chosen_probes
from loadproof.probes.control_group_probe import ControlGroupProbe
from loadproof.probes.generator_probe import GeneratorProbe
from loadproof.probes.probe import Probe, ProbeFailure
from loadproof.probes.prober import Prober
from loadproof.probes.process_probe import ProcessProbe
from loadproof.probes.reading import Reading
from loadproof.study.probe_settings import ProbeSettings
from loadproof.system.control_group import ControlGroup
from loadproof.words.catalogue import english

from tests.unit.probes.probed import Probed, assert_known, values_of

MEMORY_GROUPS = Path("/sys/fs/cgroup/memory")
CPU_GROUPS = Path("/sys/fs/cgroup/cpu")


@contextlib.contextmanager
def program(text: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Python program that has said a line; a line to its standard input lets it go on, the end of that ends it."""
    command = [sys.executable, "-S", "-c", text, *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            wait_for_line(process)
            yield process
        finally:
            process.kill()


def wait_for_line(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"


def go_on(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    process.stdin.write(b"\n")
    process.stdin.flush()


def read(probe: Probe) -> dict[str, float]:
    return values_of(probe.read(time.monotonic()))


def probe_of(process: subprocess.Popen[bytes]) -> ProcessProbe:
    return ProcessProbe("api", lambda: {"api": Probed(process.pid)})


@pytest.mark.quiet_machine
def test_processor_time_of_a_busy_loop() -> None:
    burn = "import time\nprint('ready', flush=True)\nwhile True: pass"
    with program(burn) as process:
        probe = probe_of(process)
        assert "cpu_cores" not in read(probe)
        before, began_s = psutil.Process(process.pid).cpu_times(), time.monotonic()
        time.sleep(1.5)
        cores = read(probe)["cpu_cores"]
        after, elapsed_s = psutil.Process(process.pid).cpu_times(), time.monotonic() - began_s
    used_s = after.user + after.system - before.user - before.system
    assert used_s > 0.3
    assert cores == pytest.approx(used_s / elapsed_s, rel=0.1)


def test_processor_time_of_children_that_ended_between_readings() -> None:
    children = """
import os, sys, time
print("ready", flush=True)
sys.stdin.readline()
for _ in range(5):
    child = os.fork()
    if not child:
        while time.process_time() < 0.1: pass
        os._exit(0)
    os.waitpid(child, 0)
print("ready", flush=True)
sys.stdin.readline()
"""
    with program(children) as process:
        probe = probe_of(process)
        read(probe)
        began_s = time.monotonic()
        go_on(process)
        wait_for_line(process)
        cores = read(probe)["cpu_cores"]
        assert cores * (time.monotonic() - began_s) == pytest.approx(0.5, rel=0.2)


def test_memory_threads_descriptors_and_switches_as_psutil_sees_them() -> None:
    grow = """
import sys, threading, time
print("ready", flush=True)
sys.stdin.readline()
held = bytearray(100 << 20)
held[::4096] = b"x" * len(held[::4096])
files = [open("/dev/null") for _ in range(30)]
def turn():
    while True: time.sleep(0.01)
for _ in range(9): threading.Thread(target=turn, daemon=True).start()
print("ready", flush=True)
sys.stdin.readline()
"""
    with program(grow) as process:
        probe = probe_of(process)
        before = read(probe)
        go_on(process)
        wait_for_line(process)
        grown = read(probe)
        time.sleep(1.0)
        after = read(probe)
        seen = psutil.Process(process.pid)
        assert grown["pss_mib"] - before["pss_mib"] == pytest.approx(100, rel=0.03)
        assert after["pss_mib"] == pytest.approx(seen.memory_full_info().pss / 2**20, rel=0.02)
        assert after["threads"] == seen.num_threads() == before["threads"] + 9
        assert after["descriptors"] == seen.num_fds() == before["descriptors"] + 30
    # Nine threads that sleep a hundred times a second, and hand the interpreter over now and then; the first thread
    # alone would have shown none.
    assert 500 < after["voluntary_switches_per_s"] < 2000
    assert after["involuntary_switches_per_s"] >= 0
    assert probe.shortfalls() == []


@pytest.mark.quiet_machine
def test_bytes_written_to_a_disk(tmp_path: Path) -> None:
    write = f"""
import os, sys
print("ready", flush=True)
sys.stdin.readline()
with open({str(tmp_path / "written")!r}, "wb") as file:
    file.write(b"x" * (8 << 20))
    file.flush()
    os.fsync(file.fileno())
print("ready", flush=True)
sys.stdin.readline()
"""
    with program(write) as process:
        probe = probe_of(process)
        read(probe)
        began_s = time.monotonic()
        go_on(process)
        wait_for_line(process)
        # The disk may be done in milliseconds, and what the probe took of them would count.
        time.sleep(1.0)
        rate = read(probe)["written_mib_per_s"]
        elapsed_s = time.monotonic() - began_s
        if psutil.Process(process.pid).io_counters().write_bytes == 0:
            pytest.skip("the temporary directory is in memory")
    assert rate * elapsed_s == pytest.approx(8, rel=0.1)


TREE = """
import os, sys, time
def child(depth):
    if depth and not os.fork():
        child(depth - 1)
        time.sleep(60)
        os._exit(0)
child(3)
time.sleep(0.2)
print("ready", flush=True)
sys.stdin.readline()
if not os.fork():
    os.setsid()
    if os.fork(): os._exit(0)
    with open(sys.argv[1], "w") as file: file.write(str(os.getpid()))
    time.sleep(60)
    os._exit(0)
os.wait()
print("ready", flush=True)
sys.stdin.readline()
"""


def test_a_tree_with_a_daemon_that_only_its_group_lists(tmp_path: Path) -> None:
    with program(TREE, str(tmp_path / "daemon")) as process:
        own = psutil.Process(process.pid).children(recursive=True)
        service = Probed(process.pid, ControlGroup(2, tmp_path, tmp_path))
        probe = ProcessProbe("api", lambda: {"api": service})
        try:
            assert read(probe)["processes"] == 4 == 1 + len(own)
            go_on(process)
            wait_for_line(process)
            time.sleep(0.1)
            daemon = psutil.Process(int((tmp_path / "daemon").read_text()))
            own.append(daemon)
            assert read(probe)["processes"] == 4
            (tmp_path / "cgroup.procs").write_text(f"{process.pid}\n{daemon.pid}\n")
            assert read(probe)["processes"] == 5
            # What has been a member stays one when the root is gone.
            process.kill()
            process.wait()
            assert read(probe)["processes"] == 4
        finally:
            for member in own:
                member.kill()
        time.sleep(0.1)
        with pytest.raises(ProbeFailure, match="has ended"):
            read(probe)


def test_a_restart_begins_anew() -> None:
    services: dict[str, Probed] = {}
    probe = ProcessProbe("api", lambda: services)
    with pytest.raises(ProbeFailure, match="does not run"):
        read(probe)
    sleep = "import time\nprint('ready', flush=True)\ntime.sleep(60)"
    for _ in range(2):
        with program(sleep) as process:
            services["api"] = Probed(process.pid)
            assert "cpu_cores" not in read(probe)
            assert read(probe)["cpu_cores"] >= 0
    with pytest.raises(ProbeFailure, match="has ended"):
        read(probe)


def test_the_generator_is_this_process_alone() -> None:
    with program("print('ready', flush=True)\nwhile True: pass"):
        probe = GeneratorProbe()
        read(probe)
        time.sleep(0.5)
        values = read(probe)
        assert values["cpu_cores"] < 0.5
        assert values["threads"] == psutil.Process().num_threads()
    # No count of psutil's beside it: a thread that waits for a connection has a number already, which no list shows.
    with contextlib.ExitStack() as opened:
        before = read(probe)["descriptors"]
        assert before >= 3
        for _ in range(20):
            opened.enter_context(Path(os.devnull).open("rb"))
        assert read(probe)["descriptors"] == before + 20


@pytest.fixture
def group() -> Iterator[ControlGroup]:
    """A real one of version 1, limited to 0.2 CPUs and 64 MiB."""
    made: list[Path] = []
    try:
        for parent in (CPU_GROUPS, MEMORY_GROUPS):
            made.append(Path(tempfile.mkdtemp(prefix="loadproof-test-", dir=parent)))
        (made[0] / "cpu.cfs_quota_us").write_text("20000")
        (made[1] / "memory.limit_in_bytes").write_text(str(64 << 20))
    except OSError as error:
        for directory in made:
            directory.rmdir()
        pytest.skip(f"no rights to make a control group of version 1 ({error})")
    yield ControlGroup(1, *made)
    for directory in made:
        deadline_s = time.monotonic() + 3
        while (directory / "cgroup.procs").read_text() and time.monotonic() < deadline_s:
            time.sleep(0.05)
        directory.rmdir()


def test_a_real_control_group_throttles_and_kills(group: ControlGroup) -> None:
    hungry = """
import sys, time
print("ready", flush=True)
until_s = time.monotonic() + 1.5
while time.monotonic() < until_s: pass
held = [bytearray(1 << 20) for _ in range(30)]
print("ready", flush=True)
sys.stdin.readline()
while True: held.append(bytearray(b"x") * (1 << 20))
"""
    assert group.cpu is not None
    assert group.memory is not None
    with program(hungry) as process:
        for directory in (group.cpu, group.memory):
            (directory / "cgroup.procs").write_text(str(process.pid))
        services = {"api": Probed(process.pid, group)}
        probe, processes = ControlGroupProbe("api", lambda: services), ProcessProbe("api", lambda: services)
        first = read(probe)
        read(processes)
        time.sleep(1.2)
        busy = read(probe)
        cores = read(processes)["cpu_cores"]
        wait_for_line(process)
        held = read(probe)
        go_on(process)
        assert process.wait(10) == -9
        killed = read(probe)
    assert first["cpu_limit_cores"] == 0.2
    assert first["memory_limit_mib"] == 64.0
    # Periods in which other work kept the processors from the group are not throttled.
    assert busy["throttled_share"] > 0.5
    # It burns all that it gets: its quota at most, and less where other work wants the processors.
    assert 0.05 < cores <= 0.25
    assert 25 < held["memory_mib"] < 60
    assert (first["oom_kills"], held["oom_kills"], killed["oom_kills"]) == (0, 0, 1)


def test_all_chosen_probes_of_a_service_that_dies() -> None:
    with program("import time\nprint('ready', flush=True)\ntime.sleep(60)") as process:
        services = {"api": Probed(process.pid)}
        probes = chosen_probes(ProbeSettings(), lambda: services, lambda text, service: text)
        with Prober(probes) as prober:
            time.sleep(1.3)
            alive = prober.drain()
            process.kill()
            process.wait()
            time.sleep(1.0)
            dead = prober.drain()
    assert names(alive) == {"process:api", "host", "generator", "probes"}
    assert names(dead) == {"host", "generator", "probes"}
    # A machine that stalls may add doubts of its own: rounds that were left out.
    unread = [
        english(doubt.text)
        for doubt in prober.doubts()
        if english(doubt.text).startswith("process:api: nothing was read in ")
    ]
    seen = f"process {process.pid} of the service api has ended"
    assert len(unread) == 1
    assert unread[0].endswith(f" rounds; the last time: {seen}")


def names(drained: Sequence[tuple[float, Reading]]) -> set[str]:
    """Return the names of the probes that read something; each series is in the catalog."""
    for _, reading in drained:
        assert_known(reading)
    return {reading.probe for _, reading in drained}
