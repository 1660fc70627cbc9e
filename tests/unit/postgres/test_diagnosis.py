"""Diagnosis of a made-up database: seconds, lost readings, interruption, states, and the report in each form."""

import io
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.cli.document_shown import Asked
from loadproof.errors import InputError, WrittenValueError
from loadproof.model.message import Message, count
from loadproof.postgres import diagnosis
from loadproof.postgres.command import diagnose_postgres
from loadproof.postgres.diagnosis import diagnose_database, observed_database
from loadproof.postgres.document import database_document
from loadproof.postgres.report import DatabaseAddress, DatabaseReport
from loadproof.probes.probe import ProbeFailure
from loadproof.records.database_activity import DatabaseActivity, DatabaseCounts, DatabaseLevels, SessionUse
from loadproof.records.finding import Cause, Evidence, Unit, fact
from loadproof.records.json_form import of_json, plain
from loadproof.render import html as page
from loadproof.render.document import Bullets, Code, Statements, Table
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.render.terminal import terminal_document
from loadproof.result.schema import json_schema
from loadproof.study.probe_settings import PlanSource
from loadproof.words.catalogue import words_of
from rich.console import Console

from tests.control_characters import hidden_in

from .made_databases import ATTACK, BUSY, UPDATE, hostile_activity

ADDRESS = DatabaseAddress(name="documents", host="db", port=5432, user='be"nch')
EN = words_of("en")
STARTED_S = 5000.0
LATE = ProbeFailure(Message("postgres-no-answer"))
REFUSED = ProbeFailure(Message("postgres-unreachable", why="refused", cure=Message("postgres-cure-password")))


class MadeDatabase:
    """A database on a clock of its own: each reading takes `takes_s`, and may fail."""

    def __init__(
        self,
        fails: Callable[[int], Exception | None] = lambda _: None,
        takes_s: float = 0.01,
        interrupted_at: int | None = None,
        shortfalls: Sequence[Message] = (),
        activity: DatabaseActivity = BUSY,
    ) -> None:
        self.now_s = STARTED_S
        self.read_at: list[float] = []
        self.tried = 0
        self.concluded_at: float | None = None
        self._fails = fails
        self._takes_s = takes_s
        self._interrupted_at = interrupted_at
        self._shortfalls = shortfalls
        self._activity = activity
        self._begin_s: float | None = None
        self._ended: list[DatabaseActivity] = []

    def clock(self) -> float:
        return self.now_s

    def wait(self, time_s: float) -> None:
        assert time_s > 0.0
        self.now_s += time_s

    def observe(self) -> None:
        assert self.tried == 0

    def read(self, now_s: float) -> Sequence[object]:
        assert now_s == self.now_s
        place, self.tried = self.tried, self.tried + 1
        self.now_s += self._takes_s
        if place == self._interrupted_at:
            raise KeyboardInterrupt
        failure = self._fails(place)
        if failure is not None:
            raise failure
        self.read_at.append(round(now_s - STARTED_S, 3))
        self._begin_s = now_s if self._begin_s is None else self._begin_s
        if now_s - self._begin_s >= 10.0:
            self._end(now_s)
        return ()

    def conclude(self, now_s: float) -> None:
        self.concluded_at = now_s
        if self._begin_s is not None and now_s > self._begin_s:
            self._end(now_s)

    def take_activities(self) -> Sequence[DatabaseActivity]:
        ended, self._ended = self._ended, []
        return ended

    def shortfalls(self) -> Sequence[Message]:
        return self._shortfalls

    def _end(self, now_s: float) -> None:
        begin_s, self._begin_s = self._begin_s or now_s, now_s
        locks = None if self._activity.locks is None else replace(self._activity.locks, at_s=begin_s + 1.0)
        made = replace(self._activity, begin_s=begin_s, end_s=now_s, locks=locks, shortfalls=())
        self._ended.append(made)


