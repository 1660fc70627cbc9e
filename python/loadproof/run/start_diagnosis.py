"""Asks the Java VMs of one start what they do: between its methods, when the study wants it or a trial shows why."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.errors import FileWriteError, InputError, PathError
from loadproof.methods.diagnosis_load import DiagnosisLoad
from loadproof.methods.method import Driven
from loadproof.methods.registry import row_of
from loadproof.model.message import Message, Value, duration, listed, mebibytes
from loadproof.records.finding import Cause
from loadproof.run.method_run import TrialRunner, run_method
from loadproof.run.run_context import RunContext
from loadproof.run.services import ServiceWatch
from loadproof.store.reader import RunReader
from loadproof.study.diagnosis_settings import DiagnosisSettings, Occasion
from loadproof.study.study import Study
from loadproof.system.atomic_write import OWNER_ONLY, file_in_place, made_directory
from loadproof.system.path_lookup import real_path, size_of

if TYPE_CHECKING:
    from loadproof.jvm.heap.report import HeapReport
    from loadproof.jvm.threads.dump import ThreadDump
    from loadproof.records.finding import Finding

__all__ = ["StartDiagnosis"]

_MOST_LOOK_S = 10.0
_MOST_TEXT_BYTES = 64 << 20
_DUMPS = 3
"""Number of heap dumps of a service: growth over three dumps is not just a cache that was filled once."""
_OF_MEMORY = ("memory_mib", "live_set_mib")
_OF_HEAP = frozenset(
    {Cause.MEMORY_GROWTH, Cause.MEMORY_LIMIT, Cause.GC_PAUSES, Cause.STOPPED_ANSWERING, Cause.OOM_KILLED}
)
_OF_THREADS = frozenset(
    {
        Cause.THREADS_BLOCKED,
        Cause.THREAD_GROWTH,
        Cause.THREAD_QUEUE,
        Cause.POOL_QUEUE,
        Cause.QUEUEING,
        Cause.STOPPED_ANSWERING,
    }
)


@dataclass(slots=True)
class _Asked:
    """Diagnosis of one service after one method: the questions and their results."""

    service: str
    settings: DiagnosisSettings
    process_id: int
    threads_why: tuple[str, ...] | None
    """Causes to explain by thread dumps; None: no thread dumps; empty: the study always wants them."""
    heap_why: tuple[str, ...] | None
    is_untold: bool
    """A soak could not tell whether its memory leaks, and nothing else is a reason to dump its heap."""
    threads: list[ThreadDump] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    dumps: list[Path] = field(default_factory=list)
    filled_share: float | None = None
    heap: HeapReport | None = None
    remarks: list[Message] = field(default_factory=list)

    @property
    def why(self) -> Message:
        causes = dict.fromkeys((*(self.threads_why or ()), *(self.heap_why or ())))
        if causes:
            return Message("diagnosis-of-causes", causes=listed([Cause(cause).words for cause in causes]))
        return Message("diagnosis-of-untold" if self.is_untold else "diagnosis-asked")


def _load_of(driven: Driven) -> tuple[float | None, int | None]:
    """Return the rate that a method answered with, and users; of a search in users those of its last load."""
    answer = driven.answer
    if answer is None or answer.unit is None:
        return None if answer is None else answer.rate, None
    last = driven.history[-1].trial
    return last.rate, answer.users or last.users


class StartDiagnosis:
    """The diagnosis of the services of one start; nothing is asked while a trial that is judged runs."""

    def __init__(
        self,
        study: Study,
        variant: str,
        start: int,
        runner: TrialRunner,
        context: RunContext,
        watch: ServiceWatch,
    ) -> None:
        """All of them are open as long as it is asked."""
        self._study = study
        self._variant = variant
        self._start = start
        self._runner = runner
        self._context = context
        self._watch = watch

    def after(self, method: str, driven: Driven, died: str | None) -> None:
        """Asks what is to be asked after `method`, whose services are still up, but for the one that `died`."""
        if not self._study.diagnosis or not driven.history or self._context.interrupted:
            return
        with self._context.writer.reader() as reader:
            trials = self._trials(reader, method)
            findings = self._findings(reader, trials)
        asked = list(self._asked(findings, died, _untold(driven)))
        if not asked:
            return
        self._dump_heaps(asked)
        rate, users = _load_of(driven)
        for _ in range(max(1 if one.heap_why is None else _DUMPS - 1 for one in asked)):
            self._load(rate, users, asked)
            self._dump_heaps(asked)
        for one in asked:
            self._keep(method, max(trials, default=0), one)

    def _trials(self, reader: RunReader, method: str) -> list[int]:
        """The numbers of those of the method on this start."""
        own = (self._variant, self._start, method)
        return [one.number for one in reader.trials() if (one.variant, one.trial.start, one.method) == own]

    def _findings(self, reader: RunReader, trials: Sequence[int]) -> list[Finding]:
        """Return the findings on `trials`; empty if no service is diagnosed because of evidence."""
        occasions = {own for one in self._study.diagnosis.values() for own in (one.threads, one.heap)}
        if Occasion.EVIDENCE not in occasions:
            return []
        # Not at the top: what makes results takes a tenth of a second to import, and no load waits for that.
        from loadproof.result.build import build_result
        from loadproof.run.causes import causes_in

        return [one for one in causes_in(reader, build_result(reader)) if one.trial in trials]

    def _asked(self, findings: Sequence[Finding], died: str | None, untold: Set[str]) -> Iterator[_Asked]:
        running = self._watch.process_ids
        for service, settings in self._study.diagnosis.items():
            if service not in running:
                self._say(_not_found(service, sorted(running)))
                continue
            shown = [one.cause for one in findings if one.text.values.get("service", service) == service]
            threads, heap = _why(settings.threads, shown, _OF_THREADS), _why(settings.heap, shown, _OF_HEAP)
            is_untold = (
                heap is None
                and settings.heap is Occasion.EVIDENCE
                and not untold.isdisjoint(f"{figure} of {service}" for figure in _OF_MEMORY)
            )
            heap = () if is_untold else heap
            if threads is None and heap is None:
                continue
            if service == died:
                self._say(Message("diagnosis-without-process", service=service))
                continue
            yield _Asked(service, settings, running[service], threads, heap, is_untold)

    def _load(self, rate: float | None, users: int | None, asked: Sequence[_Asked]) -> None:
        """A load at `rate`, unless the study has one of its own for it, its threads dumped meanwhile if asked for.

        `users`: closed users beside it; None: as many as the profile counts.
        """
        # Where users alone load, nothing arrives by rate.
        if rate != 0.0:
            rate = max((one.settings.rate for one in asked if one.settings.rate is not None), default=rate)
        if rate is None or self._context.interrupted:
            return
        hold_s = max(one.settings.load_s for one in asked)
        waiting = [one for one in asked if one.threads_why is not None]
        with ThreadPoolExecutor(max(1, len(waiting))) as pool:
            # Not before the load is what it shall be, and over before it ends.
            looks = [(one, pool.submit(_dumped_threads, one.process_id, hold_s)) for one in waiting]
            run_method(self._context, self._runner, DiagnosisLoad(rate, hold_s, users), self._study.profile)
            for one, look in looks:
                self._take(one, look)

    def _take(self, one: _Asked, look: Future[tuple[list[ThreadDump], list[str]]]) -> None:
        try:
            dumps, texts = look.result()
            one.threads += dumps
            one.texts += texts
        except InputError as error:
            one.threads_why = None
            self._failed(one, "diagnosis-no-threads", error)

    def _dump_heaps(self, asked: Sequence[_Asked]) -> None:
        """One more dump of each heap, while there is no load."""
        from loadproof.jvm.vm.diagnosis import dumped_heap

        for one in asked:
            if one.heap_why is None or self._context.interrupted:
                continue
            try:
                dump = dumped_heap(one.process_id, str(self._place()))
            except (InputError, OSError) as error:
                self._failed(one, "diagnosis-no-heap", error)
                one.heap_why = None if not one.dumps else one.heap_why
                continue
            one.dumps.append(real_path(dump.file))
            one.filled_share = dump.filled_share
            told = {"size": mebibytes(dump.mib), "took": duration(round(dump.took_s, 1))}
            self._say(Message("diagnosis-dumped", service=one.service, **told))
            # The numbers of a file name are whole seconds.
            time.sleep(1.0)

    def _place(self) -> Path:
        from loadproof.result.diagnosis import place_of

        place = place_of(self._context.writer.directory, self._variant, self._start)
        return made_directory(place)

    def _keep(self, method: str, trial: int, one: _Asked) -> None:
        """Reads the dumps, of which the last is kept, and stores what came of all."""
        from loadproof.jvm.heap.dumps import report_of_heap_dumps
        from loadproof.jvm.heap.growth import LEAST_STEP_OF_EQUAL_LOADS
        from loadproof.jvm.threads.dumps import report_on
        from loadproof.result.diagnosis import Diagnosis, keep_diagnosis, reduced

        if one.dumps:
            try:
                one.heap = report_of_heap_dumps([str(dump) for dump in one.dumps], LEAST_STEP_OF_EQUAL_LOADS)
            except InputError as error:
                self._failed(one, "diagnosis-unread-heap", error)
            # Whoever takes a dump away meanwhile takes nothing else with it.
            with suppress(OSError, PathError):
                for dump in one.dumps[:-1]:
                    dump.unlink(missing_ok=True)
                cached = mebibytes((size_of(one.dumps[-1]) or 0) / 2**20)
                one.remarks.append(Message("diagnosis-cached", service=one.service, size=cached))
        if not one.threads and one.heap is None and not one.remarks:
            return
        named = [replace(dump, name=str(number)) for number, dump in enumerate(one.threads, 1)]
        directory = self._context.writer.directory
        kept = Diagnosis(
            variant=self._variant,
            start=self._start,
            service=one.service,
            method=method,
            trial=trial,
            why=one.why,
            threads=report_on(named) if named else None,
            heap=None if one.heap is None else reduced(one.heap),
            filled_share=one.filled_share,
            # The run's directory may be told from where its user stands.
            files=tuple(
                file.relative_to(real_path(directory.path)).as_posix()
                for file in (*one.dumps[-1:], *self._kept_texts(method, one))
            ),
            remarks=tuple(one.remarks),
        )
        try:
            keep_diagnosis(directory, kept)
        except FileWriteError as error:
            self._say(Message("diagnosis-not-kept", service=one.service, why=error.reason))

    def _kept_texts(self, method: str, one: _Asked) -> Iterator[Path]:
        """One file for all dumps of threads, as far as they fit: they are its owner's alone, as names may say much."""
        if not one.texts:
            return
        file = self._place() / f"threads-{method}-{one.service}.txt"
        try:
            with file_in_place(file, mode=OWNER_ONLY) as kept:
                for text in one.texts:
                    if kept.tell() < _MOST_TEXT_BYTES:
                        kept.write(f"{text}\n".encode("utf-8", "backslashreplace"))
        except FileWriteError as error:
            self._say(Message("diagnosis-not-kept", service=one.service, why=error.reason))
            return
        yield real_path(file)

    def _failed(self, one: _Asked, code: str, error: InputError | OSError) -> None:
        told = error.told if isinstance(error, InputError) else None
        why: Value = told if isinstance(told, Message) else str(error)
        one.remarks.append(Message(code, service=one.service, why=why))
        self._say(one.remarks[-1])

    def _say(self, told: Message) -> None:
        self._context.log.event("diagnosis", told)
        self._context.say(told)


