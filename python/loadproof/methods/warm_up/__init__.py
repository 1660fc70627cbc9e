"""Warm-up of a service start: a hold that lasts until the service is warm, before anything is judged.

It is run before the methods of a start, and after each restart. It has no answer of its own.

# Layout

- `machine`: settings and state machine; `judge` and `onset`: when the service is warm.
- `spec`: section of a study file.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import WARM_UP, WarmUpRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.study import Study

__all__ = ["ROW"]


class _WarmUpOfStarts(WarmUpRow):
    name = WARM_UP

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.warm_up.spec import WarmUpSpec

        return WarmUpSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.warm_up.spec import resolve

        return resolve(section)

    def make(self, settings: Any, _start: StartSoFar, /) -> Method:
        from loadproof.methods.warm_up.machine import WarmUp

        return WarmUp(settings)

    def quickest_s(self, _settings: Any, /) -> float:
        from loadproof.methods.warm_up.judge import QUICKEST_WARM_UP_S

        return QUICKEST_WARM_UP_S

    def assumptions(self, _study: Study, settings: Any, /) -> Iterator[Message]:
        from loadproof.model.message import Message, duration

        yield Message("assumed-warm-up", first=duration(self.quickest_s(settings)), most=duration(settings.most_s))


ROW = _WarmUpOfStarts()
