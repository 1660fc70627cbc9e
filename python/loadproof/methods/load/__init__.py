"""One plateau: a rate that is held and judged, whatever it shows.

# Layout

- `machine`: settings and state machine; `spec`: section of a study file.
- `sentence`: sentence of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection

__all__ = ["ROW"]


class _LoadRow(MethodRow):
    name = "load"
    answers_with_its_trial = True
    lists_completed_rate = True
    takes_injections = True
    forecast = Forecast.HELD

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.load.spec import LoadSpec

        return LoadSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.load.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.load.machine import Load

        return Load(settings)

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        hold_s: float = settings.hold_s
        return hold_s

    def steady_spans_s(self, settings: Any, _asked: Mapping[str, Any], /) -> Sequence[tuple[float, float]]:
        from loadproof.methods.load.machine import UNREADABLE, Load
        from loadproof.methods.trial import Trial

        trial = Load(settings).next(())
        if settings is UNREADABLE or not isinstance(trial, Trial):
            return ()
        return tuple((span.begin_s, span.end_s) for span in trial.spans)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.load.sentence import sentence

        return sentence(told)


ROW = _LoadRow()
