"""What is wrong in flows, users, checks, variables and secrets is told with its line and its cure."""

# ruff: noqa: E501 - a case is one line

from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.study.load_study import load_study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[str, int, str]]]

# Three lines, so that what a case adds begins in line 4.
ONE = "operations:\n  get: {request: GET /}\n  poll: {request: GET /p, extract: {state: {json: $.s}}}\n"
FLOW = "flows:\n  a:\n    steps:\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (ONE + "flows: {a: {steps: [gte]}}", 4, "flows.a.steps[0]: there is no operation 'gte'. Cure: did you mean get?"),
        (ONE + "flows: {a: {steps: []}}", 4, "there are no steps"),
        (ONE + "flows: {a: {stepz: [get]}}", 4, "did you mean steps?"),
        (ONE + "flows: {get: {steps: [poll]}}", 4, "'get' is an operation, too"),
        (ONE + "flows: {'a:b': {steps: [poll]}}", 4, "'a:b' cannot name a flow"),
        (ONE + "flows: {a: {steps: [think: 1s]}}", 4, "the flow never calls anything"),
        (ONE + "flows: {a: {steps: [get], weight: 0}}", 4, "0 is not above 0 and at most 1e+09. Cure: give a number above 0, or leave the flow out"),
        (ONE + "flows: {a: {steps: [get], after_failure: goon}}", 4, "'goon' is not known. Cure: give stop or go on"),
        (ONE + FLOW + "    - get\n    - thnk: 1s\n", 8, "steps[1].thnk: this key is not known. Cure: did you mean think?"),
        (ONE + FLOW + "    - get\n    - {}\n", 8, "this is no step"),
        (ONE + FLOW + "    - get\n    - {think: 1s, next: a}\n", 8, "think and next are more than one step"),
        (ONE + FLOW + "    - get\n    - {think: 1s, at_most: 3}\n", 8, "at_most says nothing beside think"),
        (ONE + FLOW + "    - get\n    - think: 1\n", 8, "think: 1 is a number"),
        (ONE + FLOW + "    - get\n    - think: 3s-1s\n", 8, "'3s-1s' is not a range of pauses"),
        (ONE + FLOW + "    - get\n    - think: 2h\n", 8, "not above 0 and at most 1h"),
        (ONE + FLOW + "    - get\n    - think: {normal: {mean: 1s}}\n", 8, "deviation: this key is missing"),
        (ONE + FLOW + "    - get\n    - think: {}\n", 8, "a pause has one distribution"),
        (ONE + FLOW + "    - get\n    - think: {lognormal: {median: 1s, sigma: 0}}\n", 8, "sigma: 0 is not above 0"),
        (ONE + FLOW + "    - repeat: 0\n      steps: [get]\n", 7, "no times at all"),
        (ONE + FLOW + "    - get\n    - repeat: 3\n", 8, "repeat has no steps"),
        (ONE + FLOW + "    - repeat: 3-2\n      steps: [get]\n", 7, "'3-2' is not within 0 to 100000, ascending"),
        (ONE + FLOW + "    - while: {chance: 50%}\n      steps: [get]\n", 7, "the flow may never end: there is no at_most"),
        (ONE + FLOW + "    - while: {chance: 50%}\n      at_most: 0\n      steps: [get]\n", 8, "0 is not from 1 to 100000"),
        (ONE + FLOW + "    - poll\n    - while: {variable: state}\n      at_most: 9\n      steps: [get]\n", 8, "no step in it sets state"),
        (ONE + FLOW + "    - if: {variable: stat}\n      steps: [poll]\n", 7, "there is no variable 'stat'. Cure: did you mean state?"),
        (ONE + FLOW + "    - if: {}\n      steps: [get]\n", 7, "either a variable or a chance"),
        (ONE + FLOW + "    - if: {chance: 130%}\n      steps: [get]\n", 7, "'130%' is not between 0% and 100%"),
        (ONE + FLOW + "    - if: {chance: 30%, equals: a}\n      steps: [get]\n", 7, "a chance has nothing to be compared with"),
        (ONE + FLOW + "    - if: {variable: state, equals: a, contains: b}\n      steps: [poll]\n", 7, "equals and contains are more than one demand"),
        (ONE + FLOW + "    - poll\n    - if: {variable: state, equals: null}\n      steps: [poll]\n", 8, "equals: nothing cannot stand here"),
        (ONE + FLOW + "    - if: {variable: state}\n      steps: [get]\n", 7, "in the flow a nothing sets the variable 'state'"),
        (ONE + FLOW + "    - next: ids\n    - get\n", 7, "there is no feeder 'ids'"),
        (ONE + FLOW + "    - get\n    - set: {page: 1}\n", 8, "set.page: 1 is a number, which cannot stand here. Cure: give text (a number"),
        (ONE + FLOW + "    - get\n    - set: {page: '${pgae}'}\n", 8, "the template names 'pgae', which is not declared. Cure: did you mean page?"),
        (ONE + FLOW + "    - repeat: 1000\n      steps:\n      - {repeat: 1000, steps: [get]}\n", 6, "more than 100000 steps"),
        (ONE + "users: {u: {flow: a, count: 1}}\n", 4, "there is no flow 'a'. Cure: declare it under flows"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 0}}", 5, "0 is not from 1 to 1000000"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a}}", 5, "neither a count nor a share"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 1, ramp: 30}}", 5, "ramp: 30 is a number"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 600000}, v: {flow: a, count: 600000}}", 5, "1200000 users in all"),
        (ONE + "flows: {a: {steps: [get], rate: 3}}", 3, "operations.poll: no rate, where a has one"),
        (ONE + "flows: {a: {steps: [get], slo: [p99<3]}}", 4, "flows.a.slo[0]"),
        (ONE + "variables: {a b: c}", 4, "'a b' cannot name a variable"),
        (ONE + "variables: {a: 3}", 4, "variables.a: 3 is a number"),
        (ONE + "variables: {a: '${b}'}", 4, "this text has a gap"),
        (ONE + "variables: {a: '${env:NOT_SET}'}", 4, "the environment has no variable NOT_SET"),
        (ONE + "variables: {a: b}\nfeeders: {a: {uuid: v4}}", 5, "'a' is a variable, too"),
        (ONE + "  u: {request: 'GET /${token}'}\nvariables: {token: null}", 4, "u is called without a flow, where nothing sets the variable 'token'"),
        (ONE + "  u: {request: 'GET /${token.x}'}\nvariables: {token: a}", 4, "token is a variable and has one value"),
        (ONE + "  u: {request: 'GET /${token*3}'}\nvariables: {token: a}", 4, "token is a variable and has one value"),
        (ONE + "  u: {request: GET /, body: a, body_file: b}", 4, "a file, where body has the text"),
        (ONE + "  u: {request: GET /, body_file: none.json}", 4, "no such file"),
        (ONE + "  u: {request: GET /, check: {a: {}}}", 4, "nothing is checked"),
        (ONE + "  u: {request: GET /, check: {a: {json: $.a, regex: b}}}", 4, "json and regex are more than one part"),
        (ONE + "  u: {request: GET /, check: {a: {json: '$.['}}}", 4, "check.a.json: '$.[' is no JSON path: "),
        (ONE + "  u: {request: GET /, check: {a: {regex: '(a'}}}", 4, "'(a' is no regular expression: unclosed group"),
        (ONE + "  u: {request: GET /, check: {a: {regex: '(?=a)'}}}", 4, "look-around"),
        (ONE + "  u: {request: GET /, check: {a: {header: 'a b'}}}", 4, "'a b' is no name of a header"),
        (ONE + "  u: {request: GET /, check: {a: {size: 10}}}", 4, "size: 10 is a number"),
        (ONE + "  u: {request: GET /, check: {a: {size: <10}}}", 4, "'10' is not a size"),
        (ONE + "  u: {request: GET /, check: {a: {time: <200}}}", 4, "'200' has no unit"),
        (ONE + "  u: {request: GET /, check: {a: {time: <2s, equals: b}}}", 4, "time stands beside equals"),
        (ONE + "  u: {request: GET /, check: {a: {json: $.a, at_least: 3, at_most: 1}}}", 4, "no number is at least 3 and at most 1"),
        (ONE + "  u: {request: GET /, check: {a: {json: $.a, absent: false}}}", 4, "false says nothing"),
        (ONE + "  u: {request: GET /, check: {'a:b': {json: $.a}}}", 4, "'a:b' cannot name a check"),
        (ONE + "  u: {request: GET /, extract: {a: {default: b}}}", 4, "nothing is extracted"),
        (ONE + "  u: {request: GET /, extract: {a: {jsn: $.b}}}", 4, "did you mean json?"),
        (ONE + "  u: {request: GET /, auth: {}}", 4, "there is bearer or basic, and one of them"),
        (ONE + "  u: {request: GET /, auth: {bearer: '${env:NOT_SET}'}}", 4, "the environment has no variable NOT_SET"),
        (ONE + "  u: {request: GET /, auth: {bearer: '${tokn}'}}", 4, "the template names 'tokn', which is not declared"),
        (ONE + "  u: {request: GET /, auth: {bearer: '${env:HOME}'}, headers: {authorization: a}}", 4, "the header authorization is there, too"),
        (ONE + "auth: {basic: {user: 'a:b', password: '${env:HOME}'}}", 4, "has a colon"),
        (ONE + "tls: {insecure: true}\ntarget: http://h", 4, "the target speaks no TLS"),
        (ONE + "tls: {ca: none.pem}", 4, "no such file"),
        (ONE + "tls: {ca: [ids.csv]}", 4, "tls.ca[0]: "),
        (ONE + "tls: {server_name: a b}", 4, "'a b' is no host name"),
        (ONE + "feeders: {a: {range: 5-1}}", 4, "'5-1' is not within"),
        (ONE + "feeders: {a: {range: a}}", 4, "'a' is not a whole number or a range"),
        (ONE + "feeders: {a: {random_string: 0}}", 4, "0 is not within 1 to 65536"),
        (ONE + "feeders: {a: {random_string: 3, alphabet: ''}}", 4, "'' is no alphabet"),
        (ONE + "feeders: {a: {uuid: v4, alphabet: ab}}", 4, "a uuid feeder draws no letters"),
        (ONE + "feeders: {a: {random_number: 9-1}}", 4, "'9-1' is not ascending"),
        (ONE + "feeders: {a: {range: 1-9, order: unique}}\nflows: {f: {steps: [next: a, get, set: {b: '${a}'}]}}\nusers: {u: {flow: f, count: 10}}", 4, "9 rows, one for each user, are too few for 10 users"),
        (ONE + "feeders: {a: {csv: ids.csv, order: unique}}\nflows: {f: {steps: [get, set: {b: '${a.id}'}]}}\nusers: {u: {flow: f, count: 4}}", 4, "3 rows, one for each user, are too few for 4 users"),
        (ONE + "  u: {request: 'GET /${a}'}\nfeeders: {a: {range: 1-9, order: unique}}", 4, "u is called without a user"),
        (ONE + "  u: {request: 'GET /${a*3}'}\nfeeders: {a: {uuid: v4}}", 4, "a gives one value at a time. Cure: leave out *3"),
        (ONE + FLOW + "    - get\n    - set: {b: '${a}'}\nfeeders: {a: {timestamp: unix}}", 8, "a is the time of sending, and nothing is sent here"),
        (ONE + "apdex: {target: 0s}", 4, "apdex.target: '0s' is not above 0"),
        (ONE + "apdex: {target: 3}", 4, "apdex.target: 3 is a number"),
        (ONE + "apdex: {traget: 3s}", 4, "did you mean target?"),
        (ONE + "timeout: 10s\napdex: {target: 2501ms}", 5, "2.501s is above a quarter of the timeout, 10s"),
        (ONE + "  u: {request: GET /, timeout: 1s, apdex: {target: 300ms}}", 4, "give a target of up to 250ms, or a timeout of 1.2s or more"),
        (ONE + "timeout: 1s\nflows: {a: {steps: [get], apdex: {target: 0s}}}", 5, "flows.a.apdex.target: '0s' is not above 0"),
        (ONE + "  u: {request: GET /, apdex: {target: 1s}}\nflows: {a: {before: [u], steps: [get]}}\nusers: {v: {flow: a, count: 3}}", 4, "u is called only before the first iteration of users"),
        (ONE + "slo: [apdex>=0.85]", 4, "needs a target time, and no operation has one"),
        (ONE + "slo: [apdex>=1.5]\napdex: {target: 1s}", 4, "1.5 is not between 0 and 1"),
        (ONE + "slo: ['get:apdex>=0.5']", 4, "needs a target time, and get has none"),
        (ONE + "flows: {a: {before: [poll], steps: [get], rate: 3}}\nusers: {v: {flow: a, count: 3}}", 4, "a arrives without users"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, share: 60%}, v: {flow: a, share: 60%}}", 5, "the shares of the users add up to 120%"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, share: 60%}, v: {flow: a, count: 3}}", 5, "a count, where u has a share"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, share: 100%, count: 3}}", 5, "a count beside a share"),
        (ONE + "flows: {a: {steps: [get]}}\nusers: {u: {flow: a, share: 0%}, v: {flow: a, share: 100%}}", 5, "'0%' is not between"),
    ],
)  # fmt: skip
def test_one_fault(faults_of: FaultsOf, text: str, line: int, message: str) -> None:
    (fault,) = faults_of(text)
    assert fault[:2] == ("p.yaml", line)
    assert message in fault[2]


