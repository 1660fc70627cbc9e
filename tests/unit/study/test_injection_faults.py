"""Each fault of an injection by its line, its message and its cure; and studies that have none."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.injections.settings import (
    CallProblem,
    CommandProblem,
    Injection,
    KillProblem,
    NetworkProblem,
    PressureProblem,
    SlowdownProblem,
    SqlProblem,
    StopProblem,
)
from loadproof.methods import registry
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.plateaus.machine import PlateausSettings
from loadproof.methods.soak.machine import SoakSettings
from loadproof.methods.users.machine import UsersSettings
from loadproof.model.stage import Stage
from loadproof.study.load_study import load_study
from loadproof.study.study import Study
from loadproof.study.toggle_settings import ToggleKind, ToggleStep

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[int, str, str]]]

ENVIRONMENT = {"PW": "hunter2"}
METHODS = """\
  load: {rate: 100, hold: 10m}
  soak: {rate: 100, ramp: 30s, settle: 10s, hold: 20m}
  smoke: {}
  capacity: {start_rate: 100}"""
URL = "postgresql://u:${env:PW}@127.0.0.1:${api.port}/app"
TIMES = "after: 2m, for: 30s"
SUCH_SQL = "give 1 to 100, such as [SELECT pg_sleep(60)]"
SUCH_ERROR = 'give five digits and capital letters in quotes, such as "53100"'
SUCH_URL = "give a URL such as POST http://127.0.0.1:8080/slow"
SUCH_TIME = "give a duration in whole seconds, such as 2m"
NO_LINK = "declare one under stand.services: a service with link: HOST:PORT, which others connect to"
NO_UNDO = "give undo: a URL that undoes the call, or undo: none if the call leaves nothing to undo"
SEARCHES = "with a problem in its trials it would answer another question"
LONGER = "begin earlier, shorten for or every, repeat less often, or hold the load for longer"
SIMULATED = """\
name: s
stand: {driver: simulate, simulated: {workers: 4, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}}
methods: {load: {rate: 100, hold: 10m}}
injections:
  one: {%s, after: 2m, for: 30s}
"""
EXTERNAL = """\
name: s
stand: {target: "http://127.0.0.1:8080"%s}
profile: {operations: {get: {request: GET /}}}
methods: {load: {rate: 100, hold: 10m}}
injections:
  one: {%s, after: 2m, for: 30s}
