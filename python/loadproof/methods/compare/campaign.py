"""The rounds of a comparison: fresh starts of all variants together, until it is told what differs.

Where memory does not suffice for that, a round has a start of each variant, one after the other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from statistics import median_low
from typing import NamedTuple

from loadproof.methods.compare.machine import CompareRound, CompareSettings, RoundDetails
from loadproof.methods.compare.result.comparisons import COMPARISON_ENDED, judged_rounds
from loadproof.methods.compare.result.measured_rounds import (
    SINGLE_STARTS,
    MeasuredRound,
    cycle_differences,
    measured_rounds,
)
from loadproof.methods.compare.round_plan import PlannedRounds, RoundCost, RoundScatter, plan_rounds
from loadproof.methods.cycles import CAPACITY_SHARE
from loadproof.model.message import Message, count, duration, rate, share
from loadproof.records.answer import Answer, Outcome
from loadproof.run.campaign import (
    MOST_FAILED_IN_A_ROW,
    Abandon,
    Campaign,
    CampaignNote,
    Done,
    Drive,
    GroupFacts,
    History,
    StartGroup,
)
from loadproof.run.least_capacity import least_capacity
from loadproof.run.single_starts import lack_of_memory, single_order
from loadproof.run.start_order import StudyStart
from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartRecord
from loadproof.study.study import Study, Variant

__all__ = ["CompareCampaign"]

_STARTS_PART = 0.25
"""Assumed part of a round that starts and stops take, before a round was run."""
_RESERVE = 0.02
"""Part of the budget kept back: the last round may take longer than those before it."""


class _SeenRounds(NamedTuple):
    """Measurements that decide what comes next."""

    rounds: list[MeasuredRound]
    least_capacity: float | None


class CompareCampaign(Campaign):
    """Rounds of the variants of one study, until all is told, or no more can be."""

    kind = CampaignName.COMPARE
    over = COMPARISON_ENDED

    def __init__(self, study: Study, settings: CompareSettings) -> None:
        """Take the variants of `study`, with the settings that it has for the method."""
        self.study = study
        self._settings = settings
        self._names = tuple(variant.name for variant in study.variants)

    def measured(self, reader: RunReader) -> _SeenRounds:
        """Read the rounds that came to their end, and the least capacity of the variants."""
        return _SeenRounds(measured_rounds(reader), least_capacity(reader, self._names))

    def ended(self, reader: RunReader) -> set[StudyStart]:
        """Return the starts of the rounds that came to their end."""
        numbers = {one.number for one in measured_rounds(reader)}
        begun = (one for one in reader.starts() if one.campaign is self.kind and one.number in numbers)
        return {StudyStart(one.variant, one.number) for one in begun}

    def next(self, history: History, now_s: float) -> StartGroup | CampaignNote | Done:
        """Return the next round, or the next start of a round of single starts."""
        settings = self._settings
        if settings.together and SINGLE_STARTS in history.notes:
            settings = replace(settings, together=False)
        elif not settings.together and SINGLE_STARTS not in history.notes:
            return CampaignNote(SINGLE_STARTS, Message("single-starts-asked"))
        seen: _SeenRounds = history.measured
        if settings.rate is None:
            if seen.least_capacity is None:
                return Done(Message("comparison-without-capacity"), self._names)
            settings = replace(settings, rate=CAPACITY_SHARE * seen.least_capacity)
        return _Rounds(self, settings, history, now_s).next()

    def admit(self, group: StartGroup, history: History, up: GroupFacts) -> StartGroup | Abandon:
        """Return the round as long as the budget lets it be; one without a pair, or without room, is given up."""
        settings: CompareSettings = group.settings
        if settings.together:
            if group.seed_offset == 0 and len(self._names) > 1:
                lack = lack_of_memory(up.held_mib(), up.limit_bytes, up.lost, group.variants, up.kills)
                if lack is not None:
                    return Abandon(lack, CampaignNote(SINGLE_STARTS, lack))
            if len(up.names) < self.fewest_up:
                return Abandon(Message("round-without-company"))
        fitted = (one.settings for start, one in history.outcomes.items() if start.number == group.number)
        # All variants of a round get the same slots.
        known = next((one for one in fitted if one is not None), None)
        return replace(group, settings=known or _Rounds(self, settings, history, up.now_s).fitted(group.number, up))

    def answer_of(self, variant: str, answer: Answer) -> Answer:
        """Return the answer of a round for one variant: nothing is told of one that died."""
        return replace(answer, outcome=Outcome.INVALID) if variant in answer.details_of(RoundDetails).died else answer

    @property
    def fewest_up(self) -> int:
        """Variants without which a round has nothing to compare."""
        return min(2, len(self._names))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variants that are compared."""
        return self._names

    @property
    def rate_is_found(self) -> bool:
        """True if the rate is a part of the least capacity that the study found."""
        return self._settings.rate is None


