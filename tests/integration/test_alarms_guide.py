"""The study of the guide to alarms, in virtual time and on a real service; and its rule file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from .command_line import loadproof
from .stand import known_truth
from .undisturbed import undisturbed

GUIDE = Path(__file__).parents[2] / "docs/guides/alarms.md"
TARGET = 'stand: {target: "http://127.0.0.1:8080"}'
# One worker of 5 ms carries 200 calls/s.
SIMULATED = "stand: {driver: simulate, simulated: {workers: 1, service_time: 5ms}}"


def study_and_production() -> tuple[str, str]:
    study, production = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    assert TARGET in study
    return study, production


def alarms_of(place: Path) -> dict[str, dict[str, Any]]:
    result = json.loads((place / "run/result.json").read_text(encoding="utf-8"))
    return {alarm["name"]: alarm for alarm in result["alarms"]}


def assert_detected(alarms: dict[str, dict[str, Any]], overload_s: float, minute_s: float) -> None:
    """Check the alarms on slow calls: the first lower minute is the one in which the overload begins."""
    for name in ("queue", "slow", "unhappy"):
        alarm = alarms[name]
        firing = alarm["firings"][0]
        assert overload_s < firing["pending_s"] <= firing["fired_s"] <= firing["known_s"] < overload_s + 60.0
        assert (alarm["falls"], alarm["detected"], alarm["false_firings"]) == (1, 1, 0)
        assert firing["lead_s"] == pytest.approx(minute_s - firing["known_s"], abs=0.1)


def test_the_study_of_the_guide_in_virtual_time(tmp_path: Path) -> None:
    study, _ = study_and_production()
    # A simulated service has no machine.
    text = "".join(line for line in study.replace(TARGET, SIMULATED).splitlines(True) if "processor:" not in line)
    (tmp_path / "alarms.study.yaml").write_text(text, encoding="utf-8")
    ended = loadproof("run", "alarms.study.yaml", "--out", "run", cwd=tmp_path, within_s=60)
    assert ended.exit_code == 3, ended.messages
    alarms = alarms_of(tmp_path)
    assert_detected(alarms, overload_s=180.0, minute_s=180.0)
    # 60 calls/s too many wait for more than the timeout after 34 s.
    (stop,) = alarms["failing"]["firings"]
    assert (stop["stopped"], 214.0 <= stop["pending_s"] < 240.0) == (True, True)


@pytest.mark.quiet_machine
def test_the_study_of_the_guide_on_a_real_service(tmp_path: Path) -> None:
    study, _ = study_and_production()

    def attempt(place: Path) -> dict[str, dict[str, Any]]:
        with known_truth(place, "workers", "--count", 1, "--service-us", 5000) as service:
            text = study.replace("http://127.0.0.1:8080", service.url)
            short = re.sub(r"stages: \[.*?\]", "stages: [65s:60, 0s:260, 30s:260, 0s:60, 40s:60]", text)
            assert short != text
            (place / "alarms.study.yaml").write_text(short, encoding="utf-8")
            ended = loadproof("run", "alarms.study.yaml", "--out", "run", cwd=place, within_s=200)
        assert ended.exit_code in (0, 3, 4), ended.messages
        return alarms_of(place)

    alarms = undisturbed(tmp_path, attempt)
    assert alarms.keys() == {"queue", "slow", "unhappy", "processor", "failing"}
    assert_detected(alarms, overload_s=65.0, minute_s=60.0)
    assert alarms["failing"]["firings"] == []


def test_the_alarms_of_the_guide_are_exported(tmp_path: Path) -> None:
    study, production = study_and_production()
    file = tmp_path / "alarms.study.yaml"
    file.write_text(study, encoding="utf-8")
    ended = loadproof("alarms", "export", file, "--out", "alarms.rules.yaml", cwd=tmp_path)
    assert ended.exit_code == 0, ended.messages
    assert 'alert: "processor"' in (tmp_path / "alarms.rules.yaml").read_text(encoding="utf-8")
    slow = re.search(r"alarms:\n(.*)", production, re.DOTALL)
    assert slow is not None
    file.write_text(study.replace("  slow: p95 over 10s > 500ms for 5s\n", slow[1]), encoding="utf-8")
    ended = loadproof("alarms", "export", file, cwd=tmp_path)
    assert 'alert: "slow"' in ended.output
    assert "> 0.5" in ended.output