"""


@pytest.mark.parametrize(
    ("written", "key", "message", "cure"),
    [
        # The kind.
        (
            f"{{{TIMES}}}",
            "",
            "nothing says which problem is made",
            "give one of command, sql, http, stop, kill, pressure, network, slowdown",
        ),
        (
            f"{{stop: api, kill: api, {TIMES}}}",
            "",
            "stop and kill are 2 problems",
            "keep one, and write an injection for each other",
        ),
        ("7", "", "7 is a number, which cannot stand here", "give a mapping with a problem, after and for"),
        (f"{{stopp: api, {TIMES}}}", ".stopp", "this key is not known", "did you mean stop?"),
        (f"{{slowdown: 20, {TIMES}}}", ".slowdown", "20 is a number, which cannot stand here", None),
        (
            f"{{slowdown: 20%, {TIMES}}}",
            ".slowdown",
            "only a simulated service can be slowed down",
            "write driver: simulate, or a problem of another kind, such as pressure",
        ),
        # Services.
        (f"{{stop: app, {TIMES}}}", ".stop", "there is no service 'app'", "did you mean api?"),
        (f"{{kill: zzz, {TIMES}}}", ".kill", "there is no service 'zzz'", "use api"),
        (
            f"{{stop: 8080, {TIMES}}}",
            ".stop",
            "8080 is a port, and the stand knows its services by their names",
            "use api",
        ),
        (f"{{stop: true, {TIMES}}}", ".stop", "true is true or false, which cannot stand here", None),
        (
            f"{{pressure: {{cpu: 1, service: ap}}, {TIMES}}}",
            ".pressure.service",
            "there is no service 'ap'",
            "did you mean api?",
        ),
        # Commands.
        (f"{{command: '', {TIMES}}}", ".command", "the command is empty", "write a program and its arguments"),
        (f"{{command: [], {TIMES}}}", ".command", "the command is empty", "write a program and its arguments"),
        (f"{{command: {{undo: a}}, {TIMES}}}", ".command.run", "this key is missing", None),
        (f"{{command: {{run: 7}}, {TIMES}}}", ".command.run", "7 is a number, which cannot stand here", None),
        (f"{{command: 'a \"b', {TIMES}}}", ".command", "cannot be split into words", "close the quotation"),
        (
            f"{{command: {{run: a, check: 'b ${{ap.pid}}'}}, {TIMES}}}",
            ".command.check",
            "there is no service 'ap'",
            "did you mean api?",
        ),
        (
            f"{{command: 'a ${{env:NONE}}', {TIMES}}}",
            ".command",
            "the environment has no variable NONE",
            "set NONE before the run",
        ),
        # SQL.
        (f"{{sql: {{statements: [SELECT 1]}}, {TIMES}}}", ".sql.database", "this key is missing", None),
        (f"{{sql: {{database: '{URL}'}}, {TIMES}}}", ".sql.statements", "this key is missing", None),
        (
            f"{{sql: {{database: '{URL}', statements: []}}, {TIMES}}}",
            ".sql.statements",
            "the number of statements is 0",
            SUCH_SQL,
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [{', '.join(['a'] * 101)}]}}, {TIMES}}}",
            ".sql.statements",
            "the number of statements is 101",
            SUCH_SQL,
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a, ' ']}}, {TIMES}}}",
            ".sql.statements[1]",
            "the statement is empty, too long or has a NUL character",
            "write one of up to 10000 characters",
        ),
        (
            f"{{sql: {{database: '{URL}', statements: ['SELECT ${{env:PW}}']}}, {TIMES}}}",
            ".sql.statements[0]",
            "'SELECT ${env:PW}' has a gap, and statements are sent as they are",
            "write the text out; secrets go to the URL of the database",
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], sessions: 0}}, {TIMES}}}",
            ".sql.sessions",
            "0 is not from 1 to 1000",
            "give a number such as 50",
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], sessions: 1001}}, {TIMES}}}",
            ".sql.sessions",
            "1001 is not from 1 to 1000",
            "give a number such as 50",
        ),
        (
            f"{{sql: {{database: 'mariadb://u@127.0.0.1:3306', statements: [a]}}, {TIMES}}}",
            ".sql.database",
            "SQL is injected into PostgreSQL alone, not into MariaDB or MySQL",
            "write a URL with postgresql://, or a command with its undo",
        ),
        (
            f"{{sql: {{database: 'redis://127.0.0.1', statements: [a]}}, {TIMES}}}",
            ".sql.database",
            "this is not the URL of a PostgreSQL database",
            None,
        ),
        (
            f"{{sql: {{database: 'postgresql://u@127.0.0.1:5432', statements: [a]}}, {TIMES}}}",
            ".sql.database",
            "this is not the URL of a PostgreSQL database",
            None,
        ),
        (
            f"{{sql: {{database: 'postgresql://u:${{env:NONE}}@h/d', statements: [a]}}, {TIMES}}}",
            ".sql.database",
            "the environment has no variable NONE",
            "set NONE before the run",
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], expect: '5310'}}, {TIMES}}}",
            ".sql.expect",
            "'5310' is no SQLSTATE of an error",
            SUCH_ERROR,
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], expect: '00000'}}, {TIMES}}}",
            ".sql.expect",
            "'00000' is no SQLSTATE of an error",
            SUCH_ERROR,
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], expect: 53100}}, {TIMES}}}",
            ".sql.expect",
            "53100 is a number, which cannot stand here",
            'give a SQLSTATE in quotes, such as "53100"',
        ),
        (
            f"{{sql: {{database: '{URL}', statements: [a], expect: '53100', abandon: true}}, {TIMES}}}",
            ".sql.expect",
            "nobody hears the error of an abandoned statement",
            "leave out abandon, or leave out expect",
        ),
        # HTTP.
        (f"{{http: {{call: 'http://h:1/a'}}, {TIMES}}}", ".http", "nothing undoes the call", NO_UNDO),
        (f"{{http: {{call: 'http://h:1/a', undo: null}}, {TIMES}}}", ".http", "nothing undoes the call", NO_UNDO),
        (f"{{http: {{undo: none}}, {TIMES}}}", ".http.call", "this key is missing", None),
        (f"{{http: {{call: curl, undo: none}}, {TIMES}}}", ".http.call", "'curl' is no URL", SUCH_URL),
        (f"{{http: {{call: 'http://h:1/', undo: nothing}}, {TIMES}}}", ".http.undo", "'nothing' is no URL", SUCH_URL),
        (
            f"{{http: {{call: 'ftp://h/a', undo: none}}, {TIMES}}}",
            ".http.call",
            "'ftp://h/a' is not a method and an http or https URL",
            None,
        ),
        (
            f"{{http: {{call: 'BREW http://h:1/', undo: none}}, {TIMES}}}",
            ".http.call",
            "'BREW http://h:1/' is not a method and an http or https URL",
            "use GET, HEAD, POST, PUT, PATCH or DELETE before http:// or https://",
        ),
        (
            f"{{http: {{call: 'http://h:${{db.port}}/', undo: none}}, {TIMES}}}",
            ".http.call",
            "there is no service 'db'",
            "use api",
        ),
        (
            f"{{http: {{call: 'http://h:1/?t=${{env:PW}}', undo: none}}, {TIMES}}}",
            ".http.call",
            "the secret PW would be shown",
            None,
        ),
        # Pressure and network.
        (f"{{pressure: {{}}, {TIMES}}}", ".pressure", "there is no pressure on anything", "give cpu, memory or disk"),
        (
            f"{{pressure: {{cpu: 0}}, {TIMES}}}",
            ".pressure.cpu",
            "0 is not from 1 to 1024",
            "give a number of processes, such as 2",
        ),
        (f"{{pressure: {{memory: 1MB}}, {TIMES}}}", ".pressure.memory", "'1MB' has the unknown unit 'MB'", None),
        (
            f"{{network: {{link: api, cut: true}}, {TIMES}}}",
            ".network.link",
            "the service 'api' is no link",
            NO_LINK,
        ),
        (
            f"{{network: {{link: lag, cut: true}}, {TIMES}}}",
            ".network.link",
            "there is no link 'lag'",
            NO_LINK,
        ),
        # Times.
        ("{stop: api, for: 30s}", ".after", "this key is missing", SUCH_TIME),
        ("{stop: api, after: 2m}", ".for", "this key is missing", SUCH_TIME),
        ("{stop: api, after: 2m, for: null}", ".for", "nothing cannot stand here", SUCH_TIME),
        ("{stop: api, after: 2m, for: 0s}", ".for", "'0s' is not a time of whole seconds, 1s or more", None),
        ("{stop: api, after: 2m, for: 1.5s}", ".for", "'1.5s' is not a time of whole seconds, 1s or more", None),
        ("{stop: api, after: 2m, for: 25h}", ".for", "'25h' is more than 24h", "write a shorter time, such as 30s"),
        ("{stop: api, after: 120, for: 30s}", ".after", "120 is a number, which cannot stand here", SUCH_TIME),
        (f"{{stop: api, {TIMES}, repeat: 0}}", ".repeat", "0 is not from 1 to 100", "give one such as 3"),
        (f"{{stop: api, {TIMES}, repeat: 101}}", ".repeat", "101 is not from 1 to 100", "give one such as 3"),
        (
            f"{{stop: api, {TIMES}, every: 2m}}",
            ".every",
            "there is one occurrence, which nothing follows",
            "write repeat, or leave every out",
        ),
        (
            f"{{stop: api, {TIMES}, repeat: 2, every: 49s}}",
            ".every",
            "49s leave less than 20s between occurrences",
            "write 50s or more",
        ),
        (
            f"{{stop: api, {TIMES}, repeat: 2, every: 59s, undo_within: 30s}}",
            ".every",
            "59s leave less than 30s between occurrences",
            "write 1m or more",
        ),
        (f"{{stop: api, {TIMES}, undo_within: 2h}}", ".undo_within", "'2h' is not above 0 and at most 1h", None),
        (
            "{stop: api, after: 69s, for: 30s, methods: [soak]}",
            ".after",
            "29s of steady load in soak come before the first occurrence, and 30s are needed",
            "write 1m10s or more",
        ),
        (
            "{stop: api, after: 0s, for: 30s, methods: [load]}",
            ".after",
            "0s of steady load in load come before the first occurrence, and 30s are needed",
            "write 30s or more",
        ),
        (
            "{stop: api, after: 9m, for: 1m, methods: [load]}",
            ".for",
            "the occurrence ends at 10m, and has to end before the judged part of load, which ends at 10m",
            "begin earlier, shorten for, or hold the load for longer",
        ),
        (
            "{stop: api, after: 1m, for: 1m, repeat: 4, methods: [load]}",
            ".repeat",
            "the last occurrence ends at 11m, and has to end before the judged part of load, which ends at 10m",
            LONGER,
        ),
        # Methods.
        (
            f"{{stop: api, {TIMES}, methods: []}}",
            ".methods",
            "no method is named",
            "name one of soak, load, or leave methods out",
        ),
        (
            f"{{stop: api, {TIMES}, methods: [lod]}}",
            ".methods[0]",
            "there is no method 'lod'",
            "did you mean load?",
        ),
        (
            f"{{stop: api, {TIMES}, methods: [load, capacity]}}",
            ".methods[1]",
            f"capacity takes no injections: {SEARCHES}",
            "use soak, load",
        ),
        (
            f"{{stop: api, {TIMES}, methods: [smoke]}}",
            ".methods[0]",
            f"smoke takes no injections: {SEARCHES}",
            "use soak, load",
        ),
        (
            f"{{stop: api, {TIMES}, methods: [warm_up]}}",
            ".methods[0]",
            "there is no method 'warm_up'",
            "use soak, load",
        ),
        (
            f"{{stop: api, {TIMES}, methods: [plateaus]}}",
            ".methods[0]",
            "the study does not ask for plateaus",
            "add plateaus under methods, or leave it out here",
        ),
        (f"{{stop: api, {TIMES}, methods: [load, load]}}", ".methods[1]", "load is there twice", "keep it once"),
    ],
)
def test_one_fault(tmp_path: Path, written: str, key: str, message: str, cure: str | None) -> None:
    (found,) = faults_of(tmp_path, study_text(methods=METHODS, rest=f"injections:\n  one: {written}"))
    line, told, hint = found
    assert line == 16
    assert told.startswith(f"injections.one{key}: ")
    assert message in told
    assert cure in (None, hint)


def faults_of(directory: Path, text: str) -> list[tuple[int, str, str]]:
    (directory / "s.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(StudyFaults) as raised:
        load_study(directory / "s.yaml", environment=ENVIRONMENT)
    assert "hunter2" not in str(raised.value)
    return [(fault.line, fault.message, fault.cure) for fault in raised.value.faults]


def study_of(directory: Path, text: str, **chosen: object) -> Study:
    (directory / "s.yaml").write_text(text, encoding="utf-8")
    return load_study(directory / "s.yaml", environment=ENVIRONMENT, **chosen)  # type: ignore[arg-type]


def test_all_faults_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    injections = """\
injections:
  "a b": {stop: api, after: 2m, for: 30s}
  frozen:
    stop: app
    after: 10s
    for: 30s
  lag:
    network:
      link: api
      cut: true
      latency: 1s
      jitter: 2s
    after: 2m
    for: 30s
    repeat: 2
    every: 31s
