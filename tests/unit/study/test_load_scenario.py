"""Flows, users, checks, feeders, auth and TLS of a profile, as they are resolved."""

from collections.abc import Callable
from pathlib import Path

from loadproof.model.pause import Pause, PauseKind
from loadproof.model.profile import (
    BasicAuth,
    FeederOrder,
    Profile,
    RandomNumberFeeder,
    RandomStringFeeder,
    RangeFeeder,
    TimestampFeeder,
    TimestampFormat,
    Tls,
)
from loadproof.model.scenario import (
    Branch,
    Call,
    Chance,
    Check,
    Demand,
    DemandKind,
    Extract,
    FileBody,
    Flow,
    FormBody,
    Loop,
    NextValue,
    Repeat,
    SetVariable,
    Subject,
    SubjectKind,
    Think,
    Users,
    Variable,
    VariableCondition,
)
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study
from loadproof.study.secret import profile_with_secrets

Load = Callable[..., Profile]
ROOT = Path(__file__).parents[3]
OPERATIONS = "operations: {get: {request: GET /}, poll: {request: GET /p, extract: {state: {json: $.s}}}}\n"
FULL = """\
target: https://shop.local:8443
tls: {ca: ca.pem, server_name: other.local}
variables: {tenant: acme, token: null}
cookies: true
auth: {bearer: "${token}"}
feeders:
  ids: {csv: ids.csv, order: shuffled}
  accounts: {range: 1-5, order: unique}
  now: {timestamp: unix_ms}
  word: {random_string: 8-16, alphabet: abc}
  price: {random_number: 0.50-99.99}
operations:
  login:
    request: POST /login
    auth: none
    body_file: login.json
    extract:
      token: {json: $.token}
      sid: {cookie: sid, default: none}
      place: {header: Location}
      id: {regex: 'id=(\\d+)'}
    check:
      has_id: {json: $.id}
      state: {json: $.state, equals: "${tenant}"}
      small: {size: <10KB}
      quick: {time: 1ms-200ms}
      greeting: {contains: Hello}
      gone: {json: $.error, absent: true}
      few: {json: $.count, at_least: 1, at_most: 3}
    tags: {team: checkout}
  get: {request: "GET /${ids.id}/${accounts}/${id}?t=${now}"}
  health: {request: GET /healthz, weight: 3, auth: none}
flows:
  buy:
    after_failure: go on
    slo: p99<3s
    steps:
    - login
    - think: 1s
    - repeat: 2-5
      steps: [get, think: 500ms-1s]
    - while: {variable: state, equals: pending}
      at_most: 10
      steps: [get, set: {state: "${word}"}]
    - if: {chance: 30%}
      steps: [next: ids]
      else: [think: {lognormal: {median: 2s, sigma: 0.5}}]
users:
  shoppers: {flow: buy, count: 5, ramp: 30s, spread: 5s, pacing: {exponential: 10s}, iterations_per_session: 5}
"""


