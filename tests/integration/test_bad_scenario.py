"""Scenarios that cannot be run are refused before any load: exit code 2, each fault with file and line, all at once."""

from pathlib import Path

import pytest

from .command_line import loadproof
from .test_bad_input import VERBS, refused, silent_target

GET = "operations: {get: {request: GET /}}\n"

ONE_FAULT = {
    "unknown-variable": ("operations:\n  get:\n    request: GET /${tokn}\nvariables: {token: a}\n", 3, "tokn"),
    "unknown-column": (
        "feeders: {rows: {csv: rows.csv}}\noperations:\n  get:\n    request: GET /${rows.nmae}\n",
        4,
        "nmae",
    ),
    "unknown-in-body": ('operations:\n  get:\n    request: POST /\n    body: "${nobody}"\n', 4, "nobody"),
    "unknown-in-header": ('operations:\n  get:\n    request: GET /\n    headers: {X: "${nobody}"}\n', 4, "nobody"),
    "never-set": ("variables:\n  token: null\noperations:\n  get: {request: 'GET /${token}'}\n", None, "token"),
    "one-name-for-two": (
        "variables: {rows: a}\nfeeders: {rows: {uuid: v4}}\noperations: {get: {request: 'GET /${rows}'}}\n",
        None,
        "rows",
    ),
    "json-path": ("operations:\n  get:\n    request: GET /\n    check:\n      a: {json: '$.a['}\n", 5, "$.a["),
    "json-path-of-many-ways": (
        "operations:\n  get:\n    request: GET /\n    extract:\n      a: {json: '$..a..a..a..a'}\n",
        5,
        "name the keys between",
    ),
    "regex": ("operations:\n  get:\n    request: GET /\n    extract:\n      a: {regex: '(unclosed'}\n", 5, "(unclosed"),
    "regex-of-a-demand": (
        "operations:\n  get:\n    request: GET /\n    check:\n      a: {header: X, matches: '[z-a]'}\n",
        5,
        "[z-a]",
    ),
    "while-without-a-bound": (
        "variables: {state: a}\noperations: {get: {request: GET /, extract: {state: {json: $.state}}}}\n"
        "flows:\n  wait:\n    steps:\n      - while: {variable: state, equals: a}\n        steps: [get]\n",
        6,
        "at_most",
    ),
    "while-that-nothing-ends": (
        "variables: {state: a}\noperations: {get: {request: GET /}}\n"
        "flows:\n  wait:\n    steps:\n"
        "      - while: {variable: state, equals: a}\n        at_most: 9\n        steps: [get]\n",
        6,
        "state",
    ),
    "flow-without-a-call": (GET + "flows:\n  wait:\n    steps:\n      - think: 1s\n", None, "wait"),
    "unknown-operation": (GET + "flows:\n  buy:\n    steps:\n      - gett\n", 5, "gett"),
    "unknown-flow": (
        GET + "flows: {buy: {steps: [get]}}\nusers:\n  shoppers:\n    flow: by\n    count: 3\n",
        5,
        "by",
    ),
    "body-file": ("operations:\n  get:\n    request: POST /\n    body_file: none.json\n", 4, "none.json"),
    "too-few-rows": (
        "feeders: {rows: {csv: rows.csv, order: unique}}\noperations: {get: {request: 'GET /${rows.name}'}}\n"
        "flows: {buy: {steps: [get]}}\nusers:\n  shoppers: {flow: buy, count: 3}\n",
        None,
        "rows",
    ),
    "unique-rows-for-arrivals": (
        "feeders: {rows: {csv: rows.csv, order: unique}}\noperations: {get: {request: 'GET /${rows.name}'}}\n",
        None,
        "rows",
    ),
    "plain-secret": ("auth:\n  bearer: hunter2\n" + GET, 2, "env:"),
    "header-injection": ('operations:\n  get:\n    request: GET /\n    headers: {X: "a\\r\\nY: b"}\n', 4, "headers"),
}


@pytest.mark.parametrize("name", ONE_FAULT)
def test_a_scenario_with_one_fault(tmp_path: Path, name: str) -> None:
    text, line, said = ONE_FAULT[name]
    (tmp_path / "rows.csv").write_text("name\nAnn\n")
    (tmp_path / "p.yaml").write_text(text)
    with silent_target() as url:
        faults = refused(loadproof("load", url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    assert len(faults) == 1, faults
    assert faults[0].startswith("p.yaml:" if line is None else f"p.yaml:{line}: "), faults
    assert said in faults[0]
    assert "hunter2" not in faults[0]


MANY_FAULTS = """\
variables:
  state: pending
operations:
  get:
    request: GET /${tokn}
    check:
      a: {json: '$['}
      b: {regex: '('}
    extract:
      token: {json: 'no path'}
  put:
    request: PUT /
    body: ${nobody}
flows:
  buy:
    steps:
      - get
      - pay
      - while: {variable: state, equals: pending}
        steps: [get]
users:
  shoppers: {flow: bye, count: 3}
"""
LINES_WITH_FAULTS = {5, 7, 8, 10, 13, 18, 19, 22}


@pytest.mark.parametrize("verb", VERBS)
def test_every_fault_of_a_scenario_is_told_at_once(tmp_path: Path, verb: str) -> None:
    (tmp_path / "p.yaml").write_text(MANY_FAULTS)
    with silent_target() as url:
        faults = refused(loadproof(verb, url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    lines = {int(fault.split(":")[1]) for fault in faults}
    assert lines == LINES_WITH_FAULTS, faults
    assert len(set(faults)) == len(faults)


def test_users_alone_have_nothing_to_search(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(GET + "flows: {buy: {steps: [get]}}\nusers:\n  shoppers: {flow: buy, count: 3}\n")
    with silent_target() as url:
        faults = refused(loadproof("capacity", url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    assert "users" in " ".join(faults)


def test_flows_nested_without_end(tmp_path: Path) -> None:
    steps = "[get]"
    for _ in range(200):
        steps = f"[{{repeat: 2, steps: {steps}}}]"
    (tmp_path / "p.yaml").write_text(GET + f"flows: {{buy: {{steps: {steps}}}}}\n")
    with silent_target() as url:
        refused(loadproof("load", url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
    (tmp_path / "p.yaml").write_text(
        GET + "flows:\n  buy: &buy\n    steps:\n      - repeat: 2\n        steps: [get, *buy]\n"
    )
    with silent_target() as url:
        refused(loadproof("load", url, "--profile", "p.yaml", cwd=tmp_path), tmp_path)
