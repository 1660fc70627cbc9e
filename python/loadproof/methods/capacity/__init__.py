"""Search of the capacity: the highest rate that keeps the SLOs, confirmed.

# Layout

- `settings`: settings, which commands need before anything else; `spec`: section of a study file; `forecast`: the
  shortest budget.
- `machine`: state machine; `search_budget`: time spent, left and kept for the confirmation; `search_rules`: constants;
  `search_answer`: its answer; `partial`: its answer if it was cut; `sentence`: the sentence of both.
- `search_evidence`, `estimate`, `crossing`, `crossing_likelihood`, `share_columns`, `share_point`: evidence of the
  trials for the capacity.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.methods.trial import TrialResult
    from loadproof.model.message import Message
    from loadproof.records import answer as records
    from loadproof.records.trial import Trial
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.study import Study

__all__ = ["ROW"]


class _CapacityRow(MethodRow):
    name = "capacity"
    ranks_by = "estimate"
    finds_capacity = True

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.capacity.spec import CapacitySpec

        return CapacitySpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.capacity.spec import resolve

        return resolve(section)

    def check(self, section: MethodSection, asked: Mapping[str, Any], /) -> None:
        from loadproof.methods.capacity.spec import check

        check(section, asked[self.name], asked)

    def make(self, settings: Any, start: StartSoFar, /) -> Method:
        from loadproof.methods.capacity.machine import Capacity

        return Capacity(settings.beside(start.asked))

    def longest_s(self, settings: Any, asked: Mapping[str, Any], /) -> float:
        longest_s: float = settings.beside(asked).longest_s
        return longest_s

    def longest_trial_s(self, settings: Any, asked: Mapping[str, Any], /) -> float:
        from loadproof.methods.capacity.search_rules import RULES

        own = settings.beside(asked)
        confirmation_s: float = own.confirm_ramp_s + own.settle_s + RULES.longest_confirmation * own.confirm_hold_s
        search_s: float = own.settle_s + RULES.most_holds * own.hold_s
        return max(search_s, confirmation_s)

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        from loadproof.methods.capacity.settings import DEFAULT_START_RATE

        return (settings.start_rate or DEFAULT_START_RATE,)

    def confirmation_of(self, history: Sequence[TrialResult], /) -> TrialResult | None:
        from loadproof.methods.capacity.search_evidence import confirmation_of

        return confirmation_of(history)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.capacity.sentence import sentence

        return sentence(told)

    def partial(self, trials: Sequence[Trial], /) -> records.Answer | None:
        from loadproof.methods.capacity.partial import partial

        return partial(trials)

    def capacity_between(self, settings: Any, /) -> tuple[float, float]:
        from loadproof.methods.capacity.settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE

        start = settings.start_rate or DEFAULT_START_RATE
        return start, settings.max_rate or max(DEFAULT_MAX_RATE, start)

    def check_study(self, study: Study, /) -> None:
        from loadproof.methods.capacity.forecast import check_study_budgets

        check_study_budgets(study)


ROW = _CapacityRow()
