"""Checks of a machine by sleeping threads: cost of a sleeping processor, lateness of timers, stalls."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypedDict

from loadproof.judge import limits
from loadproof.system.awake import kept_awake
from loadproof.system.machine_account import MachineAccount
from loadproof.tools.doctor import sleeper
from loadproof.tools.doctor.check import LIMITS, CheckModel, Figure, cannot_tell, doubt, fine
from loadproof.tools.doctor.limits import KeepAwake
from loadproof.tools.doctor.machine import ROOT, is_virtual, kernel_text
from loadproof.tools.doctor.sleeper import late_us

__all__ = ["Slept", "begin_sleeps", "sleep_states", "stalls", "timers", "told_by"]

_MOST_CPUS = 4
_LATE_END_S = 10.0

_BLOCK = 40
"""Sleeps of a block; blocks with and without are interleaved, so that what drifts is in both."""
_FEWEST_BLOCKS = 5


class Slept(TypedDict):
    """Readings that `sleeper` prints at its end."""

    late_us: list[float]
    longest_ms: float
    longest_cpu: int
    stalls: list[tuple[float, float, int, bool]]
    """Per stall: time since the start (s), length (ms), processor, and True if starved.

    If the thread was ready to run without a processor for half of the stall or more, the stall is starved.
    """


def _quantile(values: list[float], part: float) -> float:
    """The value that `part` of all are not above; 0 of none.

    >>> _quantile([3.0, 1.0, 2.0], 0.5)
    2.0
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0


def sleep_states(
    for_s: float, account: MachineAccount, root: Path = ROOT, keep_awake: KeepAwake = kept_awake
) -> CheckModel:
    """Times sleeps of 1 ms for about `for_s`, half of them on processors that are kept awake as `--awake` does."""
    allowed = os.sched_getaffinity(0)
    cpu = max(allowed)
    deepest, deepest_us = _deepest(root, cpu)
    told = "no sleep states told" if deepest_us is None else f"deepest state {deepest_us:.0f} us"
    account.read()
    with keep_awake() as awake:
        way = awake.told
        if not awake.is_kept:
            return cannot_tell("sleep states", f"processors cannot be kept awake to compare with: {way}; {told}")
    try:
        os.sched_setaffinity(0, {cpu})
        idle_us, awake_us = _alternately(for_s, keep_awake)
    finally:
        os.sched_setaffinity(0, allowed)
    use = account.read()
    p50_us, awake_p50_us, p99_us, awake_p99_us = (
        _quantile(values, part) for part in (0.5, 0.99) for values in (idle_us, awake_us)
    )
    found = (
        f"1 ms sleeps end {p50_us:.0f} us late (p99 {p99_us:.0f}), {awake_p50_us:.0f} us (p99 {awake_p99_us:.0f}) "
        f"when kept awake; {told}"
    )
    figures: dict[str, Figure] = {
        "idle_late_p50_us": round(p50_us, 1),
        "idle_late_p99_us": round(p99_us, 1),
        "awake_late_p50_us": round(awake_p50_us, 1),
        "awake_late_p99_us": round(awake_p99_us, 1),
        "awake_by": way,
        "deepest_state": deepest,
        "deepest_exit_latency_us": deepest_us,
        "sleeps": float(len(idle_us) + len(awake_us)),
    }
    taken_cores = use.foreign_cores + use.stolen_cores
    if taken_cores >= limits.LIMITS.disturbing_cores:
        busy = f"no processor was idle, others took {taken_cores:.2f} cores; {found}"
        return cannot_tell("sleep states", busy, "look again when they have ended", **figures)
    if p50_us - awake_p50_us >= LIMITS.wake_up_p50_us or p99_us - awake_p99_us >= LIMITS.wake_up_p99_us:
        return doubt(
            "sleep states",
            f"{found}{', and the host may sleep deeper' if is_virtual(root) else ''}",
            "a light load pays that at each wake-up, of the generator and of the service, and a heavy load does not",
            "--awake with load, capacity and run",
            **figures,
        )
    return fine("sleep states", found, **figures)


