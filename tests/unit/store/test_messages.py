"""Texts for people in `run.db`: codes and values survive, secrets do not, and the texts of schema 5 are still told."""

import json
import sqlite3
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Listing, Message, Value, count, listed, milliseconds, slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.result.build import build_result
from loadproof.result.result_json import to_json
from loadproof.store.journal import StorageFailure
from loadproof.store.last_page import LastPage
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import SCHEMA_VERSION
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from .made_run import description_of, directory_in

TRIAL = Trial(Purpose.LOAD, 100.0, hold_s=5.0)
OLD_RUN = Path(__file__).with_name("run_of_schema_5.sql")
WHY = Message("database-failed", error='{ $x } \x1b[2J {"code": "disk-full", "values": {}}')


def message_of(*names: Value) -> Message:
    """A message with values of every kind, and another message in it."""
    values: dict[str, Value] = {"calls": count(3), "late": milliseconds(5.5), "goal": slo("get:p99<50ms")}
    return Message("made-up", why=WHY, names=listed(names, Listing.AND), **values)


def verdict_stored(place: Path, reason: Message | str, *secrets: str) -> Message:
    """The reason of a verdict as a reader gives it after it was written."""
    with RunWriter(directory_in(place), description_of()) as writer:
        writer.hide(secrets)
        writer.trial_started(1, TRIAL, method="load")
        message = Message.said(reason) if isinstance(reason, str) else reason
        measurement = Window(0).measurement(5.0, [Doubt(DoubtCode.STEAL, message)])
        writer.trial_ended(1, TrialResult(TRIAL, measurement, Verdict(State.FAILED, message)))
        with writer.reader() as reader:
            (record,) = reader.trials()
            verdict = reader.verdict(record)
            assert verdict is not None
            assert [doubt.text for doubt in reader.measurement(record).doubts] == [verdict.reason]
    return verdict.reason


def test_codes_and_values_survive_in_every_table(tmp_path: Path) -> None:
    told = message_of("api", WHY)
    doubt = Doubt(DoubtCode.LIMITS, told)
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of()) as writer:
        writer.log.event("died", told, service="api")
        writer.log.doubt(doubt)
        writer.log.answer(Answer("load", Outcome.FAILED, 5.0, told, doubts=(doubt,)))
    with RunReader(directory) as reader:
        assert reader.events()[0].text == told
        assert reader.doubts()[0][2].text == told
        answer = reader.answers()[0][3]
    assert (answer.reason, answer.doubts[0].text) == (told, told)
    assert (answer.outcome, answer.rate) == ("failed", 5.0)


def test_a_verdict_and_its_doubts_keep_their_codes(tmp_path: Path) -> None:
    told = message_of("api")
    assert verdict_stored(tmp_path, told) == told


def test_a_text_from_outside_is_no_message_whatever_it_holds(tmp_path: Path) -> None:
    hostile = '{"code": "disk-full", "values": {}}'
    assert verdict_stored(tmp_path, hostile) == Message.said(hostile)


def test_secrets_are_hidden_in_names_of_every_depth(tmp_path: Path) -> None:
    told = Message("made-up", of=listed(["hunter2-api", Message("database-failed", error="no hunter2")]))
    stored = verdict_stored(tmp_path, told, "hunter2")
    assert stored == Message("made-up", of=listed(["***-api", Message("database-failed", error="no ***")]))
    assert b"hunter2" not in (tmp_path / "run/run.db").read_bytes()


def test_what_sqlite_cannot_store_is_replaced(tmp_path: Path) -> None:
    assert verdict_stored(tmp_path, Message("database-failed", error="x\udcff")).values["error"] == "x?"


def test_a_message_without_end_is_kept_as_the_begin_of_its_english(tmp_path: Path) -> None:
    endless = Message("database-failed", error=listed([f"line {number}" for number in range(9999)]))
    stored = verdict_stored(tmp_path, endless)
    assert stored.code == "said"
    assert str(stored.values["text"]).startswith("the database failed (line 0, line 1,")
    assert len(str(stored.values["text"])) == 10_000


@pytest.fixture
def old_run(tmp_path: Path) -> RunDirectory:
    """What an earlier version stored, with schema 5."""
    directory = RunDirectory.create("load", path=tmp_path / "old")
    with sqlite3.connect(directory.database) as connection:
        connection.executescript(OLD_RUN.read_text(encoding="utf-8"))
    return directory


def test_the_texts_of_schema_5_are_told_as_they_are(old_run: RunDirectory) -> None:
    with RunReader(old_run) as reader:
        failed = Message.said("2 % of calls failed (limit 1 %)")
        assert [event.text for event in reader.events()] == [
            Message.said("the stand of sqlite is ready at http://127.0.0.1:8080"),
            Message.said("the service api ended with exit code 3"),
        ]
        assert reader.answers()[0][3].reason == failed
        (record,) = reader.trials()
        verdict = reader.verdict(record)
        assert verdict is not None
        assert verdict.reason == failed
        assert reader.storage_failures() == [StorageFailure(12.0, Message.said("the disk is full"), 4)]
        result = to_json(build_result(reader))
    json.dumps(result)
    assert result["answers"][0]["reason"] == "2 % of calls failed (limit 1 %)"
    assert [(doubt["code"], doubt["text"]) for doubt in result["doubts"]] == [
        ("steal", "the hypervisor took 6 % of the processor time"),
        (
            "limits",
            "the limit of 2 CPUs of the service api is not set (there is no control group for cpu); it is kept to 2 "
            "CPUs instead",
        ),
        ("not-stored", "from 12 s of the run on the disk is full: run.db lacks 4 s of windows"),
    ]
    assert result["run"]["events"][1]["text"] == "the service api ended with exit code 3"


def test_a_run_of_schema_5_cannot_be_continued(old_run: RunDirectory) -> None:
    with pytest.raises(RunDirectoryError, match=rf"schema 5\), and only a run of schema {SCHEMA_VERSION} can be"):
        RunWriter(old_run, None)


def test_the_last_page_keeps_why_the_disk_refused(tmp_path: Path) -> None:
    LastPage.reserve(tmp_path)
    page = LastPage(StorageFailure(3.0, WHY, 7), 9.0, False)
    page.write(tmp_path)
    assert LastPage.read(tmp_path) == page
    (tmp_path / "run.db-end").write_text(
        '{"failure": {"at_s": 3, "text": "the disk is full", "lost_seconds": 7}, "ended_s": null, "interrupted": true}'
    )
    earlier = LastPage.read(tmp_path)
    assert earlier is not None
    assert earlier.failure == StorageFailure(3.0, Message.said("the disk is full"), 7)
