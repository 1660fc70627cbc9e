"""Staircase of plateaus: a ramp to each rate and a hold there.

# Layout

- `machine`: settings and state machine; `spec`: section of a study file.
- `sentence`: sentence of the answer; `partial`: answer if it was cut.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.trial import Trial
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection

__all__ = ["ROW"]


class _PlateausRow(MethodRow):
    name = "plateaus"
    holds_several_rates = True
    takes_injections = True
    ranks_by = "step"
    forecast = Forecast.OVERLOADING

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.plateaus.spec import PlateausSpec

        return PlateausSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.plateaus.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.plateaus.machine import Plateaus

        return Plateaus(settings)

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        longest_s: float = settings.number * (settings.ramp_s + settings.hold_s) + settings.recovery_hold_s
        return longest_s

    def steady_spans_s(self, settings: Any, _asked: Mapping[str, Any], /) -> Sequence[tuple[float, float]]:
        from loadproof.methods.plateaus.machine import NO_RATES

        begin_s: float = settings.ramp_s + settings.settle_s
        return () if settings is NO_RATES else ((begin_s, begin_s + settings.span_s),)

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        from loadproof.methods.plateaus.machine import NO_RATES

        return () if settings is NO_RATES else tuple(settings.rates)

    def users(self, settings: Any, /) -> Sequence[int]:
        return tuple(settings.users)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.plateaus.sentence import sentence

        return sentence(told)

    def partial(self, trials: Sequence[Trial], /) -> records.Answer | None:
        from loadproof.methods.plateaus.partial import partial

        return partial(trials)


ROW = _PlateausRow()
