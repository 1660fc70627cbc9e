"""Constants left out one at a time: that they are, that they come back, and that every constant has its row."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pytest
from loadproof.judge.limits import LIMITS
from loadproof.judge.verdict import State
from loadproof.methods.capacity.search_rules import RULES, SearchRules

from bench.method import disturbance_constants, search_constants
from bench.method.capacity_record import SearchRecord, searched
from bench.method.disturbances import Judged, Plateaus
from bench.method.effort import Effort
from bench.method.known_service import KnownService
from bench.method.left_out import Neutral, left_out
from bench.method.service_population import drawn_service
from bench.method.true_capacity import TrueCapacity


def test_a_constant_that_is_left_out_comes_back_whatever_happens() -> None:
    before = asdict(RULES)
    seen = []

    def fails() -> None:
        with left_out(RULES, Neutral("likely", 0.5, "even odds")):
            seen.append(RULES.likely)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert seen == [0.5]
    with left_out(RULES, None):
        assert asdict(RULES) == before
    assert asdict(RULES) == before == asdict(SearchRules())


def test_a_constant_keeps_its_type() -> None:
    with left_out(RULES, Neutral("short_trials", 0.0, "none")):
        assert isinstance(RULES.short_trials, int)


def test_every_constant_of_a_search_has_its_row_but_what_a_quiet_machine_never_asks_for() -> None:
    names = [neutral.name for neutral in search_constants.NEUTRAL]
    assert {*names, "trials_left", "given_up"} == set(asdict(RULES))
    assert len(names) == len(set(names))
    assert all(neutral.value != getattr(RULES, neutral.name) for neutral in search_constants.NEUTRAL)
    assert all(neutral.value != getattr(LIMITS, neutral.name) for neutral in disturbance_constants.NEUTRAL)


def test_a_search_without_a_constant_is_simulated_anew_only_where_it_asks_for_something_else(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    case = drawn_service(0, 5)
    truth = TrueCapacity(0.6 * case.raw_rate, 20.0, 0.002, 1)
    monkeypatch.setattr(search_constants, "known_service", lambda *_: KnownService(case, truth, ()))
    kept = (Neutral("start_attempts", 1, "nothing here"), Neutral("close", 1.0001, "other trials"))
    monkeypatch.setattr(search_constants, "NEUTRAL", kept)
    simulated = Counter[str]()

    def counted(*of: object) -> object:
        simulated["searches"] += 1
        return searched(*of)  # type: ignore[arg-type]

    monkeypatch.setattr(search_constants, "searched", counted)
    as_it_is, same, close = search_constants._each_left_out(0)
    assert [one.is_other for one in (as_it_is, same, close)] == [False, False, True]
    # Two searches with every constant, and again only those that another `close` led elsewhere.
    assert 2 < simulated["searches"] <= 4
    assert repr(same.search) == repr(as_it_is.search)


def test_the_tables_have_a_row_for_each_and_one_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    found = SearchRecord(0.99, 0.97, 1.03, 400.0, "found", 12, 1.0)

    def each(number: int) -> list[search_constants.Records]:
        return [search_constants.Records(number == 9, found, found)] * (1 + len(search_constants.NEUTRAL))

    monkeypatch.setattr(search_constants, "_each_left_out", each)
    table = search_constants.search_constants(Effort(0.1))
    assert [row[0] for row in table.rows] == ["none", *(neutral.name for neutral in search_constants.NEUTRAL)]
    assert {len(row) for row in table.rows} == {len(table.columns)}

    def passes(_neutral: Neutral | None, asked: Plateaus) -> Judged:
        return Judged(asked, Counter({State.PASSED: 1}), Counter({State.PASSED: 1}))

    monkeypatch.setattr(disturbance_constants, "_judged_without", passes)
    table = disturbance_constants.disturbance_constants(Effort(0.1))
    assert [row[0] for row in table.rows] == ["none", *(neutral.name for neutral in disturbance_constants.NEUTRAL)]
    assert {len(row) for row in table.rows} == {len(table.columns)}
