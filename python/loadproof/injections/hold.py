"""Undo of an injection in the hands of a supervisor, so that it is undone however this process ends.

The undo is in the memory of the supervisor alone, as it may hold secrets; on disk are the traces.
"""

import hashlib
import os
import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from loadproof.errors import FileWriteError
from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.settings import Injection
from loadproof.injections.traces import HeldInjection, Traces
from loadproof.model.message import Message
from loadproof.stand.lease import MARK
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.stand.undo import Undo
from loadproof.system.process_identity import ProcessIdentity
from loadproof.words.catalogue import english

__all__ = ["Hold", "Traces", "injection_mark"]

_NOTHING = ("sleep", "infinity")
_LONGEST_TOKEN = 63
"""Bytes of `application_name` that PostgreSQL keeps."""
_NOT_IN_TOKENS = re.compile(r"[^A-Za-z0-9_.-]")


class Hold:
    """Undo of one injection in the hands of a supervisor of its own, and its traces in the lease of the stand.

    Opened before any load; `take` before the problem is made, `drop` once nothing of it is left. If this process dies
    in between, the supervisor undoes at once. One thread opens and closes, another one may take and drop.
    """

    def __init__(self, place: InjectionPlace, injection: Injection) -> None:
        """Starts nothing yet."""
        self._place = place
        self._injection = injection
        self._guard: SupervisedProcess | None = None
        self._lock = threading.RLock()
        self._has_undo = False

    @property
    def token(self) -> str:
        """Name of all that the injection makes, such as `loadproof-0123456789abcdef-backlog`; 63 bytes at most."""
        name = self._injection.name
        plain = _NOT_IN_TOKENS.sub("_", name)
        begin = f"loadproof-{self._place.place.lease.token[:16]}-"
        if plain != name or len(begin) + len(plain) > _LONGEST_TOKEN:
            # Two names stay two.
            digest = hashlib.sha256(name.encode()).hexdigest()[:8]
            plain = f"{plain[: _LONGEST_TOKEN - len(begin) - len(digest) - 1]}-{digest}"
        return begin + plain

    @property
    def mark(self) -> str:
        """Mark that processes of the injection carry in their environment."""
        return injection_mark(self._place, self._injection.name)

    def open(self) -> None:
        """Start the guard process, which the end of the start closes. Raises InjectionError."""
        with self._lock:
            if self._guard is not None:
                return
            place = self._place.place
            # Of the mark of the stand, not of the injection: whoever ends the injection must not end its guard.
            mark = f"{place.mark(None)}/guard"
            environment = {"PATH": place.environment.get("PATH", os.defpath), MARK: mark}
            guard = SupervisedProcess(SupervisedCommand(_NOTHING, "/", environment, tuple(place.cpus)), mark)
            if guard.refused is not None:
                raise self._error(Message("injection-without-guard", injection=self._injection.name, why=guard.refused))
            self._guard = guard
            self._place.closing.callback(self.close)

    def take(
        self,
        undo: Sequence[str],
        environment: Mapping[str, str],
        traces: Traces,
        *,
        directory: Path | None = None,
    ) -> None:
        """Have the supervisor run the command `undo`, with all filled in, if this process dies; replaces the last undo.

        `environment` is all that the command gets; the mark of the injection joins it. Raises InjectionError.
        """
        command = SupervisedCommand(
            tuple(undo),
            "/" if directory is None else str(directory),
            {**environment, MARK: f"{self._place.place.mark(None)}/undo/{self._injection.name}"},
            tuple(self._place.place.cpus),
        )
        self._take(Undo(self._injection.undo_within_s, str(self._receipt), command), traces)

    def take_call(self, url: str, method: str, traces: Traces) -> None:
        """Have the supervisor call `url` until it succeeds if this process dies; replaces the last undo.

        Raises InjectionError.
        """
        undo = Undo(self._injection.undo_within_s, str(self._receipt), url=url, method=method, is_repeated=True)
        self._take(undo, traces)

    def drop(self) -> None:
        """Forget the undo, in the supervisor and on disk: nothing of the injection is left."""
        with self._lock:
            if not self._has_undo:
                return
            self._has_undo = False
            if self._guard is not None:
                self._guard.hold(None)
            try:
                self._place.place.lease.drop_injection(self._injection.name)
            except FileWriteError:
                # The lease then names an injection that is over: what clears it finds nothing, and says so.
                return

    def close(self) -> None:
        """End the guard process; it first does the undo that it still holds."""
        with self._lock:
            guard, self._guard = self._guard, None
            if guard is None:
                return
            guard.stop()
            if self._has_undo and self._receipt.exists():
                self.drop()

    @property
    def _receipt(self) -> Path:
        return self._place.place.lease.injection_receipt(self._injection.name)

    def _take(self, undo: Undo, traces: Traces) -> None:
        with self._lock:
            guard = self._guard
            identity = None if guard is None or guard.failure() else ProcessIdentity.of(guard.supervisor_id)
            if guard is None or identity is None:
                why = Message("injection-guard-died")
                raise self._error(Message("injection-without-guard", injection=self._injection.name, why=why))
            held = HeldInjection(traces, identity, self._receipt.name, self._injection.undo_within_s)
            try:
                # On disk first: from here on the problem may come into being.
                self._place.place.lease.hold_injection(held)
            except FileWriteError as error:
                why = Message("file-refused", place=error.path, why=error.reason)
                raise self._error(
                    Message("injection-without-guard", injection=self._injection.name, why=why)
                ) from error
            self._has_undo = True
            guard.hold(undo)

    def _error(self, told: Message) -> InjectionError:
        return InjectionError(f"{english(told)}. Cure: free memory and disk space, then repeat the command", told)


def injection_mark(place: InjectionPlace, name: str) -> str:
    """Return the mark of the processes of the injection `name`."""
    return f"{place.place.mark(None)}/injection/{name}"
