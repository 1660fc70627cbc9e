"""The starts in which a feature is switched: as many of each variant as have to be measured, one after the other."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from loadproof.methods.cycles import CAPACITY_SHARE
from loadproof.methods.method import Driven, Method
from loadproof.methods.overhead.machine import OverheadSettings, OverheadStart
from loadproof.methods.overhead.result.switched_starts import MEASURED, OVERHEAD_ENDED, MeasuredStart, switched_starts
from loadproof.methods.overhead.switched_slots import run_switched
from loadproof.model.message import Message, count, duration, rate, share
from loadproof.run.campaign import MOST_FAILED_IN_A_ROW, Campaign, Done, Drive, History, StartGroup
from loadproof.run.group_up import GroupUp
from loadproof.run.least_capacity import least_capacity
from loadproof.run.opening import OpenRun
from loadproof.run.start_order import StudyStart
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName
from loadproof.study.study import Study, Variant

__all__ = ["OverheadCampaign"]


class _SeenStarts(NamedTuple):
    """Measurements that decide what comes next."""

    starts: list[MeasuredStart]
    least_capacity: float | None


@dataclass(slots=True)
class _VariantStarts:
    """Counts of the starts of one variant: measured starts, and failed starts in a row."""

    variant: Variant
    measured: int = 0
    failed_in_a_row: int = 0

    @property
    def is_given_up(self) -> bool:
        return self.failed_in_a_row >= MOST_FAILED_IN_A_ROW


class OverheadCampaign(Campaign):
    """Starts of the variants of one study until enough are measured, or two in a row were not."""

    kind = CampaignName.OVERHEAD
    over = OVERHEAD_ENDED

    def __init__(self, study: Study, settings: OverheadSettings) -> None:
        """Take the variants of `study`, with the settings that it has for the method."""
        self.study = study
        self._settings = settings

    def measured(self, reader: RunReader) -> _SeenStarts:
        """Read the starts that came to their end, and the least capacity of the variants."""
        return _SeenStarts(switched_starts(reader), least_capacity(reader, [one.name for one in self.study.variants]))

    def ended(self, reader: RunReader) -> set[StudyStart]:
        """Return the starts that have an answer."""
        return {StudyStart(one.variant, one.number) for one in switched_starts(reader)}

    def drive(self, up: GroupUp, group: StartGroup, method: Method, opened: OpenRun) -> Driven:
        """Run the slots of a start, each at the level of its feature. Raises EngineFault."""
        if not isinstance(method, OverheadStart):
            raise TypeError(f"{method.name} has no levels of a feature")
        return run_switched(up, method, group.number, self.study, opened)

    def next(self, history: History, now_s: float) -> StartGroup | Done:
        """Return the next start of the variant with the fewest measured ones; every second round in reverse."""
        seen: _SeenStarts = history.measured
        settings = self._at_rate(seen.least_capacity)
        if settings is None:
            return Done(Message("comparison-without-capacity"), tuple(one.name for one in self.study.variants))
        starts = [_of_variant(variant, seen.starts) for variant in self.study.variants]
        waiting = [one for one in starts if one.measured < settings.starts and not one.is_given_up]
        if (why := _why_over(settings, starts, waiting, seen.starts, now_s)) is not None:
            return Done(why)
        least = min(one.measured for one in waiting)
        of_least = [one for one in waiting if one.measured == least]
        chosen = of_least[-1 if least % 2 else 0]
        name = chosen.variant.name
        # Of all campaigns and variants: rounds of a comparison are told apart by their numbers alone.
        own = sum(start.variant == name for start in history.outcomes)
        number = max((one.number for one in history.before), default=0) + own + 1
        told = {"start": count(chosen.measured + 1), "most": count(settings.starts), "time": duration(settings.start_s)}
        return StartGroup(
            number,
            [chosen.variant],
            (OverheadStart.name,),
            Drive.TOGETHER,
            settings,
            metered=True,
            levels=settings.levels,
            services=settings.services,
            turn=number - 1,
            seed_offset=len(seen.starts),
            told=() if history.outcomes else self._told(settings, seen.least_capacity),
            begins=Message("overhead-start-begins", variant=name, **told),
        )

    def _at_rate(self, least: float | None) -> OverheadSettings | None:
        """Return the settings with a rate to load with; None: there is none."""
        if self._settings.rates:
            return self._settings
        return None if least is None else replace(self._settings, rates=(CAPACITY_SHARE * least,))

    def _told(self, settings: OverheadSettings, least: float | None) -> tuple[Message, ...]:
        if self._settings.rates:
            return ()
        told = {"rate": rate(settings.rates[0]), "share": share(CAPACITY_SHARE), "least": rate(least)}
        return (Message("overhead-at-rate", **told),)


def _of_variant(variant: Variant, measured: list[MeasuredStart]) -> _VariantStarts:
    found = _VariantStarts(variant)
    for start in (start for start in measured if start.variant == variant.name):
        is_measured = start.answer.outcome == MEASURED
        found.measured += is_measured
        found.failed_in_a_row = 0 if is_measured else found.failed_in_a_row + 1
    return found


def _why_over(
    settings: OverheadSettings,
    starts: list[_VariantStarts],
    waiting: list[_VariantStarts],
    measured: list[MeasuredStart],
    now_s: float,
) -> Message | None:
    """Return why no other start is begun; None: one is."""
    if not waiting:
        if any(one.is_given_up for one in starts):
            return Message("overhead-given-up", starts=count(MOST_FAILED_IN_A_ROW))
        return Message("overhead-of-all-starts", starts=count(settings.starts))
    begun = len(measured)
    spent_s = now_s - min((one.began_s for one in measured), default=now_s)
    if settings.budget_s is not None and begun and spent_s + spent_s / begun > settings.budget_s:
        return Message("overhead-over-budget", budget=duration(settings.budget_s), starts=count(begun))
    return None
