"""Soak: a long hold at a working load, judged by its SLOs and by the trends of its metrics.

# Layout

- `machine`: settings and state machine; `judge`: its judge.
- `spec`: section of a study file; `sentence`: sentence of the answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.trend import Trend
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection

__all__ = ["ROW"]


class _SoakRow(MethodRow):
    name = "soak"
    takes_capacity = True
    takes_found_users = True
    takes_injections = True
    forecast = Forecast.HELD

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.soak.spec import SoakSpec

        return SoakSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.soak.spec import resolve

        return resolve(section)

    def make(self, settings: Any, start: StartSoFar, /) -> Method | records.Answer:
        from loadproof.methods.soak.machine import Soak

        return Soak.of(settings, start)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.soak.sentence import sentence

        return sentence(told)

    def trends(self, answer: records.Answer, /) -> tuple[Trend, ...]:
        from loadproof.methods.soak.machine import SoakDetails

        return answer.details_of(SoakDetails).trends

    def shortest_span_s(self, calls_per_s: float, /) -> float:
        from loadproof.judge.soak_figures import shortest_soak_s

        return shortest_soak_s(calls_per_s)


ROW = _SoakRow()
