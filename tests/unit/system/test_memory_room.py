"""How much memory there is: the least limit of the control groups that a process is in, of both versions."""

import os
from pathlib import Path

import pytest
from loadproof.system.memory_room import kills_for_memory, memory_limit_bytes

_MACHINE_BYTES = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
_FILES = {1: "memory.limit_in_bytes", 2: "memory.max"}
_NONE = {1: "9223372036854771712", 2: "max"}


def limit_of(place: Path, version: int, limits: list[str]) -> int:
    """Of a process in the last of nested groups with these limits, the first of which is the root."""
    mounted = place / "mounted"
    groups = [mounted, mounted / "outer", mounted / "outer/inner"]
    for group, limit in zip(groups, limits, strict=True):
        group.mkdir()
        (group / "cgroup.procs").write_text("")
        (group / _FILES[version]).write_text(f"{limit}\n")
    of_process, mounts = place / "cgroup", place / "mountinfo"
    of_process.write_text("4:memory:/outer/inner\n0::/\n" if version == 1 else "0::/outer/inner\n")
    kind = "cgroup cgroup rw,memory" if version == 1 else "cgroup2 cgroup2 rw"
    mounts.write_text(f"30 23 0:26 / {mounted} rw - {kind}\n")
    return memory_limit_bytes(of_process, mounts)


@pytest.mark.parametrize("version", [1, 2])
def test_the_least_limit_of_all_groups_around_a_process_holds(tmp_path: Path, version: int) -> None:
    none = _NONE[version]
    for number, (limits, expected) in enumerate(
        (
            ([none, str(3 << 20), none], 3 << 20),
            ([none, str(3 << 20), str(2 << 20)], 2 << 20),
            ([none, none, none], _MACHINE_BYTES),
            # More than the machine has is no limit.
            ([none, none, str(_MACHINE_BYTES + 4096)], _MACHINE_BYTES),
        )
    ):
        place = tmp_path / str(number)
        place.mkdir()
        assert limit_of(place, version, limits) == expected


def test_without_groups_it_is_the_memory_of_the_machine(tmp_path: Path) -> None:
    assert memory_limit_bytes(tmp_path / "none", tmp_path / "neither") == _MACHINE_BYTES


def test_kills_are_read_from_the_counters_of_the_kernel(tmp_path: Path) -> None:
    counters = tmp_path / "vmstat"
    counters.write_text("nr_free_pages 12\noom_kill 28\n")
    assert kills_for_memory(counters) == 28
    # Kernels before 4.13 count none.
    counters.write_text("nr_free_pages 12\n")
    assert kills_for_memory(counters) == 0
    assert kills_for_memory(tmp_path / "none") == 0
