"""What reports say of flows, users, tags, phases and failing replies."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof._engine import Histogram
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.records.run import RunOperation
from loadproof.render import markdown
from loadproof.render.document import text_of
from loadproof.render.measurement_tables import flows_table
from loadproof.render.reply_sections import connections_matter
from loadproof.render.timeline_series import timeline_series
from loadproof.store.description import RunDescription
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import words_of

from ..store.made_run import (
    OPERATIONS,
    MadeReply,
    MadeShardReading,
    MadeTick,
    answered,
    description_of,
    directory_in,
    histogram_of,
)
from .made_result import checked, judged, markdown_report, measured, typed

FLOW = RunOperation(name="buy", weight=0.0, request="flow: get, create", kind="flow")
NASTY = b"<script>alert(1)</script> | `x` **b** \xff\x1b[2J"


def described() -> RunDescription:
    tagged = replace(OPERATIONS[0], tags={"team": "shop"})
    return replace(description_of(), operations=(tagged, *OPERATIONS[1:], FLOW))


def ticks(phases: dict[str, Histogram]) -> list[MadeTick]:
    deltas = [answered(0, index, [2.0] * 10) for index in range(4)] + [answered(0, 4, [900.0] * 5)]
    replies = [MadeReply(head=b"HTTP/1.1 500 No\r\n" + NASTY, body=NASTY, body_bytes=len(NASTY), kind="status-500")]
    return [MadeTick(0, deltas, [MadeShardReading(phases=phases)], failed_replies=replies)]


def run_of(parent: Path, *, ended: bool, rate: float | None = 0.0, users: int = 3000, tls: int = 0) -> dict[str, Any]:
    """A run of users; without `ended` as its process was killed."""
    directory = directory_in(parent)
    trial = Trial(Purpose.LOAD, rate, hold_s=30.0, early_stop=False, users=users)
    phases = {"connect": histogram_of(0.4), "tls": histogram_of(*[2.0] * tls), "first_byte": histogram_of(*[2.0] * 40)}
    with RunWriter(directory, described()) as writer:
        writer.trial_started(1, trial, method="load")
        for tick in ticks(phases):
            writer.tick(1, tick)
        if ended:
            writer.trial_ended(1, TrialResult(trial, measured(40.0), judged(State.PASSED)))
            writer.ended()
    return checked(directory)


def test_a_killed_run_keeps_flows_apart_and_has_phases_and_replies(tmp_path: Path) -> None:
    result = run_of(tmp_path, ended=False)
    (trial,) = result["trials"]
    measurement = trial["measurement"]
    assert (measurement["due"], measurement["completed"]) == (40, 40)
    assert measurement["response_ms"]["max"] == pytest.approx(2.0, rel=0.01)
    assert measurement["operations"]["buy"]["due"] == 5
    assert [row["kind"] for row in result["run"]["profile"]["operations"]] == ["operation"] * 4 + ["flow"]
    assert trial["phases_ms"]["first_byte"]["count"] == 40
    assert [reply["operation"] for reply in trial["failed_replies"]] == ["get"]


def test_a_chart_over_time_counts_calls_once(tmp_path: Path) -> None:
    run_of(tmp_path, ended=False)
    with RunReader(directory_of(tmp_path)) as reader:
        series = timeline_series(reader)
    assert series.load.due_per_s == [40.0]
    assert series.load.done_per_s == [40.0]
    assert sum(map(sum, series.heat.counts)) == 40
    assert {one.name: one.due_per_s for one in series.operations}["buy"] == [5.0]


def directory_of(parent: Path) -> Any:
    from loadproof.store.run_directory import RunDirectory

    return RunDirectory.open(parent / "run")


def test_a_report_lists_flows_below_operations_and_shows_tags(tmp_path: Path) -> None:
    report = markdown_report(run_of(tmp_path, ended=False))
    operations = report.split("## Operations")[1].split("\n## ")[0]
    above, below = operations.split("### Flows")
    below = below.split("A flow lasts from the due time")[0]
    assert "team=shop" in above
    assert "| buy |" not in above
    assert "| all |" in above
    assert "| buy |" in below
    assert "| all |" not in below


def test_failing_replies_cannot_format_a_report(tmp_path: Path) -> None:
    report = markdown_report(run_of(tmp_path, ended=False))
    replies = report.split("### Failing replies")[1].split("## ")[0]
    assert "status-500" in replies
    assert "<script>" not in replies
    assert "\\\\xff" in replies
    assert "\x1b" not in report
    assert all(line.count(" | ") == 5 for line in replies.splitlines() if line.startswith("| get"))


@pytest.mark.parametrize(
    ("rate", "users", "said", "russian"),
    [
        (0.0, 3000, "with 3,000 users. Completed 40/s", "Ступень 1 (нагрузка, 3 000 пользователей)"),
        (0.0, 1, "with 1 user. Completed 40/s", "Ступень 1 (нагрузка, 1 пользователь)"),
        (40.0, 21, "at 40 requests/s beside 21 users. Completed 40/s", "40/с и 21 пользователь"),
        (None, 5, "at the highest rate it gives beside 5 users. Completed 40/s", "максимум и 5 пользователей"),
    ],
)
def test_users_stand_where_a_rate_would(
    tmp_path: Path, rate: float | None, users: int, said: str, russian: str
) -> None:
    result = run_of(tmp_path, ended=True, rate=rate, users=users)
    assert said in result["sentence"]
    assert (result["run"]["arrivals"] == "users") == (rate == 0.0)
    assert result["answers"][0]["users"] == result["trials"][0]["users"] == users
    report = markdown_report(result)
    assert "0 requests/s" not in report.replace("40 requests/s", "")
    assert russian in markdown_report(result, "ru").replace("\u202f", " ").replace("\xa0", " ")


def test_a_terminal_tells_of_connections_where_they_matter(tmp_path: Path) -> None:
    result = run_of(tmp_path, ended=True)
    assert not connections_matter(typed(result).trials[0].phases_ms)
    (tmp_path / "tls").mkdir()
    assert connections_matter(typed(run_of(tmp_path / "tls", ended=True, tls=3)).trials[0].phases_ms)


def test_flows_that_an_early_stop_cut_are_not_slow(tmp_path: Path) -> None:
    result = typed(run_of(tmp_path, ended=False))
    (trial,) = result.trials
    buy = replace(trial.measurement.operations["buy"], due=10, completed=4, cut=6, within=(4, 4, 4))
    measurement = replace(trial.measurement, operations={**trial.measurement.operations, "buy": buy})
    stopped = replace(trial, measurement=measurement, early=True)
    own = tuple(replace(row, thresholds_ms=(50.0,)) for row in result.run.profile.operations)
    run = replace(result.run, profile=replace(result.run.profile, operations=own))
    over = {}
    for name, one in (("stopped", stopped), ("ended", replace(stopped, early=False))):
        table = flows_table(one, run, words_of("en"))
        assert table is not None
        titles = [column.title for column in table.columns]
        over[name] = tuple(text_of(table.rows[0][titles.index(title)]) for title in ("> 50 ms", "Cut"))
    assert over == {"stopped": ("0 %", "6"), "ended": ("60 %", "6")}
    report = markdown.markdown_report(replace(result, trials=(stopped,)), words_of("en"))
    assert "The trial stopped early and cut 6 flows that were still under way" in report
