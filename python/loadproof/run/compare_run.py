"""The rounds of a comparison: fresh starts of all variants together, until it is told what differs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from statistics import median_low

from loadproof.errors import InputError
from loadproof.judge.comparison import JudgedRounds
from loadproof.judge.comparison_looks import FEWEST_ROUNDS
from loadproof.method.compare import CAPACITY_SHARE, CompareRound, CompareSettings, RoundDetails
from loadproof.method.method import StartSoFar
from loadproof.method.registry import row_of
from loadproof.method.round_plan import PlannedRounds, RoundCost, RoundScatter, plan_rounds
from loadproof.model.message import Message, count, duration, mebibytes, rate, share
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.result.comparisons import COMPARISON_ENDED, judged_rounds
from loadproof.result.measured_rounds import SINGLE_STARTS, cycle_differences, measured_rounds
from loadproof.run.group_opening import open_group
from loadproof.run.group_up import GroupUp, StartsBefore
from loadproof.run.least_capacity import least_capacity
from loadproof.run.method_run import run_method
from loadproof.run.not_started import note_not_run
from loadproof.run.opening import OpenRun
from loadproof.run.single_starts import lack_of_memory, single_order
from loadproof.run.start_group import Drive, StartGroup
from loadproof.run.virtual_clock import VirtualClock
from loadproof.store.reader import RunReader
from loadproof.store.record import Campaign, StartState
from loadproof.study.study import Study, Variant
from loadproof.system.memory_room import kills_for_memory, memory_limit_bytes

__all__ = ["CompareRun"]

_SEEDS_APART = 7_919
_STARTS_PART = 0.25
"""Assumed part of a round that starts and stops take, before a round was run."""
_RESERVE = 0.02
"""Part of the budget kept back: the last round may take longer than those before it."""
_MOST_FAILED_IN_A_ROW = 2
"""Rounds without a pair, after which no other one is begun."""


class CompareRun:
    """Runs rounds of the variants of one study, and stops as soon as all is told, or no more can be."""

    def __init__(
        self, study: Study, settings: CompareSettings, load: LoadSettings, opened: OpenRun, clock: VirtualClock | None
    ) -> None:
        """`settings` are those of the study; `clock` is that of a run in virtual time."""
        self._study = study
        self._settings = settings
        self._load = load
        self._opened = opened
        self._clock = clock
        self._before = StartsBefore()
        self._failed_in_a_row = 0
        self._fitted_single: CompareSettings | None = None
        self._began_s = 0.0
        self._costs: list[RoundCost] = []
        self._round_began_s = self._round_load_s = self._loaded_s = 0.0
        self.failures: list[InputError] = []
        """Why variants could not be run."""

    def run(self) -> None:
        """Goes on after the rounds that are stored, until the end or an interruption. Raises EngineFault."""
        with self._opened.writer.reader() as reader:
            begun = {start.number for start in reader.starts()}
            done = measured_rounds(reader)
            self._go_on_singly(reader)
            is_over = any(event.kind == COMPARISON_ENDED for event in reader.events())
            least = least_capacity(reader, self._names)
        if is_over:
            return
        if self._settings.rate is None:
            if least is None:
                self._not_run(Message("comparison-without-capacity"))
                return
            rate_per_s = CAPACITY_SHARE * least
            self._settings = replace(self._settings, rate=rate_per_s)
            told = Message("comparison-at-rate", rate=rate(rate_per_s), share=share(CAPACITY_SHARE), least=rate(least))
            self._opened.context.live.say(told)
        number = max(begun, default=0)
        tried, self._began_s = len(done), min((one.began_s for one in done), default=self._now_s)
        while not self._opened.interrupted:
            if (why := self._why_over(tried)) is not None:
                self._opened.log.event(COMPARISON_ENDED, why)
                self._opened.context.live.say(why)
                return
            number, tried = number + 1, tried + 1
            self._round_began_s, self._round_load_s, self._loaded_s = self._now_s, 0.0, 0.0
            if self._settings.together and (lack := self._round(number, tried)) is not None:
                for name in self._names:
                    self._opened.writer.log_of(name, number).supersede()
                self._start_singly(lack)
                number += 1
            if not self._settings.together:
                self._round_of_single_starts(number, tried)
            self._note_cost()

    def _go_on_singly(self, reader: RunReader) -> None:
        """A run that has begun with single starts keeps them; one that is asked for them says so."""
        if any(event.kind == SINGLE_STARTS for event in reader.events()):
            self._settings = replace(self._settings, together=False)
        elif not self._settings.together and not any(event.kind == COMPARISON_ENDED for event in reader.events()):
            self._start_singly(Message("single-starts-asked"))

    def _start_singly(self, why: Message) -> None:
        """From now on each variant is started by itself, also where the run is continued."""
        self._settings = replace(self._settings, together=False)
        self._opened.log.event(SINGLE_STARTS, why)
        self._opened.context.live.say(why)

    def _not_run(self, why: Message) -> None:
        self._opened.log.event(COMPARISON_ENDED, why)
        self._opened.context.live.say(why)
        for name in self._names:
            note_not_run(self._opened.writer.log_of(name), why, (CompareRound.name,))

    @property
    def _now_s(self) -> float:
        return self._opened.writer.since_began_s

    def _why_over(self, tried: int) -> Message | None:
        """Why no other round is begun; None: one is."""
        settings = self._settings
        if tried == 0:
            return None
        if self._failed_in_a_row >= _MOST_FAILED_IN_A_ROW:
            return Message("comparison-without-pairs", rounds=count(self._failed_in_a_row))
        comparison = self._so_far(last=tried >= settings.rounds)
        is_look = comparison is not None and comparison.settings.looks.is_due(comparison.rounds)
        most = min(settings.rounds, tried + self._affordable(tried))
        why = None
        if most < FEWEST_ROUNDS <= settings.rounds:
            why = self._budget_too_short(tried, most)
        elif comparison is not None and is_look and comparison.is_settled:
            why = Message("comparison-settled", rounds=count(comparison.rounds))
        elif tried >= settings.rounds:
            why = Message("comparison-of-all-rounds", rounds=count(tried))
        elif most <= tried:
            why = Message("comparison-over-budget", budget=duration(settings.budget_s or 0.0), rounds=count(tried))
        elif comparison is not None and is_look and not comparison.may_decide_more(comparison.rounds + most - tried):
            why = Message("comparison-hopeless", rounds=count(tried), most=count(most))
        return why

    def _budget_too_short(self, tried: int, most: int) -> Message:
        """Told after the first round rather than when the budget is spent and nothing can be said."""
        spent_s, missing = self._now_s - self._began_s, FEWEST_ROUNDS - tried
        round_s = self._cost(tried).of_round(self._settings.shortest.round_s(len(self._names)))
        return Message(
            "comparison-budget-too-short",
            round=duration(round_s),
            budget=duration(self._settings.budget_s or 0.0),
            most=count(most),
            fewest=count(FEWEST_ROUNDS),
            needed=duration(60.0 * math.ceil(max(FEWEST_ROUNDS * round_s, spent_s + missing * round_s) / 60.0)),
        )

    def _affordable(self, tried: int) -> int:
        """Rounds that still end within the budget, and are planned."""
        if self._settings.budget_s is None:
            return self._settings.rounds
        planned = self._planned(self._settings.budget_s - (self._now_s - self._began_s), self._cost(tried))
        return 0 if planned is None else planned.rounds

    def _planned(self, left_s: float, cost: RoundCost) -> PlannedRounds | None:
        with self._opened.writer.reader() as reader:
            rounds = measured_rounds(reader)
        differences = [cycle_differences(one) for one in rounds]
        counted = [max(len(own), 1) for own in differences]
        left_s -= _RESERVE * (self._settings.budget_s or 0.0)
        return plan_rounds(self._settings, len(self._names), counted, left_s, cost, RoundScatter.of(differences))

    def _cost(self, tried: int) -> RoundCost:
        """Cost of a round, from the rounds of this process; a continued run knows only the time of earlier ones."""
        costs = self._costs
        if not costs:
            return RoundCost(_STARTS_PART * (self._now_s - self._began_s) / max(1, tried))
        # A round that waited long for others says little of the next one.
        return RoundCost(max(one.start_s for one in costs), median_low(one.pace for one in costs))

    def _note_cost(self) -> None:
        """Keep the cost of the round that has just ended."""
        if self._round_load_s > 0.0:
            beside_s = max(0.0, self._now_s - self._round_began_s - self._loaded_s)
            self._costs.append(RoundCost(beside_s, max(1.0, self._loaded_s / self._round_load_s)))

    def _fitted(self) -> CompareSettings:
        """The settings of the round whose services are up now: their start is known, and the rest is shared."""
        settings, started_s = self._settings, self._now_s - self._round_began_s
        if settings.budget_s is None or settings.round_load_s is not None:
            return settings
        left_s = settings.budget_s - (self._round_began_s - self._began_s)
        # The others of a round of single starts are not up yet.
        started_s *= 1 if settings.together else len(self._names)
        cost = self._cost(1) if self._costs else RoundCost.of_start(started_s)
        planned = self._planned(left_s, replace(cost, start_s=max(cost.start_s, started_s)))
        load_s = settings.shortest.round_s(len(self._names)) if planned is None else planned.load_s
        fitted = settings.within(load_s, len(self._names))
        if settings.together:
            return fitted
        return replace(fitted, round_load_s=(fitted.round_load_s or 0.0) / len(self._names))

    def _so_far(self, *, last: bool) -> JudgedRounds | None:
        with self._opened.writer.reader() as reader:
            rounds = measured_rounds(reader)
        return judged_rounds(rounds, self._settings, self._names, last=last)

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(variant.name for variant in self._study.variants)

    def _round(self, number: int, tried: int) -> Message | None:
        """One round of all variants together; of the first one why they cannot be, which ends it before any load."""
        study = self._study
        load = self._begun("round-begins", tried)
        # Who is started first varies, as the place of its memory and its processors may.
        turn = (tried - 1) % len(study.variants)
        order = [*study.variants[turn:], *study.variants[:turn]]
        lack, kills = None, kills_for_memory()
        try:
            with self._opening(number, order, load) as up:
                if tried == 1 and len(study.variants) > 1:
                    kills = kills_for_memory() - kills
                    lack = lack_of_memory(up.held_mib, memory_limit_bytes(), up.lost, order, kills)
                if lack is None:
                    self.failures += up.lost.values()
                    self._measure(up, number)
        except KeyboardInterrupt:
            # What was measured before this round is told all the same.
            pass
        return lack

    def _opening(self, number: int, variants: Sequence[Variant], load: LoadSettings) -> AbstractContextManager[GroupUp]:
        group = StartGroup(
            Campaign.COMPARE,
            number,
            variants,
            (CompareRound.name,),
            Drive.TOGETHER,
            metered=True,
            # Within a round the same CPUs for all of them.
            turn=number - 1,
        )
        return open_group(self._study, group, load, self._opened, self._clock, self._before)

    def _begun(self, told: str, tried: int) -> LoadSettings:
        """Says that a round begins; how its generator sends."""
        settings = self._settings
        round_s, left = settings.round_s(len(self._names)), max(1, settings.rounds - tried + 1)
        if settings.budget_s is not None:
            left_s = settings.budget_s - (self._now_s - self._began_s)
            planned = self._planned(left_s, self._cost(tried - 1))
            round_s = planned.load_s if planned is not None else settings.shortest.round_s(len(self._names))
            left = planned.rounds if planned is not None else 1
        begins = Message(told, round=count(tried), most=count(settings.rounds), time=duration(round_s))
        self._opened.context.live.tell_ahead(begins, round_s * left)
        return replace(self._load, seed=self._load.seed + _SEEDS_APART * (tried - 1))

    def _round_of_single_starts(self, number: int, tried: int) -> None:
        """Every variant once, one after the other; one that is cut leaves a round that is run again."""
        load = self._begun("round-of-single-starts", tried)
        of_name = {variant.name: variant for variant in self._study.variants}
        measured, self._fitted_single = 0, None
        for name in single_order(self._names, tried - 1, self._study.seed):
            if self._opened.interrupted:
                return
            measured += self._single_start(of_name[name], number, load)
        self._failed_in_a_row = 0 if measured >= min(2, len(of_name)) else self._failed_in_a_row + 1

    def _single_start(self, variant: Variant, number: int, load: LoadSettings) -> bool:
        """Whether it came up."""
        is_up = True
        try:
            with self._opening(number, [variant], load) as up:
                is_up = not up.lost
                self.failures += up.lost.values()
                if up.names:
                    # All variants of a round get the same slots.
                    self._fitted_single = self._fitted_single or self._fitted()
                    self._drive(up, number, self._fitted_single)
        except KeyboardInterrupt:
            pass
        return is_up

    def _measure(self, up: GroupUp, number: int) -> None:
        """Runs the slots of a round, where there is a pair to compare."""
        if len(up.names) < min(2, len(self._study.variants)):
            self._failed_in_a_row += 1
            for name in up.names:
                note_not_run(up.logs[name], Message("round-without-company"), (CompareRound.name,))
                up.states[name] = StartState.NOT_RUN
            return
        self._failed_in_a_row = 0
        self._drive(up, number, self._fitted())
        self._check_memory(up)

    def _drive(self, up: GroupUp, number: int, settings: CompareSettings) -> None:
        """Runs the slots of those that are up, and stores what each of them has to say."""
        study = self._study
        up.rest()
        so_far = StartSoFar({}, {}, up.names, number, study.seed)
        method = row_of(CompareRound.name).make(settings, so_far)
        if isinstance(method, Answer):
            up.states |= dict.fromkeys(up.names, StartState.NOT_RUN)
            return
        began_s = self._now_s
        driven = run_method(up, method, study.profile)
        self._loaded_s += self._now_s - began_s
        self._round_load_s += math.fsum(result.trial.load_s for result in driven.history)
        answer = driven.answer
        if answer is None:
            return
        died = answer.details_of(RoundDetails).died
        for name in up.names:
            own = replace(answer, outcome=Outcome.INVALID) if name in died else answer
            up.logs[name].answer(own)
            up.states[name] = StartState.COMPLETE
        up.say(answer.reason)

    def _check_memory(self, up: GroupUp) -> None:
        """Where all together hold too much after their load, one may have taken from another what it had alone."""
        held_mib, limit_bytes = up.held_mib, memory_limit_bytes()
        if len(up.names) > 1 and lack_of_memory(held_mib, limit_bytes, {}, (), 0) is not None:
            machine = mebibytes(limit_bytes / 2**20)
            text = Message("variants-hold-memory", held=mebibytes(held_mib), machine=machine)
            self._opened.context.live.say(text)
            up.logs[up.names[0]].doubt(Doubt(DoubtCode.SHARED_MEMORY, text))
