"""Search of the capacity: the highest rate, or the most users, that keep the SLOs, confirmed.

# Layout

- `settings`: settings, which commands need before anything else; `user_search`: those of a search in users; `spec`:
  section of a study file; `forecast`: the shortest budget.
- `machine`: state machine; `search_budget`: time spent, left and kept for the confirmation; `search_rules`: constants;
  `search_answer`: its answer; `partial`: its answer if it was cut; `sentence`: the sentence of both.
- `littles_law`: check of a confirmation in users; `sections`: its table.
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
    from loadproof.records.littles_law import LittlesLaw
    from loadproof.records.trial import Trial
    from loadproof.render.document import Section
    from loadproof.result.result import Result
    from loadproof.result.sentence import ToldAnswer
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.study import Study
    from loadproof.words.catalogue import Words

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

        if settings.in_users is not None:
            return (settings.in_users.rate,)
        return (settings.start_rate or DEFAULT_START_RATE,)

    def users(self, settings: Any, /) -> Sequence[int]:
        if settings.in_users is not None:
            return settings.in_users.start, settings.in_users.most
        return super().users(settings)

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

        if settings.in_users is not None:
            return float(settings.in_users.start), float(settings.in_users.most)
        start = settings.start_rate or DEFAULT_START_RATE
        return start, settings.max_rate or max(DEFAULT_MAX_RATE, start)

    def rate_beside_users(self, settings: Any, /) -> float | None:
        return None if settings.in_users is None else float(settings.in_users.rate)

    def littles_law(self, answer: records.Answer, /) -> LittlesLaw | None:
        from loadproof.methods.capacity.littles_law import CapacityDetails

        return answer.details_of(CapacityDetails).littles_law

    def sections(self, result: Result, words: Words, /) -> list[Section]:
        from loadproof.methods.capacity.sections import law_sections

        return law_sections(result, words)

    def check_study(self, study: Study, /) -> None:
        from loadproof.methods.capacity.forecast import check_study_budgets

        check_study_budgets(study)


ROW = _CapacityRow()
