"""Diagnosis of a PostgreSQL database: observed once a second for some seconds, then judged by the rules of causes."""

import math
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Protocol

from loadproof.errors import InputError, WrittenValueError
from loadproof.model.message import Message, Value, count, duration, listed, number, rate
from loadproof.postgres.activity import merged, shifted
from loadproof.postgres.causes import database_causes
from loadproof.postgres.probe import PostgresProbe
from loadproof.postgres.report import DATABASE_SCHEMA_VERSION, DatabaseAddress, DatabaseReport, DatabaseState
from loadproof.probes.probe import ProbeFailure
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.finding import Finding
from loadproof.result.plain_text import printable
from loadproof.study.database_url import DatabaseUrlError, database_words
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings, PlanSource

__all__ = ["LEAST_SECONDS", "MOST_SECONDS", "ObservedDatabase", "diagnose_database", "observed_database"]

LEAST_SECONDS, MOST_SECONDS = 2.0, 3600.0
_MOST_TRIES = 5
"""Readings until a server that does not answer is given up at the start: an overloaded one answers late."""
_FIRST_WITHIN_S = 8.0
"""Time after which it is given up, whatever the number of readings: each may take 5 s."""
_MOST_FAILED_IN_A_ROW = 15
_LONGEST_SILENCE_S = 30.0
"""Time without a reading after which an observation ends, whatever the number of failed ones."""
_ENDED_IN_A_ROW = 3
"""Failed readings at the end from which on the server counts as ended."""
_MINUTE_S = 60.0
_LONGEST_NAME = 80
_LONGEST_REASON = 200
_ENVIRONMENT_GAP = re.compile(r"\$\{env:([A-Za-z_][A-Za-z0-9_]{0,127})\}")
_LATE = frozenset({"postgres-no-answer", "postgres-reading-slow", "postgres-connection-ended"})
"""Failures after which the next reading may succeed, though the first one did not."""
_NO_EXTENSION = "postgres-no-statements"
_LOG_RIGHTS = "postgres-log-refused"
_LOG_FUNCTIONS = "pg_current_logfile(text), pg_read_binary_file(text, bigint, bigint, boolean)"
_RIGHTS = frozenset({"postgres-cure-grant", "postgres-sessions-hidden", _LOG_RIGHTS})
_BLINDING = frozenset(
    {
        _NO_EXTENSION,
        "postgres-statements-uncounted",
        "postgres-statements-unread",
        "postgres-sessions-hidden",
        "postgres-part-unread",
    }
)
"""Shortfalls of parts that causes rest on."""


class ObservedDatabase(Protocol):
    """Database that is read once a second and gives its activity of each 10 s."""

    def observe(self) -> None:
        """Begin: the next reading is the start of the first interval."""

    def read(self, now_s: float) -> Sequence[object]:
        """Read at `now_s` of the monotonic clock. Raises ProbeFailure, OSError or ValueError."""

    def conclude(self, now_s: float) -> None:
        """End the interval under way at `now_s`."""

    def take_activities(self) -> Sequence[DatabaseActivity]:
        """Return the intervals that ended since the last call, their instants on the clock of `read`."""

    def shortfalls(self) -> Sequence[Message]:
        """Return the parts that were not read so far, each with a hint."""


@dataclass(slots=True)
class _Observation:
    """Readings of one database; `began_s` and `ended_s` are of the monotonic clock."""

    began_s: float
    ended_s: float = 0.0
    readings: int = 0
    failed: int = 0
    failed_in_a_row: int = 0
    answered_s: float = 0.0
    """Instant of the last reading that did not fail; before the first one `began_s`."""
    reason: Message | None = None
    """Reason of the last failed reading."""
    interrupted: bool = False
    activities: list[DatabaseActivity] = field(default_factory=list)


