"""The starts in which a feature is switched: as many of each variant as have to be measured, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from loadproof.errors import InputError, LevelError, ToggleError
from loadproof.method.compare import CAPACITY_SHARE
from loadproof.method.method import StartSoFar
from loadproof.method.overhead import OFF, OverheadSettings, OverheadStart
from loadproof.model.message import Message, count, duration, rate, share
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer, Outcome
from loadproof.result.switched_starts import MEASURED, OVERHEAD_ENDED, switched_starts
from loadproof.run.group_opening import open_group
from loadproof.run.group_up import GroupUp, StartsBefore
from loadproof.run.least_capacity import least_capacity
from loadproof.run.method_run import MethodRun
from loadproof.run.not_started import note_not_run
from loadproof.run.opening import OpenRun
from loadproof.run.own_process_watch import require_own_processes
from loadproof.run.start_group import Drive, StartGroup
from loadproof.run.switched_slots import LevelSwitch, SimulatedSwitch, SwitchedSlots
from loadproof.run.virtual_clock import VirtualClock
from loadproof.stand.feature_switch import FeatureSwitch
from loadproof.store.record import Campaign, StartState
from loadproof.store.start_log import StartLog
from loadproof.study.study import Study, Variant

__all__ = ["OverheadRun"]

_SEEDS_APART = 7_919
_MOST_FAILED_IN_A_ROW = 2
"""Starts of a variant that were not measured, after which no other one of it is begun."""


@dataclass(slots=True)
class _VariantStarts:
    """What has become of the starts of one variant."""

    variant: Variant
    highest: int
    """A number that none of its starts is above."""
    measured: int = 0
    failed_in_a_row: int = 0

    @property
    def is_given_up(self) -> bool:
        return self.failed_in_a_row >= _MOST_FAILED_IN_A_ROW


class OverheadRun:
    """Runs starts of the variants of one study until enough are measured, or two in a row were not."""

    def __init__(
        self, study: Study, settings: OverheadSettings, load: LoadSettings, opened: OpenRun, clock: VirtualClock | None
    ) -> None:
        """`settings` are those of the study; `clock` is that of a run in virtual time."""
        self._study = study
        self._settings = settings
        self._load = load
        self._opened = opened
        self._clock = clock
        self._before = StartsBefore()
        self._starts: list[_VariantStarts] = []
        self._begun = 0
        self._began_s = 0.0
        self.failures: list[InputError] = []
        """Why starts could not be run."""

    def run(self) -> None:
        """Goes on after the starts that are stored, until the end or an interruption. Raises EngineFault."""
        writer, names = self._opened.writer, [variant.name for variant in self._study.variants]
        with writer.reader() as reader:
            # Of all methods and variants: rounds of a comparison are told apart by their numbers alone.
            highest = max((start.number for start in reader.starts()), default=0)
            done = switched_starts(reader)
            is_over = any(event.kind == OVERHEAD_ENDED for event in reader.events())
            least = least_capacity(reader, names)
        if is_over or not self._has_rates(least):
            return
        self._starts = [_VariantStarts(variant, highest) for variant in self._study.variants]
        for one in self._starts:
            for start in (start for start in done if start.variant == one.variant.name):
                self._note(one, is_measured=start.answer.outcome == MEASURED)
        self._began_s = min((start.began_s for start in done), default=writer.since_began_s)
        while not self._opened.interrupted:
            if (why := self._why_over()) is not None:
                writer.log.event(OVERHEAD_ENDED, why)
                self._opened.context.live.say(why)
                return
            self._run_one(self._next())

    def _has_rates(self, least: float | None) -> bool:
        """Whether there is a rate to load with; without one that is the answer."""
        if self._settings.rates:
            return True
        live, writer = self._opened.context.live, self._opened.writer
        if least is None:
            why = Message("comparison-without-capacity")
            writer.log.event(OVERHEAD_ENDED, why)
            live.say(why)
            for variant in self._study.variants:
                note_not_run(writer.log_of(variant.name), why, (OverheadStart.name,))
            return False
        rate_per_s = CAPACITY_SHARE * least
        self._settings = replace(self._settings, rates=(rate_per_s,))
        told = {"rate": rate(rate_per_s), "share": share(CAPACITY_SHARE), "least": rate(least)}
        live.say(Message("overhead-at-rate", **told))
        return True

    def _note(self, one: _VariantStarts, *, is_measured: bool) -> None:
        self._begun += 1
        one.measured += is_measured
        one.failed_in_a_row = 0 if is_measured else one.failed_in_a_row + 1

    def _open(self) -> list[_VariantStarts]:
        """The variants that lack starts, and may still have them."""
        return [one for one in self._starts if one.measured < self._settings.starts and not one.is_given_up]

    def _why_over(self) -> Message | None:
        """Why no other start is begun; None: one is."""
        if not self._open():
            given_up = [one for one in self._starts if one.is_given_up]
            if given_up:
                return Message("overhead-given-up", starts=count(_MOST_FAILED_IN_A_ROW))
            return Message("overhead-of-all-starts", starts=count(self._settings.starts))
        budget_s, spent_s = self._settings.budget_s, self._opened.writer.since_began_s - self._began_s
        if budget_s is not None and self._begun and spent_s + spent_s / self._begun > budget_s:
            return Message("overhead-over-budget", budget=duration(budget_s), starts=count(self._begun))
        return None

    def _next(self) -> _VariantStarts:
        """Of the variant with the fewest measured; every second round in reverse."""
        least = min(one.measured for one in self._open())
        waiting = [one for one in self._open() if one.measured == least]
        return waiting[-1 if least % 2 else 0]

    def _run_one(self, one: _VariantStarts) -> None:
        settings, variant = self._settings, one.variant
        one.highest += 1
        told = {"start": count(one.measured + 1), "most": count(settings.starts), "time": duration(settings.start_s)}
        self._opened.context.live.say(Message("overhead-start-begins", variant=variant.name, **told))
        load = replace(self._load, seed=self._load.seed + _SEEDS_APART * self._begun)
        group = StartGroup(
            Campaign.OVERHEAD,
            one.highest,
            [variant],
            (OverheadStart.name,),
            Drive.TOGETHER,
            metered=True,
            levels=settings.levels,
            services=settings.services,
            turn=one.highest - 1,
        )
        is_over = is_measured = False
        try:
            with open_group(self._study, group, load, self._opened, self._clock, self._before) as up:
                self.failures += up.lost.values()
                is_over = bool(up.lost)
                answer = None if is_over else self._measured(up, one)
                if answer is not None:
                    up.states[variant.name] = StartState.COMPLETE
                    up.logs[variant.name].answer(answer)
                    is_over, is_measured = True, answer.outcome is Outcome.MEASURED
        except KeyboardInterrupt:
            # What was measured before this start is told all the same.
            pass
        if is_over:
            self._note(one, is_measured=is_measured)

    def _measured(self, up: GroupUp, one: _VariantStarts) -> Answer | None:
        """Runs the slots of a start that is up: what it has to say; None: it was cut."""
        study, name = self._study, one.variant.name
        up.rest()
        log = up.logs[name]
        so_far = StartSoFar({}, {}, (name,), one.highest, study.seed)
        method = OverheadStart.of(self._settings, so_far)
        answer: Answer | None = None
        with self._switched_back(up, one) as (switch, wrong):
            try:
                with self._opened.context.interruption.at_once():
                    switch.begin()
                slots = MethodRun(SwitchedSlots(up, switch, self._opened.of(log).context), method, study.profile)
                while self._goes_on(slots, method, log):
                    pass
                answer = slots.driven.answer
            except ToggleError as error:
                require_own_processes()
                told = error.told
                reason = told if isinstance(told, Message) else Message.said(str(told))
                answer = _not_switched(method, reason, log)
        if wrong and answer is not None and answer.outcome is Outcome.MEASURED:
            # What went wrong before says more.
            answer = _not_switched(method, wrong[-1], log)
        if answer is not None:
            up.say(Message("of-variant", variant=name, told=answer.reason))
        return answer

    def _goes_on(self, slots: MethodRun, method: OverheadStart, log: StartLog) -> bool:
        """Runs the next slot; False: the start is over. A level that is not reached is left out, the others go on."""
        try:
            return slots.step()
        except LevelError as error:
            why = error.told if isinstance(error.told, Message) else Message.said(str(error.told))
            method.lose(error.level, why)
            log.event("not-switched", why)
            self._opened.context.live.say(Message("level-lost", level=error.level, why=why))
            return True

    @contextmanager
    def _switched_back(self, up: GroupUp, one: _VariantStarts) -> Iterator[tuple[LevelSwitch, list[Message]]]:
        """The switch of the feature, which is off once the context has ended; what was wrong with that is listed."""
        switch, wrong = self._switch(up, one), list[Message]()
        try:
            yield switch, wrong
        finally:
            if (fault := switch.undo()) is not None:
                wrong.append(fault)
                up.logs[one.variant.name].event("not-switched-back", fault)

    def _switch(self, up: GroupUp, one: _VariantStarts) -> LevelSwitch:
        stand, toggles = up.of(one.variant.name).stand, self._study.toggles
        if stand is None:
            return SimulatedSwitch(OFF)
        # All steps of a feature are of one service, that of the first gap in what switches it off.
        texts = [word for toggle in toggles.values() for word in toggle.off.words]
        log = self._opened.directory.artifacts / "toggles" / one.variant.name / f"start-{one.highest}.log"
        return FeatureSwitch(stand.toggle_place(texts), toggles, OFF, log)


def _not_switched(method: OverheadStart, reason: Message, log: StartLog) -> Answer:
    """The answer of a start whose feature could not be switched, or not back; the log says so, too."""
    log.event("not-switched", reason)
    return method.not_switched(reason)
