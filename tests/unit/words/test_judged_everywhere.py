"""What judge, methods and store say is said in every language, with the same figures."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest
from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.judge.pressure import pressure_doubts
from loadproof.judge.validity import HostReading, doubts_of, judged_valid
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.method import Observed
from loadproof.methods.plateaus.machine import Plateaus, PlateausSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt, DoubtCode, cure_of
from loadproof.store.journal import _CODES, StorageFailure

from ..judge import test_plateau, test_pressure, test_validity
from ..judge.simulated_service import ERRORS, RATE, QueueService, p99_under
from ..methods.made_results import result_of, searched
from ..methods.simulated_search import run_search
from .told_everywhere import told_everywhere

REASON = Message("slo-none")


def staircases() -> Iterator[Answer]:
    """What staircases say, of every way in which three plateaus may end; the service dies in the last or not."""
    settings = PlateausSettings((900.0, 1500.0, 4500.5), hold_s=300.0)
    for states in product(State, repeat=3):
        for died, lost in ((None, False), ("api", False), (None, True)):
            method, history = Plateaus(settings), list[TrialResult]()
            step = method.next(history)
            while isinstance(step, Trial):
                state = states[len(history)] if step.purpose is Purpose.PLATEAU else State.PASSED
                result = result_of(step, state, share=0.9 if lost and state is State.FAILED else None)
                history.append(replace(result, verdict=replace(result.verdict, reason=REASON)))
                step = method.next(history, Observed(died if len(history) == 2 else None))
            assert isinstance(step, Answer)
            yield step


def test_every_staircase_has_its_reason() -> None:
    answers = list(staircases())
    assert {answer.outcome.value for answer in answers} == {"found", "at_least", "none_passed", "undecided"}
    reasons = {answer.reason for answer in answers if answer.reason}
    assert len(reasons) > 30
    for reason in reasons:
        told_everywhere(reason)


def verdicts() -> Iterator[Verdict]:
    """What the judge says of plateaus of every kind."""
    second, judged = test_plateau.Second, test_plateau.judged
    held = PlateauSettings(30.0, early_pass=False, standard=Standard.HELD)
    yield judged(lambda _: second(500))[0]
    yield judged(lambda at: second(500, slow=400, in_flight=100 * at))[0]
    yield judged(lambda _: second(500, errors=500), slos=(ERRORS,))[0]
    yield judged(lambda at: second(500, slow=500 if at == 1 else 0))[0]
    yield judged(lambda _: second(1000, slow=40))[0]
    yield judged(lambda at: second(100, open=10, in_flight=10 * at), slos=(RATE,))[0]
    yield judged(lambda _: second(500), slos=(RATE,))[0]
    yield judged(lambda at: second(500, in_flight=2 + 4 * at))[0]
    yield judged(lambda _: second(3))[0]
    yield judged(lambda _: second(500), slos=())[0]
    yield test_plateau.confirmed(0.008)
    yield judged(lambda at: second(1000, slow=60 if at % 5 == 0 else 0), settings=held)[0]


def test_every_verdict_on_a_plateau_has_its_reason() -> None:
    reasons = {verdict.reason for verdict in verdicts()}
    assert len(reasons) >= 11
    for reason in reasons:
        told_everywhere(reason)


def test_every_answer_of_a_search_has_its_reason() -> None:
    service, slos, rng = QueueService(4, 0.005), (p99_under(50.0), ERRORS, RATE), np.random.default_rng(1)
    limits: list[dict[str, Any]] = [
        {},
        {"max_trials": 3},
        {"budget_s": 60.0},
        {"max_rate": 400.0},
        {"start_rate": 5000.0},
    ]
    found = [run_search(service, slos, CapacitySettings(**limit), rng).answer for limit in limits]
    for state, share in ((State.INVALID, None), (State.FAILED, None), (State.UNDECIDED, 0.02)):
        found.append(searched(Capacity(CapacitySettings()), lambda trial, _: result_of(trial, state, share))[0])  # noqa: B023
    reasons = {answer.reason for answer in found}
    assert len({answer.outcome for answer in found}) == 5
    assert len(reasons) == len(found)
    for reason in reasons:
        told_everywhere(reason)


def doubts() -> Iterator[Doubt]:
    """What the gates of a measurement and the store raise."""
    late = test_validity.measured(test_validity.FAST, test_validity.LATE)
    reading = test_validity.generator(0.97, descriptors=1, ports=22, connections=5)
    found = doubts_of(late, (p99_under(50.0),), reading, HostReading(0.06, 0.2))
    assert len(found) == 7
    yield from found
    yield from test_plateau.judged(lambda _: test_plateau.Second(3))[2].doubts()
    yield from pressure_doubts(test_pressure.DISK)
    yield from pressure_doubts(test_pressure.MEMORY)
    yield from pressure_doubts(replace(test_pressure.DISK, ours_disk_waited_s=2.0))
    yield from pressure_doubts(replace(test_pressure.MEMORY, ours_memory_waited_s=2.0))
    for why in [*map(Message, _CODES.values()), Message("database-failed", error="out of memory")]:
        yield Doubt(DoubtCode.NOT_STORED, StorageFailure(12.0, why, 4).told)


def test_every_doubt_has_its_text() -> None:
    for doubt in doubts():
        assert isinstance(doubt.text, Message)
        told_everywhere(doubt.text)


@pytest.mark.parametrize("code", DoubtCode)
def test_every_cure_is_told(code: DoubtCode) -> None:
    for has_study in (False, True):
        told_everywhere(cure_of(code, has_study))


def test_a_doubt_within_a_reason_is_told_too() -> None:
    doubt = next(doubts())
    measurement = test_validity.measured(test_validity.FAST, test_validity.LATE)
    reading = test_validity.generator()
    measurement = replace(measurement, doubts=(doubt,))
    verdict, _ = judged_valid(Verdict(State.PASSED, Message("slo-none")), measurement, (p99_under(50.0),), reading)
    assert told_everywhere(verdict.reason)["ru"].startswith("1 % запросов отправлены генератором с опозданием")