"""
    found = faults_of(tmp_path, study_text(methods="  load: {rate: 100, hold: 10m}", rest=injections))
    assert [(line, told.partition(":")[0]) for line, told, _ in found] == [
        (13, "injections.a b"),
        (15, "injections.frozen.stop"),
        (16, "injections.frozen.after"),
        (20, "injections.lag.network.link"),
        (22, "injections.lag.network.latency"),
        (23, "injections.lag.network.jitter"),
        (27, "injections.lag.every"),
    ]


@pytest.mark.parametrize(
    ("methods", "fault"),
    [
        ("  capacity:", "the study asks for no method whose trials take injections"),
        ("  smoke:\n  confirm: {rate: 10}", "the study asks for no method whose trials take injections"),
    ],
)
def test_a_study_without_a_method_that_takes_them(tmp_path: Path, methods: str, fault: str) -> None:
    rest = f"injections:\n  one: {{stop: api, {TIMES}}}"
    ((_, told, cure),) = faults_of(tmp_path, study_text(methods=methods, rest=rest))
    assert told == f"injections.one: {fault}"
    assert cure == "ask for plateaus, soak, users or load under methods"


def test_more_injections_than_a_study_needs(tmp_path: Path) -> None:
    many = "".join(f"\n  i{number}: {{stop: api, {TIMES}}}" for number in range(101))
    found = faults_of(tmp_path, study_text(methods=METHODS, rest=f"injections:{many}"))
    assert found == [(15, "injections: the number of injections is 101", "keep to 100")]


@pytest.mark.parametrize(
    ("consent", "written", "key", "message"),
    [
        ("", "stop: 8080", "injections", "others run the services of this stand"),
        (", injections: false", "stop: 8080", "injections", "others run the services of this stand"),
        (", injections: true", "stop: api", "injections.one.stop", "the stand starts no service 'api'"),
        (", injections: true", "stop: 0", "injections.one.stop", "0 is no port"),
        (", injections: true", "stop: 65536", "injections.one.stop", "65536 is no port"),
        (", injections: true", "kill: api", "injections.one.kill", "cannot be started again here"),
        (", injections: true", "pressure: {cpu: 1}", "injections.one.pressure", "pressure needs the control group"),
        (", injections: true", "slowdown: 5%", "injections.one.slowdown", "only a simulated service"),
        (", injections: true", "network: {link: db, cut: true}", "injections.one.network.link", "no link 'db'"),
        (", injections: yes please", "stop: 8080", "stand.injections", "'yes please' is text"),
    ],
)
def test_what_others_run(tmp_path: Path, consent: str, written: str, key: str, message: str) -> None:
    ((_, told, cure),) = faults_of(tmp_path, EXTERNAL % (consent, written))
    assert told.startswith(f"{key}: ")
    assert message in told
    assert cure


@pytest.mark.parametrize(
    "written",
    [
        "command: a",
        "sql: {database: 'postgresql://u@h/d', statements: [SELECT 1]}",
        "http: {call: 'http://h:1/', undo: none}",
        "stop: api",
        "kill: api",
        "pressure: {cpu: 1}",
        "network: {link: a, cut: true}",
    ],
)
def test_a_simulated_service_takes_slowdown_alone(tmp_path: Path, written: str) -> None:
    ((line, told, cure),) = faults_of(tmp_path, SIMULATED % written)
    assert line == 6
    assert told == f"injections.one.{written.partition(':')[0]}: a simulated service takes no injection but slowdown"
    assert cure == "write slowdown: 20%, or run the study on a real service"


@pytest.mark.parametrize("text", [SIMULATED % "slowdown: 5%", study_text()])
def test_consent_is_for_services_of_others_alone(tmp_path: Path, text: str) -> None:
    before = "stand: {" if "stand: {" in text else "stand:\n"
    consent = "injections: true, " if before.endswith("{") else "  injections: true\n"
    ((_, told, cure),) = faults_of(tmp_path, text.replace(before, before + consent))
    assert told.startswith("stand.injections: only the services of driver external")
    assert cure == "leave it out"


def test_each_kind_is_resolved(tmp_path: Path) -> None:
    injections = f"""\
