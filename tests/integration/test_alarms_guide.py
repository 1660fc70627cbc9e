"""The study of the guide to alarms, on a real service, with a shorter load; and its rule file."""

import json
import re
from pathlib import Path

import pytest

from .command_line import loadproof
from .stand import known_truth

pytestmark = pytest.mark.quiet_machine

GUIDE = Path(__file__).parents[2] / "docs/guides/alarms.md"
STAGES = "[3m:60, 0s:260, 1m:260, 0s:60, 1m:60]"


def test_the_study_of_the_guide(tmp_path: Path) -> None:
    study, production = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert STAGES in study
    # One worker of 5 ms carries 200 calls/s.
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 5000) as service:
        short = study.replace(STAGES, "[65s:60, 0s:260, 20s:260, 0s:60, 40s:60]")
        text = short.replace("http://127.0.0.1:8080", service.url)
        (tmp_path / "alarms.study.yaml").write_text(text, encoding="utf-8")
        ended = loadproof("run", "alarms.study.yaml", "--out", "run", cwd=tmp_path, within_s=200)
    assert ended.exit_code in (0, 3, 4), ended.messages
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    alarms = {alarm["name"]: alarm for alarm in result["alarms"]}
    assert alarms.keys() == {"queue", "slow", "unhappy", "processor", "failing"}
    for name in ("queue", "slow"):
        firing = alarms[name]["firings"][0]
        assert 65.0 < firing["pending_s"] <= firing["fired_s"] <= firing["known_s"] < 90.0
        # The second minute, from 60 s on, has the overload.
        assert (alarms[name]["falls"], alarms[name]["detected"], firing["is_false"]) == (1, 1, False)
        assert firing["lead_s"] == pytest.approx(60.0 - firing["known_s"], abs=0.1)
    assert alarms["failing"]["firings"] == []
    ended = loadproof("alarms", "export", "alarms.study.yaml", "--out", "alarms.rules.yaml", cwd=tmp_path)
    assert ended.exit_code == 0, ended.messages
    assert 'alert: "processor"' in (tmp_path / "alarms.rules.yaml").read_text(encoding="utf-8")
    slow = re.search(r"alarms:\n(.*)", production, re.DOTALL)
    assert slow is not None
    mapped = text.replace("  slow: p95 over 10s > 500ms for 5s\n", slow[1])
    (tmp_path / "alarms.study.yaml").write_text(mapped, encoding="utf-8")
    ended = loadproof("alarms", "export", "alarms.study.yaml", cwd=tmp_path)
    assert 'alert: "slow"' in ended.output
    assert "> 0.5" in ended.output