def test_a_form_with_files_and_headers_of_one_name(load: Load, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\xff")
    profile = load(
        """
feeders: {ids: {range: 1-9}}
operations:
  post:
    request: POST /
    headers: {A: ["1", "${ids}"], B: "", C: c}
    multipart:
    - {name: 'a"${', text: "${ids}"}
    - {name: f, file: a.bin}
    - {name: g, file: a.bin, filename: "", type: image/png}
"""
    )
    (post,) = profile.operations
    body = post.body
    assert isinstance(body, FormBody)
    assert post.headers == (
        ("A", "1"),
        ("A", "${ids}"),
        ("B", ""),
        ("C", "c"),
        ("Content-Type", body.media_type),
    )
    line = f"--{body.media_type.partition('boundary=')[2]}"
    assert body.pieces == (
        f'{line}\r\nContent-Disposition: form-data; name="a%22$${{"\r\n\r\n',
        "${ids}",
        f'\r\n{line}\r\nContent-Disposition: form-data; name="f"; filename="a.bin"\r\n'
        "Content-Type: application/octet-stream\r\n\r\n",
        FileBody(tmp_path / "a.bin"),
        f'\r\n{line}\r\nContent-Disposition: form-data; name="g"\r\nContent-Type: image/png\r\n\r\n',
        FileBody(tmp_path / "a.bin"),
        f"\r\n{line}--\r\n",
    )


def test_everything_of_a_scenario_is_resolved(load: Load, tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("-----BEGIN CERTIFICATE-----\n")
    (tmp_path / "login.json").write_text("{}")
    profile = load(FULL)
    assert profile.tls == Tls((tmp_path / "ca.pem",), False, "other.local")
    assert profile.variables == tuple(
        Variable(name, "acme" if name == "tenant" else None)
        for name in ("tenant", "token", "id", "place", "sid", "state")
    )
    assert profile.cookies
    assert profile.feeders[1:] == (
        RangeFeeder("accounts", 1, 5, FeederOrder.UNIQUE),
        TimestampFeeder("now", TimestampFormat.UNIX_MS),
        RandomStringFeeder("word", 8, 16, "abc"),
        RandomNumberFeeder("price", 0.5, 99.99, 2),
    )
    login, get, health = profile.operations
    assert [one.weight for one in profile.operations] == [0, 0, 3]
    assert login.body == FileBody(tmp_path / "login.json")
    assert (login.headers, get.headers, health.headers) == ((), (("Authorization", "Bearer ${token}"),), ())
    assert login.tags == (("team", "checkout"),)
    assert login.extracts[1] == Extract("sid", Subject(SubjectKind.COOKIE, "sid"), "none")
    json = SubjectKind.JSON
    assert login.checks == (
        Check("has_id", Subject(json, "$.id"), Demand(DemandKind.PRESENT)),
        Check("state", Subject(json, "$.state"), Demand(DemandKind.EQUALS, "${tenant}")),
        Check("small", Subject(SubjectKind.SIZE), Demand(DemandKind.BETWEEN, most=10_000.0)),
        Check("quick", Subject(SubjectKind.TIME), Demand(DemandKind.BETWEEN, least=1.0, most=200.0)),
        Check("greeting", Subject(SubjectKind.BODY), Demand(DemandKind.CONTAINS, "Hello")),
        Check("gone", Subject(json, "$.error"), Demand(DemandKind.ABSENT)),
        Check("few", Subject(json, "$.count"), Demand(DemandKind.BETWEEN, least=1.0, most=3.0)),
    )
    pending = VariableCondition("state", Demand(DemandKind.EQUALS, "pending"))
    assert profile.flows == (
        Flow(
            "buy",
            0.0,
            (
                Call("login"),
                Think(Pause(PauseKind.CONSTANT, 1.0)),
                Repeat(2, 5, (Call("get"), Think(Pause(PauseKind.UNIFORM, 0.5, 1.0)))),
                Loop(pending, 10, (Call("get"), SetVariable("state", "${word}"))),
                Branch(Chance(0.3), (NextValue("ids"),), (Think(Pause(PauseKind.LOGNORMAL, 2.0, 0.5)),)),
            ),
            True,
        ),
    )
    assert profile.users == (Users("shoppers", "buy", 5, 30.0, 5.0, Pause(PauseKind.EXPONENTIAL, 10.0), 5),)
    assert [slo.text for slo in profile.slos] == ["errors<1%", "rate±5%", "buy:p99<3s"]
    assert not profile.users_alone


def test_weights_of_what_is_not_written(load: Load) -> None:
    flows = "flows: {a: {steps: [get]}, b: {steps: [get]}}\n"
    users = "users: {u: {flow: b, count: 1}}\n"
    profile = load(OPERATIONS + flows + users)
    assert [one.weight for one in profile.operations] == [0, 1]
    assert [one.weight for one in profile.flows] == [1, 0]
    rated = load(
        "operations: {get: {request: GET /}, put: {request: PUT /, rate: 5}}\nflows: {a: {steps: [get], rate: 2.5}}\n"
    )
    assert [one.weight for one in rated.operations] == [0, 5]
    assert [one.weight for one in rated.flows] == [2.5]
    assert rated.base_rate == 7.5


def test_users_alone(load: Load) -> None:
    text = "operations: {get: {request: GET /}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}\n"
    profile = load(text)
    assert profile.users_alone
    assert profile.base_rate is None


def test_the_default_alphabet_is_letters_and_digits(load: Load) -> None:
    (feeder,) = load("feeders: {word: {random_string: 12}}\n" + OPERATIONS).feeders
    assert isinstance(feeder, RandomStringFeeder)
    assert (feeder.shortest, feeder.longest) == (12, 12)
    assert len(set(feeder.alphabet)) == 62


def test_who_asks_may_be_a_secret_of_the_environment(load: Load) -> None:
    profile = load(
        "auth: {basic: {user: '${env:HOME}', password: '${env:HOME}'}}\noperations: {get: {request: GET /}}\n"
    )
    assert profile.operations[0].basic == BasicAuth("${env:HOME}", "${env:HOME}")


def test_secrets_are_put_in_last_and_stand_nowhere_else(load: Load, tmp_path: Path) -> None:
    profile = load(
        "variables: {key: 'k-${env:HOME}'}\n"
        "auth: {basic: {user: bob, password: '${env:HOME}'}}\n"
        "operations: {get: {request: 'GET /${key}'}}\n"
    )
    (get,) = profile.operations
    assert (get.headers, get.basic) == ((), BasicAuth("bob", "${env:HOME}"))
    sent = profile_with_secrets(profile, {"HOME": "Aladdin ${x}"})
    # printf 'bob:Aladdin ${x}' | base64
    assert sent.operations[0].headers == (("Authorization", "Basic Ym9iOkFsYWRkaW4gJHt4fQ=="),)
    assert sent.operations[0].basic is None
    assert sent.variables == (Variable("key", "k-Aladdin ${x}"),)


def test_a_study_of_users_alone_has_a_load_without_a_rate(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(
        "name: s\nstand: {target: 'unix:/run/app.sock'}\n"
        "profile: {operations: {get: {request: GET /}}, flows: {a: {steps: [get]}}, users: {u: {flow: a, count: 3}}}\n"
        "methods: {load: {hold: 5s}}\n"
    )
    study = load_study(tmp_path / "s.yaml")
    assert study.methods.load is not None
    assert (study.methods.load.rate, study.methods.load.hold_s) == (0.0, 5.0)


def test_the_example_loads() -> None:
    study = load_study(ROOT / "studies/scenario/study.yaml", preset="smoke")
    assert [flow.name for flow in study.profile.flows] == ["edit"]
    assert [one.weight for one in study.profile.operations] == [0, 0, 0, 90]


def test_the_old_example_still_loads() -> None:
    assert load_profile(ROOT / "studies/status.profile.yaml").flows == ()
