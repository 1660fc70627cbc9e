"""A problem in words, in a plan and in what is stored of a study: short, on one line, without a secret."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.injections.problem_text import injection_shown, problem_text
from loadproof.injections.settings import (
    CallProblem,
    CommandProblem,
    KillProblem,
    NetworkProblem,
    PressureProblem,
    Problem,
    SlowdownProblem,
    SqlProblem,
    StopProblem,
)
from loadproof.model.message import Message, byte_size, count, listed, mebibytes, milliseconds, share
from loadproof.records.json_form import of_json, plain
from loadproof.records.run import RunStudy
from loadproof.render.forecast_document import forecast_document, forecast_screen
from loadproof.render.markdown import markdown_document
from loadproof.result.forecast import PlanModel
from loadproof.run.run_secrets import run_secrets
from loadproof.run.study_shown import study_shown
from loadproof.study.load_study import load_study
from loadproof.study.study import Study
from loadproof.study.toggle_settings import ToggleKind, ToggleStep
from loadproof.words.catalogue import english, words_of

STUDY = """\
name: problems
stand:
  driver: process
  target: http://127.0.0.1:${api.port}
  services: {api: {command: "api ${port}"}}
profile: {operations: {get: {request: GET /}}}
methods: {load: {rate: 100, hold: 1h}}
injections:
  backlog:
    sql: {database: "postgresql://u:${env:PW}@h:5432/d", statements: [SELECT 1], sessions: 50, abandon: true}
    after: 2m
    for: 1m
    repeat: 3
    every: 5m
  noise: {command: [noise, --password, "${env:PW}", --token, typed-in-secret-9], after: 1m, for: 30s}
  typed: {sql: {database: "postgresql://u:typed-in-secret-7@h/d", statements: [SELECT 1]}, after: 1m, for: 30s}
"""
SECRETS = ("hunter2-hunter2", "typed-in-secret-9", "typed-in-secret-7")
POST = ToggleStep(ToggleKind.URL, ("POST", "http://u:pw-of-u@h:1/slow?token=s3cr3t-token"))


@pytest.fixture
def study(tmp_path: Path) -> Study:
    (tmp_path / "s.yaml").write_text(STUDY, encoding="utf-8")
    return load_study(tmp_path / "s.yaml", environment={"PW": SECRETS[0]})


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (CommandProblem(("noise", "--on")), Message("injected-command", command="noise --on")),
        (
            CommandProblem(("psql", "--password", "hunter2")),
            Message("injected-command", command="psql --password ***"),
        ),
        (
            SqlProblem("postgresql://u:p@h/d", ("SELECT 1", "SELECT\n  2 ")),
            Message("injected-sql", sessions=count(1), statements="SELECT 1; SELECT 2"),
        ),
        (
            SqlProblem("postgresql://u:p@h/d", ("SELECT 1",), 50, True),
            Message("injected-sql-abandoned", sessions=count(50), statements="SELECT 1"),
        ),
        (
            SqlProblem("postgresql://u:p@h/d", ("SELECT 1",), expected_code="53100"),
            Message(
                "injected-sql-failing",
                problem=Message("injected-sql", sessions=count(1), statements="SELECT 1"),
                code="53100",
            ),
        ),
        (
            CallProblem(POST, None),
            Message("injected-call", call="POST http://u:***@h:1/slow?token=***"),
        ),
        (StopProblem("api"), Message("injected-stop", service="api")),
        (StopProblem(None, 8080), Message("injected-stop-of-port", port="8080")),
        (KillProblem("api"), Message("injected-kill", service="api")),
        (
            PressureProblem("api", 2, 200 << 20, 1 << 30),
            Message(
                "injected-pressure-of-service",
                service="api",
                parts=listed(
                    (
                        Message("injected-cpu", processes=count(2)),
                        Message("injected-memory", size=mebibytes(200.0)),
                        Message("injected-disk", size=mebibytes(1024.0)),
                    )
                ),
            ),
        ),
        (
            PressureProblem(None, 1),
            Message("injected-pressure", parts=listed((Message("injected-cpu", processes=count(1)),))),
        ),
        (
            NetworkProblem("lag", 0.1, 0.02, 2.0**20),
            Message(
                "injected-network",
                link="lag",
                faults=listed(
                    (
                        Message("injected-latency", time=milliseconds(100.0)),
                        Message("injected-jitter", time=milliseconds(20.0)),
                        Message("injected-bandwidth", size=byte_size(1048576.0)),
                    )
                ),
            ),
        ),
        (
            NetworkProblem("lag", is_cut=True),
            Message("injected-network", link="lag", faults=listed((Message("injected-cut"),))),
        ),
        (
            NetworkProblem("lag", is_reset=True),
            Message("injected-network", link="lag", faults=listed((Message("injected-reset"),))),
        ),
        (SlowdownProblem(0.2), Message("injected-slowdown", share=share(0.2))),
    ],
)
def test_each_problem_is_told_in_every_language(problem: Problem, told: Message) -> None:
    assert problem_text(problem) == told
    for language in ("en", "ru", "zh"):
        assert words_of(language).told(told)


@pytest.mark.parametrize("text", ["SELECT " + "x" * 5000, "SELECT '\x1b[31m\u202e'" + " y" * 400])
def test_a_long_or_hostile_text_is_one_short_line(text: str) -> None:
    for problem in (SqlProblem("postgresql://h/d", (text,)), CommandProblem((text,) * 200)):
        told = english(problem_text(problem))
        assert len(told) < 250
        assert told.endswith("…")
        assert told.isprintable()


def test_no_secret_is_stored_or_shown(study: Study) -> None:
    shown, stored = study_shown(study), study.as_dict()
    texts = [json.dumps(shown), json.dumps(stored), json.dumps(plain(forecast_study(study, KnownService(), 2)))]
    assert [text for text in texts for secret in SECRETS if secret in text] == []
    # What the run masks in all that it writes.
    assert set(SECRETS) <= set(run_secrets(study, {"PW": SECRETS[0]}).texts)


def test_what_is_stored_of_a_study_names_its_injections(study: Study) -> None:
    assert of_json(RunStudy, study_shown(study)).injections == tuple(map(injection_shown, study.injections))
    first = study.as_dict()["injections"][0]
    assert (first["name"], first["kind"], first["after_s"]) == ("backlog", "sql", 120.0)
    assert first["problem"]["database"] == "postgresql://u:***@h:5432/d"


def test_a_plan_says_when_and_how_often_each_injection_comes(study: Study) -> None:
    plan = forecast_study(study, KnownService(), 2)
    assert plan.injections == [injection_shown(one) for one in study.injections]
    assert of_json(PlanModel, json.loads(json.dumps(plain(plan)))).injections
    words = words_of("en")
    whole = markdown_document(forecast_document(plan, words))
    assert (
        "backlog (50 sessions of SQL (abandoned): SELECT 1) in each trial of load: 3 times, first 2 min after the "
        "start of the trial, then every 5 min, for 1 min each" in whole
    )
    assert "noise (command noise" in whole
    screen = markdown_document(forecast_screen(plan, words))
    assert "backlog (50 sessions" in screen


def test_a_plan_without_injections_has_no_section_of_them(study: Study) -> None:
    plan = forecast_study(replace(study, injections=()), KnownService(), 2)
    document = forecast_document(plan, words_of("en"))
    assert "Injections" not in [section.title for section in document.sections]
