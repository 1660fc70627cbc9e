"""Each fault of a simulated stand by its line, its message and its cure; and what the engine gets of a right one."""

from pathlib import Path

import pytest
from loadproof.errors import StudyFaults
from loadproof.plan.engine_plan import simulated_plan
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

HEAD = """name: s
stand:
  driver: simulate
"""
TAIL = """profile:
  operations:
    read: {request: GET /read}
    write: {request: POST /write}
methods:
  load: {rate: 10, hold: 10s}
"""
WORKING = "  simulated:\n    workers: 2\n    service_time: 5ms\n"


def loaded(tmp_path: Path, stand: str, rest: str = "") -> Study:
    file = tmp_path / "study.yaml"
    file.write_text(HEAD + stand + TAIL + rest, encoding="utf-8")
    return load_study(file)


def faults_of(tmp_path: Path, stand: str, rest: str = "") -> list[tuple[int, str, str]]:
    with pytest.raises(StudyFaults) as caught:
        loaded(tmp_path, stand, rest)
    return [(fault.line, fault.message, fault.cure) for fault in caught.value.faults]


@pytest.mark.parametrize(
    ("line", "message", "cure"),
    [
        ("workers: 0", "workers: 0 is not from 1 to 1000000", "give a number in that range"),
        ("queue: -1", "queue: -1 is not from 0 to 1000000000", "give a number in that range"),
        ("network: 5", "network: 5 is a number, which cannot stand here", "give a duration with its unit, such as 5ms"),
        ("network: 400h", "network: '400h' is not from 0s to 277h", "write a duration such as 5ms"),
        (
            "service_time: {exponential: 5ms, pareto: {least: 1ms, shape: 2}}",
            "service_time: exponential and pareto are two laws",
            "keep one of exponential, log_normal, two_point, pareto, or write a duration such as 5ms",
        ),
        (
            "service_time: {}",
            "service_time: there is no law of service times",
            "keep one of exponential, log_normal, two_point, pareto, or write a duration such as 5ms",
        ),
        (
            "service_time: {log_normal: {mean: 5ms, sigma: 11}}",
            "service_time.log_normal.sigma: 11 is not from 0 to 10",
            "give a number in that range",
        ),
        (
            "service_time: {two_point: {low: 1ms, high: 9ms, high_share: 5}}",
            "service_time.two_point.high_share: 5 is a number, which cannot stand here",
            "give a percentage, such as 5%",
        ),
        (
            "operations: {raed: {service_time: 2ms}}",
            "operations.raed: there is no operation 'raed' in the profile",
            "did you mean read?",
        ),
        (
            "operations: {read: {errors: 101%}}",
            "operations.read.errors: '101%' is not between 0% and 100%",
            "write a percentage in that range",
        ),
        (
            "pauses: [{every: 1s, lasts: 1s}]",
            "pauses[0].lasts: '1s' is not shorter than every 1s",
            "give it less",
        ),
        ("pauses: [{every: 1s}]", "pauses[0].lasts: this key is missing", "give a duration with its unit, such as 5ms"),
        (
            "warm_up: {factor: 4, decai: 30s}",
            "warm_up.decai: this key is not known",
            "did you mean decay?",
        ),
        (
            "errors: {share: 5%, status: 200}",
            "errors.status: 200 is not from 400 to 599",
            "give a number in that range",
        ),
        (
            "modulation: {coefficient: 1, deviation: 1}",
            "modulation.coefficient: 1 is not from -0.999999 to 0.999999",
            "give a number in that range",
        ),
        ("memory: {base: 2GiB, limit: 1GiB}", "memory.limit: '1GiB' is less than the base", "give it more than base"),
        (
            "memory: {leak_per_call: 10}",
            "memory.leak_per_call: 10 is a number, which cannot stand here",
            "give an amount of memory, such as 100B",
        ),
        (
            "memory: {collect: 64MiB}",
            "memory.collect: no garbage comes to be",
            "give garbage_per_call, too, or leave it out",
        ),
        ("drift: {per_hour: -1%}", "drift.per_hour: '-1%' is not a percentage", "write a number and %, such as 5%"),
        ("death: 0s", "death: '0s' is not from 1 ns to 277h", "write a duration such as 5ms"),
    ],
)
def test_each_fault_names_its_line_and_its_cure(tmp_path: Path, line: str, message: str, cure: str) -> None:
    key = line.split(":", maxsplit=1)[0]
    kept = [f"    {text}\n" for text in ("workers: 2", "service_time: 5ms") if not text.startswith(key)]
    stand = "  simulated:\n" + "".join(kept) + f"    {line}\n"
    assert faults_of(tmp_path, stand) == [(5 + len(kept), f"stand.simulated.{message}", cure)]


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("target: http://127.0.0.1:80", "stand.target: a simulated service has no address"),
        ("services: {api: {command: api}}", "stand.services: a simulated stand starts no services"),
        ("reset: [initdb]", "stand.reset: a simulated service has no data to reset"),
        ("maintenance: [vacuumdb]", "stand.maintenance: a simulated service has no data to maintain"),
        ("placement: shared", "stand.placement: a simulated service runs on no CPUs"),
    ],
)
def test_nothing_of_a_real_stand_stands_beside_a_simulated_one(tmp_path: Path, key: str, message: str) -> None:
    assert faults_of(tmp_path, f"  {key}\n{WORKING}") == [(4, message, "leave it out")]


