"""Reads one log from its first file to its last, line by line, into what its figures are made of."""

import re
from contextlib import closing
from dataclasses import replace

from loadproof.errors import InputError
from loadproof.jvm.foreign_formats import foreign_format
from loadproof.jvm.gc.collection_order import CollectionOrder
from loadproof.jvm.gc.heap_use import HeapUse
from loadproof.jvm.gc.line_clock import LineClock
from loadproof.jvm.gc.lines import (
    Cleanup,
    CollectionCycle,
    CollectionPause,
    Event,
    Fact,
    GcLines,
    GenerationTable,
    Row,
    Safepoint,
    Stall,
    UnreadLine,
)
from loadproof.jvm.gc.live_set import LiveSetPoints
from loadproof.jvm.gc.log_parts import LogFiles, refuse_foreign
from loadproof.jvm.gc.pause_times import PauseTimes, WaitSum
from loadproof.jvm.gc.report import UnreadLines
from loadproof.jvm.gc.stretches import LogStretches
from loadproof.jvm.plain_bytes import Damage
from loadproof.jvm.text import JvmText
from loadproof.model.quoting import quoted

__all__ = ["CollectorLog", "read_log"]

_MOST_GROUPS = 100
_MOST_OPEN_CYCLES = 8
_RESTART_FALL_S = 1.0
_RESTART_FALL_IDS = 16
_UNSEEN_IDS = 2
"""A cycle of G1 that is undone has no line here; two numbers in a row without one do not happen."""
_FIRST_BYTES = 1 << 16
_LAST_BYTES = 8192
_LONGEST_EXAMPLE = 120
_WHOLE_LINE = re.compile(
    rb"(?:\d[.,]\d+ms|\bReal=\d+[.,]\d\ds|\breserved \d+K|Using G1|Using Parallel|Using Serial)[\"'}\]]*\s*\Z"
)
"""A last line that ends so is whole without a line feed: nothing in a log goes on behind it."""
_DAMAGES: dict[Damage, str] = {
    "cut": "the compressed file ends early, before any line of a garbage collector",
    "broken": "the compressed file is damaged, before any line of a garbage collector",
    "trailing": "bytes that are not compressed follow in the compressed file, and no line before is of a collector",
}
_NEST_S = 0.002
"""Tolerance for times in whole milliseconds, seconds."""
_SHENANDOAH_ALONE = ("Init Mark", "Final Mark", "Degenerated GC", "Final Roots", "Init Update Refs")


def read_log(files: LogFiles) -> "CollectorLog":
    """Reads all files of one log. Raises InputError where one cannot be read, or nothing in it is of a collector."""
    log = CollectorLog(files)
    for path in files.paths:
        log.read(path)
    log.finish()
    if not log.has_events:
        if log.damage is not None:
            raise InputError(f"{quoted(files.name)}: {_DAMAGES[log.damage]}. Cure: copy the file once more")
        found = foreign_format(log.head, "gc")
        if found is not None:
            raise InputError(f"{quoted(files.name)}: this is {found.name}. Cure: {found.hint}")
        if log.unread is not None:
            raise InputError(
                f"{quoted(files.name)}: {log.unread.lines} lines look like pauses of a garbage collector, and none "
                f"could be read, such as {quoted(log.unread.example)}. Cure: give the log as the JVM writes it, of "
                "-Xlog:gc*:file=gc.log"
            )
        raise InputError(
            f"{quoted(files.name)}: no line in it is of a garbage collector. "
            "Cure: give a log of -Xlog:gc*:file=gc.log, of JDK 9 or later"
        )
    return log


