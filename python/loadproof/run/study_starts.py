"""The starts of a study, each on a fresh stand; one that fails ends no other.

Where variants are compared and searched, the starts of one number are up together, and take turns trial by trial: the
machine's drift then stands between two trials of one search, not between the searches of two variants.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from loadproof.errors import InputError
from loadproof.method.capacity import Capacity
from loadproof.method.warm_up import WarmUp
from loadproof.model.message import Message, count, duration
from loadproof.plan.settings import LoadSettings
from loadproof.run.group_opening import open_group
from loadproof.run.group_up import GroupUp, StartsBefore
from loadproof.run.not_started import LINES_OF_ANSWER, note_not_run, why_not_started
from loadproof.run.opening import OpenRun
from loadproof.run.start_group import Drive, StartGroup
from loadproof.run.start_order import StudyStart
from loadproof.run.variant_run import VariantRun
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.record import Campaign, StartState
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant

__all__ = ["StudyStarts"]

_MOST_FAILED_IN_A_ROW = 2
"""A variant that did not start so often is given up: each attempt may last as long as its ready check waits."""


class StudyStarts:
    """Runs starts of the variants of one study, and keeps of each what became of it."""

    def __init__(
        self, study: Study, settings: LoadSettings, opened: OpenRun, clock: VirtualClock | None, *, is_first: bool
    ) -> None:
        """`clock` is that of a run in virtual time; `is_first`: nothing was started before, so no pause is needed."""
        self._study = study
        self._settings = settings
        self._opened = opened
        self._clock = clock
        self._is_first = is_first
        self._variants = {variant.name: variant for variant in study.variants}
        self._before = StartsBefore()
        self._failed_in_a_row: Counter[str] = Counter()
        self._why: dict[str, Message] = {}
        self.failures: list[InputError] = []
        """Why starts could not be run."""

    def run(self, starts: Sequence[StudyStart]) -> None:
        """Runs `starts`, in whole rounds where searches take turns, until their end or an interruption.

        Raises EngineFault when the generator cannot go on.
        """
        left = list(starts)
        for group in self._grouped(starts):
            if self._opened.interrupted:
                return
            self._tell_load_ahead(left)
            del left[: len(group)]
            self._run_group(group)
            self._is_first = False

    def _grouped(self, starts: Sequence[StudyStart]) -> list[list[StudyStart]]:
        """Parts the starts into groups that are up together."""
        if not self._study.searches_in_turn:
            return [[start] for start in starts]
        return [list(group) for _, group in groupby(starts, key=lambda start: start.number)]

    def _tell_load_ahead(self, starts: Sequence[StudyStart]) -> None:
        """What a user waits for; virtual time is over in no time."""
        if self._clock is None:
            left_s = sum(self._study.methods_of(start.variant).longest_s() for start in starts)
            told = Message("load-ahead", most=duration(left_s))
            if len(starts) > 1:
                told = Message("load-ahead-of-starts", most=duration(left_s), starts=count(len(starts)))
            self._opened.context.live.tell_ahead(told, left_s)

    def _run_group(self, starts: Sequence[StudyStart]) -> None:
        for start in starts:
            if self._is_given_up(start.variant):
                self._give_up(start)
        variants = [self._variants[start.variant] for start in starts if not self._is_given_up(start.variant)]
        if not variants:
            return
        group = self._group(starts[0].number, variants)
        try:
            if not self._is_first:
                self._pause()
            self._say(group)
            with open_group(self._study, group, self._settings, self._opened, self._clock, self._before) as up:
                self._measure(up, group)
                for name, error in up.lost.items():
                    self._failed(name, error)
        except KeyboardInterrupt:
            # What was measured so far is told all the same.
            pass

    def _group(self, number: int, variants: Sequence[Variant]) -> StartGroup:
        methods = tuple(self._study.methods.of_starts())
        if self._study.searches_in_turn:
            return StartGroup(Campaign.STUDY, number, variants, methods, Drive.IN_TURN, turn=number - 1)
        return StartGroup(
            Campaign.STUDY,
            number,
            variants,
            methods,
            Drive.ALONE,
            has_own_luck=False,
            has_yardstick=True,
            is_only_one=self._study.starts == 1 and number == 1,
        )

    def _measure(self, up: GroupUp, group: StartGroup) -> None:
        """Runs all methods on those that are up, and notes what became of each start."""
        runs = {name: self._variant_run(up, name, group.number) for name in up.names}
        for method in (WarmUp.name, *group.methods):
            if method in (WarmUp.name, Capacity.name):
                _take_turns(up, method, runs)
            else:
                for name, run in runs.items():
                    _take_turns(up, method, {name: run})
        for name, run in runs.items():
            if name not in up.lost:
                up.states[name] = run.state
                self._failed_in_a_row[name] = 0

    def _variant_run(self, up: GroupUp, name: str, number: int) -> VariantRun:
        one = up.of(name)
        return VariantRun(self._study, name, up.runner_of(name), one.context, one.watch, one.services, number)

    def _failed(self, variant: str, error: InputError) -> None:
        self.failures.append(error)
        self._failed_in_a_row[variant] += 1
        self._why[variant] = why_not_started(error, LINES_OF_ANSWER)

    def _is_given_up(self, variant: str) -> bool:
        return self._failed_in_a_row[variant] >= _MOST_FAILED_IN_A_ROW

    def _pause(self) -> None:
        pause_s = self._study.pause_s
        # Nothing of a model cools down, and virtual time goes on by trials alone.
        if pause_s > 0.0 and self._clock is None:
            self._opened.context.live.say(Message("pause-before-start", time=duration(pause_s)))
            with self._opened.context.interruption.at_once():
                time.sleep(pause_s)

    def _say(self, group: StartGroup) -> None:
        live, number = self._opened.context.live, group.number
        if group.drive is Drive.IN_TURN:
            live.say(Message("searches-in-turn", number=str(number), variants=count(len(group.variants))))
            return
        (variant,) = group.variants
        is_one_of_many = self._study.starts > 1 or number > 1
        doing = "stand" if variant.stand.driver is Driver.PROCESS else "target"
        if self._clock is None or is_one_of_many:
            told = Message(
                "start-begins",
                doing=doing if self._clock is None else "model",
                variant=variant.name,
                number=str(number) if is_one_of_many else "alone",
            )
            live.say(told)

    def _give_up(self, start: StudyStart) -> None:
        times, why = _MOST_FAILED_IN_A_ROW, self._why[start.variant]
        reason = Message("given-up-after-failures", count=count(times), why=why)
        told = Message("starts-given-up", variant=start.variant, why=reason)
        self._opened.context.live.say(told)
        log = self._opened.writer.begin(Campaign.STUDY, start.variant, start.number)
        log.event("given-up", told)
        methods = self._study.methods_of(start.variant).of_starts()
        note_not_run(log, reason, methods)
        log.end(StartState.NOT_RUN)


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
    """Whether there was another trial; an impatient end of one is the end of all, each with what it knows so far."""
    try:
        next(turns)
    except (StopIteration, KeyboardInterrupt):
        return False
    return True
