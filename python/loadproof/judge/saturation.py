"""Saturation of the machines of a trial: which seconds are saturated, which are not judged, and the doubts.

A resource is saturated in a second by what the probes read of it alone, never by response times. A saturated machine
under test never excuses a failed SLO (docs/method/saturation.md).
"""

from array import array
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from loadproof.judge.episodes import Episodes, left_out
from loadproof.judge.limits import LIMITS
from loadproof.model.machine_series import (
    CPU_BUSY,
    CPU_STOLEN,
    DISK_BUSY,
    LOCAL_MACHINE,
    MEMORY_AVAILABLE,
    NETWORK_BUSY,
    SWAPPED_IN,
    SWAPPED_OUT,
)
from loadproof.model.message import Message, duration, share
from loadproof.model.typed_json import as_written
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.machine_use import MachineResource, MachineRole, ResourceUse

__all__ = [
    "NOTHING_LEFT_OUT",
    "WITHOUT_STUDY",
    "ResourceReading",
    "SaturatedLeaveOut",
    "Saturations",
    "is_saturated_for_long",
    "machine_words",
    "resource_readings",
    "resource_words",
    "saturation_doubts",
]

_MIB = 2**20
_UNREAD = -1.0


@dataclass(frozen=True, slots=True)
class SaturatedLeaveOut:
    """Saturated seconds that a study leaves out, by its key `saturated`."""

    start_up: bool = False
    """Saturation before the judged span raises no doubt."""
    load: bool = False
    """Seconds in which a machine that makes load is saturated are not judged."""


NOTHING_LEFT_OUT = SaturatedLeaveOut()
WITHOUT_STUDY = SaturatedLeaveOut(start_up=True)
"""Setting of commands, which have no key for it: services may warm up before the judged span."""


@dataclass(frozen=True, slots=True)
class ResourceReading:
    """Use of one resource of one machine in the seconds of a trial from `begin` and before `end`."""

    machine: str
    role: MachineRole
    resource: MachineResource
    begin: int
    end: int
    used_share: float
    is_saturated: bool


def resource_readings(
    machine: str, role: MachineRole, begin: int, end: int, values: Mapping[str, float]
) -> Iterator[ResourceReading]:
    """Yield the use of each resource that was read, by the series of `model.machine_series`.

    >>> values = {"cpu_busy_share": 0.9, "steal_share": 0.07, "memory_available_share": 0.03, "disk_busy_share": 0.5}
    >>> for use in resource_readings("app1", MachineRole.UNDER_TEST, 4, 5, values):
    ...     print(use.resource.value, round(use.used_share, 2), use.is_saturated)
    cpu 0.97 True
    memory 0.97 False
    disk 0.5 False
    """
    of = (machine, role)
    if CPU_BUSY in values:
        # Stolen time, too: tasks were ready, and no core was left for them.
        used = min(1.0, values[CPU_BUSY] + values.get(CPU_STOLEN, 0.0))
        yield ResourceReading(*of, MachineResource.CPU, begin, end, used, used >= LIMITS.saturated_cpu)
    if MEMORY_AVAILABLE in values:
        available = values[MEMORY_AVAILABLE]
        swapped = _MIB * (values.get(SWAPPED_IN, 0.0) + values.get(SWAPPED_OUT, 0.0))
        is_short = available < LIMITS.saturated_memory_available and swapped >= LIMITS.swap_bytes_per_s
        yield ResourceReading(*of, MachineResource.MEMORY, begin, end, 1.0 - available, is_short)
    if DISK_BUSY in values:
        used = values[DISK_BUSY]
        yield ResourceReading(*of, MachineResource.DISK, begin, end, used, used >= LIMITS.saturated_disk)
    if NETWORK_BUSY in values:
        used = values[NETWORK_BUSY]
        yield ResourceReading(*of, MachineResource.NETWORK, begin, end, used, used >= LIMITS.saturated_network)


class _ResourceSeconds:
    """One resource of one machine, second by second: 5 bytes each."""

    def __init__(self, role: MachineRole) -> None:
        """Nothing was read."""
        self.role = role
        self._shares = array("f")
        self._saturated = bytearray()

    def add(self, use: ResourceReading) -> None:
        while len(self._shares) < use.end:
            self._shares.append(_UNREAD)
            self._saturated.append(0)
        for second in range(max(0, use.begin), use.end):
            self._shares[second] = use.used_share
            self._saturated[second] = use.is_saturated

    def record(
        self,
        machine: str,
        resource: MachineResource,
        start: int,
        stop: int,
        out: Collection[int],
        spoiled: Collection[int],
    ) -> ResourceUse | None:
        """Return the use in the span from `start` and before `stop`; None if nothing of the span was read.

        `out` is what of the span is not judged, `spoiled` what of this is so because of saturated machines.
        """
        read = [second for second in range(min(stop, len(self._shares))) if self._shares[second] >= 0.0]
        span = [second for second in read if second >= start]
        if not span:
            return None
        judged = [second for second in span if second not in out]
        before = [second for second in read if second < start]
        shares = [self._shares[second] for second in span]
        use = ResourceUse(
            machine=machine,
            role=self.role,
            resource=resource,
            mean_percent=100.0 * sum(shares) / len(shares),
            highest_percent=100.0 * max(shares),
            judged_s=len(judged),
            saturated_s=self._count(judged),
            left_out_s=self._count([second for second in span if second in spoiled]),
            before_s=len(before),
            saturated_before_s=self._count(before),
        )
        return as_written(use)

    def _count(self, seconds: Sequence[int]) -> int:
        return sum(self._saturated[second] for second in seconds)