class CollectorLog:
    """Contents of one log; instants are seconds since the log began, without the time between two VMs."""

    def __init__(self, files: LogFiles) -> None:
        """Nothing is read yet."""
        self.files = files
        self.has_events = False
        self.head = b""
        """The first bytes of the log."""
        self.collector: str | None = None
        self.is_generational = False
        self.version: str | None = None
        self.heap_max_mib: float | None = None
        self.vms = 1
        self.is_cut = False
        """True if the last line of one of its files has no end."""
        self.damage: Damage | None = None
        """Damage of a compressed file; None if there is none."""
        self.unread: UnreadLines | None = None
        """Lines that look like pauses of a collector and could not be read."""
        self.unended = 0
        """Pauses and collections that have lines, of which no end was read."""
        self.unended_example = ""
        self.clocks: set[str] = set()
        """Kinds of times: parts with different ones cannot be put on one axis."""
        self.groups: dict[tuple[str, str], PauseTimes] = {}
        self.pauses = PauseTimes()
        """Each stop once; known at the end of the log."""
        self.stretches = LogStretches()
        self.heap = HeapUse(self.stretches)
        self.live = LiveSetPoints()
        self.stalls = WaitSum()
        self.safepoints = WaitSum()
        self.longest_reaching_ms = 0.0
        self.full_collections = self.degenerated = self.evacuation_failures = 0
        self.cycles = 0
        """Collections of ZGC that have ended."""
        self.missing_collections = 0
        self.order = CollectionOrder()
        self._lines = GcLines()
        self._file = files.name
        self._text: JvmText | None = None
        self._clock = LineClock(())
        self._run: tuple[float, float] | None = None
        """The first and the last instant of this VM, by its clock."""
        self._before_run_s = 0.0
        self._last_id: int | None = None
        self._causes: dict[int | None, str] = {}
        self._sections: dict[str, str] = {}
        self._held: tuple[float, CollectionPause] | None = None
        """The last pause, until it is known to lie within no other."""

    @property
    def span_s(self) -> float | None:
        """Length of the log, seconds; None if its lines have no times."""
        run_s = 0.0 if self._run is None else self._run[1] - self._run[0]
        return self._before_run_s + run_s if self.clocks else None

    def read(self, path: str) -> None:
        """Goes on with another file. Raises InputError where it cannot be read."""
        self.begin_file(path)
        text, block = JvmText(path), b""
        self._text = text
        with closing(text):
            for block in text.blocks():
                if not self.has_events:
                    refuse_foreign(path, text.first_bytes, block)
                    self.head = self.head or block[:_FIRST_BYTES]
                self.read_lines(block)
        self.is_cut |= text.is_open and _WHOLE_LINE.search(block[-_LAST_BYTES:]) is None
        self.damage = self.damage or text.damage

    def begin_file(self, path: str | None = None) -> None:
        """Begin another file of the log; if its lines have another kind of time, they get an axis of their own."""
        self._file = self.files.name if path is None else path
        self._clock = LineClock(())
        self.begin_part()

    def begin_part(self) -> None:
        """Begin a part that does not continue the last one: collections may have ended in between."""
        self._lines.begin_file()

    def read_lines(self, block: bytes) -> None:
        """Goes on with whole lines."""
        if self._clock.kind is None:
            self._clock = LineClock(block[:_FIRST_BYTES].split(b"\n"))
            if self.clocks and self._clock.axis is not None and self._clock.axis not in self.clocks:
                self._restart(is_vm=False)
            self._instant(self._clock.begin_s)
        for read_s, event in self._lines.events(block, self._clock.kind):
            self._take(read_s, event)
        # What is not of the collector tells how long the log is, too.
        lines = reversed(block[-_LAST_BYTES:].split(b"\n"))
        self._instant(next((one for line in lines if (one := self._clock.seconds(line)) is not None), None))

    def finish(self) -> None:
        """The log has ended."""
        self.unended, first = self._lines.unended()
        self.unended_example = "" if first is None else _example(first)
        self._commit()
        self.live.finish()
        for stretch in self.stretches.all:
            self.pauses.merge(stretch.pauses)

    def _instant(self, read_s: float | None) -> float | None:
        """An instant of the clock on the axis of the log; an uptime that falls back is that of another VM."""
        if read_s is None:
            return None
        if self._run is not None and read_s < self._run[1] - _RESTART_FALL_S:
            self._restart(is_vm=not self._clock.is_wall)
        if self._run is None:
            self.clocks.add(self._clock.axis or "")
            self._run = (read_s, read_s)
        elif read_s > self._run[1]:
            self._run = (self._run[0], read_s)
        since_s = read_s - self._run[0]
        return self._before_run_s + (since_s if since_s > 0.0 else 0.0)

    def _restart(self, *, is_vm: bool = True) -> None:
        self._commit()
        self.vms += is_vm
        if self._run is not None:
            self._before_run_s += self._run[1] - self._run[0]
        self._run, self._last_id = None, None
        self._sections.clear()
        self.heap.restart()
        self.live.finish()
        self._causes.clear()
        self.order.begin_vm()

    def _take(self, read_s: float | None, event: Event) -> None:
        # In the order of how often they come: a log has millions of them.
        if isinstance(event, CollectionPause):
            self._pause(self._collected(read_s, event.collection), event)
        elif isinstance(event, Row):
            self._row(self._collected(read_s, event.collection), event)
        elif isinstance(event, Cleanup):
            self._cleanup(self._collected(read_s, event.collection), event)
        elif isinstance(event, CollectionCycle):
            self._collected(read_s, event.collection)
            self._cycle(event)
        elif isinstance(event, GenerationTable):
            self._collected(read_s, None)
            self._sections[event.generation] = event.name
        elif isinstance(event, Fact):
            self._fact(read_s, event)
        elif isinstance(event, UnreadLine):
            self._unread(event)
        else:
            self._wait(event)

    def _collected(self, read_s: float | None, collection: int | None) -> float:
        """Return the instant of a collection's line on the axis of the log; without a time, the end so far."""
        self.has_events = True
        run, last = self._run, self._last_id
        # A log has millions of lines, and nearly each is of the collection of the one before it, or of the next.
        if (
            run is not None
            and read_s is not None
            and read_s >= run[1]
            and collection is not None
            and last is not None
            and last <= collection <= last + 1
        ):
            self._run, self._last_id = (run[0], read_s), collection
            return self._before_run_s + (read_s - run[0])
        at_s = self._instant(read_s)
        if collection is not None and self._follow(collection):
            at_s = self._instant(read_s)
        return self._now_s() if at_s is None else at_s

    def _row(self, at_s: float, row: Row) -> None:
        section = self._sections.get(row.generation, "")
        self.is_generational |= bool(row.generation)
        self.heap.row(at_s, section, row)
        self.live.row(at_s, section, row)

    def _cleanup(self, at_s: float, event: Cleanup) -> None:
        self.collector = self.collector or "Shenandoah"
        self.heap.cleanup(at_s, event)
        self.live.cleanup(at_s, event)

    def _wait(self, event: Stall | Safepoint) -> None:
        self.has_events = True
        if isinstance(event, Stall):
            self.stalls.add(event.stall_ms)
            return
        self.safepoints.add(event.total_ms)
        self.longest_reaching_ms = max(self.longest_reaching_ms, event.reaching_ms)

    def _unread(self, line: UnreadLine) -> None:
        if self.unread is not None:
            self.unread = replace(self.unread, lines=self.unread.lines + 1)
            return
        has_number = self._text is None or self._text.has_numbered_lines
        number = line.number if has_number else None
        self.unread = UnreadLines(lines=1, file=self._file, line_number=number, example=_example(line))

    def _now_s(self) -> float:
        return self.span_s or 0.0

    def _follow(self, number: int) -> bool:
        """Follows the numbers of collections, and says whether another VM has begun to count."""
        last = self._last_id
        if number == last:
            return False
        is_other = last is not None and number < last - _RESTART_FALL_IDS
        if is_other:
            self._restart()
            last = None
        if last is not None and number > last + _UNSEEN_IDS:
            self.missing_collections += number - last - 1
        if last is None or number > last:
            self._last_id = number
        return is_other

    def _fact(self, read_s: float | None, fact: Fact) -> None:
        if fact.name == "to_space_exhausted":
            self.evacuation_failures += 1
        elif fact.name == "collector":
            self.has_events = True
            if self._last_id is not None:
                self._restart()
                self._instant(read_s)
            elif self.collector is not None and fact.text != self.collector:
                # Nothing was collected between: two VMs start side by side.
                self.order.repeated += 1
            self.collector = fact.text
        elif fact.name == "version":
            self.version = fact.text
        elif fact.name == "region_mib":
            self.heap.region_mib = fact.value
        else:
            self.heap_max_mib = fact.value

    def _cycle(self, cycle: CollectionCycle) -> None:
        self.collector = self.collector or "ZGC"
        self.is_generational |= not cycle.kind.startswith("Garbage")
        if len(self._causes) >= _MOST_OPEN_CYCLES:
            self._causes.pop(next(iter(self._causes)))
        if cycle.sizes is None:
            self._causes[cycle.collection] = cycle.cause
        else:
            self._causes.pop(cycle.collection, None)
            self.order.follow(cycle.kind, cycle.collection)
            self.cycles += 1

    def _pause(self, end_s: float, pause: CollectionPause) -> None:
        collection, kind, cause, failed, _, pause_ms, old = pause
        self.order.follow_pause(kind, collection)
        if self.collector is None:
            self.collector = old.collector if old is not None else _collector_of(pause)
        cause = cause or self._causes.get(collection, "")
        group = self.groups.get((kind, cause))
        if group is None:
            key = (kind, cause) if len(self.groups) < _MOST_GROUPS else ("…", "")
            group = self.groups.setdefault(key, PauseTimes())
        group.add(pause_ms)
        held = self._held
        is_outer = held is not None and held[1].kind == "Full" and self._is_around(held, end_s, pause)
        if not is_outer:
            self._commit()
        self._held = (end_s, pause)
        self.full_collections += kind == "Full"
        self.evacuation_failures += failed
        if self.collector == "Shenandoah":
            self.degenerated += kind.startswith("Degenerated")
            self.is_generational |= "(Young" in kind
            self.heap.cleanup(end_s, pause)
            self.live.cleanup(end_s, pause)
        else:
            self.heap.pause(end_s, pause, is_outer=is_outer)
            self.live.pause(end_s, pause)

    def _is_around(self, full: tuple[float, CollectionPause], end_s: float, pause: CollectionPause) -> bool:
        """Serial runs a full collection within a young one that finds no room, and both are told."""
        held_end_s, held = full
        if pause.collection is None or not pause.kind.startswith("Young"):
            return False
        if held.collection is None or held.collection <= pause.collection:
            return False
        begin_s, held_begin_s = end_s - pause.pause_ms / 1e3, held_end_s - held.pause_ms / 1e3
        return not self.clocks or begin_s <= held_begin_s + _NEST_S

    def _commit(self) -> None:
        if self._held is not None:
            end_s, pause = self._held
            self.stretches.pause(end_s, pause.pause_ms)
            self._held = None


def _example(line: UnreadLine) -> str:
    return line.text.decode("utf-8", "replace").strip()[:_LONGEST_EXAMPLE]


def _collector_of(pause: CollectionPause) -> str | None:
    """The collector by a pause, where the lines in which it names itself are lost."""
    if pause.cause.startswith("G1 ") or pause.kind in ("Young (Normal)", "Young (Mixed)", "Young (Concurrent Start)"):
        return "G1"
    if pause.kind.startswith(_SHENANDOAH_ALONE):
        return "Shenandoah"
    return "ZGC" if pause.kind.endswith(("Relocate Start", "Mark End")) else None
