"""The starts of a study whose variants are compared and searched: all are up together, and take turns trial by trial.

The machine's drift then stands between two trials of one search, not between the searches of two variants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from loadproof.method.capacity import Capacity
from loadproof.method.warm_up import WarmUp
from loadproof.model.message import Message, count
from loadproof.run.round_opening import RoundPlan, variants_up
from loadproof.run.round_variants import RoundVariants, StartsBefore
from loadproof.run.start_order import StudyStart
from loadproof.run.study_starts import StudyStarts
from loadproof.run.variant_run import VariantRun
from loadproof.store.record import Campaign, StartState
from loadproof.store.start_log import StartLog

__all__ = ["RoundStarts"]


class RoundStarts(StudyStarts):
    """As `StudyStarts`, but those of the same number are a round: searches in turn, other methods one by one."""

    def run(self, starts: Sequence[StudyStart]) -> None:
        """Runs `starts`, which are whole rounds, until their end or an interruption. Raises EngineFault."""
        before, left = StartsBefore(), list(starts)
        for number, of_round in groupby(starts, key=lambda start: start.number):
            if self._opened.interrupted:
                return
            own = list(of_round)
            self._tell_load_ahead(left)
            del left[: len(own)]
            self._run_round(number, own, before)
            self._is_first = False

    def _run_round(self, number: int, starts: Sequence[StudyStart], before: StartsBefore) -> None:
        for start in starts:
            if self._is_given_up(start.variant):
                self._give_up(start)
        order = [self._variants[start.variant] for start in starts if not self._is_given_up(start.variant)]
        if not order:
            return
        opened, methods = self._opened, tuple(self._study.methods.of_starts())
        states = dict.fromkeys((variant.name for variant in order), StartState.UNDER_WAY)
        logs: Mapping[str, StartLog] = {}
        try:
            if not self._is_first:
                self._pause()
            opened.context.live.say(Message("searches-in-turn", number=str(number), variants=count(len(order))))
            with variants_up(
                self._study,
                order,
                RoundPlan(Campaign.STUDY, number, methods, metered=False),
                self._settings,
                opened,
                self._clock,
                before,
            ) as variants:
                logs = variants.logs
                for name, error in variants.not_started.items():
                    self._failed(name, error)
                    states[name] = StartState.NOT_RUN
                self._measure(variants, number, states)
        except KeyboardInterrupt:
            # What was measured so far is told all the same.
            pass
        for name, log in logs.items():
            log.end(states[name])

    def _measure(self, variants: RoundVariants, number: int, states: dict[str, StartState]) -> None:
        """Runs all methods on those that are up, and notes what became of each start."""
        runs = {name: self._variant_run(variants, name, number) for name in variants.names}
        for method in (WarmUp.name, *self._study.methods.of_starts()):
            if method in (WarmUp.name, Capacity.name):
                self._take_turns(method, runs)
            else:
                for name, run in runs.items():
                    self._take_turns(method, {name: run})
        for name, run in runs.items():
            states[name] = run.state
            if run.state is not StartState.NOT_RUN:
                self._failed_in_a_row[name] = 0

    def _variant_run(self, variants: RoundVariants, name: str, number: int) -> VariantRun:
        turn = variants.turn_of(name)
        return VariantRun(self._study, name, turn, turn.context, turn.watch, turn.services, number)

    def _take_turns(self, method: str, runs: Mapping[str, VariantRun]) -> None:
        """One trial of each, then one of each in reverse: an even drift takes from none; who has answered drops out."""
        left = {name: run.turns(method) for name, run in runs.items()}
        is_forth = True
        while left:
            for name in _in_order(left, is_forth=is_forth):
                if not _goes_on(left[name]):
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
