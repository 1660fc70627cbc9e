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

    >>> quiet = PressureUse(60.0, 10 * 2**20, 8 * 2**20, 2**20, {"cron": 2**20}, False, 1.0, 0.0, 0, 0, 0.8, 2**30, {})
    >>> pressure_doubts(quiet)
    ()
    """
    return (*_disk(use), *_memory(use))


def _disk(use: PressureUse) -> list[Doubt]:
    ours, others = use.ours_bytes + use.own_bytes, sum(use.others_bytes.values())
    unseen = max(0.0, use.disk_bytes - LIMITS.disk_amplification * (ours + others)) if use.is_part_unread else 0.0
    # What was gone again before it was due on a disk was a matter of memory.
    foreign = min(others + unseen, float(use.disk_bytes))
    waited = 0.0 if use.disk_waited_s is None else use.disk_waited_s / use.elapsed_s
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
        f"others moved {share} of the bytes that disks read and wrote during the trial ({names}), and the machine "
        f"waited for disks {percent(min(1.0, waited))} of the time"
    )
    return [Doubt(DoubtCode.FOREIGN_DISK, text)]


def _memory(use: PressureUse) -> list[Doubt]:
    least, others = use.least_available_share, sum(use.others_resident_bytes.values())
    waited = 0.0 if use.memory_waited_s is None else use.memory_waited_s / use.elapsed_s
    is_short = least is not None and least < LIMITS.least_memory_share
    # What is short within the limits of a group alone is the group's own doing.
    suffers = waited >= LIMITS.memory_wait_share or use.swapped_bytes >= LIMITS.swap_bytes_per_s * use.elapsed_s
    if least is None or not is_short or not suffers or others < use.ours_resident_bytes:
        return []
    text = (
        f"the machine was short of memory: {percent(least)} of it was left, it waited for memory "
        f"{percent(min(1.0, waited))} of the time and swapped {use.swapped_bytes / _MIB:.3g} MiB; others hold "
        f"{others / _GIB:.3g} GiB of it ({_named(use.others_resident_bytes)}), our side "
        f"{use.ours_resident_bytes / _GIB:.3g} GiB"
    )
    return [Doubt(DoubtCode.FOREIGN_MEMORY, text)]


def _named(by_name: Mapping[str, int]) -> str:
    """Those that matter, the greediest first."""
    least = _LEAST_SHARE * sum(by_name.values())
    return ", ".join(name for name, used in Counter(by_name).most_common(_MOST_NAMES) if used > least)