injections:
  noop: {{command: "true --pid ${{api.pid}}", {TIMES}}}
  noise: {{command: {{run: [noise, "a b"], undo: quiet, check: is-quiet}}, {TIMES}}}
  backlog: {{sql: {{database: "{URL}", statements: [SELECT 1, SELECT 2], sessions: 50, abandon: true}}, {TIMES}}}
  flag: {{http: {{call: "POST http://127.0.0.1:${{api.port}}/x", undo: "DELETE http://h:1/x"}}, {TIMES}}}
  kept: {{http: {{call: "http://h:1/x", undo: none, check: "HEAD http://h:1/x"}}, {TIMES}}}
  frozen: {{stop: api, {TIMES}}}
  gone: {{kill: api, {TIMES}}}
  heat: {{pressure: {{cpu: 2, memory: 200MiB, disk: 1GiB, service: api}}, {TIMES}}}
  warm: {{pressure: {{cpu: 1}}, {TIMES}}}
"""
    study = study_of(tmp_path, study_text(methods=METHODS, rest=injections))
    found = {one.name: one.problem for one in study.injections}
    url = ToggleKind.URL
    assert found == {
        "noop": CommandProblem(("true", "--pid", "${api.pid}")),
        "noise": CommandProblem(("noise", "a b"), ("quiet",), ("is-quiet",)),
        "backlog": SqlProblem(URL, ("SELECT 1", "SELECT 2"), 50, True),
        "flag": CallProblem(
            ToggleStep(url, ("POST", "http://127.0.0.1:${api.port}/x")), ToggleStep(url, ("DELETE", "http://h:1/x"))
        ),
        "kept": CallProblem(ToggleStep(url, ("GET", "http://h:1/x")), None, ToggleStep(url, ("HEAD", "http://h:1/x"))),
        "frozen": StopProblem("api"),
        "gone": KillProblem("api"),
        "heat": PressureProblem("api", 2, 200 << 20, 1 << 30),
        "warm": PressureProblem(None, 1),
    }


@pytest.mark.parametrize(
    ("written", "times"),
    [
        ("after: 70s, for: 1m", (70.0, 60.0, 1, 0.0, ("soak", "load"), 10.0)),
        ("after: 70s, for: 1m, repeat: 3", (70.0, 60.0, 3, 180.0, ("soak", "load"), 10.0)),
        ("after: 70s, for: 1m, repeat: 3, every: 80s", (70.0, 60.0, 3, 80.0, ("soak", "load"), 10.0)),
        ("after: 70s, for: 1s, repeat: 20", (70.0, 1.0, 20, 21.0, ("soak", "load"), 10.0)),
        ("after: 30s, for: 569s, methods: [load]", (30.0, 569.0, 1, 0.0, ("load",), 10.0)),
        (
            "after: 70s, for: 5s, repeat: 2, undo_within: 30s, methods: [load, soak]",
            (70.0, 5.0, 2, 35.0, ("soak", "load"), 30.0),
        ),
    ],
)
def test_times_and_their_defaults(tmp_path: Path, written: str, times: tuple[object, ...]) -> None:
    text = study_text(methods=METHODS, rest=f"injections:\n  one: {{stop: api, {written}}}")
    (one,) = study_of(tmp_path, text).injections
    assert (one.after_s, one.for_s, one.repeat, one.every_s, one.methods, one.undo_within_s) == times


@pytest.mark.parametrize(
    ("stages", "times", "fault"),
    [
        ("30s:100, 2m:100, 30s:0", "after: 60s, for: 30s", None),
        ("30s:100, 2m:100, 30s:0", "after: 59s, for: 30s", "after"),
        ("30s:100, 2m:100, 30s:0", "after: 2m, for: 30s", "for"),
        ("2m:100, 2m:100, 2m:200, 2m:200", "after: 150s, for: 1m, repeat: 2, every: 4m", None),
        ("2m:100, 2m:100, 2m:200, 2m:200", "after: 150s, for: 1m, repeat: 2, every: 2m", "after"),
        ("2m:100, 2m:100, 2m:200, 2m:200", "after: 150s, for: 2m", "after"),
        ("2m:100, 2m:100, 2m:200, 2m:200", "after: 380s, for: 1m", "after"),
    ],
)
def test_an_occurrence_is_in_one_held_stage(tmp_path: Path, stages: str, times: str, fault: str | None) -> None:
    text = study_text(methods=f"  load: {{stages: [{stages}]}}", rest=f"injections:\n  one: {{stop: api, {times}}}")
    if fault is None:
        assert len(study_of(tmp_path, text).injections) == 1
        return
    ((_, told, _),) = faults_of(tmp_path, text)
    assert told.startswith(f"injections.one.{fault}: ")


def test_stages_that_cannot_be_read_have_no_second_fault(tmp_path: Path) -> None:
    text = study_text(methods="  load: {stages: [30s:100, 5m:x]}", rest=f"injections:\n  one: {{stop: api, {TIMES}}}")
    ((_, told, _),) = faults_of(tmp_path, text)
    assert told.startswith("methods.load.stages[1]: ")


def test_the_tail_of_a_plateau_is_not_its_judged_part(tmp_path: Path) -> None:
    methods = "  plateaus: {rates: [100, 200], ramp: 1m, settle: 30s, hold: 5m, tail: 30s}"
    rest = "injections:\n  one: {stop: api, after: %s, for: 30s}"
    assert study_of(tmp_path, study_text(methods=methods, rest=rest % "2m")).injections[0].methods == ("plateaus",)
    for after, key in (("119s", "after"), ("5m", "for")):
        ((_, told, _),) = faults_of(tmp_path, study_text(methods=methods, rest=rest % after))
        assert told.startswith(f"injections.one.{key}: ")


def test_judged_parts_of_the_methods_that_take_injections() -> None:
    settings = {
        "plateaus": PlateausSettings((100.0,), ramp_s=60.0, settle_s=30.0, hold_s=300.0, tail_s=10.0),
        "soak": SoakSettings(100.0, ramp_s=30.0, settle_s=10.0, hold_s=600.0),
        "users": UsersSettings(10, ramp_s=100.0, hold_s=600.0),
        "load": HeldLoad(100.0, 60.0),
    }
    takers = [row for row in registry.METHODS if row.takes_injections]
    assert [row.name for row in takers] == list(settings)
    assert [row.steady_spans_s(settings[row.name], settings) for row in takers] == [
        ((90.0, 350.0),),
        ((40.0, 640.0),),
        ((120.0, 720.0),),
        ((0.0, 60.0),),
    ]
    stages = HeldLoad.of_stages([Stage(30.0, 9.0), Stage(60.0, 9.0)])
    assert registry.row_of("load").steady_spans_s(stages, {}) == ((30.0, 90.0),)


PRESETS = """\
presets:
  quick: {methods: {load: {hold: 1m}}}
  search: {only: [capacity]}
  long: {methods: {plateaus: {rates: [100]}}}
