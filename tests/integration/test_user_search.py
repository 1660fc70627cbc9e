"""A search of the most users on real sockets, against workers whose limits are known."""

from pathlib import Path

import pytest

from tests.contract.stand_process import binary_of

from .command_line import loadproof

WORKERS, SERVICE_S, THINK_S = 5, 0.04, 1.0
MOST_WITHOUT_QUEUE = WORKERS / SERVICE_S * (THINK_S + SERVICE_S)
"""Users that keep all workers busy (Denning and Buzen 1978: the saturation point of the asymptotic bounds)."""
STUDY = """\
name: most-users
shared_machine: true
stand:
  target: http://127.0.0.1:${{sample.port}}
  services:
    sample:
      command: [{binary}, workers, --count, "5", --service-us, "40000", --listen, "127.0.0.1:${{port}}"]
      ready: {{tcp: true, within: 30s}}
profile:
  operations: {{look: {{request: GET /articles}}}}
  flows: {{visit: {{steps: [look, think: {{exponential: 1s}}]}}}}
  users: {{visitors: {{flow: visit, count: 40}}}}
slo: p90<300ms
methods:
  capacity:
    {{in: users, start: 40, most: 400, precision: 10%, ramp: 2s, settle: 1s, hold: 8s, confirm_hold: 8s, budget: 75s}}
"""


def test_users_are_found_below_the_bounds_of_the_workers(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY.format(binary=binary_of("known-truth")), encoding="utf-8")
    ended = loadproof("run", "study.yaml", "--out", "run", "--json", cwd=tmp_path, within_s=240)
    assert ended.exit_code == 0, ended.messages
    (answer,) = ended.result["answers"]
    assert (answer["method"], answer["unit"]) == ("capacity", "users")
    assert answer["outcome"] in ("found", "coarse")
    # No more users than workers can serve within 300 ms each: beyond, each one adds 1 / (workers / service) of waiting.
    most = WORKERS / SERVICE_S * (THINK_S + 0.3)
    assert 0.5 * MOST_WITHOUT_QUEUE <= answer["users"] <= most
    assert answer["low"] <= answer["estimate"] <= answer["high"]
    assert answer["rate"] <= 1.05 * WORKERS / SERVICE_S
    assert answer["littles_law"]["ratio"] == pytest.approx(1.0, abs=0.15)
    searched = [trial for trial in ended.result["trials"] if trial["purpose"] != "recover"]
    assert all(trial["rate"] == 0 and 40 <= trial["users"] <= 400 for trial in searched)
    assert len({trial["users"] for trial in searched}) > 2
