"""The judge of a soak: its SLOs over the whole span, and the trends of what it measured."""

import math
from collections.abc import Mapping, Sequence

from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.reason import clauses, counted
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.slo_judgement import SloJudgement
from loadproof.judge.soak_figures import Shortage, error_figure, response_figures, shortest_soak_s
from loadproof.judge.steadiness import SoakTrends, trend_of
from loadproof.judge.stretches import Stretches
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.model.message import Message, count, duration
from loadproof.model.slo import Slo
from loadproof.records.doubt import Doubt
from loadproof.records.trend import Steadiness, Trend

__all__ = ["SoakJudge"]

_LOOK_EVERY_S = 60
_DOWN_S = 60


class SoakJudge:
    """Judges one soak: `add` every tick, `look` and `final` as every judge, `details` after the closing tick."""

    def __init__(self, slos: Sequence[Slo], timeline: Timeline, settings: PlateauSettings, rate: float) -> None:
        """`rate` in calls/s. Raises ValueError or KeyError when the plan lacks what an SLO names."""
        self._timeline = timeline
        self._slos = tuple(slos)
        self._expected_calls = rate * settings.hold_s
        self._plateau = PlateauJudge(slos, timeline, settings)
        self._judgements = [SloJudgement(slo, timeline, settings.timeout_s) for slo in slos if slo.operation is None]
        self._clean = Stretches(timeline.span_start, len(timeline.operations))
        self._disturbed: Stretches | None = None
        """Calls of the seconds that others on the machine disturbed."""
        self._latest: TickReading | None = None
        self._ended_early = False

    def add(self, tick: TickReading) -> None:
        """Folds one tick in, beside the timeline."""
        # A disturbance reaches back to the second before it, whose tick must therefore wait.
        if self._latest is not None:
            self._fold(self._latest)
        self._latest = None if tick.last else tick
        if tick.last:
            self._fold(tick)

    def _fold(self, tick: TickReading) -> None:
        timeline = self._timeline
        disturbed = timeline.disturbances.spoiled(timeline.ended_s)
        self._clean.add(tick, disturbed)
        if disturbed:
            self._disturbed = self._disturbed or Stretches(timeline.span_start, len(timeline.operations))
            due = {delta.second for delta in tick.deltas}
            self._disturbed.add(tick, due - disturbed)

    def look(self, elapsed_s: float) -> Verdict | None:
        """Failed when the service is down and the SLO lost; None: go on.

        Down: for a minute on end more was bad each second than half-way from the limit to all. Lost: more was bad
        than the whole soak may have. A pass never ends a soak, as what it looks for comes late.
        """
        held_s = min(math.floor(elapsed_s), self._timeline.ended_s) - self._timeline.span_start
        if held_s < _DOWN_S or held_s % _LOOK_EVERY_S:
            return None
        for judgement in self._judgements:
            if not judgement.overloaded(_DOWN_S):
                continue
            calls = judgement.bad_calls()
            allowed = judgement.slo.limit_share * max(self._expected_calls, sum(calls.due))
            # Three deviations more, as the calls to come are a Poisson number.
            if sum(calls.bad) > allowed + 3.0 * math.sqrt(allowed):
                results = (judgement.overload_result(),)
                told, row = counted(results[0]), duration(_DOWN_S)
                reason = Message("slo-lost", counted=told, row=row, held=duration(held_s))
                self._ended_early = True
                return Verdict(State.FAILED, reason, results, early=True, decided_by=judgement.slo)
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the time of the next possible verdict of `look`, s after the trial began."""
        looks = max(0, elapsed_s - self._timeline.span_start) // _LOOK_EVERY_S
        return self._timeline.span_start + max(_DOWN_S, (looks + 1) * _LOOK_EVERY_S)

    def final(self) -> Verdict:
        """The verdict of the SLOs over the whole span, by count as for a confirmation."""
        return self._plateau.final()

    def doubts(self) -> tuple[Doubt, ...]:
        """Return the doubts about SLOs that had too few calls; none if the judge ended the soak."""
        return () if self._ended_early else self._plateau.doubts()

    def _due_per_s(self) -> float:
        start, stop = self._timeline.span_start, self._timeline.span_stop
        return sum(self._timeline.counts().due_in(range(start, stop))) / max(1, stop - start)

    def details(self, memory: Mapping[str, ServiceMemory] | None = None) -> SoakTrends:
        """Return the trends over the span; `memory`: readings of each service since the trial began."""
        start, stop = self._timeline.span_start, self._timeline.span_stop
        if stop - start < shortest_soak_s(math.inf):
            needed_s = shortest_soak_s(self._due_per_s() or math.inf)
            reason = Message("soak-too-short", needed=duration(needed_s), held=duration(stop - start))
            return SoakTrends(Steadiness.TOO_SHORT, reason)
        spoiled = self._timeline.disturbances.spoiled(self._timeline.ended_s)
        of_memory = _memory_trends(memory or {}, start, stop, sum(start <= second < stop for second in spoiled))
        if self._timeline.takes_disturbed:
            return _of_memory_alone(of_memory, Message("soak-disturbed", span=duration(stop - start)))
        judged = self._clean
        if self._disturbed is not None and self._timeline.disturbances.is_steady:
            judged = judged.with_those_of(self._disturbed)
        stretches, width_s = judged.until(stop, self._timeline.stalls.seconds(stop)), judged.width_s
        if sum(stretch.due for stretch in stretches) == 0:
            return SoakTrends(Steadiness.TOO_SHORT, Message("soak-no-calls"))
        figures = [
            *response_figures(stretches, width_s, self._slos),
            error_figure(stretches, width_s, self._slos),
        ]
        found: list[Trend | Shortage] = [
            figure if isinstance(figure, Shortage) else trend_of(figure) for figure in figures
        ]
        return _together([*found, *of_memory])


def _memory_trends(
    memory: Mapping[str, ServiceMemory], start: int, stop: int, disturbed_s: int
) -> list[Trend | Shortage]:
    if not memory:
        return []
    # A command without a soak need not wait for numpy.
    from loadproof.judge.leak import Span
    from loadproof.judge.soak_memory import memory_trends

    return memory_trends(memory, Span(float(start), float(stop)), disturbed_s)


def _of_memory_alone(found: Sequence[Trend | Shortage], reason: Message) -> SoakTrends:
    """Return the result of a soak that others disturbed too much for every metric except memory.

    Memory is judged all the same: a leak does not depend on who uses the processors.
    """
    trends = tuple(trend for trend in found if isinstance(trend, Trend))
    leaks = [trend.text for trend in trends if trend.steadiness is Steadiness.NOT_STEADY]
    if leaks:
        return SoakTrends(Steadiness.NOT_STEADY, clauses(leaks), trends)
    return SoakTrends(Steadiness.TOO_SHORT, reason, trends)


def _together(found: Sequence[Trend | Shortage]) -> SoakTrends:
    trends = tuple(trend for trend in found if isinstance(trend, Trend))
    shortages = [shortage for shortage in found if isinstance(shortage, Shortage)]
    for steadiness in (Steadiness.NEVER_STEADY, Steadiness.NOT_STEADY):
        if any(trend.steadiness is steadiness for trend in trends):
            moved = (Steadiness.NEVER_STEADY, Steadiness.NOT_STEADY)
            texts = [trend.text for trend in trends if trend.steadiness in moved]
            return SoakTrends(steadiness, clauses(texts), trends)
    short = [trend for trend in trends if trend.steadiness is Steadiness.TOO_SHORT]
    if short or shortages:
        texts = [trend.text for trend in short] + [shortage.text for shortage in shortages]
        needed_s = max([trend.needed_s or 0.0 for trend in short] + [shortage.needed_s for shortage in shortages])
        needed = duration(_rounded_up(needed_s))
        reason = Message("soak-few-samples", why=clauses(texts), needed=needed)
        return SoakTrends(Steadiness.TOO_SHORT, reason, trends)
    untold = [trend.text for trend in trends if trend.steadiness is Steadiness.CANNOT_TELL]
    reason = Message("soak-steady", figures=count(len(trends) - len(untold)))
    return SoakTrends(Steadiness.STEADY, clauses([reason, *untold]), trends)


def _rounded_up(seconds: float) -> int:
    """To 5 s, from ten minutes on to a minute, from two hours on to an hour.

    >>> [_rounded_up(seconds) for seconds in (81.0, 121.0, 1234.0, 40000.0)]
    [85, 125, 1260, 43200]
    """
    step_s = 5 if seconds <= 600 else 60 if seconds <= 7200 else 3600
    return math.ceil(seconds / step_s) * step_s
