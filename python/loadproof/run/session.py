"""One run's trials: a generator kept warm over them, and who observes each: store, live view, user, watch, host."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType
from typing import Self

from loadproof._engine import EngineError
from loadproof.errors import EngineFault
from loadproof.judge.apdex import apdex_rows
from loadproof.judge.apdex_so_far import ApdexSoFar
from loadproof.judge.disturbance import Background
from loadproof.judge.stalls import stall_text
from loadproof.judge.tick import StallReading, TickReading
from loadproof.judge.timeline import Timeline
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.model.slo import Slo
from loadproof.render.live import LiveView
from loadproof.run.generator import Generator, GeneratorFacts
from loadproof.run.interruption import Interruption
from loadproof.run.own_process_watch import OwnProcessWatch
from loadproof.run.run_context import RunContext
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.trial.judging import Assessment, Judging, JudgingOf, clean_first
from loadproof.trial.loop import run_trial
from loadproof.trial.observer import Meter, Observers, StopSource, TrialListener, Witness

__all__ = ["Judging", "Session"]


class Session:
    """Runs trials one after the other; a context manager that owns the generator.

    Raises EngineFault when the generator cannot go on.
    """

    def __init__(
        self,
        context: RunContext,
        generator: Generator,
        slos: Sequence[Slo],
        variant: str | None = None,
        watch: Witness | None = None,
        start: int = 0,
    ) -> None:
        """Own `generator`; `watch` sees trials beside the machine of `context`.

        `start` is the number of the start of `variant`, from 1, that all trials belong to; 0: whichever is up.
        """
        self._context = context
        self._generator = generator
        self._facts = facts = generator.facts
        self._slos = tuple(slos)
        self._followed = {slo.operation for slo in slos if slo.operation is not None}
        self._variant = variant
        self._start = start
        # The machine last of all, so that it looks at nothing but the trial.
        seen = (OwnProcessWatch(context), watch, context.machine)
        self._observers = Observers(
            listeners=(_View(context.live, context.writer, facts),),
            witnesses=tuple(one for one in seen if one is not None),
            stops=(_EndWish(context.interruption),),
        )
        self._background = Background() if context.machine is None else context.machine.background
        if facts.open_files is not None and facts.open_files.lacking is not None:
            files = facts.open_files
            context.say(
                Message(
                    "open-files-may-lack",
                    connections=count(files.connections),
                    needed=count(files.needed),
                    limit=count(files.limit),
                    room=count(files.room),
                    # To be pasted: without marks between thousands.
                    raised=str(files.needed),
                )
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._generator.close()

    def meter(self, meter: Meter) -> None:
        """Have `meter` read its clocks and counters in trials from now on."""
        self._observers = self._observers.with_more(Observers(meters=(meter,)))

    def dismiss_users(self) -> None:
        """Ends the sessions of all users, between trials. Raises EngineFault."""
        try:
            self._generator.dismiss_users()
        except EngineError as error:
            raise EngineFault(f"the users could not be dismissed: {error}") from error

    def restart_service(self) -> None:
        """Starts the simulated service anew, between trials. Raises EngineFault."""
        try:
            self._generator.restart_service()
        except EngineError as error:
            raise EngineFault(f"the service could not be started anew: {error}") from error

    def run(self, method: str, trial: Trial, judging_of: JudgingOf) -> TrialResult:
        """Run one trial of `method` to its end or to an early verdict, and store it."""
        facts, context = self._facts, self._context
        trial = replace(facts.with_users(trial), start=self._start or trial.start)
        timeline = facts.timeline(trial, self._followed, self._background).leaving_out(context.saturated)
        judging = clean_first(judging_of(timeline), trial, timeline)
        of_spans = [trial.of_span(span) for span in trial.spans] if trial.stages else []
        spans = tuple((one, self._of_span(one, judging_of, is_first=one is of_spans[0])) for one in of_spans)
        assessment = Assessment(timeline, judging, self._slos, facts.plan, spans)
        listeners: tuple[TrialListener, ...] = (_Store(context.writer, context.log, method, self._variant),)
        if context.metrics is not None:
            listeners += (context.metrics.observer(method, self._variant, facts.rows, len(facts.operations)),)
        observers = Observers(listeners=listeners).with_more(self._observers).with_more(self._alarms(trial, timeline))
        with self._injections(method, trial) as injections, _engine_named():
            return run_trial(self._generator, trial, assessment, observers.with_more(injections), next(context.numbers))

    @contextmanager
    def _injections(self, method: str, trial: Trial) -> Iterator[Observers]:
        """The watch of the injections in one trial of `method`; whatever happens, they are undone at its end."""
        injectors = [one for one in self._context.injectors if method in one.injection.methods]
        if not injectors or not trial.purpose.is_judged:
            yield Observers()
            return
        # Not at the top: most loads have no injections.
        from loadproof.injections.watch import InjectionWatch

        is_virtual = self._facts.is_simulated
        watch = InjectionWatch(injectors, self._context.writer, self._context.live, is_virtual=is_virtual)
        try:
            yield Observers(witnesses=(watch,))
        finally:
            watch.close()

    def _alarms(self, trial: Trial, timeline: Timeline) -> Observers:
        """Return the watch of the alarms in one trial; a trial that is not judged has none."""
        rules = self._context.alarms
        if not rules or not trial.purpose.is_judged:
            return Observers()
        # Not at the top: most loads have no alarms.
        from loadproof.alarms.evaluation import AlarmEvaluation
        from loadproof.alarms.load_metrics import LoadMetrics
        from loadproof.alarms.watch import AlarmWatch

        facts = self._facts
        longest_s = facts.drain_s - 1.0
        names, calls = facts.rows, len(facts.operations)
        metrics = LoadMetrics(rules, names, calls, facts.thresholds_ms, timeline.apdex_rows, longest_s)
        evaluation = AlarmEvaluation(rules, metrics, trial.load_s)
        watch = AlarmWatch(evaluation, self._context.writer, self._context.live)
        stops = (watch,) if any(rule.stops for rule in rules) else ()
        return Observers(witnesses=(watch,), stops=stops)

    def _of_span(self, one: Trial, judging_of: JudgingOf, *, is_first: bool) -> Assessment:
        """Return the assessment of one span of several."""
        timeline = self._facts.timeline(one, self._followed, self._background)
        # What comes before any other span is no start-up.
        saturated = self._context.saturated
        timeline = timeline.leaving_out(replace(saturated, start_up=saturated.start_up or not is_first))
        judging = clean_first(judging_of(timeline, one), one, timeline)
        return Assessment(timeline, judging, self._slos, self._facts.plan)


@contextmanager
def _engine_named() -> Iterator[None]:
    """Raises EngineFault in place of EngineError."""
    try:
        yield
    except EngineError as error:
        raise EngineFault(f"the generator could not go on: {error}") from error


class _Store(TrialListener):
    """Stores a trial of `method` as it goes on."""

    def __init__(self, writer: RunWriter, log: StartLog, method: str, variant: str | None) -> None:
        """`writer` is open, and stays so until the trial has ended; `log` is that of the start."""
        self._writer = writer
        self._log = log
        self._method = method
        self._variant = variant

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Stores what was planned."""
        self._writer.trial_started(number, trial, method=self._method, variant=self._variant)

    def stalled(self, number: int, stalls: Sequence[StallReading], /) -> None:
        """Stores the stalls of a tick as one event, with the cause of the longest."""
        cause = max(stalls, key=lambda stall: stall.end_s - stall.begin_s).cause
        text = stall_text([(stall.begin_s, stall.end_s) for stall in stalls], cause)
        self._log.event("generator-stalled", text, trial=number)

    def ticked(self, number: int, tick: TickReading, /) -> None:
        """Stores a second."""
        self._writer.tick(number, tick)

    def trial_judged(self, number: int, result: TrialResult, /) -> None:
        """Stores measurement and verdict."""
        self._writer.trial_ended(number, result)


