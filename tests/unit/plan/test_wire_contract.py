"""The plan on the wire: the engine knows every key of it, every kind it knows is written, and no key has changed."""

import copy
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof._engine import Generator
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.rate import Arrivals
from loadproof.model.scenario import Users
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.engine_plan import engine_plan, simulated_plan, trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.study.load import load_profile
from loadproof.study.load_study import load_study

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden_plan.json"
SPECS = (
    ROOT / "crates/loadproof-scenario/src/spec.rs",
    ROOT / "crates/loadproof-engine/src/plan.rs",
    ROOT / "crates/loadproof-simulate/src/spec.rs",
)
NOT_WRITTEN = {"present"}
"""A demand that is there of itself: a check of one without a part has nothing to check."""
PROFILE = """\
timeout: 7s
variables: {key: k, token: null}
cookies: true
feeders:
  ids: {csv: ids.csv, order: shuffled}
  rows: {csv: ids.csv}
  any: {range: -9-9, order: random}
  account: {range: 1-5, order: unique}
  id: {uuid: v4}
  now: {timestamp: iso8601}
  at: {timestamp: unix_ms}
  word: {random_string: 8-16, alphabet: abc}
  price: {random_number: 0.50-99.99}
operations:
  login:
    request: POST /login/${account}
    headers: {X-Key: "${key}"}
    body_file: login.json
    extract: {token: {json: $.token}, sid: {cookie: sid, default: none}, n: {regex: "id=(.)"}, h: {header: Location}}
    check:
      a: {json: $.id}
      b: {json: $.state, equals: "${key}"}
      c: {size: <10KB}
      d: {time: 1ms-200ms}
      e: {contains: Hello}
      f: {json: $.error, absent: true}
      g: {json: $.count, at_least: 1}
      h: {json: $.name, matches: x+}
  get:
    {request: "GET /${ids.id*3}/${id}?t=${now}${at}", body: "${word} ${price}", expect: [2xx, 404], timeout: 250ms,
     apdex: {target: 50ms}}
  form: {request: POST /form, multipart: [{name: a, text: "${word}"}, {name: f, file: login.json}]}
flows:
  look: {weight: 2, steps: [get]}
  buy:
    after_failure: go on
    apdex: {target: 500ms}
    before: [login, think: 1s]
    steps:
    - login
    - think: 1s
    - repeat: 2-3
      steps: [get, think: 1s-2s]
    - while: {variable: token, equals: x}
      at_most: 9
      steps: [login, set: {token: "${word}"}, think: {exponential: 1s}]
    - if: {variable: token}
      steps: [next: ids, think: {normal: {mean: 2s, deviation: 300ms}}]
      else: [get]
    - if: {chance: 30%}
      steps: [think: {lognormal: {median: 1s, sigma: 0.5}}]
users:
  u: {flow: buy, count: 5, ramp: 30s, spread: 5s, pacing: {exponential: 10s}, iterations_per_session: 5}
"""
STUDY = """\
name: s
stand:
  driver: simulate
  simulated:
    workers: 4
    service_time: {exponential: 5ms}
    seed: 3
    queue: 9
    operations: {get: {service_time: {log_normal: {mean: 2ms, sigma: 0.5}}, errors: 1%}, put: {service_time: 1ms}}
    network: 100us
    connect: 1ms
    connections: 1000
    warm_up: {factor: 2, decay: 30s}
    pauses: [{every: 10s, lasts: 1s, random: true}]
    contention: {serial: 0.02, coherence: 0.0005}
    background: {every: 10s, lasts: 1s, slowdown: 2}
    neighbour: {busy: 10s, quiet: 20s, slowdown: 1.5}
    modulation: {coefficient: 0.9, deviation: 0.2, every: 2s}
    drift: {per_hour: 10%}
    errors: {share: 5%, status: 503, above: 900, from: 10m}
    memory:
      {base: 256MiB, limit: 1GiB, garbage_per_call: 20KiB, leak_per_call: 100B, leak_per_second: 10KiB, collect: 64MiB,
       pause_per_live_mib: 100us}
    death: 20m
variants:
  all: {}
  two: {simulated: {service_time: {two_point: {low: 1ms, high: 9ms, high_share: 5%}}}}
  heavy: {simulated: {service_time: {pareto: {least: 1ms, shape: 2.5}}}}
profile: {operations: {get: {request: GET /, rate: 70}, put: {request: PUT /, rate: 30}}}
slo: [p99<200ms]
methods: {load: {rate: 2N}}
"""


