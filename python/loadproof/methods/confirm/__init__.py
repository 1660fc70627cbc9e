"""Confirmation of a rate: a gentle ramp to it, then a hold that is judged at its end.

# Layout

- `machine`: state machine, whose settings are in `methods.confirmation`; `spec`: section of a study file.
- `sentence`: sentence of the answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records.answer import Answer
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection

__all__ = ["ROW"]


class _ConfirmRow(MethodRow):
    name = "confirm"
    takes_capacity = True
    takes_found_users = True
    confirms_capacity = True

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.confirm.spec import ConfirmSpec

        return ConfirmSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.confirm.spec import resolve

        return resolve(section)

    def make(self, settings: Any, start: StartSoFar, /) -> Method | Answer:
        from loadproof.methods.confirm.machine import Confirm

        return Confirm.of(settings, start)

    def longest_trial_s(self, settings: Any, asked: Mapping[str, Any], /) -> float:
        return 0.0 if settings.rate is None else super().longest_trial_s(settings, asked)

    def longest_s(self, settings: Any, asked: Mapping[str, Any], /) -> float:
        # Without a rate of its own it is answered by the search, which has the time for it.
        return 0.0 if settings.rate is None else super().longest_s(settings, asked)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.confirm.sentence import sentence

        return sentence(told)


ROW = _ConfirmRow()
