"""The tables of forecasts of exhaustion from made records, and the studies that make them."""

from pathlib import Path
from typing import Any

from loadproof.study.load_study import load_study

from bench.real.exhaustion import EXHAUSTION_RUNS, book_study, exhaustion_tables
from bench.real.record import Record


def entry(forecast_s: float | None) -> dict[str, Any]:
    told = {"may_live_mib": 17.5, "last_alive_mib": 17.2, "half_s": 50.0, "ended_s": 100.0, "shape": "leak"}
    return {**told, "forecast_s": [forecast_s, 80.0, None], "doubts": [{"code": "service-died"}]}


def test_forecasts_that_miss_the_end_are_counted(tmp_path: Path) -> None:
    record = Record(tmp_path / "exhaustion.jsonl")
    for name, forecast_s in zip(EXHAUSTION_RUNS, (81.0, 119.0, 121.0, 79.0, None), strict=False):
        record.add(name, entry(forecast_s))
    (table,) = exhaustion_tables(record)
    ((name, value, is_met),) = [(claim.name, claim.value, claim.is_met) for claim in table.claims]
    assert (table.title, name, value, is_met) == (
        "book shop, 36 MiB: 5 of 5 runs",
        "forecasts of 5 within 20 %",
        2.0,
        False,
    )
    assert [row[6] for row in table.rows] == ["-19.0", "+19.0", "+21.0", "-21.0", "+inf"]


def test_the_soaks_of_the_book_shop_go_on_until_its_heap_is_full(tmp_path: Path) -> None:
    for variant in ("faulty", "small-heap"):
        file = tmp_path / f"{variant}.yaml"
        file.write_text(book_study(variant, tmp_path), encoding="utf-8")
        study = load_study(file, preset="exhaustion")
        assert [one.name for one in study.variants] == [variant]
        assert study.methods.soak is not None
        assert [slo.text for slo in study.profile.slos] == ["errors<15%", "rate±5%"]
