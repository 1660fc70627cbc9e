"""Stop of all processes of a service (SIGSTOP), which are continued at the end (SIGCONT)."""

import os
import signal
import time
from collections.abc import Iterable

from loadproof.injections.hold import Hold, Traces
from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.kinds.failure import injection_failure, unknown_service
from loadproof.injections.settings import Injection, StopProblem
from loadproof.injections.undo import continue_processes, stopped_processes, undo_words
from loadproof.model.message import Message, count
from loadproof.system.listeners import listeners_of_port
from loadproof.system.process_files import read_process_stat
from loadproof.system.process_identity import ProcessIdentity, descendants_of, state_of
from loadproof.system.servers import servers_at

__all__ = ["StopInjector"]

_SYSTEM = frozenset((1, 2))
"""The first process, and the parent of the threads of the kernel."""
_MOST_PROCESSES = 4096
_MOST_ANCESTORS = 1000
_ROUNDS = 50
_STOP_PATIENCE_S = 2.0
_DEATH_PATIENCE_S = 0.3
_ROUND_S = 0.005
_STANDING = frozenset(("T", "t", "Z", "X", ""))
"""States of proc(5): stopped, traced, a zombie, dead; empty: gone."""


class StopInjector:
    """All processes of a service stand still, those that are born meanwhile too; its connections stay open."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """Stops nothing yet."""
        if not isinstance(injection.problem, StopProblem):
            raise TypeError(f"{injection.problem!r} is no stop")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        self._hold = Hold(place, injection)
        self._stopped: dict[int, ProcessIdentity] = {}

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse a service that is not there, and processes that must not be stopped. Raises InjectionError."""
        self._targets()
        self._hold.open()

    def begin(self) -> None:
        """Stop the processes, and wait until all of them stand still. Raises InjectionError."""
        self._stopped = {}
        self._stop_fresh()
        if not self._stopped:
            raise self._failure(Message("injection-without-processes"), "start the service again, or repeat the run")
        until_s = time.monotonic() + _STOP_PATIENCE_S
        while running := [one for one in self._stopped if not _stands_still(one)]:
            if time.monotonic() > until_s:
                what = Message("injection-not-stopped", count=count(len(running)))
                raise self._failure(
                    what, "run loadproof as the user of the service, and see dmesg for processes that hang"
                )
            time.sleep(_ROUND_S)

    def fault(self) -> Message | None:
        """Stop what was born meanwhile. Return that processes ended, or were continued by somebody else."""
        until_s = time.monotonic() + _DEATH_PATIENCE_S
        while running := self._running():
            # A process that is killed runs until it has ended: it is not continued.
            if time.monotonic() > until_s:
                break
            time.sleep(_ROUND_S)
        gone = [one for one in self._stopped.values() if not one.alive]
        if gone:
            return Message("injection-processes-ended", count=count(len(gone)))
        if running:
            return Message("injection-continued", count=count(len(running)))
        try:
            self._stop_fresh()
        except InjectionError as error:
            return error.told
        return None

    def end(self) -> None:
        """Continue the processes. Raises InjectionError if some of them still stand still."""
        if not self._stopped:
            self._hold.drop()
            return
        if not continue_processes(list(self._stopped.values()), self._injection.undo_within_s):
            still = [one.process_id for one in stopped_processes(list(self._stopped.values()))]
            what = Message("injection-still-standing", count=count(len(still)))
            raise self._failure(what, f"run: kill -CONT {' '.join(map(str, still))}")
        self._hold.drop()

    def remains(self) -> Message | None:
        """Return how many processes stand still."""
        still = stopped_processes(list(self._stopped.values()))
        return Message("injection-still-standing", count=count(len(still))) if still else None

    def _stop_fresh(self) -> None:
        """Stop all processes of the service that do not stand still. Raises InjectionError."""
        for _ in range(_ROUNDS):
            # A process may be born while others are stopped; once all are, none is.
            found = (ProcessIdentity.of(process_id) for process_id in self._targets() - self._stopped.keys())
            # One that somebody else has stopped is not ours to continue.
            fresh = {one.process_id: one for one in found if one is not None and state_of(one.process_id) != "T"}
            if not fresh:
                return
            self._stopped |= fresh
            self._take()
            for one in fresh.values():
                one.send(signal.SIGSTOP)
        raise self._failure(
            Message("injection-keeps-forking"), "stop a service that does not start processes all the time"
        )

    def _take(self) -> None:
        """Have the guard continue all that is stopped, or about to be. Raises InjectionError."""
        stopped = tuple(self._stopped.values())
        if len(stopped) > _MOST_PROCESSES:
            what = Message("injection-too-many-processes", count=count(len(stopped)), limit=count(_MOST_PROCESSES))
            raise self._failure(what, "stop a service of fewer processes")
        arguments = {
            "processes": [(one.process_id, one.start_ticks) for one in stopped],
            "within_s": self._injection.undo_within_s / 2.0,
        }
        traces = Traces(self._problem.kind.value, self._injection.name, processes=stopped)
        self._hold.take(*undo_words("continue", arguments), traces)

    def _running(self) -> list[int]:
        return [process_id for process_id in self._stopped if state_of(process_id) not in _STANDING]

    def _targets(self) -> set[int]:
        """Ids of the processes to be stopped, as they are now. Raises InjectionError if they must not be stopped."""
        if self._problem.service is not None:
            if self._problem.service not in self._place.services.services:
                raise unknown_service(self._injection.name, self._problem.service, self._place)
            return set(self._place.services.members_of(self._problem.service))
        port = self._problem.port or 0
        serving = servers_at([listener.address for listener in listeners_of_port(port)]) or set()
        if not serving:
            what = Message("injection-without-listener", port=str(port))
            cure = "start the service before the run, correct the port, or run loadproof as a user who sees the process"
            raise self._failure(what, cure)
        found = serving.union(*map(descendants_of, serving))
        self._refuse(found, port)
        return found

    def _refuse(self, found: Iterable[int], port: int) -> None:
        """Raises InjectionError where a process must not be stopped, or may not be by this user."""
        ours = _own_processes()
        for process_id in sorted(found):
            if process_id in ours or process_id in _SYSTEM:
                is_system = process_id in _SYSTEM
                code = "injection-stops-system" if is_system else "injection-stops-loadproof"
                what = Message(code, port=str(port), process=str(process_id))
                raise self._failure(what, "give the port of the service alone")
            try:
                os.kill(process_id, 0)
            except PermissionError as error:
                what = Message("injection-without-rights", port=str(port), process=str(process_id))
                raise self._failure(what, "run loadproof as the user of that process") from error
            except ProcessLookupError:
                continue

    def _failure(self, what: Message, cure: str) -> InjectionError:
        return injection_failure(self._injection.name, what, cure)


def _stands_still(process_id: int) -> bool:
    """Return True if no thread of the process runs: the kernel stops them one by one."""
    try:
        threads = os.listdir(f"/proc/{process_id}/task")
    except OSError:
        return True
    return all(state_of(int(thread)) in _STANDING for thread in threads)


def _own_processes() -> set[int]:
    """Ids of this process and of its parents: the user's shell, the terminal, the service of a CI."""
    found = {os.getpid()}
    process_id = os.getppid()
    while process_id > 0 and len(found) < _MOST_ANCESTORS and process_id not in found:
        found.add(process_id)
        stat = read_process_stat(process_id)
        process_id = 0 if stat is None else stat.parent
    return found