def test_a_secret_that_is_written_out_is_refused_and_not_repeated(faults_of: FaultsOf) -> None:
    told = faults_of(ONE + "auth: {basic: {user: bob, password: hunter2}}\n") + faults_of(
        ONE + "  u: {request: GET /, auth: {bearer: hunter2}}\n"
    )
    assert [line for _, line, _ in told] == [4, 4]
    assert all("would stand in it" in text and "hunter2" not in text for _, _, text in told)


def test_deep_steps_are_refused(faults_of: FaultsOf) -> None:
    steps = "[get]"
    for _ in range(8):
        steps = f"[{{repeat: 1, steps: {steps}}}]"
    told = faults_of(f"{ONE}flows: {{a: {{steps: {steps}}}}}")
    assert any("nested more than 8 deep" in text for _, _, text in told)


def test_hostile_numbers_are_refused(faults_of: FaultsOf) -> None:
    flows = "".join(f"  f{number}: {{steps: [get]}}\n" for number in range(101))
    assert faults_of(f"{ONE}flows:\n{flows}")[0][2].startswith("flows: the number of flows is 101")
    steps = ", ".join(["get"] * 1001)
    (fault,) = faults_of(f"{ONE}flows: {{a: {{steps: [{steps}]}}}}")
    assert "the number of steps is over 1000" in fault[2]
    variables = "".join(f"  v{number}: a\n" for number in range(1001))
    assert "the number of variables is 1002" in faults_of(f"{ONE}variables:\n{variables}")[0][2]


