"""Context switches per second of all threads of some processes."""

import time
from collections.abc import Iterator

from loadproof.system.growth import Sparing
from loadproof.system.process_files import ProcessKey, thread_switches
from loadproof.system.process_tree import TreeScan

__all__ = ["SwitchRate"]

_Switches = dict[tuple[ProcessKey, int], tuple[int, int]]


class SwitchRate:
    """Lower bounds: the last switches of threads that ended are not counted. Many threads are read less often."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._sparing = Sparing()
        self._before: _Switches | None = None
        self._before_s = 0.0

    def read(self, scan: TreeScan, now_s: float) -> Iterator[tuple[str, str, float]]:
        """Means since the last reading; nothing while the next one is not due."""
        if not self._sparing.due(now_s):
            return
        began_s = time.thread_time()
        now = self._now(scan)
        self._sparing.spent(now_s, time.thread_time() - began_s)
        elapsed_s = now_s - self._before_s
        if self._before is not None and elapsed_s > 0:
            for place, name in enumerate(("voluntary_switches_per_s", "involuntary_switches_per_s")):
                growth = sum(
                    max(0, counts[place] - self._before.get(thread, (0, 0))[place]) for thread, counts in now.items()
                )
                yield name, "1/s", growth / elapsed_s
        self._before, self._before_s = now, now_s

    @staticmethod
    def _now(scan: TreeScan) -> _Switches:
        switches: _Switches = {}
        for key in scan.members:
            try:
                switches.update(((key, thread), counts) for thread, counts in thread_switches(key[0]).items())
            except OSError:
                continue  # It has ended since the scan.
        return switches
