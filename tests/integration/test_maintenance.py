"""Real databases that are maintained between the cycles of a comparison, and resets before any service is up."""

import signal
import socket
import sqlite3
import sys
from pathlib import Path

from tests.contract.postgres_server import PLACE, open_directory
from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended

_STUDY = """\
name: maintained
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{truth}, burn, --cpu-us, "300", --log, "{place}/own.csv", --listen, "127.0.0.1:${{port}}"]}}
    {database}
  reset: [[sh, "{place}/reset.sh"]]
variants: {variants}
profile: {{operations: {{read: {{request: GET /}}}}}}
slo: [p99<1s]
pause: 0s
methods: {{{first}compare: {{rate: 200, rounds: 3, slot: 5s}}}}
"""
_BUSY = "SELECT count(*) FROM generate_series(1, 4000000)"


def _study(place: Path, variants: str, database: str = "", first: str = "") -> Path:
    file = place / "study.yaml"
    # Nothing is reset where a test writes no script of its own.
    (place / "reset.sh").touch()
    words = {"truth": binary_of("known-truth"), "place": place, "database": database, "first": first}
    file.write_text(_STUDY.format(variants=variants, **words), encoding="utf-8")
    return file


def _until_trial(place: Path, file: Path, trial: int) -> Ended:
    state = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("run", file, "--out", place / "run", "--json", cwd=place, environment=state) as running:
        running.wait_for_second(place / "run", 1, trial=trial, within_s=120)
        running.send(signal.SIGINT)
        return running.ended(within_s=60)


def test_maintenance_runs_between_cycles_and_is_charged_to_its_variant(tmp_path: Path) -> None:
    with open_directory() as data:
        serve = f'{PLACE}/serve, --port, "${{port}}", --rows, "2000", --data, {data}'
        maintain = f'[{PLACE}/maintain, --port, "${{db.port}}"]'
        psql = f'[psql, "postgresql://bench:bench@127.0.0.1:${{db.port}}/bench", -c, "{_BUSY}"]'
        variants = (
            f"{{light: {{maintenance: [{maintain}, [sh, -c, 'echo no; exit 3']]}}, "
            f"heavy: {{services: {{db: {{command: [{serve}/heavy]}}}}, maintenance: [{maintain}, {psql}]}}}}"
        )
        database = (
            f"db: {{command: [{serve}/light], ready: {{command: '{PLACE}/ready --port ${{port}}'}}}}\n"
            f"    made: {{command: sleep 1000, after: [db], ready: {{command: 'true'}}, "
            f"prepare: [[{PLACE}/reset, --port, '${{db.port}}']]}}"
        )
        ended = _until_trial(tmp_path, _study(tmp_path, variants, database), trial=3)
    assert ended.exit_code == 130, ended.messages
    told = [doubt["text"] for doubt in ended.result["doubts"] if doubt["code"] == "not-maintained"]
    assert len(told) == 1, told
    assert "light" in told[0]
    assert "ended with exit code 3; its last lines: no" in told[0]
    for name in ("light", "heavy"):
        (log,) = (tmp_path / "run/artifacts/logs" / name).rglob("_maintenance.log")
        assert "vacuum: " in log.read_text(encoding="utf-8")
        assert "checkpoint: " in log.read_text(encoding="utf-8")
    with sqlite3.connect(tmp_path / "run/run.db") as database_of_run:
        used = {
            (trial, boundary, variant): cpu_s
            for trial, boundary, variant, cpu_s in database_of_run.execute(
                "SELECT trial, boundary, variant, cpu_s FROM variant_use"
            )
        }
    # After the second slot, as the second cycle begins with the third, and nowhere else.
    assert {trial for trial, boundary, _ in used if boundary == "maintenance"} == {2}
    grown = {name: used[3, "begin", name] - used[2, "maintenance", name] for name in ("light", "heavy")}
    assert 0.0 < grown["light"] < 0.15 < grown["heavy"]


_CLIENT = """
import socket, sys, http.server
held = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
"""


def test_a_server_outside_that_two_variants_are_connected_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(_CLIENT, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as outside:
        port = outside.getsockname()[1]
        client = f'[{sys.executable}, {tmp_path}/client.py, "${{port}}", "{port}"]'
        variants = "{" + ", ".join(f"{name}: {{services: {{api: {{command: {client}}}}}}}" for name in "ab") + "}"
        ended = _until_trial(tmp_path, _study(tmp_path, variants), trial=3)
    assert ended.exit_code == 130, ended.messages
    told = [doubt["text"] for doubt in ended.result["doubts"] if doubt["code"] == "shared-service"]
    assert told == [
        f"a and b hold connections to 127.0.0.1:{port}, which no stand has started: it is not the variants’ own"
    ]


def test_all_variants_are_reset_before_any_service_of_a_round_is_up(tmp_path: Path) -> None:
    script = f'grep -l "{tmp_path}/[o]wn.csv" /proc/[0-9]*/cmdline 2>/dev/null | wc -l >> {tmp_path}/up\n'
    (tmp_path / "reset.sh").write_text(script, encoding="utf-8")
    file = _study(tmp_path, "{a: {}, b: {}}", first="load: {rate: 50, hold: 2s}, ")
    ended = _until_trial(tmp_path, file, trial=3)
    assert ended.exit_code == 130, ended.messages
    # Of both starts with the other method, then of both variants in the round.
    assert (tmp_path / "up").read_text(encoding="utf-8").split() == ["0"] * 4
