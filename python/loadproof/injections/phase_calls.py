"""Calls of each operation before, during and after an injection, by the second in which they were due."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum

from loadproof.records.injection import OperationPhases, PhaseCalls
from loadproof.store.reader import RunReader
from loadproof.store.record import ResponseRow
from loadproof.store.rows import counts_of

__all__ = ["PhaseSeconds", "PhaseTally", "add_calls"]

_MOST_SECONDS = 500_000
"""Seconds of a trial that have phases: more than five days. A store of other people may say that it lasted longer."""

_Stretch = tuple[float, float]
"""Start and end, in seconds of a trial; the end may be infinite."""


class _Phase(IntEnum):
    """Phase of one second of a trial."""

    LEFT_OUT = 0
    BEFORE = 1
    DURING = 2
    AFTER = 3


_Place = tuple[int, _Phase]
"""Index of an operation, and a phase."""


class PhaseSeconds:
    """Phase of each second of a trial for one injection."""

    def __init__(
        self,
        spans: Mapping[_Stretch, Sequence[_Stretch]],
        others: Iterable[_Stretch],
        left_out_s: Iterable[Sequence[int]],
        longest_s: float,
    ) -> None:
        """Take the occurrences of each span in which one load was held, from the start of each to its undo.

        Seconds of `others`, which are occurrences of other injections, and `left_out_s` are in no phase.
        """
        self._phases = bytearray(math.ceil(min(max(longest_s, 0.0), _MOST_SECONDS)))
        for (begin_s, end_s), occurrences in spans.items():
            first_s = min(begun_s for begun_s, _ in occurrences)
            self._fill((begin_s, min(first_s, end_s)), _Phase.BEFORE)
            self._fill((first_s, end_s), _Phase.AFTER)
        for occurrences in spans.values():
            for one in occurrences:
                self._fill(one, _Phase.DURING)
        for begin_s, end_s in (*others, *left_out_s):
            self._fill((begin_s, end_s), _Phase.LEFT_OUT)

    def _fill(self, stretch: _Stretch, phase: _Phase) -> None:
        """Give `phase` to each second that holds a part of `stretch`."""
        begin_s, end_s = (min(max(at_s, 0.0), float(len(self._phases))) for at_s in stretch)
        begin, end = math.floor(begin_s), max(math.floor(begin_s), math.ceil(end_s))
        self._phases[begin:end] = bytes([phase]) * (end - begin)

    def of(self, second: int, seconds: int) -> _Phase:
        """Return the phase of `seconds` from `second` on; LEFT_OUT: they are in no phase, or in several."""
        if second < 0 or seconds < 1 or second + seconds > len(self._phases):
            return _Phase.LEFT_OUT
        found = set(self._phases[second : second + seconds])
        return _Phase(found.pop()) if len(found) == 1 else _Phase.LEFT_OUT


class PhaseTally:
    """Calls of one injection by operation and phase, over the trials of one variant."""

    def __init__(self) -> None:
        """Start without a call."""
        self._counts: defaultdict[_Place, Counter[str]] = defaultdict(Counter)
        self._errors: defaultdict[_Place, Counter[str]] = defaultdict(Counter)

    def add(self, row: ResponseRow, phase: _Phase) -> None:
        """Add the calls of a row. Raises ValueError if its errors cannot be read."""
        place = row.operation, phase
        self._counts[place].update(calls=row.due, completed=row.completed, dropped=row.dropped, cut=row.cut)
        self._errors[place].update(counts_of("window.errors", row.errors))

    def operations(self, names: Sequence[str]) -> tuple[OperationPhases, ...]:
        """Return the operations that had calls, in the order of `names`, which has the name of each index."""
        found = sorted({operation for (operation, _), own in self._counts.items() if own["calls"]})
        return tuple(
            OperationPhases(
                operation=names[operation],
                before=self._calls((operation, _Phase.BEFORE)),
                during=self._calls((operation, _Phase.DURING)),
                after=self._calls((operation, _Phase.AFTER)),
            )
            for operation in found
        )

    def _calls(self, place: _Place) -> PhaseCalls:
        counts = self._counts[place]
        return PhaseCalls(
            calls=counts["calls"],
            completed=counts["completed"],
            errors_by_kind=dict(sorted(self._errors[place].items())),
            dropped=counts["dropped"],
            cut=counts["cut"],
        )


def add_calls(reader: RunReader, trial: int, tallies: Sequence[tuple[PhaseSeconds, PhaseTally]]) -> None:
    """Add the calls of a trial to the tally of each of its injections. Raises RunDirectoryError."""
    calls = reader.description.calls
    with reader.damage_named():
        for row in reader.responses(trial):
            if 0 <= row.operation < calls:
                for seconds, tally in tallies:
                    phase = seconds.of(row.second, row.seconds)
                    if phase is not _Phase.LEFT_OUT:
                        tally.add(row, phase)
