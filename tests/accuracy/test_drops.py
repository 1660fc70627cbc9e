"""Calls that nobody sent: what is dropped is what was due and never reached the server."""

from pathlib import Path

from bench.accuracy.server_log import read_server_log
from bench.accuracy.truth_server import measured, started, truth_server

_PROFILE = """\
target: {url}
feeders:
  call: {{range: 0-1000000000}}
operations:
  patient: {{request: "GET /patient/${{call}}", weight: 1, timeout: 10s}}
  hasty: {{request: "GET /hasty/${{call}}", weight: 1, timeout: 100ms, slo: []}}
"""


def test_drops_are_the_calls_that_the_server_never_saw(tmp_path: Path) -> None:
    """In a freeze of 400 ms patient calls hold all connections, and hasty ones wait for longer than they may."""
    log = tmp_path / "truth.csv"
    freeze = ("freeze", "--every-ms", "1000", "--for-ms", "400", "--delay-us", "4000")
    with truth_server(tmp_path / "server.log", *freeze, "--log", str(log)) as server:
        (tmp_path / "profile.yaml").write_text(_PROFILE.format(url=server.url), encoding="ascii")
        load = ("load", "--profile", str(tmp_path / "profile.yaml"), "--rate", "800", "--for", "3s", "--seed", "3")
        result = measured(started(None, tmp_path / "run", *load, "--connections", "12", "--shards", "2"), 60)
    served = read_server_log(log).calls
    assert result["due"] == result["sent"] + result["dropped"]
    assert result["sent"] == len(served) == result["completed"] + result["errors"]
    hasty = result["operations"]["hasty"]
    assert result["dropped"] == hasty["dropped"]
    # Of each of three freezes the calls of 300 ms, half of them hasty, wait too long, and more while it is served.
    assert hasty["dropped"] > 0.1 * hasty["due"]
    assert result["operations"]["patient"]["errors"] == 0
    assert set(result["errors_by_kind"]) <= {"timeout"}
