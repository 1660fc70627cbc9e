"""Comparison of variants: rounds with all variants up at once, in which slots of load go round them.

# Layout

- `machine`: settings and state machine of a round; `round_plan`: rounds and cycles that a budget has room for.
- `spec`: section of a study file; `variants`: variants that can be compared.
- `campaign`: the rounds; `judge`, `result`, `sections`: what they show; `sentence`: sentence of one round; `forecast`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import WARM_UP, Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records.answer import Answer
    from loadproof.records.comparison import Comparison
    from loadproof.records.doubt import Doubt
    from loadproof.records.overhead import Overhead
    from loadproof.render.document import Block, Section
    from loadproof.result.forecast import PlanModel, PlannedRoundsModel, SpreadModel
    from loadproof.result.result import Result
    from loadproof.result.sentence import ToldAnswer
    from loadproof.run.campaign import Campaign
    from loadproof.store.reader import RunReader
    from loadproof.study.fault_log import FaultLog, KeyPath
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.study import Study, Variant
    from loadproof.words.catalogue import Words

__all__ = ["ROW"]


class _CompareRow(MethodRow):
    name = "compare"
    takes_capacity = True
    forecast = Forecast.ROUNDS
    has_own_starts = True
    compares_variants = True

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.compare.spec import CompareSpec

        return CompareSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.compare.spec import resolve

        return resolve(section)

    def check_variants(
        self, settings: Any, variants: Sequence[Variant], of: int, path: KeyPath, log: FaultLog, /
    ) -> None:
        from loadproof.methods.compare.variants import check_variants

        check_variants(settings, variants, of, path, log)

    def makes_searches_take_turns(self, settings: Any, /) -> bool:
        return bool(settings.together)

    def beside(self, settings: Any, asked: Mapping[str, Any], /) -> Any:
        # Its starts are cold: each of them begins with the rate of the warm-up.
        warm_up = asked.get(WARM_UP)
        return settings if warm_up is None else replace(settings, gentle_rate=warm_up.rate or None)

    def make(self, settings: Any, start: StartSoFar, /) -> Method | Answer:
        from loadproof.methods.compare.machine import CompareRound

        return CompareRound.of(settings, start)

    def longest_trial_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        slot_s: float = settings.slot_s
        return slot_s

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        # Of one variant: it is the others' turn for the rest.
        longest_s: float = settings.longest_s
        return longest_s

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.compare.sentence import sentence

        return sentence(told)

    def campaign(self, study: Study, settings: Any, /) -> Campaign:
        from loadproof.methods.compare.campaign import CompareCampaign

        return CompareCampaign(study, settings)

    def over_starts(self, reader: RunReader, /) -> Sequence[Comparison]:
        from loadproof.methods.compare.result.comparisons import comparisons_in

        return comparisons_in(reader)

    def doubts_over_starts(self, found: Sequence[Comparison | Overhead], /) -> Sequence[Doubt]:
        from loadproof.methods.compare.result.comparisons import round_doubts
        from loadproof.records.comparison import Comparison

        return round_doubts([one for one in found if isinstance(one, Comparison)])

    def told_before(self, result: Result, /) -> Sequence[Message]:
        from loadproof.methods.compare.result.shared_limit import shared_limit

        limit = shared_limit(result)
        return () if limit is None else (limit,)

    def sections(self, result: Result, words: Words, /) -> list[Section]:
        from loadproof.methods.compare.sections.pairs import comparison_sections

        return comparison_sections(result.comparisons, result.run, words)

    def screen(self, result: Result, words: Words, /) -> list[Block]:
        from loadproof.methods.compare.sections.screen import screen_blocks

        return screen_blocks(result, words)

    plan_key = "rounds"

    def planned(self, study: Study, start_s: float, capacity: float, /) -> PlannedRoundsModel:
        from loadproof.methods.compare.forecast import planned_rounds

        return planned_rounds(study, start_s, capacity)

    def planned_sentences(self, plan: PlanModel, /) -> list[Message]:
        from loadproof.methods.compare.sections.plan import planned_sentences

        return planned_sentences(plan)

    def planned_rows(self, plan: PlanModel, /) -> list[tuple[Message, SpreadModel]]:
        from loadproof.methods.compare.sections.plan import planned_rows

        return planned_rows(plan)

    def assumptions(self, _study: Study, settings: Any, /) -> Iterator[Message]:
        from loadproof.methods.compare.forecast import assumptions

        return assumptions(settings)


ROW = _CompareRow()
