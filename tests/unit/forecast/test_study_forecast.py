"""The forecast of a study: calls, what is too few, how long instead; the same for the same seed."""

import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from loadproof.errors import InputError
from loadproof.forecast.guess import KnownService
from loadproof.forecast.study_forecast import forecast_study
from loadproof.forecast.total import StartTimes, totals_of
from loadproof.methods.capacity.settings import CapacityAsked
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.load.machine import HeldLoad
from loadproof.methods.plateaus.machine import PlateausSettings
from loadproof.methods.registry import method_names
from loadproof.methods.soak.machine import SoakSettings
from loadproof.model.message import duration, rate
from loadproof.records.answer import Outcome
from loadproof.records.json_form import of_json, plain
from loadproof.render.forecast_document import forecast_document, forecast_screen
from loadproof.render.forecast_sentences import slos_lacking
from loadproof.render.markdown import markdown_document
from loadproof.render.terminal import terminal_document
from loadproof.result.forecast import PlanModel, PlannedOperationModel, PlannedRoundsModel, PlannedStartsModel
from loadproof.study.load_study import load_study
from loadproof.study.methods import Methods
from loadproof.study.stand_settings import Driver
from loadproof.study.study import Study, Variant
from loadproof.words.catalogue import english, words_of
from rich.console import Console

ROOT = Path(__file__).parents[3]
SHOP = load_study(ROOT / "studies/plan/shop.yaml")
KNOWN = KnownService(capacity=1500.0, service_s=0.01)
HINT_LINES = 1
"""What the verb says below: every table by --full."""


def held(rate: float, hold_s: float) -> Study:
    return replace(SHOP, methods=Methods(load=HeldLoad(rate, hold_s)))


@pytest.fixture(scope="module")
def shop() -> PlanModel:
    """A short search and a soak of all 38 operations."""
    methods = Methods(
        capacity=CapacityAsked(339.0, 4000.0, 0.05, 20.0),
        confirm=ConfirmSettings(None, 5.0, 60.0),
        soak=SoakSettings(hold_s=1800.0),
    )
    return forecast_study(replace(SHOP, methods=methods), KNOWN, starts=8)


def operation(plan: PlanModel, method: str, name: str) -> PlannedOperationModel:
    (plateau,) = (plateau for plateau in plan.plateaus if plateau.method == method)
    return next(one for one in plateau.operations if one.name == name)


def test_every_operation_gets_its_share_of_the_rate() -> None:
    plan = forecast_study(held(339.0, 600.0), KNOWN)
    first, last = operation(plan, "load", "product_page"), operation(plan, "load", "account_delete")
    base_rate = SHOP.profile.base_rate or 0.0
    assert first.calls == pytest.approx(600.0 * 40.0 * 339.0 / base_rate, rel=1e-3)
    assert first.calls / last.calls == pytest.approx(100.0, rel=0.01)
    assert last.calls_low == pytest.approx(last.calls - 3.0 * last.calls**0.5, abs=1.0)
    assert len(plan.plateaus[0].operations) == 38


def test_a_hold_is_as_long_as_it_is_planned(shop: PlanModel) -> None:
    soak = next(one for one in shop.methods if one.method == "soak")
    assert (soak.duration_s.low, soak.duration_s.high) == (1840.0, 1840.0)
    search = next(one for one in shop.methods if one.method == "capacity")
    assert 60.0 < search.duration_s.low < search.duration_s.median < search.duration_s.high < 1800.0


def test_variants_add_up(shop: PlanModel) -> None:
    assert {one.variant for one in shop.methods} == {"before", "after"}
    alone = replace(SHOP, variants=SHOP.variants[:1], methods=Methods(load=HeldLoad(339.0, 600.0)))
    both = replace(SHOP, methods=Methods(load=HeldLoad(339.0, 600.0)))
    once, twice = (forecast_study(study, KnownService(start_s=15.0)).duration_s.median for study in (alone, both))
    assert (once, twice) == (615.0, 1230.0)
    assert shop.duration_s.low < shop.duration_s.median < shop.duration_s.high


