"""The study of the book shop says what its source did: N, the order of the tests, one fault mended by each variant."""

from pathlib import Path

import pytest
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.study.load_study import load_study

STUDY = Path(__file__).parents[3] / "studies/book/study.yaml"
SOURCE_CAPACITY = 1040.0
SWITCHES = ("MEMORY_LEAK_ENABLED", "LOG_ASYNCHRONOUS", "BOOK_THREADS")


def environments(preset: str | None) -> dict[str, dict[str, str]]:
    """What the service of each variant finds in its environment."""
    study = load_study(STUDY, preset=preset)
    return {variant.name: dict(variant.stand.services[0].environment) for variant in study.variants}


def test_its_profile_is_forty_requests_a_second_of_a_shop() -> None:
    profile = load_study(STUDY).profile
    assert profile.base_rate == 40.0
    assert [operation.name for operation in profile.operations] == ["list", "get", "price", "buy", "search"]
    assert sum(operation.weight for operation in profile.operations) == 100.0
    (buy,) = (operation for operation in profile.operations if operation.name == "buy")
    assert (buy.method, buy.expect) == ("POST", ((201, 201),))


@pytest.mark.parametrize("preset", [None, "source", "quick"])
def test_each_variant_changes_one_thing_of_the_source(preset: str | None) -> None:
    told = environments(preset)
    assert [told["faulty"][switch] for switch in SWITCHES] == ["true", "false", "8"]
    changed = {
        name: {key: value for key, value in environment.items() if value != told["faulty"].get(key)}
        for name, environment in told.items()
    }
    assert changed == {
        "faulty": {},
        "small-heap": {"_JAVA_OPTIONS": "-Xms20m -Xmx20m"},
        "without-leak": {"MEMORY_LEAK_ENABLED": "false"},
        "asynchronous-log": {"LOG_ASYNCHRONOUS": "true"},
    }


@pytest.mark.parametrize("preset", [None, "source", "quick"])
def test_the_tests_of_the_source_come_in_its_order(preset: str | None) -> None:
    study = load_study(STUDY, preset=preset)
    run_on = {variant.name: list(study.methods_of(variant.name).asked()) for variant in study.variants}
    assert list(run_on) == ["faulty", "small-heap", "without-leak", "asynchronous-log"]
    assert run_on["faulty"] == ["capacity", "confirm", "soak", "compare"]
    assert run_on["small-heap"] == ["soak"]
    assert run_on["without-leak"] == run_on["asynchronous-log"] == ["soak", "compare"]
    # Nobody is up beside its search, its confirmation and its soak.
    assert not study.searches_in_turn
    assert study.diagnosis.keys() == {"book"}


def test_it_has_the_durations_of_the_source() -> None:
    study = load_study(STUDY, preset="source")
    methods = study.methods
    assert (study.starts, methods.load) == (1, None)
    assert methods.capacity is not None
    assert methods.confirm is not None
    assert methods.soak is not None
    # Its steps were of one N; its maximum is looked for from below and lies far from the end of what is tried.
    start, highest, precision = methods.capacity.start_rate, methods.capacity.max_rate, methods.capacity.precision
    assert start is not None
    assert highest is not None
    assert precision is not None
    assert start * 2 < SOURCE_CAPACITY < highest / 10
    assert precision * SOURCE_CAPACITY <= 1.05 * 40
    assert (methods.confirm.rate, methods.confirm.ramp_s, methods.confirm.hold_s) == (None, 600.0, 3600.0)
    assert methods.soak.rate == 40.0


def test_its_smoke_tests_and_diagnoses_the_faulty_and_both_mended_variants_in_a_small_heap() -> None:
    study = load_study(STUDY, preset="smoke")
    run_on = {variant.name: list(study.methods_of(variant.name).asked()) for variant in study.variants}
    assert run_on == {name: ["smoke"] for name in ("faulty", "without-leak", "asynchronous-log")}
    # Its lock is felt below its maximum, and not above.
    asked = study.diagnosis["book"]
    assert asked.rate is not None
    assert 0.6 * SOURCE_CAPACITY < asked.rate < SOURCE_CAPACITY
    (heap,) = {environment["STAND_HEAP"] for environment in environments("smoke").values()}
    assert int(heap.removesuffix("m")) < 64


@pytest.mark.parametrize(("preset", "most_s"), [("smoke", 240.0), ("quick", 100 * 60.0)])
def test_it_is_over_when_it_has_to_be(preset: str, most_s: float) -> None:
    plan = forecast_study(
        load_study(STUDY, preset=preset), KnownService(capacity=SOURCE_CAPACITY, service_s=0.01), starts=4
    )
    assert plan.duration_s.high <= most_s