class _View(TrialListener):
    """Shows trials while they go on, and says once when the disk takes no more."""

    def __init__(self, live: LiveView, writer: RunWriter, facts: GeneratorFacts) -> None:
        """`facts` are those of the generator of the trials."""
        self._live = live
        self._writer = writer
        self._facts = facts
        self._length_s = 0.0
        self._told_of_disk = False

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Shows what was planned."""
        self._length_s = trial.load_s
        names = self._facts.operations
        rows = apdex_rows(self._facts.described, trial.user_kinds)
        apdex = ApdexSoFar.of(names, rows, trial.ramp_s + trial.settle_s, trial.span_stop_s)
        self._live.trial_started(number, trial, len(names), apdex)

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """Shows a second."""
        if not tick.last:
            # The closing tick holds a part of a second, of which no rate can be told.
            self._live.tick(tick, tick.second + 1, max(0.0, self._length_s - tick.second - 1))
        failure = None if self._told_of_disk else self._writer.looked_at()
        if failure is not None:
            self._told_of_disk = True
            self._live.say(Message("run-goes-on-in-memory", why=failure.text))

    def given_up(self) -> None:
        """Says what is lost."""
        self._live.say(Message("generator-given-up"))

    def trial_judged(self, _number: int, result: TrialResult, /) -> None:
        """Shows the verdict."""
        self._live.trial_ended(result)


class _EndWish(StopSource):
    """Wants the end of a trial once the user has asked for it."""

    def __init__(self, interruption: Interruption) -> None:
        """`interruption` is open while trials run."""
        self._interruption = interruption

    def wants_end(self) -> bool:
        """Return True if the run is to end: a signal has come, a resource ran out, or a process of ours failed."""
        return self._interruption.requested
