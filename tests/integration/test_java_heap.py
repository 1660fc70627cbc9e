"""What is alive in the heap of real Java VMs: of every collector and JDK that is here, and where it cannot be read."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import pytest
from loadproof.jvm.probe.probe import JavaProbe

from tests.unit.probes.probed import Probed, values_of

from .real_server import program
from .test_runtime_facts import JAVA_HOMES, NOBODY, java_command, listening

KEPT_MIB = 24
HEAP_MIB = 96
HOMES: list[Path | None] = [*JAVA_HOMES] or [None]


def server(home: Path | None, *flags: str, leak_kib: int = 0) -> list[str]:
    words = ("LeakingServer", "0", str(KEPT_MIB), str(leak_kib), "0")
    return [*java_command(home, f"-Xmx{HEAP_MIB}m", "-XX:ActiveProcessorCount=2", *flags)[:-1], *words]


def collect(process_id: int, home: Path | None, user: int | None = None) -> None:
    jcmd = str(home / "bin/jcmd") if home else program("jcmd")
    subprocess.run([jcmd, str(process_id), "GC.run"], capture_output=True, check=True, timeout=30, user=user, cwd="/")


def told(
    process_id: int, home: Path | None, root: int | None = None, user: int | None = None
) -> list[dict[str, float]]:
    """Before any collection, and after each of three, with a reading between that has no news."""
    probe = JavaProbe("api", lambda: {"api": Probed(root or process_id)})
    read = [values_of(probe.read(time.monotonic()))]
    for _ in range(3):
        collect(process_id, home, user)
        # The cycle of a concurrent collection goes on beside the command.
        until_s = time.monotonic() + 3.0
        while "live_set_mib" not in (values := values_of(probe.read(time.monotonic()))) and time.monotonic() < until_s:
            time.sleep(0.1)
        read += [values, values_of(probe.read(time.monotonic()))]
    probe.close()
    assert list(probe.shortfalls()) == []
    return read


@pytest.mark.parametrize(("home", "flag"), list(product(HOMES, ["Serial", "Parallel", "G1"])), ids=str)
def test_each_collection_of_the_whole_heap_tells_what_is_alive(home: Path | None, flag: str) -> None:
    with listening(*server(home, f"-XX:+Use{flag}GC")) as process_id:
        before, *read = told(process_id, home)
    assert "live_set_mib" not in before
    assert before["heap_max_mib"] == pytest.approx(HEAP_MIB, abs=0.6)
    # The old generation of Serial and Parallel has two thirds of the heap; G1 needs some regions for what is new.
    assert before["live_set_max_mib"] == pytest.approx(HEAP_MIB - 2.5 if flag == "G1" else HEAP_MIB * 2 / 3, abs=0.6)
    assert [values.get("live_set_mib") for values in read[1::2]] == [None] * 3
    assert [values["live_set_mib"] for values in read[::2]] == pytest.approx([KEPT_MIB + 2.5] * 3, abs=2.5)


@pytest.mark.parametrize(("home", "heap_mib"), list(product(HOMES, [20, 3072, 5000])), ids=str)
def test_the_regions_that_g1_needs_are_as_large_as_its_vm_says(home: Path | None, heap_mib: int) -> None:
    flags = ("-XX:+UseG1GC", f"-Xmx{heap_mib}m")
    shown = [*java_command(home)[:1], *flags, "-XX:+PrintFlagsFinal", "-version"]
    (line,) = (line for line in subprocess.check_output(shown, text=True).splitlines() if " G1HeapRegionSize " in line)
    region_mib = int(line.split("=")[1].split()[0]) / 2**20
    with listening(*java_command(home, *flags)) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        told = values_of(probe.read(100.0))
        probe.close()
    assert told["heap_max_mib"] - told["live_set_max_mib"] == 2.5 * region_mib


@pytest.mark.parametrize("flag", ["Serial", "Parallel", "G1"])
def test_pauses_and_major_collections_of_a_vm_are_counted(flag: str) -> None:
    home = HOMES[-1]
    with listening(*server(home, f"-XX:+Use{flag}GC")) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        probe.read(100.0)
        for _ in range(2):
            collect(process_id, home)
        told = values_of(probe.read(110.0))
        quiet = values_of(probe.read(111.0))
        probe.close()
    assert told["major_collections_per_s"] == pytest.approx(0.2)
    assert 0.0 < told["gc_pause_share"] < 0.1
    assert (quiet["major_collections_per_s"], quiet["gc_pause_share"]) == (0.0, 0.0)


@pytest.mark.parametrize(
    "flags", [("-XX:+UseZGC",), ("-XX:+UseG1GC", "-XX:-UsePerfData"), ("-XX:+UseG1GC", "-XX:+PerfDisableSharedMem")]
)
def test_a_vm_that_does_not_tell_what_is_alive_is_silent_of_it_and_says_so(flags: Sequence[str]) -> None:
    home = HOMES[-1]
    with listening(*server(home, *flags)) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        for _ in range(2):
            told = values_of(probe.read(time.monotonic())).keys()
            # Of Z its pauses, and nothing of what is alive.
            assert not told & {"live_set_mib", "live_set_max_mib", "heap_max_mib"}
            assert ("classes" in told) == ("-XX:+UseZGC" in flags)
            collect(process_id, home)
        assert {"busiest_thread_cores", "threads_running", "collector_cores"} <= told
        without = [] if "-XX:+UseZGC" in flags else ["vm-shares-no-counters"]
        assert [shortfall.code for shortfall in probe.shortfalls()] == without
        probe.close()


def test_a_vm_below_a_script_is_found_and_lost_when_it_ends() -> None:
    with listening("/bin/sh", "-c", '"$@"; sleep 60', "sh", *server(None, "-XX:+UseSerialGC")) as root:
        probe = JavaProbe("api", lambda: {"api": Probed(root)})
        assert values_of(probe.read(100.0)).keys() >= {"heap_max_mib", "eden_mib", "old_mib", "classes"}
        (vm,) = (int(name) for name in os.listdir("/proc") if name.isdigit() and parent_of(name) == root)
        os.kill(vm, 9)
        until_s = time.monotonic() + 5.0
        while probe.read(100.5):
            assert time.monotonic() < until_s
        probe.close()


def parent_of(process_id: str) -> int:
    try:
        return int(Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has services of other users, and namespaces")
def test_a_vm_of_another_user_and_one_with_numbers_and_files_of_its_own() -> None:
    # Not tmp_path, which is closed to others.
    with tempfile.TemporaryDirectory(dir="/var/tmp") as place:
        Path(place).chmod(0o755)
        command = server(None, "-XX:+UseSerialGC")
        at = command.index("-cp") + 1
        command[at] = str(shutil.copytree(command[at], Path(place) / "classes"))
        with listening(*command, user=NOBODY) as process_id:
            read = told(process_id, None, user=NOBODY)
            assert read[-2]["live_set_mib"] == pytest.approx(KEPT_MIB + 2.5, abs=2.5)
        apart = ("unshare", "--pid", "--mount", "--fork", "--mount-proc")
        if subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
            pytest.skip("this machine gives no namespaces")
        script = 'mount -t tmpfs none /tmp && exec "$@"'
        with listening(*apart, "sh", "-c", script, "sh", *command) as root:
            probe = JavaProbe("api", lambda: {"api": Probed(root)})
            assert "heap_max_mib" in values_of(probe.read(100.0))
            probe.close()


def test_what_was_put_in_the_place_of_the_file_is_not_read() -> None:
    with listening(*server(None, "-XX:+UseSerialGC")) as process_id:
        (shared,) = Path("/tmp").glob(  # noqa: S108
            f"hsperfdata_*/{process_id}"
        )
        os.unlink(shared)
        os.mkfifo(shared)
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        assert probe.read(100.0) == []
        os.unlink(shared)
        assert "classes" not in values_of(probe.read(200.0))
        assert [shortfall.code for shortfall in probe.shortfalls()] == ["vm-shares-no-counters"]
        probe.close()


@pytest.mark.parametrize("home", HOMES, ids=str)
@pytest.mark.parametrize("flag", ["UseZGC", "UseG1GC"])
def test_a_log_of_collections_is_found_by_itself_and_tells_what_counters_do_not(
    home: Path | None, flag: str, tmp_path: Path
) -> None:
    log = tmp_path / "any.name"
    with listening(*server(home, f"-XX:+{flag}", "-XX:-UsePerfData", f"-Xlog:gc*:file={log}")) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        first = values_of(probe.read(time.monotonic()))
        assert "live_set_mib" not in first
        collect(process_id, home)
        until_s = time.monotonic() + 3.0
        while "live_set_mib" not in (values := values_of(probe.read(time.monotonic()))) and time.monotonic() < until_s:
            time.sleep(0.1)
        shortfalls = list(probe.shortfalls())
        probe.close()
    assert values["heap_max_mib"] == pytest.approx(HEAP_MIB)
    assert values["live_set_max_mib"] == pytest.approx(HEAP_MIB - 2.5 if flag == "UseG1GC" else HEAP_MIB)
    assert values["live_set_mib"] == pytest.approx(KEPT_MIB + 4.0, abs=4.0)
    assert [(one.code, one.values["log"]) for one in shortfalls] == [("vm-shares-no-counters", "read")]


def test_a_full_collection_of_g1_is_told_with_its_cause() -> None:
    home = HOMES[-1]
    with listening(*server(home, "-XX:+UseG1GC")) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        probe.read(100.0)
        collect(process_id, home)
        (happening,) = [reading.happening for reading in probe.read(101.0) if reading.happening is not None]
        probe.close()
    assert (happening.kind, happening.text.values["cause"]) == ("full-collection", "Diagnostic Command")


def test_a_second_of_it_costs_less_than_a_hundredth_of_a_core(tmp_path: Path) -> None:
    log = f"-Xlog:gc*:file={tmp_path / 'gc.log'}"
    with listening(*server(HOMES[-1], "-XX:+UseG1GC", log)) as process_id:
        probe = JavaProbe("api", lambda: {"api": Probed(process_id)})
        probe.read(0.0)
        began_s = time.thread_time()
        for second in range(1, 51):
            assert "classes" in values_of(probe.read(float(second)))
        spent_s = time.thread_time() - began_s
        probe.close()
    assert spent_s / 50.0 < 0.01