def diagnose_database(
    url: str,
    seconds: float = 60.0,
    *,
    plans: PlanSource = PlanSource.GENERIC,
    environment: Mapping[str, str] | None = None,
) -> DatabaseReport:
    """Diagnose the PostgreSQL database at `url`, observed for `seconds`, with plans of the source `plans`.

    The password may be a gap, `${env:NAME}`, which `environment` fills (that of the process unless given). Ctrl-C ends
    the observation early: the report has what was seen, and says so. Raises InputError if the URL, the time or the
    password is wrong, or if there is no database.
    """
    if not (math.isfinite(seconds) and LEAST_SECONDS <= seconds <= MOST_SECONDS):
        raise InputError(
            f"--seconds: {seconds:g} is not from {LEAST_SECONDS:.0f} to {MOST_SECONDS:.0f}. "
            "Cure: give a number such as 60"
        )
    values = os.environ if environment is None else environment

    def filled(gap: str, _service: str = "") -> str:
        return _filled(gap, values)

    try:
        words = database_words(DatabaseKind.POSTGRES, url, filled)
    except DatabaseUrlError as error:
        # Its text never repeats the URL.
        raise InputError(f"URL: {error}") from None
    address = DatabaseAddress(
        name=words["dbname"], host=words["host"], port=int(words.get("port", "5432")), user=words.get("user")
    )
    settings = DatabaseSettings(DatabaseKind.POSTGRES, address.name, url, plans)
    with closing(PostgresProbe(settings, filled)) as probe:
        return observed_database(probe, address, seconds)


def observed_database(
    database: ObservedDatabase,
    address: DatabaseAddress,
    seconds: float,
    *,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], None] = time.sleep,
) -> DatabaseReport:
    """Observe `database` for `seconds` and return the report. Raises InputError if it gives no reading at all."""
    began_s = clock()
    seen = _Observation(began_s, answered_s=began_s)
    try:
        database.observe()
        for _ in _seconds(seen.began_s, seconds, clock, wait):
            _read(database, seen, clock)
            if _is_lost(seen, clock() - seen.answered_s):
                break
    except KeyboardInterrupt:
        # The first one only: another one ends the command.
        seen.interrupted = True
    seen.ended_s = clock()
    if seen.readings == 0:
        if seen.interrupted:
            raise KeyboardInterrupt
        raise _no_database(address, seen)
    database.conclude(clock())
    seen.activities += database.take_activities()
    shortfalls = [*database.shortfalls(), *_lost_readings(seen)]
    return _report(seen, address, shortfalls)


def _filled(gap: str, environment: Mapping[str, str]) -> str:
    name = _ENVIRONMENT_GAP.fullmatch(gap)
    if name is None:
        raise WrittenValueError("URL: the gap has no value outside a study", "write ${env:NAME}, or the value itself")
    value = environment.get(name[1])
    if not value:
        raise WrittenValueError(f"URL: the environment has no variable {name[1]}", f"set {name[1]}")
    return value


def _seconds(
    began_s: float, seconds: float, clock: Callable[[], float], wait: Callable[[float], None]
) -> Iterator[int]:
    """Yield at each whole second since `began_s`, the first and the last included; seconds that passed are left out."""
    second = 0
    while second <= seconds:
        left_s = began_s + second - clock()
        if left_s > 0.0:
            wait(left_s)
        yield second
        second = max(second + 1, math.ceil(clock() - began_s))


def _read(database: ObservedDatabase, seen: _Observation, clock: Callable[[], float]) -> None:
    try:
        database.read(clock())
    except ProbeFailure as failure:
        reason = failure.told
    except (OSError, ValueError) as error:
        # The error of a conversion repeats what the server sent.
        reason = Message("database-diagnosis-unreadable", why=printable(str(error), _LONGEST_REASON))
    else:
        seen.readings += 1
        seen.failed_in_a_row = 0
        seen.answered_s = clock()
        seen.activities += database.take_activities()
        return
    seen.failed += 1
    seen.failed_in_a_row += 1
    seen.reason = reason


def _is_lost(seen: _Observation, silent_s: float) -> bool:
    """True if no further reading is expected, after `silent_s` without one."""
    if seen.failed_in_a_row == 0 or seen.reason is None:
        return False
    if seen.readings:
        return seen.failed_in_a_row >= _MOST_FAILED_IN_A_ROW or silent_s >= _LONGEST_SILENCE_S
    return seen.reason.code not in _LATE or seen.failed >= _MOST_TRIES or silent_s >= _FIRST_WITHIN_S


def _no_database(address: DatabaseAddress, seen: _Observation) -> InputError:
    from loadproof.words.catalogue import english

    reason = seen.reason or Message("postgres-no-answer")
    return InputError(f"{_named(address)}: {english(reason)}", reason)


def _lost_readings(seen: _Observation) -> Iterator[Message]:
    if seen.failed and seen.reason is not None:
        yield Message(
            "database-diagnosis-failed-readings",
            failed=count(seen.failed),
            whole=count(seen.failed + seen.readings),
            why=seen.reason,
        )


