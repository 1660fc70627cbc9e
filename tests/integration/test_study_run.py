"""`loadproof run`: a study from its file to its report, with everything stopped and kept afterwards."""

import json
import signal
from pathlib import Path

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended
from .study_file import processes_with, queue_study, variants_study
from .undisturbed import undisturbed

pytestmark = pytest.mark.quiet_machine

TOKEN = "token-that-nobody-may-see"  # noqa: S105 - a secret of the test alone


def run(study: Path, *words: object, within_s: float = 180.0) -> Ended:
    environment = {"LOADPROOF_TEST_TOKEN": TOKEN, "XDG_STATE_HOME": str(study.parent / "state")}
    with CommandLine(
        "run", study, "--out", study.parent / "run", *words, cwd=study.parent, environment=environment
    ) as command:
        return command.ended(within_s)


def whole_study(place: Path) -> Ended:
    return run(queue_study(place), "--json", "--lang", "ru")


def test_a_study_answers_every_method_and_leaves_a_report(tmp_path: Path) -> None:
    ended = undisturbed(tmp_path, whole_study)
    assert ended.exit_code in (0, 4), ended.messages
    result = ended.result
    place = sorted(tmp_path.iterdir())[-1]
    # A search without a budget may take 25 minutes; the confirmation is its own.
    first, later = ended.messages.index("не дольше 26 мин 2 с"), ended.messages.index("не дольше 1 мин 2 с")
    assert first < ended.messages.index("ступень 1") < later
    answers = {answer["method"]: answer for answer in result["answers"]}
    assert list(answers) == ["capacity", "confirm", "soak"]
    assert (answers["capacity"]["outcome"], answers["capacity"]["n"]) == ("at_least", 2.0)
    assert (answers["confirm"]["outcome"], answers["confirm"]["rate"]) == ("passed", 100.0)
    assert (answers["soak"]["rate"], answers["soak"]["n"]) == (50.0, 1.0)
    # A minute may be too short to tell, and then it says so; nothing else may come of a service that is steady.
    assert answers["soak"]["outcome"] in ("steady", "undecided"), answers["soak"]["reason"]
    assert {trend["name"] for trend in answers["soak"]["trends"]} >= {"error_percent", "memory_mib of api"}
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
    assert [event["kind"] for event in result["run"]["events"]] == ["ready"]
    assert json.loads((place / "run/result.json").read_text(encoding="utf-8")) == result
    page = (place / "run/report.html").read_text(encoding="utf-8")
    assert '<html lang="ru">' in page
    assert "process:api" in page
    assert (place / "run/artifacts/logs/base/api.log").is_file()
    assert processes_with(str(place)) == []


def test_no_secret_is_stored_or_shown(tmp_path: Path) -> None:
    ended = run(queue_study(tmp_path, hold="2s"), "--method", "capacity", "--preset", "brief", "--json")
    assert ended.exit_code in (0, 3, 4), ended.messages
    assert ended.result["run"]["study"]["preset"] == "brief"
    assert {answer["method"] for answer in ended.result["answers"]} == {"capacity"}
    assert TOKEN not in ended.output + ended.messages
    for path in (tmp_path / "run").rglob("*"):
        assert path.is_dir() or TOKEN.encode() not in path.read_bytes(), path


def test_a_service_that_does_not_start_shows_its_last_lines(tmp_path: Path) -> None:
    study = queue_study(tmp_path)
    text = study.read_text(encoding="utf-8").replace("workers, --count", "workers, --no-such-option, --count")
    study.write_text(text, encoding="utf-8")
    ended = run(study)
    assert ended.exit_code == 2
    assert "--no-such-option" in ended.messages
    assert "api.log" in ended.messages
    assert "Traceback" not in ended.messages
    report = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert {answer["outcome"] for answer in report["answers"]} == {"not_run"}


def test_a_service_that_dies_is_told_and_started_again(tmp_path: Path) -> None:
    study = queue_study(tmp_path, hold="4s")
    text = study.read_text(encoding="utf-8").replace(
        'workers, --count, "2", --service-us, "5000"', 'die, --after-ms, "1500"'
    )
    study.write_text(text, encoding="utf-8")
    ended = run(study, "--method", "capacity", "--json")
    result = ended.result
    # That the machine stood still meanwhile is told as well.
    kinds = [event["kind"] for event in result["run"]["events"] if event["kind"] != "generator-stalled"]
    assert kinds[:4] == ["ready", "died", "last-lines", "restarted"], kinds
    assert result["answers"][0]["outcome"] in ("none_passed", "undecided")
    assert {"died", "refused"} & {finding["cause"] for finding in result["findings"]}
    assert processes_with(str(tmp_path)) == []


def test_variants_are_run_one_after_the_other_with_a_reset_before(tmp_path: Path) -> None:
    ended = undisturbed(tmp_path, lambda place: run(variants_study(place), "--json"))
    assert ended.exit_code in (3, 4), ended.messages
    result = ended.result
    assert [(answer["variant"], answer["outcome"]) for answer in result["answers"]] == [
        ("quick", "passed"),
        ("slow", "failed"),
    ]
    assert result["sentence"].startswith("quick: Keeps")
    assert "slow: Breaks" in result["sentence"]
    assert [variant["name"] for variant in result["run"]["study"]["variants"]] == ["quick", "slow"]
    place = sorted(tmp_path.glob("attempt-*"))[-1]
    assert (place / "was-reset").is_file()
    assert {path.parent.name for path in (place / "run/artifacts/logs").rglob("api.log")} == {"quick", "slow"}


def test_an_interrupted_study_keeps_what_it_answered(tmp_path: Path) -> None:
    study = queue_study(tmp_path, hold="4s")
    environment = {"LOADPROOF_TEST_TOKEN": TOKEN, "XDG_STATE_HOME": str(tmp_path / "state")}
    words = ("run", study, "--out", tmp_path / "run", "--json")
    with CommandLine(*words, cwd=tmp_path, environment=environment) as command:
        command.wait_for_second(tmp_path / "run", 1, trial=2, within_s=60)
        command.send(signal.SIGINT)
        ended = command.ended(within_s=30)
    assert ended.exit_code == 130, ended.messages
    result = ended.result
    assert result["trials"][0]["state"] != "cut-short"
    assert "interrupted" in {doubt["code"] for doubt in result["doubts"]}
    assert (tmp_path / "run/report.html").is_file()
    assert processes_with(str(tmp_path)) == []


@pytest.mark.parametrize(("words", "said"), [(("--method", "soak"), "rate"), (("--preset", "none"), "brief")])
def test_a_choice_that_the_study_does_not_have_is_refused(tmp_path: Path, words: tuple[str, str], said: str) -> None:
    ended = run(queue_study(tmp_path), *words)
    assert ended.exit_code == 2
    assert said in ended.messages
    assert not (tmp_path / "run").exists()
