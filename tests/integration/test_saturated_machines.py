"""Machines beside a real load, as their pages tell: a saturated one makes a pass doubtful, and excuses no failure."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine
from .node_page import NodePage, node_page
from .undisturbed import undisturbed

pytestmark = pytest.mark.quiet_machine

_SERVICE = """
import http.server, sys, time
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        time.sleep(float(sys.argv[1]))
        self.send_response(200); self.send_header("Content-Length", "2"); self.end_headers(); self.wfile.write(b"ok")
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
print(server.server_address[1], flush=True)
server.serve_forever()
"""
_HOLD_S = 8


@contextmanager
def service(delay_s: float = 0.0) -> Iterator[str]:
    command = [sys.executable, "-S", "-c", _SERVICE, str(delay_s)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(process.stdout.readline())}"
        finally:
            process.kill()


def run(place: Path, url: str, slo: str, machines: str, saturated: str = "") -> dict[str, Any]:
    (place / "study.yaml").write_text(
        f"name: machines\nshared_machine: true\n{saturated}stand: {{target: '{url}'}}\n"
        f"probes:\n  machines:\n{machines}"
        f"profile: {{operations: {{get: {{request: GET /}}}}}}\nslo: [{slo}, rate±50%]\n"
        f"methods: {{load: {{rate: 40, hold: {_HOLD_S}s}}}}\n",
        encoding="utf-8",
    )
    with CommandLine("run", "study.yaml", "--json", "--out", "run", cwd=place) as command:
        return command.ended(within_s=60).result


def machine(name: str, page: NodePage, role: str) -> str:
    return f"    {name}: {{url: '{page.url}', role: {role}}}\n"


def doubts_about(result: dict[str, Any], name: str) -> dict[str, str]:
    doubts = result["trials"][0]["measurement"]["doubts"] + result["doubts"]
    return {doubt["code"]: doubt["text"] for doubt in doubts if name in doubt["text"]}


def cpu_of(result: dict[str, Any], name: str) -> dict[str, Any]:
    uses = result["trials"][0]["measurement"]["machines"]
    (use,) = [one for one in uses if (one["machine"], one["resource"]) == (name, "cpu")]
    found: dict[str, Any] = use
    return found


def closes(result: dict[str, Any]) -> None:
    measured = result["trials"][0]["measurement"]
    assert measured["due"] == measured["sent"] + measured["dropped"]
    assert measured["sent"] == measured["completed"] + measured["errors"] + measured["cut"]


def test_a_pass_on_saturated_machines_is_doubtful_and_a_page_that_dies_ends_no_run(tmp_path: Path) -> None:
    def attempt(place: Path) -> tuple[dict[str, Any], Path]:
        with (
            service() as url,
            node_page(lambda _: 1.0) as app,
            node_page(lambda at_s: 1.0 if 2.0 <= at_s < 5.0 else 0.3) as terminals,
            node_page(lambda _: 0.3, lives_s=3.0) as gone,
        ):
            machines = machine("app1", app, "under_test") + machine("terminals", terminals, "load")
            return run(place, url, "p99<1s", machines + machine("gone", gone, "under_test")), place

    result, place = undisturbed(tmp_path, attempt)
    assert result["state"] == "passed"
    assert (
        "the CPU of app1 was saturated in 100 % of the judged seconds"
        in doubts_about(result, "app1")["saturated-machine"]
    )
    assert "saturated-load-machine" in doubts_about(result, "terminals")
    assert doubts_about(result, "gone").keys() == {"probe-skipped"}
    assert "of the span" not in doubts_about(result, "terminals")["saturated-load-machine"]
    assert (cpu_of(result, "app1")["mean_percent"], cpu_of(result, "app1")["role"]) == (
        pytest.approx(100),
        "under_test",
    )
    assert cpu_of(result, "terminals")["saturated_s"] in (2, 3)
    # Until it was gone.
    assert 1 <= cpu_of(result, "gone")["judged_s"] <= 4
    # The service is on this machine.
    assert cpu_of(result, "host")["role"] == "under_test"
    assert cpu_of(result, "host")["judged_s"] >= _HOLD_S - 1
    closes(result)
    report = (place / "run" / "report.md").read_text(encoding="utf-8")
    assert "| app1 |" in report


def test_seconds_of_a_saturated_machine_that_makes_load_can_be_left_out(tmp_path: Path) -> None:
    with service() as url, node_page(lambda at_s: 1.0 if 2.0 <= at_s < 5.0 else 0.3) as terminals:
        leave_out = "saturated: {leave_out: [load]}\n"
        result = run(tmp_path, url, "p99<1s", machine("terminals", terminals, "load"), leave_out)
    measured = result["trials"][0]["measurement"]
    gone = [second for begin, end in measured["left_out_s"] for second in range(begin, end)]
    # Three seconds, with the one before and those until the calls in flight are back; a busy machine adds stalls.
    assert {3, 4} <= set(gone)
    assert measured["duration_s"] == _HOLD_S - len(gone)
    assert "of the span are not judged for it" in doubts_about(result, "terminals")["saturated-load-machine"]
    assert cpu_of(result, "terminals")["left_out_s"] in (2, 3)
    closes(result)


def test_a_failed_slo_is_not_excused_by_a_saturated_machine(tmp_path: Path) -> None:
    with service(delay_s=0.05) as url, node_page(lambda _: 1.0) as app:
        leave_out = "saturated: {leave_out: [start_up, load]}\n"
        result = run(tmp_path, url, "p99<20ms", machine("app1", app, "under_test"), leave_out)
    assert result["state"] == "failed"
    assert doubts_about(result, "app1") == {}
    assert cpu_of(result, "app1")["left_out_s"] == 0
    assert cpu_of(result, "app1")["saturated_s"] == cpu_of(result, "app1")["judged_s"] > 0
    found = [(one["kind"], one["cause"]) for one in result["findings"]]
    assert ("fact", "machine-saturated") in found
    assert ("hypothesis", "machine-saturated") in found