@pytest.fixture
def plans(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A plan of every kind by name, with the directory of the test in the place of its files."""
    monkeypatch.chdir(tmp_path)
    Path("ids.csv").write_text("id\n1\n2\n")
    Path("login.json").write_text("{}")
    Path("p.yaml").write_text(PROFILE)
    Path("s.yaml").write_text(STUDY)
    settings = LoadSettings(seed=7)
    real = {
        "sockets": Endpoint(("127.0.0.1:9", "[::1]:9"), "localhost:9"),
        "unix": Endpoint((), "localhost", "/a.sock"),
        "tls": Endpoint(("127.0.0.1:9",), "localhost:9", None, "localhost"),
    }
    profile = load_profile("p.yaml")
    made: dict[str, Any] = {name: engine_plan(profile, at, settings, [200.0, 0.5]) for name, at in real.items()}
    replicated = replace(real["sockets"], replicas=(real["tls"],))
    made["replicas"] = engine_plan(profile, replicated, settings, [200.0], ("api-1", "api-2"))
    study = load_study("s.yaml", environment={})
    for variant in study.variants:
        assert variant.stand.simulated is not None
        simulated = Endpoint((), "simulated", simulated=simulated_plan(variant.stand.simulated, study.seed))
        made[variant.name] = engine_plan(study.profile, simulated, settings, [200.0])
    return made


def trials() -> list[dict[str, Any]]:
    """As many calls as can be, none by rate, and a rate with a ramp before it."""
    planned = [Trial(Purpose.LOAD, rate, 30.0, ramp_from=2.0, ramp_s=3.0) for rate in (None, 0.0, 5.0)]
    made = [trial_plan(trial, 2, LoadSettings(seed=7), 11.0) for trial in planned]
    users = Trial(Purpose.LOAD, 5.0, 30.0, ramp_s=3.0, users=4)
    kinds = [Users(name, "buy", 0, 0.0, 0.0, None, None, share) for name, share in (("a", 0.7), ("b", 0.3))]
    made.append(trial_plan(users, 2, LoadSettings(seed=7), 11.0, kinds))
    return [*made, trial_plan(planned[-1], 3, LoadSettings(Arrivals.CONSTANT, seed=7), 11.0)]


def parts(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], dict[str, Any]]]:
    """Every mapping inside `value` with its path."""
    if isinstance(value, dict):
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from parts(part, (*path, key))


def read(plan: Any) -> None:
    Generator(json.dumps(plan)).close()


def test_the_engine_reads_what_is_written(plans: dict[str, Any]) -> None:
    for plan in plans.values():
        read(plan)


def test_no_key_and_no_number_has_changed(plans: dict[str, Any], tmp_path: Path) -> None:
    """A plan is stored with its run: one of before is read by the engine of today."""
    targets = {name: plan["target"] for name, plan in plans.items()}
    made = {"plan": plans["sockets"], "targets": targets, "trials": trials()}
    shown = json.loads(json.dumps(made).replace(str(tmp_path), "/here"))
    assert shown == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_mapping_of_a_plan_is_one_that_the_engine_knows(plans: dict[str, Any]) -> None:
    for name, plan in plans.items():
        for path, _ in parts(plan):
            if path[-1:] == ("operations",) and "simulate" in path:
                continue  # Names of operations, which are free.
            more = copy.deepcopy(plan)
            place = more
            for part in path:
                place = place[part]
            place["no_such_key"] = {}
            with pytest.raises(Exception, match=r"no_such_key|expected|one of|variant"):
                read(more)
            assert more != plan, (name, path)


def test_every_key_and_kind_that_the_engine_names_is_written(plans: dict[str, Any]) -> None:
    """Fields and variants of its specs, as serde names them."""
    text = json.dumps([plans, trials()])
    for place in SPECS:
        named = re.sub(r"//.*", "", place.read_text(encoding="utf-8").split("#[cfg(test)]")[0])
        specs = re.findall(r"#\[derive\([^)]*Deserialize\)\](.*?)\n\}", named, re.DOTALL)
        assert specs, place
        for spec in specs:
            fields = re.findall(r"^\s+(?:pub )?([a-z][a-z0-9_]*): ", spec, re.MULTILINE)
            variants = re.findall(r"^    ([A-Z][A-Za-z0-9]*)", spec, re.MULTILINE) if "pub enum" in spec else []
            kinds = {re.sub(r"(?<!^)(?=[A-Z])", "_", kind).lower() for kind in variants}
            missing = [name for name in {*fields, *kinds} - NOT_WRITTEN if f'"{name}"' not in text]
            assert missing == [], (place.name, missing)
