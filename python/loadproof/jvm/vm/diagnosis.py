"""Report on a running JVM: all that can be read from it and asked of it within some seconds."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from subprocess import SubprocessError
from typing import Literal

from loadproof.errors import InputError
from loadproof.jvm.gc.collector_log import CollectorLog, read_log
from loadproof.jvm.gc.log_parts import LogFiles
from loadproof.jvm.gc.logs import figures_of
from loadproof.jvm.gc.report import GcLog
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.remark import Remark, RemarkKind
from loadproof.jvm.threads.dump import ThreadDump, class_of
from loadproof.jvm.threads.dumps import report_on
from loadproof.jvm.threads.pool_waits import pool_waits
from loadproof.jvm.threads.report import ThreadReport
from loadproof.jvm.vm.figures import busy_threads, figures_between
from loadproof.jvm.vm.heap_requests import DumpPlace, asked_for_dump, class_uses
from loadproof.jvm.vm.lock_times import begin_recording, ended_recording, lock_times
from loadproof.jvm.vm.reading import VmReading
from loadproof.jvm.vm.report import (
    VM_SCHEMA_VERSION,
    BusyThread,
    ClassUse,
    HeapDumpFile,
    LockTime,
    VmFacts,
    VmFigures,
    VmReport,
)
from loadproof.jvm.vm.watch import Instant, VmWatch
from loadproof.model.message import Message, Value, cores, count, mebibytes, share
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaProcess
from loadproof.system.process_tree import ProcessTree
from loadproof.words.catalogue import english

__all__ = ["diagnose_vm", "dumped_heap", "dumped_threads"]

_LEAST_SECONDS, _MOST_SECONDS = 1.0, 3600.0
_MOST_BUSY = 200
_MOST_LOG_BYTES = 256 << 20
"""Largest log that is read whole here, which takes some seconds."""
_LONG_PAUSES, _ONE_CORE, _NEAR_LIMIT = 0.05, 0.9, 0.9
_FAULTS = {
    AttachRefusal.ENDED: (
        "there is no such process, or it has ended",
        "give the number of one that runs, as jcmd does",
    ),
    AttachRefusal.NOT_JAVA: ("this is no Java VM (HotSpot), nor has it started one", "give the number of the VM"),
    AttachRefusal.NO_RIGHTS: ("it is of another user", "run as that user, or as root"),
}


def diagnose_vm(
    process_id: int,
    seconds: float = 10.0,
    *,
    classes: bool = False,
    heap_dump_to: str | None = None,
    recording_to: str | None = None,
) -> VmReport:
    """Diagnose the VM of a process; if the process is a launcher, diagnose the VM that it has started.

    The VM is watched for `seconds`. Its threads are dumped about once per second, ten times at most; each dump stops
    the VM for some milliseconds. `classes` asks for the size of each class. `heap_dump_to` asks for a heap dump in a
    directory, which is read afterwards. The VM stops for both. `recording_to` has the VM record its waits meanwhile, to
    a file in a directory. Raises InputError if there is no VM, or it may not be looked at.
    """
    if not _LEAST_SECONDS <= seconds <= _MOST_SECONDS:
        raise InputError(
            f"--seconds: {seconds:g} is not from {_LEAST_SECONDS:.0f} to {_MOST_SECONDS:.0f}. "
            "Cure: give a number such as 10"
        )
    with VmWatch(_process(process_id)) as watch:
        # Room is asked for before anything is: a dump that cannot be is said at once.
        place = None if heap_dump_to is None else _place(watch, heap_dump_to)
        recording = None if recording_to is None else _place(watch, recording_to, "waits")
        watch.ask_which_it_is()
        remarks: list[Remark] = []
        recording = _begun(watch, recording, seconds, remarks)
        first, last = watch.look(seconds)
        times = _lock_times(watch, recording, remarks)
        # What is asked for next shows in the log, too.
        log = _log(watch, remarks)
        uses = _class_uses(watch, remarks) if classes else []
        dump = None if place is None else _heap_dump(watch, place, remarks)
        report = replace(_report(watch, first, last, log, uses, dump, remarks), lock_times=tuple(times))
    return report if dump is None else _with_heap(report, dump)


def dumped_threads(process_id: int, seconds: float) -> tuple[list[ThreadDump], list[str]]:
    """Dumps of the threads of the VM of a process, or of that which it has started: each second, ten at most.

    Beside them their texts, as `loadproof threads` reads them. Raises InputError where it cannot be asked.
    """
    with VmWatch(_process(process_id)) as watch:
        watch.look(seconds)
        if watch.refused is not None and not watch.told.dumps:
            told = _refusal(watch.refused)
            raise InputError(f"{process_id}: {english(told)}", told)
        return [dump for _, dump in watch.told.dumps], watch.told.texts


def dumped_heap(process_id: int, directory: str) -> HeapDumpFile:
    """A dump of the heap of the VM of a process, or of that which it has started, to a new file in a directory.

    It collects the whole heap first, and stands still while it writes. Raises InputError.
    """
    with VmWatch(_process(process_id)) as watch:
        place = _place(watch, directory)
        try:
            if watch.attachment is None:
                raise watch.refused or AttachError(AttachRefusal.SILENT)
            dump = asked_for_dump(watch.attachment, place)
            return replace(dump, filled_share=watch.filled_share())
        except AttachError as error:
            told = _refusal(error)
            raise InputError(f"{process_id}: {english(told)}", told) from error


def _process(process_id: int) -> JavaProcess:
    try:
        return JavaProcess.of(process_id)
    except AttachError as error:
        if error.refusal is AttachRefusal.NOT_JAVA:
            started = list(_started_by(process_id))
            if len(started) == 1:
                return started[0]
            if started:
                numbers = ", ".join(str(process.key[0]) for process in started[:10])
                raise InputError(
                    f"{process_id}: it has started several Java VMs ({numbers}). Cure: give one of them"
                ) from error
        what, cure = _FAULTS[error.refusal]
        raise InputError(f"{process_id}: {what}. Cure: {cure}") from error


def _started_by(process_id: int) -> Iterator[JavaProcess]:
    for number, _ in ProcessTree(process_id).scan().members:
        try:
            yield JavaProcess.of(number)
        except AttachError:
            continue


def _place(watch: VmWatch, directory: str, kind: str = "heap") -> DumpPlace:
    used = watch.heap_used_bytes() if kind == "heap" else 0
    # Without counters it may be all that the process has.
    used_bytes = (watch.resident_bytes or 0) if used is None else used
    return DumpPlace.of(watch.process.key[0], directory, used_bytes, kind)


def _begun(watch: VmWatch, place: DumpPlace | None, seconds: float, remarks: list[Remark]) -> DumpPlace | None:
    """The place of a recording that goes on; None: there is none."""
    if place is None or watch.attachment is None or watch.refused is not None:
        return None
    try:
        begin_recording(watch.attachment, place, seconds)
    except AttachError as error:
        remarks.append(_remark("doubt", "no-recording", why=_refusal(error)))
        return None
    return place


def _lock_times(watch: VmWatch, place: DumpPlace | None, remarks: list[Remark]) -> list[LockTime]:
    if place is None or watch.attachment is None:
        return []
    waits = pool_waits([dump for _, dump in watch.told.dumps])
    pools = {class_of(one.wait.lock) for of_dump in waits for one in of_dump}
    try:
        recording = ended_recording(watch.attachment, place)
        times, is_whole = lock_times(recording, watch.process.key[0], pools)
    except (AttachError, OSError, SubprocessError) as error:
        failed = error if isinstance(error, AttachError) else AttachError(AttachRefusal.FAILED, str(error))
        remarks.append(_remark("doubt", "no-recording", why=_refusal(failed)))
        return []
    remarks.append(_remark("doubt", "recording-kept", file=place.here))
    if not is_whole:
        remarks.append(_remark("doubt", "recording-too-long", file=place.here))
    return times


def _class_uses(watch: VmWatch, remarks: list[Remark]) -> list[ClassUse]:
    if watch.attachment is None or watch.refused is not None:
        return []
    try:
        return class_uses(watch.attachment)
    except AttachError as error:
        remarks.append(_remark("doubt", "no-classes", why=_refusal(error)))
        return []


def _heap_dump(watch: VmWatch, place: DumpPlace, remarks: list[Remark]) -> HeapDumpFile | None:
    if watch.attachment is None or watch.refused is not None:
        return None
    try:
        dump = asked_for_dump(watch.attachment, place)
    except AttachError as error:
        remarks.append(_remark("doubt", "no-heap-dump", file=place.here, why=_refusal(error)))
        return None
    remarks.append(_remark("doubt", "heap-dump-cached", size=mebibytes(dump.mib)))
    return dump


def _with_heap(report: VmReport, dump: HeapDumpFile) -> VmReport:
    """The report with what the dump of the heap holds, or why it was not read."""
    try:
        heap = report_of_heap_dumps([dump.file])
    except InputError as error:
        remark = _remark("doubt", "heap-dump-unread", why=str(error))
        return replace(report, remarks=(*report.remarks, remark))
    return replace(report, heap=heap, sentence=Message("vm-sentence-and-heap", vm=report.sentence, heap=heap.sentence))


def _log(watch: VmWatch, remarks: list[Remark]) -> GcLog | None:
    """All of the log, not only what was followed: what is alive shows over its whole time."""
    if watch.log is None:
        return None
    followed = watch.log
    try:
        if os.stat(followed.place).st_size > _MOST_LOG_BYTES:
            remarks.append(_remark("doubt", "long-log", file=followed.name))
            return figures_of(_finished(followed.log))
        read = read_log(LogFiles(followed.name, (followed.place,)))
    except (OSError, InputError):
        # It has ended: its descriptors are gone, and what was followed stays.
        return figures_of(_finished(followed.log))
    return figures_of(read)


def _finished(log: CollectorLog) -> CollectorLog:
    log.finish()
    return log


def _report(
    watch: VmWatch,
    first: Instant,
    last: Instant,
    log: GcLog | None,
    uses: Sequence[ClassUse],
    dump: HeapDumpFile | None,
    remarks: Sequence[Remark],
) -> VmReport:
    dumps = watch.told.dumps
    threads = report_on([one for _, one in dumps]) if dumps else None
    busy = tuple(busy_threads(watch, first, last))
    figures = figures_between(watch, first, last, log)
    said = [*_pressure(figures, busy), *_missing(watch, log), *remarks]
    state = _state(watch, threads, figures, said)
    facts = watch.told.facts
    reading = last.reading or first.reading
    return VmReport(
        schema_version=VM_SCHEMA_VERSION,
        state=state,
        sentence=_sentence(state, figures, threads),
        seconds=last.at_s - first.at_s,
        vm=VmFacts(
            process=watch.process.key[0],
            command=_command(reading),
            runtime=facts.get("runtime") or (reading.version if reading and reading.version else None),
            collector=facts.get("collector") or (reading.collector if reading else None) or _collector(log),
            heap_max=facts.get("max_heap"),
            processors=facts.get("processors"),
        ),
        figures=figures,
        threads=threads,
        busy=busy[:_MOST_BUSY],
        log=log,
        classes=tuple(uses),
        heap_dump=dump,
        heap=None,
        lock_times=(),
        remarks=tuple(said),
    )


def _collector(log: GcLog | None) -> str | None:
    return None if log is None else log.collector


def _command(reading: VmReading | None) -> str | None:
    """The class or jar alone: what follows may hold secrets."""
    words = reading.command.split() if reading else []
    return os.path.basename(words[0])[:200] if words else None


def _pressure(figures: VmFigures, busy: Sequence[BusyThread]) -> Iterator[Remark]:
    if figures.pause_share is not None and figures.pause_share >= _LONG_PAUSES:
        yield _remark("pressure", "pauses", share=share(figures.pause_share))
    alive, most = figures.live_set_mib, figures.live_set_max_mib
    if alive is not None and most and alive >= _NEAR_LIMIT * most:
        yield _remark("pressure", "near-limit", alive=mebibytes(alive), share=share(alive / most), most=mebibytes(most))
    # Of G1 they come where nothing else is left; the second collector is that of full collections.
    full = next((one for one in figures.collectors[1:2] if one.name.startswith("G1")), None)
    if full is not None and full.collections:
        number, cause = count(full.collections), figures.last_cause or ""
        yield _remark("pressure", "full-collections", collections=number, cause=cause)
    for thread in busy:
        if thread.group == "service" and thread.cores >= _ONE_CORE:
            place = thread.place or ""
            yield _remark("pressure", "one-core", thread=thread.thread, cores=cores(thread.cores), place=place)


def _missing(watch: VmWatch, log: GcLog | None) -> Iterator[Remark]:
    if watch.has_ended:
        yield _remark("doubt", "ended")
    elif watch.refused is not None:
        yield _remark("doubt", "not-asked", why=_refusal(watch.refused))
    if watch.unreadable is not None:
        yield _remark("doubt", "unreadable-counters", why=watch.unreadable)
    elif not watch.shares_counters:
        yield _remark("doubt", "no-counters")
    if log is None:
        yield _remark("doubt", "no-log")
    if watch.attachment is not None and watch.refused is None and not watch.told.native_kib:
        yield _remark("doubt", "no-native")


def _refusal(error: AttachError) -> Message:
    return Message(f"attach-{error.refusal.replace('_', '-')}", detail=error.detail)


def _remark(kind: RemarkKind, code: str, **told: Value) -> Remark:
    return Remark(kind=kind, code=code, text=Message(f"vm-remark-{code}", **told))


_State = Literal["deadlocked", "held_up", "pressed", "calm", "ended", "cannot_tell"]


def _state(watch: VmWatch, threads: ThreadReport | None, figures: VmFigures, said: Sequence[Remark]) -> _State:
    if threads is not None and threads.state == "deadlocked":
        return "deadlocked"
    if watch.has_ended:
        return "ended"
    if any(one.kind == "pressure" for one in said):
        return "pressed"
    if threads is not None and threads.state == "held_up":
        return "held_up"
    if threads is None or figures.pause_share is None:
        return "cannot_tell"
    return "calm"


def _sentence(state: _State, figures: VmFigures, threads: ThreadReport | None) -> Message:
    """Return the sentence on the time of the collectors, the cores in use, and the waits of threads."""
    parts: dict[str, Value] = {
        "collectors": Message("vm-collectors-unknown"),
        "threads": Message("vm-threads-unknown") if threads is None else threads.sentence,
        "used": cores(sum(figures.cores.values())),
    }
    if figures.pause_share is not None:
        parts["collectors"] = Message("vm-collectors-took", share=share(figures.pause_share))
    code = "vm-sentence-ended" if state == "ended" else "vm-sentence"
    return Message(code, **parts)