class _Rounds:
    """The rounds so far, and what they say of the next one."""

    def __init__(self, campaign: CompareCampaign, settings: CompareSettings, history: History, now_s: float) -> None:
        self._campaign = campaign
        self._settings = settings
        self._history = history
        self._now_s = now_s
        seen: _SeenRounds = history.measured
        self._measured, self._least = seen.rounds, seen.least_capacity
        self._names = campaign.names
        self._starts: dict[int, list[StartRecord]] = {}
        for start in history.kept(campaign.kind):
            self._starts.setdefault(start.number, []).append(start)
        own = [one for one in history.starts if one.campaign is campaign.kind and history.outcome(one) is not None]
        began_s = [*(one.began_s for one in self._measured), *(one.began_s for one in own)]
        self._began_s = min(began_s, default=now_s)
        self._costs = list(self._known_costs())

    def next(self) -> StartGroup | Done:
        tried = len(self._starts)
        if not self._settings.together and self._starts:
            number = max(self._starts)
            begun = {start.variant for start in self._starts[number]}
            left = [name for name in self._single_order(tried) if name not in begun]
            if left:
                return self._single(left[0], number, tried)
        if (why := self._why_over(tried)) is not None:
            return Done(why)
        number, tried = self._history.highest + 1, tried + 1
        if not self._settings.together:
            begins = self._begins("round-of-single-starts", tried)
            return replace(self._single(self._single_order(tried)[0], number, tried), told=self._told(), ahead=begins)
        # Who is started first varies, as the place of its memory and its processors may.
        variants, turn = self._campaign.study.variants, (tried - 1) % len(self._names)
        group = self._group([*variants[turn:], *variants[:turn]], number, tried)
        return replace(group, told=self._told(), ahead=self._begins("round-begins", tried))

    def _single_order(self, tried: int) -> list[str]:
        return single_order(self._names, tried - 1, self._campaign.study.seed)

    def _single(self, name: str, number: int, tried: int) -> StartGroup:
        return self._group([one for one in self._campaign.study.variants if one.name == name], number, tried)

    def _group(self, variants: Sequence[Variant], number: int, tried: int) -> StartGroup:
        return StartGroup(
            number,
            variants,
            (CompareRound.name,),
            Drive.TOGETHER,
            self._settings,
            metered=True,
            # Within a round the same CPUs for all of them.
            turn=number - 1,
            seed_offset=tried - 1,
        )

    def _told(self) -> tuple[Message, ...]:
        """Return what is told before the first round of this process."""
        if self._history.outcomes or not self._campaign.rate_is_found:
            return ()
        told = {"rate": rate(self._settings.rate), "share": share(CAPACITY_SHARE), "least": rate(self._least)}
        return (Message("comparison-at-rate", **told),)

    def _begins(self, told: str, tried: int) -> tuple[Message, float]:
        settings = self._settings
        round_s, left = settings.round_s(len(self._names)), max(1, settings.rounds - tried + 1)
        if settings.budget_s is not None:
            left_s = settings.budget_s - (self._now_s - self._began_s)
            planned = self._planned(left_s, self._cost(tried - 1))
            round_s = planned.load_s if planned is not None else settings.shortest.round_s(len(self._names))
            left = planned.rounds if planned is not None else 1
        begins = Message(told, round=count(tried), most=count(settings.rounds), time=duration(round_s))
        return begins, round_s * left

    def _why_over(self, tried: int) -> Message | None:
        """Return why no other round is begun; None: one is."""
        settings = self._settings
        if tried == 0:
            return None
        if (failed := self._failed_in_a_row()) >= MOST_FAILED_IN_A_ROW:
            return Message("comparison-without-pairs", rounds=count(failed))
        comparison = judged_rounds(self._measured, settings, self._names, last=tried >= settings.rounds)
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

    def _failed_in_a_row(self) -> int:
        """Return how many of the last rounds had no pair; those before the run went on do not count."""
        up = []
        for number in sorted(self._starts, reverse=True):
            outcomes = [self._history.outcome(start) for start in self._starts[number]]
            if None in outcomes:
                break
            up.append(sum(one is not None and one.failure is None for one in outcomes))
        return sum(1 for _ in takewhile(lambda names: names < self._campaign.fewest_up, up))

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
        """Return the rounds that still end within the budget, and are planned."""
        if self._settings.budget_s is None:
            return self._settings.rounds
        planned = self._planned(self._settings.budget_s - (self._now_s - self._began_s), self._cost(tried))
        return 0 if planned is None else planned.rounds

    def _planned(self, left_s: float, cost: RoundCost) -> PlannedRounds | None:
        differences = [cycle_differences(one) for one in self._measured]
        counted = [max(len(own), 1) for own in differences]
        left_s -= _RESERVE * (self._settings.budget_s or 0.0)
        return plan_rounds(self._settings, len(self._names), counted, left_s, cost, RoundScatter.of(differences))

    def _cost(self, tried: int) -> RoundCost:
        """Return the cost of a round, from the rounds of this process; of earlier ones only their time is known."""
        costs = self._costs
        if not costs:
            return RoundCost(_STARTS_PART * (self._now_s - self._began_s) / max(1, tried))
        # A round that waited long for others says little of the next one.
        return RoundCost(max(one.start_s for one in costs), median_low(one.pace for one in costs))

    def _known_costs(self) -> list[RoundCost]:
        """Return the costs of the rounds that ended in this process."""
        is_together, found = self._settings.together, []
        for starts in self._starts.values():
            outcomes = [one for start in starts if (one := self._history.outcome(start)) is not None]
            if not outcomes or not (is_together or len(outcomes) == len(self._names)):
                continue
            # Those that were up together have one load.
            whole = outcomes[:1] if is_together else outcomes
            load_s, loaded_s = math.fsum(one.load_s for one in whole), math.fsum(one.loaded_s for one in whole)
            if load_s > 0.0:
                round_s = max(one.ended_s for one in outcomes) - min(start.began_s for start in starts)
                found.append(RoundCost(max(0.0, round_s - loaded_s), max(1.0, loaded_s / load_s)))
        return found

    def fitted(self, number: int, up: GroupFacts) -> CompareSettings:
        """Return the settings of the round whose services are up now: their start is known, and the rest is shared."""
        settings = self._settings
        if settings.budget_s is None or settings.round_load_s is not None:
            return settings
        round_began_s = min((one.began_s for one in self._starts.get(number, ())), default=up.began_s)
        began_s = min(self._began_s, round_began_s)
        left_s = settings.budget_s - (round_began_s - began_s)
        # The others of a round of single starts are not up yet.
        started_s = (up.now_s - round_began_s) * (1 if settings.together else len(self._names))
        cost = self._cost(1) if self._costs else RoundCost.of_start(started_s)
        planned = self._planned(left_s, replace(cost, start_s=max(cost.start_s, started_s)))
        load_s = settings.shortest.round_s(len(self._names)) if planned is None else planned.load_s
        fitted = settings.within(load_s, len(self._names))
        if settings.together:
            return fitted
        return replace(fitted, round_load_s=(fitted.round_load_s or 0.0) / len(self._names))
