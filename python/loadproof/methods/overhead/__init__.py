"""Overhead of a feature: starts in which it is switched on and off between slots of load.

# Layout

- `machine`: settings and state machine of a start; `spec`: section of a study file;
  `toggles`: switch of each level.
- `campaign`: the starts, in `switched_slots`; `judge`, `result`, `sections`: what they show; `sentence`: sentence of
  one start; `forecast`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.methods.row import Forecast, MethodRow

if TYPE_CHECKING:
    from loadproof.methods.method import Method, StartSoFar
    from loadproof.model.message import Message
    from loadproof.records.answer import Answer
    from loadproof.records.overhead import Overhead
    from loadproof.render.document import Block, Section
    from loadproof.result.forecast import PlanModel, PlannedOverheadModel, SpreadModel
    from loadproof.result.result import Result
    from loadproof.result.sentence import ToldAnswer
    from loadproof.run.campaign import Campaign
    from loadproof.store.reader import RunReader
    from loadproof.study.method_scalars import MethodSpec
    from loadproof.study.method_section import MethodSection
    from loadproof.study.stand_settings import StandSettings
    from loadproof.study.stand_texts import StandTexts
    from loadproof.study.study import Study
    from loadproof.study.study_spec import StudySpec
    from loadproof.study.toggle_settings import LevelToggle
    from loadproof.words.catalogue import Words

__all__ = ["ROW"]


class _OverheadRow(MethodRow):
    name = "overhead"
    takes_capacity = True
    forecast = Forecast.ROUNDS
    has_own_starts = True

    def spec(self) -> type[MethodSpec]:
        from loadproof.methods.overhead.spec import OverheadSpec

        return OverheadSpec

    def settings_of(self, section: MethodSection, /) -> Any:
        from loadproof.methods.overhead.spec import resolve

        return resolve(section)

    def toggles(
        self, spec: StudySpec, chosen: str | None, stand: StandSettings, texts: StandTexts, /
    ) -> Mapping[str, LevelToggle]:
        from loadproof.methods.overhead.toggles import resolve_toggles

        return resolve_toggles(spec, chosen, stand, texts)

    def make(self, settings: Any, start: StartSoFar, /) -> Method | Answer:
        from loadproof.methods.overhead.machine import OverheadStart

        return OverheadStart.of(settings, start)

    def longest_trial_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        slot_s: float = settings.slot_s
        return slot_s

    def longest_s(self, settings: Any, _asked: Mapping[str, Any], /) -> float:
        longest_s: float = settings.starts * settings.longest_s
        return longest_s

    def rates(self, settings: Any, /) -> Sequence[float | None]:
        return settings.rates or (None,)

    def sentence(self, told: ToldAnswer, /) -> Message:
        from loadproof.methods.overhead.sentence import sentence

        return sentence(told)

    def campaign(self, study: Study, settings: Any, /) -> Campaign:
        from loadproof.methods.overhead.campaign import OverheadCampaign

        return OverheadCampaign(study, settings)

    def over_starts(self, reader: RunReader, /) -> Sequence[Overhead]:
        from loadproof.methods.overhead.result.overheads import overheads_in

        return overheads_in(reader)

    def sections(self, result: Result, words: Words, /) -> list[Section]:
        from loadproof.methods.overhead.sections.levels import overhead_sections

        return overhead_sections(result.overheads, words)

    def screen(self, result: Result, words: Words, /) -> list[Block]:
        from loadproof.methods.overhead.sections.screen import screen_blocks

        return screen_blocks(result, words)

    plan_key = "overhead"

    def planned(self, study: Study, start_s: float, capacity: float, /) -> PlannedOverheadModel:
        from loadproof.methods.overhead.forecast import planned_overhead

        return planned_overhead(study, start_s, capacity)

    def planned_sentences(self, plan: PlanModel, /) -> list[Message]:
        from loadproof.methods.overhead.sections.plan import planned_sentences

        return planned_sentences(plan)

    def planned_rows(self, plan: PlanModel, /) -> list[tuple[Message, SpreadModel]]:
        from loadproof.methods.overhead.sections.plan import planned_rows

        return planned_rows(plan)

    def assumptions(self, study: Study, _settings: Any, /) -> Iterator[Message]:
        from loadproof.methods.overhead.forecast import assumptions

        return assumptions(study)


ROW = _OverheadRow()
