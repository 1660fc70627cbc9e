"""One run: a generator kept warm over trials, its store and its live view."""

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, Protocol, Self

from loadproof._engine import EngineError, Generator, PlanError, Tick
from loadproof.errors import EngineFault, InputError
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.plan_doubts import plan_doubts
from loadproof.judge.stalls import stall_text
from loadproof.judge.tick import StallReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.validity import HostReading, doubts_of, judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo
from loadproof.plan.engine_plan import trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.host import CpuTimes
from loadproof.run.plan_reading import plan_reading, users_in
from loadproof.run.surroundings import Surroundings
from loadproof.run.watch import Unwatched, Watch

__all__ = ["Judging", "Session", "TrialJudge"]

_TICK_PATIENCE_S = 0.25
_HELD = (Purpose.LOAD, Purpose.PLATEAU)
"""Held to their end whatever they show."""
_LONGEST_STOP_S = 0.6
"""How long an interrupted trial waits for its last tick, where none comes meanwhile."""
_MOST_AHEAD_S = 60
"""Seconds of virtual time that may wait to be looked at: some megabytes."""


class TrialJudge(Protocol):
    """Judges one trial as it goes."""

    def look(self, elapsed_s: float) -> Verdict | None:
        """The verdict when the hold can end now; None: go on."""

    def next_look_s(self, elapsed_s: int) -> int:
        """After a `look` at `elapsed_s`: the next s of the trial at which one may give a verdict."""

    def final(self) -> Verdict:
        """The verdict at the end."""


@dataclass(frozen=True, slots=True)
class Judging:
    """Who judges a trial, and which doubts the judge adds at its end."""

    judge: TrialJudge
    doubts: Callable[[], Sequence[Doubt]]
    add: Callable[[Tick], None] | None = None
    """Told of every tick, after the timeline."""


