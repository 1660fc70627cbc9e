"""Looks at a machine that is made of files: what it has is told in figures, what it lacks is no exception."""

import os
import resource
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from loadproof.system.awake import Awake
from loadproof.system.machine_account import MachineAccount
from loadproof.tools.doctor.limits import KeepAwake, kernel, open_files, ports, queues, rights
from loadproof.tools.doctor.machine import clock, cores, frequency

_CPU = "sys/devices/system/cpu"


def made(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        place = root / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    return root


def keeping(*, is_kept: bool) -> KeepAwake:
    """As `kept_awake`, but that nothing is done."""
    return lambda: nullcontext(Awake(is_kept, "by a request" if is_kept else "not allowed"))


def siblings(*pairs: str) -> dict[str, str]:
    """The files of processors by the lists of threads that share a core."""
    found = {f"{_CPU}/online": f"0-{len(pairs) - 1}\n"}
    return found | {f"{_CPU}/cpu{cpu}/topology/thread_siblings_list": text for cpu, text in enumerate(pairs)}


def group_of_version_2(root: Path, quota: str) -> Path:
    """A machine whose process is in a group `own`; the quota is that of the group above it."""
    group = root / "group"
    made(group, {"box/cpu.max": quota, "box/cpu.stat": "usage_usec 9\nnr_periods 4\nnr_throttled 3\n"})
    made(group, {"box/own/cpu.max": "max 100000\n", "box/own/cpu.stat": "usage_usec 5\n", "cpu.stat": "usage_usec 7\n"})
    mounts = f"30 20 0:26 / {group} rw - cgroup2 cgroup2 rw\n"
    return made(root, {"proc/self/cgroup": "0::/box/own\n", "proc/self/mountinfo": mounts, **siblings("0", "1")})


def group_of_version_1(root: Path, quota: str) -> Path:
    group = root / "group"
    made(
        group,
        {"cpu.cfs_quota_us": quota, "cpu.cfs_period_us": "100000\n", "cpu.stat": "nr_periods 9\nnr_throttled 2\n"},
    )
    mounts = f"30 20 0:26 / {group} rw - cgroup cgroup rw,cpu,cpuacct\n"
    return made(root, {"proc/self/cgroup": "4:cpu,cpuacct:/\n", "proc/self/mountinfo": mounts, **siblings("0", "1")})


def test_whole_processors_are_fine(tmp_path: Path) -> None:
    found = cores(made(tmp_path, siblings("0", "1")), allowed={0, 1})
    assert (found.level, found.found) == ("fine", "2 of 2 may be used, none shares a core, no quota")


@pytest.mark.parametrize(
    ("group", "quota"), [(group_of_version_2, "150000 100000\n"), (group_of_version_1, "150000\n")]
)
def test_a_quota_is_a_doubt_also_one_above_us(tmp_path: Path, group: object, quota: str) -> None:
    assert callable(group)
    found = cores(group(tmp_path, quota), allowed={0, 1})
    assert found.level == "doubt"
    assert "a quota of 1.5 cores" in found.found
    assert found.figures["quota_cores"] == 1.5
    assert found.cure is not None
    assert "--cpuset-cpus" in found.cure


def test_no_quota_is_none(tmp_path: Path) -> None:
    assert cores(group_of_version_2(tmp_path / "2", "max 100000\n"), allowed={0, 1}).level == "fine"
    assert cores(group_of_version_1(tmp_path / "1", "-1\n"), allowed={0, 1}).level == "fine"


def test_one_processor_is_a_doubt(tmp_path: Path) -> None:
    found = cores(made(tmp_path, siblings("0", "1")), allowed={1})
    assert (found.level, found.found) == ("doubt", "one may be used")


def test_threads_of_one_core_apart_from_each_other_are_a_doubt(tmp_path: Path) -> None:
    """The first half goes to the generator: where its threads are siblings of the second half, both slow down."""
    crossed = cores(made(tmp_path / "crossed", siblings("0,2", "1,3", "0,2", "1,3")), allowed=range(4))
    assert crossed.level == "doubt"
    assert "siblings" in crossed.found
    pairs = cores(made(tmp_path / "pairs", siblings("0-1", "0-1", "2-3", "2-3")), allowed=range(4))
    assert (pairs.level, pairs.figures["smt_siblings"]) == ("fine", 4)


def test_without_files_cores_are_those_of_the_process(tmp_path: Path) -> None:
    found = cores(tmp_path, allowed={0, 1, 2})
    assert found.level == "fine"
    assert found.found.startswith(f"3 of {os.cpu_count()} ")


def test_a_governor_that_saves_is_a_doubt(tmp_path: Path) -> None:
    governor = f"{_CPU}/cpu0/cpufreq/scaling_governor"
    boost = {f"{_CPU}/cpufreq/boost": "1\n"}
    saving = frequency(made(tmp_path / "saving", {governor: "powersave\n"} | boost), allowed={0})
    assert (saving.level, saving.found) == ("doubt", "governor powersave, turbo on")
    assert saving.cure == "cpupower frequency-set -g performance (root)"
    assert frequency(made(tmp_path / "full", {governor: "performance\n"}), allowed={0}).level == "fine"


def test_who_does_not_tell_of_frequency_is_said(tmp_path: Path) -> None:
    assert "this kernel does not tell" in frequency(tmp_path, allowed={0}).found
    virtual = frequency(made(tmp_path, {"proc/cpuinfo": "flags\t: fpu hypervisor sse\n"}), allowed={0})
    assert (virtual.level, virtual.found.partition(" decides")[0]) == (
        "cannot_tell",
        "the host of this virtual machine",
    )


def test_the_clock_is_read_and_its_source_named(tmp_path: Path) -> None:
    source = "sys/devices/system/clocksource/clocksource0/current_clocksource"
    found = clock(made(tmp_path, {source: "tsc\n", "proc/self/timerslack_ns": "50000\n"}))
    assert found.found.startswith("tsc, ")
    assert found.found.endswith("timer slack 50 us")
    assert float(found.figures["read_ns"] or 0) > 0
    assert clock(tmp_path / "none").found.startswith("source not told, ")


def net(first: int, last: int, waiting: int) -> dict[str, str]:
    return {
        "proc/sys/net/ipv4/ip_local_port_range": f"{first}\t{last}\n",
        "proc/sys/net/ipv4/tcp_tw_reuse": "2\n",
        "proc/net/sockstat": f"sockets: used 30\nTCP: inuse 14 orphan 0 tw {waiting} alloc 14 mem 2\nUDP: inuse 0\n",
    }


def test_ports_are_counted(tmp_path: Path) -> None:
    found = ports(made(tmp_path, net(32768, 60999, 12)))
    assert found.level == "fine"
    assert found.found == "28,232 for one address: 471 new connections/s on end; 12 in TIME_WAIT, reused on lo"


@pytest.mark.parametrize(("first", "last", "waiting"), [(60000, 60999, 0), (32768, 60999, 20_000)])
def test_few_ports_and_used_ones_are_doubts(tmp_path: Path, first: int, last: int, waiting: int) -> None:
    found = ports(made(tmp_path, net(first, last, waiting)))
    assert found.level == "doubt"
    assert found.cure is not None
    assert "ip_local_port_range" in found.cure


def test_ports_that_are_not_told(tmp_path: Path) -> None:
    assert ports(tmp_path).level == "cannot_tell"
    assert ports(made(tmp_path, {"proc/sys/net/ipv4/ip_local_port_range": "many\n"})).level == "cannot_tell"


def test_queues_and_the_table_of_connections(tmp_path: Path) -> None:
    files = {"proc/sys/net/core/somaxconn": "4096\n", "proc/sys/net/ipv4/tcp_max_syn_backlog": "2048\n"}
    assert queues(made(tmp_path / "fine", files)).found == "4,096 connections may wait for accept, 2,048 half open"
    short = queues(made(tmp_path / "short", files | {"proc/sys/net/core/somaxconn": "128\n"}))
    assert short.level == "doubt"
    assert "net.core.somaxconn=4096" in (short.cure or "")
    table = {"proc/sys/net/netfilter/nf_conntrack_count": "3500\n", "proc/sys/net/netfilter/nf_conntrack_max": "4096\n"}
    full = queues(made(tmp_path / "full", files | table))
    assert full.level == "doubt"
    assert "conntrack holds 3,500 of 4,096" in full.found
    assert queues(tmp_path / "none").level == "cannot_tell"


@pytest.fixture
def limit() -> Iterator[tuple[int, int]]:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield before
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_open_files_of_the_machine(tmp_path: Path, limit: tuple[int, int]) -> None:
    if limit[1] != resource.RLIM_INFINITY and limit[1] < 1128:
        pytest.skip("this process may not open a thousand files")
    assert open_files(made(tmp_path / "fine", {"proc/sys/fs/file-nr": "634\t0\t9000\n"})).level == "fine"
    full = open_files(made(tmp_path / "full", {"proc/sys/fs/file-nr": "8634\t0\t9000\n"}))
    assert (full.level, full.cure) == ("doubt", "sysctl -w fs.file-max=18000 (root)")
    assert open_files(tmp_path / "none").level == "fine"


def test_what_the_kernel_tells(tmp_path: Path) -> None:
    account = MachineAccount()
    files = {"proc/self/schedstat": "5 7 2\n", "proc/pressure/io": "some avg10=0.00\n", "proc/self/cgroup": "0::/\n"}
    told = kernel(account, made(tmp_path / "all", files))
    assert "run delays told, pressure told, control groups v2, delayacct off" in told.found
    assert told.level == ("cannot_tell" if account.hides_processes else "fine")
    silent = kernel(account, tmp_path / "none")
    assert silent.level == "cannot_tell"
    assert "run delays not told, pressure not told, control groups none" in silent.found


def test_rights_are_tried_and_leave_nothing_behind() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0)
    found = rights(keeping(is_kept=False))
    assert found.figures["keep_processors_awake"] == 0.0
    assert "may not keep processors awake" in found.found.replace("raise priority, ", "")
    assert rights(keeping(is_kept=True)).figures["keep_processors_awake"] == 1.0
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
