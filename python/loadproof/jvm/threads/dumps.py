"""Dumps of threads, some seconds apart: who is held up by whom, how often, and where."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast

from loadproof.jvm.remark import Remark
from loadproof.jvm.threads.dump import Thread, ThreadDump, class_of, place_of
from loadproof.jvm.threads.dump_files import read_dumps
from loadproof.jvm.threads.lock_graph import LockGraph, LockWait
from loadproof.jvm.threads.pool_waits import pool_waits
from loadproof.jvm.threads.report import (
    THREADS_SCHEMA_VERSION,
    Deadlock,
    DumpFigures,
    HeldUpWait,
    HotLock,
    LockKind,
    Root,
    SameStack,
    ThreadReport,
)
from loadproof.model.message import Listing, Message, Value, count, listed, share

__all__ = ["report_of_dumps", "report_on"]

_MOST_WAITS = 1000
_MOST_LOCKS = 200
_MOST_STACKS = 200
_MOST_DEADLOCKS = 50
_MOST_TOLD = 3
_MOST_FRAMES = 40


def report_of_dumps(paths: Sequence[str]) -> ThreadReport:
    """Reads dumps of one service. Raises InputError where a file cannot be read or holds none."""
    return report_on([dump for path in paths for dump in read_dumps(path)])


@dataclass(slots=True)
class _Waited:
    """Waits of one thread at one place, over all dumps."""

    thread: str
    state: str
    place: str
    kind: LockKind
    lock: str
    dumps: int = 0
    holders: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """The thread, where it took the lock, where it stands."""


@dataclass(slots=True)
class _Hot:
    """Waits for one class of locks, over all dumps."""

    lock: str
    kind: LockKind
    waits: int = 0
    most_at_once: int = 0
    dumps: int = 0
    objects: int = 0
    places: Counter[str] = field(default_factory=Counter)
    holders: Counter[str] = field(default_factory=Counter)
    held_at: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Ended:
    """Counts of one thread at the end of wait chains, over all dumps."""

    held_up: int = 0
    longest: int = 0
    dumps: int = 0
    places: Counter[str] = field(default_factory=Counter)


class _Gathered:
    """All dumps, one after the other."""

    def __init__(self) -> None:
        self.dumps: list[DumpFigures] = []
        self.deadlocks: list[Deadlock] = []
        self.waited: dict[tuple[str, str, str, str], _Waited] = {}
        self.hot: dict[tuple[str, LockKind], _Hot] = {}
        self.roots: dict[str, _Ended] = {}
        self.stacks: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self.stacks_at_once: dict[tuple[str, tuple[str, ...]], int] = {}
        self.with_locks = 0
        self.lacks_virtual = False
        """True if a dump reports virtual threads, and no dump has all of them with their locks."""

    def add(self, dump: ThreadDump, of_pools: Sequence[LockWait]) -> None:
        graph = LockGraph(dump)
        waits = [*graph.waits, *of_pools]
        states = Counter(thread.state or "UNKNOWN" for thread in dump.threads)
        self.dumps.append(
            DumpFigures(
                name=dump.name,
                threads=len(dump.threads),
                virtual=sum(thread.is_virtual for thread in dump.threads),
                by_state=dict(sorted(states.items())),
                held_up=len(waits),
            )
        )
        self.with_locks += dump.has_locks
        self._stacks(dump)
        self._locks(waits)
        for wait in waits:
            self._wait(wait)
        for thread, number, longest in graph.roots():
            ended = self.roots.setdefault(_named(thread), _Ended())
            ended.held_up, ended.longest = max(ended.held_up, number), max(ended.longest, longest)
            ended.dumps += 1
            ended.places[place_of(thread, 0)] += 1
        for circle in graph.circles():
            names = tuple(_named(wait.thread) for wait in circle)
            told = tuple(_in_circle(wait) for wait in circle)
            self.deadlocks.append(Deadlock(dump=dump.name, threads=names, waits=told))

    def _wait(self, wait: LockWait) -> None:
        thread, held = wait.thread, wait.wait
        place, lock = place_of(thread, held.frame), class_of(held.lock)
        key = (_named(thread), place, lock, held.kind)
        waited = self.waited.setdefault(key, _Waited(_named(thread), thread.state, place, _kind(wait), lock))
        waited.dumps += 1
        if wait.holder is not None:
            waited.holders[_named(wait.holder), _held_at(wait), place_of(wait.holder, 0)] += 1

    def _locks(self, waits: Sequence[LockWait]) -> None:
        now: dict[tuple[str, LockKind], list[LockWait]] = {}
        for wait in waits:
            now.setdefault((class_of(wait.wait.lock), _kind(wait)), []).append(wait)
        for (lock, kind), here in now.items():
            hot = self.hot.setdefault((lock, kind), _Hot(lock, kind))
            hot.waits += len(here)
            hot.dumps += 1
            hot.most_at_once = max(hot.most_at_once, len(here))
            hot.objects = max(hot.objects, len({wait.wait.lock for wait in here}))
            hot.places.update(place_of(wait.thread, wait.wait.frame) for wait in here)
            # Each object has one holder, however many threads wait for it.
            for wait in {wait.wait.lock: wait for wait in here if wait.holder is not None}.values():
                if wait.holder is not None:
                    hot.holders[_named(wait.holder)] += 1
                    hot.held_at[_held_at(wait)] += 1

    def _stacks(self, dump: ThreadDump) -> None:
        here = Counter((thread.state, thread.stack) for thread in dump.threads if thread.stack)
        for key, number in here.items():
            self.stacks[key] += number
            self.stacks_at_once[key] = max(number, self.stacks_at_once.get(key, 0))


def report_on(dumps: Sequence[ThreadDump]) -> ThreadReport:
    """Return the report on all dumps of one service."""
    gathered = _Gathered()
    for dump, of_pools in zip(dumps, pool_waits(dumps), strict=True):
        gathered.add(dump, of_pools)
    # Thread.dump_to_file has all of them; from JDK 25 on with their locks.
    has_all = any(dump.has_locks and dump.has_all_virtual for dump in dumps)
    gathered.lacks_virtual = not has_all and any(dump.lacks_virtual for dump in dumps)
    waits = _waits(gathered)
    locks = _hot_locks(gathered)
    state: Literal["deadlocked", "held_up", "free", "cannot_tell"] = "free"
    if gathered.deadlocks:
        state = "deadlocked"
    elif waits:
        state = "held_up"
    elif not gathered.with_locks or gathered.lacks_virtual:
        state = "cannot_tell"
    unread_parts, sentence = tuple(_unread(dumps, gathered)), _sentence(state, gathered, locks)
    # A format without owners was read whole.
    unread = next((remark for remark in unread_parts if remark.code != "without-owners"), None)
    if unread is not None and state != "deadlocked":
        if state == "free":
            state, sentence = "cannot_tell", Message("threads-free-in-part", dumps=count(len(dumps)))
        sentence = Message("threads-read-in-part", doubt=unread.text, sentence=sentence)
    return ThreadReport(
        schema_version=THREADS_SCHEMA_VERSION,
        state=state,
        sentence=sentence,
        dumps=tuple(gathered.dumps),
        deadlocks=tuple(gathered.deadlocks[:_MOST_DEADLOCKS]),
        locks=tuple(locks[:_MOST_LOCKS]),
        roots=tuple(_roots(gathered)),
        waits=tuple(waits[:_MOST_WAITS]),
        stacks=tuple(_same_stacks(gathered)),
        remarks=(*unread_parts, *_remarks(dumps, gathered)),
    )


def _named(thread: Thread) -> str:
    """Return the name of a thread; without one, as for most virtual threads, its number."""
    return thread.name or f"#{thread.number}"


def _kind(wait: LockWait) -> LockKind:
    return cast(LockKind, wait.wait.kind)


def _held_at(wait: LockWait) -> str:
    if wait.holder is None or wait.hold is None:
        return ""
    return place_of(wait.holder, wait.hold.frame)


def _in_circle(wait: LockWait) -> Message:
    holder = "" if wait.holder is None else _named(wait.holder)
    return Message(
        "threads-in-circle",
        thread=_named(wait.thread),
        place=place_of(wait.thread, wait.wait.frame),
        lock=class_of(wait.wait.lock),
        holder=holder,
    )


def _waits(gathered: _Gathered) -> list[HeldUpWait]:
    found = []
    for one in sorted(gathered.waited.values(), key=lambda one: (-one.dumps, one.thread)):
        (holder, held_at, holder_at), _ = (one.holders.most_common(1) or [(("", "", ""), 0)])[0]
        part = one.dumps / max(1, gathered.with_locks)
        told: dict[str, Value] = {
            "thread": one.thread,
            "state": one.state,
            "place": one.place,
            "kind": one.kind,
            "lock": one.lock,
            "dumps": count(one.dumps),
            "whole": count(gathered.with_locks),
            "share": share(part),
        }
        text = Message("threads-lock-wait-unheld", **told)
        if one.kind == "pool":
            told.pop("kind")
            text = Message("threads-pool-wait", **told)
        elif holder and held_at:
            text = Message("threads-lock-wait-held-at", **told, holder=holder, held_at=held_at)
        elif holder:
            text = Message("threads-lock-wait", **told, holder=holder)
        found.append(
            HeldUpWait(
                thread=one.thread,
                state=one.state,
                place=one.place,
                kind=one.kind,
                lock=one.lock,
                holder=holder or None,
                held_at=held_at,
                holder_at=holder_at,
                dumps=one.dumps,
                share=part,
                text=text,
            )
        )
    return found


def _hot_locks(gathered: _Gathered) -> list[HotLock]:
    return [
        HotLock(
            lock=one.lock,
            kind=one.kind,
            waits=one.waits,
            most_at_once=one.most_at_once,
            dumps=one.dumps,
            objects=one.objects,
            places=_first(one.places),
            holders=_first(one.holders),
            held_at=_first(one.held_at),
        )
        for one in sorted(gathered.hot.values(), key=lambda one: (-one.waits, one.lock))
    ]


def _first(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(text for text, _ in counted.most_common(_MOST_TOLD) if text)


def _roots(gathered: _Gathered) -> Iterator[Root]:
    ordered = sorted(gathered.roots.items(), key=lambda one: (-one[1].held_up, one[0]))
    for name, one in ordered[:_MOST_LOCKS]:
        yield Root(
            thread=name,
            place=next(iter(_first(one.places)), ""),
            held_up=one.held_up,
            longest_chain=one.longest,
            dumps=one.dumps,
        )


def _same_stacks(gathered: _Gathered) -> Iterator[SameStack]:
    for (state, stack), threads in gathered.stacks.most_common(_MOST_STACKS):
        most = gathered.stacks_at_once[state, stack]
        yield SameStack(state=state, threads=threads, most_at_once=most, stack=stack[:_MOST_FRAMES])


def _sentence(state: str, gathered: _Gathered, locks: Sequence[HotLock]) -> Message:
    dumps = count(len(gathered.dumps))
    if state == "deadlocked":
        names = listed(gathered.deadlocks[0].threads[:10], Listing.AND)
        return Message("threads-deadlocked", threads=names)
    if state == "cannot_tell":
        code = "threads-cannot-tell-of-virtual" if gathered.with_locks else "threads-cannot-tell"
        return Message(code, dumps=dumps)
    if not locks:
        return Message("threads-free", dumps=dumps)
    most = locks[0]
    most_threads = max(one.held_up for one in gathered.dumps)
    return Message("threads-held-up", dumps=dumps, threads=count(most_threads), lock=most.lock, waits=count(most.waits))


def _remarks(dumps: Sequence[ThreadDump], gathered: _Gathered) -> Iterator[Remark]:
    without = sum(not dump.has_locks for dump in dumps)
    if without:
        yield _doubt("without-locks", dumps=count(without))
    if gathered.lacks_virtual:
        yield _doubt("without-virtual")
    if len(dumps) == 1:
        yield _doubt("one-dump")
    for dump in dumps:
        if dump.has_few_frames:
            yield _doubt("few-frames", dump=dump.name)


def _unread(dumps: Sequence[ThreadDump], gathered: _Gathered) -> Iterator[Remark]:
    """Parts of the dumps that were not understood, or that their format lacks: a deadlock may be missing."""
    unowned = [wait for wait in gathered.waited.values() if wait.kind == "lock" and not wait.holders]
    if unowned and not all(dump.has_owned_locks for dump in dumps):
        yield _of_unread("without-owners", threads=count(len(unowned)))
    for dump in dumps:
        if dump.is_cut:
            yield _of_unread("cut", dump=dump.name)
        if dump.left_out:
            yield _of_unread("too-many", dump=dump.name, threads=count(dump.left_out))
        blocked = [thread for thread in dump.threads if thread.state == "BLOCKED" and thread.wait is None]
        if dump.has_locks and blocked:
            yield _of_unread("blocked", dump=dump.name, number=count(len(blocked)), example=_named(blocked[0]))
        for part in dump.unread:
            yield _of_unread(part.code, dump=dump.name, number=count(part.number), example=part.example)


def _of_unread(code: str, **told: Value) -> Remark:
    return Remark(kind="unread", code=code, text=Message(f"threads-remark-{code}", **told))


def _doubt(code: str, **told: Value) -> Remark:
    return Remark(kind="doubt", code=code, text=Message(f"threads-remark-{code}", **told))