def test_faults_of_every_part_are_told_at_once(faults_of: FaultsOf, tmp_path: Path) -> None:
    told = faults_of("""\
target: ftp://h
tls: {ca: none.pem}
auth: {bearer: secret}
variables: {token: 5}
feeders:
  n: {range: 9-1}
operations:
  get:
    request: GET /${tokn}
    check: {a: {json: '$['}}
    extract: {b: {regex: '('}}
flows:
  f:
    slo: p99
    steps:
    - gte
    - while: {variable: b}
      steps: [get]
users:
  u: {flow: g, count: 0}
""")
    assert [line for _, line, _ in told] == [1, 2, 3, 4, 6, 9, 10, 11, 14, 16, 17, 20, 20]


@pytest.mark.parametrize(
    ("method", "line", "message"),
    [
        ("capacity", 12, "capacity has no rate to vary: users alone make the load"),
        ("plateaus", 12, "plateaus has no rate to vary: users alone make the load"),
        ("spike", 12, "spike has no users to vary: users alone make the load"),
        ("soak: {rate: 5}", 12, "nothing arrives by rate"),
        ("confirm: {rate: 5}", 12, "nothing arrives by rate"),
        ("load: {rate: 5}", 12, "nothing arrives by rate"),
    ],
)
def test_users_alone_have_no_rate(
    study_faults_of: Callable[..., list[tuple[int, str, str]]], method: str, line: int, message: str
) -> None:
    profile = "operations: {get: {request: GET /}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}"
    methods = f"  {method}" if ":" in method else f"  {method}:"
    (fault,) = study_faults_of(profile=profile, methods=methods)
    assert fault[0] == line
    assert message in fault[1]