def test_a_simulated_stand_needs_its_service_and_has_no_probes_and_all_faults_are_told_at_once(tmp_path: Path) -> None:
    found = faults_of(tmp_path, "", "probes: {host: true}\nvariants: {a: {target: 'http://h'}}\n")
    assert sorted(found) == [
        (2, "stand: there is no service to simulate", "give simulated: a mapping with workers and service_time"),
        (10, "probes.host: there is nothing to read of a simulated service", "leave it out"),
        (11, "variants.a.target: a simulated service has no address", "leave it out"),
    ]


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("awake", "virtual time has no processors that sleep"),
        ("shared_machine", "virtual time has no other processes"),
        ("saturated", "virtual time has no machines"),
    ],
)
def test_virtual_time_has_no_machine(tmp_path: Path, key: str, told: str) -> None:
    file = tmp_path / "study.yaml"
    value = "{}" if key == "saturated" else "true"
    file.write_text(
        f"{HEAD}{WORKING}{key}: {value}\nprofile: {{operations: {{get: {{request: GET /}}}}}}\n"
        "methods:\n  load: {rate: 10, hold: 10s}\n",
        encoding="utf-8",
    )
    with pytest.raises(StudyFaults) as caught:
        load_study(file)
    (fault,) = caught.value.faults
    assert fault.message == f"{key}: {told}"


def study_of_profile(tmp_path: Path, profile: str) -> Path:
    file = tmp_path / "study.yaml"
    file.write_text(f"{HEAD}{WORKING}profile: {profile}\nmethods:\n  load: {{rate: 10, hold: 10s}}\n", encoding="utf-8")
    return file


NEVER = "no reply of a simulated service has it, so that every call would fail"