def timers(slept: Slept | None, clock_offsets_s: Sequence[float]) -> CheckModel:
    """Check how late short sleeps end on the machine as it is, and if its clock was set meanwhile."""
    if slept is None:
        return cannot_tell("timers", "the process that sleeps could not be run")
    late_us = slept["late_us"]
    p50_us, p99_us, most_us = _quantile(late_us, 0.5), _quantile(late_us, 0.99), max(late_us, default=0.0)
    moved = [abs(now - before) for before, now in pairwise(clock_offsets_s)]
    steps = sum(one * 1e3 >= LIMITS.clock_step_ms for one in moved)
    found = f"{len(late_us):,} sleeps of 1 ms ended late by {p50_us:.0f} us (p99 {p99_us:.0f}, worst {most_us:.0f})"
    figures: dict[str, Figure] = {
        "late_p50_us": p50_us,
        "late_p99_us": p99_us,
        "late_max_us": most_us,
        "clock_steps": steps,
    }
    if steps:
        return doubt(
            "timers",
            f"{found}; the clock was set {steps} x, by {max(moved) * 1e3:.0f} ms at most",
            "times in logs of services do not fit those of the report; durations are not touched",
            "let chrony or ntpd slew it, and wait until it is right (chronyc waitsync)",
            **figures,
        )
    if p99_us / 1e3 >= limits.LIMITS.least_lateness_ms:
        return doubt(
            "timers",
            found,
            "the generator sends as late: its lateness becomes a doubt of every trial",
            "stop what else runs here, give whole processors or a higher priority (nice -n -10 loadproof, root)",
            **figures,
        )
    return fine("timers", f"{found}; the clock was not set", **figures)


def stalls(slept: Slept | None) -> CheckModel:
    """The longest time for which a thread that slept was off the processor without asking for it."""
    if slept is None:
        return cannot_tell("stalls", "the process that sleeps could not be run")
    found_stalls, longest_ms = slept["stalls"], slept["longest_ms"]
    found = f"none of {LIMITS.stall_ms:.0f} ms or more; the longest a thread was off is {longest_ms:.1f} ms"
    if not found_stalls:
        return fine("stalls", found, count=0, longest_ms=round(longest_ms, 2))
    starved = sum(bool(one[3]) for one in found_stalls)
    found = f"{len(found_stalls)} of {LIMITS.stall_ms:.0f} ms or more, the longest {longest_ms:.0f} ms on CPU "
    found += f"{slept['longest_cpu']}; {starved} of them ready to run without a processor"
    stopped = "the machine itself stood still (its host, or a power state): measure on another one"
    return doubt(
        "stalls",
        found,
        "each costs several seconds of a judgement (docs/method/stalls.md)",
        "stop what takes the processors, or lift the quota" if 2 * starved > len(found_stalls) else stopped,
        count=len(found_stalls),
        longest_ms=round(longest_ms, 2),
        starved=starved,
    )


def begin_sleeps(for_s: float) -> subprocess.Popen[bytes] | None:
    """Starts `sleeper` on the first processors; None: it cannot be started."""
    cpus = sorted(os.sched_getaffinity(0))[:_MOST_CPUS]
    words = [
        sys.executable,
        "-I",
        "-S",
        sleeper.__file__,
        str(os.getpid()),
        str(for_s),
        str(LIMITS.stall_ms),
        *map(str, cpus),
    ]
    try:
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
        )
    except OSError:
        return None


def told_by(sleeping: subprocess.Popen[bytes] | None) -> Slept | None:
    """Return the readings of `sleeper`; None if `sleeper` was not started, did not end in time, or printed no JSON."""
    if sleeping is None:
        return None
    try:
        output, _ = sleeping.communicate(timeout=_LATE_END_S)
        told: Slept = json.loads(output)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return told


def _deepest(root: Path, cpu: int) -> tuple[str | None, float | None]:
    """The deepest state that is not off, and how long it takes to leave it, in µs; None: not told."""
    states: list[tuple[float, str]] = []
    for state in sorted((root / f"sys/devices/system/cpu/cpu{cpu}/cpuidle").glob("state*")):
        latency, name = kernel_text(state / "latency"), kernel_text(state / "name")
        if latency and latency.isdigit() and kernel_text(state / "disable") != "1":
            states.append((float(latency), name or state.name))
    if not states:
        return None, None
    deepest_us, name = max(states)
    return name, deepest_us


def _alternately(for_s: float, keep_awake: KeepAwake) -> tuple[list[float], list[float]]:
    idle_us: list[float] = []
    awake_us: list[float] = []
    end_s = time.monotonic() + for_s
    while len(awake_us) < _FEWEST_BLOCKS * _BLOCK or time.monotonic() < end_s:
        idle_us += _block()
        with keep_awake():
            awake_us += _block()
    return idle_us, awake_us


def _block() -> list[float]:
    # The first of a block still has what was before.
    late_us()
    return [late_us() for _ in range(_BLOCK)]
