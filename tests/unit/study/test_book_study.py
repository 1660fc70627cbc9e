"""The study of the book shop says what its source did: N, the order of the tests, one fault mended by each variant."""

from pathlib import Path

import pytest
from loadproof.forecast.guess import Known
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


@pytest.mark.parametrize("preset", [None, "source", "quick", "small-heap", "smoke"])
def test_each_variant_mends_one_fault_of_the_source(preset: str | None) -> None:
    told = environments(preset)
    assert [told["faulty"][switch] for switch in SWITCHES] == ["true", "false", "8"]
    mended = {
        name: {key: value for key, value in environment.items() if value != told["faulty"][key]}
        for name, environment in told.items()
    }
    assert mended == {
        "faulty": {},
        "without-leak": {"MEMORY_LEAK_ENABLED": "false"},
        "asynchronous-log": {"LOG_ASYNCHRONOUS": "true"},
    }


def test_the_tests_of_the_source_come_in_its_order_and_at_its_durations() -> None:
    study = load_study(STUDY, preset="source")
    methods = study.methods
    assert (study.starts, methods.compare, methods.load) == (1, None, None)
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


def test_a_small_heap_is_soaked_alone() -> None:
    for preset, heap in (("small-heap", "20m"), ("smoke", "28m")):
        methods = load_study(STUDY, preset=preset).methods
        assert methods.soak is not None
        assert (methods.capacity, methods.confirm, methods.warm_up) == (None, None, None)
        assert methods.soak.rate is not None
        assert methods.soak.rate < SOURCE_CAPACITY
        assert {environment["STAND_HEAP"] for environment in environments(preset).values()} == {heap}


@pytest.mark.parametrize(("preset", "most_s"), [("smoke", 240.0), ("quick", 100 * 60.0)])
def test_it_is_over_when_it_has_to_be(preset: str, most_s: float) -> None:
    plan = forecast_study(load_study(STUDY, preset=preset), Known(capacity=SOURCE_CAPACITY, service_s=0.01), starts=4)
    assert plan.duration_s.high <= most_s
