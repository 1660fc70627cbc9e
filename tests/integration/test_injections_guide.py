"""The study of the guide to injections: as it is written, and in short on a real service that others run."""

import json
import re
from pathlib import Path
from typing import Any

from loadproof.study.load_study import load_study

from .command_line import loadproof
from .stand import known_truth
from .undisturbed import undisturbed

GUIDE = Path(__file__).parents[2] / "docs/guides/injections.md"


def study_of_guide() -> str:
    (study,) = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return str(study)


def test_the_study_of_the_guide_is_one(tmp_path: Path) -> None:
    (tmp_path / "injections.study.yaml").write_text(study_of_guide(), encoding="utf-8")
    nothing, frozen = load_study(tmp_path / "injections.study.yaml").injections
    assert (nothing.name, nothing.begins_s(), nothing.for_s) == ("nothing", [60.0], 30.0)
    assert (frozen.name, frozen.begins_s(), frozen.for_s) == ("frozen", [180.0, 300.0, 420.0], 10.0)


def test_without_consent_nothing_is_sent(tmp_path: Path) -> None:
    text = re.sub(r"  injections: true.*\n", "", study_of_guide())
    (tmp_path / "injections.study.yaml").write_text(text, encoding="utf-8")
    ended = loadproof("run", "injections.study.yaml", "--out", "run", cwd=tmp_path)
    assert ended.exit_code == 2
    assert "injections.study.yaml:" in ended.messages
    assert not (tmp_path / "run").exists()


def test_a_service_that_is_not_there_is_refused_before_any_load(tmp_path: Path) -> None:
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 1000) as service:
        text = study_of_guide().replace("http://127.0.0.1:8080", service.url).replace("stop: 8080", "stop: 9")
        (tmp_path / "injections.study.yaml").write_text(text, encoding="utf-8")
        ended = loadproof("run", "injections.study.yaml", "--out", "run", cwd=tmp_path, within_s=60)
    assert ended.exit_code == 2, ended.output
    assert "frozen" in ended.messages
    assert "port 9" in ended.messages


def test_the_study_of_the_guide_on_a_real_service(tmp_path: Path) -> None:
    def attempt(place: Path) -> dict[str, Any]:
        with known_truth(place, "workers", "--count", 2, "--service-us", 5000) as service:
            port = service.url.rpartition(":")[2].strip("/")
            text = study_of_guide().replace("8080", port).replace("hold: 9m", "hold: 4m")
            text = text.replace(
                "after: 3m, for: 10s, repeat: 3, every: 2m", "after: 2m, for: 4s, repeat: 3, every: 30s"
            )
            (place / "injections.study.yaml").write_text(text.replace("after: 1m", "after: 50s"), encoding="utf-8")
            ended = loadproof("run", "injections.study.yaml", "--out", "run", cwd=place, within_s=360)
        assert ended.exit_code in (0, 3, 4), ended.messages
        return {one["name"]: one for one in json.loads((place / "run/result.json").read_text("utf-8"))["injections"]}

    injections = undisturbed(tmp_path, attempt)
    nothing, frozen = injections["nothing"], injections["frozen"]
    assert {one["state"] for one in (*nothing["occurrences"], *frozen["occurrences"])} == {"undone"}
    assert len(frozen["occurrences"]) == 3
    for one, begin_s in zip(frozen["occurrences"], (120.0, 150.0, 180.0), strict=True):
        assert begin_s <= one["begun_s"] < begin_s + 2.0
        assert one["ended_s"] - one["begun_s"] >= 4.0
        assert one["undone_s"] - one["ended_s"] < 10.0
    # Calls that meet a service that stands still wait for its end: the alarm on them fires each time.
    (alarm,) = frozen["alarms"]
    assert (alarm["name"], alarm["occurrences"], alarm["detected"]) == ("slow", 3, 3)
