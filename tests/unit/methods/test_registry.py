"""What knows methods by name knows all of the registry, and a method that is added is run like every other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.methods import registry
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.methods.registry import METHODS, method_names, row_of
from loadproof.methods.row import WARM_UP, MethodRow
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.result.sentence import ToldAnswer
from loadproof.run.study_run import run_study
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.methods import Methods
from loadproof.words.catalogue import english

STUDY = """\
name: two loads
stand: {driver: simulate, simulated: {workers: 2, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}, slo: p99<100ms}
methods: {load: {rate: 50, hold: 5s}}
"""


@dataclass(frozen=True, slots=True)
class TwiceSettings:
    """`rate` in calls/s, and twice as much."""

    rate: float
    hold_s: float = 5.0


class Twice(Method):
    """Whether a service keeps twice its load."""

    name = "twice"

    def __init__(self, settings: TwiceSettings) -> None:
        self.settings = settings

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        settings = self.settings
        if len(history) < 2:
            return Trial(Purpose.LOAD, settings.rate * (1 + len(history)), settings.hold_s, early_stop=False)
        last = history[-1]
        return Answer(self.name, Outcome(last.verdict.state), last.trial.rate, last.verdict.reason)


class TwiceRow(MethodRow):
    name = Twice.name

    def make(self, settings: TwiceSettings, _start: StartSoFar) -> Twice:
        return Twice(settings)

    def longest_s(self, settings: TwiceSettings, _asked: Mapping[str, Any]) -> float:
        return 2 * settings.hold_s

    def sentence(self, told: ToldAnswer) -> Message:
        return Message.said(f"Twice the load {told.answer.outcome}.")


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "METHODS", (*METHODS, TwiceRow()))


def test_each_method_can_be_written_resolved_and_answered() -> None:
    names = set(method_names())
    assert len(names) == len(METHODS)
    assert MethodsSpec.model_fields.keys() - {WARM_UP} == names


def test_there_is_no_row_of_what_is_no_method() -> None:
    assert row_of("capacity").name == Capacity.name
    with pytest.raises(LookupError, match="warm-up"):
        row_of("warm-up")


@pytest.mark.usefixtures("added")
def test_a_method_that_is_added_is_run_stored_and_forecast(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(STUDY, encoding="utf-8")
    methods = Methods(load=HeldLoad(50.0, 5.0), twice=TwiceSettings(60.0))
    study = replace(load_study(file), methods=methods)
    assert study.methods_shown() == {"load_rate": 50.0, "load_hold_s": 5.0, "twice_rate": 60.0, "twice_hold_s": 5.0}
    forecast = forecast_study(study, KnownService(300.0, 0.005), starts=2)
    assert [(one.method, one.trials.median) for one in forecast.methods] == [("load", 1.0), ("twice", 2.0)]
    outcome = run_study(study, tmp_path / "run")
    assert [(answer.method, english(answer.sentence)) for answer in outcome.result.answers[1:]] == [
        ("twice", "Twice the load passed.")
    ]
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        stored = {method: answer for _, _, method, answer in reader.answers()}
        trials = [(record.method, record.trial.rate) for record in reader.trials()]
    assert trials == [("load", 50.0), ("twice", 60.0), ("twice", 120.0)]
    assert (stored["twice"].outcome, stored["twice"].rate) == ("passed", 120.0)
    assert list(stored["twice"].stored()) == ["outcome", "rate", "reason"]
