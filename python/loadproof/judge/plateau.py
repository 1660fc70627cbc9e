"""The sequential judge of one plateau: ends it as soon as what it shows is beyond the allowed error."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from loadproof.judge.limits import LIMITS
from loadproof.judge.reason import backlog_reason, calls_of, counted, held_by_count, shown
from loadproof.judge.slo_judgement import SloJudgement
from loadproof.judge.thresholds import PARTS
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.model.message import Message, count, duration, slo
from loadproof.model.slo import Slo, SloKind
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stats.looks import Looks
from loadproof.stats.share_test import ShareBounds, fewest_calls
from loadproof.stats.trend import growth_of, rising_error

__all__ = ["PlateauJudge", "PlateauSettings", "Standard", "deciding_calls", "with_room"]

_DEVIATIONS = 3.0
_OF_ERRORS = 0.9
"""From this part of the calls over a threshold on, failed calls are why it was broken."""


class Standard(StrEnum):
    """Requirement for a plateau to pass at its end."""

    SHOWN = "shown"
    """The share is shown to be within its limit, with the error that is allowed."""
    HELD = "held"
    """The counted share is within its limit and not shown to be over it: for rates that passed already."""


@dataclass(frozen=True, slots=True)
class PlateauSettings:
    """`hold_s`: the longest span. `alpha`: the error allowed in each direction, over all looks together."""

    hold_s: float
    alpha: float = 0.05
    timeout_s: float = 10.0
    early_pass: bool = True
    standard: Standard = Standard.SHOWN


def deciding_calls(slo: Slo, settings: PlateauSettings) -> int:
    """Fewest calls of a span that can show `slo` to be kept at its end; 0 for the SLO of the rate.

    >>> from loadproof.model.slo import parse_slo
    >>> deciding_calls(parse_slo("p99<50ms"), PlateauSettings(30.0, early_pass=False))
    299
    """
    if slo.kind is SloKind.RATE:
        return 0
    error = Looks(settings.hold_s, settings.alpha).final_error(early=settings.early_pass)
    return fewest_calls(slo.limit_share, error)


def with_room(calls: float) -> float:
    """Mean number of calls with which `calls` come in all but one of a thousand plateaus (Poisson arrivals)."""
    return calls + _DEVIATIONS * math.sqrt(calls)


class PlateauJudge:
    """Judges the span of `timeline` by every SLO: `look` once a second, `final` after the closing tick."""

    def __init__(self, slos: Sequence[Slo], timeline: Timeline, settings: PlateauSettings) -> None:
        """Raises ValueError or KeyError when the plan lacks a threshold or an operation that an SLO names."""
        self._timeline = timeline
        self._settings = settings
        self._judgements = [SloJudgement(slo, timeline, settings.timeout_s) for slo in slos]
        self._tested = max(1, sum(slo.kind is not SloKind.RATE for slo in slos))
        self._looks = Looks(settings.hold_s, settings.alpha)
        self._pending_s = list(self._looks.early_s)
        self._ended_early = False
        self._tightest_s = (
            min(
                (slo.threshold_ms for slo in slos if slo.threshold_ms is not None),
                default=100.0 * settings.timeout_s,
            )
            / 1000.0
        )

    def look(self, elapsed_s: float) -> Verdict | None:
        """The verdict when the hold can end now, `elapsed_s` after the trial began; None: go on."""
        verdict = self._decided(elapsed_s)
        self._ended_early = verdict is not None
        return verdict

    def _decided(self, elapsed_s: float) -> Verdict | None:
        held_s = float(len(self._judged(math.floor(elapsed_s))))
        overloaded = [judgement for judgement in self._judgements if judgement.overloaded(self._settings.hold_s)]
        if overloaded:
            results = tuple(judgement.overload_result() for judgement in overloaded)
            telling = _telling(results)
            told, row = counted(telling), duration(LIMITS.overloaded_s)
            reason = Message("slo-overload", counted=told, row=row, held=duration(held_s))
            return Verdict(State.FAILED, reason, results, early=True, decided_by=telling.slo)
        if not self._pending_s or held_s < self._pending_s[0]:
            return None
        self._pending_s = [time for time in self._pending_s if time > held_s]
        error = self._looks.early_error
        results = self._results(failing=error, passing=error, hold_s=self._settings.hold_s)
        failed = [result for result in results if result.state is State.FAILED]
        if failed:
            return self._shown(State.FAILED, _telling(failed), results, held_s, early=True)
        if self._may_pass_early(results, held_s):
            return self._shown(State.PASSED, _closest(results), results, held_s, early=True)
        return None

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the next second at which `look` may decide: the next one, as an overload shows in any second."""
        return elapsed_s + 1

    def final(self) -> Verdict:
        """The verdict at the end of the hold, when every call is settled."""
        held_s = float(len(self._judged(self._timeline.span_stop)))
        if not self._judgements:
            return Verdict(State.PASSED, Message("slo-none"))
        results = self._results(failing=self._looks.final_error(early=True), passing=self._final_passing_error())
        failed = [result for result in results if result.state is State.FAILED]
        if failed:
            return self._shown(State.FAILED, _telling(failed), results, held_s)
        lacking = self.doubts()
        if lacking:
            return Verdict(State.UNDECIDED, lacking[0].text, results, decided_by=_closest(results).slo)
        return self._verdict_without_failure(results, held_s)

    def _verdict_without_failure(self, results: tuple[SloResult, ...], held_s: float) -> Verdict:
        growth = self._material_growth()
        if growth is not None:
            reason = backlog_reason(growth, held_s)
            return Verdict(State.UNDECIDED, reason, results, decided_by=_closest(results).slo)
        open_results = [result for result in results if result.state is State.UNDECIDED]
        if not open_results:
            return self._shown(State.PASSED, _closest(results), results, held_s)
        over = [result for result in open_results if result.share > result.slo.limit_share]
        if self._settings.standard is Standard.HELD and not over:
            # The one that is not shown explains most: its bounds stand beside a pass.
            closest = _closest(open_results)
            return Verdict(State.PASSED, held_by_count(closest, held_s), results, decided_by=closest.slo)
        nearest = _closest(over or open_results)
        reason = Message("slo-near-limit", counted=counted(nearest), held=duration(held_s))
        return Verdict(State.UNDECIDED, reason, results, decided_by=nearest.slo)

    def _shown(
        self, state: State, result: SloResult, results: tuple[SloResult, ...], held_s: float, *, early: bool = False
    ) -> Verdict:
        """The verdict that `result` decides with the confidence asked for."""
        reason = shown(result, self._settings.alpha, held_s)
        return Verdict(state, reason, results, early=early, decided_by=result.slo)

    def doubts(self) -> tuple[Doubt, ...]:
        """A doubt for each SLO that had too few calls, saying how many it needs; none where the judge ended it."""
        if self._ended_early:
            return ()
        error = self._final_passing_error()
        doubts = []
        for judgement in self._judgements:
            lacking = judgement.calls_lacking(error)
            if lacking:
                needed = deciding_calls(judgement.slo, self._settings)
                text = Message(
                    "slo-few-calls",
                    slo=slo(judgement.slo.text),
                    due=count(needed - lacking),
                    calls=calls_of(judgement.slo),
                    needed=count(needed),
                )
                doubts.append(Doubt(DoubtCode.TOO_FEW_SAMPLES, text))
        return tuple(doubts)

    def _final_passing_error(self) -> float:
        return self._looks.final_error(early=self._settings.early_pass)

    def _results(self, *, failing: float, passing: float, hold_s: float = 0.0) -> tuple[SloResult, ...]:
        # Any SLO may fail a plateau, so they share the error of failing; all must pass, so each may
        # use that of passing.
        errors = ShareBounds(failing / self._tested, passing)
        return tuple(judgement.result(errors, hold_s) for judgement in self._judgements)

    def _may_pass_early(self, results: Sequence[SloResult], held_s: float) -> bool:
        if not self._settings.early_pass or not results or held_s < self._earliest_pass_s():
            return False
        return all(result.state is State.PASSED for result in results) and not self._rising()

    def _earliest_pass_s(self) -> float:
        earliest_s = 0.0
        for judgement in self._judgements:
            if judgement.slo.threshold_ms is not None:
                quiet = judgement.bad_calls(PARTS[2]).share <= judgement.slo.limit_share
                looks = LIMITS.quiet_look if quiet else LIMITS.queueing_look
                earliest_s = max(earliest_s, looks * judgement.slo.threshold_ms / 1000.0)
        return earliest_s

    def _judged(self, stop: int) -> Sequence[int]:
        return self._timeline.judged(self._timeline.span_start, min(stop, self._timeline.span_stop))

    def _backlog(self) -> list[int]:
        return self._timeline.backlog(self._judged(self._timeline.span_stop))

    def _rising(self) -> bool:
        backlog = self._backlog()
        return rising_error(backlog) <= LIMITS.early_rising_error and growth_of(backlog) > LIMITS.early_growth_calls

    def _material_growth(self) -> float | None:
        """The growth of the calls in flight over the span, where it is no chance and matters to the SLO."""
        backlog = self._backlog()
        growth = growth_of(backlog)
        due = sum(self._timeline.counts().due_in(self._judged(self._timeline.span_stop)))
        rate = due / max(1, len(backlog))
        # Little's law: so many more calls in flight are a quarter of the threshold more for each of them.
        material = max(LIMITS.final_growth_calls, LIMITS.final_growth_part * self._tightest_s * rate)
        return growth if growth > material and rising_error(backlog) <= LIMITS.final_rising_error else None


def _telling(failed: Sequence[SloResult]) -> SloResult:
    """The first of the failed results; that of errors where they are nearly all that a percentile counts too."""
    most = _OF_ERRORS * max(result.share for result in failed)
    errors = (result for result in failed if result.slo.kind is SloKind.ERRORS and result.share >= most)
    return next(errors, failed[0])


def _closest(results: Sequence[SloResult]) -> SloResult:
    """The result whose share is nearest to, or farthest over, its limit; percentiles before the rest."""
    return max(
        results,
        key=lambda result: (result.slo.kind is not SloKind.RATE, result.share / result.slo.limit_share),
    )
