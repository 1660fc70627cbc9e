"""Whatever the file says, the loader ends in a Profile or in StudyFaults."""

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from loadproof.errors import Fault, StudyFaults
from loadproof.model.profile import Profile
from loadproof.study.load import load_profile

VALID = """\
target: http://127.0.0.1:8080
feeders:
  ids: {csv: ids.csv, order: random}
  new_id: {uuid: v4}
operations:
  get: {weight: 70, request: "GET /status/${ids.id}", slo: [p95<20ms]}
  create:
    weight: 5.5
    request: POST /status
    headers: {Content-Type: application/json, X-Id: "${new_id}"}
    body: '{"status": "$${3}"}'
    expect: [404, 201, 2xx, "300-305"]
    timeout: 1m
slo: [p99<50ms, "create:errors<2%"]
timeout: 5s
"""
SCENARIO = """\
target: https://h:8443
variables: {a: b, token: null}
auth: {bearer: "${token}"}
cookies: true
feeders: {n: {range: 1-9, order: unique}, w: {random_string: 3-5, alphabet: abc}, p: {random_number: 0.5-9.99}}
operations:
  get: {request: "GET /${a}", auth: none, weight: 3}
  login:
    request: POST /login
    extract: {token: {json: "$.a[0].b"}, c: {regex: 'i=(.)', default: x}}
    check: {a: {json: $.a, equals: "${a}"}, b: {size: <10KB}, d: {header: X, matches: '^a.*$'}, e: {at_least: 3}}
    tags: {team: checkout}
flows:
  buy:
    after_failure: go on
    slo: p99<3s
    steps:
    - login
    - {think: 1s-3s}
    - repeat: 2-5
      steps: [get, {think: {normal: {mean: 1s, deviation: 1s}}}, {set: {a: "${n}"}}]
    - while: {variable: token, contains: a}
      at_most: 10
      steps: [login, {next: n}]
    - if: {chance: 30%}
      steps: [get]
      else: [login]
users: {u: {flow: buy, count: 5, ramp: 3s, spread: 1s, pacing: {exponential: 2s}, iterations_per_session: 5}}
"""
TOKENS = sorted(
    {
        *(VALID + SCENARIO).replace("\n", " ").split(" "),
        "\n",
        "  ",
        "\t",
        "&a",
        "*a",
        "!!int",
        "<<: *a",
        "|",
        ">",
        "-",
        "?",
    }
)
TOKENS += [
    "[",
    "]",
    "{",
    "}",
    ":",
    "null",
    "~",
    "1e999",
    ".nan",
    "\\",
    '"\\ud800"',
    "\0",
    "ё",
    "%YAML 1.1",
    "---",
    "...",
    "9" * 5000,
]
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12) | st.sampled_from(TOKENS)


@pytest.fixture(scope="module")
def directory() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "ids.csv").write_text("id\n1\n2\n")
        yield Path(name)


def check(directory: Path, content: bytes) -> Profile | None:
    path = directory / "p.yaml"
    path.write_bytes(content)
    faults: tuple[Fault, ...] = ()
    profile = None
    try:
        profile = load_profile(path)
    except StudyFaults as error:
        faults = error.faults
    line_breaks = (b"\n", b"\r", "\x85".encode(), "\u2028".encode(), "\u2029".encode())
    lines = 1 + sum(map(content.count, line_breaks))
    assert (profile is None) == (len(faults) > 0)
    assert all(1 <= fault.line <= lines and fault.message and fault.cure for fault in faults)
    return profile


def test_the_text_that_is_mutated_is_valid(directory: Path) -> None:
    assert check(directory, VALID.encode()) is not None
    assert check(directory, SCENARIO.encode()) is not None


@settings(max_examples=100, deadline=None)
@given(content=st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@example(content=b'a: "\\UFFFFFFFF"')
def test_any_bytes(directory: Path, content: bytes) -> None:
    check(directory, content)


@settings(max_examples=200, deadline=None)
@given(
    start=st.integers(0, len(VALID)),
    length=st.integers(0, 30),
    token=st.sampled_from(TOKENS) | st.text(max_size=5),
)
def test_any_mutation_of_a_valid_profile(directory: Path, start: int, length: int, token: str) -> None:
    check(directory, (VALID[:start] + token + VALID[start + length :]).encode(errors="surrogatepass"))


@settings(max_examples=200, deadline=None)
@given(
    start=st.integers(0, len(SCENARIO)),
    length=st.integers(0, 30),
    token=st.sampled_from(TOKENS) | st.text(max_size=5),
)
def test_any_mutation_of_a_valid_scenario(directory: Path, start: int, length: int, token: str) -> None:
    check(directory, (SCENARIO[:start] + token + SCENARIO[start + length :]).encode(errors="surrogatepass"))


@settings(max_examples=100, deadline=None)
@given(tokens=st.lists(st.sampled_from(TOKENS), max_size=30))
def test_any_tokens(directory: Path, tokens: list[str]) -> None:
    check(directory, " ".join(tokens).encode())


WORDS = """
    feeders operations slo timeout target ids get weight request headers body expect csv order uuid
    str int flows users variables tls auth cookies extract check tags json regex header cookie
    default equals contains matches at_least at_most absent size time steps think repeat while if
    else set next chance variable flow count ramp pacing bearer user basic password ca insecure
    exponential normal lognormal mean deviation median sigma range random_string random_number
"""
KEYS = st.sampled_from(sorted(re.findall("[a-z_]+", WORDS)))
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=25,
)


@settings(max_examples=200, deadline=None)
@given(
    operations=st.dictionaries(KEYS, st.dictionaries(KEYS, TREES, max_size=5) | TREES, max_size=3) | TREES,
    feeders=st.dictionaries(KEYS, st.dictionaries(KEYS, TREES, max_size=3), max_size=2) | TREES,
    flows=st.dictionaries(KEYS, st.fixed_dictionaries({"steps": st.lists(TREES, max_size=4)}), max_size=2) | TREES,
    rest=st.dictionaries(KEYS, TREES, max_size=3),
)
def test_any_values_at_known_keys(
    directory: Path, operations: object, feeders: object, flows: object, rest: dict[str, object]
) -> None:
    check(
        directory,
        written({"operations": operations, "feeders": feeders, "flows": flows} | rest).encode(errors="surrogatepass"),
    )


def written(value: object) -> str:
    """`value` in YAML flow style; text is quoted unless it looks plain."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, str):
        return value if value.isalnum() else "'" + value.replace("'", "''") + "'"
    if isinstance(value, float):
        return repr(value).replace("inf", ".inf").replace("nan", ".nan")
    return "null" if value is None else str(value)
