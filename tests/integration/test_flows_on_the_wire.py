"""Flows as a server sees them: order, loops, conditions, rows, pauses, users beside arrivals, repeated runs."""

import itertools
import json
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest

from .closing_counts import flows_of
from .recording_server import Answer, Recorded
from .scenario_load import Loaded, load_scenario

ORDER = """\
variables: {page: null, state: null}
feeders: {numbers: {range: 1-1000000, order: sequential}}
operations:
  begin: {request: "POST /begin/${numbers}", extract: {state: {json: $.state}}}
  item: {request: "GET /item/${numbers}"}
  poll: {request: GET /poll, extract: {state: {json: $.state}}}
  pay: {request: GET /pay}
  leave: {request: GET /leave}
  show: {request: "GET /page/${page}"}
  other: {request: "GET /other/${numbers}"}
  never: {request: GET /never}
flows:
  buy:
    steps:
      - begin
      - repeat: 3
        steps: [item]
      - while: {variable: state, equals: pending}
        at_most: 10
        steps: [poll]
      - if: {variable: state, equals: done}
        steps: [pay]
        else: [leave]
      - if: {variable: page}
        steps: [never]
      - set: {page: "7"}
      - show
      - next: numbers
      - other
users: {buyer: {flow: buy, count: 1, iterations_per_session: 1}}
"""


def test_a_flow_takes_its_steps_in_order(tmp_path: Path) -> None:
    polls = Counter[str]()

    def answer(request: Recorded) -> int | Answer:
        state = "pending"
        if request.path == "/poll":
            polls["since"] += 1
            state = "done" if polls["since"] == 2 else "pending"
        else:
            polls["since"] = 0
        return Answer(body=json.dumps({"state": state}).encode())

    loaded = load_scenario(tmp_path, ORDER, answer, "--for", "1s", "--shards", 1)
    paths = [request.path for request in loaded.requests]
    expected = []
    for row in range(1, len(paths), 2):
        expected += [f"/begin/{row}", *[f"/item/{row}"] * 3, "/poll", "/poll", "/pay", "/page/7", f"/other/{row + 1}"]
    # The whole way many times over; the last one may have been cut.
    assert len(paths) > 27
    assert paths == expected[: len(paths)]
    assert flows_of(loaded.result) == {"buy"}
    assert loaded.result["operations"]["buy"]["completed"] >= len(paths) // 9
    assert loaded.result["operations"]["never"]["due"] == 0


ENDLESS = """\
variables: {state: pending}
operations: {poll: {request: GET /poll, extract: {state: {json: $.state}}}, after: {request: GET /after}}
flows:
  wait:
    steps:
      - while: {variable: state, equals: pending}
        at_most: 4
        steps: [poll]
      - after
users: {waiter: {flow: wait, count: 1}}
"""


