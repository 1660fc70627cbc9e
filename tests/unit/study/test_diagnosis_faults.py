"""What a study may write of the diagnosis of its services."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.study.diagnosis_settings import DiagnosisSettings, Occasion
from loadproof.study.load_study import load_study

from .study_text import study_text

FaultsOf = Callable[..., list[tuple[int, str, str]]]


def test_an_empty_mapping_asks_on_evidence_and_each_key_changes_one_thing(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(study_text(rest="diagnosis: {api: {}}"), encoding="utf-8")
    assert load_study(file).diagnosis == {"api": DiagnosisSettings()}
    file.write_text(study_text(rest="diagnosis: {api: {threads: always, heap: never, load: 1m}}"), encoding="utf-8")
    assert load_study(file).diagnosis == {"api": DiagnosisSettings(Occasion.ALWAYS, Occasion.NEVER, 60.0)}
    file.write_text(study_text(), encoding="utf-8")
    assert load_study(file).diagnosis == {}
    presets = "presets: {quick: {diagnosis: {api: {heap: never}}}}"
    file.write_text(study_text(rest=f"diagnosis: {{api: {{load: 1m}}}}\n{presets}"), encoding="utf-8")
    assert load_study(file).diagnosis == {"api": DiagnosisSettings(load_s=60.0)}
    assert load_study(file, preset="quick").diagnosis == {"api": DiagnosisSettings(heap=Occasion.NEVER, load_s=60.0)}


@pytest.mark.parametrize(
    ("rest", "message", "cure"),
    [
        ("diagnosis: {ap: {}}", "diagnosis.ap: there is no service 'ap'", "did you mean api?"),
        ("diagnosis: {api: {load: 2s}}", "diagnosis.api.load: 2s is too short to see anything", "write 5s or more"),
        (
            "diagnosis: {api: {load: 2h}}",
            "diagnosis.api.load: '2h' is not above 0 and at most 1h",
            "write a duration such as 10s",
        ),
        (
            "diagnosis: {api: {heap: sometimes}}",
            "diagnosis.api.heap: 'sometimes' is not known",
            "give evidence, always or never",
        ),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, rest: str, message: str, cure: str) -> None:
    assert study_faults_of(rest=rest) == [(12, message, cure)]


def test_a_simulated_service_is_not_diagnosed(study_faults_of: FaultsOf) -> None:
    stand = "driver: simulate\nsimulated: {workers: 1, service_time: 5ms}"
    told = study_faults_of(stand=stand, rest="diagnosis: {api: {}}")
    assert ("diagnosis: a simulated service is no Java VM", "leave it out") in [one[1:] for one in told]
