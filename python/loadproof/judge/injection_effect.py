"""Effect of an injection on the metrics of a trial, and its recovery, from blocks of some seconds.

docs/method/injections.md has the rules, the sources and how often they err.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from loadproof.records.injection import Effect, EffectDecision, OccurrenceEffect
from loadproof.stats.distributions import student_t_quantile
from loadproof.stats.false_discovery import allowed_error
from loadproof.stats.holm import sharing_error
from loadproof.stats.intervention import InterventionEstimate, estimate_intervention, estimate_mean

__all__ = ["BlockSeries", "block_length_s", "effects_over", "occurrence_effect"]

PRIMARY = ("p95_ms", "apdex", "error_share")
"""Metrics that share the error of a claimed effect, and that decide the recovery."""
_BETTER_HIGH = {"p95_ms": False, "apdex": True, "error_share": False, "rate_per_s": True}
"""True for metrics of which more is better, False for those of which less is; all others are neither."""
_SHARES = ("apdex", "error_share")
"""Metrics that are shares of calls, from 0 to 1."""
_ERROR = 0.05
_SHORTEST_BLOCK_S = 10
_MOST_BLOCKS = 12
"""Blocks of the length of an occurrence."""
_TOLERANCE = 0.01
"""Share of a block that may lie beyond a boundary: less than is seen in its percentile."""
_REFERENCE = 18
"""Blocks on each side of an occurrence that it is compared with; twice as many as during where those are more."""
_LEAST_BEFORE = 3
"""Blocks before an occurrence from which on a recovery is judged."""
_RECOVERED = 3
"""Blocks in a row that are not above before."""
_ABOVE = 0.002
"""Error of one block that counts as above before."""
_SLIGHT_PART, _SLIGHT_SHARE = 0.05, 0.01
"""Part of a response time, and share of calls, by which a block may always be above before."""
_REPETITIONS = 3
_MOST_RATIO = 8.0


@dataclass(frozen=True, slots=True)
class BlockSeries:
    """Values of one metric over consecutive blocks of a trial, from its begin on; None: not measured, or left out."""

    metric: str
    unit: str
    is_better_high: bool | None
    """True: more is better (apdex, rate); None: neither."""
    values: Sequence[float | None]

    def of(self, blocks: Sequence[int]) -> list[float]:
        """Return the values of `blocks` that were measured."""
        return [value for block in blocks if (value := self.at(block)) is not None]

    def at(self, block: int) -> float | None:
        """Return the value of a block; None: not measured."""
        value = self.values[block] if block < len(self.values) else None
        return value if value is not None and math.isfinite(value) else None


@dataclass(frozen=True, slots=True)
class _OccurrenceParts:
    """Blocks of one occurrence by their part, ascending."""

    before: Sequence[int]
    during: Sequence[int]
    after: Sequence[int]
    """From the recovery on; without one from the undo on."""
    reference: Sequence[int]
    """Blocks before and after that the effect is measured against: of `after` only from the recovery on."""
    recovery_s: float | None


def block_length_s(for_s: float) -> int:
    """Return the length of a block for occurrences of `for_s` seconds: 10 s or more, at most 12 blocks during one.

    >>> block_length_s(30), block_length_s(120), block_length_s(600)
    (10, 10, 50)
    """
    return max(_SHORTEST_BLOCK_S, 5 * math.ceil(for_s / _MOST_BLOCKS / 5))


def occurrence_effect(
    series: Sequence[BlockSeries],
    block_s: int,
    begun_s: float,
    ended_s: float,
    undone_s: float,
    span: tuple[float, float],
    others: Sequence[tuple[float, float]],
) -> OccurrenceEffect:
    """Return the effects of one occurrence, which begun at `begun_s`, and its recovery; all in seconds of the trial.

    `span` is the judged part of the trial. Blocks of `others`, from the begin to the undo of other occurrences, and of
    their recovery are left out; so are those that hold the begin, the end or the undo.
    """
    parts = _Blocks(series, block_s, span, [(begun_s, undone_s), *others]).parts(begun_s, ended_s, undone_s)
    estimated = [_estimated(one, parts) for one in series]
    return OccurrenceEffect(block_s=block_s, effects=_decided(estimated), recovery_s=parts.recovery_s)


def effects_over(occurrences: Sequence[OccurrenceEffect]) -> tuple[Effect, ...]:
    """Return the effects over several occurrences: from three with a difference on the mean of the differences.

    A metric with fewer differences has the effect of the first occurrence.
    """
    if not occurrences:
        return ()
    found = [_over(effect, occurrences) for effect in occurrences[0].effects]
    repeated = iter(_decided([one for one in found if one[1] is not None]))
    return tuple(effect if estimate is None else next(repeated) for effect, estimate, _ in found)


_Estimated = tuple[Effect, InterventionEstimate | None, bool | None]
"""Effect whose decision is still open, what it rests on, and whether more is better (None: neither)."""


def _over(first: Effect, occurrences: Sequence[OccurrenceEffect]) -> _Estimated:
    own = [effect for one in occurrences for effect in one.effects if effect.metric == first.metric]
    differences = [effect.difference for effect in own if effect.difference is not None]
    estimate = estimate_mean(differences, _ERROR) if len(differences) >= _REPETITIONS else None
    if estimate is None:
        return first, None, None
    means = replace(
        first,
        before=_mean([effect.before for effect in own if effect.before is not None]),
        during=_mean([effect.during for effect in own if effect.during is not None]),
        after=_mean([effect.after for effect in own if effect.after is not None]),
    )
    return _with_interval(means, estimate), estimate, _BETTER_HIGH.get(first.metric)


def _estimated(one: BlockSeries, parts: _OccurrenceParts) -> _Estimated:
    """Return the effect on one metric of an occurrence."""
    before, during, after = one.of(parts.before), one.of(parts.during), one.of(parts.after)
    effect = Effect(
        metric=one.metric,
        unit=one.unit,
        before=_mean(before),
        during=_mean(during),
        after=_mean(after),
        difference=None,
        low=None,
        high=None,
        decision=EffectDecision.UNKNOWN,
    )
    is_during = {block: block in parts.during for block in sorted({*parts.reference, *parts.during})}
    known = [block for block in is_during if one.at(block) is not None]
    ratio = _noise_ratio(one, [block for block in known if not is_during[block]], parts.during)
    estimate = estimate_intervention(known, one.of(known), [is_during[block] for block in known], _ERROR, ratio)
    return (effect if estimate is None else _with_interval(effect, estimate)), estimate, one.is_better_high


def _with_interval(effect: Effect, estimate: InterventionEstimate) -> Effect:
    if _never_changed(estimate):
        # No errors in these blocks do not show that there are none in others.
        return replace(effect, difference=0.0)
    # Shares differ by 1 at most.
    most = 1.0 if effect.metric in _SHARES else math.inf
    low, high = max(estimate.low, -most), min(estimate.high, most)
    return replace(effect, difference=estimate.difference, low=low, high=high)


def _never_changed(estimate: InterventionEstimate) -> bool:
    return estimate.low == estimate.high == 0.0


def _noise_ratio(one: BlockSeries, reference: Sequence[int], during: Sequence[int]) -> float:
    """Return how much noisier blocks during an occurrence are expected to be than those of the reference.

    The noise of a response time grows with its level, that of a share as a binomial one.
    """
    outside, inside = _mean(one.of(reference)), _mean(one.of(during))
    if outside is None or inside is None:
        return 1.0
    if one.metric in _SHARES:
        outside, inside = (math.sqrt(max(0.0, level * (1.0 - level))) for level in (outside, inside))
    elif one.metric != PRIMARY[0]:
        return 1.0
    if outside <= 0.0 or inside <= 0.0:
        return 1.0
    return min(_MOST_RATIO, max(1.0, inside / outside))


def _decided(estimated: Sequence[_Estimated]) -> tuple[Effect, ...]:
    """Return the effects with their decisions.

    The primary metrics share the error (Holm): one of them is claimed for nothing in at most 5 % of all occurrences.
    Of all others at most 5 % of the claimed ones are expected to be wrong (Benjamini and Hochberg).
    """
    # A metric that never changed, such as errors that nobody had, could not be claimed.
    changing = [(effect, one) for effect, one, _ in estimated if one is not None and not _never_changed(one)]
    p_values = {effect.metric: estimate.p_value for effect, estimate in changing}
    primary = {metric: p_value for metric, p_value in p_values.items() if metric in PRIMARY}
    sharing = sharing_error(primary, _ERROR, lambda metric, allowed: primary[metric] <= allowed)
    allowed = {metric: _ERROR / count for metric, count in sharing.items()}
    of_others = allowed_error([p_value for metric, p_value in p_values.items() if metric not in primary], _ERROR)
    return tuple(
        effect
        if estimate is None
        else replace(
            effect, decision=_decision(effect, high, estimate.p_value <= allowed.get(effect.metric, of_others))
        )
        for effect, estimate, high in estimated
    )


def _decision(effect: Effect, is_better_high: bool | None, is_sure: bool) -> EffectDecision:
    if not is_sure or not effect.difference:
        return EffectDecision.NOT_SEEN
    if is_better_high is None:
        return EffectDecision.CHANGED
    is_better = (effect.difference > 0.0) is is_better_high
    return EffectDecision.BETTER if is_better else EffectDecision.WORSE


class _Blocks:
    """Blocks of a trial that injections of the trial left alone, and the parts of one occurrence."""

    def __init__(
        self,
        series: Sequence[BlockSeries],
        block_s: int,
        span: tuple[float, float],
        stretches: Sequence[tuple[float, float]],
    ) -> None:
        """Take the series of a trial, its judged part, and the begin and the undo of each occurrence in it."""
        self._primary = [one for one in series if one.metric in PRIMARY]
        self._block_s = block_s
        self._tolerance_s = _TOLERANCE * block_s
        self._stretches = sorted(stretches)
        count = max((len(one.values) for one in series), default=0)
        self._judged = range(count)
        self._judged = self._within(*span)
        self._held = {block for one in self._stretches for block in self._touched(one)}
        """Blocks in which something was injected."""

    def parts(self, begun_s: float, ended_s: float, undone_s: float) -> _OccurrenceParts:
        """Return the parts of one of the occurrences."""
        own = (begun_s, undone_s)
        quiet: list[int] = []
        """Blocks before the occurrence at hand that nothing was injected in, and in which the service was recovered."""
        from_s, recovery_s = -math.inf, None
        before: list[int] = []
        until: list[int] = []
        for place, (first_s, last_s) in enumerate(self._stretches):
            quiet += self._free(from_s, first_s)
            following_s = self._stretches[place + 1][0] if place + 1 < len(self._stretches) else math.inf
            recovered = self._recovered(quiet, last_s, following_s)
            if (first_s, last_s) == own:
                before, until = list(quiet), self._free(undone_s, following_s)
                if recovered is not None:
                    recovery_s = max(0.0, recovered * self._block_s - undone_s)
            if recovered is not None:
                from_s = float(recovered * self._block_s)
            else:
                # With too few blocks before, nothing says that it has not.
                from_s = last_s if len(quiet) < _LEAST_BEFORE else math.inf
        quiet += self._free(from_s, math.inf)
        others = {block for one in self._stretches if one != own for block in self._touched(one)}
        during = [block for block in self._within(begun_s, ended_s) if block not in others]
        most = max(_REFERENCE, 2 * len(during))
        after = quiet[len(before) :][:most]
        return _OccurrenceParts(
            before=before[-most:],
            during=during,
            after=[block for block in until if block in after] or until,
            reference=[*before[-most:], *after],
            recovery_s=recovery_s,
        )

    def _within(self, from_s: float, until_s: float) -> range:
        """Return the judged blocks that lie in a stretch, but for the tolerance."""
        return self._between(from_s - self._tolerance_s, until_s + self._tolerance_s)

    def _touched(self, stretch: tuple[float, float]) -> range:
        """Return the judged blocks that hold more than the tolerance of a stretch."""
        beyond_s = self._block_s - self._tolerance_s
        return self._between(stretch[0] - beyond_s, stretch[1] + beyond_s)

    def _between(self, from_s: float, until_s: float) -> range:
        """Return the judged blocks that begin at `from_s` or later and end at `until_s` or earlier."""
        begin_s, end_s = self._judged.start * self._block_s, self._judged.stop * self._block_s
        first = math.ceil(min(max(from_s, begin_s), end_s) / self._block_s)
        return range(first, math.floor(min(max(until_s, begin_s), end_s) / self._block_s))

    def _free(self, from_s: float, until_s: float) -> list[int]:
        """Return the blocks of a stretch in which nothing was injected."""
        return [block for block in self._within(from_s, until_s) if block not in self._held]

    def _recovered(self, before: Sequence[int], undone_s: float, until_s: float) -> int | None:
        """Return the first block after an undo from which three in a row are not above before; None: not seen."""
        if len(before) < _LEAST_BEFORE:
            return None
        limits = {one.metric: _limit(one, one.of(before[-_REFERENCE:])) for one in self._primary}
        fine = {block for block in self._free(undone_s, until_s) if self._is_as_before(block, limits)}
        return next((block for block in sorted(fine) if fine.issuperset(range(block, block + _RECOVERED))), None)

    def _is_as_before(self, block: int, limits: Mapping[str, float | None]) -> bool:
        values = [
            (value, limit, one.is_better_high)
            for one in self._primary
            if (limit := limits[one.metric]) is not None and (value := one.at(block)) is not None
        ]
        return bool(values) and all(value >= limit if high else value <= limit for value, limit, high in values)


def _limit(one: BlockSeries, before: Sequence[float]) -> float | None:
    """Return the one-sided bound of a block like those before; None: too few were measured."""
    if len(before) < _LEAST_BEFORE:
        return None
    count, mean = len(before), math.fsum(before) / len(before)
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in before) / (count - 1))
    slight = _SLIGHT_SHARE if one.metric in _SHARES else _SLIGHT_PART * abs(mean)
    reach = student_t_quantile(_ABOVE, count - 1) * deviation * math.sqrt(1.0 + 1.0 / count) + slight
    return mean - reach if one.is_better_high else mean + reach


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
