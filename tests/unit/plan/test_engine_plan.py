"""The plan that the engine takes: the engine itself reads it, and what is stored of it has no secret."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof._engine import Generator
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.profile import Profile
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.engine_plan import engine_plan, trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.run.row_description import described_rows
from loadproof.study.load import load_profile
from loadproof.study.secret import profile_with_secrets

ENDPOINT = Endpoint(("127.0.0.1:9", "[::1]:9"), "localhost:9")
SECRET = "hunter2"  # noqa: S105 - a secret of the test alone
TEXT = """\
auth: {basic: {user: bob, password: "${env:PLAN_SECRET}"}}
variables: {key: "k-${env:PLAN_SECRET}", token: null}
cookies: true
feeders:
  ids: {csv: ids.csv, order: shuffled}
  account: {range: 1-5, order: unique}
  id: {uuid: v4}
  now: {timestamp: iso8601}
  word: {random_string: 8-16, alphabet: abc}
  price: {random_number: 0.50-99.99}
operations:
  login:
    request: POST /login/${account}
    body_file: login.json
    extract: {token: {json: $.token}, sid: {cookie: sid, default: none}, n: {regex: 'id=(.)'}, h: {header: Location}}
    check:
      a: {json: $.id}
      b: {json: $.state, equals: "${key}"}
      c: {size: <10KB}
      d: {time: <200ms}
      e: {matches: Hello}
      f: {json: $.error, absent: true}
      g: {json: $.count, at_least: 1}
  get: {request: "GET /${ids.id*3}/${id}?t=${now}", auth: {bearer: "${token}"}, body: "${word} ${price}"}
  open: {request: GET /, headers: {X-Key: "${env:PLAN_SECRET}"}}
flows:
  buy:
    after_failure: go on
    steps:
    - login
    - think: 1s
    - repeat: 3
      steps: [get, think: 1s-2s]
    - while: {variable: token, equals: x}
      at_most: 9
      steps: [login, set: {token: "${word}"}, think: {exponential: 1s}]
    - if: {variable: token, absent: true}
      steps: [next: ids, think: {normal: {mean: 1s, deviation: 1s}}]
      else: [get, open]
    - if: {chance: 30%}
      steps: [think: {lognormal: {median: 1s, sigma: 0.5}}]
users:
  u: {flow: buy, count: 5, ramp: 30s, spread: 5s, pacing: {exponential: 10s}, iterations_per_session: 5}
"""


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Profile:
    monkeypatch.setenv("PLAN_SECRET", SECRET)
    (tmp_path / "ids.csv").write_text("id\n1\n2\n")
    (tmp_path / "login.json").write_text("{}")
    (tmp_path / "p.yaml").write_text(TEXT)
    return load_profile(tmp_path / "p.yaml")


def test_the_engine_reads_every_part_of_a_scenario(profile: Profile) -> None:
    sent = profile_with_secrets(profile, {"PLAN_SECRET": SECRET})
    plan = engine_plan(sent, ENDPOINT, LoadSettings(), [200.0])
    assert SECRET in json.dumps(plan)
    Generator(json.dumps(plan)).close()


def test_what_is_stored_has_no_secret(profile: Profile) -> None:
    text = json.dumps(engine_plan(profile, ENDPOINT, LoadSettings(), [200.0]))
    assert SECRET not in text
    assert "k-${env:PLAN_SECRET}" in text
    assert "Basic ***" in text


def test_targets(profile: Profile, tmp_path: Path) -> None:
    def target(endpoint: Endpoint) -> object:
        return engine_plan(profile, endpoint, LoadSettings(), [])["target"]

    assert target(ENDPOINT) == {"addresses": ["127.0.0.1:9", "[::1]:9"], "host": "localhost:9"}
    assert target(Endpoint((), "localhost", "/a.sock")) == {"addresses": [], "host": "localhost", "unix": "/a.sock"}
    tls = {"server_name": "h", "authorities": [], "insecure": False}
    assert target(Endpoint(("1.2.3.4:5",), "h:5", None, "h")) == {"addresses": ["1.2.3.4:5"], "host": "h:5", "tls": tls}
    profile = replace(profile, tls=replace(profile.tls, server_name="other", authorities=(tmp_path / "ca.pem",)))
    asked = target(Endpoint(("1.2.3.4:5",), "h:5", None, "h"))
    assert isinstance(asked, dict)
    assert asked["tls"]["server_name"] == "other"
    assert asked["tls"]["authorities"] == [str(tmp_path / "ca.pem")]


@pytest.mark.parametrize(("rate", "arrivals"), [(0.0, "poisson"), (5.0, "poisson"), (None, "saturate")])
def test_a_rate_of_0_is_a_schedule_in_which_nothing_is_due(rate: float | None, arrivals: str) -> None:
    plan = trial_plan(Trial(Purpose.LOAD, rate, 3.0), 1, LoadSettings(), 1.0)
    assert plan["arrivals"] == arrivals
    assert plan["segments"] == [{"from_per_s": rate or 0.0, "to_per_s": rate or 0.0, "duration_ns": 3_000_000_000}]


@pytest.mark.parametrize(("purpose", "in_turn"), [(Purpose.SMOKE, True), (Purpose.LOAD, False), (Purpose.SOAK, False)])
def test_a_smoke_test_calls_operations_in_turn(purpose: Purpose, in_turn: bool) -> None:
    assert trial_plan(Trial(purpose, 5.0, 3.0), 1, LoadSettings(), 1.0)["in_turn"] is in_turn


def test_flows_follow_the_operations_in_the_description(profile: Profile) -> None:
    rows = described_rows(profile)
    assert [row.name for row in rows] == ["login", "get", "open", "buy"]
    assert rows[0].request == "POST /login/${account}"
    assert rows[-1].request == "login, get ×3, login ×0-9, (get, open or nothing)"