@pytest.mark.parametrize(
    ("written", "message", "cure"),
    [
        ("tls: {insecure: true}", "tls: a simulated service speaks no TLS", "leave it out"),
        ("tls: {}", "tls: a simulated service speaks no TLS", "leave it out"),
        ("cookies: true", "cookies: a simulated service sets no cookies", "leave it out"),
        ("check: {id: {json: $.id}}", f"check.id: {NEVER}", "leave it out"),
        ("check: {sid: {cookie: sid}}", f"check.sid: {NEVER}", "leave it out"),
        ("check: {new: {header: Location, contains: /new}}", f"check.new: {NEVER}", "leave it out"),
        ("check: {id: {regex: 'id=([0-9]+)'}}", f"check.id: {NEVER}", "leave it out"),
        ("check: {hello: {contains: Hello}}", f"check.hello: {NEVER}", "leave it out"),
        ("check: {hello: {matches: '^H'}}", f"check.hello: {NEVER}", "leave it out"),
        ("check: {few: {at_most: 10}}", f"check.few: {NEVER}", "leave it out"),
        ("check: {size: {size: 1KB-10KB}}", f"check.size: {NEVER}", "leave it out"),
        ("extract: {id: {json: $.id}}", f"extract.id: {NEVER}", "give it a default, or leave it out"),
        ("extract: {id: {header: Location}}", f"extract.id: {NEVER}", "give it a default, or leave it out"),
    ],
)
def test_what_no_simulated_service_has_is_a_fault_of_the_profile(
    tmp_path: Path, written: str, message: str, cure: str
) -> None:
    of_operation = written.startswith(("check", "extract"))
    of_profile = "" if of_operation else f"\n{written}"
    of_operation_text = f", {written}" if of_operation else ""
    text = f"operations: {{read: {{request: GET /{of_operation_text}}}}}{of_profile}\n"
    inside = "\n" + "".join(f"  {line}\n" for line in text.splitlines())
    path = "operations.read." if of_operation else ""
    line = 8 if of_operation else 9
    for profile, file, prefix in ((inside, "study.yaml", "profile."), ("p.yaml", "p.yaml", "")):
        (tmp_path / "p.yaml").write_text(text, encoding="utf-8")
        with pytest.raises(StudyFaults) as caught:
            load_study(study_of_profile(tmp_path, profile))
        (fault,) = caught.value.faults
        # A profile file begins seven lines earlier.
        assert (Path(fault.file).name, fault.line) == (file, line if prefix else line - 7)
        assert (fault.message, fault.cure) == (f"{prefix}{path}{message}", cure)


def test_what_means_something_in_virtual_time_is_no_fault(tmp_path: Path) -> None:
    checks = (
        "quick: {time: <200ms}, small: {size: <10KB}, fine: {json: $.error, absent: true}, "
        "nothing: {equals: ''}, blank: {matches: '^$'}, length: {header: Content-Length, equals: '0'}, "
        "same: {contains: '${name}'}"
    )
    profile = (
        f"{{cookies: false, variables: {{name: ''}}, auth: {{basic: {{user: bob, password: '${{env:HOME}}'}}}}, "
        f"operations: {{read: {{request: GET /, check: {{{checks}}}, "
        "extract: {id: {json: $.id, default: '7'}}}}}"
    )
    (operation,) = load_study(study_of_profile(tmp_path, profile)).profile.operations
    assert len(operation.checks) == 7


def test_a_simulated_service_has_no_limits_of_its_machine(tmp_path: Path) -> None:
    found = faults_of(tmp_path, WORKING, "presets: {small: {limits: {simulated: {cpus: 1}}}}\n")
    message = "presets.small.limits.simulated: a simulated service has no limits of its machine"
    assert found == [(13, message, "leave it out, or change workers")]
    found = faults_of(tmp_path, WORKING, "presets: {small: {environment: {simulated: {A: b}}}}\n")
    message = "presets.small.environment.simulated: a simulated service is no process and has no environment"
    assert found == [(13, message, "leave it out")]


