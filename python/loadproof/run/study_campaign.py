"""The ordinary starts of a study: all methods on each, a fresh stand for each; one that fails ends no other.

Where variants are compared and searched, the starts of one number are up together, and take turns trial by trial: the
machine's drift then stands between two trials of one search, not between the searches of two variants.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from loadproof.errors import InputError
from loadproof.model.message import Message, count, duration
from loadproof.run.campaign import MOST_FAILED_IN_A_ROW, Campaign, Done, Drive, GivenUp, History, StartGroup
from loadproof.run.not_started import LINES_OF_ANSWER, why_not_started
from loadproof.run.start_order import StudyStart, missing_rounds, missing_starts, start_order, whole_rounds
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartState
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant

__all__ = ["StudyCampaign"]


class StudyCampaign(Campaign):
    """Campaign of the ordinary starts: as many of each variant as the study says."""

    kind = CampaignName.STUDY
    over = None

    def __init__(self, study: Study) -> None:
        """Take the starts of `study` that have methods of their own."""
        self.study = study
        self._variants = {variant.name: variant for variant in study.variants}
        self._names = [variant.name for variant in study.started]
        self._is_virtual = study.variants[0].stand.driver is Driver.SIMULATE

    def ended(self, reader: RunReader) -> set[StudyStart]:
        """Return the starts of which every method has its answer, or all of a round has, where searches take turns."""
        planned = {name: self.study.methods_of(name).of_starts().keys() for name in self._names}
        answered: dict[StudyStart, set[str]] = {}
        for variant, number, method, answer in reader.answers():
            if not answer.interrupted:
                answered.setdefault(StudyStart(str(variant), number), set()).add(method)
        begun = [one for one in reader.starts() if one.campaign is self.kind]
        finished = {
            start
            for one in begun
            if one.variant in planned
            and (start := StudyStart(one.variant, one.number))
            and (
                one.state is StartState.COMPLETE
                # Its process may have died before it could note that.
                or (one.state is StartState.UNDER_WAY and planned[one.variant] <= answered.get(start, set()))
            )
        }
        if not self.study.searches_in_turn:
            return finished
        whole = whole_rounds(self._names, begun, finished)
        return {StudyStart(one.variant, one.number) for one in begun if one.number in whole}

    def lacking(self, history: History) -> int:
        """Return the number of starts that were not begun."""
        return len(self._left(history))

    def next(self, history: History, _now_s: float) -> StartGroup | Done:
        """Return the next start, or the next start of all variants."""
        left = self._left(history)
        if not left:
            return Done()
        starts = [one for one in left if one.number == left[0].number] if self.study.searches_in_turn else left[:1]
        number = starts[0].number
        given_up = {one.variant: why for one in starts if (why := self._why_given_up(one.variant, history)) is not None}
        variants = [self._variants[one.variant] for one in starts if one.variant not in given_up]
        is_in_turn = self.study.searches_in_turn
        return StartGroup(
            number,
            variants,
            tuple(self.study.methods.of_starts()),
            Drive.IN_TURN if is_in_turn else Drive.ALONE,
            has_own_luck=is_in_turn,
            turn=number - 1 if is_in_turn else 0,
            has_yardstick=not is_in_turn,
            is_only_one=not is_in_turn and self.study.starts == 1 and number == 1,
            pause_s=self.study.pause_s if history.starts else 0.0,
            ahead=self._ahead(left),
            begins=self._begins(number, variants),
            given_up=given_up,
        )

    def _left(self, history: History) -> list[StudyStart]:
        """Return the starts to come, in their order."""
        if not self._names:
            return []
        before, starts = history.before, self.study.starts
        kept = [
            StudyStart(one.variant, one.number)
            for one in before
            if one.campaign is self.kind and one.state is not StartState.SUPERSEDED
        ]
        if self.study.searches_in_turn:
            missing = missing_rounds(self._names, starts, before, {one.number for one in kept})
        else:
            missing = missing_starts(start_order(self._names, starts), before, kept)
        return [one for one in missing if one not in history.outcomes]

    def _why_given_up(self, variant: str, history: History) -> GivenUp | None:
        for first, second in pairwise(start for start in history.outcomes if start.variant == variant):
            failures = [history.outcomes[start].failure for start in (first, second)]
            if None not in failures:
                return _given_up(variant, failures)
        return None

    def _ahead(self, left: Sequence[StudyStart]) -> tuple[Message, float] | None:
        """Return what a user waits for; virtual time is over in no time."""
        if self._is_virtual:
            return None
        left_s = sum(self.study.methods_of(start.variant).longest_s() for start in left)
        if len(left) == 1:
            return Message("load-ahead", most=duration(left_s)), left_s
        return Message("load-ahead-of-starts", most=duration(left_s), starts=count(len(left))), left_s

    def _begins(self, number: int, variants: Sequence[Variant]) -> Message | None:
        if self.study.searches_in_turn:
            return Message("searches-in-turn", number=str(number), variants=count(len(variants)))
        is_one_of_many = self.study.starts > 1 or number > 1
        if not variants or (self._is_virtual and not is_one_of_many):
            return None
        doing = "stand" if variants[0].stand.driver is Driver.PROCESS else "target"
        return Message(
            "start-begins",
            doing="model" if self._is_virtual else doing,
            variant=variants[0].name,
            number=str(number) if is_one_of_many else "alone",
        )


def _given_up(variant: str, failures: Sequence[InputError | None]) -> GivenUp:
    last = next(one for one in reversed(failures) if one is not None)
    why = why_not_started(last, LINES_OF_ANSWER)
    reason = Message("given-up-after-failures", count=count(MOST_FAILED_IN_A_ROW), why=why)
    return GivenUp(Message("starts-given-up", variant=variant, why=reason), reason)