def started(starts: int, pause_s: float = 0.0) -> Study:
    """A short search on a stand of ours, in so many starts of each variant."""
    stand = replace(SHOP.variants[0].stand, driver=Driver.PROCESS)
    variants = tuple(Variant(name, stand) for name in ("a", "b"))
    methods = Methods(capacity=CapacityAsked(339.0, 2000.0, 0.1, 12.0), confirm=ConfirmSettings(None, 2.0, 10.0))
    return replace(SHOP, variants=variants, methods=methods, starts=starts, pause_s=pause_s)


def test_starts_and_pauses_add_up_and_the_time_of_a_start_is_assumed() -> None:
    held_study = replace(started(3, 10.0), methods=Methods(load=HeldLoad(339.0, 600.0)))
    plan = forecast_study(held_study, KnownService(), starts=2)
    # Six starts of 15 s and ten minutes, and five pauses between them.
    assert plan.duration_s.low == plan.duration_s.high == 6 * 615.0 + 5 * 10.0
    assert [one.duration_s.median for one in plan.variants] == [3 * 615.0] * 2
    assert plan.starts == PlannedStartsModel(
        of_each_variant=3, in_all=6, pause_s=10.0, start_s=15.0, start_is_assumed=True
    )
    assert "the services of a variant take 15 s to start, every time" in {english(one.text) for one in plan.assumptions}
    assert english(plan.sentence).startswith("The study (2 variants, 3 starts of each) takes about 1 h 2 min.")
    text = markdown_document(forecast_document(plan, words_of("en")))
    assert "6 starts, with 15 s to start the stand, which is assumed, and a pause of 10 s between two of them" in text
    told = forecast_study(held_study, KnownService(start_s=40.0), starts=2)
    assert told.duration_s.median == 6 * 640.0 + 5 * 10.0
    assert not told.starts.start_is_assumed


def test_chance_averages_out_over_starts_and_what_is_not_known_does_not() -> None:
    def width(study: Study, known: KnownService) -> float:
        spread = forecast_study(study, known, starts=16).variants[0].duration_s
        return (spread.high - spread.low) / spread.median

    # A service of which little is known is as slow to search in each start; one that is known differs by chance.
    assert width(started(9), KNOWN) < 0.85 * width(started(1), KNOWN)
    total = totals_of([StartTimes([10.0, 20.0] * 8, [10.0, 20.0] * 8, variants=1)], starts=9, seed=1).of_study
    assert np.std(total) == pytest.approx(9 * 5.0, rel=0.05)
    rng = np.random.default_rng(3)
    first, second = rng.normal(100.0, 5.0, (2, 4000)).tolist()
    assert np.std(totals_of([StartTimes(first, second, 1)], 9, 1).of_study) == pytest.approx(3 * 5.0, rel=0.15)
    assert np.std(totals_of([StartTimes(first, second, 4)], 9, 1).of_study) == pytest.approx(6 * 5.0, rel=0.15)
    assert np.mean(totals_of([StartTimes(first, second, 4)], 9, 1).of_study) == pytest.approx(3600.0, rel=0.01)


