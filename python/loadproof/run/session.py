"""One run's trials: a generator kept warm over them, and who observes each: store, live view, user, watch, host."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from loadproof._engine import EngineError
from loadproof.errors import EngineFault
from loadproof.judge.disturbance import Background
from loadproof.judge.stalls import stall_text
from loadproof.judge.tick import StallReading, TickReading
from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.message import Message, count, duration
from loadproof.model.slo import Slo
from loadproof.plan.settings import LoadSettings
from loadproof.records.doubt import DoubtCode
from loadproof.render.live import LiveView
from loadproof.run.engine_generator import EngineGenerator
from loadproof.run.failed_reading import failed_reading_doubted
from loadproof.run.interruption import Interruption
from loadproof.run.machine_watch import MachineWatch
from loadproof.run.own_process_watch import OwnProcessWatch
from loadproof.run.run_context import RunContext
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.servers import TargetServers
from loadproof.trial.judging import Assessment, Judging, clean_first
from loadproof.trial.loop import run_trial
from loadproof.trial.observer import Observer

__all__ = ["Judging", "Session"]

_LONGEST_WAIT_S = 60.0


class Session:
    """Runs trials one after the other; a context manager that owns the generator.

    Raises PlanError's text as InputError, and EngineFault when the generator cannot go on.
    """

    def __init__(
        self,
        context: RunContext,
        plan: Mapping[str, Any],
        slos: Sequence[Slo],
        settings: LoadSettings,
        variant: str | None = None,
        watch: Observer | None = None,
        start: int = 0,
    ) -> None:
        """`plan` is the engine's (see `engine_plan`); `watch` is told of trials besides the store and the live view.

        `start` is the number of the start of `variant`, from 1, that all trials belong to; 0: whichever is up.
        """
        self._slos = tuple(slos)
        self._followed = {slo.operation for slo in slos if slo.operation is not None}
        self._variant = variant
        self._start = start
        self._writer = context.writer
        self._log = context.log
        self._live = context.live
        self._interruption = context.interruption
        self._numbers = context.numbers
        self._metrics = context.metrics
        self._generator = EngineGenerator(plan, settings)
        self._observers: list[Observer] = [
            _View(context.live, self._writer, self._generator.operations),
            OwnProcessWatch(context),
            _EndWish(self._interruption),
        ]
        if watch is not None:
            self._observers.append(watch)
        self._was_disturbed = False
        self._machine = context.machine
        # Virtual time has no machine.
        if self._machine is None and not self._generator.is_simulated:
            target = plan["target"]
            servers = context.servers or TargetServers(target.get("addresses", ()), target.get("unix"))
            self._machine = MachineWatch(context, Background(), servers)
        self._background = Background() if self._machine is None else self._machine.background
        if self._machine is not None:
            # Last of all, so that it looks at nothing but the trial.
            self._observers.append(self._machine)
        files = self._generator.open_files
        if files is not None and files.lacking is not None:
            self._live.say(
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

    @property
    def interrupted(self) -> bool:
        """Whether the user has asked for the end."""
        return self._interruption.requested

    def say(self, told: Message) -> None:
        """A line of the live view that stays."""
        self._live.say(told)

    def tell_ahead(self, told: Message, left_s: float) -> None:
        """A line of the live view that says how long the load still takes at most."""
        self._live.tell_ahead(told, left_s)

    def note(self, told: Message) -> None:
        """A line of a log; a terminal shows as much in its own way."""
        self._live.note(told)

    def tell_first(self, observer: Observer) -> None:
        """Of trials from now on `observer` is told before whoever takes time for it: it reads clocks and counters."""
        self._observers.insert(0, observer)

    def restart_service(self) -> None:
        """Starts the simulated service anew, between trials. Raises EngineFault."""
        try:
            self._generator.restart_service()
        except EngineError as error:
            raise EngineFault(f"the service could not be started anew: {error}") from error

    def wait_for_quiet(self, most_s: float) -> float:
        """After a trial that others disturbed too much: waits until they are quiet, not for ever; how long it was."""
        if not self._was_disturbed or self._machine is None:
            return 0.0
        most_s, began_s = min(_LONGEST_WAIT_S, most_s), time.monotonic()
        if most_s >= 1.0:
            self._live.say(Message("waiting-for-quiet", most=duration(round(most_s))))
            with failed_reading_doubted(self._writer, "machine"):
                self._machine.wait_for_quiet(most_s, lambda: self._interruption.requested)
        return time.monotonic() - began_s

    def run(self, method: str, trial: Trial, judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        """Runs one trial of `method` to its end or to an early verdict, and stores it."""
        trial = replace(trial, users=self._generator.users, start=self._start or trial.start)
        timeline = self._generator.timeline(trial, self._followed, self._background)
        judging = clean_first(judging_of(timeline), trial, timeline)
        assessment = Assessment(timeline, judging, self._slos, self._generator.plan_reading)
        observers = [_Store(self._writer, self._log, method, self._variant), *self._observers]
        if self._metrics is not None:
            names, operations = self._generator.rows, self._generator.operations
            observers.insert(1, self._metrics.observer(method, self._variant, names, operations))
        try:
            result = run_trial(self._generator, trial, assessment, observers, next(self._numbers))
        except EngineError as error:
            raise EngineFault(f"the generator could not go on: {error}") from error
        self._was_disturbed = any(doubt.code == DoubtCode.DISTURBED for doubt in result.measurement.doubts)
        return result


class _Store(Observer):
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


class _View(Observer):
    """Shows trials while they go on, and says once when the disk takes no more."""

    def __init__(self, live: LiveView, writer: RunWriter, operations: int) -> None:
        """Deltas from index `operations` on are those of flows."""
        self._live = live
        self._writer = writer
        self._operations = operations
        self._length_s = 0.0
        self._told_of_disk = False

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Shows what was planned."""
        self._length_s = trial.load_s
        self._live.trial_started(number, trial, self._operations)

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


class _EndWish(Observer):
    """Wants the end of a trial once the user has asked for it."""

    def __init__(self, interruption: Interruption) -> None:
        """`interruption` is open while trials run."""
        self._interruption = interruption

    def wants_end(self) -> bool:
        """Whether the user has asked."""
        return self._interruption.requested