def test_a_loop_ends_at_its_bound(tmp_path: Path) -> None:
    loaded = load_scenario(tmp_path, ENDLESS, lambda _: Answer(body=b'{"state": "pending"}'), "--for", "1s")
    paths = [request.path for request in loaded.requests]
    expected = ["/poll", "/poll", "/poll", "/poll", "/after"] * (len(paths) // 5 + 1)
    assert len(paths) > 10
    assert paths == expected[: len(paths)]


FAILING = """\
operations:
  fails: {request: GET /fails}
  after: {request: GET /after}
  after_all: {request: GET /after-all}
flows:
  stops: {steps: [fails, after], weight: 1}
  goes: {steps: [fails, after_all], weight: 1, after_failure: go on}
"""


def test_a_flow_ends_with_its_first_failure_unless_it_goes_on(tmp_path: Path) -> None:
    options = ("--rate", 100, "--for", "1s", "--arrivals", "constant")
    loaded = load_scenario(tmp_path, FAILING, lambda request: 503 if request.path == "/fails" else 200, *options)
    operations = loaded.result["operations"]
    assert flows_of(loaded.result) == {"stops", "goes"}
    assert operations["stops"]["due"] + operations["goes"]["due"] == 100 == operations["fails"]["due"]
    for flow in ("stops", "goes"):
        assert operations[flow]["errors_by_kind"] == {"status-503": operations[flow]["due"]}
    assert loaded.of("/after-all")
    assert len(loaded.of("/after-all")) == operations["goes"]["due"]
    assert [request for request in loaded.requests if request.path == "/after"] == []
    assert loaded.result["due"] == len(loaded.requests)


PAUSED = """\
operations: {first: {request: GET /first}, second: {request: GET /second}, third: {request: GET /third}}
flows:
  slow: {steps: [first, {think: 200ms}, second, {think: 100ms-150ms}, third]}
users: {one: {flow: slow, count: 1, pacing: 800ms}}
"""


@pytest.mark.quiet_machine
def test_nothing_comes_before_its_pause_is_over(tmp_path: Path) -> None:
    loaded = load_scenario(tmp_path, PAUSED, lambda _: 200, "--for", "3s")
    firsts, seconds, thirds = loaded.of("/first"), loaded.of("/second"), loaded.of("/third")
    # Iterations begin at 0, 0.8, 1.6 and 2.4 s, and no other begins before the end.
    assert 2 <= len(firsts) <= 4
    for first, second in zip(firsts, seconds, strict=False):
        assert second.at_s - first.at_s >= 0.2
    for second, third in zip(seconds, thirds, strict=False):
        assert third.at_s - second.at_s >= 0.1
    assert len(seconds) == len(thirds) == len(firsts)


BESIDE = """\
operations:
  open: {request: GET /open, weight: 1}
  own: {request: GET /own}
flows: {visit: {steps: [own, {think: 100ms}]}}
users: {visitors: {flow: visit, count: 5, ramp: 500ms, spread: 100ms}}
"""


@pytest.mark.quiet_machine
def test_users_beside_open_arrivals(tmp_path: Path) -> None:
    options = ("--rate", 100, "--for", "2s", "--arrivals", "constant")
    loaded = load_scenario(tmp_path, BESIDE, lambda _: 200, *options)
    operations = loaded.result["operations"]
    assert operations["open"]["due"] == len(loaded.of("/open")) == 200
    assert len(loaded.of("/own")) == operations["own"]["completed"] > 5
    # Each pauses 100 ms between two calls.
    assert len(loaded.of("/own")) <= 5 * 21
    assert loaded.result["errors_by_kind"] == {}


REPEATED = """\
feeders:
  rows: {csv: rows.csv, order: random}
  mixed: {csv: rows.csv, order: shuffled}
  new: {uuid: v4}
  word: {random_string: 8-16}
  price: {random_number: 0.50-99.99}
operations:
  get: {request: "GET /get/${rows.id}/${new}", weight: 3}
  put: {request: "PUT /put/${mixed.id}/${word}/${price}", weight: 1}
"""


def drawn(place: Path, seed: int) -> list[str]:
    place.mkdir()
    (place / "rows.csv").write_text("id\n" + "\n".join(map(str, range(50))) + "\n")
    options = ("--rate", 100, "--for", "1s", "--arrivals", "constant", "--connections", 1, "--seed", seed)
    loaded = load_scenario(place, REPEATED, lambda _: 200, *options)
    assert loaded.result["completed"] == 100
    return [request.path for request in loaded.requests]


@pytest.mark.quiet_machine
def test_a_run_can_be_repeated_by_its_seed(tmp_path: Path) -> None:
    first, again, other = (drawn(tmp_path / name, seed) for name, seed in (("a", 7), ("b", 7), ("c", 8)))
    assert first == again
    assert first != other
    mixed = [path.split("/")[2] for path in first if path.startswith("/put/")]
    assert len(set(mixed[:50])) == len(mixed[:50])
    for path in first:
        if path.startswith("/put/"):
            word, price = path.split("/")[3:]
            assert 8 <= len(word) <= 16
            assert 0.5 <= float(price) <= 99.99
            assert len(price.partition(".")[2]) == 2


INJECTED = """\
operations:
  ask: {request: GET /ask, extract: {name: {json: $.name}}}
  get: {request: GET /get, headers: {X-Name: "${name}"}}
  path: {request: "GET /path/${name}"}
flows:
  in_a_header: {steps: [ask, get], weight: 1}
  in_a_path: {steps: [ask, path], weight: 1}
"""
EVIL = "Eve\r\nX-Evil: yes\r\n\r\nGET /evil HTTP/1.1"


@pytest.fixture(scope="module")
def injected(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    names = itertools.cycle(("Ann", EVIL))

    def answer(request: Recorded) -> int | Answer:
        return Answer(body=json.dumps({"name": next(names)}).encode()) if request.path == "/ask" else 200

    options = ("--rate", 200, "--for", "1s", "--arrivals", "constant")
    return load_scenario(tmp_path_factory.mktemp("injected"), INJECTED, answer, *options)


def test_an_injected_header_is_never_sent(injected: Loaded) -> None:
    refused = injected.errors_of("get")
    assert refused.keys() == {"bad-request-data"}
    arrived = injected.of("/get")
    # A flow that began at the end of the second has its `get` after it: it arrives and is not judged.
    assert 0 < injected.result["operations"]["get"]["due"] - refused["bad-request-data"] <= len(arrived)
    assert {request.headers["x-name"] for request in arrived} == {"Ann"}
    assert injected.of("/evil") == []
    assert not any("x-evil" in request.headers for request in injected.requests)
    assert injected.errors_of("in_a_header") == refused
    # In a path it is only text.
    assert injected.errors_of("path") == {}
    assert {request.path for request in injected.of("/path/")} == {"/path/Ann", f"/path/{quote(EVIL, safe='/:')}"}


def test_a_refused_header_is_shown(injected: Loaded) -> None:
    assert "bad-request-data" in (injected.run / "report.md").read_text(encoding="utf-8")
    assert "bad-request-data" in (injected.run / "result.json").read_text(encoding="utf-8")


FED = """\
feeders: {names: {csv: names.csv}}
operations: {get: {request: GET /, headers: {X-Name: "${names.name}"}}}
"""


def test_a_header_injected_by_a_file_is_refused_call_by_call_and_counted(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_bytes(b'name\nAnn\n"Eve\r\nX-Evil: yes"\n')
    options = ("--rate", 100, "--for", "1s", "--arrivals", "constant", "--shards", 1)
    loaded = load_scenario(tmp_path, FED, lambda _: 200, *options)
    assert loaded.errors_of("get") == {"bad-request-data": 50}
    assert [request.headers["x-name"] for request in loaded.requests] == ["Ann"] * 50
    assert not any("x-evil" in request.headers for request in loaded.requests)
    assert "bad-request-data" in (loaded.run / "report.md").read_text(encoding="utf-8")
