"""Doubts of disks and memory: what others on the machine did with them while our side needed them.

They take processor time from nobody, so that no second is left out for them, and they change no verdict
(docs/method/disturbance.md).
"""

from collections.abc import Sequence

from loadproof.judge.limits import LIMITS
from loadproof.model.message import Listed, Message, listed, mebibytes, share
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.system.pressure_account import PressureUse

__all__ = ["pressure_doubts"]

_MIB = 2**20
_MOST_NAMES = 3
_LEAST_SHARE = 0.1


def pressure_doubts(use: PressureUse) -> tuple[Doubt, ...]:
    """Return the doubts about disks and memory in one trial.

    >>> moved = {"disk_bytes": 9 << 20, "ours_bytes": 8 << 20, "own_bytes": 0, "others_bytes": {"cron": 1 << 20}}
    >>> waited = {"disk_waited_s": 1.0, "memory_waited_s": 0.0, "ours_disk_waited_s": 1.0, "ours_memory_waited_s": 0.0}
    >>> held = {"swapped_bytes": 0, "least_available_share": 0.8, "ours_held_bytes": 0, "others_held_bytes": {}}
    >>> pressure_doubts(PressureUse(60.0, **moved, **waited, **held, is_part_unread=False, ours_faults=0))
    ()
    """
    return (*_disk(use), *_memory(use))


def _disk(use: PressureUse) -> list[Doubt]:
    ours, others = use.ours_bytes + use.own_bytes, sum(use.others_bytes.values())
    unseen = max(0.0, use.disk_bytes - LIMITS.disk_amplification * (ours + others)) if use.is_part_unread else 0.0
    # What was gone again before it was due on a disk was a matter of memory.
    foreign = min(others + unseen, float(use.disk_bytes))
    who, waited = _waited(use.ours_disk_waited_s, use.disk_waited_s, use.elapsed_s)
    # A service that reads and writes nothing does not wait for a disk.
    needs_disk = use.ours_bytes + use.ours_faults * LIMITS.fault_bytes > LIMITS.least_disk_use * use.elapsed_s
    if (
        not needs_disk
        or foreign < LIMITS.foreign_disk_bytes_per_s * use.elapsed_s
        or foreign < LIMITS.foreign_disk_share * (foreign + ours)
        or waited < LIMITS.disk_wait_share
    ):
        return []
    unread = [(Message("named-unreadable-processes"), round(unseen))] if unseen else []
    text = Message(
        "disks-used-by-others",
        share=share(foreign / (foreign + ours)),
        names=_named([*use.others_bytes.items(), *unread]),
        who=who,
        waited=share(min(1.0, waited)),
    )
    return [Doubt(DoubtCode.FOREIGN_DISK, text)]


def _memory(use: PressureUse) -> list[Doubt]:
    least, others = use.least_available_share, sum(use.others_held_bytes.values())
    who, waited = _waited(use.ours_memory_waited_s, use.memory_waited_s, use.elapsed_s)
    is_short = least is not None and least < LIMITS.least_memory_share
    # What is short within the limits of a group alone is the group's own doing.
    suffers = waited >= LIMITS.memory_wait_share or use.swapped_bytes >= LIMITS.swap_bytes_per_s * use.elapsed_s
    if least is None or not is_short or not suffers or others < use.ours_held_bytes:
        return []
    text = Message(
        "memory-used-by-others",
        least=share(least),
        who=who,
        waited=share(min(1.0, waited)),
        swapped=mebibytes(use.swapped_bytes / _MIB),
        others=mebibytes(others / _MIB),
        names=_named([*use.others_held_bytes.items()]),
        ours=mebibytes(use.ours_held_bytes / _MIB),
    )
    return [Doubt(DoubtCode.FOREIGN_MEMORY, text)]


def _waited(ours_s: float | None, machine_s: float | None, elapsed_s: float) -> tuple[str, float]:
    """Return who waited, `ours` or `machine`, and for which part of the time: ours, if its own groups report it."""
    if ours_s is not None:
        return "ours", ours_s / elapsed_s
    return "machine", 0.0 if machine_s is None else machine_s / elapsed_s


def _named(by_name: Sequence[tuple[str | Message, int]]) -> Listed:
    """Return the names with more than a tenth of the use, largest first, three at most."""
    least = _LEAST_SHARE * sum(used for _, used in by_name)
    greediest = sorted(by_name, key=lambda named: -named[1])[:_MOST_NAMES]
    return listed([name for name, used in greediest if used > least])
