"""The one loop over starts: asks a campaign what comes next, brings it up, drives it, and asks again.

It owns stands, seeds, interruption and what is stored of starts; campaigns (`run/campaign.py`) own the order, the
budget and when to give up.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from loadproof.errors import InputError
from loadproof.methods.method import Driven, StartSoFar
from loadproof.methods.registry import row_of
from loadproof.methods.row import WARM_UP
from loadproof.model.message import Message, duration, mebibytes
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.run.campaign import (
    Abandon,
    Campaign,
    CampaignNote,
    Done,
    Drive,
    GroupFacts,
    History,
    StartGroup,
    StartOutcome,
)
from loadproof.run.group_opening import open_group
from loadproof.run.group_up import GroupUp, StartsBefore
from loadproof.run.not_started import note_not_run
from loadproof.run.opening import OpenRun
from loadproof.run.single_starts import lack_of_memory
from loadproof.run.start_order import StudyStart
from loadproof.run.variant_run import VariantRun
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.reader import RunReader
from loadproof.store.record import StartState
from loadproof.system.memory_room import kills_for_memory, memory_limit_bytes

__all__ = ["history_of", "run_campaign"]

_SEEDS_APART = 7_919


def run_campaign(
    campaign: Campaign, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None
) -> list[InputError]:
    """Run the starts of a campaign after those that are stored, until its end or an interruption.

    `clock` is that of a run in virtual time. Returns why starts could not be run; raises EngineFault when the generator
    cannot go on.
    """
    loop = _StartLoop(campaign, settings, opened, clock)
    loop.run()
    return loop.failures


def history_of(
    reader: RunReader, campaign: Campaign, outcomes: Mapping[StudyStart, StartOutcome] | None = None
) -> History:
    """Read the history of a campaign from the store; `outcomes` are of this process. Raises RunDirectoryError."""
    return History(
        tuple(reader.starts()),
        dict(outcomes or {}),
        campaign.measured(reader),
        frozenset(event.kind for event in reader.events()),
    )


@dataclass(slots=True)
class _Driven:
    """Result of driving a group: its settings, its times, or its abandonment."""

    group: StartGroup
    settings: object = None
    loaded_s: float = 0.0
    load_s: float = 0.0
    abandoned: Abandon | None = None


class _StartLoop:
    def __init__(self, campaign: Campaign, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None) -> None:
        self._campaign = campaign
        self._study = campaign.study
        self._load = settings
        self._opened = opened
        self._clock = clock
        self._before = StartsBefore()
        self._outcomes: dict[StudyStart, StartOutcome] = {}
        self.failures: list[InputError] = []

    def run(self) -> None:
        while not self._opened.interrupted:
            history = self._history()
            if self._campaign.over in history.notes:
                return
            step = self._campaign.next(history, self._now_s)
            if isinstance(step, StartGroup):
                self._run_group(step, history)
            elif isinstance(step, CampaignNote):
                self._note(step)
            else:
                self._end(step)
                return

    def _history(self) -> History:
        with self._opened.writer.reader() as reader:
            return history_of(reader, self._campaign, self._outcomes)

    @property
    def _now_s(self) -> float:
        return self._opened.writer.since_began_s

    def _say(self, told: Message) -> None:
        self._opened.context.live.say(told)

    def _note(self, note: CampaignNote) -> None:
        self._opened.writer.log.event(note.kind, note.text)
        self._say(note.text)

    def _end(self, done: Done) -> None:
        if done.why is None or self._campaign.over is None:
            return
        self._note(CampaignNote(self._campaign.over, done.why))
        for name in done.not_run:
            note_not_run(self._opened.writer.log_of(name), done.why, (self._campaign.kind.value,))

    def _run_group(self, group: StartGroup, history: History) -> None:
        for told in group.told:
            self._say(told)
        if group.ahead is not None:
            self._opened.context.live.tell_ahead(*group.ahead)
        self._give_up(group)
        # A round of several that was told is begun: it is noted as cut, and run again when the run goes on.
        if not group.variants or (self._opened.interrupted and len(group.variants) == 1):
            return
        load = replace(self._load, seed=self._load.seed + _SEEDS_APART * group.seed_offset)
        driven, lost = _Driven(group), dict[str, InputError]()
        kills, began_s = kills_for_memory(), self._now_s
        try:
            self._pause(group.pause_s)
            if group.begins is not None:
                self._say(group.begins)
            opening = open_group(self._study, self._campaign.kind, group, load, self._opened, self._clock, self._before)
            with opening as up:
                lost = up.lost
                if group.drive is Drive.TOGETHER:
                    facts = self._facts(up, began_s, kills_for_memory() - kills)
                    self._drive_together(up, driven, facts, history)
                else:
                    self._drive_each(up, group)
        except KeyboardInterrupt:
            # What was measured so far is told all the same.
            pass
        self._keep(driven, lost)

    def _keep(self, driven: _Driven, lost: Mapping[str, InputError]) -> None:
        """Keep what became of the group, of which nothing is up any more."""
        number, ended_s = driven.group.number, self._now_s
        for variant in driven.group.variants:
            self._outcomes[StudyStart(variant.name, number)] = StartOutcome(
                ended_s, lost.get(variant.name), driven.settings, driven.loaded_s, driven.load_s
            )
        note = None if driven.abandoned is None else driven.abandoned.note
        if note is None:
            self.failures += lost.values()
            return
        for variant in driven.group.variants:
            self._opened.writer.log_of(variant.name, number).supersede()
        self._note(note)

    def _pause(self, pause_s: float) -> None:
        # Nothing of a model cools down, and virtual time goes on by trials alone.
        if pause_s > 0.0 and self._clock is None:
            self._say(Message("pause-before-start", time=duration(pause_s)))
            with self._opened.context.interruption.at_once():
                time.sleep(pause_s)

    def _give_up(self, group: StartGroup) -> None:
        for name, given_up in group.given_up.items():
            self._say(given_up.told)
            log = self._opened.writer.begin(self._campaign.kind, name, group.number)
            log.event("given-up", given_up.told)
            note_not_run(log, given_up.why, self._study.methods_of(name).of_starts())
            log.end(StartState.NOT_RUN)
            self._outcomes[StudyStart(name, group.number)] = StartOutcome(self._now_s)

    def _facts(self, up: GroupUp, began_s: float, kills: int) -> GroupFacts:
        return GroupFacts(up.names, up.lost, began_s, self._now_s, lambda: up.held_mib, memory_limit_bytes(), kills)

    def _drive_together(self, up: GroupUp, driven: _Driven, facts: GroupFacts, history: History) -> None:
        """Run the one method of a group, where the campaign admits it, and store what each variant has to say."""
        (name,) = driven.group.methods
        # Asked also where nothing came up: it may have been killed for want of memory.
        admitted = self._campaign.admit(driven.group, history, facts)
        if isinstance(admitted, Abandon):
            driven.abandoned = admitted
            if admitted.note is None:
                for variant in up.names:
                    note_not_run(up.logs[variant], admitted.why, (name,))
                    up.states[variant] = StartState.NOT_RUN
            return
        if not up.names:
            return
        driven.settings = admitted.settings
        up.rest()
        method = row_of(name).make(admitted.settings, StartSoFar({}, None, up.names, admitted.number, self._study.seed))
        if isinstance(method, Answer):
            up.states |= dict.fromkeys(up.names, StartState.NOT_RUN)
            return
        began_s = self._now_s
        found = self._campaign.drive(up, admitted, method, self._opened)
        driven.loaded_s = self._now_s - began_s
        driven.load_s = math.fsum(result.trial.load_s for result in found.history)
        self._answer(up, found)
        self._check_memory(up)

    def _answer(self, up: GroupUp, found: Driven) -> None:
        if found.answer is None:
            return
        for name in up.names:
            up.logs[name].answer(self._campaign.answer_of(name, found.answer))
            up.states[name] = StartState.COMPLETE
        told = found.answer.reason
        self._say(told if len(up.names) > 1 else Message("of-variant", variant=up.names[0], told=told))

    def _check_memory(self, up: GroupUp) -> None:
        """Store a doubt if all variants together hold too much memory after their load.

        One variant may then have taken memory from another that would have had it alone.
        """
        if len(up.names) < 2:
            return
        held_mib, limit_bytes = up.held_mib, memory_limit_bytes()
        if lack_of_memory(held_mib, limit_bytes, {}, (), 0) is not None:
            machine = mebibytes(limit_bytes / 2**20)
            text = Message("variants-hold-memory", held=mebibytes(held_mib), machine=machine)
            self._say(text)
            up.logs[up.names[0]].doubt(Doubt(DoubtCode.SHARED_MEMORY, text))

    def _drive_each(self, up: GroupUp, group: StartGroup) -> None:
        """Run all methods on those that are up, and note what became of each start."""
        runs = {name: self._variant_run(up, name, group.number) for name in up.names}
        for method in (WARM_UP, *group.methods):
            if method == WARM_UP or row_of(method).finds_capacity:
                _take_turns(up, method, runs)
            else:
                for name, run in runs.items():
                    _take_turns(up, method, {name: run})
        for name, run in runs.items():
            if name not in up.lost:
                up.states[name] = run.state

    def _variant_run(self, up: GroupUp, name: str, number: int) -> VariantRun:
        one = up.of(name)
        return VariantRun(self._study, name, up.runner_of(name), up.context_of(name), one.watch, one.services, number)


def _take_turns(up: GroupUp, method: str, runs: Mapping[str, VariantRun]) -> None:
    """One trial of each, then one of each in reverse: an even drift takes from none; who has answered drops out."""
    left = {name: run.turns(method) for name, run in runs.items() if name not in up.lost}
    is_forth = True
    while left:
        for name in _in_order(left, is_forth=is_forth):
            try:
                goes_on = _goes_on(left[name])
            except InputError as error:
                up.lose(name, error)
                goes_on = False
            if not goes_on:
                del left[name]
        is_forth = not is_forth


def _in_order(names: Iterable[str], *, is_forth: bool) -> list[str]:
    ordered = list(names)
    return ordered if is_forth else ordered[::-1]


def _goes_on(turns: Iterator[None]) -> bool:
    """Return whether there was another trial; an impatient end of one is the end of all, each with what it knows."""
    try:
        next(turns)
    except (StopIteration, KeyboardInterrupt):
        return False
    return True
