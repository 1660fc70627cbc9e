"""The judge of a smoke test: every operation is answered as it expects; no response time decides."""

from collections.abc import Sequence

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message, count, listed, share, slo
from loadproof.model.slo import Slo
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["ReplyJudge"]


class ReplyJudge:
    """Judges one trial by its replies: fails if a call of any operation failed or was dropped.

    An operation without a reply leaves the trial undecided. Flows are made of calls that are judged themselves.
    """

    def __init__(self, slos: Sequence[Slo], timeline: Timeline) -> None:
        """`slos` decide nothing: one on a response time that was broken is a doubt."""
        self._slos = slos
        self._timeline = timeline
        # A reply is the service's, whatever else ran on the machine.
        timeline.take_disturbed()

    def add(self, tick: TickReading) -> None:
        """Nothing: the timeline has all that is judged."""

    def look(self, _elapsed_s: float) -> Verdict | None:
        """Return None: the hold always goes to its end."""
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """The next second; no look gives a verdict."""
        return elapsed_s + 1

    def final(self) -> Verdict:
        """The verdict on all operations."""
        parts = self._operations()
        failed = [name for name, part in parts.items() if part.missing > part.cut]
        if failed:
            reason = Message("replies-not-expected", failed=count(len(failed)), of=count(len(parts)))
            return Verdict(State.FAILED, reason)
        silent = _silent(parts)
        if silent:
            return Verdict(State.UNDECIDED, Message("replies-none", operations=listed(silent)))
        return Verdict(State.PASSED, Message("replies-expected", operations=count(len(parts))))

    def doubts(self) -> tuple[Doubt, ...]:
        """Operations without a reply, and SLOs on response times that the calls broke."""
        whole = self._timeline.measurement()
        silent = _silent(self._operations())
        doubts = []
        if silent:
            doubts.append(Doubt(DoubtCode.TOO_FEW_SAMPLES, Message("replies-none", operations=listed(silent))))
        for one in self._slos:
            scope = whole if one.operation is None else whole.operations.get(one.operation)
            if one.threshold_ms is None or scope is None or not scope.completed:
                continue
            slow = scope.completed - scope.within[self._timeline.threshold_index(one.threshold_ms)]
            if slow > one.limit_share * scope.completed:
                told = {"calls": count(slow), "share": share(slow / scope.completed), "slo": slo(one.text)}
                doubts.append(Doubt(DoubtCode.SLOW_REPLIES, Message("replies-slow", **told)))
        return tuple(doubts)

    def _operations(self) -> dict[str, MeasuredSpan]:
        whole = self._timeline.measurement()
        return {name: part for name, part in whole.operations.items() if name not in whole.flows}


def _silent(parts: dict[str, MeasuredSpan]) -> list[str]:
    return [name for name, part in parts.items() if part.due == part.cut]