def report_of(database: MadeDatabase, seconds: float = 20.0) -> DatabaseReport:
    return observed_database(database, ADDRESS, seconds, clock=database.clock, wait=database.wait)


QUIET = replace(
    BUSY,
    counts=DatabaseCounts(commits=6000, blocks_hit=99_000, blocks_read=1_000, checkpoints_timed=1, wal_bytes=1 << 20),
    levels=DatabaseLevels(sessions=10.0, active=0.6, working=0.6, sessions_limit=97.0, most_sessions=12),
    statements=(UPDATE,),
    other_statements=None,
    use=(SessionUse(query_id="12", wait_type=None, wait=None, samples=36),),
    locks=None,
    abandoned=(),
    scans=(),
    temporary_space=None,
    plans=(),
)
"""A database without any trouble."""


def test_a_reading_at_each_second_and_intervals_on_an_axis_of_its_own() -> None:
    database = MadeDatabase(activity=QUIET)
    report = report_of(database, 20.0)
    assert database.read_at == [float(second) for second in range(21)]
    assert (report.readings, report.failed_readings, report.interrupted) == (21, 0, False)
    assert report.seconds == pytest.approx(20.0, abs=0.1)
    assert report.activity is not None
    assert (report.activity.begin_s, report.activity.samples) == (0.0, 3 * BUSY.samples)
    assert report.activity.end_s == pytest.approx(20.0, abs=0.1)
    assert report.minutes == ()
    assert (report.state, report.sentence.code) == ("calm", "database-diagnosis-calm")
    locked = report_of(MadeDatabase(), 20.0).activity
    assert locked is not None
    assert locked.locks is not None
    assert 0.0 <= locked.locks.at_s <= 20.0


def test_a_slow_reading_leaves_out_the_seconds_that_it_took() -> None:
    database = MadeDatabase(takes_s=2.5)
    report_of(database, 10.0)
    assert database.read_at == [0.0, 3.0, 6.0, 9.0]


def test_minutes_are_told_from_two_minutes_on() -> None:
    report = report_of(MadeDatabase(), 150.0)
    assert [round(one.end_s - one.begin_s) for one in report.minutes] == [60, 60, 30]


def test_ctrl_c_ends_it_early_with_what_was_seen() -> None:
    database = MadeDatabase(interrupted_at=13, activity=QUIET)
    report = report_of(database, 60.0)
    assert (report.interrupted, report.readings) == (True, 13)
    assert report.activity is not None
    assert report.activity.end_s == pytest.approx(13.0, abs=0.1)
    assert database.concluded_at is not None
    document = database_document(report, EN)
    assert EN("database-diagnosis-interrupted") in markdown_document(document)


def test_ctrl_c_before_the_first_reading_gives_no_report() -> None:
    with pytest.raises(KeyboardInterrupt):
        report_of(MadeDatabase(interrupted_at=0))


def test_a_refusal_ends_it_at_once_and_names_the_place() -> None:
    database = MadeDatabase(lambda _: REFUSED)
    with pytest.raises(InputError) as raised:
        report_of(database)
    assert database.tried == 1
    assert str(raised.value).startswith("documents at db:5432: PostgreSQL cannot be reached (refused)")
    assert raised.value.told == REFUSED.told


def test_a_server_that_answers_late_at_first_is_asked_again_and_not_for_ever() -> None:
    database = MadeDatabase(lambda place: LATE if place < 4 else None, activity=QUIET)
    report = report_of(database)
    assert (report.readings, report.failed_readings, report.state) == (17, 4, "calm")
    lost = Message("database-diagnosis-failed-readings", failed=count(4), whole=count(21), why=LATE.told)
    assert lost in report.shortfalls
    database = MadeDatabase(lambda _: LATE)
    with pytest.raises(InputError, match="did not answer in time"):
        report_of(database)
    assert database.tried == 5