@pytest.mark.parametrize(
    ("section", "messages"),
    [
        (
            "{in: users, start_rate: 5, max_rate: 9, users: 4}",
            [
                "capacity.start_rate: start_rate does not belong to a search that varies users: "
                "write start, or search in: rate",
                "capacity.max_rate: max_rate does not belong to a search that varies users: "
                "write most, or search in: rate",
                "capacity.users: users does not belong to a search that varies users: leave it out, or search in: rate",
            ],
        ),
        ("{in: users, start: 0}", ["capacity.start: 0 is not from 1 to 1000000: give a number such as 300"]),
        (
            "{in: users, start: 2000000}",
            ["capacity.start: 2000000 is not from 1 to 1000000: give a number such as 300"],
        ),
        (
            "{in: users, start: 50, most: 40}",
            ["capacity.most: most, 40, is below start, 50: raise most or lower start"],
        ),
        (
            "{in: users, rate: 5}",
            [
                "capacity.rate: nothing arrives by rate: users alone make the load of this profile: "
                "leave rate out, or give an operation or a flow a weight"
            ],
        ),
        ("{in: threads}", ["capacity.in: 'threads' is not known: give rate or users"]),
        (
            "{}",
            [
                "capacity: capacity has no rate to vary: users alone make the load of this profile: "
                "search the most users with in: users, or give an operation or a flow a weight"
            ],
        ),
    ],
)
def test_a_search_in_users_has_its_own_keys(
    study_faults_of: Callable[..., list[tuple[int, str, str]]], section: str, messages: list[str]
) -> None:
    profile = "operations: {get: {request: GET /}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}"
    told = [
        f"{message}: {cure}" for _, message, cure in study_faults_of(profile=profile, methods=f"  capacity: {section}")
    ]
    assert [one.removeprefix("methods.") for one in told] == messages


