"""What tells whether a change left every result as it was: runs that are cut, and what is compared of a result."""

import pytest

from bench.method.same_results import differences, outcome_of, tasks, without_texts


def test_each_campaign_is_run_whole_and_cut() -> None:
    numbers = {
        kind: [task.split()[1] for task in tasks() if task.startswith(f"{kind} ")] for kind in ("campaign", "cut")
    }
    assert numbers["campaign"] == numbers["cut"]
    assert 2 * len(numbers["cut"]) >= 60


@pytest.mark.parametrize("task", ["campaign 28", "cut 28"])
def test_the_same_task_gives_the_same_twice(task: str) -> None:
    assert outcome_of(task) == outcome_of(task)


def test_a_run_is_cut_after_each_start_and_complete_in_the_end() -> None:
    whole, cut = outcome_of("campaign 28"), outcome_of("cut 28")
    assert len(whole["result.trials"].split(",")) == len(cut["result.trials"].split(",")) == 6
    assert whole["result.run"] != cut["result.run"]


def test_what_differs_is_named_by_its_part_and_texts_are_no_difference() -> None:
    before = {"study 1": {"shown": ["passed"], "result.answers": "a", "counts": "b"}}
    after = {"study 1": {"shown": ["failed"], "result.answers": "c", "counts": "b"}}
    first, _ = differences(before, after)
    assert first == "study 1: result.answers, shown"
    assert list(differences(before, before)) == []
    message = {"code": "died", "values": {"calls": {"count": 3}}}
    told = {"text": "3 calls died", "calls": 3, "messages": {"text": message}}
    assert without_texts([told]) == without_texts([{**told, "text": "three calls died"}])
    other = {**message, "values": {"calls": {"count": 4}}}
    assert without_texts([told]) != without_texts([{**told, "messages": {"text": other}}])
