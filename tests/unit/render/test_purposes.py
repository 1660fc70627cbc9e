"""Every purpose of a trial is known to a result, and no answer rests on one that only makes ready."""

from pathlib import Path
from typing import Any, get_args, get_type_hints

from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.records.trial import Trial
from loadproof.render.trial_tables import purpose_words
from loadproof.result.answers import confirming_trial
from loadproof.result.build import build_result
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.words.catalogue import words_of

from .made_result import result_of, tried

TIMES = {"p50": 1.0, "p95": 2.0, "p99": 3.0}
MEASUREMENT = {"response_ms": TIMES, "completed": 9000, "rate": 100.0, "errors": 0, "dropped": 0}


def trial(number: int, purpose: Purpose, rate: float = 100.0) -> dict[str, Any]:
    told: dict[str, Any] = {"rate": rate, "users": 0, "state": "passed", "early": False, "verdict": None}
    return {"number": number, "purpose": purpose.value, "measurement": MEASUREMENT, **told}


def test_the_model_of_a_result_knows_every_purpose() -> None:
    assert set(get_args(get_type_hints(Trial)["purpose"])) == {purpose.value for purpose in Purpose}


def test_the_table_names_every_purpose() -> None:
    shown = [purpose_words(words_of("en"), purpose.value) for purpose in Purpose]
    assert len(set(shown)) == len(Purpose)
    assert shown[[*Purpose].index(Purpose.BRACKET)] == "coarse search"


def test_no_answer_rests_on_a_recovery_or_a_warm_up(tmp_path: Path) -> None:
    purposes = (Purpose.COMPARE, Purpose.RECOVER, Purpose.WARM_UP)
    result_of(tmp_path, [tried(purpose, 100.0, State.PASSED) for purpose in purposes])
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        chosen = confirming_trial(build_result(reader).trials)
    assert chosen is not None
    assert chosen.number == 1