injections:
  one: {stop: api, after: 2m, for: 30s, methods: [load]}
  two: {stop: api, after: 13m, for: 30s, methods: [plateaus, soak]}
"""


def test_a_preset_has_the_injections_of_the_methods_that_it_runs(tmp_path: Path) -> None:
    text = study_text(methods=METHODS, rest=PRESETS)

    def chosen(preset: str | None, methods: tuple[str, ...] = ()) -> Mapping[str, tuple[str, ...]]:
        found = study_of(tmp_path, text, preset=preset, methods=methods).injections
        return {one.name: one.methods for one in found}

    assert chosen(None) == {"one": ("load",), "two": ("soak",)}
    assert chosen(None, ("soak",)) == {"two": ("soak",)}
    assert chosen("search") == {}
    assert chosen("long") == {"one": ("load",), "two": ("plateaus", "soak")}
    with pytest.raises(StudyFaults) as raised:
        chosen("quick")
    (fault,) = raised.value.faults
    assert fault.message.startswith("injections.one.for: the occurrence ends at 2m30s")


NAMED = """\
presets:
  quick: {methods: {load: {hold: 3m}}, injections: [one]}
  none: {methods: {load: {hold: 1m}}, injections: []}
injections:
  one: {stop: api, after: 2m, for: 30s, methods: [load]}
  two: {stop: api, after: 8m, for: 30s, methods: [load]}
