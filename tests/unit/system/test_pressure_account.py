"""Who used disks and memory: real processes that write, and files as a kernel that tells less would have them."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from loadproof.system.control_group import control_group_directories
from loadproof.system.machine_account import MachineAccount
from loadproof.system.pressure_account import PressureAccount, PressureUse

SHORT = 0.1
_MIB = 2**20
_WRITE = """
import os, sys, time
if sys.argv[2] == "stranger" and os.fork(): os._exit(0)
if sys.argv[2] == "stranger": os.setsid()
print(os.getpid(), flush=True)
os.close(1)
file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT)
for _ in range(40):
    time.sleep(0.05)
    os.pwrite(file, bytes(1 << 20), 0)
    os.fsync(file)
time.sleep(20)
"""


@contextmanager
def writer(place: Path, whose: str) -> Iterator[int]:
    """Writes 40 MiB within some two seconds, and stays."""
    file = place / f"of-{whose}"
    with subprocess.Popen(
        [sys.executable, "-S", "-c", _WRITE, str(file), whose], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        process_id = int(process.stdout.readline())
        try:
            yield process_id
        finally:
            os.kill(process_id, 9)


def used(seconds: float = 3.0) -> PressureUse:
    account, pressure = MachineAccount(), PressureAccount()
    pressure.begin(account.stats, account.ours)
    end_s = time.monotonic() + seconds
    while time.monotonic() < end_s:
        time.sleep(0.5)
        account.read()
        pressure.read(account.stats, account.ours)
    account.read()
    return pressure.told(account.stats, account.ours, SHORT)


def test_what_a_stranger_writes_is_his_and_what_a_child_writes_is_ours(tmp_path: Path) -> None:
    with writer(tmp_path, "stranger") as process_id:
        name = Path(f"/proc/{process_id}/comm").read_text(encoding="utf-8").strip()
        use = used()
    if use.disk_bytes < 4 * _MIB:
        pytest.skip("what is written here comes to no disk")
    assert use.others_bytes[name] > 4 * _MIB
    assert use.ours_bytes < _MIB
    with writer(tmp_path, "child"):
        use = used()
    assert use.ours_bytes > 4 * _MIB
    assert use.elapsed_s >= 3.0


def test_what_this_process_writes_is_neither(tmp_path: Path) -> None:
    account, pressure = MachineAccount(), PressureAccount()
    pressure.begin(account.stats, account.ours)
    with (tmp_path / "file").open("wb") as file:
        file.write(bytes(8 * _MIB))
        file.flush()
        os.fsync(file.fileno())
    account.read()
    use = pressure.told(account.stats, account.ours, SHORT)
    if use.own_bytes == 0:
        pytest.skip("what is written here comes to no disk")
    assert use.own_bytes >= 8 * _MIB
    assert use.ours_bytes < _MIB


@pytest.fixture
def group() -> Iterator[Path]:
    """A control group of version 2, beside that of the tests."""
    own = control_group_directories().get("")
    place = Path("/nowhere") if own is None else own / f"loadproof-test-{os.getpid()}"
    try:
        place.mkdir()
    except OSError as error:
        pytest.skip(f"{place}: {error.strerror}")
    yield place
    # Who was killed leaves it a moment later.
    for _ in range(100):
        with suppress(OSError):
            place.rmdir()
            return
        time.sleep(0.05)


def test_a_group_that_is_ours_alone_tells_what_our_side_waited(group: Path, tmp_path: Path) -> None:
    if not (group / "io.pressure").exists():
        pytest.skip("control groups have no pressure files here")
    account, pressure = MachineAccount(), PressureAccount()
    with writer(tmp_path, "child") as process_id:
        (group / "cgroup.procs").write_text(str(process_id), encoding="ascii")
        account.read()
        pressure.begin(account.stats, account.ours)
        time.sleep(2.5)
        account.read()
        use = pressure.told(account.stats, account.ours, SHORT)
        assert use.ours_disk_waited_s is not None
        assert 0.0 < use.ours_disk_waited_s <= use.elapsed_s
        # Beside a stranger it says nothing of us.
        with writer(tmp_path, "stranger") as stranger:
            (group / "cgroup.procs").write_text(str(stranger), encoding="ascii")
            assert pressure.told(account.stats, account.ours, SHORT).ours_disk_waited_s is None


def test_memory_that_is_mapped_three_times_counts_once_where_memory_is_short() -> None:
    heap = "import mmap, os, time; file = os.memfd_create('heap'); os.truncate(file, 100 << 20)\n"
    heap += "views = [mmap.mmap(file, 0) for _ in range(3)]\n"
    heap += "[view.write(bytes(100 << 20)) for view in views]; print(flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-S", "-c", heap], stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            account, pressure = MachineAccount(), PressureAccount()
            pressure.begin(account.stats, account.ours)
            each_time, once = (
                pressure.told(account.stats, account.ours, short).ours_held_bytes for short in (0.0, 1.1)
            )
        finally:
            process.kill()
    assert each_time - once >= 190 * _MIB


def kernel(place: Path, **files: str) -> Path:
    for name, text in {"stat": "cpu  1 0 1 100 30 0 0 0 0 0\n", **files}.items():
        path = place / name.replace("__", "/")
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_text(text, encoding="ascii")
    return place


SOME = "some avg10=0.00 avg60=0.00 avg300=0.00 total={}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1\n"


def test_pressure_and_swap_are_those_since_the_beginning(tmp_path: Path) -> None:
    kernel(
        tmp_path, pressure__io=SOME.format(5_000_000), pressure__memory=SOME.format(0), vmstat="pswpin 7\npswpout 9\n"
    )
    pressure = PressureAccount(tmp_path)
    pressure.begin({}, ())
    kernel(
        tmp_path,
        pressure__io=SOME.format(5_750_000),
        pressure__memory=SOME.format(250_000),
        vmstat="pswpin 107\npswpout 9\n",
        meminfo="MemTotal: 1000 kB\nMemAvailable: 50 kB\n",
    )
    use = pressure.told({}, (), SHORT)
    assert (use.disk_waited_s, use.memory_waited_s) == (0.75, 0.25)
    assert use.swapped_bytes == 100 * os.sysconf("SC_PAGE_SIZE")
    assert use.least_available_share == 0.05
    assert pressure.is_told_waits


@pytest.mark.parametrize("text", ["", "some\n", "some a b c total=x\n", "full a b c total=3\n", None])
def test_without_pressure_files_disks_are_waited_for_by_processors(tmp_path: Path, text: str | None) -> None:
    files = {} if text is None else {"pressure__io": text, "pressure__memory": text}
    pressure = PressureAccount(kernel(tmp_path, **files))
    pressure.begin({}, ())
    kernel(tmp_path, stat="cpu  1 0 1 100 80 0 0 0 0 0\n")
    use = pressure.told({}, (), SHORT)
    assert use.disk_waited_s == 50 / os.sysconf("SC_CLK_TCK")
    assert use.memory_waited_s is None
    assert not pressure.is_told_waits
    assert use.least_available_share is None


def test_processes_that_may_not_be_read_are_known_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    account, pressure = MachineAccount(), PressureAccount()
    pressure.begin(account.stats, account.ours)

    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("loadproof.system.pressure_account.read_kernel_file", refused)
    pressure.begin(account.stats, account.ours)
    assert pressure.is_part_unread
    assert pressure.told(account.stats, account.ours, SHORT).is_part_unread
