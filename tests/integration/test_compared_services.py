"""A comparison of real services: all of them are up at once, one is loaded at a time, and none is left behind."""

import signal
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import loadproof
import pytest
from loadproof import Study

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended
from .study_file import processes_with

_STUDY = """\
name: two burns
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: {burns_300}}}
variants: {variants}
profile: {{operations: {{read: {{request: GET /read}}, write: {{weight: 0.25, request: POST /write}}}}}}
slo: [p99<1s]
methods: {{compare: {{rate: 300, {settings}}}}}
"""


def command(*words: object) -> str:
    told = ", ".join(f'"{word}"' for word in words)
    return f'[{binary_of("known-truth")}, {told}, --listen, "127.0.0.1:${{port}}"]'


def study_file(place: Path, others: Mapping[str, str], settings: str) -> Path:
    """Beside `base` a variant for each of `others`, by its command."""
    commands = {"base": "{}"} | {name: f"{{services: {{api: {{command: {told}}}}}}}" for name, told in others.items()}
    variants = "{" + ", ".join(f"{name}: {told}" for name, told in commands.items()) + "}"
    file = place / "study.yaml"
    burns = command("burn", "--cpu-us", 300, "--log", place / "base.csv")
    file.write_text(_STUDY.format(burns_300=burns, variants=variants, settings=settings), encoding="utf-8")
    return file


def run_of(place: Path, file: Path) -> CommandLine:
    state = {"XDG_STATE_HOME": str(place / "state")}
    return CommandLine("run", file, "--out", place / "run", "--json", cwd=place, environment=state)


def compared(ended: Ended) -> dict[str, Any]:
    comparison: dict[str, Any] = ended.result["comparisons"][0]
    return comparison


def test_all_variants_are_up_together_and_an_interruption_leaves_none(tmp_path: Path) -> None:
    log = tmp_path / "dearer.csv"
    file = study_file(tmp_path, {"dearer": command("burn", "--cpu-us", 400, "--log", log)}, "rounds: 3, slot: 5s")
    with run_of(tmp_path, file) as running:
        running.wait_for_second(tmp_path / "run", 1, trial=2, within_s=60)
        up = [len(processes_with(str(tmp_path / name))) for name in ("base.csv", "dearer.csv")]
        running.send(signal.SIGINT)
        ended = running.ended(within_s=30)
    assert min(up) >= 1
    assert ended.exit_code == 130, ended.messages
    result = ended.result
    assert {trial["variant"] for trial in result["trials"]} == {"base", "dearer"}
    # No round has come to its end.
    assert result["comparisons"] == []
    assert processes_with(str(tmp_path / "base.csv")) == processes_with(str(log)) == []


def test_what_a_request_costs_is_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    study = Study.read(study_file(tmp_path, {"dearer": command("burn", "--cpu-us", 400)}, "rounds: 3, slot: 5s"))
    assert study.methods.compare is not None
    # A server of this kind is warm at once, and two cycles tell a third more: three rounds need two minutes, not four.
    short = replace(study.methods.compare, warm_up_cycles=2, counted_cycles=2, alone=False)
    result = loadproof.run(replace(study, methods=study.methods.changed(compare=short)), out=tmp_path / "run")
    assert result.state in ("passed", "undecided")
    (comparison,) = result.comparisons
    pairs = {pair.metric.value: pair for pair in comparison.pairs if not pair.operation}
    cpu = pairs["cpu"]
    assert (cpu.a, cpu.b, cpu.decision, cpu.rounds) == ("base", "dearer", "different", 3)
    # A third more is burnt; what the server does besides is the same.
    assert cpu.effect_percent is not None
    assert 15.0 < cpu.effect_percent < 36.0
    assert cpu.level_a is not None
    assert 0.3 < cpu.level_a < 0.6
    assert pairs["errors"].points == 0.0
    assert pairs["memory"].rounds == 3
    counted = [slot for slot in comparison.slots if slot.counts]
    assert {slot.round for slot in counted} == {1, 2, 3}
    assert all((slot.generator_us_per_call or 0.0) > 0.0 < (slot.cpu_ms_per_request or 0.0) for slot in counted)
    assert processes_with(str(tmp_path)) == []
    logs = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "run/artifacts/logs").rglob("api.log"))
    assert logs == [
        f"run/artifacts/logs/{name}/start-{number}/api.log" for name in ("base", "dearer") for number in (1, 2, 3)
    ]


def test_variants_that_do_not_start_or_die_leave_the_others_their_comparison(tmp_path: Path) -> None:
    others = {
        "dearer": command("burn", "--cpu-us", 400),
        "broken": "[sh, -c, 'echo no database; exit 3']",
        "dying": command("die", "--after-ms", 7000),
    }
    with run_of(tmp_path, study_file(tmp_path, others, "rounds: 1, slot: 5s")) as running:
        ended = running.ended(within_s=400)
    comparison = compared(ended)
    (one,) = comparison["rounds"]
    assert {each["variant"]: each["outcome"] for each in one["variants"]} == {
        "base": "measured",
        "dearer": "measured",
        "broken": "not_run",
        "dying": "invalid",
    }
    why = next(each["reason"] for each in one["variants"] if each["variant"] == "broken")
    assert "no database" in why
    pairs = {(pair["a"], pair["b"]): pair["decision"] for pair in comparison["pairs"] if pair["metric"] == "cpu"}
    assert pairs["base", "dearer"] == "cannot tell"
    assert {slot["purpose"] for slot in comparison["slots"]} == {"warm-up", "compare", "alone"}
    assert ended.exit_code == 4
    assert "died" in {event["kind"] for event in ended.result["run"]["events"]}