class Saturations:
    """Use of all machines in one trial, and the seconds that saturated machines which make load take out of it."""

    def __init__(self, leave_out: SaturatedLeaveOut = NOTHING_LEFT_OUT) -> None:
        """`leave_out` is that of the study."""
        self.leave_out = leave_out
        self._rows: dict[tuple[str, MachineResource], _ResourceSeconds] = {}
        self._episodes = Episodes()

    def add(self, use: ResourceReading, first_open: int, levels: Callable[[int], Sequence[int]]) -> None:
        """Takes what a probe read; `levels` as those of Episodes.

        The calls of the seconds before `first_open` are already added up: a reading that comes so late takes none out.
        """
        self._rows.setdefault((use.machine, use.resource), _ResourceSeconds(use.role)).add(use)
        # The second before goes, too.
        begin = max(use.begin, first_open + 1 if first_open else 0)
        if self.leave_out.load and use.role is MachineRole.LOAD and use.is_saturated and begin < use.end:
            # It may have begun late in the second before, in too little of it to be seen.
            self._episodes.add(float(begin), float(use.end), begin - 1.0, levels)

    def second_ended(self, second: int, in_flight: int) -> None:
        """Notes the calls in flight or waiting at the end of a second."""
        self._episodes.second_ended(second, in_flight)

    def seconds(self, ended_s: int) -> set[int]:
        """The due seconds that are not judged, once `ended_s` seconds of the trial are over."""
        return self._episodes.seconds(ended_s)

    def records(self, start: int, stop: int, out: Collection[int]) -> tuple[ResourceUse, ...]:
        """Return the use of each resource in the span from `start` and before `stop`, of which `out` is not judged."""
        spoiled = self.seconds(stop) & set(out)
        found = (
            row.record(*of, start, stop, out, spoiled if row.role is MachineRole.LOAD else ())
            for of, row in sorted(self._rows.items(), key=lambda item: _place(*item[0]))
        )
        return tuple(use for use in found if use is not None)


def _place(machine: str, resource: MachineResource) -> tuple[bool, str, int]:
    """Return the place in a table: this machine first, then others by name; resources in one order."""
    return machine != LOCAL_MACHINE, machine, list(MachineResource).index(resource)


def is_saturated_for_long(saturated_s: int, of_s: int) -> bool:
    """Return True if saturated seconds are no mere peak: more than one, and a tenth of all.

    >>> is_saturated_for_long(1, 5), is_saturated_for_long(2, 20), is_saturated_for_long(5, 60)
    (False, True, False)
    """
    return saturated_s >= LIMITS.saturated_seconds and saturated_s >= LIMITS.saturated_share * of_s


def saturation_doubts(
    uses: Sequence[ResourceUse], leave_out: SaturatedLeaveOut, left_out_s: int, judged_s: int, *, is_signed: bool
) -> list[Doubt]:
    """Return the doubts about machines in one span, of which `left_out_s` seconds are not judged because of them.

    `is_signed`: an answer may rest on the trial, so that saturated machines under test matter. Search trials end at
    saturated machines by their nature.
    """
    doubts: list[Doubt] = []
    for use in uses:
        of = {"machine": machine_words(use.machine), "resource": resource_words(use.resource)}
        is_load = use.role is MachineRole.LOAD
        if is_saturated_for_long(use.saturated_s, use.judged_s) and (is_load or is_signed):
            told = share(use.saturated_s / use.judged_s)
            if is_load:
                text = Message("load-machine-saturated", **of, share=told)
                doubts.append(Doubt(DoubtCode.SATURATED_LOAD_MACHINE, text))
            else:
                text = Message("machine-saturated", **of, share=told)
                doubts.append(Doubt(DoubtCode.SATURATED_MACHINE, text))
        elif use.left_out_s:
            text = Message("load-machine-saturated-for", **of, length=duration(use.left_out_s))
            doubts.append(Doubt(DoubtCode.SATURATED_LOAD_MACHINE, left_out(text, left_out_s)))
        is_long_before = is_saturated_for_long(use.saturated_before_s, use.before_s)
        if is_signed and is_long_before and not leave_out.start_up:
            before = {"saturated": duration(use.saturated_before_s), "length": duration(use.before_s)}
            text = Message("machine-saturated-before", **of, **before)
            doubts.append(Doubt(DoubtCode.SATURATED_START_UP, text))
    if left_out_s and judged_s < LIMITS.least_clean * (judged_s + left_out_s):
        span = {"left_out": duration(left_out_s), "span": duration(judged_s + left_out_s)}
        doubts.append(Doubt(DoubtCode.SATURATED_TOO_LONG, Message("load-machines-saturated-too-long", **span)))
    return doubts


def machine_words(machine: str) -> str | Message:
    """Return the name of a machine within a sentence."""
    return Message("machine-this") if machine == LOCAL_MACHINE else machine


def resource_words(resource: MachineResource) -> Message:
    """Return the name of a resource within a sentence."""
    return Message(f"resource-{resource.value}")