def test_plateaus_last_their_ramps_and_holds_and_end_where_most_calls_are_lost() -> None:
    stairs = PlateausSettings((400.0, 800.0), ramp_s=60.0, hold_s=300.0, settle_s=30.0, tail_s=10.0)
    plan = forecast_study(replace(SHOP, methods=Methods(plateaus=stairs)), KnownService(5000.0, 0.01), starts=4)
    (method,) = (one for one in plan.methods if one.variant == "before")
    assert (method.duration_s.low, method.duration_s.high, method.outcomes_percent) == (720.0, 720.0, {"at_least": 100})
    (plateau,) = plan.plateaus
    assert (plateau.method, plateau.rate, plateau.span_s) == ("plateaus", 400.0, 260.0)
    assert {slo.method for slo in plan.slos} == {"plateaus"}
    assert "In the lowest of its plateaus (4 min 20 s at 400/s)" in english(plan.sentence)
    lost = replace(stairs, rates=(400.0, 4000.0, 8000.0))
    plan = forecast_study(replace(SHOP, methods=Methods(plateaus=lost)), KnownService(1500.0, 0.01), starts=4)
    (method,) = (one for one in plan.methods if one.variant == "before")
    assert method.outcomes_percent == {"found": 100}
    # Two plateaus, then a low load of half a minute at the most.
    assert 720.0 < method.duration_s.high <= 750.0


def test_too_few_calls_are_named_with_the_hold_and_the_weight_that_they_need() -> None:
    plan = forecast_study(held(500.0, 600.0), KNOWN)
    (plateau,) = plan.plateaus
    assert plateau.too_few == [one.name for one in plateau.operations if not one.quantiles["p99"].enough]
    assert plateau.needed_by == "account_delete"
    assert "account_delete" in plateau.too_few
    assert "product_page" not in plateau.too_few
    assert plateau.needed_span_s is not None
    assert forecast_study(held(500.0, plateau.needed_span_s + 1.0), KNOWN).plateaus[0].too_few == []
    rare = operation(plan, "load", "account_delete")
    assert rare.needed_weight is not None
    heavier = tuple(
        replace(one, weight=rare.needed_weight) if one.name == rare.name else one for one in SHOP.profile.operations
    )
    study = held(500.0, 600.0)
    again = forecast_study(replace(study, profile=replace(study.profile, operations=heavier)), KNOWN)
    assert operation(again, "load", rare.name).quantiles["p99"].enough


def test_intervals_narrow_with_the_hold_and_widen_with_rarity() -> None:
    short, long = (forecast_study(held(700.0, hold_s), KNOWN) for hold_s in (900.0, 3600.0))
    for name in ("product_page", "price"):
        narrow = operation(long, "load", name).quantiles["p99"].half_width_percent
        wide = operation(short, "load", name).quantiles["p99"].half_width_percent
        assert narrow is not None
        assert wide is not None
        assert narrow == pytest.approx(0.5 * wide, rel=0.05)
    widths = [one.quantiles["p50"].half_width_percent for one in long.plateaus[0].operations]
    assert all(width is not None for width in widths)
    assert widths == sorted(widths, key=lambda width: width or 0.0)


def test_changes_are_visible_in_frequent_operations_first() -> None:
    plan = forecast_study(held(700.0, 1200.0), KNOWN)
    frequent = operation(plan, "load", "product_page").quantiles["p99"].visible_change_percent
    rare = operation(plan, "load", "order_show").quantiles["p99"].visible_change_percent
    assert frequent is not None
    assert rare is not None
    assert 2.0 < frequent < rare < 50.0
    assert operation(plan, "load", "account_delete").quantiles["p99"].visible_change_percent is None


def test_an_slo_of_a_rare_operation_cannot_be_judged() -> None:
    plan = forecast_study(held(339.0, 60.0), KNOWN)
    lacking = {slo.slo: slo for slo in plan.slos if not slo.enough}
    assert set(lacking) == {"login:p99<400ms", "checkout_pay:p99<400ms"}
    assert lacking["checkout_pay:p99<400ms"].needed_calls == 299
    assert slos_lacking(plan) == ["login:p99<400ms", "checkout_pay:p99<400ms"]
    assert any("hold 2 min 55 s" in english(shortage.cure) for shortage in plan.shortages)


def test_the_first_trial_of_a_search_may_lack_what_the_last_has(shop: PlanModel) -> None:
    first = [slo.slo for slo in shop.slos if slo.trial == "first" and not slo.enough]
    assert "checkout_pay:p99<400ms" in first


