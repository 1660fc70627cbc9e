"""Injections of one trial: each is made and undone at its times, on a thread of its own or by ticks of virtual time."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from queue import SimpleQueue
from threading import Event

from loadproof.errors import LoadproofError
from loadproof.injections.injector import NAMED, InjectionError, Injector
from loadproof.injections.kinds.slowdown import LEAD_S
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.injection import InjectionState
from loadproof.render.live import LiveView
from loadproof.store.kept_seconds import seconds_around
from loadproof.store.record import UNDER_WAY, InjectionRecord
from loadproof.store.writer import RunWriter
from loadproof.trial.observer import SeenBeside, Witness

__all__ = ["InjectionCourse", "InjectionWatch"]

_LOOK_S = 1.0
"""Time between two looks at a problem that is there."""
_UNDO_ROUND_S = 0.25
_MOST_DOUBTS = 20


class InjectionCourse:
    """Course of one injection through one trial: what is due is done when `step` is called."""

    def __init__(self, injector: Injector, trial: int, clock: Callable[[], float]) -> None:
        """`clock` gives the seconds since the begin of the trial with the number `trial`."""
        self._injector = injector
        self._trial = trial
        self._clock = clock
        self._begins_s = injector.injection.begins_s()
        self._now: InjectionRecord | None = None
        """Occurrence that is under way."""
        self._looked_s = 0.0
        self.changes: SimpleQueue[InjectionRecord] = SimpleQueue()
        """Occurrences as they were after each change, to be stored by the thread of the run."""

    @property
    def for_s(self) -> float:
        """Seconds that each occurrence is to last."""
        return self._injector.injection.for_s

    def seconds_around(self) -> dict[tuple[str, int], tuple[float, float]]:
        """Return the planned stretches of the trial whose seconds its effects need, by name and number."""
        injection = self._injector.injection
        lasts_s = injection.for_s + injection.undo_within_s
        return {
            (injection.name, number): seconds_around(begin_s, injection.for_s, begin_s + lasts_s)
            for number, begin_s in enumerate(injection.begins_s(), start=1)
        }

    def step(self) -> float | None:
        """Do what is due; return the instant at which something is due next, None once nothing is."""
        now = self._now
        if now is None:
            if not self._begins_s:
                return None
            if self._clock() < self._begins_s[0]:
                return self._begins_s[0]
            self._begin()
            return self._clock()
        # One that could not be made is undone at once.
        end_s = now.begun_s + (0.0 if now.state == InjectionState.FAILED else self._injector.injection.for_s)
        if self._clock() >= end_s:
            self._undo(InjectionState.UNDONE)
            return self._begins_s[0] if self._begins_s else None
        if self._clock() >= self._looked_s + _LOOK_S:
            self._looked_s = self._clock()
            # After a fault, too: a look ends sessions that would fill the disk of their server.
            found = self._fault()
            self._now = replace(now, fault=now.fault or found)
        return min(end_s, self._clock() + _LOOK_S)

    def finish(self) -> None:
        """Undo what is under way, as the trial ends; make nothing more."""
        self._begins_s.clear()
        if self._now is not None:
            self._undo(InjectionState.CUT)

    def _begin(self) -> None:
        injection = self._injector.injection
        self._begins_s.pop(0)
        number = injection.repeat - len(self._begins_s)
        # Before the first step of it: the seconds in which it comes are none before it.
        begun_s = self._looked_s = self._clock()
        self._tell(InjectionRecord(self._trial, injection.name, number, begun_s, None, None, UNDER_WAY, None))
        fault = _fault_of(self._injector.begin)
        if fault is not None and self._now is not None:
            self._now = replace(self._now, state=InjectionState.FAILED.value, fault=fault)

    def _fault(self) -> Message | None:
        found: Message | None = None

        def look() -> None:
            nonlocal found
            found = self._injector.fault()

        return _fault_of(look) or found

    def _undo(self, state: InjectionState) -> None:
        """Undo the occurrence under way, again and again until nothing of it is left or its time has ended."""
        now, injector = self._now, self._injector
        if now is None:
            return
        if now.fault is None:
            now = replace(now, fault=self._fault())
        ended_s = self._clock()
        self._tell(replace(now, ended_s=ended_s, state=UNDER_WAY))
        deadline_s = time.monotonic() + injector.injection.undo_within_s
        while True:
            wrong = _fault_of(injector.end) or self._left()
            if wrong is None or time.monotonic() >= deadline_s:
                break
            time.sleep(_UNDO_ROUND_S)
        if wrong is not None:
            self._tell(replace(now, ended_s=ended_s, state=InjectionState.NOT_UNDONE.value, fault=wrong))
        else:
            state = InjectionState.FAILED if now.fault is not None else state
            self._tell(replace(now, ended_s=ended_s, undone_s=self._clock(), state=state.value))
        self._now = None

    def _left(self) -> Message | None:
        left: Message | None = None

        def look() -> None:
            nonlocal left
            left = self._injector.remains()

        return _fault_of(look) or left

    def _tell(self, record: InjectionRecord) -> None:
        self._now = record
        self.changes.put(record)


def _fault_of(act: Callable[[], None]) -> Message | None:
    """Return what `act` raised, in words; None: it went well."""
    try:
        act()
    except InjectionError as error:
        # Whoever tells of it names the injection.
        what = error.told.values.get("what") if error.told.code == NAMED else None
        return what if isinstance(what, Message) else error.told
    except (LoadproofError, OSError) as error:
        told = getattr(error, "told", None)
        return told if isinstance(told, Message) else Message.said(str(error))
    return None


class InjectionWatch(Witness):
    """Makes and undoes the injections of one trial, stores and shows them; waits at the end until all are undone."""

    subject = "injections"

    def __init__(
        self, injectors: Sequence[Injector], writer: RunWriter, live: LiveView, *, is_virtual: bool = False
    ) -> None:
        """`injectors` are those of the method of the trial that comes next; `writer` and `live` are open meanwhile.

        In virtual time all is done at ticks, where time stands still. In real time each injection has a thread: a slow
        undo of one is no matter of another, nor of the load.
        """
        self._injectors = injectors
        self._writer = writer
        self._live = live
        self._courses: list[InjectionCourse] = []
        self._began_s = 0.0
        self._ticked_s = 0.0
        self._end = Event()
        self._threads: ThreadPoolExecutor | None = None
        self._running: list[Future[None]] = []
        self._failed: list[InjectionRecord] = []
        self.keeps_pace = self._is_virtual = is_virtual

    def trial_started(self, number: int, _trial: Trial, /) -> None:
        """Begin the courses of this trial."""
        self._began_s = time.monotonic()
        clock = self._virtual_s if self._is_virtual else self._real_s
        self._courses = [InjectionCourse(one, number, clock) for one in self._injectors]
        for course in self._courses:
            self._writer.keep_seconds(number, course.seconds_around())
        if not self._is_virtual:
            self._threads = ThreadPoolExecutor(max(1, len(self._courses)), thread_name_prefix="injection")
            self._running = [self._threads.submit(self._run, course) for course in self._courses]

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """Do what is due at the end of a second, in virtual time; store and show what has changed."""
        self._ticked_s = float(tick.second + 1 + LEAD_S)
        if self._is_virtual and not tick.last and not self._end.is_set():
            for course in self._courses:
                while (due_s := course.step()) is not None and due_s <= self._ticked_s:
                    continue
        self._note()

    def load_ended(self, _second: int, /) -> None:
        """Have all undone: nothing is due any more."""
        self._end.set()
        if self._is_virtual:
            self.close()

    def trial_ended(self) -> SeenBeside:
        """Wait until all is undone; return a doubt for each occurrence that was not made, or not undone."""
        self.close()
        self._note()
        return SeenBeside(doubts=tuple(map(_doubt, self._failed[:_MOST_DOUBTS])))

    def close(self) -> None:
        """Undo what is under way, and wait for it; twice is as good as once."""
        self._end.set()
        if self._threads is None:
            for course in self._courses:
                course.finish()
            return
        self._threads.shutdown()
        running, self._running = self._running, []
        for one in running:
            one.result()

    def _real_s(self) -> float:
        return time.monotonic() - self._began_s

    def _virtual_s(self) -> float:
        return self._ticked_s

    def _run(self, course: InjectionCourse) -> None:
        try:
            while (due_s := course.step()) is not None:
                if self._end.wait(max(0.0, due_s - self._real_s())):
                    break
        finally:
            course.finish()

    def _note(self) -> None:
        """Store and show what has changed, on the thread of the run."""
        for course in self._courses:
            while not course.changes.empty():
                record = course.changes.get()
                self._writer.injection(record)
                self._live.injection(record, course.for_s)
                if record.state in (InjectionState.FAILED, InjectionState.NOT_UNDONE):
                    self._failed.append(record)


def _doubt(record: InjectionRecord) -> Doubt:
    is_left = record.state == InjectionState.NOT_UNDONE
    code = DoubtCode.INJECTION_NOT_UNDONE if is_left else DoubtCode.INJECTION_FAILED
    text = Message(
        "injection-left" if is_left else "injection-not-made",
        injection=record.name,
        number=str(record.number),
        why=record.fault or Message.said(""),
    )
    return Doubt(code, text)
