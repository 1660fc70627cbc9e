"""A study that probes a database, which dies before the end: what is kept of it, and what is not."""

import json
import time
from pathlib import Path

import pytest
from loadproof.model.message import SAID, Message
from loadproof.result.result_json import result_of

from .command_line import CommandLine, Ended
from .postgres_server import PASSWORD, PostgresServer
from .stand import known_truth
from .told_texts import messages_in

STUDY = """\
name: with a database
stand: {target: TARGET}
profile: {operations: {get: {request: GET /}}}
slo: [p99<1s, rate±50%]
methods: {load: {rate: 50, hold: 12s}}
probes: {postgres: {db: {url: "URL"}}}
"""


def run(place: Path, target: str, url: str, server: PostgresServer) -> Ended:
    """A checkpoint after two seconds of load, the death of the database after five."""
    study = place / "study.yaml"
    study.write_text(STUDY.replace("TARGET", target).replace("URL", url), encoding="utf-8")
    environment = {"DATABASE_PASSWORD": PASSWORD, "XDG_STATE_HOME": str(place / "state")}
    words = ("run", study, "--out", place / "run", "--json")
    with CommandLine(*words, cwd=place, environment=environment) as command:
        command.wait_for_second(place / "run", 2)
        with server.connected() as session:
            session.execute("CHECKPOINT")
        command.wait_for_second(place / "run", 5)
        server.stop()
        return command.ended(within_s=60)


@pytest.mark.parametrize("password", ["hunter2%40%3A%2F%25", "${env:DATABASE_PASSWORD}"])
def test_a_study_keeps_what_its_database_said_and_no_password(tmp_path: Path, password: str) -> None:
    with PostgresServer() as server, known_truth(tmp_path, "constant", "--delay-us", "1000") as service:
        ended = run(tmp_path, service.url, server.url(password=password), server)
    # Valid or not: others may use the machine.
    assert ended.exit_code in (0, 4), ended.messages
    result = ended.result
    events = [event for event in result["run"]["events"] if event["kind"] == "checkpoint"]
    assert [(event["service"], event["trial"]) for event in events] == [("db", 1)]
    assert events[0]["text"] == "PostgreSQL began a checkpoint (requested)"
    told = [doubt["text"] for doubt in result["doubts"] if doubt["text"].startswith("postgres:db: ")]
    assert any("nothing was read in" in text and "start PostgreSQL" in text for text in told), told
    assert any("CREATE EXTENSION pg_stat_statements" in text for text in told), told
    said = [str(message.values["text"]) for message in messages_in(result_of(result)) if message.code == SAID]
    assert not [text for text in said if "postgres" in text.lower()]
    # Up to the second in which it died; the last interval says that its statements are not known.
    (database,) = result_of(result).databases
    assert (database.trial, database.service) == (1, "db")
    activity = database.activity
    assert activity.samples >= 3
    assert activity.counts.checkpoints_requested == 1
    assert Message("postgres-no-statements") in activity.shortfalls
    assert activity.settings is not None
    assert sum(minute.samples for minute in database.minutes) >= activity.samples
    assert "postgres:db" in (tmp_path / "run/report.html").read_text(encoding="utf-8")
    kept = [path.read_bytes() for path in (tmp_path / "run").rglob("*") if path.is_file()]
    shown = json.dumps(result).encode() + ended.messages.encode()
    for secret in (PASSWORD, "hunter2"):
        assert not any(secret.encode() in content for content in (*kept, shown))


def test_a_database_that_is_not_there_keeps_no_study_from_its_end(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", "1000") as service:
        study = tmp_path / "study.yaml"
        url = "postgresql://u:hunter2@127.0.0.1:1/d"
        text = STUDY.replace("TARGET", service.url).replace("URL", url).replace("8s", "3s")
        study.write_text(text, encoding="utf-8")
        environment = {"XDG_STATE_HOME": str(tmp_path / "state")}
        began_s = time.monotonic()
        with CommandLine(
            "run", study, "--out", tmp_path / "run", "--json", cwd=tmp_path, environment=environment
        ) as command:
            ended = command.ended(within_s=60)
    assert time.monotonic() - began_s < 30
    # Valid or not: others may use the machine.
    assert ended.exit_code in (0, 4), ended.messages
    (told,) = [doubt["text"] for doubt in ended.result["doubts"] if doubt["text"].startswith("postgres:db: ")]
    assert "Connection refused" in told
    assert "hunter2" not in json.dumps(ended.result)
