"""Medians, ratios and targets of the table."""

import pytest

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity
from bench.rounds import GroupResult
from bench.row import Row, rows_of


def never(_place: Place) -> Observation:
    raise AssertionError("nothing is run")


def row(ours: list[float], peer: list[float] | None, target: Target | None) -> Row:
    values = {"loadproof": ours} if peer is None else {"loadproof": ours, "wrk": peer}
    line = Line("case", Quantity.RATE, None if peer is None else "wrk", target)
    group = CaseGroup("group", tuple(Contender(name, never) for name in values), (line,))
    rounds = [
        {name: Observation({Quantity.RATE: numbers[index]}) for name, numbers in values.items()}
        for index in range(len(ours))
    ]
    [only] = rows_of(GroupResult(group, tuple(rounds)))
    return only


def test_the_ratio_is_taken_within_each_round() -> None:
    measured = row([10.0, 200.0, 30.0], [20.0, 100.0, 30.0], None)
    assert measured.ratio is not None
    assert (measured.ratio.least, measured.ratio.median, measured.ratio.largest) == (0.5, 1.0, 2.0)
    assert measured.outcome == ""


@pytest.mark.parametrize(
    ("ours", "outcome"), [(70.0, "met"), (80.0, "met"), (63.0, "MISSED by 10 %"), (35.0, "MISSED by 50 %")]
)
def test_a_ratio_under_its_bound_is_missed_by_its_share(ours: float, outcome: str) -> None:
    assert row([ours], [100.0], Target(TargetOf.RATIO_AT_LEAST, 0.70)).outcome == outcome


@pytest.mark.parametrize(
    ("ours", "outcome"), [(95.0, "met"), (10.0, "met"), (95.019, "MISSED by 0.02 %"), (190.0, "MISSED by 100 %")]
)
def test_a_ratio_over_its_bound_is_missed_by_its_share(ours: float, outcome: str) -> None:
    assert row([ours], [100.0], Target(TargetOf.RATIO_AT_MOST, 0.95)).outcome == outcome


@pytest.mark.parametrize(("ours", "outcome"), [(25.0, "met"), (1.0, "met"), (50.0, "MISSED by 100 %")])
@pytest.mark.parametrize("peer", [None, [100.0]])
def test_an_own_value_over_its_bound_is_missed_whatever_the_peer_did(
    ours: float, outcome: str, peer: list[float] | None
) -> None:
    assert row([ours], peer, Target(TargetOf.OURS_AT_MOST, 25)).outcome == outcome


def test_a_barely_missed_target_is_not_shown_as_missed_by_nothing() -> None:
    assert row([25.01], None, Target(TargetOf.OURS_AT_MOST, 25)).outcome == "MISSED by 0.04 %"


@pytest.mark.parametrize("kind", [TargetOf.RATIO_AT_LEAST, TargetOf.RATIO_AT_MOST])
def test_a_target_on_a_ratio_without_a_peer_is_refused(kind: TargetOf) -> None:
    with pytest.raises(ValueError, match="needs a peer"):
        _ = row([1.0], None, Target(kind, 0.7)).outcome


def without_the_peer(target_alone: Target | None) -> Row:
    target = Target(TargetOf.RATIO_AT_MOST, 1.0)
    line = Line("case", Quantity.CPU_PER_REQUEST, "wrk2", target, target_alone)
    contenders = (Contender("loadproof", never), Contender("wrk2", never, program="wrk2"))
    rounds = ({"loadproof": Observation({Quantity.CPU_PER_REQUEST: 12.0})},)
    [only] = rows_of(GroupResult(CaseGroup("group", contenders, (line,)), rounds))
    return only


def test_without_its_peer_a_line_is_judged_by_the_target_that_stands_in() -> None:
    alone = without_the_peer(Target(TargetOf.OURS_AT_MOST, 10))
    assert (alone.peer_shown, alone.ratio, alone.target) == ("wrk2: not installed", None, "≤ 10 µs")
    assert alone.outcome == "MISSED by 20 %"


def test_without_its_peer_and_a_target_that_stands_in_a_line_is_not_judged() -> None:
    alone = without_the_peer(None)
    assert (alone.target, alone.outcome) == ("ratio ≤ 1.00", "not judged")


def test_a_target_that_stands_in_is_not_asked_for_beside_the_peer() -> None:
    line = Line(
        "case",
        Quantity.RATE,
        "wrk",
        Target(TargetOf.RATIO_AT_MOST, 1.0),
        target_alone=Target(TargetOf.OURS_AT_MOST, 1),
    )
    group = CaseGroup("group", (Contender("loadproof", never), Contender("wrk", never)), (line,))
    both = {"loadproof": Observation({Quantity.RATE: 5.0}), "wrk": Observation({Quantity.RATE: 10.0})}
    [only] = rows_of(GroupResult(group, (both,)))
    assert (only.target, only.outcome) == ("ratio ≤ 1.00", "met")