def test_a_service_is_simulated_by_its_driver_alone(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    text = HEAD.replace("driver: simulate", "target: http://127.0.0.1:80") + WORKING + TAIL
    file.write_text(text, encoding="utf-8")
    with pytest.raises(StudyFaults) as caught:
        load_study(file)
    (fault,) = caught.value.faults
    assert (fault.line, fault.message) == (4, "stand.simulated: the service of this stand is not simulated")


def test_every_block_comes_to_the_engine_in_its_units(tmp_path: Path) -> None:
    blocks = """  simulated:
    workers: 4
    seed: 9
    queue: 100
    service_time: {log_normal: {mean: 5ms, sigma: 1}}
    operations: {read: {service_time: {two_point: {low: 1ms, high: 100ms, high_share: 5%}}, errors: 0.1%}}
    network: 100us
    connect: 200us
    connections: 50
    warm_up: {factor: 4, decay: 30s}
    pauses: [{every: 10s, lasts: 1s}, {every: 2s, lasts: 20ms, random: true}]
    contention: {serial: 0.02, coherence: 0.0005}
    background: {every: 60s, lasts: 5s, slowdown: 2}
    neighbour: {busy: 10s, quiet: 20s, slowdown: 1.5}
    modulation: {coefficient: 0.9, deviation: 0.2}
    drift: {per_hour: 10%}
    errors: {share: 5%, status: 503, above: 900, from: 10m}
    memory: {base: 256MiB, limit: 1GiB, garbage_per_call: 20KiB, leak_per_call: 100B, leak_per_second: 1KiB, \
collect: 64MiB, pause_per_live_mib: 100us}
    death: 20m
"""
    (variant,) = loaded(tmp_path, blocks).variants
    assert variant.stand.simulated is not None
    second = 1_000_000_000
    assert simulated_plan(variant.stand.simulated, 1) == {
        "workers": 4,
        "seed": 9,
        "queue": 100,
        "service_time": {"log_normal": {"mean_ns": 5_000_000, "sigma": 1.0}},
        "operations": {
            "read": {
                "service_time": {"two_point": {"low_ns": 1_000_000, "high_ns": 100_000_000, "high_share": 0.05}},
                "error_share": 0.001,
            }
        },
        "network_ns": 100_000,
        "connect_ns": 200_000,
        "connections": 50,
        "warm_up": {"factor": 4.0, "decay_ns": 30 * second},
        "pauses": [
            {"every_ns": 10 * second, "lasts_ns": second, "random": False},
            {"every_ns": 2 * second, "lasts_ns": 20_000_000, "random": True},
        ],
        "contention": {"serial": 0.02, "coherence": 0.0005},
        "background": {"every_ns": 60 * second, "lasts_ns": 5 * second, "slowdown": 2.0},
        "neighbour": {"busy_ns": 10 * second, "quiet_ns": 20 * second, "slowdown": 1.5},
        "modulation": {"coefficient": 0.9, "deviation": 0.2, "every_ns": second},
        "drift": {"per_hour": 0.1},
        "errors": {"share": 0.05, "status": 503, "above_per_s": 900.0, "from_ns": 600 * second},
        "memory": {
            "base_bytes": 256 * 2**20,
            "limit_bytes": 2**30,
            "garbage_bytes_per_call": 20 * 1024,
            "leak_bytes_per_call": 100,
            "leak_bytes_per_s": 1024,
            "collect_bytes": 64 * 2**20,
            "pause_ns_per_live_mib": 100_000,
        },
        "death_ns": 1200 * second,
    }


def test_a_variant_changes_its_keys_alone_and_null_takes_one_away(tmp_path: Path) -> None:
    stand = f"{WORKING}    queue: 10\n    operations: {{read: {{errors: 1%}}}}\n"
    changes = "{queue: null, service_time: {exponential: 2ms}, operations: {write: {errors: 2%}}}"
    slow, other = loaded(tmp_path, stand, f"variants: {{slow: {{}}, other: {{simulated: {changes}}}}}\n").variants
    assert slow.stand.simulated is not None
    assert other.stand.simulated is not None
    assert simulated_plan(slow.stand.simulated, 3)["service_time"] == {"fixed": 5_000_000}
    assert simulated_plan(other.stand.simulated, 3) == {
        "workers": 2,
        "service_time": {"exponential": 2_000_000},
        "seed": 3,
        "operations": {"read": {"error_share": 0.01}, "write": {"error_share": 0.02}},
        "network_ns": 0,
        "connect_ns": 0,
    }


def test_the_study_that_is_published_is_right() -> None:
    study = load_study(Path(__file__).parents[3] / "studies/simulated/study.yaml")
    assert study.variants[0].stand.driver.value == "simulate"
