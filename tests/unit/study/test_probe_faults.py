"""Each fault of probes by its place, its message and its cure; no message repeats the URL of a database."""

from collections.abc import Callable

import pytest

FaultsOf = Callable[..., list[tuple[int, str, str]]]


@pytest.mark.parametrize(
    ("text", "line", "message", "cure"),
    [
        ("probes: {host: 1}", 12, "probes.host: 1 is a number, which cannot stand here", "give true or false"),
        (
            "probes: {prometheus: {api: {url: 'ftp://x', series: {a: {}}}}}",
            12,
            "probes.prometheus.api.url: 'ftp://x' has the unknown scheme 'ftp'",
            "write http://host:port/path, https://host:port/path or unix:/run/app.sock",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {}}}}",
            12,
            "probes.prometheus.api.series: the number of series is 0",
            "choose 1 to 200",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m'}}}",
            12,
            "probes.prometheus.api.series: this key is missing",
            "give a mapping of names to series, at least one",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a-b: {}}}}}",
            12,
            "probes.prometheus.api.series.a-b: 'a-b' cannot name a series",
            "use letters, digits and _",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a: {metric: 'a{b}'}}}}}",
            12,
            "probes.prometheus.api.series.a.metric: 'a{b}' is not the name of a metric",
            "write it as the page does, without labels",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a: {labels: {a-b: c}}}}}}",
            12,
            "probes.prometheus.api.series.a.labels.a-b: 'a-b' cannot name a label",
            "use letters, digits and _",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a: {rate: true, per: b_count}}}}}",
            12,
            "probes.prometheus.api.series.a.per: a growth over that of another metric has no rate",
            "leave rate out, or per",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a: {per: 'b{}'}}}}}",
            12,
            "probes.prometheus.api.series.a.per: 'b{}' is not the name of a metric",
            "write it as the page does",
        ),
        (
            "probes: {prometheus: {api: {url: 'http://h/m', series: {a: {scale: 0}}}}}",
            12,
            "probes.prometheus.api.series.a.scale: 0 cannot scale a value",
            "write a number such as 1000",
        ),
        (
            "probes: {postgres: {db: {}}}",
            12,
            "probes.postgres.db.url: this key is missing",
            "give a URL, such as postgresql://USER:PASSWORD@127.0.0.1:${NAME.port}/DATABASE",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u:hunter2@h'}}}",
            12,
            "probes.postgres.db.url: this is not the URL of a PostgreSQL database",
            "write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and a special character in a part as %XX",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u:hunter2@h:70000/d'}}}",
            12,
            "probes.postgres.db.url: the port of the URL is not one from 1 to 65535",
            "write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and a special character in a part as %XX",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u@/d'}}}",
            12,
            "probes.postgres.db.url: the URL names no host",
            "write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and a special character in a part as %XX",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u@h/d?options=-cfsync%3Doff'}}}",
            12,
            "probes.postgres.db.url: a key after the ? is not one that a probe takes",
            "use host, sslmode, sslrootcert",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u:${env:NOWHERE}@h/d'}}}",
            12,
            "probes.postgres.db.url: the environment has no variable NOWHERE",
            "set NOWHERE before the run",
        ),
        (
            "probes: {postgres: {db: {url: 'postgresql://u@h:${other.port}/d'}}}",
            12,
            "probes.postgres.db.url: there is no service 'other'",
            "use api",
        ),
        (
            "probes: {postgres: {'d b': {url: 'postgresql://u@h/d'}}}",
            12,
            "probes.postgres.d b: 'd b' cannot name a service",
            "use up to 64 letters, digits, - and _",
        ),
        (
            "probes: {machines: {app1: {url: 'http://h:9100/metrics', role: generator}}}",
            12,
            "probes.machines.app1.role: 'generator' is not known",
            "give under_test or load",
        ),
        (
            "probes: {machines: {app1: {url: 'ftp://h'}}}",
            12,
            "probes.machines.app1.url: 'ftp://h' has the unknown scheme 'ftp'",
            "write http://host:port/path, https://host:port/path or unix:/run/app.sock",
        ),
        (
            "probes: {machines: {host: {url: 'http://h:9100/metrics'}}}",
            12,
            "probes.machines.host: 'host' is the machine that loadproof runs on",
            "choose another name",
        ),
        (
            "probes: {machines: {'a b': {url: 'http://h:9100/metrics'}}}",
            12,
            "probes.machines.a b: 'a b' cannot name a machine",
            "use up to 64 letters, digits, - and _",
        ),
        (
            "probes: {machines: {app1: {role: load}}}",
            12,
            "probes.machines.app1.url: this key is missing",
            "give the URL of the page of node_exporter, such as http://app1:9100/metrics",
        ),
        (
            "saturated: {leave_out: load}",
            12,
            "saturated.leave_out: 'load' is text, which cannot stand here",
            "give a list of start_up and load",
        ),
        (
            "saturated: {leave: [load]}",
            12,
            "saturated.leave: this key is not known",
            "did you mean leave_out?",
        ),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, text: str, line: int, message: str, cure: str) -> None:
    assert study_faults_of(rest=text) == [(line, message, cure)]


def test_a_machine_under_test_is_never_left_out_and_all_faults_are_told_at_once(study_faults_of: FaultsOf) -> None:
    text = "probes: {machines: {app1: {url: 'http://h:9100/metrics'}}}\nsaturated:\n  leave_out:\n"
    refused = "cannot be left out: a saturated machine under test never excuses a failed SLO"
    assert study_faults_of(rest=f"{text}    - load\n    - app1\n    - under_test\n    - start_up\n") == [
        (16, f"saturated.leave_out[1]: 'app1' {refused}", "write start_up, load or both"),
        (17, f"saturated.leave_out[2]: 'under_test' {refused}", "write start_up, load or both"),
    ]
