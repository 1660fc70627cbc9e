"""Evidence from the trials of a capacity search, read from its history alone."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.verdict import SloResult, State
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.capacity.share_point import Point
from loadproof.methods.loads import Loads, loads_of, over_limit
from loadproof.methods.trial import Purpose, TrialResult
from loadproof.model.slo import SloKind
from loadproof.stats.trend import rising_error

__all__ = ["SearchEvidence", "confirmation_of", "is_slower_at_rest", "slowed_to"]


@dataclass(frozen=True, slots=True)
class SearchEvidence(Loads):
    """Evidence of the trials of a search for the capacity: `rate` stands for a level of the factor that it varies."""

    @classmethod
    def of(cls, history: Sequence[TrialResult]) -> "SearchEvidence":
        """Takes what counts from `history`; a failure of the first trial counts only once it was repeated."""
        loads = loads_of(history)
        return cls(loads.trials, loads.repeated_start, loads.began_s)

    @property
    def high(self) -> float | None:
        """The lowest rate that was shown to fail; None when none was."""
        return min(self._rates(State.FAILED), default=None)

    @property
    def ceiling(self) -> float | None:
        """The lowest rate that failed, or was left undecided and leans to failing, above the floor."""
        floor, high = self.floor, self.high
        doubtful = [rate for rate in self._undecided(leaning_over=True) if floor is None or rate > floor]
        return min([*doubtful, *([high] if high is not None else [])], default=None)

    @property
    def low(self) -> float | None:
        """Highest rate that was shown to pass, below every rate that was shown to fail; None: there is none."""
        return max(self._kept(self._rates(State.PASSED)), default=None)

    @property
    def floor(self) -> float | None:
        """The rate the search goes on above: `low`, or a higher undecided one that leans to passing."""
        candidates = [*self._rates(State.PASSED), *self._undecided(leaning_over=False)]
        return max(self._kept(candidates), default=None)

    @property
    def confirmed(self) -> float | None:
        """The highest rate that was confirmed and that nothing below it contradicts."""
        return max(self._kept(self._rates(State.PASSED, Purpose.CONFIRM)), default=None)

    @property
    def gave_at_ceiling(self) -> float | None:
        """The next level to try: that of the throughput at the ceiling, an overload, times `RULES.of_completed`.

        None if floor or ceiling is missing, if a trial already ran near this rate, or if the rate is not between floor
        and ceiling.
        """
        floor, ceiling = self.floor, self.ceiling
        if floor is None or ceiling is None:
            return None
        above = next((result for result in self.trials if result.trial.factor_level == ceiling), None)
        gave = 0.0 if above is None else RULES.of_completed * above.trial.factor.below_overload(above)
        tried = any(abs(self._level(result) / gave - 1.0) <= RULES.near for result in self.trials) if gave else True
        return gave if not tried and floor < gave < ceiling else None

    def is_doubtful(self, rate: float) -> bool:
        """Return True if only one trial ran at `rate`, and its result is doubtful.

        The result is doubtful if the trial was left undecided. It is also doubtful if all later trials passed, at
        least `RULES.stale_after` of them.
        """
        places = [place for place, result in enumerate(self.trials) if result.trial.factor_level == rate]
        if len(places) != 1:
            return False
        later = self.trials[places[0] + 1 :]
        passes = all(result.verdict.state is State.PASSED for result in later)
        alone = self.trials[places[0]].verdict.state is State.UNDECIDED
        return alone or (passes and len(later) >= RULES.stale_after)

    def last_at(self, rate: float) -> TrialResult:
        """The last trial at `rate` that did not pass. Raises LookupError when there is none."""
        for result in reversed(self.trials):
            if result.trial.factor_level == rate and result.verdict.state is not State.PASSED:
                return result
        raise LookupError(f"every trial at the level {rate:g} passed")

    @property
    def bar(self) -> float:
        """The lowest rate that failed; infinite before there is one."""
        return min(self._rates(State.FAILED), default=math.inf)

    @property
    def confirmations(self) -> list[float]:
        """The rates that were confirmed, below every rate whose confirmation was shown to fail."""
        bar = min(self.failed_refusals, default=math.inf)
        return [rate for rate in self._rates(State.PASSED, Purpose.CONFIRM) if rate < bar]

    @property
    def failed_refusals(self) -> list[float]:
        """The rates that were shown to fail in their confirmation, in their order."""
        return self._rates(State.FAILED, Purpose.CONFIRM)

    @property
    def refusals(self) -> list[float]:
        """The rates of the confirmations that did not pass, in their order."""
        return [
            self._level(result)
            for result in self.trials
            if result.trial.purpose is Purpose.CONFIRM and result.verdict.state is not State.PASSED
        ]

    def _rates(self, state: State, purpose: Purpose | None = None) -> list[float]:
        return [
            self._level(result)
            for result in self.trials
            if result.verdict.state is state and purpose in {None, result.trial.purpose}
        ]

    def _kept(self, rates: list[float]) -> list[float]:
        """Return the `rates` below the lowest rate that failed, in a confirmation or in any other trial."""
        bar = self.bar
        return [rate for rate in rates if rate < bar]

    def _undecided(self, *, leaning_over: bool) -> list[float]:
        return [
            self._level(result)
            for result in self.trials
            if result.verdict.state is State.UNDECIDED
            and (over_limit(result) or result.trial.purpose is Purpose.CONFIRM) is leaning_over
        ]

    def seen_s(self, rate: float) -> float:
        """Seconds of all spans at about this rate."""
        return sum(
            result.measurement.duration_s
            for result in self.trials
            if abs(self._level(result) / rate - 1.0) <= RULES.beside
        )

    def count_near(self, rate: float) -> int:
        """Return the number of trials within `RULES.near` of this rate."""
        return sum(abs(self._level(result) / rate - 1.0) <= RULES.near for result in self.trials)

    @property
    def thresholds_s(self) -> tuple[float, ...]:
        """The response times of the SLOs, in s, that the trials were judged by."""
        known = {result.slo.threshold_ms for trial in self.trials for result in trial.verdict.results}
        return tuple(sorted(threshold_ms / 1000.0 for threshold_ms in known if threshold_ms is not None))

    def points(self) -> list[list[Point]]:
        """For each SLO that a share decides and that any call broke, the counts of every trial judged by it."""
        by_slo: dict[str, list[Point]] = {}
        for place, result in enumerate(self.trials):
            for slo in result.verdict.results:
                if slo.slo.kind is not SloKind.RATE:
                    point = _point(result, slo, self.began_s[place])
                    by_slo.setdefault(slo.slo.text, []).append(point)
        return [points for points in by_slo.values() if any(point.bad for point in points)] or list(by_slo.values())

    @staticmethod
    def _level(result: TrialResult) -> float:
        return result.trial.factor_level


def _point(result: TrialResult, slo: SloResult, at_s: float) -> Point:
    calls = slo.calls or result.measurement.due
    allowed = slo.slo.limit_share * calls
    state = result.verdict.state
    if state is State.FAILED and slo.state is not State.FAILED:
        state = State.UNDECIDED
    drawn = (slo.drawn[0] - math.log(slo.slo.limit_share), slo.drawn[1]) if slo.drawn is not None else None
    return Point(
        result.trial.factor_level,
        allowed,
        slo.share * calls,
        slo.dispersion,
        state,
        at_s,
        result.measurement.duration_s,
        drawn,
    )


def is_slower_at_rest(history: Sequence[TrialResult], part: float) -> bool:
    """Return True if the response times of the recoveries, all at one low rate, rose in order by more than `part`.

    Only the lower quartile of each recovery counts, because the queue before it drains while it begins. The median
    quartile of the later half must exceed the median quartile of the earlier half by more than `part`. All quartiles
    must rise by Mann and Kendall's test (5 %). Fewer than four cannot rise that surely.
    """
    quartiles = [
        result.measurement.response.quantile_ms(0.25)
        for result in history
        if result.trial.purpose is Purpose.RECOVER and result.measurement.response.count >= RULES.fewest_calls_at_rest
    ]
    if rising_error(quartiles) > RULES.rising_error:
        return False
    half = len(quartiles) // 2
    return sorted(quartiles[-half:])[half // 2] > (1.0 + part) * sorted(quartiles[:half])[half // 2]


def slowed_to(before: TrialResult, after: TrialResult, part: float) -> tuple[float, float] | None:
    """The median response times in ms of two trials at one low rate, where the later one is surely the longer one.

    By more than `part` beyond what chance makes of both (two standard deviations of their ranks; David and Nagaraja,
    *Order Statistics*, 3rd ed., 7.1), while the service answers within every threshold: a queue that did not drain is
    no slower service. None otherwise, and where either has few calls.
    """
    first, last = before.measurement.response, after.measurement.response
    if min(first.count, last.count) < RULES.fewest_calls_at_rest:
        return None
    was_ms, is_ms = first.quantile_ms(0.5), last.quantile_ms(0.5)
    thresholds_ms = [threshold_s * 1000.0 for threshold_s in SearchEvidence((before,)).thresholds_s]
    most_ms = first.quantile_ms(0.5 + 1.0 / math.sqrt(first.count))
    least_ms = last.quantile_ms(0.5 - 1.0 / math.sqrt(last.count))
    if least_ms > (1.0 + part) * most_ms and is_ms < min(thresholds_ms, default=math.inf):
        return was_ms, is_ms
    return None


def confirmation_of(history: Sequence[TrialResult]) -> TrialResult | None:
    """Return the confirmation that a search rests on: of the rate it answered, else its last; None: there is none."""
    confirmations = [result for result in history if result.trial.purpose is Purpose.CONFIRM]
    confirmed = SearchEvidence.of(history).confirmed
    kept = [
        result
        for result in confirmations
        if result.trial.factor_level == confirmed and result.verdict.state is State.PASSED
    ]
    return next(reversed(kept or confirmations), None)
