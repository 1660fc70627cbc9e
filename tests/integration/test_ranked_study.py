"""A study of several starts, run to its ranking, on simulated services whose capacities are known."""

from pathlib import Path

from .command_line import loadproof

STUDY = """\
name: three models
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 20ms}}}
variants:
  two-workers: {}
  one-worker: {simulated: {workers: 1}}
  two-again: {}
starts: 3
profile: {operations: {get: {request: GET /}}, slo: p99<500ms}
methods: {capacity: {start_rate: 10, max_rate: 400, hold: 20s, budget: 2h}}
"""


def test_variants_are_ranked_and_those_that_are_the_same_share_a_rank(tmp_path: Path) -> None:
    study = tmp_path / "study.yaml"
    study.write_text(STUDY, encoding="utf-8")
    ended = loadproof("run", study, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=240)
    assert ended.exit_code == 0, ended.messages
    (ranking,) = ended.result["rankings"]
    ranks = {variant["variant"]: variant["rank"] for variant in ranking["variants"]}
    assert ranks == {"two-workers": 1, "two-again": 1, "one-worker": 3}
    assert ended.result["sentence"] == f"Simulated, in virtual time: {ranking['text']}"
    starts = {(answer["variant"], answer["start"]): answer for answer in ended.result["answers"]}
    for variant in ranking["variants"]:
        assert [start["start"] for start in variant["starts"]] == [1, 2, 3]
        for start in variant["starts"]:
            answer = starts[variant["variant"], start["start"]]
            assert (start["rate"], start["trial"]) == (answer["rate"], answer["decisive"])
            # A model needs no machine.
            assert start["machine_percent"] is None
        assert variant["rate"]["low"] < variant["rate"]["value"] < variant["rate"]["high"]
        assert variant["rate"]["least"] <= variant["rate"]["value"] <= variant["rate"]["most"]
        # Merged over the starts, so between those of its starts.
        times = [start["p99_ms"] for start in variant["starts"]]
        assert min(times) * 0.999 <= variant["p99_ms"]["value"] <= max(times) * 1.001
        assert variant["p99_ms"]["value"] <= 500.0
    report = (tmp_path / "run/report.md").read_text(encoding="utf-8")
    assert report.index("## Ranking") < report.index("## Starts") < report.index("## Trials")
    assert "two-workers and two-again share rank 1" in report or "two-again and two-workers share rank 1" in report
    assert (tmp_path / "run/report.html").is_file()
