"""Doubts of disks and memory: what others on the machine did with them while our side needed them.

They take processor time from nobody, so that no second is left out for them, and they change no verdict
(docs/method.md, "A machine that is not quiet").
"""

from collections import Counter
from collections.abc import Mapping

from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.limits import LIMITS
from loadproof.judge.reason import percent
from loadproof.system.pressure_account import PressureUse

__all__ = ["pressure_doubts"]

_MIB = 2**20
_GIB = 2**30
_MOST_NAMES = 3
_LEAST_SHARE = 0.1


def pressure_doubts(use: PressureUse) -> tuple[Doubt, ...]:
    """What is said of one trial.

    >>> moved = {"disk_bytes": 9 << 20, "ours_bytes": 8 << 20, "own_bytes": 0, "others_bytes": {"cron": 1 << 20}}
    >>> waited = {"disk_waited_s": 1.0, "memory_waited_s": 0.0, "ours_disk_waited_s": 1.0, "ours_memory_waited_s": 0.0}
    >>> held = {"swapped_bytes": 0, "least_available_share": 0.8, "ours_resident_bytes": 0, "others_resident_bytes": {}}
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
    names = _named({**use.others_bytes, **({"processes that cannot be read": round(unseen)} if unseen else {})})
    share = percent(foreign / (foreign + ours))
    text = (
        f"others moved {share} of the bytes that disks read and wrote during the trial ({names}), and {who} "
        f"waited for disks {percent(min(1.0, waited))} of the time"
    )
    return [Doubt(DoubtCode.FOREIGN_DISK, text)]


def _memory(use: PressureUse) -> list[Doubt]:
    least, others = use.least_available_share, sum(use.others_resident_bytes.values())
    who, waited = _waited(use.ours_memory_waited_s, use.memory_waited_s, use.elapsed_s)
    is_short = least is not None and least < LIMITS.least_memory_share
    # What is short within the limits of a group alone is the group's own doing.
    suffers = waited >= LIMITS.memory_wait_share or use.swapped_bytes >= LIMITS.swap_bytes_per_s * use.elapsed_s
    if least is None or not is_short or not suffers or others < use.ours_resident_bytes:
        return []
    text = (
        f"the machine was short of memory: {percent(least)} of it was left, {who} waited for memory "
        f"{percent(min(1.0, waited))} of the time, and {use.swapped_bytes / _MIB:.3g} MiB were swapped; others hold "
        f"{others / _GIB:.3g} GiB of it ({_named(use.others_resident_bytes)}), our side "
        f"{use.ours_resident_bytes / _GIB:.3g} GiB"
    )
    return [Doubt(DoubtCode.FOREIGN_MEMORY, text)]


def _waited(ours_s: float | None, machine_s: float | None, elapsed_s: float) -> tuple[str, float]:
    """Who waited for which part of the time: our side, where its own groups tell it."""
    if ours_s is not None:
        return "our side", ours_s / elapsed_s
    return "the machine", 0.0 if machine_s is None else machine_s / elapsed_s


def _named(by_name: Mapping[str, int]) -> str:
    """Those that matter, the greediest first."""
    least = _LEAST_SHARE * sum(by_name.values())
    return ", ".join(name for name, used in Counter(by_name).most_common(_MOST_NAMES) if used > least)
