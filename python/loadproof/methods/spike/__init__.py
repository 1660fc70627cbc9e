"""Spike: a sudden load from a baseline, repeated, and the time that the service needs to recover from it.

# Layout

- `machine`: settings and state machine; `judge`: recovery of one spike.
- `spec`: section of a study file; `sentence`: sentence of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.answer_metric import AnswerMetric
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.study import Study

__all__ = ["ROW"]


class _SpikeRow(MethodRow):
    name = "spike"
    forecast = Forecast.HELD

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.spike.spec import SpikeSpec

        return SpikeSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.spike.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.spike.machine import Spike

        return Spike(settings)

    def held_trials(self, settings: Any, /) -> int:
        return int(settings.repeat)

    def longest_trial_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        trial_s: float = settings.trial_s
        return trial_s

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        longest_s: float = settings.trial_s * (settings.repeat + settings.repeats)
        return longest_s

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        return (settings.base_rate,)

    def users(self, settings: Any, /) -> Sequence[int]:
        return tuple(users for users in (settings.base_users, settings.users) if users is not None)

    def check_study(self, study: Study, /) -> None:
        from loadproof.methods.spike.spec import check_slos

        check_slos(study)

    def metrics(self, answer: records.Answer, /) -> tuple[AnswerMetric, ...]:
        from loadproof.methods.spike.machine import SpikeDetails

        return answer.details_of(SpikeDetails).metrics

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.spike.sentence import sentence

        return sentence(told)


ROW = _SpikeRow()
