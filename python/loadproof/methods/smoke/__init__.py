"""Smoke test: a few calls of each operation, judged by their replies alone.

# Layout

- `machine`: settings and state machine; `judge`: judge of the replies.
- `spec`: section of a study file; `sentence`: sentence of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection

__all__ = ["ROW"]


class _SmokeRow(MethodRow):
    name = "smoke"
    answers_with_its_trial = True
    forecast = Forecast.HELD
    judges_slos = False

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.smoke.spec import SmokeSpec

        return SmokeSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.smoke.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.smoke.machine import Smoke

        return Smoke(settings)

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        longest_s: float = settings.ramp_s + settings.hold_s
        return longest_s

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.smoke.sentence import sentence

        return sentence(told)


ROW = _SmokeRow()