def test_the_same_study_has_the_same_forecast_and_another_seed_another() -> None:
    study = replace(
        SHOP,
        methods=Methods(capacity=CapacityAsked(339.0, 2000.0, 0.1, 12.0), confirm=ConfirmSettings(None, 2.0, 10.0)),
    )
    first, again, other = (
        forecast_study(replace(study, seed=seed), KNOWN, starts=4) for seed in (study.seed, study.seed, study.seed + 1)
    )
    assert first == again
    assert first.duration_s != other.duration_s


def test_what_is_given_is_no_assumption_any_more() -> None:
    study = replace(
        SHOP,
        methods=Methods(capacity=CapacityAsked(339.0, 2000.0, 0.1, 12.0), confirm=ConfirmSettings(None, 2.0, 10.0)),
    )
    ignorant = forecast_study(study, KnownService(), starts=4)
    informed = forecast_study(study, replace(KNOWN, start_s=20.0), starts=4)
    assert {one.option for one in ignorant.assumptions} >= {"--capacity", "--service-time", "--start-time"}
    assert {one.option for one in informed.assumptions} == {None}
    search = next(one for one in informed.methods if one.method == "capacity").duration_s
    assert informed.duration_s.median > 2.0 * search.low + 40.0


def test_a_service_that_is_too_slow_for_its_slo_is_a_fault() -> None:
    with pytest.raises(InputError, match=r"--service-time: 300 ms is not below the tightest SLO, 200 ms.*Cure: "):
        forecast_study(SHOP, KnownService(service_s=0.3))


def test_users_alone_and_saturation_have_a_plan() -> None:
    scenario = load_study(ROOT / "studies/scenario/study.yaml")
    assert forecast_study(scenario, KnownService(), starts=2).plateaus
    saturated = forecast_study(replace(SHOP, methods=Methods(load=HeldLoad(None, 30.0))), KNOWN)
    assert saturated.plateaus[0].rate == pytest.approx(1500.0, rel=0.01)


def test_a_plan_counts_the_calls_of_the_users_of_each_method() -> None:
    study = load_study(ROOT / "studies/users/study.yaml")
    plan = forecast_study(study, KnownService(service_s=0.01), starts=2)
    (plateau,) = plan.plateaus
    text = markdown_document(forecast_document(plan, words_of("en")))
    assert "at 1,000 users" in text
    assert "0/s" not in text
    calls = {one.name: one.calls for one in plateau.operations}
    # 500 clerks, one iteration in 20 s; 400 analysts in 60 s; 100 accountants in 30 s, for ten minutes.
    assert calls["open form"] == pytest.approx(500 / 20 * 600, rel=0.01)
    assert calls["report year"] == pytest.approx(400 / 60 * 600, rel=0.01)
    assert calls["recalculate"] == pytest.approx(100 / 30 * 600, rel=0.01)
    assert calls["log in"] == 0.0


def test_a_search_and_plateaus_with_an_apdex_have_a_plan() -> None:
    study = load_study(ROOT / "studies/users/study.yaml")
    methods = Methods(plateaus=PlateausSettings((0.0,), users=(100, 300)), confirm=ConfirmSettings(0.0, users=200))
    plan = forecast_study(replace(study, methods=methods), KnownService(service_s=0.01), starts=2)
    calls = {plateau.method: plateau.operations[2].calls for plateau in plan.plateaus}
    assert calls["confirm"] == pytest.approx(100 / 20 * 300, rel=0.05)
    assert calls["plateaus"] == pytest.approx(50 / 20 * 1050, rel=0.05)
    assert "assumed-apdex" in [one.text.code for one in plan.assumptions]


