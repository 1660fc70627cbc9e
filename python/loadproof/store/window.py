"""Windows merged from their deltas: what was due in one second, whenever it was settled."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from loadproof import _engine
from loadproof.judge.apdex import ApdexRow, SpanApdex, apdex_of_whole, span_apdex
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.records.doubt import Doubt

__all__ = ["Window", "WindowTally"]


class WindowTally(_engine.Tally):
    """Counts and histograms that add up exactly, of one operation or of all, over one second or many.

    `done` counts by second of completion, everything else by second due.
    """

    @property
    def open(self) -> int:
        """Calls sent and not yet settled."""
        return self.sent - self.completed - sum(self.errors.values()) - self.cut

    @property
    def waiting(self) -> int:
        """Calls due, and neither sent nor dropped yet."""
        return self.due - self.sent - self.dropped

    def measurement(
        self,
        duration_s: float,
        operations: Mapping[str, MeasuredSpan] | None = None,
        doubts: Iterable[Doubt] = (),
        flows: Iterable[str] = (),
        apdex: SpanApdex | None = None,
    ) -> MeasuredSpan:
        """A span of `duration_s` seconds; open calls count as cut, waiting ones as dropped."""
        return MeasuredSpan(
            duration_s=duration_s,
            rate=self.done / duration_s if duration_s else 0.0,
            due=self.due,
            sent=self.sent,
            completed=self.completed,
            dropped=self.dropped + self.waiting,
            cut=self.cut + self.open,
            retried=self.retried,
            bytes_received=self.bytes_received,
            bytes_sent=self.bytes_sent,
            errors_by_kind=self.errors,
            within=tuple(self.within),
            response=self.response,
            wait=self.wait,
            lateness=self.lateness,
            service=self.service,
            apdex=apdex,
            operations=operations or {},
            flows=tuple(flows),
            doubts=tuple(doubts),
        )


@dataclass(slots=True)
class Window:
    """One due second of a trial, or `seconds` of them rolled up: the whole profile, and each operation by name.

    `flows` are the names of operations that add nothing to the whole: their calls are in it already.
    """

    second: int
    whole: WindowTally = field(default_factory=WindowTally)
    operations: dict[str, WindowTally] = field(default_factory=dict)
    seconds: int = 1
    flows: Collection[str] = ()
    apdex_rows: Mapping[str, ApdexRow] = field(default_factory=dict)
    """Rows with a target time of Apdex, by name."""

    def add(self, operation: str, delta: WindowTally) -> None:
        """Adds one delta of `operation`."""
        if operation not in self.flows:
            self.whole.add(delta)
        self.operations.setdefault(operation, WindowTally()).add(delta)

    def measurement(self, duration_s: float, doubts: Iterable[Doubt] = ()) -> MeasuredSpan:
        """The span of the whole profile, with one of each operation."""
        rows, counts = self.apdex_rows, {name: tally.apdex for name, tally in self.operations.items()}
        operations = {
            name: tally.measurement(duration_s, apdex=span_apdex(rows.get(name), tally.apdex))
            for name, tally in self.operations.items()
        }
        flows = [name for name in self.flows if name in operations]
        whole = apdex_of_whole(rows, counts, [name for name in operations if name not in flows])
        return self.whole.measurement(duration_s, operations, doubts, flows, whole)
