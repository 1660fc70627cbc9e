"""The judge of a warm-up: ends the hold once the response time keeps to a level.

Rule, sources and measured errors: docs/method/warm-up.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.soak_figures import Shortage, response_figures
from loadproof.judge.steadiness import SoakSeries
from loadproof.judge.stretches import Stretch, Stretches
from loadproof.judge.tick import TickReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.warm_up.onset import WarmUpOnset, warm_up_of
from loadproof.model.message import Listing, Message, duration, listed
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stats.onset import FEWEST_VALUES

__all__ = ["LOOK_EVERY_S", "QUICKEST_WARM_UP_S", "WarmUpJudge"]

_LATE_S = 2
"""Calls due so shortly before a look may still be open: their quantiles are those of the quick ones."""
QUICKEST_WARM_UP_S = FEWEST_VALUES + _LATE_S
"""At the first look: of a value each second, so many are needed."""
LOOK_EVERY_S = 10
_DOWN_S = 30


@dataclass(frozen=True, slots=True)
class _Seen:
    """One figure of the response time: its label, and what was found of its warm-up."""

    label: Message
    found: WarmUpOnset


class WarmUpJudge:
    """Judges the hold after a service start: `add` every tick, `look` and `final` as every judge.

    The service is warm when its median and its p95 are; a p95 that has too few calls to be told is left out.
    """

    def __init__(self, timeline: Timeline, floor_s: float, most_s: float) -> None:
        """The span of `timeline` is the whole hold, of `most_s` at most; the onset is `floor_s` at least."""
        self._timeline = timeline
        self._floor_s = floor_s
        self._most_s = most_s
        self._stretches = Stretches(timeline.span_start, len(timeline.operations))
        self._answered_s = 0
        self._early: Verdict | None = None

    def add(self, tick: TickReading) -> None:
        """Folds one tick in, beside the timeline."""
        self._stretches.add(tick)
        if any(delta.done for delta in tick.deltas):
            self._answered_s = tick.second + 1

    def look(self, elapsed_s: float) -> Verdict | None:
        """Passed once the service is warm, failed when it answers nothing any more; None: go on."""
        self._early = self._decided(min(int(elapsed_s), self._timeline.ended_s))
        return self._early

    def next_look_s(self, elapsed_s: int) -> int:
        """Return the next second at which `look` may decide: the next one, as it may complete an unanswered stretch."""
        return elapsed_s + 1

    def _decided(self, ended_s: int) -> Verdict | None:
        if ended_s - max(self._answered_s, self._timeline.span_start) >= _DOWN_S:
            reason = Message("warm-up-unanswered", row=duration(_DOWN_S), ended=duration(ended_s))
            return Verdict(State.FAILED, reason, early=True)
        held_s = ended_s - self._timeline.span_start
        # At every second a short lull of what still moves would be found.
        if held_s < QUICKEST_WARM_UP_S or (held_s - QUICKEST_WARM_UP_S) % LOOK_EVERY_S:
            return None
        seen = self._seen(ended_s - _LATE_S, may_go_on=True)
        if not seen or any(one.found.onset_s is None for one in seen):
            return None
        return _warm(seen, held_s, early=True)

    def final(self) -> Verdict:
        """Return the verdict that ended the hold early, else that of the whole hold.

        The whole hold passes if the service is warm; else it is undecided, with the reason.
        """
        if self._early is not None:
            return self._early
        stop = self._timeline.span_stop
        held_s = stop - self._timeline.span_start
        seen = self._seen(stop, may_go_on=False)
        if not seen:
            return Verdict(State.UNDECIDED, Message("warm-up-few-answers", held=duration(held_s)))
        open_ones = [one for one in seen if one.found.onset_s is None]
        if not open_ones:
            return _warm(seen, held_s, early=False)
        told = [Message("warm-up-of-figure", figure=one.label, found=one.found.text) for one in open_ones]
        figures = listed(told, Listing.CLAUSES)
        return Verdict(State.UNDECIDED, Message("warm-up-never-ended", held=duration(held_s), figures=figures))

    def doubts(self) -> tuple[Doubt, ...]:
        """A doubt where the service is not known to be warm at the end of the hold."""
        verdict = self.final()
        return () if verdict.state is State.PASSED else (Doubt(DoubtCode.NOT_WARM, verdict.reason),)

    def _seen(self, stop: int, *, may_go_on: bool) -> list[_Seen]:
        """Return the warm-up of each metric that can have enough values within the longest hold."""
        stretches = self._stretches.until(stop, self._timeline.left_out)
        cold = next((index for index, stretch in enumerate(stretches) if stretch.completed), len(stretches))
        width_s = self._stretches.width_s
        return [
            _Seen(figure.label, self._warm_up_of(figure, cold * width_s, may_go_on=may_go_on))
            for figure in _figures(stretches[cold:], width_s)
            if FEWEST_VALUES * figure.step_s <= self._most_s
        ]

    def _warm_up_of(self, figure: SoakSeries, cold_s: int, *, may_go_on: bool) -> WarmUpOnset:
        """`cold_s`: for how long nothing was answered, before the figure has values."""
        found = warm_up_of(figure.values, figure.step_s, max(0.0, self._floor_s - cold_s), may_go_on=may_go_on)
        return WarmUpOnset(None if found.onset_s is None else found.onset_s + cold_s, found.text)


def _figures(stretches: Sequence[Stretch], width_s: int) -> list[SoakSeries]:
    if not stretches:
        return []
    return [figure for figure in response_figures(stretches, width_s, ()) if not isinstance(figure, Shortage)]


def _warm(seen: Sequence[_Seen], held_s: int, *, early: bool) -> Verdict:
    onset_s = max(one.found.onset_s or 0.0 for one in seen)
    reason = Message("warm-up-ended", onset=duration(onset_s), held=duration(held_s))
    return Verdict(State.PASSED, reason, early=early, warm_after_s=onset_s)
