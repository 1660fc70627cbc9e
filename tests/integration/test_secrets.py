"""Whatever a service tells of the secrets that it was given and sent, no file of the run and no terminal shows them."""

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from tests.secret_forms import cores, forms

from .command_line import CommandLine, Ended

SERVICE = Path(__file__).with_name("telling_service.py")
STAND = "Stand/secret+ü 1"
WORD = "word-of-the-command"
BEARER = "Bearer_token?7>8"
PASSWORD = "pass:word~9"  # noqa: S105 - a secret of the test alone
PEM = "-----BEGIN SECRET-----\nMIIabc/def+ghi0123456789\n7654321zyxwvut==\n-----END SECRET-----\n"
SHORT = "Zq9!x"
SECRETS = {"STAND": STAND, "WORD": WORD, "BEARER": BEARER, "PASSWORD": PASSWORD, "PEM": PEM, "SHORT": SHORT}
STUDY = """\
name: a service that tells all
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api:
      command: [{python}, -S, -u, {service}, "${{port}}", late, "--token=${{env:LOADPROOF_TEST_WORD}}"]
      environment: {{KEY: "${{env:LOADPROOF_TEST_STAND}}", PEM: "${{env:LOADPROOF_TEST_PEM}}"}}
      ready: {{line: ready, within: 20s}}
variants:
  late: {{}}
  early:
    services: {{api: {{command: [{python}, -S, -u, {service}, "${{port}}", early]}}}}
profile:
  operations:
    get: {{request: GET /, auth: {{bearer: "${{env:LOADPROOF_TEST_BEARER}}"}}}}
    put:
      request: PUT /
      headers: {{X-Short: "${{env:LOADPROOF_TEST_SHORT}}"}}
      auth: {{basic: {{user: bench, password: "${{env:LOADPROOF_TEST_PASSWORD}}"}}}}
slo: [p99<1s]
methods: {{load: {{rate: 20, hold: 3s}}}}
"""


def ended(place: Path, *words: object) -> Ended:
    environment = {f"LOADPROOF_TEST_{name}": secret for name, secret in SECRETS.items()}
    environment |= {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine(*words, cwd=place, environment=environment) as command:
        return command.ended(120.0)


def told(data: bytes) -> list[bytes]:
    """What of the secrets stands in `data`, in any form."""
    lowered = data.lower()
    hidden = [secret for secret in (STAND, WORD, BEARER, PASSWORD, *PEM.split("\n")) if len(secret) >= 6]
    marks = {core for secret in hidden for core in cores(secret)}
    marks |= {form.lower().encode() for secret in hidden for name, form in forms(secret) if "base64" not in name}
    return sorted(mark for mark in marks if mark in lowered)


def everything_in(run: Path) -> dict[str, bytes]:
    """Each file of a run, and each text and blob of its database by itself."""
    found = {str(path.relative_to(run)): path.read_bytes() for path in run.rglob("*") if path.is_file()}
    with closing(sqlite3.connect(run / "run.db")) as database:
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            rows = database.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own tables
            found[f"table {table}"] = repr(rows).encode() + json.dumps(rows, default=repr, ensure_ascii=False).encode()
    return found


def test_no_secret_is_in_any_file_of_a_run_or_on_the_terminal(tmp_path: Path) -> None:
    study = tmp_path / "study.yaml"
    study.write_text(STUDY.format(python=sys.executable, service=SERVICE), encoding="utf-8")
    run = tmp_path / "run"
    measured = ended(tmp_path, "run", study, "--out", run)
    reported = ended(tmp_path, "report", run, "--json")
    result = reported.result
    for command in (measured, reported, ended(tmp_path, "report", run)):
        assert told((command.output + command.messages).encode()) == []
    found = everything_in(run)
    assert {name: marks for name, data in found.items() if (marks := told(data))} == {}
    # All of it was told, or there was nothing to hide.
    for log in ("artifacts/logs/late/api.log", "artifacts/logs/early/api.log"):
        assert found[log].count(b"***") > 200, log
    assert b"Authorization: ***" in found["artifacts/logs/late/api.log"]
    kinds = [event["kind"] for event in result["run"]["events"]]
    assert {"died", "last-lines", "not-started"} <= set(kinds)
    texts = [event["text"] for event in result["run"]["events"] if event["kind"] in ("last-lines", "not-started")]
    assert all(text.count("***") >= 6 for text in texts), texts
    replies = [reply for trial in result["trials"] for reply in trial["failed_replies"]]
    assert any("***" in reply["body"] for reply in replies)
    assert {doubt["code"] for doubt in result["doubts"]} >= {"short-secret"}
    (doubt,) = [doubt for doubt in result["doubts"] if doubt["code"] == "short-secret"]
    assert "LOADPROOF_TEST_SHORT" in doubt["text"]
    assert SHORT not in str(result["doubts"])
