"""The memory of some processes together: proportional where it can be read, else resident."""

import os
import time
from collections.abc import Iterator, Sequence

from loadproof.model.message import Message, duration
from loadproof.system.growth import Sparing
from loadproof.system.process_files import ProcessStat, proportional_memory_bytes

__all__ = ["ProcessMemory"]

_MIB = 2**20
_SELDOM_S = 1.5


class ProcessMemory:
    """Gives `pss_mib`. Large memories are read less often, as that is costly; the value then stays the last one.

    Where the memory of a control group is read besides, what is costly is not read at all: it would slow the service
    down that is measured.
    """

    def __init__(self, *, has_group: bool = False) -> None:
        """Nothing is read yet."""
        self._has_group = has_group
        self._sparing = Sparing()
        self._members: frozenset[int] = frozenset()
        self._last_mib = 0.0
        self._refused: Message | None = None

    def read(self, alive: Sequence[ProcessStat], now_s: float) -> Iterator[tuple[str, str, float]]:
        """Of the processes `alive`, which are read again at once when they are others than before."""
        if self._has_group and self._sparing.interval_s > _SELDOM_S:
            return
        members = frozenset(stat.key[0] for stat in alive)
        if self._sparing.due(now_s) or self._members.isdisjoint(members):
            began_s = time.thread_time()
            self._last_mib = sum(map(self._bytes_of, alive)) / _MIB
            self._sparing.spent(now_s, time.thread_time() - began_s)
            self._members = members
        yield "pss_mib", "MiB", self._last_mib

    def shortfalls(self) -> Iterator[Message]:
        """That it was resident memory, or not read every second."""
        if self._refused is not None:
            yield Message("memory-not-proportional", why=self._refused)
        if self._sparing.interval_s > _SELDOM_S and not self._has_group:
            yield Message("memory-read-seldom", every=duration(round(self._sparing.interval_s)))

    def _bytes_of(self, stat: ProcessStat) -> int:
        try:
            return proportional_memory_bytes(stat.key[0])
        except ProcessLookupError:
            return stat.resident_bytes  # It has just ended.
        except FileNotFoundError:
            if not os.path.exists("/proc/self/smaps_rollup"):
                self._refused = Message("kernel-without-proportional-memory")
            return stat.resident_bytes
        except OSError as error:
            self._refused = Message.said(str(error.strerror))
            return stat.resident_bytes