class Session:
    """Runs trials one after the other; a context manager that owns the generator.

    Raises PlanError's text as InputError, and EngineFault when the generator cannot go on.
    """

    def __init__(
        self,
        surroundings: Surroundings,
        plan: Mapping[str, Any],
        slos: Sequence[Slo],
        settings: LoadSettings,
        variant: str | None = None,
        watch: Watch | None = None,
        start: int = 0,
    ) -> None:
        """`plan` is the engine's (see `engine_plan`); `watch` is told when trials begin, go on and end.

        `start` is the number of the start of `variant`, from 1, that all trials belong to; 0: whichever is up.
        """
        self._slos = tuple(slos)
        self._settings = settings
        self._variant = variant
        self._start = start
        self._watch = watch or Unwatched()
        self._writer = surroundings.writer
        self._live = surroundings.live
        self._interruption = surroundings.interruption
        self._numbers = surroundings.numbers
        self._number = 0
        scenario = plan["scenario"]
        self._operations = [row["name"] for row in scenario["operations"]]
        self._flows = [row["name"] for row in scenario.get("flows", ())]
        self._followed = {slo.operation for slo in slos if slo.operation is not None}
        self._is_simulated = "simulate" in plan["target"]
        self._users = users_in(plan)
        self._thresholds_ms = [threshold_ns / 1e6 for threshold_ns in plan["thresholds_ns"]]
        self._drain_s = max(operation["timeout_ns"] for operation in scenario["operations"]) / 1e9 + 1.0
        self._told_of_disk = False
        self._plan_reading = plan_reading(plan)
        if self._plan_reading.lacking_descriptors is not None:
            limit, needed = self._plan_reading.lacking_descriptors
            self._live.say(f"{plan['connections']} connections may need {needed} open files, the limit is {limit}")
        try:
            self._generator = Generator(json.dumps(plan))
        except PlanError as error:
            raise InputError(str(error)) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._generator.close()

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self._interruption.requested

    def restart_service(self) -> None:
        """Starts the simulated service anew, between trials. Raises EngineFault."""
        try:
            self._generator.restart_service()
        except EngineError as error:
            raise EngineFault(f"the service could not be started anew: {error}") from error

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs one trial of `method` to its end or to an early verdict, and stores it."""
        self._number = next(self._numbers)
        trial = replace(trial, users=self._users, start=self._start or trial.start)
        settle_s = trial.ramp_s + trial.settle_s
        # Virtual time never stalls.
        reach_s = 0.0 if self._is_simulated else self._drain_s
        timeline = Timeline(self._operations, self._thresholds_ms, settle_s, self._flows, self._followed, reach_s)
        timeline.close_span(math.ceil(trial.span_stop_s))
        judging = judging_of(timeline)
        self._writer.trial_started(self._number, trial, method=method, variant=self._variant)
        self._live.trial_started(self._number, trial, len(self._operations))
        self._watch.trial_started(self._number, trial)
        before = CpuTimes.now()
        try:
            self._generator.start(json.dumps(trial_plan(trial, self._number, self._settings, self._drain_s)))
            self._run_ahead(trial, judging, 0)
            verdict = self._follow(trial, timeline, judging)
        except EngineError as error:
            raise EngineFault(f"the generator could not go on: {error}") from error
        beside = self._watch.trial_ended()
        host = HostReading()
        if not self._is_simulated:
            host = HostReading(CpuTimes.now().steal_share(before), beside.foreign_share)
        result = self._result(trial, timeline, judging, verdict, host, beside.died)
        self._writer.trial_ended(self._number, result)
        self._live.trial_ended(result)
        return result

    def _follow(self, trial: Trial, timeline: Timeline, judging: Judging) -> Verdict | None:
        """Takes the trial's ticks until its last; the verdict that ended it early, if one did."""
        verdict: Verdict | None = None
        stopping = False
        gives_up_at_s = math.inf
        while True:
            tick = self._generator.tick(_TICK_PATIENCE_S)
            if self._interruption.requested and not stopping:
                stopping = True
                gives_up_at_s = time.monotonic() + _LONGEST_STOP_S
                # Only whole seconds are judged; the rest of this one is stored all the same.
                timeline.close_span(timeline.span_stop)
                self._generator.stop()
            if tick is None:
                if time.monotonic() < gives_up_at_s:
                    continue
                # A shard that searches one reply hears of nothing; it sends nothing either, and ends with the process.
                self._live.say("the generator is not done with a reply: what it did since its last second is lost")
                return verdict
            timeline.add(tick, self._note_stalls(tick))
            if judging.add is not None:
                judging.add(tick)
            self._record(tick, trial.load_s)
            if tick.last:
                return verdict
            elapsed_s = tick.second + 1
            if stopping:
                continue
            if trial.purpose not in _HELD and elapsed_s < trial.span_stop_s:
                verdict = judging.judge.look(elapsed_s)
            if verdict is None:
                self._run_ahead(trial, judging, elapsed_s)
            else:
                stopping = True
                timeline.close_span(elapsed_s)
                self._end_early(verdict)

    def _note_stalls(self, tick: Tick) -> list[StallReading]:
        """Stores the stalls of a tick as an event, and gives back those that are the stand's own doing."""
        stalls = [stall for shard in tick.shards for stall in shard.stalls]
        if stalls:
            cause = max(stalls, key=lambda stall: stall.end_s - stall.begin_s).cause
            text = stall_text([(stall.begin_s, stall.end_s) for stall in stalls], cause)
            self._writer.event("generator-stalled", text, trial=self._number)
        starved = [stall for stall in stalls if stall.cause == "starved"]
        return [stall for stall in starved if self._watch.saturated(stall.begin_s, stall.end_s)]

    def _run_ahead(self, trial: Trial, judging: Judging, elapsed_s: int) -> None:
        """In virtual time the engine need not wait for looks that cannot decide: what it runs is the same."""
        if not self._is_simulated:
            return
        next_s = elapsed_s + _MOST_AHEAD_S
        if trial.purpose not in _HELD:
            next_s = min(next_s, judging.judge.next_look_s(elapsed_s))
        # A look at n s follows the tick of second n - 1.
        self._generator.run_ahead(next_s - 1)

    def _end_early(self, verdict: Verdict) -> None:
        # Calls of a failed trial would only be answered later still; those of a passed one are as good as answered.
        if verdict.state is State.FAILED:
            self._generator.stop()
        else:
            self._generator.finish()

    def _record(self, tick: Tick, length_s: float) -> None:
        self._writer.tick(self._number, tick)
        self._watch.ticked(tick)
        if not tick.last:
            # The closing tick holds a part of a second, of which no rate can be told.
            self._live.tick(tick, tick.second + 1, max(0.0, length_s - tick.second - 1))
        failure = None if self._told_of_disk else self._writer.looked_at()
        if failure is not None:
            self._told_of_disk = True
            self._live.say(f"the run cannot be written to disk ({failure.text}); it goes on in memory")

    def _result(
        self,
        trial: Trial,
        timeline: Timeline,
        judging: Judging,
        early: Verdict | None,
        host: HostReading,
        died: Sequence[str],
    ) -> TrialResult:
        interrupted = self._interruption.requested and early is None
        verdict = early or judging.judge.final()
        doubts = list(judging.doubts())
        if interrupted:
            doubts.append(Doubt(DoubtCode.INTERRUPTED, f"the trial was interrupted after {timeline.ended_s} s"))
        bare = timeline.measurement()
        doubts += timeline.stalls.doubts(sum(end - begin for begin, end in bare.left_out_s))
        doubts += doubts_of(bare, self._slos, timeline.generator, host, died)
        stopped = interrupted or (verdict.early and verdict.state is State.FAILED)
        doubts += plan_doubts(bare, timeline.generator, self._plan_reading, stopped=stopped)
        doubted = replace(bare, doubts=tuple(doubts))
        verdict, measurement = judged_valid(verdict, doubted, self._slos, timeline.generator)
        verdict = replace(verdict, worst_lateness_ms=timeline.generator.worst_lateness_ms)
        return TrialResult(trial, measurement, verdict)
