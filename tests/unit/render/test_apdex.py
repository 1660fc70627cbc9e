"""Apdex in reports: printed as the specification asks, marked where it is unsure, calls before the first flow apart."""

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof._engine import ApdexCounts, Delta
from loadproof.judge.apdex import SpanApdex
from loadproof.methods.trial import Purpose, Trial
from loadproof.methods.users.machine import UsersDetails
from loadproof.model.message import Message
from loadproof.model.user_counts import UserCount
from loadproof.records.answer import Answer, Outcome
from loadproof.records.measurement import Apdex
from loadproof.records.run import RunOperation
from loadproof.records.trial import SloVerdict
from loadproof.records.user_minutes import OperationMinutes, UserMinutes
from loadproof.render import verdict_head
from loadproof.render.apdex_cells import minute_cell
from loadproof.store.description import RunDescription
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import words_of

from ..store.made_run import OPERATIONS, MadeShardReading, MadeTick, answered, description_of, directory_in
from .made_result import checked, markdown_report

BEFORE = RunOperation(name="before: log in", weight=0.0, request="POST /login", kind="before", users=("clerks",))
CLERKS = (UserCount("clerks", 300),)


def counts_of(due: int, satisfied: int, tolerating: int) -> ApdexCounts:
    """Calls of all groups in turn, their zones in an order by chance."""
    zones = [1] * satisfied + [2] * tolerating + [0] * (due - satisfied - tolerating)
    random.Random(1).shuffle(zones)
    of_groups = [zones[group::32] for group in range(32)]
    columns = zip(*[(len(own), own.count(1), own.count(2)) for own in of_groups], strict=True)
    return ApdexCounts(*map(list, columns))


def apdex_of(due: int, satisfied: int, tolerating: int, target_s: float = 3.0) -> Apdex:
    return SpanApdex(counts_of(due, satisfied, tolerating), target_s, 300).record()


def part_of(report: str, title: str) -> str:
    return report.split(f"### {title}\n")[1].split("\n##", maxsplit=1)[0]


def described() -> RunDescription:
    get = replace(OPERATIONS[0], apdex_target_s=3.0, users=("clerks",))
    batch = replace(OPERATIONS[1], apdex_target_s=12.0, users=("clerks",))
    return replace(description_of(), operations=(get, batch, *OPERATIONS[2:], BEFORE))


def run_of(parent: Path, minutes: UserMinutes | None = None) -> dict[str, Any]:
    trial = Trial(Purpose.USERS, 0.0, hold_s=300.0, early_stop=False, users=300, user_kinds=CLERKS)
    deltas = [answered(0, index, [2.0] * 10) for index in range(4)]
    deltas += [
        Delta(0, 0, apdex=counts_of(1000, 700, 100)),
        Delta(0, 1, apdex=counts_of(50, 50, 0)),
        answered(0, 4, [90.0] * 300),
    ]
    reading = MadeShardReading(users=300)
    directory = directory_in(parent)
    with RunWriter(directory, described()) as writer:
        writer.trial_started(1, trial, method="users")
        writer.tick(1, MadeTick(0, deltas, [reading]))
        writer.tick(1, MadeTick(1, [], [reading], last=True))
        if minutes is not None:
            details = UsersDetails(minutes=minutes)
            told = Answer("users", Outcome.PASSED, 0.0, Message.said("all kept"), hold_s=300.0, details=details)
            writer.log.answer(told)
    return checked(directory)


def test_a_score_is_printed_with_its_target_and_its_rating(tmp_path: Path) -> None:
    result = run_of(tmp_path)
    operations = result["trials"][0]["measurement"]["operations"]
    assert (operations["get"]["apdex"]["score"], operations["get"]["apdex"]["rating"]) == (0.75, "fair")
    report = markdown_report(result)
    rows = [line for line in part_of(report, "Apdex").splitlines() if line.startswith("| ")]
    cells = {row[0]: row[1:] for row in ([cell.strip() for cell in line.strip("| ").split("|")] for line in rows)}
    assert cells["get"][:2] == ["1,000", r"0.75 \[3.0\]"]
    assert cells["batch"][:2] == ["50", r"1.00 \[12\]\*"]
    # A total over both targets is a sum of counts.
    assert cells["all"][:2] == ["1,050", r"0.76 \[mixed T\]"]
    # (750 + 50) / 1050 = 0.7619 is fair.
    assert cells["all"][3] == cells["get"][3]
    assert "log in" not in " ".join(cells)


