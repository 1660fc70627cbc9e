"""Share of time in collection pauses of a Java VM, and rate of the collections that include long-lived objects.

Experiments with the collectors of OpenJDK 17 and 25 showed which counters tell this. The counters of Shenandoah count
neither pauses nor cycles. The counters of generational Z do not tell cycles from their pauses.
"""

from collections.abc import Mapping

from loadproof.system.growth import per_second
from loadproof.system.java_counters import VmCounters

__all__ = ["COLLECTION_COUNTERS", "VmCollections"]

_POLICY, _FREQUENCY, _NAME_OF_CYCLES = "sun.gc.policy.name", "sun.os.hrt.frequency", "sun.gc.collector.2.name"
_TIMES = tuple(f"sun.gc.collector.{number}.time" for number in range(3))
_INVOCATIONS = tuple(f"sun.gc.collector.{number}.invocations" for number in range(3))
COLLECTION_COUNTERS = frozenset({_POLICY, _FREQUENCY, _NAME_OF_CYCLES, *_TIMES, *_INVOCATIONS})
"""The counters that are asked for."""
_MOST = 1 << 62


_MAJOR: Mapping[str, tuple[float, float, float] | None] = {
    "Copy:MSC": (0.0, 1.0, 0.0),
    "ParScav:MSC": (0.0, 1.0, 0.0),
    # A cycle beside the service has two pauses, Remark and Cleanup.
    "GarbageFirst": (0.0, 1.0, 0.5),
    # Mark Start, Mark End and Relocate Start.
    "Z concurrent cycle pauses": (0.0, 0.0, 1.0 / 3.0),
    "ZGC major collection pauses": None,
}
"""By policy, or of Z by the name of its cycles: how many major collections an invocation of each collector is."""


class VmCollections:
    """Follows one VM from reading to reading."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._before: tuple[float, float, float | None] | None = None
        """Time of the last reading, seconds of all pauses until then, and number of major collections."""

    def read(self, counters: VmCounters, now_s: float) -> Mapping[str, float]:
        """`gc_pause_share` and `major_collections_per_s` since the reading before; nothing where the VM does not tell.

        >>> vm = {"sun.gc.policy.name": "Copy:MSC", "sun.os.hrt.frequency": 1000, "sun.gc.collector.1.invocations": 4}
        >>> collections = VmCollections()
        >>> [collections.read(vm | {"sun.gc.collector.1.time": ticks}, at_s) for ticks, at_s in ((0, 1.0), (250, 2.0))]
        [{}, {'gc_pause_share': 0.25, 'major_collections_per_s': 0.0}]
        """
        kind = str(counters.get(_POLICY, counters.get(_NAME_OF_CYCLES)))
        ticks_per_s = counters.get(_FREQUENCY)
        if kind not in _MAJOR or not isinstance(ticks_per_s, int) or not 0 < ticks_per_s < _MOST:
            return {}
        paused_s = sum(_whole(counters, name) for name in _TIMES) / ticks_per_s
        parts = _MAJOR[kind]
        each = zip(parts or (), _INVOCATIONS, strict=parts is not None)
        major = None if parts is None else sum(part * _whole(counters, name) for part, name in each)
        before, self._before = self._before, (now_s, paused_s, major)
        if before is None:
            return {}
        share = per_second(before[1], paused_s, now_s - before[0])
        rate = None if major is None or before[2] is None else per_second(before[2], major, now_s - before[0])
        found = (("gc_pause_share", share), ("major_collections_per_s", rate))
        return {name: value for name, value in found if value is not None}


def _whole(counters: VmCounters, name: str) -> int:
    value = counters.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST else 0