"""


def test_a_preset_names_the_injections_that_fit_into_its_trials(tmp_path: Path) -> None:
    text = study_text(methods=METHODS, rest=NAMED)

    def chosen(preset: str | None) -> list[str]:
        return [one.name for one in study_of(tmp_path, text, preset=preset).injections]

    assert chosen(None) == ["one", "two"]
    assert chosen("quick") == ["one"]
    assert chosen("none") == []
    # Each preset is checked, whichever is chosen.
    with pytest.raises(StudyFaults) as raised:
        study_of(tmp_path, text.replace("injections: [one]", "injections: [one, onw, one, 7x]"))
    assert [(fault.message, fault.cure) for fault in raised.value.faults] == [
        ("presets.quick.injections[1]: there is no injection 'onw'", "did you mean one?"),
        ("presets.quick.injections[2]: 'one' is there twice", "keep it once"),
        ("presets.quick.injections[3]: there is no injection '7x'", "use one, two"),
    ]


def test_a_preset_names_the_alarms_that_fit_into_its_trials(tmp_path: Path) -> None:
    presets = "presets: {short: {methods: {load: {hold: 1m}}, only: [load], alarms: [quick]}}"
    alarms = 'alarms: {quick: "p99 > 1s for 10s", slow: "p99 > 1s for 5m"}'
    text = study_text(methods=METHODS, rest=f"{presets}\n{alarms}\n")

    def chosen(written: str, preset: str | None) -> list[str]:
        return [one.name for one in study_of(tmp_path, written, preset=preset).alarms]

    assert chosen(text, None) == ["quick", "slow"]
    assert chosen(text, "short") == ["quick"]
    assert chosen(text.replace("[quick]", "[]"), "short") == []
    with pytest.raises(StudyFaults) as raised:
        chosen(text.replace("alarms: [quick]", "starts: 2"), "short")
    assert [fault.message.partition(" is not shorter")[0] for fault in raised.value.faults] == ["alarms.slow: for 5m"]
    # A rule that is not evaluated is checked all the same.
    with pytest.raises(StudyFaults) as raised:
        chosen(text.replace("p99 > 1s for 5m", "p99 > 1 for 5m").replace("[quick]", "[quik]"), "short")
    assert sorted(fault.message.partition(":")[0] for fault in raised.value.faults) == [
        "alarms.slow",
        "presets.short.alarms[0]",
    ]


def test_faults_of_a_link(tmp_path: Path) -> None:
    stand = "services:\n  db: {command: db}\n  lag: {link: '127.0.0.1:${db.port}'}"
    plain = study_text(methods=METHODS).replace("  services:", "\n".join(f"  {line}" for line in stand.splitlines()))

    def found(written: str, link: str = "lag") -> list[tuple[str, str]] | tuple[Injection, ...]:
        text = f"{plain}injections:\n  one: {{network: {{link: {link}, {written}}}, {TIMES}}}\n"
        (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
        try:
            return load_study(tmp_path / "s.yaml", environment=ENVIRONMENT).injections
        except StudyFaults as error:
            return [(fault.message, fault.cure) for fault in error.faults]

    assert found("latency: 100ms, jitter: 20ms, bandwidth: 1MiB") == (
        Injection(
            "one",
            NetworkProblem("lag", 0.1, 0.02, 2.0**20),
            120.0,
            30.0,
            methods=("soak", "load"),
        ),
    )
    assert isinstance(found("cut: true"), tuple)
    assert isinstance(found("reset: true"), tuple)
    at = "injections.one.network"
    assert found("cut: true", "db") == [(f"{at}.link: the service 'db' is no link", "use lag")]
    assert found("cut: true", "lags") == [(f"{at}.link: there is no link 'lags'", "did you mean lag?")]
    keys = "give latency, jitter, bandwidth, cut or reset"
    assert found("cut: false") == [(f"{at}: the link has no fault", keys)]
    assert found("jitter: 1s") == [
        (f"{at}.jitter: the jitter of 1s is more than the latency", "write latency: 1s or more")
    ]
    assert found("latency: 0s") == [
        (f"{at}.latency: '0s' is not above 0 and at most 1h", "write a duration such as 10s")
    ]
    no_effect = "has no effect on a link with cut, which passes no byte on"
    assert found("cut: true, reset: true, latency: 1s") == [
        (f"{at}.reset: reset {no_effect}", "keep one of cut and reset"),
        (f"{at}.latency: latency {no_effect}", "keep one of cut and latency"),
    ]


def test_a_simulated_service_and_one_of_others(tmp_path: Path) -> None:
    (one,) = study_of(tmp_path, SIMULATED % "slowdown: 0%").injections
    assert one.problem == SlowdownProblem(0.0)
    (other,) = study_of(tmp_path, EXTERNAL % (", injections: true", "stop: 8080")).injections
    assert other.problem == StopProblem(None, 8080)