def test_a_plan_tells_its_figures(shop: PlanModel) -> None:
    words = words_of("en")
    text = markdown_document(forecast_document(shop, words))
    for plateau in shop.plateaus:
        assert words.value(rate(plateau.rate)) in text
    assert all(f"| {one.name.replace('_', chr(92) + '_')} |" in text for one in shop.plateaus[0].operations)


def test_json_is_english_and_names_from_outside_cannot_drive_a_terminal(shop: PlanModel) -> None:
    written = plain(shop)
    assert written["sentence"] == english(shop.sentence)
    assert plain(of_json(PlanModel, json.loads(json.dumps(written)))) == written
    hostile = replace(shop, study=replace(shop.study, name="a\x1b[31mb"))
    assert forecast_document(hostile, words_of("en")).title == "loadproof plan: a\\x1b[31mb"


def test_every_outcome_and_method_of_a_plan_has_its_words() -> None:
    outcomes = [f"planned-outcome-{outcome.value.replace('_', '-')}" for outcome in Outcome]
    words = words_of("en")
    assert all(words(code) for code in (*outcomes, "planned-outcome-held"))
    for code in ("planned-plateau", "plateau-title"):
        # A method without words of its own is called by its name.
        told = {words(code, method=name) for name in method_names()}
        assert len(told) == len(method_names())
        assert words(code, method="other") == "other"


def test_markdown_has_every_operation_and_every_shortage(shop: PlanModel) -> None:
    text = markdown_document(forecast_document(shop, words_of("en")))
    assert text.startswith("# loadproof plan: shop of 38 operations\n")
    assert all(f"| {one.name.replace('_', chr(92) + '_')} |" in text for one in shop.plateaus[0].operations)
    assert text.count("Cure: ") == len(shop.shortages)


def test_a_plan_fits_on_one_screen(shop: PlanModel) -> None:
    several = forecast_study(started(3, 10.0), KNOWN, starts=2)
    crowd = replace(
        several,
        methods=[replace(several.methods[0], variant=f"v{index}") for index in range(30)],
        variants=[replace(several.variants[0], variant=f"v{index}") for index in range(30)],
        shortages=[*shop.shortages, *shop.shortages],
    )
    for plan in (shop, several, crowd):
        shown, words = io.StringIO(), words_of("en")
        Console(file=shown, width=100, force_terminal=True, color_system=None).print(
            terminal_document(forecast_screen(plan, words))
        )
        lines = shown.getvalue().splitlines()
        assert len(lines) + HINT_LINES <= 40, "\n".join(lines)
        assert words.value(duration(plan.duration_s.median)) in shown.getvalue().replace("\xa0", " ")
        assert f"loadproof run {plan.study.file}" in lines[-1]


def test_primary_operations_take_from_the_others_and_rare_ones_have_no_p99() -> None:
    def plan(*primary: str) -> PlannedRoundsModel:
        methods = Methods(compare=CompareSettings(339.0, primary=primary))
        planned = forecast_study(replace(SHOP, methods=methods), KNOWN, starts=2).rounds
        assert planned is not None
        return planned

    alone, two = plan(), plan("product_page", "logout")
    assert alone.visible_of_operations == {}
    for metric, percent in alone.visible_percent.items():
        assert two.visible_percent[metric] > percent
    # Four slots of 4 s: some 640 calls of one operation, and 29 of the other.
    assert two.calls == 339 * 16
    seen = two.visible_of_operations
    assert {name: set(shown) for name, shown in seen.items()} == {"product_page": {"mean"}, "logout": set()}
    assert seen["product_page"]["mean"] > two.visible_percent["mean"]


def test_a_plan_names_primary_operations_and_those_with_too_few_calls() -> None:
    methods = Methods(compare=CompareSettings(339.0, primary=("product_page", "logout")))
    plan = forecast_study(replace(SHOP, methods=methods), KNOWN, starts=2)
    text = words_of("en").told(plan.sentence)
    assert "product_page" in text
    assert "logout" in text
    assert words_of("en").figures.whole(1000) in text