def test_a_server_that_goes_away_is_given_up_and_keeps_what_it_told() -> None:
    database = MadeDatabase(lambda place: REFUSED if place >= 12 else None, activity=QUIET)
    report = report_of(database, 600.0)
    assert (report.state, report.readings, report.failed_readings) == ("ended", 12, 15)
    assert report.activity is not None
    # One that comes back has not ended.
    gone = MadeDatabase(lambda place: OSError("gone") if 5 <= place < 15 else None, activity=QUIET)
    assert report_of(gone, 30.0).state == "calm"


@pytest.mark.parametrize(
    ("code", "state", "remedies"),
    [
        ("postgres-no-statements", "cannot_tell", ("CREATE EXTENSION pg_stat_statements;",)),
        ("postgres-sessions-hidden", "cannot_tell", ('GRANT pg_monitor TO "be""nch";',)),
        ("postgres-statements-uncounted", "cannot_tell", ()),
        ("postgres-connection-ended", "calm", ()),
    ],
)
def test_what_is_missing_is_said_with_the_statement_that_gives_it(
    code: str, state: str, remedies: tuple[str, ...]
) -> None:
    values = {"count": count(3)} if code == "postgres-sessions-hidden" else {}
    report = report_of(MadeDatabase(shortfalls=[Message(code, **values)] * 2, activity=QUIET))
    assert (report.state, report.remedies) == (state, remedies)
    assert [short.code for short in report.shortfalls] == [code]
    blocks = [block for section in database_document(report, EN).sections for block in section.blocks]
    assert tuple(block.text for block in blocks if isinstance(block, Code)) == remedies


def test_a_grant_that_a_hint_asks_for_is_offered_too() -> None:
    short = Message("postgres-statements-unread", why="denied", cure=Message("postgres-cure-grant"))
    assert report_of(MadeDatabase(shortfalls=[short])).remedies == ('GRANT pg_monitor TO "be""nch";',)


def test_causes_are_in_the_sentence_and_have_their_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[DatabaseActivity | None, int]] = []

    def causes(activity: DatabaseActivity, before: DatabaseActivity | None, trial: int) -> object:
        asked.append((before, trial))
        evidence = Evidence(Message("evidence-last-lines", service="x"), 3.0, Unit.SESSIONS)
        return [fact(trial, Cause.HOT_LOCK, Message("database-wait-lock"), evidence)] * 2

    monkeypatch.setattr(diagnosis, "database_causes", causes)
    report = report_of(MadeDatabase(activity=QUIET))
    assert asked == [(None, 0)]
    assert report.state == "pressed"
    assert report.sentence.code == "database-diagnosis-pressed"
    assert EN.told(report.sentence).count(EN("cause-hot-lock")) == 1
    document = database_document(report, EN, is_whole=False)
    (points,) = [block for block in document.sections[0].blocks if isinstance(block, Statements)]
    assert [point.text for point in points.statements] == [EN("database-wait-lock")] * 2
    assert "3 sessions" in points.statements[0].lines[0]


def test_the_rules_name_the_trouble_of_a_busy_database() -> None:
    report = report_of(MadeDatabase(activity=replace(BUSY, counts=replace(BUSY.counts, deadlocks=0))))
    assert report.state == "pressed"
    assert {Cause.DATABASE_LOCK, Cause.DATABASE_ABANDONED} <= {one.cause for one in report.findings}
    assert {one.trial for one in report.findings} == {0}


def test_a_deadlock_is_a_state_of_its_own() -> None:
    report = report_of(MadeDatabase())
    assert report.state == "deadlocked"
    assert database_document(report, EN).tone == "failed"


def test_the_json_keeps_to_its_schema_and_is_read_again() -> None:
    report = report_of(MadeDatabase(), 150.0)
    held = json.loads(json.dumps(plain(report), allow_nan=False))
    assert plain(of_json(DatabaseReport, held)) == held
    schema = json_schema(DatabaseReport)
    assert set(schema["required"]) <= held.keys()
    assert set(held) <= set(schema["properties"])


