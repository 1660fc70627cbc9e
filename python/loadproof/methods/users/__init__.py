"""Load of users: a number of closed users for some minutes, judged minute by minute.

# Layout

- `machine`: settings and state machine; `judge`: its judge, with Apdex and evenness of each minute.
- `spec`: section of a study file; `sentence`: sentence of the answer.
- `sections`: minutes of operations in a report.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.user_minutes import UserMinutes
    from loadproof.render.document import Section
    from loadproof.result.result import Result
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.words.catalogue import Words

__all__ = ["ROW"]


class _UsersRow(MethodRow):
    name = "users"
    forecast = Forecast.HELD
    lists_completed_rate = True
    takes_injections = True

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.users.spec import UsersMethodSpec

        return UsersMethodSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.users.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.users.machine import UserLoad

        return UserLoad(settings)

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        once_s: float = settings.ramp_s + settings.settle_s + settings.hold_s
        return once_s * (1 + int(settings.repeats))

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        return (settings.rate,)

    def minutes(self, answer: records.Answer, /) -> UserMinutes | None:
        from loadproof.methods.users.machine import UsersDetails

        return answer.details_of(UsersDetails).minutes

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.users.sentence import sentence

        return sentence(told)

    def sections(self, result: Result, words: Words, /) -> list[Section]:
        from loadproof.methods.users.sections import minutes_sections

        return minutes_sections(result, words)


ROW = _UsersRow()