def test_the_keys_of_a_search_in_users_need_it(
    study_faults_of: Callable[..., list[tuple[int, str, str]]],
) -> None:
    told = study_faults_of(methods="  capacity: {start: 5, most: 9, ramp: 3s}")
    assert [(message, cure) for _, message, cure in told] == [
        (
            "methods.capacity.start: start does not belong to a search that varies the rate",
            "write start_rate, or add in: users",
        ),
        (
            "methods.capacity.most: most does not belong to a search that varies the rate",
            "write max_rate, or add in: users",
        ),
        (
            "methods.capacity.ramp: ramp does not belong to a search that varies the rate",
            "leave it out, or add in: users",
        ),
    ]


def test_users_are_searched_in_a_profile_that_has_them(
    study_faults_of: Callable[..., list[tuple[int, str, str]]],
) -> None:
    (fault,) = study_faults_of(methods="  capacity: {in: users}")
    assert fault[1:] == (
        "methods.capacity.in: the profile has no users",
        "add users to the profile, or search in: rate",
    )


def test_each_kind_has_a_user_at_the_start_of_a_search(
    study_faults_of: Callable[..., list[tuple[int, str, str]]],
) -> None:
    kinds = "users: {u: {flow: a, share: 95%}, v: {flow: a, share: 5%}}"
    profile = f"operations: {{get: {{request: GET /}}}}\nflows: {{a: {{steps: [get]}}}}\n{kinds}"
    (fault,) = study_faults_of(profile=profile, methods="  capacity: {in: users, start: 9}")
    assert fault[1:] == ("methods.capacity.start: of 9 users none is of the kind v", "give 11 or more")


def test_the_rate_beside_users_is_written(study_faults_of: Callable[..., list[tuple[int, str, str]]]) -> None:
    profile = (
        "operations: {get: {weight: 1, request: GET /}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}"
    )
    methods = "  capacity: {in: users%s}\n  soak: {}\n  compare: {rounds: 3%s}"
    told = study_faults_of(profile=profile, methods=methods % ("", ""), rest="variants: {a: {}, b: {}}")
    assert [message for _, message, _ in told] == [
        "methods.capacity: operations arrive beside the users that are varied, and capacity has no rate",
        "methods.compare: there is no rate, and the capacity is searched in users",
    ]


def test_methods_after_a_search_in_users_take_what_it_finds(tmp_path: Path) -> None:
    kinds = "users: {u: {flow: a, share: 95%}, v: {flow: b, share: 5%, pacing: 20s}}"
    flows = "flows: {a: {steps: [get, think: 2s]}, b: {steps: [get]}}"
    profile = f"operations: {{get: {{request: GET /}}}}\n{flows}\n{kinds}"
    methods = "  warm_up:\n  capacity: {in: users, start: 40, most: 4000}\n  confirm: {}\n  soak: {share: 60%}"
    (tmp_path / "s.yaml").write_text(study_text(profile=profile, methods=methods))
    study = load_study(tmp_path / "s.yaml")
    search = study.methods.capacity.in_users
    assert (search.start, search.most, search.rate, search.cycle_s) == (40, 4000, 0.0, 20.0)
    assert (study.methods.confirm.rate, study.methods.soak.rate, study.methods.soak.share) == (None, None, 0.6)
    assert (study.methods.warm_up.rate, study.methods.warm_up.users) == (0.0, 40)
    assert max(study.methods.user_totals()) == 4000
    settings = study.methods.capacity.beside(study.methods.asked())
    assert (settings.start, settings.most, settings.settle_s, settings.confirm_hold_s) == (40.0, 4000.0, 60.0, 300.0)


