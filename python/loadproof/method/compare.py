"""The comparison of two variants: interleaved starts, each warmed up and then held at a common load."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from loadproof.judge.comparison import Comparison, compare
from loadproof.judge.comparison_decision import ComparisonSettings, Difference
from loadproof.judge.start_figures import StartFigures
from loadproof.judge.verdict import State
from loadproof.method.method import NOTHING_OBSERVED, Answer, Method, Observed, Outcome
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Listing, Message, count, listed

__all__ = ["Compare", "CompareSettings", "start_order"]

_FEWEST_STARTS = 3
_STORED = ("outcome", "variants", "rate", "reason", "comparison", "doubts")


@dataclass(frozen=True, slots=True)
class CompareSettings:
    """`rate` in calls/s, times in seconds. Raises ValueError for settings that nothing can be compared with.

    >>> CompareSettings(rate=500.0, starts=2)
    Traceback (most recent call last):
    ...
    ValueError: starts: 2 say nothing of how starts differ; give 3 or more
    """

    rate: float
    """The common load: one that both variants keep, else it is their queues that are compared."""
    variants: tuple[str, str] = ("a", "b")
    """The second is compared against the first."""
    starts: int = 5
    """Of each variant."""
    ramp_s: float = 10.0
    warm_up_s: float = 30.0
    """Load after each start before the hold: none of it is compared."""
    settle_s: float = 2.0
    hold_s: float = 60.0
    repeats: int = 2
    """How often one start whose hold was not valid is repeated, from a fresh start."""
    seed: int = 1
    """Of the order of the starts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        if self.starts < _FEWEST_STARTS:
            raise ValueError(f"starts: {self.starts} say nothing of how starts differ; give {_FEWEST_STARTS} or more")
        if self.variants[0] == self.variants[1] or not all(self.variants):
            raise ValueError(f"variants: {self.variants} are not two; give two names that differ")
        for name in ("rate", "hold_s"):
            if not 0.0 < getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name):g} leaves nothing to run; give a number above 0")
        for name in ("ramp_s", "warm_up_s", "settle_s", "repeats", "seed"):
            if not 0.0 <= getattr(self, name) < math.inf:
                raise ValueError(f"{name}: {getattr(self, name):g} is not a number of zero or more; give one")


class Compare(Method):
    """What differs between two variants at a load that both keep: the second against the first.

    The details of its answer are the `variants` and the `comparison`, which is None where some start could not be
    measured.
    """

    name = "compare"

    def __init__(self, settings: CompareSettings, judging: ComparisonSettings | None = None) -> None:
        """`settings` were checked when they were made; `judging` says how sure the comparison has to be."""
        self.settings = settings
        self.judging = judging or ComparisonSettings()
        self.order = start_order(settings.variants, settings.starts, settings.seed)

    def next(self, history: Sequence[TrialResult], observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The warm-up or the hold of the next start, or the answer."""
        if history and history[-1].trial.purpose is Purpose.WARM_UP:
            return self._hold(history[-1].trial)
        holds = [result for result in history if result.trial.purpose is Purpose.COMPARE]
        valid = [result for result in holds if result.verdict.state is not State.INVALID]
        tries = _invalid_at_end(holds)
        if tries > self.settings.repeats:
            return self._not_measured(holds[-1], tries)
        if len(valid) < len(self.order):
            return self._first_of_start(self.order[len(valid)], len(holds) + 1)
        a, b = (
            [
                StartFigures(result.measurement, observed.cpu_percent.get(result.trial.start, {}))
                for result in valid
                if result.trial.variant == variant
            ]
            for variant in self.settings.variants
        )
        return self._compared(compare(a, b, self.judging), valid)

    def _first_of_start(self, variant: str, start: int) -> Trial:
        settings = self.settings
        if settings.warm_up_s == 0.0:
            return self._hold_of(variant, start, settings.ramp_s)
        return Trial(
            Purpose.WARM_UP,
            settings.rate,
            settings.warm_up_s,
            ramp_s=settings.ramp_s,
            ramp_from=settings.rate / 2.0,
            early_stop=False,
            variant=variant,
            start=start,
        )

    def _hold(self, warmed: Trial) -> Trial:
        return self._hold_of(warmed.variant, warmed.start, ramp_s=0.0)

    def _hold_of(self, variant: str, start: int, ramp_s: float) -> Trial:
        settings = self.settings
        return Trial(
            Purpose.COMPARE,
            settings.rate,
            settings.hold_s,
            settings.settle_s,
            ramp_s,
            ramp_from=settings.rate / 2.0 if ramp_s else 0.0,
            early_stop=False,
            variant=variant,
            start=start,
        )

    def _compared(self, comparison: Comparison, holds: Sequence[TrialResult]) -> Answer:
        """The answer from the rows and from the valid `holds` behind them."""
        variants = self.settings.variants
        different, equivalent, unknown = (len(comparison.rows_that_are(kind)) for kind in Difference)
        reason = Message(
            "compare-told",
            figures=count(len(comparison.rows)),
            different=count(different),
            equivalent=count(equivalent),
            unknown=count(unknown),
            starts_a=count(comparison.starts[0]),
            a=variants[0],
            starts_b=count(comparison.starts[1]),
            b=variants[1],
        )
        failed = [result for result in holds if result.verdict.state is State.FAILED]
        if failed:
            named = [name for name in variants if any(result.trial.variant == name for result in failed)]
            failing = listed(named, Listing.AND)
            reason = Message("compare-holds-failed", told=reason, failed=count(len(failed)), variants=failing)
        outcome = Outcome.EQUIVALENT if unknown == 0 else Outcome.UNDECIDED
        outcome = Outcome.DIFFERENT if different else outcome
        doubts = tuple({doubt: None for result in holds for doubt in result.measurement.doubts})
        details = {"variants": variants, "comparison": comparison}
        return Answer(self.name, outcome, self.settings.rate, reason, doubts=doubts, details=details, stored=_STORED)

    def _not_measured(self, last: TrialResult, tries: int) -> Answer:
        """The answer where `tries` starts on end gave no valid hold."""
        variant, why = last.trial.variant, last.verdict.reason
        reason = Message("compare-unmeasured", variant=variant, starts=count(tries), why=why)
        doubts = tuple(last.measurement.doubts)
        details = {"variants": self.settings.variants, "comparison": None}
        rate = self.settings.rate
        return Answer(self.name, Outcome.INVALID, rate, reason, doubts=doubts, details=details, stored=_STORED)


def start_order(variants: tuple[str, str], starts: int, seed: int) -> tuple[str, ...]:
    """The order of `starts` starts of each variant: blocks of one start each, every second one reversed.

    So ABBA or BAAB, drawn for each two blocks: what drifts evenly over four starts takes from neither variant. Sources:
    randomized blocks, Fisher 1935, The Design of Experiments; Georges, Buytaert, Eeckhout 2007 for what a start is.

    >>> "".join(start_order(("a", "b"), 5, seed=1))
    'abbabaabab'
    """
    drawn = np.random.default_rng(seed).integers(0, 2, size=starts)
    order: list[str] = []
    for block in range(starts):
        reverse = bool(drawn[block - block % 2]) != (block % 2 == 1)
        order.extend(reversed(variants) if reverse else variants)
    return tuple(order)


def _invalid_at_end(holds: Sequence[TrialResult]) -> int:
    count = 0
    for result in reversed(holds):
        if result.verdict.state is not State.INVALID:
            break
        count += 1
    return count
