"""How long the starts take in which a feature is switched: warm-up, cycles that are run again, and the switches."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.methods.overhead.forecast import STEP_S
from loadproof.result.forecast import PlanModel, PlannedOverheadModel
from loadproof.study.load_study import load_study
from loadproof.study.toggle_settings import ToggleKind
from loadproof.words.catalogue import english

STUDY = """\
name: what a profiler costs
stand: {{target: "http://127.0.0.1:8080"}}
profile: {{operations: {{read: {{request: GET /read}}}}}}
slo: [p99<1s]
methods:
  overhead: {{rate: 500, starts: 5, hold: 8m, toggle: {{on: {on}, off: {off}}}}}
"""
URL, COMMAND = ("POST http://127.0.0.1:8080/on", "POST http://127.0.0.1:8080/off"), ("[attach]", "[detach]")
WARM_UP_S, COUNTED = 10.0, 44
"""Load of a cycle of warm-up, and the cycles that count."""


def planned(place: Path, on: str, off: str) -> tuple[PlanModel, PlannedOverheadModel]:
    (place / "study.yaml").write_text(STUDY.format(on=on, off=off), encoding="utf-8")
    plan = forecast_study(load_study(place / "study.yaml"), KnownService(capacity=1500.0, service_s=0.01, start_s=20.0))
    assert plan.overhead is not None
    return plan, plan.overhead


@pytest.mark.parametrize(("kind", "steps"), [(ToggleKind.URL, URL), (ToggleKind.COMMAND, COMMAND)])
def test_a_start_takes_its_warm_up_its_switches_and_now_and_then_more_cycles(
    tmp_path: Path, kind: ToggleKind, steps: tuple[str, str]
) -> None:
    plan, overhead = planned(tmp_path, *steps)
    # A B B A and on: one switch within a cycle, and before each second one in half of the cases.
    switch_s = 1.25 * STEP_S[kind]
    of_starts = [
        20.0 + warm_up * (WARM_UP_S + switch_s) + counted * (10.0 + switch_s)
        for warm_up, counted in ((3, COUNTED), (6, COUNTED), (12, COUNTED + 12))
    ]
    spread = overhead.duration_s
    assert [spread.low, spread.median, spread.high] == pytest.approx([5 * own_s for own_s in of_starts], abs=0.1)
    assert overhead.start_s == pytest.approx(of_starts[1], abs=0.1)
    assert plan.duration_s == spread
    told = [one.text for one in plan.assumptions if one.text.code == "assumed-switch"]
    assert [one.values["kind"] for one in told] == [kind.value]


def test_what_a_switch_is_assumed_to_take_is_told(tmp_path: Path) -> None:
    plan, _ = planned(tmp_path, *URL)
    (told,) = (english(one.text) for one in plan.assumptions if one.text.code == "assumed-switch")
    assert "0.1 s" in told


def test_more_levels_are_more_switches(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(STUDY.format(on="[attach]", off="[detach]"), encoding="utf-8")
    one = load_study(tmp_path / "study.yaml")
    assert one.methods.overhead is not None
    (toggle,) = one.toggles.values()
    settings = replace(one.methods.overhead, levels=("wall", "all"))
    two = replace(one, methods=one.methods.changed(overhead=settings), toggles={"wall": toggle, "all": toggle})
    plan = forecast_study(two, KnownService(capacity=1500.0, service_s=0.01, start_s=20.0))
    assert plan.overhead is not None
    # Three cells: 2 changes within a cycle and a third of one between; from one level to the other there are two steps.
    switch_s = (2.0 + 1.0 / 3.0) * 2.0 * 4.0 / 3.0
    counted = settings.counted_cycles
    assert plan.overhead.start_s == pytest.approx(20.0 + 6 * (15.0 + switch_s) + counted * (15.0 + switch_s), abs=0.1)
