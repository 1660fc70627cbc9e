"""Reads the plans that `auto_explain` writes into the JSON log of a server, over the connection of the probe.

One part of the log a second, of 256 KiB at most, from its end at the start of a trial on. No setting of the server is
changed: what the log lacks is a shortfall with a hint.
"""

import base64
import time
from collections.abc import Iterator, Sequence

from loadproof.model.message import Message
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.logged_plans import LogLines, SlowestPlans
from loadproof.postgres.observer import number
from loadproof.postgres.queries import LOG_SETTINGS, NAME, QUIET, log_files, log_part
from loadproof.records.database_activity import StatementPlan

__all__ = ["PlanLog"]

_OLDEST_VERSION = 15
"""First version with a JSON log."""
_MOST_BYTES = 256 << 10
_LEAST_S = 0.05
"""Time that has to be left of a reading for an answer."""
_NO_RIGHT = "42501"
_NEVER = "-1"
_LARGEST_OFFSET = 2.0**53
_LIBRARY = "auto_explain.log_min_duration"
_PARAMETERS = "auto_explain.log_parameter_max_length"
_STATEMENT_PARAMETERS = "log_parameter_max_length"
_STATEMENTS_LOGGED = {
    "log_min_duration_statement": _NEVER,
    "log_min_duration_sample": _NEVER,
    "log_statement": "none",
    "log_transaction_sample_rate": "0",
}
"""Settings that have statements logged with their parameters, with the values at which none is."""


class PlanLog:
    """Log of the plans of one database."""

    def __init__(self) -> None:
        """No trial is under way."""
        self._plans: SlowestPlans | None = None
        self._is_loaded = False
        self._is_quiet = False
        self._lines = LogLines()
        self._path = ""
        self._offset = 0
        self._refusal: Message | None = None
        self._missing: tuple[Message, ...] = ()
        self._values_setting: str | None = None
        self._is_behind = False

    def begin(self) -> None:
        """A trial begins: the next step reads the settings, and the log counts from its end on."""
        self._plans = None
        self._path, self._offset = "", 0
        self._refusal = None
        self._missing = ()
        self._values_setting = None
        self._is_behind = False

    def connected(self) -> None:
        """The connection is another one; the log goes on where it was read to."""
        self._is_quiet = False
        self._refusal = None

    def taken(self) -> tuple[StatementPlan, ...]:
        """Return the slowest executions since the last call, longest first."""
        return () if self._plans is None else self._plans.taken()

    def shortfalls(self) -> Sequence[Message]:
        """Return the reasons for which plans are not read, and the setting that writes values into the log."""
        return list(dict.fromkeys(self._shortfalls()))

    def step(self, link: PostgresLink, within_s: float) -> None:
        """Read the part of the log that is new. Raises PostgresRefusal or ProbeFailure if the server gives none."""
        until_s = time.monotonic() + within_s
        try:
            if self._plans is None:
                self._plans = self._learnt(link, within_s)
            if self._is_loaded and not self._is_quiet and self._has_time(until_s):
                self._is_quiet = True
                link.ask(QUIET, until_s - time.monotonic())
            if self._refusal is None and self._has_time(until_s):
                self._read(link, self._plans, until_s)
        except PostgresRefusal as refusal:
            if refusal.code != _NO_RIGHT:
                raise
            self._refusal = Message("postgres-log-refused", why=refusal.told)

    def _shortfalls(self) -> Iterator[Message]:
        plans = self._plans
        if self._refusal is not None:
            yield self._refusal
        # Other sessions may have other settings than this one: a plan that was read says more.
        if plans is None or not plans.has_plans:
            yield from self._missing
        if plans is not None and plans.has_text_plans:
            yield Message("postgres-log-format")
        setting = self._values_setting or (_PARAMETERS if plans is not None and plans.has_parameters else None)
        if setting is not None:
            yield Message("postgres-log-values", setting=setting)
        if self._is_behind:
            yield Message("postgres-log-large")

    @staticmethod
    def _has_time(until_s: float) -> bool:
        """True if the next answer can be waited for: one that comes too late costs the connection."""
        return until_s - time.monotonic() > _LEAST_S

    def _learnt(self, link: PostgresLink, within_s: float) -> SlowestPlans:
        """Return the plans of the database, after reading the settings."""
        rows = link.ask_rows(LOG_SETTINGS, within_s)
        values = {str(row.get("name")): row.get("value") or "" for row in rows}
        if link.server_version < _OLDEST_VERSION * 10_000:
            version = str(link.server_version // 10_000)
            self._refusal = Message("postgres-log-too-old", version=version, oldest=str(_OLDEST_VERSION))
            return SlowestPlans("", NAME)
        self._is_loaded = _LIBRARY in values
        self._missing = tuple(_lacking(values)) if self._is_loaded else (Message("postgres-log-not-loaded"),)
        self._values_setting = _setting_of_values(values)
        return SlowestPlans(values.get("database", ""), NAME)

    def _read(self, link: PostgresLink, plans: SlowestPlans, until_s: float) -> None:
        files = link.ask(log_files(self._path), until_s - time.monotonic())
        path = files.get("path")
        if not path:
            self._refusal = Message("postgres-log-none")
            return
        end = size = round(number(files.get("size"), _LARGEST_OFFSET))
        if not self._path:
            # With the last byte, the end of a line, so that the first line behind it is whole.
            self._path, self._offset = path, max(0, size - 1)
            self._lines = LogLines(is_torn=size > 0)
        elif path != self._path:
            end = round(number(files.get("known_size"), _LARGEST_OFFSET))
            if end <= self._offset:
                # The server writes into another file, and the one before is read.
                self._path, self._offset, end = path, 0, size
                self._lines = LogLines()
        elif size < self._offset:
            # The server has begun the file anew.
            self._offset = 0
            self._lines = LogLines()
        if end > self._offset and self._has_time(until_s):
            self._read_to(end, link, plans, until_s)

    def _read_to(self, end: int, link: PostgresLink, plans: SlowestPlans, until_s: float) -> None:
        begin = self._offset
        if end - begin > _MOST_BYTES:
            # The newest part: a log that grows faster than it is read would be read later and later.
            begin = end - _MOST_BYTES
            self._lines = LogLines(is_torn=True)
            self._is_behind = True
        text = link.ask(log_part(self._path, begin, end - begin), until_s - time.monotonic()).get("part")
        part = base64.b64decode(text or "")[:_MOST_BYTES]
        self._offset = begin + len(part)
        for line in self._lines.whole(part):
            plans.add(line)


def _lacking(values: dict[str, str]) -> Iterator[Message]:
    if values[_LIBRARY] == _NEVER:
        yield Message("postgres-log-off")
    if values.get("auto_explain.log_format") != "json":
        yield Message("postgres-log-format")


def _setting_of_values(values: dict[str, str]) -> str | None:
    """Return the setting by which the server writes the values of parameters into its log; None: it does not."""
    if values.get(_PARAMETERS, "0") != "0":
        return _PARAMETERS
    logs_statements = any(values.get(name, least) != least for name, least in _STATEMENTS_LOGGED.items())
    return _STATEMENT_PARAMETERS if logs_statements and values.get(_STATEMENT_PARAMETERS, "0") != "0" else None