def test_the_rate_beside_users_that_are_searched_stays(tmp_path: Path) -> None:
    kinds = "users: {u: {flow: a, count: 3}}"
    profile = f"operations: {{get: {{weight: 1, request: GET /}}}}\nflows: {{a: {{steps: [get]}}}}\n{kinds}"
    methods = "  capacity: {in: users, rate: 20}\n  soak: {}"
    (tmp_path / "s.yaml").write_text(study_text(profile=profile, methods=methods))
    study = load_study(tmp_path / "s.yaml")
    assert (study.methods.capacity.in_users.rate, study.methods.soak.rate) == (20.0, None)


@pytest.mark.parametrize(
    ("method", "messages"),
    [
        ("users: {users: 9}", ["of 9 users none is of the kind v: give 11 or more"]),
        ("users: {users: 0}", ["0 is not from 1 to 1000000: give a number such as 300"]),
        ("users: {}", ["no number of users, of which u has a share: give users: a number such as 300"]),
        (
            "users: {users: 20, hold: 90s}",
            [
                "1m30s are not whole minutes, by which the steady part is judged: give whole minutes, such as 10m",
                "the pauses of the flow a take 2m, longer than the steady part of 1m: "
                "hold 2m or more, such as ten times as long",
            ],
        ),
        ("soak: {users: 5}", ["of 5 users none is of the kind v: give 11 or more"]),
        ("load: {}", ["no number of users, of which u has a share: give users: a number such as 300"]),
        (
            "load: {users: 20, rate: 5}",
            [
                "nothing arrives by rate: users alone make the load of this profile: "
                "leave rate out, or give an operation or a flow a weight"
            ],
        ),
        ("plateaus: {users: [20, 5]}", ["of 5 users none is of the kind v: give 11 or more"]),
        (
            "plateaus: {users: [40, 20]}",
            ["20 is not above the number before it, 40: write the users in ascending order"],
        ),
        (
            "spike: {users: 10}",
            [
                "no number of users, of which u has a share: give base_users: a number such as 300",
                "of 10 users none is of the kind v: give 11 or more",
            ],
        ),
        ("spike: {users: 10, base_users: 20}", ["of 10 users none is of the kind v: give 11 or more"]),
    ],
)
def test_faults_of_users_of_a_method(
    study_faults_of: Callable[..., list[tuple[int, str, str]]], method: str, messages: list[str]
) -> None:
    profile = (
        "operations: {get: {request: GET /}}\nflows: {a: {steps: [get, think: 2m]}}\n"
        "users: {u: {flow: a, share: 95%}, v: {flow: a, share: 5%}}"
    )
    faults = study_faults_of(profile=profile, methods=f"  {method}")
    assert {line for line, _, _ in faults} == {12}
    assert [f"{message.partition(': ')[2]}: {cure}" for _, message, cure in faults] == messages


@pytest.mark.parametrize(
    ("pacing", "before", "is_fault"),
    [
        ("5m", "", True),
        ("4m-6m", "", True),
        ("4m-6m", "think: 5m", True),
        ("4m-6m", "think: 0s-5m", False),
        ("{exponential: 5m}", "", False),
    ],
)
def test_a_regular_pacing_is_no_longer_than_the_steady_part(
    tmp_path: Path, pacing: str, before: str, is_fault: bool
) -> None:
    users = f"users: {{u: {{flow: a, count: 9, pacing: {pacing}}}}}"
    flow = f"{{before: [{before}], steps: [get]}}"
    profile = f"operations: {{get: {{request: GET /}}}}\nflows: {{a: {flow}}}\n{users}"
    (tmp_path / "s.yaml").write_text(study_text(profile=profile, methods="  users: {hold: 2m}"))
    if not is_fault:
        assert load_study(tmp_path / "s.yaml").methods.users.hold_s == 120.0
        return
    with pytest.raises(StudyFaults) as raised:
        load_study(tmp_path / "s.yaml")
    (fault,) = raised.value.faults
    assert fault.message.endswith("the pacing of u take 5m, longer than the steady part of 2m")


def test_rates_and_users_are_not_varied_at_once(study_faults_of: Callable[..., list[tuple[int, str, str]]]) -> None:
    profile = (
        "operations: {get: {request: GET /, rate: 5}}\nflows: {a: {steps: [get]}}\nusers: {u: {flow: a, count: 3}}"
    )
    ((line, message, _),) = study_faults_of(profile=profile, methods="  plateaus: {rates: [1N, 2N], users: [20, 40]}")
    assert (line, message) == (
        12,
        "methods.plateaus.rates: rates and users are both lists: only one of them can be varied",
    )
