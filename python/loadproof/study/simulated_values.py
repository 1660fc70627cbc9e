"""Written values of a simulated service at their places: each is checked, and becomes a number of the engine."""

import math
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.model.duration import exact_seconds
from loadproof.model.memory_size import parse_memory_size
from loadproof.model.quoting import quoted
from loadproof.model.share import parse_percentage
from loadproof.study.fault_log import FaultLog, KeyPath

__all__ = ["SimulatedValues"]

_NANOS = 1_000_000_000
_LONGEST_NS = 10**15


@dataclass(frozen=True, slots=True)
class SimulatedValues:
    """Reads what stands at `path`; what is wrong goes to `log`, and the least that may stand there is read instead."""

    path: KeyPath
    log: FaultLog

    def at(self, part: str | int) -> "SimulatedValues":
        """What stands inside."""
        return SimulatedValues((*self.path, part), self.log)

    def add(self, message: str, cure: str) -> None:
        """Tells a fault."""
        self.log.add(self.path, message, cure)

    def time_ns(self, written: str, least_ns: int = 1) -> int:
        """Nanoseconds of a duration, up to 277 hours."""
        try:
            nanos = int(exact_seconds(written) * _NANOS)
        except WrittenValueError as error:
            self.log.add_error(self.path, error)
            return least_ns
        if least_ns <= nanos <= _LONGEST_NS:
            return nanos
        least = {0: "0s", 1: "1 ns"}.get(least_ns, f"{least_ns / _NANOS:g} s")
        self.add(f"{quoted(written)} is not from {least} to 277h", "write a duration such as 5ms")
        return least_ns

    def number(self, value: float, lowest: float, highest: float) -> float:
        """A number within its bounds."""
        if math.isfinite(value) and lowest <= value <= highest:
            return float(value)
        self.add(f"{value:g} is not from {lowest:g} to {highest:g}", "give a number in that range")
        return lowest

    def whole(self, value: int, lowest: int, highest: int) -> int:
        """A whole number within its bounds."""
        if lowest <= value <= highest:
            return value
        self.add(f"{quoted(value)} is not from {lowest} to {highest}", "give a number in that range")
        return lowest

    def share(self, written: str, highest: float = 100.0) -> float:
        """The share of a percentage up to `highest` per cent."""
        try:
            return parse_percentage(written, 0.0, highest)
        except WrittenValueError as error:
            self.log.add_error(self.path, error)
            return 0.0

    def size(self, written: str, least: int) -> int:
        """Bytes of an amount of memory."""
        try:
            return parse_memory_size(written, least)
        except WrittenValueError as error:
            self.log.add_error(self.path, error)
            return least
