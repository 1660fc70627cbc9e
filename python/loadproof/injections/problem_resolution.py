"""Resolution of the written problem of an injection: one kind, what it names, and if it can be made and undone here."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loadproof.errors import WrittenValueError
from loadproof.injections.settings import (
    CallProblem,
    CommandProblem,
    InjectionKind,
    KillProblem,
    NetworkProblem,
    PressureProblem,
    Problem,
    SlowdownProblem,
    SqlProblem,
    StopProblem,
)
from loadproof.injections.spec import CommandProblemSpec, InjectionSpec, NetworkProblemSpec, SqlProblemSpec
from loadproof.model.quoting import quoted
from loadproof.study.database_url import database_words
from loadproof.study.fault_log import KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.probe_settings import DatabaseKind
from loadproof.study.stand_settings import Driver, StandSettings
from loadproof.study.stand_template import Gap, GapKind, scan_stand_text
from loadproof.study.stand_texts import StandTexts
from loadproof.study.toggle_settings import ToggleKind, ToggleStep
from loadproof.study.toggle_step import resolve_step

__all__ = ["resolve_problem"]

_GAPS_OF_DATABASE = (GapKind.PORT, GapKind.SECRET)
_SOME_PORT = "5432"
_MARIADB = ("mariadb", "mysql")
_MOST_SESSIONS = 1000
_MOST_STATEMENTS = 100
_LONGEST_STATEMENT = 10_000
_SQLSTATE = re.compile("[0-9A-Z]{5}")
_SUCCESS = ("00", "01", "02")
"""Classes of SQLSTATE that are no errors."""
_MOST_CPU = 1024
_NOTHING_TO_UNDO = "none"
_HIGHEST_PORT = 65_535
_IN_REAL_TIME = "write slowdown: 20%, or run the study on a real service"
_REFUSED: Mapping[tuple[Driver, InjectionKind], tuple[str, str]] = {
    **{
        (Driver.SIMULATE, kind): ("a simulated service takes no injection but slowdown", _IN_REAL_TIME)
        for kind in InjectionKind
        if kind is not InjectionKind.SLOWDOWN
    },
    **{
        (driver, InjectionKind.SLOWDOWN): (
            "only a simulated service can be slowed down",
            "write driver: simulate, or a problem of another kind, such as pressure",
        )
        for driver in (Driver.PROCESS, Driver.EXTERNAL)
    },
    (Driver.EXTERNAL, InjectionKind.KILL): (
        "a service that others started cannot be started again here",
        "write stop, or let the stand start the service (driver: process)",
    ),
    (Driver.EXTERNAL, InjectionKind.PRESSURE): (
        "pressure needs the control group of a service that the stand started",
        "let the stand start the service (driver: process), or write a command with its undo",
    ),
}
"""Message and cure of each kind that cannot be made, or not be undone, with a driver."""


def resolve_problem(spec: InjectionSpec, path: KeyPath, stand: StandSettings, texts: StandTexts) -> Problem | None:
    """Return the problem that `spec` at `path` says; None: it has a fault, which goes to the log of `texts`."""
    log = texts.log
    written = [kind for kind in InjectionKind if getattr(spec, kind.value) is not None]
    kinds = [kind.value for kind in InjectionKind]
    if len(written) > 1:
        several = " and ".join(kind.value for kind in written)
        log.add(path, f"{several} are {len(written)} problems", "keep one, and write an injection for each other")
    if not written:
        if not log.is_broken(path):
            log.add(path, "nothing says which problem is made", f"give one of {', '.join(kinds)}")
        return None
    reader = _ProblemReader(spec, path, stand, texts)
    found = [reader.problem(kind) for kind in written]
    return found[0]


@dataclass(frozen=True, slots=True)
class _ProblemReader:
    """Reads the problem of one injection, at `path`."""

    spec: InjectionSpec
    path: KeyPath
    stand: StandSettings
    texts: StandTexts

    def problem(self, kind: InjectionKind) -> Problem | None:
        """Return the problem of a kind that is written; None: it cannot be made with the driver of the stand."""
        refused = _REFUSED.get((self.stand.driver, kind))
        if refused is not None:
            self._fault(kind, *refused)
            return None
        readers: Mapping[InjectionKind, Callable[[], Problem | None]] = {
            InjectionKind.COMMAND: self._command,
            InjectionKind.SQL: self._sql,
            InjectionKind.HTTP: self._call,
            InjectionKind.STOP: self._stop,
            InjectionKind.KILL: self._kill,
            InjectionKind.PRESSURE: self._pressure,
            InjectionKind.NETWORK: self._network,
            InjectionKind.SLOWDOWN: self._slowdown,
        }
        return readers[kind]()

    def _place(self, *keys: str | int) -> KeyPath:
        return (*self.path, *keys)

    def _fault(self, place: str | KeyPath, message: str, cure: str) -> None:
        """Report a fault at a key of the injection, or at keys below it."""
        keys = (place,) if isinstance(place, str) else place
        self.texts.log.add(self._place(*keys), message, cure)

    def _command(self) -> Problem | None:
        written = self.spec.command
        if written is None:
            return None
        if not isinstance(written, CommandProblemSpec):
            return CommandProblem(self._words(written, "command"))
        undo, check = (
            None if own is None else self._words(own, "command", key)
            for key, own in (("undo", written.undo), ("check", written.check))
        )
        return CommandProblem(self._words(written.run, "command", "run"), undo, check)

    def _words(self, written: str | list[str], *keys: str) -> tuple[str, ...]:
        return self.texts.words(written, self._place(*keys), None, tuple(GapKind))

    def _sql(self) -> Problem | None:
        written = self.spec.sql
        if written is None:
            return None
        self._check_database(written.database)
        self._check_statements(written.statements)
        if not 1 <= written.sessions <= _MOST_SESSIONS:
            message = f"{quoted(written.sessions)} is not from 1 to {_MOST_SESSIONS}"
            self._fault(("sql", "sessions"), message, "give a number such as 50")
        self._check_expected(written)
        return SqlProblem(
            written.database,
            tuple(written.statements),
            written.sessions,
            written.abandon,
            expected_code=written.expect,
        )

    def _check_expected(self, written: SqlProblemSpec) -> None:
        if written.expect is None:
            return
        place = ("sql", "expect")
        if _SQLSTATE.fullmatch(written.expect) is None or written.expect.startswith(_SUCCESS):
            message = f"{quoted(written.expect)} is no SQLSTATE of an error"
            self._fault(place, message, 'give five digits and capital letters in quotes, such as "53100"')
        elif written.abandon:
            message = "nobody hears the error of an abandoned statement"
            self._fault(place, message, "leave out abandon, or leave out expect")

    def _check_database(self, url: str) -> None:
        place = ("sql", "database")
        if url.partition(":")[0] in _MARIADB:
            message = "SQL is injected into PostgreSQL alone, not into MariaDB or MySQL"
            self._fault(place, message, "write a URL with postgresql://, or a command with its undo")
            return
        if not self.texts.check(url, self._place(*place), None, _GAPS_OF_DATABASE):
            return
        try:
            # Whatever a gap gives, it is one word; of a port it is a number.
            database_words(DatabaseKind.POSTGRES, url, lambda _: _SOME_PORT)
        except WrittenValueError as error:
            self._fault(place, error.message, error.cure)

    def _check_statements(self, statements: Sequence[str]) -> None:
        if not 1 <= len(statements) <= _MOST_STATEMENTS:
            message = f"the number of statements is {len(statements)}"
            self._fault(("sql", "statements"), message, f"give 1 to {_MOST_STATEMENTS}, such as [SELECT pg_sleep(60)]")
        for index, statement in enumerate(statements[:_MOST_STATEMENTS]):
            place: KeyPath = ("sql", "statements", index)
            if not statement.strip() or len(statement) > _LONGEST_STATEMENT or "\0" in statement:
                message = "the statement is empty, too long or has a NUL character"
                self._fault(place, message, f"write one of up to {_LONGEST_STATEMENT} characters")
            elif any(isinstance(piece, Gap) for piece in scan_stand_text(statement)[0]):
                message = f"{quoted(statement)} has a gap, and statements are sent as they are"
                self._fault(place, message, "write the text out; secrets go to the URL of the database")

    def _call(self) -> Problem | None:
        written = self.spec.http
        if written is None:
            return None
        call, check = self._url(written.call, "call"), None
        if written.check is not None:
            check = self._url(written.check, "check")
        undo = None
        if written.undo is None:
            if not self.texts.log.is_broken(self._place("http", "undo")):
                cure = "give undo: a URL that undoes the call, or undo: none if the call leaves nothing to undo"
                self._fault("http", "nothing undoes the call", cure)
        elif written.undo.strip() != _NOTHING_TO_UNDO:
            undo = self._url(written.undo, "undo")
        return CallProblem(call, undo, check)

    def _url(self, written: str, key: str) -> ToggleStep:
        place = ("http", key)
        if "://" not in written:
            self._fault(place, f"{quoted(written)} is no URL", "give a URL such as POST http://127.0.0.1:8080/slow")
            return ToggleStep(ToggleKind.URL, ("GET", written))
        step = resolve_step(written, self._place(*place), self.texts)
        if step.kind is not ToggleKind.URL:
            message = f"{quoted(written)} is not a method and an http or https URL"
            self._fault(place, message, "use GET, HEAD, POST, PUT, PATCH or DELETE before http:// or https://")
        return step

    def _stop(self) -> Problem | None:
        written = self.spec.stop
        if written is None:
            return None
        if self.stand.driver is Driver.EXTERNAL:
            if not isinstance(written, int):
                message = f"the stand starts no service {quoted(written)}"
                self._fault("stop", message, "give the port that the service listens at on this machine, such as 8080")
                return None
            if not 1 <= written <= _HIGHEST_PORT:
                self._fault("stop", f"{written} is no port", f"give one from 1 to {_HIGHEST_PORT}")
            return StopProblem(None, written)
        if isinstance(written, int):
            message = f"{written} is a port, and the stand knows its services by their names"
            self._fault("stop", message, f"use {', '.join(self._services()[:20])}")
            return None
        self._check_service(written, ("stop",))
        return StopProblem(written)

    def _kill(self) -> Problem | None:
        written = self.spec.kill
        if written is None:
            return None
        self._check_service(written, ("kill",))
        return KillProblem(written)

    def _pressure(self) -> Problem | None:
        written = self.spec.pressure
        if written is None:
            return None
        if written.cpu is not None and not 1 <= written.cpu <= _MOST_CPU:
            message = f"{quoted(written.cpu)} is not from 1 to {_MOST_CPU}"
            self._fault(("pressure", "cpu"), message, "give a number of processes, such as 2")
        parts = ("cpu", "memory", "disk")
        is_empty = all(getattr(written, key) is None for key in parts)
        if is_empty and not any(self.texts.log.is_broken(self._place("pressure", key)) for key in parts):
            self._fault("pressure", "there is no pressure on anything", "give cpu, memory or disk")
        if written.service is not None:
            self._check_service(written.service, ("pressure", "service"))
        memory, disk = (0 if size is None else size.bytes for size in (written.memory, written.disk))
        return PressureProblem(written.service, written.cpu or 0, memory, disk)

    def _network(self) -> Problem | None:
        written = self.spec.network
        if written is None:
            return None
        self._check_link(written.link)
        self._check_faults(written)
        latency_s, jitter_s = (0.0 if one is None else one.seconds for one in (written.latency, written.jitter))
        bytes_per_s = None if written.bandwidth is None else float(written.bandwidth.bytes)
        return NetworkProblem(written.link, latency_s, jitter_s, bytes_per_s, written.cut, written.reset)

    def _check_link(self, name: str) -> None:
        place = ("network", "link")
        links = [service.name for service in self.stand.services if service.link is not None]
        if name in links:
            return
        otherwise = "declare one under stand.services: a service with link: HOST:PORT, which others connect to"
        if name in self._services():
            cure = f"use {', '.join(links[:20])}" if links else otherwise
            self._fault(place, f"the service {quoted(name)} is no link", cure)
        else:
            self._fault(place, f"there is no link {quoted(name)}", near(name, links, otherwise))

    def _check_faults(self, written: NetworkProblemSpec) -> None:
        alone = [key for key in ("cut", "reset") if getattr(written, key)]
        others = [key for key in ("latency", "jitter", "bandwidth") if getattr(written, key) is not None]
        if not alone and not others:
            keys = ("latency", "jitter", "bandwidth", "cut", "reset")
            if not any(self.texts.log.is_broken(self._place("network", key)) for key in keys):
                self._fault("network", "the link has no fault", f"give {', '.join(keys[:-1])} or {keys[-1]}")
        elif alone and len(alone) + len(others) > 1:
            for key in [*alone, *others][1:]:
                message = f"{key} has no effect on a link with {alone[0]}, which passes no byte on"
                self._fault(("network", key), message, f"keep one of {alone[0]} and {key}")
            return
        latency_s = 0.0 if written.latency is None else written.latency.seconds
        if not alone and written.jitter is not None and written.jitter.seconds > latency_s:
            message = f"the jitter of {written.jitter.text} is more than the latency"
            self._fault(("network", "jitter"), message, f"write latency: {written.jitter.text} or more")

    def _slowdown(self) -> Problem | None:
        return None if self.spec.slowdown is None else SlowdownProblem(self.spec.slowdown.share)

    def _services(self) -> list[str]:
        return [service.name for service in self.stand.services]

    def _check_service(self, name: str, place: KeyPath) -> None:
        known = self._services()
        if name not in known:
            cure = near(name, known, "declare it under stand.services")
            self._fault(place, f"there is no service {quoted(name)}", cure)