def _report(seen: _Observation, address: DatabaseAddress, shortfalls: Sequence[Message]) -> DatabaseReport:
    activities = [shifted(one, -seen.began_s) for one in seen.activities]
    activity = merged(activities) if activities else None
    own = () if activity is None else activity.shortfalls
    shortfalls = tuple(dict.fromkeys((*shortfalls, *own)))
    findings = () if activity is None else tuple(database_causes(activity, None, 0))
    has_ended = seen.failed_in_a_row >= _ENDED_IN_A_ROW
    state = _state(activity, findings, shortfalls, has_ended=has_ended)
    return DatabaseReport(
        schema_version=DATABASE_SCHEMA_VERSION,
        state=state,
        sentence=_sentence(state, address, activity, findings),
        database=address,
        seconds=seen.ended_s - seen.began_s,
        interrupted=seen.interrupted,
        readings=seen.readings,
        failed_readings=seen.failed,
        # Said once, by the report.
        activity=None if activity is None else replace(activity, shortfalls=()),
        minutes=_minutes(activities),
        findings=findings,
        shortfalls=shortfalls,
        remedies=tuple(_remedies(shortfalls, address)),
    )


def _minutes(activities: Sequence[DatabaseActivity]) -> tuple[DatabaseActivity, ...]:
    groups: dict[int, list[DatabaseActivity]] = {}
    for one in activities:
        # An interval that begins a little before a minute is of that minute.
        groups.setdefault(math.floor((one.begin_s + one.end_s) / 2.0 / _MINUTE_S), []).append(one)
    return tuple(merged(own) for own in groups.values()) if len(groups) > 1 else ()


def _state(
    activity: DatabaseActivity | None, findings: Sequence[Finding], shortfalls: Sequence[Message], *, has_ended: bool
) -> DatabaseState:
    if activity is not None and activity.counts.deadlocks > 0:
        return "deadlocked"
    if has_ended:
        return "ended"
    if findings:
        return "pressed"
    return "cannot_tell" if activity is None or _codes(shortfalls) & _BLINDING else "calm"


def _sentence(
    state: DatabaseState, address: DatabaseAddress, activity: DatabaseActivity | None, findings: Sequence[Finding]
) -> Message:
    values: dict[str, Value] = {"database": _named(address), "activity": _activity_told(activity)}
    if state == "deadlocked" and activity is not None:
        return Message("database-diagnosis-deadlocked", **values, deadlocks=count(activity.counts.deadlocks))
    if findings and state != "ended":
        causes = listed([Message(f"cause-{cause}") for cause in dict.fromkeys(one.cause for one in findings)])
        return Message("database-diagnosis-pressed", **values, causes=causes)
    return Message(f"database-diagnosis-{state.replace('_', '-')}", **values)


def _activity_told(activity: DatabaseActivity | None) -> Message:
    if activity is None:
        return Message("database-diagnosis-nothing-seen")
    length_s = activity.end_s - activity.begin_s
    listed_calls = sum(one.calls for one in activity.statements)
    calls = listed_calls + (0 if activity.other_statements is None else activity.other_statements.calls)
    values: dict[str, Value] = {
        "time": duration(length_s),
        "active": number(activity.levels.active),
        "waiting": number(activity.levels.waiting_lock),
    }
    if not calls or length_s <= 0.0:
        return Message("database-diagnosis-activity", **values)
    return Message("database-diagnosis-activity-of-statements", **values, rate=rate(calls / length_s))


def _named(address: DatabaseAddress) -> str:
    return printable(f"{address.name} at {address.host}:{address.port}", _LONGEST_NAME)


def _remedies(shortfalls: Sequence[Message], address: DatabaseAddress) -> Iterator[str]:
    codes = _codes(shortfalls)
    if _NO_EXTENSION in codes:
        yield "CREATE EXTENSION pg_stat_statements;"
    if codes & _RIGHTS and address.user is not None:
        quoted = address.user.replace('"', '""')
        yield f'GRANT pg_monitor TO "{quoted}";'
        if _LOG_RIGHTS in codes:
            yield f'GRANT EXECUTE ON FUNCTION {_LOG_FUNCTIONS} TO "{quoted}";'


def _codes(messages: Iterable[Message]) -> set[str]:
    """Return the codes of messages, those in their gaps too."""
    return {inner.code for message in messages for inner in message.within()}
