"""Sleeps again and again on some processors, and tells how late it woke: `sleeper.py PARENT FOR_S STALL_MS CPU...`.

A program of its own, so that nothing but the machine makes it late: the lock of an interpreter that does something
besides would. It imports the standard library alone, to be there soon, and ends with PARENT, who started it.
It writes one line of JSON, `Slept` of `wake_ups`.
"""

import json
import os
import sys
import threading
import time
from contextlib import suppress

__all__ = ["SLEEP_S", "late_us"]

SLEEP_S = 0.001
_REST_S = 0.009
"""Between two of them: what stands still for longer is seen, and a hundred wake-ups a second cost next to nothing."""
_ACCOUNT_S = 1.0


def late_us(sleep_s: float = SLEEP_S) -> float:
    """Return how much longer than `sleep_s` a sleep took, in µs.

    >>> 0.0 <= late_us() < 10e6
    True
    """
    began_ns = time.perf_counter_ns()
    time.sleep(sleep_s)
    return max(0.0, (time.perf_counter_ns() - began_ns) / 1e3 - sleep_s * 1e6)


class _Sleeper(threading.Thread):
    """Sleeps on one processor."""

    def __init__(self, cpu: int, for_s: float, stall_ms: float) -> None:
        super().__init__(daemon=True)
        self._cpu, self._for_s, self._stall_ms = cpu, for_s, stall_ms
        self.late_us: list[float] = []
        self.longest_ms = 0.0
        self.stalls: list[tuple[float, float, int, bool]] = []

    def run(self) -> None:
        with suppress(OSError):
            # Of this thread alone.
            os.sched_setaffinity(0, {self._cpu})
        began_s = read_s = time.monotonic()
        delay_ns = _run_delay_ns()
        while (now_s := time.monotonic()) - began_s < self._for_s:
            short_us, rest_us = late_us(), late_us(_REST_S)
            self.late_us.append(short_us)
            longest_ms = max(short_us, rest_us) / 1e3
            self.longest_ms = max(self.longest_ms, longest_ms)
            if longest_ms >= self._stall_ms:
                # Ready to run without a processor for half of it or more, as the engine says of its own stalls.
                starved = (_run_delay_ns() - delay_ns) / 1e6 >= longest_ms / 2.0
                self.stalls.append((now_s - began_s, longest_ms, self._cpu, starved))
            if longest_ms >= self._stall_ms or now_s - read_s >= _ACCOUNT_S:
                read_s, delay_ns = now_s, _run_delay_ns()


def _run_delay_ns() -> int:
    try:
        with open("/proc/thread-self/schedstat", "rb") as account:
            return int(account.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def _main() -> None:
    # Asked of the system here it could be too late: whoever started this may have gone already.
    parent = int(sys.argv[1])
    for_s, stall_ms, cpus = float(sys.argv[2]), float(sys.argv[3]), [int(word) for word in sys.argv[4:]]
    sleepers = [_Sleeper(cpu, for_s, stall_ms) for cpu in cpus]
    for sleeper in sleepers:
        sleeper.start()
    while any(sleeper.is_alive() for sleeper in sleepers):
        sleepers[0].join(0.5)
        sleepers[-1].join(0.5)
        if os.getppid() != parent:
            os._exit(1)
    longest = max(sleepers, key=lambda sleeper: sleeper.longest_ms)
    told = {
        "late_us": [round(late, 1) for sleeper in sleepers for late in sleeper.late_us],
        "longest_ms": longest.longest_ms,
        "longest_cpu": cpus[sleepers.index(longest)],
        "stalls": sorted(stall for sleeper in sleepers for stall in sleeper.stalls),
    }
    sys.stdout.write(json.dumps(told) + "\n")


if __name__ == "__main__":
    _main()
