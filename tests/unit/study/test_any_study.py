"""Whatever a study file says, the loader ends in a Study or in StudyFaults with a place for each."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from loadproof.errors import Fault, StudyFaults
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

from .test_any_text import SCALARS, TOKENS, written

ROOT = Path(__file__).parents[3]
STATUS = (ROOT / "studies/status-sqlite.yaml").read_text(encoding="utf-8")
FULL = """\
name: all
stand:
  driver: process
  target: http://127.0.0.1:${api.port}
  placement: shared
  reset:
  - rm -rf '${workspace}/data'
  - [touch, "${workspace}/a b"]
  services:
    db: {command: [db, "${port}"], ready: {line: ready}, port: 5432}
    api:
      command: api --db ${db.port} --token ${env:TOKEN}
      prepare: ["api migrate"]
      environment: {PORT: "${port}", TOKEN: "${env:TOKEN}"}
      ready: {command: "api check", within: 30s}
      limits: {cpus: 1.5, memory: 512MiB}
      after: [db]
      stop_within: 5s
variants:
  base: {}
  large: {placement: apart, services: {api: {command: api2, limits: {memory: 1GiB}, environment: {A: b}}}}
profile:
  operations:
    get: {rate: 70, request: GET /, headers: {Authorization: "Bearer ${env:TOKEN}"}, slo: [p95<20ms]}
    put: {rate: 30.5, request: PUT /}
slo: [p99<50ms, "get:errors<2%"]
methods:
  plateaus: {rates: [1N, 400], ramp: 5s, hold: 30s, settle: 5s, tail: 5s}
  capacity: {start_rate: 1N, max_rate: 5000, precision: 5%, hold: 12s, settle: 2s, confirm_hold: 20s, budget: 30m}
  confirm: {rate: 0.5N, ramp: 5s, hold: 20s}
  soak: {share: 70%, ramp: 5s, settle: 5s, hold: 90s}
  load: {rate: max, hold: 5s}
presets:
  smoke: {methods: {soak: {hold: 95s}}, limits: {api: {cpus: 1}}}
  quick: {starts: 2, pause: 2s, only: [capacity, soak], environment: {api: {B: c}}}
starts: 3
pause: 10s
probes:
  host: false
  prometheus:
    api: {url: "http://127.0.0.1:${api.port}/metrics", series: {a: {metric: b_total, labels: {c: d}, rate: true}}}
  postgres: {db: {url: "postgresql://u:${env:TOKEN}@127.0.0.1:${api.port}/d"}}
alarms:
  sessions: "postgres:db sessions_active > 40 for 5s"
  slow: {rule: "p99 of get over 5s > 1s for 2s", keep_firing_for: 1m, stop: true, prometheus: up}
injections:
  frozen: {stop: db, after: 60s, for: 5s, repeat: 2, every: 25s, methods: [soak], undo_within: 5s}
  backlog:
    sql:
      database: postgresql://u:${env:TOKEN}@127.0.0.1:${db.port}/d
      statements: [SELECT 1]
      sessions: 3
      abandon: true
    after: 50s
    for: 10s
    methods: [soak]
  off: {http: {call: "POST http://127.0.0.1:${api.port}/off", undo: none}, after: 1m, for: 2s, methods: [soak]}
  noise: {command: {run: noise, undo: [quiet, "${api.pid}"]}, after: 1m, for: 2s, methods: [soak]}
  heat: {pressure: {cpu: 2, memory: 1GiB, service: api}, after: 1m, for: 2s, methods: [soak]}
arrivals: constant
connections: 10
seed: 2
"""
ENVIRONMENT = {"TOKEN": "hunter2"}
MORE_TOKENS = sorted(
    {*TOKENS, *FULL.replace("\n", " ").split(" "), "${", "}", "$${", "'", "injections:", "alarms: {a: p99 > 1s}"}
)


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "status.ids.csv").write_text("id\n1\n2\n")
        yield Path(name)


def check(directory: Path, content: bytes, preset: str | None = None) -> Study | None:
    path = directory / "s.yaml"
    path.write_bytes(content)
    faults: tuple[Fault, ...] = ()
    study = None
    try:
        study = load_study(path, preset=preset, environment=ENVIRONMENT)
    except StudyFaults as error:
        faults = error.faults
    breaks = (b"\n", b"\r", "\x85".encode(), "\u2028".encode(), "\u2029".encode())
    lines = 1 + sum(map(content.count, breaks))
    assert (study is None) == (len(faults) > 0)
    for fault in faults:
        # A profile: FILE that names another file may have faults of its own lines there.
        assert fault.line >= 1
        assert fault.file != str(path) or fault.line <= lines
        assert fault.file
        assert fault.message
        assert fault.cure
        assert "hunter2" not in str(fault)
    return study


def test_the_texts_that_are_mutated_are_valid(directory: Path) -> None:
    assert check(directory, FULL.encode(), "smoke") is not None
    assert check(directory, STATUS.encode(), "smoke") is not None


@settings(max_examples=150, deadline=None)
@given(
    text=st.sampled_from((STATUS, FULL)),
    start=st.integers(0, len(FULL)),
    length=st.integers(0, 40),
    token=st.sampled_from(MORE_TOKENS) | st.text(max_size=5),
)
def test_any_mutation_of_a_valid_study(directory: Path, text: str, start: int, length: int, token: str) -> None:
    check(directory, (text[:start] + token + text[start + length :]).encode(errors="surrogatepass"))


@settings(max_examples=60, deadline=None)
@given(
    content=st.binary(max_size=200) | st.lists(st.sampled_from(MORE_TOKENS), max_size=40).map(" ".join).map(str.encode)
)
@example(content=b"profile: s.yaml\n")
def test_any_text(directory: Path, content: bytes) -> None:
    check(directory, content)


WORDS = """
    name stand variants profile slo methods presets probes arrivals connections seed injections alarms driver target
    services reset placement command prepare environment ready limits after port directory stop_within http tcp line
    within cpus memory capacity confirm soak load rate share hold ramp settle start_rate precision prometheus url
    series metric labels operations feeders columns starts pause only rates tail
    base_rate weight request headers body expect str int list ProfileSpec api
    per scale postgres stop kill sql statements sessions abandon pressure disk network link cut slowdown for repeat
    every undo call frozen soak
"""
KEYS = st.sampled_from(re.findall(r"\w+", WORDS))
TREES = st.recursive(
    SCALARS | st.sampled_from(("1N", "max", "5%", "1GiB", "10s", "${api.port}", "${env:TOKEN}", "GET /")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)
SECTIONS = (
    *("stand", "variants", "profile", "slo", "methods", "presets", "probes", "arrivals", "connections", "seed"),
    *("starts", "pause", "injections", "alarms"),
)
LINES = {line.split(":")[0]: number for number, line in enumerate(FULL.splitlines()) if line[0] not in " "}


@settings(max_examples=200, deadline=None)
@given(data=st.data(), changed=st.sets(st.sampled_from(SECTIONS), min_size=1, max_size=2))
def test_any_value_in_any_section(directory: Path, data: st.DataObject, changed: set[str]) -> None:
    """The other sections stay as they are, so that what is checked across sections is reached."""
    lines = FULL.splitlines()
    starts = [*sorted(LINES.values()), len(lines)]
    text = ""
    for name, start in LINES.items():
        end = starts[starts.index(start) + 1]
        if name in changed:
            nested = TREES | st.dictionaries(KEYS, TREES, max_size=4)
            text += f"{name}: {written(data.draw(nested))}\n"
        else:
            text += "\n".join(lines[start:end]) + "\n"
    check(directory, text.encode(errors="surrogatepass"))
