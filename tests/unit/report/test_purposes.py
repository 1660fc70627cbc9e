"""Every purpose of a trial is known to a result, and no answer rests on one that only makes ready."""

from typing import Any, get_args

from loadproof.method.trial import Purpose
from loadproof.report.result_model import TrialModel
from loadproof.report.sentence import capacity_sentence
from loadproof.report.trial_tables import confirming_trial, trials_table

TIMES = {"p50": 1.0, "p95": 2.0, "p99": 3.0}
MEASUREMENT = {"response_ms": TIMES, "completed": 9000, "rate": 100.0, "errors": 0, "dropped": 0}


def trial(number: int, purpose: Purpose, rate: float = 100.0) -> dict[str, Any]:
    told: dict[str, Any] = {"rate": rate, "users": 0, "state": "passed", "early": False, "verdict": None}
    return {"number": number, "purpose": purpose.value, "measurement": MEASUREMENT, **told}


def test_the_model_of_a_result_knows_every_purpose() -> None:
    assert set(get_args(TrialModel.model_fields["purpose"].annotation)) == {purpose.value for purpose in Purpose}


def test_the_table_names_every_purpose() -> None:
    table = trials_table([trial(number, purpose) for number, purpose in enumerate(Purpose)], [])
    assert [row[1] for row in table.rows] == [purpose.value for purpose in Purpose]


def test_no_answer_rests_on_a_recovery_or_a_warm_up() -> None:
    made = [trial(1, Purpose.COMPARE), trial(2, Purpose.RECOVER), trial(3, Purpose.WARM_UP)]
    chosen = confirming_trial(made)
    assert chosen is not None
    assert chosen["number"] == 1
    run = {"interrupted": False, "slos": [], "arrivals": "poisson"}
    answer = {"outcome": "none_passed", "reason": None, "run": run}
    low = [trial(1, Purpose.SEARCH, 80.0), trial(2, Purpose.WARM_UP, 9.0)]
    assert " down to 80 requests/s" in capacity_sentence({**answer, "trials": low})
