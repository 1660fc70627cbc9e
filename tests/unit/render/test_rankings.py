"""The rankings of a result: whose figures they are, over which spans, and what the report makes of them."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.records.json_form import of_json
from loadproof.records.run import RunStudy
from loadproof.result.policy import decided
from loadproof.result.rankings import service_of
from loadproof.result.result_json import result_of

from .made_ranking import CALLS, HOLD_S, THREE, MadeStart, ranked_result, rows, starts_of, study_of
from .made_result import exit_code_of, markdown_report
from .test_reports import cells, on_terminal

OPERATIONS = 4


def test_variants_are_ranked_by_their_starts(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, THREE)
    (ranking,) = result["rankings"]
    assert [(row["variant"], row["rank"]) for row in ranking["variants"]] == [
        ("go-pgx", 1),
        ("ktor", 2),
        ("webflux", 2),
    ]
    assert (ranking["method"], ranking["scenario"], ranking["is_ranked"]) == ("capacity", "four-stacks", True)
    row = rows(result)["go-pgx"]
    assert row["rate"]["value"] == pytest.approx(2100.0, rel=1e-4)
    assert (row["rate"]["least"], row["rate"]["most"]) == (2080.0, 2120.0)
    assert row["rate"]["low"] < 2080.0 < row["rate"]["high"]
    assert row["working_rate"] == pytest.approx(1470.0, rel=1e-4)
    assert rows(result)["ktor"]["beaten_by"] == ["go-pgx"]
    assert row["spread_between_percent"] == pytest.approx(0.952, abs=0.01)
    assert row["spread_within_percent"] == pytest.approx(1.44, abs=0.01)
    assert row["breaks_at"] == pytest.approx(2080.0 * 1.03)


def test_figures_are_those_of_the_span_of_the_service_that_the_load_goes_to(tmp_path: Path) -> None:
    row = rows(ranked_result(tmp_path, THREE))["go-pgx"]
    throughput = CALLS * OPERATIONS
    assert row["service"] == "api"
    assert row["memory_kind"] == "cgroup"
    assert row["cpu_percent"]["value"] == pytest.approx(90.0)
    assert row["memory_mib"]["value"] == pytest.approx(50.0)
    assert row["cpu_ms_per_request"]["value"] == pytest.approx(900.0 / throughput)
    assert row["requests_per_s_per_mib"]["value"] == pytest.approx(throughput / 50.0)
    for start in row["starts"]:
        assert start["completed"] == throughput * HOLD_S
        assert start["throughput"] == pytest.approx(throughput)
        assert start["p99_ms"] == pytest.approx(40.0, rel=1e-3)


def test_the_service_is_the_last_one_where_the_target_names_none() -> None:
    shown = study_of(["a"])
    assert service_of(of_json(RunStudy, shown), "a") == "api"
    shown["variants"][0]["target"] = "http://127.0.0.1:8080"
    assert service_of(of_json(RunStudy, shown), "a") == "beside"
    shown["variants"][0]["services"] = []
    assert service_of(of_json(RunStudy, shown), "a") is None
    assert service_of(None, None) is None


def test_memory_is_the_proportional_share_where_no_group_was_read(tmp_path: Path) -> None:
    starts = [*starts_of("a", 100.0, 101.0, 102.0, group=False), *starts_of("b", 200.0, 202.0, 204.0)]
    found = rows(ranked_result(tmp_path, starts))
    assert (found["a"]["memory_kind"], found["b"]["memory_kind"]) == ("pss", "cgroup")
    assert found["a"]["memory_mib"]["value"] == pytest.approx(200.0)
    assert found["a"]["cpu_percent"]["value"] == pytest.approx(50.0)


def test_percentiles_over_starts_are_read_from_the_merged_histogram(tmp_path: Path) -> None:
    slow = MadeStart("a", 1, 1000.0, p99_ms=300.0)
    starts = [
        slow,
        *(MadeStart("a", number, 1000.0, p99_ms=40.0) for number in (2, 3)),
        *starts_of("b", 500.0, 501.0, 502.0),
    ]
    row = rows(ranked_result(tmp_path, starts))["a"]
    # One start in three is slow: a percentile of all calls is its own, and no mean of three.
    assert row["p99_ms"]["value"] == pytest.approx(75.0, rel=0.01)
    assert (row["p99_ms"]["least"], row["p99_ms"]["most"]) == (
        pytest.approx(40.0, rel=1e-3),
        pytest.approx(300.0, rel=1e-3),
    )
    assert row["p99_ms"]["low"] < 75.0 < row["p99_ms"]["high"]


def test_a_start_without_a_number_gives_none_to_the_ranking(tmp_path: Path) -> None:
    starts = [
        MadeStart("a", 1, None, "drifting"),
        MadeStart("a", 2, 1000.0),
        MadeStart("a", 3, None, "not_run", reason="the service did not start"),
        *starts_of("b", 500.0, 501.0, 502.0),
        *starts_of("c", 250.0, 251.0, 252.0),
    ]
    result = ranked_result(tmp_path, starts)
    row = rows(result)["a"]
    assert row["rank"] is None
    assert row["unranked"] == "2 of 3 starts gave no rate: drifting, not run"
    assert [start["rate"] for start in row["starts"]] == [None, 1000.0, None]
    assert row["starts"][2]["trial"] is None
    assert row["starts"][2]["p99_ms"] is None
    # The drifting start's figures are shown, and are no part of the variant's.
    assert row["starts"][0]["p99_ms"] == pytest.approx(400.0, rel=1e-3)
    assert row["p99_ms"]["most"] == pytest.approx(40.0, rel=1e-3)
    assert row["rate"]["low"] is None
    assert [(name, found["rank"]) for name, found in rows(result).items()] == [("b", 1), ("c", 2), ("a", None)]
    assert exit_code_of(result) == 4
    # The confirmation inside a search says nothing that the search does not; one of a rate of its own does.
    inside = {**result["answers"][0], "method": "confirm", "outcome": "failed"}
    told = [{**inside, "trials": trials} for trials in (inside["trials"], [999])]
    results = [decided(result_of({**result, "answers": [*result["answers"], answer]})) for answer in told]
    assert [one.state for one in results] == ["undecided", "failed"]


def test_plateaus_rest_on_the_one_that_passed(tmp_path: Path) -> None:
    starts = [
        *starts_of("a", 3000.0, 3000.0, 3000.0, method="plateaus", outcome="at_least"),
        *starts_of("b", 1500.0, 1500.0, 1500.0, method="plateaus", width=2.0),
        *[MadeStart("c", number, None, "none_passed", method="plateaus") for number in (1, 2, 3)],
    ]
    found = rows(ranked_result(tmp_path, starts))
    assert {name: row["rank"] for name, row in found.items()} == {"a": 1, "b": 2, "c": 3}
    assert [found[name]["bound"] for name in "abc"] == ["at_least", "exact", "below"]
    b = found["b"]
    assert [start["trial"] for start in b["starts"]] == [4, 6, 8]
    assert b["p99_ms"]["value"] == pytest.approx(40.0, rel=1e-3)
    assert (b["rate"]["low"], b["rate"]["high"]) == (pytest.approx(1500.0), pytest.approx(3000.0))
    assert b["breaks_at"] == 3000.0
    assert found["a"]["rate"]["low"] is None
    assert found["a"]["working_rate"] == pytest.approx(2100.0)
    # The lowest plateau failed at 100/s: it carries less, and no working load follows from that.
    assert found["c"]["rate"]["value"] == pytest.approx(100.0)
    assert found["c"]["working_rate"] is None


def test_variants_that_kept_the_same_plateau_are_not_told_apart_by_what_they_completed_on_it(tmp_path: Path) -> None:
    completed = {"a": (2915.0, 2916.0, 2914.0), "b": (3001.0, 3000.0, 2999.0), "c": (1490.0, 1495.0, 1492.0)}
    starts = [
        MadeStart(name, number, 1500.0 if name == "c" else 3000.0, method="plateaus", width=1.5, completed=done)
        for name, values in completed.items()
        for number, done in enumerate(values, start=1)
    ]
    found = rows(ranked_result(tmp_path, starts))
    assert {name: row["rank"] for name, row in found.items()} == {"b": 1, "a": 1, "c": 3}
    a = found["a"]
    assert a["rate"]["value"] == pytest.approx(2915.0)
    assert (a["rate"]["least"], a["rate"]["most"]) == (2914.0, 2916.0)
    assert a["rate"]["low"] == pytest.approx(2915.0)
    assert a["rate"]["high"] == pytest.approx(4500.0)
    assert a["spread_between_percent"] == 0.0
    first = a["starts"][0]
    assert (first["rate"], first["low"], first["high"]) == (2915.0, 2915.0, 4500.0)


def test_bounds_that_share_a_rank_are_told_as_such(tmp_path: Path) -> None:
    starts = [start for name in "ab" for start in starts_of(name, 3000.0, 3000.0, 3000.0, outcome="at_least")]
    report = markdown_report(ranked_result(tmp_path, [*starts, *starts_of("c", 1000.0, 1001.0, 1003.0)]))
    assert "a and b share rank 1: bounds are not enough to tell them apart" in report
    assert "a: 3,000/s is a lower bound, as the highest rate that was tried passed in 3 of 3 starts" in report


def test_both_methods_have_rankings_and_the_search_is_told(tmp_path: Path) -> None:
    plateaus = [*starts_of("a", 1500.0, 1500.0, 1500.0, method="plateaus", width=2.0)]
    plateaus += starts_of("b", 1500.0, 1500.0, 1500.0, method="plateaus", width=2.0)
    searches = [*starts_of("a", 2000.0, 2010.0, 2020.0), *starts_of("b", 1600.0, 1610.0, 1620.0)]
    result = ranked_result(tmp_path, [*plateaus, *searches])
    assert [ranking["method"] for ranking in result["rankings"]] == ["plateaus", "capacity"]
    assert result["sentence"] == result["rankings"][1]["text"]
    assert {row["variant"]: row["rank"] for row in result["rankings"][0]["variants"]} == {"a": 1, "b": 1}
    report = markdown_report(result)
    assert report.index("### By search") < report.index("### By plateaus")


def test_one_variant_in_one_start_has_no_ranking_and_its_own_sentence(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, [MadeStart("a", 1, 1000.0)])
    assert result["rankings"] == []
    assert result["sentence"] == "The sentence of a."


def test_variants_of_one_start_are_told_one_after_the_other(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, [MadeStart("a", 1, 1000.0), MadeStart("b", 1, 500.0)])
    assert result["sentence"] == "a: The sentence of a. b: The sentence of b."
    assert not result["rankings"][0]["is_ranked"]
    assert [row["unranked"] for row in result["rankings"][0]["variants"]] == [
        "one start of the 3 that a ranking needs"
    ] * 2
    report = markdown_report(result)
    assert "## Answers" in report
    assert "one start of the 3 that a ranking needs" in report
    assert exit_code_of(result) == 0


def test_the_sentence_says_who_carries_most_and_what_cannot_be_told_apart(tmp_path: Path) -> None:
    sentence = ranked_result(tmp_path, THREE)["sentence"]
    assert re.fullmatch(
        r"Most within p99 < 50 ms and errors < 1 %: go-pgx with 2,100/s \([\d,]+ to [\d,]+\); then ktor with 1,503/s "
        r"\([\d,]+ to [\d,]+\) and webflux with 1,483/s \([\d,]+ to [\d,]+\), which cannot be told apart\.",
        sentence,
    )
    assert len(sentence) < 250


def test_columns_of_what_no_probe_read_are_left_out(tmp_path: Path) -> None:
    study = study_of(["go-pgx", "ktor", "webflux"])
    for variant in study["variants"]:
        variant["services"] = []
    report = markdown_report(ranked_result(tmp_path, THREE, study))
    assert cells(report, "Ranking")[0][-2:] == ["Failed", "Working load, /s"]
    assert "RAM" not in report
    assert "CPU" not in report.split("## Method, study")[0]
    assert "## What ran" not in report


def test_the_report_begins_with_the_ranking(tmp_path: Path) -> None:
    runtimes = [
        {
            "variant": variant,
            "start": start,
            "service": "api",
            "facts": {"runtime": "OpenJDK 25", "collector": collector, "max_heap": "512 MiB", "flags": "-Xlog"},
        }
        for variant, collector in (("ktor", "G1"), ("webflux", "Serial"))
        for start in (1, 2, 3)
    ]
    result = ranked_result(tmp_path, THREE, runtimes=runtimes)
    report = markdown_report(result)
    titles = re.findall(r"^## (.+)$", report, re.MULTILINE)
    assert titles[0] == "Ranking"
    assert titles[-4:] == ["What ran", "Validity and doubts", "Method, study, stand, environment", "Repeat it"]
    table = cells(report, "Ranking")
    assert table[0] == [
        *("Variant", "Rank", "RPS at SLO", "p95", "p99", "Failed", "CPU", "RAM"),
        *("CPU ms per request", "Requests/s per MiB", "Working load, /s"),
    ]
    best = dict(zip(table[0], table[2], strict=True))
    assert best["Variant"] == "go-pgx"
    assert best["Rank"] == "1"
    assert re.fullmatch(r"2,100 \([\d,]+ to [\d,]+\)", best["RPS at SLO"])
    assert (best["p99"], best["CPU"], best["RAM"], best["Failed"]) == ("40.0", "90 %", "50 MiB", "0 %")
    assert (best["CPU ms per request"], best["Working load, /s"]) == ("2.25", "1,470")
    assert "ktor and webflux share rank 2" in report
    assert "Scenario: four-stacks; SLO: p99 \\< 50 ms, errors \\< 1 %" in report
    starts = report.split("<summary>Each start (9)</summary>")[1].split("</details>")[0]
    assert starts.count("| go-pgx |") == 3 + 1
    limits = {(row[0], row[1]): row for row in cells(report, "What ran")[2:]}
    # The database has the same limits in all variants, and what has neither limit nor runtime is not worth a row.
    assert [row for row in limits if row[1] != "api"] == [("all", "postgres")]
    assert limits["ktor", "api"][2:] == ["1", "1 GiB", "OpenJDK 25", "G1", "512 MiB", "–", "flags: -Xlog"]
    assert "kept to 1 of them, the generator and the probes to the other 1" in report


def test_one_typical_start_of_each_variant_is_shown_whole(tmp_path: Path) -> None:
    result = ranked_result(tmp_path, THREE)
    report = markdown_report(result)
    assert re.findall(r"^## Operations · (.+)$", report, re.MULTILINE) == [
        *("go-pgx, start 2", "ktor, start 2", "webflux, start 2"),
    ]
    assert re.findall(r"^### (trial .+)$", report, re.MULTILINE) == [
        *("trial 3, confirm, 2,100/s", "trial 9, confirm, 1,500/s", "trial 15, confirm, 1,480/s"),
    ]
    trials = cells(report, "Judged trials of all starts")
    assert len(trials) == 2 + 18
    assert trials[2][:4] == ["1", "go-pgx", "1", "capacity"]
    # A terminal gets neither.
    shown = on_terminal(result, 160)
    assert "Operations" not in shown
    assert "share rank 2" in re.sub(r"\s+", " ", shown)


@pytest.mark.parametrize("width", [80, 100, 120, 160])
def test_a_terminal_shows_the_ranking_whole(tmp_path: Path, width: int) -> None:
    shown = on_terminal(ranked_result(tmp_path, THREE), width)
    assert all(len(line) <= width for line in shown.splitlines())
    assert "…" not in shown.split("Each start")[0]


def test_starts_that_did_not_run_with_the_same_are_told(tmp_path: Path) -> None:
    runtimes = [
        {"variant": "ktor", "start": start, "service": "api", "facts": {"collector": collector}}
        for start, collector in ((1, "G1"), (2, "Serial"), (3, "G1"))
    ]
    report = markdown_report(ranked_result(tmp_path, THREE, runtimes=runtimes))
    assert "ktor: the starts of api did not run with the same garbage collector" in report
    assert "G1 / Serial" in report


def test_variants_that_nothing_tells_apart_are_told(tmp_path: Path) -> None:
    def report(third: str) -> str:
        runtimes = [
            {"variant": variant, "start": 1, "service": "api", "facts": {"runtime": runtime}}
            for variant, runtime in (("go-pgx", "OpenJDK 17"), ("ktor", third), ("webflux", "OpenJDK 17"))
        ]
        (tmp_path / third).mkdir()
        return markdown_report(ranked_result(tmp_path / third, THREE, runtimes=runtimes))

    # The made study gives each variant the same command.
    assert "go-pgx, webflux: these ran the same commands with the same limits" in report("OpenJDK 25")
    assert "go-pgx, ktor, webflux: these ran the same commands" in report("OpenJDK 17")


def test_the_speed_of_the_machine_stands_beside_each_start(tmp_path: Path) -> None:
    made = [replace(start, work_us=40.0 + 10.0 * place) for place, start in enumerate(THREE)]
    result = ranked_result(tmp_path, made)
    starts = [(name, start) for name, row in rows(result).items() for start in row["starts"]]
    shown = {(name, start["start"]): start["machine_percent"] for name, start in starts}
    expected = {(start.variant, start.start): 100.0 * 40.0 / start.work_us for start in made if start.work_us}
    assert shown == pytest.approx(expected)
    (doubt,) = [doubt for doubt in result["doubts"] if doubt["code"] == "machine-speed"]
    assert doubt["text"].endswith("took 40 to 360 µs of CPU time, up to 9 times as long")
    assert "machine-speed" in markdown_report(result, "zh")
    (tmp_path / "steady").mkdir()
    steady = ranked_result(tmp_path / "steady", THREE)
    assert "machine-speed" not in {doubt["code"] for doubt in steady["doubts"]}
    each = cells(markdown_report(result).replace("<summary>Each start", "\n## Each start"), "Each start")
    assert [row[-2] for row in each[2:4]] == ["100 %", "80 %"]
    assert "Machine's speed |" not in markdown_report(steady)


def test_cores_that_are_shared_by_limits_are_told(tmp_path: Path) -> None:
    study = study_of(["go-pgx", "ktor", "webflux"], "shared", 2)
    assert "no limit keeps them apart" in markdown_report(ranked_result(tmp_path, THREE, study))
    for variant in study["variants"]:
        variant["services"] = [{**variant["services"][1], "cpus": 1.5}]
    (tmp_path / "limited").mkdir()
    report = markdown_report(ranked_result(tmp_path / "limited", THREE, study))
    assert "the limits leave 0.5 of them to the generator and the probes" in report
