"""The trial loop: takes the ticks of a generator until the trial has ended, and says what it gave."""

import math
from collections.abc import Collection, Sequence
from typing import Protocol

from loadproof.judge.saturation import ResourceReading
from loadproof.judge.tick import StallReading, TickReading
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.trial.judging import Assessment
from loadproof.trial.observer import Observers, ToldObservers

__all__ = ["TrialGenerator", "run_trial"]

_TICK_PATIENCE_S = 0.25
"""So soon a wish for the end is heard."""
_HELD = (Purpose.LOAD, Purpose.PLATEAU, Purpose.SMOKE)
"""Held to their end whatever they show."""
_MOST_WAITS = 3
"""Patiences for which a trial that was told to end waits for its last tick, where none comes meanwhile."""
_MOST_AHEAD_S = 60
"""Seconds of virtual time that may wait to be looked at: some megabytes."""


class TrialGenerator(Protocol):
    """Makes the load of trials, one after the other: the engine's, on sockets or in virtual time, or an assumed one."""

    def start(self, trial: Trial, number: int, /) -> None:
        """Begins a trial; its `number` in the run makes its noise another than that of the same trial again."""

    def run_ahead(self, second: int, /) -> None:
        """Told that no signal comes before the tick of `second` was taken: virtual time need not wait for it."""

    def tick(self, timeout_s: float, /) -> TickReading | None:
        """The next tick, waited for at most `timeout_s`; None when there is none yet."""

    def stop(self) -> None:
        """Ends the trial now: nothing more is due, open calls are cut, a last tick follows."""

    def finish(self) -> None:
        """Ends the plateau now: nothing more is due, open calls may still be answered, a last tick follows."""


def run_trial(
    generator: TrialGenerator,
    trial: Trial,
    assessment: Assessment,
    observers: Observers | None = None,
    number: int = 1,
) -> TrialResult:
    """Runs trial `number` of a run to its end, to an early verdict, or until one of `observers` wants its end.

    The span ends with the hold, with the second of the early verdict, or with the last whole second before a wish for
    the end. Raises what `generator` raises.
    """
    return _TrialRun(generator, trial, assessment, observers, number).run()


class _TrialRun:
    def __init__(
        self,
        generator: TrialGenerator,
        trial: Trial,
        assessment: Assessment,
        observers: Observers | None,
        number: int,
    ) -> None:
        self._generator = generator
        self._trial = trial
        self._assessment = assessment
        self._timeline = assessment.timeline
        self._judge = assessment.judging.judge
        self._observers = ToldObservers(observers or Observers())
        self._number = number
        self._early: Verdict | None = None
        """The verdict that ended the trial."""
        self._is_stopped = False
        """True if a stop rule ended the trial."""
        self._waits_left: int | None = None
        """Waits of `_TICK_PATIENCE_S` left for the last tick, after somebody else ended the trial; None: nobody did."""

    def run(self) -> TrialResult:
        self._timeline.close_span(math.ceil(self._trial.span_stop_s))
        for span, one in self._assessment.spans:
            one.timeline.close_span(math.ceil(span.span_stop_s))
        self._observers.trial_started(self._number, self._trial)
        self._generator.start(self._trial, self._number)
        self._follow()
        seen = self._observers.trial_ended()
        self._add_resources(seen.resources)
        interrupted = self._early is None and self._observers.wants_end()
        result = self._assessment.result(self._trial, self._early, seen, interrupted=interrupted)
        self._observers.trial_judged(self._number, result)
        return result

    def _follow(self) -> None:
        """Takes the trial's ticks until its last."""
        look_s = self._run_ahead(0)
        while True:
            tick = self._generator.tick(_TICK_PATIENCE_S)
            if tick is None and self._is_last_wait():
                self._observers.given_up()
                return
            if self._waits_left is None and self._early is None and self._observers.wants_end():
                self._stop()
            if tick is None:
                continue
            self._take(tick)
            if tick.last:
                return
            if self._early is None and self._waits_left is None and not self._is_stopped:
                look_s = self._look(tick.second + 1, look_s)

    def _is_last_wait(self) -> bool:
        """Count down the waits for the last tick of a trial that was told to end; return True if none is left.

        A shard that searches one reply does not hear the order to end. It sends nothing either, and ends with the
        process. If the trial was not told to end, return False.
        """
        if self._waits_left is None:
            return False
        self._waits_left -= 1
        return self._waits_left == 0

    def _look(self, elapsed_s: int, look_s: float) -> float:
        """Lets the judge look if it is time to; when it looks next."""
        if look_s <= elapsed_s < self._trial.span_stop_s:
            self._early = self._judge.look(elapsed_s)
        if self._early is None and self._observers.wants_end(interrupts=False):
            self._is_stopped = True
            self._end_load(elapsed_s)
            self._generator.finish()
            return math.inf
        if self._early is None:
            return self._run_ahead(elapsed_s)
        self._end_load(elapsed_s)
        # Calls of a failed trial would only be answered later still; those of a passed one are as good as answered.
        if self._early.state is State.FAILED:
            self._generator.stop()
        else:
            self._generator.finish()
        return math.inf

    def _stop(self) -> None:
        self._waits_left = _MOST_WAITS
        # Only whole seconds are judged; the rest of this one is stored all the same.
        if not self._is_stopped:
            self._end_load(self._timeline.span_stop)
        self._generator.stop()

    def _end_load(self, second: int) -> None:
        """Close the spans before `second`, from which on nothing is due."""
        self._timeline.close_span(second)
        for span, one in self._assessment.spans:
            one.timeline.close_span(min(second, math.ceil(span.span_stop_s)))
        self._observers.load_ended(second)

    def _take(self, tick: TickReading) -> None:
        stalls = [stall for shard in tick.shards for stall in shard.stalls]
        # The closing tick ends no second.
        machine = () if tick.last else self._observers.machine(tick.second)
        self._add_resources(self._observers.resources())
        unexcused = self._unexcused(stalls) if stalls else ()
        self._timeline.add(tick, unexcused, machine)
        for _, one in self._assessment.spans:
            one.timeline.add(tick, unexcused, machine)
        if self._assessment.judging.add is not None:
            self._assessment.judging.add(tick)
        self._observers.ticked(self._number, tick)

    def _add_resources(self, readings: Sequence[ResourceReading]) -> None:
        self._timeline.add_resources(readings)
        for _, one in self._assessment.spans:
            one.timeline.add_resources(readings)

    def _unexcused(self, stalls: Sequence[StallReading]) -> Collection[StallReading]:
        """Tell the observers of the stalls of a tick, and return the stalls that the stand itself caused."""
        self._observers.stalled(self._number, stalls)
        return [
            stall
            for stall in stalls
            if stall.cause == "starved" and self._observers.saturated(stall.begin_s, stall.end_s)
        ]

    def _run_ahead(self, elapsed_s: int) -> float:
        """Let the generator run ahead to the judge's next look, and return the second of this look; inf: no look.

        Until the look the generator need not wait, because its load does not change. It runs
        ahead by at most `_MOST_AHEAD_S`.
        """
        look_s = math.inf if self._trial.purpose in _HELD else self._judge.next_look_s(elapsed_s)
        # A look at n s follows the tick of second n - 1.
        ahead_s = 1 if self._observers.keeps_pace else _MOST_AHEAD_S
        self._generator.run_ahead(int(min(elapsed_s + ahead_s, look_s)) - 1)
        return look_s
