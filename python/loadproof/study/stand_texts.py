"""Checks the texts of a stand: that their gaps name what is there, and that they make words and addresses."""

import shlex
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.quoting import quoted
from loadproof.model.target import Target, parse_target
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.stand_template import Gap, GapKind, fill_stand_text, scan_stand_text

__all__ = ["StandTexts"]

_ANY_PORT = 65535
_ADDRESS_GAPS = frozenset({GapKind.PORT})
_BEFORE_START = frozenset(GapKind) - {GapKind.PROCESS}
"""Kinds of gaps whose values are known before a service is up."""
_NO_SECRETS = "write it out here; secrets go to environment values, command words and headers"


@dataclass(frozen=True, slots=True)
class StandTexts:
    """Check of the texts of a stand: gaps may name its services and variables of the user's environment."""

    services: frozenset[str]
    environment: Mapping[str, str]
    directory: Path
    """Directory that relative paths start from."""
    log: FaultLog

    def words(
        self,
        command: str | list[str],
        path: KeyPath,
        own: str | None,
        allowed: Collection[GapKind] = _BEFORE_START,
    ) -> tuple[str, ...]:
        """The words of a command of service `own`, with their gaps; what is wrong goes to the log."""
        items = [((*path, index), word) for index, word in enumerate(command)]
        if isinstance(command, str):
            try:
                items = [(path, word) for word in shlex.split(command)]
            except ValueError as error:
                self.log.add(path, f"{quoted(command)} cannot be split into words ({error})", "close the quotation")
                return ()
        if not items or not items[0][1]:
            self.log.add(path, "the command is empty", "write a program and its arguments")
        for place, word in items:
            self.check(word, place, own, allowed)
        return tuple(word for _, word in items)

    def commands(self, commands: list[str | list[str]], path: KeyPath, own: str | None) -> tuple[tuple[str, ...], ...]:
        """The words of each command."""
        return tuple(self.words(command, (*path, index), own) for index, command in enumerate(commands))

    def check(self, text: str, path: KeyPath, own: str | None, allowed: Collection[GapKind] = _BEFORE_START) -> bool:
        """Return True if the gaps of `text`, of service `own` or of none, can be filled; faults go to the log."""
        pieces, errors = scan_stand_text(text)
        for error in errors:
            self.log.add_error(path, error)
        faults = [self._gap_fault(piece, own, allowed) for piece in pieces if isinstance(piece, Gap)]
        if "\0" in text:
            faults.append((f"{quoted(text)} has a NUL character", "leave it out"))
        for fault in faults:
            if fault is not None:
                self.log.add(path, *fault)
        return not errors and not any(faults)

    def address(self, text: str, path: KeyPath, own: str | None) -> None:
        """Check the http URL `text` of a page."""
        target = self._target(text, path, own)
        if target is not None and (target.tls or target.socket is not None):
            message = f"{quoted(text)} is not plain HTTP, which alone is spoken here"
            self.log.add(path, message, "give the service's http:// address")

    def check_url(self, text: str, path: KeyPath) -> None:
        """Check the http or https URL `text` that is called once the services are up."""
        target = self._target(text, path, None)
        if target is not None and target.socket is not None:
            self.log.add(path, f"{quoted(text)} is no URL that can be called here", "give an http or https URL")

    def _target(self, text: str, path: KeyPath, own: str | None) -> Target | None:
        """Return the target of the URL `text` with some port in its gaps; None if it is wrong: the log says why."""
        if not self.check(text, path, own, _ADDRESS_GAPS):
            return None
        filled = fill_stand_text(text, dict.fromkeys(self.services, _ANY_PORT), own, self.directory, {})
        try:
            return parse_target(filled)
        except WrittenValueError as error:
            self.log.add(path, error.message.replace(quoted(filled), quoted(text)), error.cure)
            return None

    def check_target(self, text: str, path: KeyPath) -> None:
        """Check the address that the load goes to."""
        target = self._target(text, path, None)
        if target is not None and target.path != "/":
            message = f"the target has the path {quoted(target.path)}"
            self.log.add(path, message, "move the path to the requests of the operations")

    def _gap_fault(self, gap: Gap, own: str | None, allowed: Collection[GapKind]) -> tuple[str, str] | None:
        """Message and cure for what is wrong with a gap, if anything is."""
        if gap.kind not in allowed:
            if gap.kind is GapKind.SECRET:
                return f"the secret {gap.name} would be shown", _NO_SECRETS
            return f"${{{gap.kind.value}}} cannot stand here", "write the text out"
        if gap.kind is GapKind.SECRET and gap.name not in self.environment:
            return f"the environment has no variable {gap.name}", f"set {gap.name} before the run"
        if gap.kind is GapKind.PORT and gap.name is None and own is None:
            return "${port} stands outside a service", "write ${NAME.port} with the name of a service"
        if gap.kind in (GapKind.PORT, GapKind.PROCESS) and gap.name is not None and gap.name not in self.services:
            cure = near(gap.name, sorted(self.services), "declare it under services")
            return f"there is no service {quoted(gap.name)}", cure
        return None
