"""Others that use disks and memory: what is said of them, and of what nothing is said."""

from dataclasses import replace
from typing import Any

import pytest
from loadproof.judge.pressure import pressure_doubts
from loadproof.records.doubt import DoubtCode
from loadproof.system.pressure_account import PressureUse
from loadproof.words.catalogue import english

MIB, GIB = 2**20, 2**30
QUIET = PressureUse(
    elapsed_s=10.0,
    disk_bytes=30 * MIB,
    ours_bytes=20 * MIB,
    own_bytes=2 * MIB,
    others_bytes={"cron": 100_000},
    is_part_unread=False,
    disk_waited_s=0.1,
    memory_waited_s=0.0,
    ours_disk_waited_s=None,
    ours_memory_waited_s=None,
    swapped_bytes=0,
    ours_faults=0,
    least_available_share=0.8,
    ours_held_bytes=GIB,
    others_held_bytes={"postgres": GIB},
)
DISK = replace(
    QUIET, disk_bytes=1000 * MIB, others_bytes={"dd": 900 * MIB, "cron": 100_000, "tar": 99 * MIB}, disk_waited_s=3.0
)
MEMORY = replace(
    QUIET,
    least_available_share=0.02,
    memory_waited_s=1.2,
    swapped_bytes=30 * MIB,
    others_held_bytes={"hog": 14 * GIB, "sh": MIB},
)


def test_others_that_use_the_disk_are_named_with_how_long_it_was_waited_for() -> None:
    (doubt,) = pressure_doubts(DISK)
    assert doubt.code == DoubtCode.FOREIGN_DISK
    assert not doubt.invalidates
    assert english(doubt.text) == (
        "others moved 97.8 % of the bytes that disks read and wrote during the trial (dd), and the machine waited for "
        "disks 30 % of the time"
    )


@pytest.mark.parametrize(
    "differing",
    [
        {"ours_bytes": 0},
        {"ours_bytes": 4000 * MIB, "disk_bytes": 5000 * MIB},
        {"disk_waited_s": 0.9},
        {"disk_waited_s": None},
        {"others_bytes": {"cron": 9 * MIB}},
        # Written to memory and gone before it was due on a disk.
        {"disk_bytes": 5 * MIB},
    ],
    ids=["we need no disk", "ours is most", "nobody waits", "not told", "little", "of files that are gone"],
)
def test_nothing_is_said_of_disks_where(differing: dict[str, Any]) -> None:
    assert pressure_doubts(replace(DISK, **differing)) == ()


def test_pages_that_come_from_the_disk_need_it_too() -> None:
    assert pressure_doubts(replace(DISK, ours_bytes=0, ours_faults=100)) != ()


def test_what_may_not_be_read_is_what_our_side_cannot_have_made_of_the_disks() -> None:
    hidden = replace(DISK, others_bytes={}, is_part_unread=True)
    (doubt,) = pressure_doubts(hidden)
    assert "processes that cannot be read" in english(doubt.text)
    # A journal writes more than what it is told.
    assert pressure_doubts(replace(hidden, disk_bytes=3 * 22 * MIB)) == ()
    assert pressure_doubts(replace(hidden, is_part_unread=False)) == ()


def test_a_machine_short_of_memory_is_said_with_who_holds_it() -> None:
    (doubt,) = pressure_doubts(MEMORY)
    assert doubt.code == DoubtCode.FOREIGN_MEMORY
    assert english(doubt.text) == (
        "the machine was short of memory: 2 % of it was left, the machine waited for memory 12 % of the time, and "
        "30 MiB were swapped; others hold 14 GiB of it (hog), our side 1 GiB"
    )


@pytest.mark.parametrize(
    "differing",
    [
        {"least_available_share": 0.5},
        {"least_available_share": None},
        {"memory_waited_s": 0.1, "swapped_bytes": MIB},
        {"ours_held_bytes": 15 * GIB},
    ],
    ids=["only a group is short", "not told", "nobody waits", "ours hold most"],
)
def test_nothing_is_said_of_memory_where(differing: dict[str, Any]) -> None:
    assert pressure_doubts(replace(MEMORY, **differing)) == ()


def test_where_our_side_is_told_apart_its_own_wait_counts() -> None:
    (doubt,) = pressure_doubts(replace(DISK, disk_waited_s=0.0, ours_disk_waited_s=2.0))
    assert english(doubt.text).endswith("and our side waited for disks 20 % of the time")
    assert pressure_doubts(replace(DISK, ours_disk_waited_s=0.1)) == ()
    (doubt,) = pressure_doubts(replace(MEMORY, memory_waited_s=0.0, ours_memory_waited_s=2.0))
    assert "our side waited for memory 20 % of the time" in english(doubt.text)


def test_swapping_tells_where_waits_are_not_told() -> None:
    assert pressure_doubts(replace(MEMORY, memory_waited_s=None)) != ()
