import subprocess
import sys

import pytest
from loadproof.errors import StudyFaults
from loadproof.model.target import Target
from loadproof.study.load import profile_of_url
from loadproof.study.template import Literal, parse_template


def test_one_get_on_the_url() -> None:
    target, profile = profile_of_url("http://127.0.0.1:8080/a?x=${y}", ["p99<50ms", "get:p95<20ms"], 2.0)
    assert target == profile.target == Target("127.0.0.1", 8080, "/a?x=${y}")
    (operation,) = profile.operations
    assert (operation.name, operation.method, operation.weight, operation.timeout_s) == (
        "get",
        "GET",
        1.0,
        2.0,
    )
    assert parse_template(operation.path) == (Literal("/a?x=${y}"),)
    assert [slo.text for slo in profile.slos] == ["p99<50ms", "errors<1%", "rate±5%", "get:p95<20ms"]
    assert [slo.text for slo in operation.slos] == ["get:p95<20ms"]


def test_all_faults_of_the_command_line_at_once() -> None:
    with pytest.raises(StudyFaults) as raised:
        profile_of_url("ftp://h/", ["p99<50", "put:p99<1s", "p99<10s"], 10.0)
    assert [fault.file for fault in raised.value.faults] == ["--slo", "--slo", "--slo", "URL"]
    assert "URL: 'ftp://h/' has the unknown scheme" in str(raised.value)


@pytest.mark.parametrize(
    ("expect", "statuses"),
    [
        (None, ((200, 299),)),
        ("3xx", ((300, 399),)),
        ("201, 2xx,304", ((200, 299), (304, 304))),
        ("200-299", ((200, 299),)),
    ],
)
def test_accepted_statuses_of_a_url(expect: str | None, statuses: tuple[tuple[int, int], ...]) -> None:
    _, profile = profile_of_url("http://h/", expect=expect)
    assert profile.operations[0].expect == statuses


@pytest.mark.parametrize("expect", ["", "abc", "2xx,", "100", "600", "300-200"])
def test_accepted_statuses_that_are_none(expect: str) -> None:
    with pytest.raises(StudyFaults, match="--expect: "):
        profile_of_url("http://h/", expect=expect)


@pytest.mark.parametrize("timeout_s", [0.0, -1.0, float("nan"), float("inf")])
def test_a_timeout_that_is_none(timeout_s: float) -> None:
    with pytest.raises(StudyFaults, match="--timeout: "):
        profile_of_url("http://h/", [], timeout_s)


def test_a_url_needs_no_heavy_import() -> None:
    program = """
import sys
from loadproof.study.load import profile_of_url
profile_of_url("http://127.0.0.1/", ["p99<1s"], 10.0)
print([name for name in ("pydantic", "ruamel.yaml", "scipy", "numpy", "rich") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
