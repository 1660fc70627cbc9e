"""The comparison of two variants: interleaved starts, each warmed up and then held at a common load."""

from collections.abc import Mapping, Sequence

import numpy as np

from loadproof.judge.comparison import compare
from loadproof.judge.comparison_decision import ComparisonSettings
from loadproof.judge.start_figures import StartFigures
from loadproof.judge.verdict import State
from loadproof.method.compare_answer import CompareAnswer, answer_of, not_measured
from loadproof.method.compare_settings import CompareSettings
from loadproof.method.trial import Purpose, Trial, TrialResult

__all__ = ["Compare", "start_order"]


class Compare:
    """A pure state machine: `next(history)` says what to run, or answers; the history is its only state."""

    def __init__(self, settings: CompareSettings, judging: ComparisonSettings | None = None) -> None:
        """`settings` were checked when they were made; `judging` says how sure the comparison has to be."""
        self.settings = settings
        self.judging = judging or ComparisonSettings()
        self.order = start_order(settings.variants, settings.starts, settings.seed)

    def next(
        self, history: Sequence[TrialResult], cpu_percent: Mapping[int, Mapping[str, float]] | None = None
    ) -> Trial | CompareAnswer:
        """The next trial after these, or the answer; the same history gives the same.

        `cpu_percent` is the CPU of each service in per cent of one core, by the number of the start (`Trial.start`).
        """
        if history and history[-1].trial.purpose is Purpose.WARM_UP:
            return self._hold(history[-1].trial)
        holds = [result for result in history if result.trial.purpose is Purpose.COMPARE]
        valid = [result for result in holds if result.verdict.state is not State.INVALID]
        tries = _invalid_at_end(holds)
        if tries > self.settings.repeats:
            return not_measured(self.settings.variants, holds[-1], tries)
        if len(valid) < len(self.order):
            return self._first_of_start(self.order[len(valid)], len(holds) + 1)
        cpu = cpu_percent or {}
        a, b = (
            [
                StartFigures(result.measurement, cpu.get(result.trial.start, {}))
                for result in valid
                if result.trial.variant == variant
            ]
            for variant in self.settings.variants
        )
        return answer_of(compare(a, b, self.judging), self.settings.variants, valid)

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
