"""What is decided once for every report: tones, what leads, and what stopped each start."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import loadproof
import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Unit, fact, hypothesis
from loadproof.result.build import build_result, with_findings
from loadproof.result.result import Result
from loadproof.result.result_json import SCHEMA_VERSION, result_of, to_json
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.words.catalogue import english

from ..api.short_study import study_file
from ..render import made_ranking, made_result

DECIDED = {"tone", "typical", "leading_ranking", "leading_answer", "stopped_by"}


@pytest.fixture
def searched(tmp_path: Path) -> Result:
    made_result.result_of(tmp_path, made_result.search(), made_result.FOUND)
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        return build_result(reader)


def ranked(place: Path, rates: Sequence[float | None], variant: str = "a") -> Result:
    starts = [
        made_ranking.MadeStart(variant, number, rate, "found" if rate else "undecided")
        for number, rate in enumerate(rates, start=1)
    ]
    return result_of(made_ranking.ranked_result(place, starts))


def test_a_recovery_is_not_judged_and_every_other_trial_has_the_tone_of_its_state(searched: Result) -> None:
    assert [trial.tone for trial in searched.trials] == ["passed", "failed", "not_judged", "failed", "passed"]
    assert [(answer.outcome, answer.tone) for answer in searched.answers] == [("found", "passed")]
    assert (searched.tone, searched.state) == ("passed", "passed")
    assert searched.decisive == searched.answers[0].decisive == 5


def test_a_search_that_held_no_rate_is_not_green_and_a_study_is_cured_by_its_keys(tmp_path: Path) -> None:
    search = "{capacity: {start_rate: 50, max_rate: 800, hold: 20s, budget: 100s}}"
    result = loadproof.run(study_file(tmp_path, search), out=tmp_path / "run")
    (answer,) = result.answers
    assert (answer.outcome, answer.tone, result.state) == ("coarse", "passed", "passed")
    for doubts in (result.doubts, answer.doubts):
        (cure,) = [english(doubt.cure) for doubt in doubts if doubt.code == "coarse"]
        assert "budget: of capacity in the study" in cure
        assert "--" not in cure
    guessed = with_findings(replace(result, answers=(replace(answer, rate=None),)), ())
    assert (guessed.answers[0].tone, guessed.state, guessed.tone) == ("undecided", "undecided", "undecided")


def test_a_report_begins_with_the_answer_that_failed(searched: Result) -> None:
    (found,) = searched.answers
    soak = replace(found, method="soak", outcome="not_steady", rate=70.0, trials=(2,), decisive=2)
    told = with_findings(replace(searched, answers=(found, soak)), ())
    assert (told.state, told.leading_answer, told.decisive) == ("failed", 1, 2)
    assert (searched.leading_answer, searched.decisive) == (0, 5)


def test_without_an_answer_the_last_judged_trial_decides(tmp_path: Path) -> None:
    trials = [
        made_result.tried(Purpose.WARM_UP, 10.0, State.PASSED),
        made_result.tried(Purpose.LOAD, 10.0, State.INVALID),
    ]
    result = result_of(made_result.result_of(tmp_path, trials))
    assert (result.decisive, result.tone) == (2, "undecided")
    without = replace(result, answers=())
    assert with_findings(without, ()).decisive == 2
    assert with_findings(replace(without, trials=result.trials[:1]), ()).decisive is None


@pytest.mark.parametrize(
    ("rates", "typical"), [((90.0, None, 100.0, 95.0), 4), ((90.0, 100.0), 1), ((None, None, None), 1)]
)
def test_the_typical_start_is_that_of_the_median_rate(
    tmp_path: Path, rates: tuple[float | None, ...], typical: int
) -> None:
    (ranking,) = ranked(tmp_path, rates).rankings
    assert ranking.variants[0].typical == typical


def test_a_ranking_leads_where_there_are_several_starts(tmp_path: Path, searched: Result) -> None:
    (tmp_path / "several").mkdir()
    assert searched.leading_ranking is None
    result = ranked(tmp_path / "several", (90.0, None, 100.0))
    assert result.leading_ranking == "capacity"
    assert [start.tone for start in result.rankings[0].variants[0].starts] == ["passed", "undecided", "passed"]
    assert result.rankings[0].variants[0].tone == "passed"


def test_causes_of_failed_trials_stop_a_start_the_strongest_first(searched: Result) -> None:
    figure = Evidence(Message.said("CPU"), 99.0, Unit.PERCENT)
    quota = fact(4, Cause.THROTTLED, Message.said("It was throttled."), figure)
    findings = [
        fact(4, Cause.KNEE, Message.said("It breaks."), figure),
        fact(4, Cause.QUEUEING, Message.said("Calls queued."), figure),
        hypothesis(quota, Message.said("The quota holds it."), Message.said("Raise it.")),
        quota,
        fact(2, Cause.REFUSED, Message.said("It refused."), figure),
        fact(5, Cause.DIED, Message.said("It died in a trial that passed."), figure),
    ]
    (row,) = with_findings(searched, findings).stopped_by
    assert [(cause.cause, cause.kind, cause.trials) for cause in row.causes] == [
        ("refused", "fact", (2,)),
        ("throttled", "hypothesis", (4,)),
    ]
    # Nothing else explains why calls queued: then the queue is the cause.
    (alone,) = with_findings(searched, findings[:2]).stopped_by
    assert [cause.cause for cause in alone.causes] == ["queueing"]


def test_a_hypothesis_about_slowness_comes_before_the_timeouts_that_show_it(searched: Result) -> None:
    figure = Evidence(Message.said("calls"), 16.7, Unit.PERCENT)
    slow = fact(4, Cause.TIMEOUTS, Message.said("Calls timed out."), figure)
    locks = fact(4, Cause.DATABASE_LOCK, Message.said("Sessions waited."), figure)
    held = hypothesis(locks, Message.said("A transaction holds a lock."), Message.said("Commit."))
    (row,) = with_findings(searched, [slow, locks, held]).stopped_by
    assert [cause.cause for cause in row.causes] == ["database-lock", "timeouts"]
    (row,) = with_findings(searched, [slow, locks]).stopped_by
    assert [cause.cause for cause in row.causes] == ["timeouts", "database-lock"]


def test_each_start_has_its_own_row(tmp_path: Path) -> None:
    result = ranked(tmp_path, (90.0, 100.0))
    failed = [trial.number for trial in result.trials if trial.state == "failed" and trial.start == 2]
    found = with_findings(
        result,
        [
            fact(
                failed[0],
                Cause.DISK_BUSY,
                Message.said("It was busy."),
                Evidence(Message.said("disk"), 99.0, Unit.PERCENT),
            )
        ],
    )
    assert [(row.variant, row.start, len(row.causes)) for row in found.stopped_by] == [("a", 1, 0), ("a", 2, 1)]


def test_a_result_of_the_schema_before_is_read_and_decided(tmp_path: Path) -> None:
    result = to_json(ranked(tmp_path, (90.0, None, 100.0)))
    before = {**_without(result), "schema_version": SCHEMA_VERSION - 1}
    del before["decisive"]
    assert to_json(result_of(before)) == result
    with pytest.raises(ValueError, match="Cure: "):
        result_of({**result, "schema_version": 3})


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without(inner) for key, inner in value.items() if key not in DECIDED}
    return [_without(inner) for inner in value] if isinstance(value, list) else value