def test_one_screen_has_five_lines_and_few_rows() -> None:
    report = report_of(MadeDatabase(), 150.0)
    short, whole = (database_document(report, EN, is_whole=is_whole) for is_whole in (False, True))
    bullets = [block for section in short.sections for block in section.blocks if isinstance(block, Bullets)]
    assert len(bullets[0].items) == 5
    tables = [block for section in short.sections for block in section.blocks if isinstance(block, Table)]
    assert max(len(table.rows) for table in tables) <= 6
    assert len(whole.sections) > len(short.sections)


def test_at_full_length_a_terminal_shows_every_section() -> None:
    document = database_document(report_of(MadeDatabase(), 150.0), EN)
    shown = {}
    for has_details in (False, True):
        stream = io.StringIO()
        Console(file=stream, width=80).print(terminal_document(document, has_details=has_details))
        lines = stream.getvalue().splitlines()
        shown[has_details] = [section.detail for section in document.sections if section.title in lines]
    assert shown[True] == [section.detail for section in document.sections]
    assert True in shown[True]
    assert True not in shown[False]


def test_a_page_that_cannot_be_drawn_is_refused_before_the_database_is_observed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(page, "_PAGE", tmp_path / "report.html")
    monkeypatch.setattr(diagnosis, "diagnose_database", lambda *_, **__: pytest.fail("it was observed"))
    asked = Asked(tmp_path / "database.html", markdown=False, json=False, full=False)
    with pytest.raises(page.ReportPageMissing):
        diagnose_postgres("postgresql://u:p@127.0.0.1:1/d", 60.0, asked, PlanSource.GENERIC)


def test_hostile_texts_reach_no_medium(monkeypatch: pytest.MonkeyPatch) -> None:
    hostile = replace(hostile_activity(), counts=BUSY.counts)
    monkeypatch.setattr(diagnosis, "_named", lambda _: ATTACK)
    address = replace(ADDRESS, name=ATTACK, user=ATTACK)
    database = MadeDatabase(activity=hostile, shortfalls=[Message.said(ATTACK), Message("postgres-no-statements")])
    report = observed_database(database, address, 20.0, clock=database.clock, wait=database.wait)
    for is_whole in (True, False):
        document = database_document(report, EN, is_whole=is_whole)
        stream = io.StringIO()
        Console(file=stream, width=80).print(terminal_document(document, has_details=True))
        html = html_document(document, "en")
        for drawn in (html, markdown_document(document), stream.getvalue()):
            assert hidden_in(drawn) == []
        assert "<script" not in html


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://u:hunter2@h:1", "this is not the URL of a PostgreSQL database"),
        ("postgresql://u:hunter2@h:99999/d", "the port of the URL is not one from 1 to 65535"),
        ("postgresql://u:hunter2@h/d?connect_timeout=9", "a key after the ?"),
        ("postgresql://u:${env:HUNTER2}@h/d", "the environment has no variable HUNTER2"),
        ("postgresql://u:${db.port}@h/d", "the gap has no value outside a study"),
    ],
)
def test_a_wrong_url_is_said_without_it(url: str, told: str) -> None:
    with pytest.raises(InputError) as raised:
        diagnose_database(url, environment={})
    assert told in str(raised.value)
    assert "Cure: " in str(raised.value)
    assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize("seconds", [0.0, 1.9, -1.0, 3601.0, float("nan"), float("inf")])
def test_a_time_that_cannot_be_is_refused(seconds: float) -> None:
    with pytest.raises(InputError, match="--seconds"):
        diagnose_database("postgresql://h/d", seconds)


def test_a_gap_is_filled_from_the_environment() -> None:
    assert diagnosis._filled("${env:P}", {"P": "@/%41"}) == "@/%41"
    with pytest.raises(WrittenValueError):
        diagnosis._filled("${env:P}", {"P": ""})