def _not_found(service: str, found: Sequence[str]) -> Message:
    """Return the message that `service` is not running; names of services of others are unknown before the run."""
    if not found:
        return Message("diagnosis-none-found", service=service)
    return Message("diagnosis-not-found", service=service, found=listed(found))


def _why(occasion: Occasion, shown: Sequence[str], explained: Collection[str]) -> tuple[str, ...] | None:
    """Return the shown causes that a dump explains; empty if the dump is always wanted; None if it is not wanted."""
    found = tuple(dict.fromkeys(cause for cause in shown if cause in explained))
    if occasion is Occasion.NEVER or (occasion is Occasion.EVIDENCE and not found):
        return None
    return found


def _untold(driven: Driven) -> set[str]:
    """The memories of which a soak could not tell whether they leak, as their trends are named."""
    answer = driven.answer
    trends = () if answer is None else row_of(answer.method).trends(answer)
    return {trend.name for trend in trends if trend.is_untold}


def _dumped_threads(process_id: int, hold_s: float) -> tuple[list[ThreadDump], list[str]]:
    """Return thread dumps and their texts, taken during a load of `hold_s` that begins now. Raises InputError."""
    from loadproof.jvm.vm.diagnosis import dumped_threads

    time.sleep(DiagnosisLoad.BEFORE_S)
    return dumped_threads(process_id, max(1.0, min(_MOST_LOOK_S, hold_s - 2.0)))