def test_calls_before_the_first_flow_have_a_table_of_their_own_and_are_in_no_total(tmp_path: Path) -> None:
    result = run_of(tmp_path)
    measurement = result["trials"][0]["measurement"]
    assert measurement["due"] == 40
    assert measurement["operations"]["before: log in"]["due"] == 300
    report = markdown_report(result)
    operations = part_of(report, "trial 1, users, 300 users")
    assert "| get |" in operations
    assert "log in" not in operations
    before = part_of(report, "Before the first flow")
    assert "log in" in before


@pytest.mark.parametrize(
    ("apdex", "text", "sure"),
    [
        (apdex_of(1000, 980, 10), "0.99", True),
        (apdex_of(1000, 840, 20), "0.85?", False),
        (apdex_of(40, 20, 0), "0.50*?", False),
        (apdex_of(0, 0, 0), "NS", False),
    ],
)
def test_an_unsure_minute_is_told_without_colour(apdex: Apdex, text: str, sure: bool) -> None:
    assert (minute_cell(apdex).text, apdex.is_sure) == (text, sure)


def test_minutes_stand_in_a_table_and_many_of_them_by_their_lowest(tmp_path: Path) -> None:
    def minutes(number: int) -> UserMinutes:
        cells = tuple(apdex_of(1000, 990 - 10 * (minute == 3), 0) for minute in range(number))
        one = OperationMinutes(
            operation="get",
            starts=(1000,) * number,
            apdex=cells,
            dispersion=9.5,
            expected_dispersion=0.2,
            is_uneven=True,
            uneven_minutes=(3,),
        )
        return UserMinutes(begin_s=60.0, operations=(one,))

    for number in (5, 30):
        place = tmp_path / str(number)
        place.mkdir()
        result = run_of(place, minutes(number))
        report = markdown_report(result)
        section = report.split("\n## ")
        (users,) = [part for part in section if "Lowest Apdex" in part or "min 1" in part]
        assert "0.98" in users
        assert ("min 5" in users, "Lowest Apdex" in users) == (number == 5, number == 30)
        row = next(line for line in users.splitlines() if line.startswith("| get") and "9.5" in line)
        assert row.strip().endswith("| 4 |")


def test_few_users_who_are_all_satisfied_prove_little() -> None:
    open_calls = SpanApdex(counts_of(1000, 700, 100), 3.0, None).record()
    few_users = SpanApdex(counts_of(1000, 1000, 0), 3.0, 5).record()
    assert (open_calls.interval_by, few_users.interval_by) == ("jackknife", "exact")
    assert few_users.low is not None
    assert few_users.low < 0.6


def test_the_apdex_that_decided_stands_among_the_figures_and_no_calls_have_none() -> None:
    found = SloVerdict(
        slo="apdex>=0.85",
        state="undecided",
        over_percent=12.0,
        over_percent_low=9.0,
        over_percent_high=16.0,
        limit_percent=15.0,
    )
    figure = verdict_head._apdex(found, words_of("en"))
    assert (figure.value, "0.840" in figure.note, "0.910" in figure.note) == ("0.88", True, True)
    unknown = replace(found, over_percent=0.0, over_percent_low=0.0, over_percent_high=100.0)
    assert verdict_head._apdex(unknown, words_of("en")).value == "NS"


def test_a_score_is_rounded_once_and_a_rating_is_sure_by_the_unrounded_interval() -> None:
    """0.84496 is 0.845 with the four decimals of `result.json`, and 0.84 as it is printed."""
    apdex = apdex_of(100_000, 84_496, 0)
    assert (apdex.score, apdex.text) == (0.845, "0.84 [3.0]")
    assert minute_cell(apdex).text.startswith("0.84")
