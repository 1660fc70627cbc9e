"""What each constant of a search is worth: searches on a development seed with it left out."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.search_rules import RULES
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import TrialResult
from loadproof.records.answer import Answer, Outcome

from bench.method.capacity_record import SearchRecord, search_record, searched, start_of
from bench.method.effort import Effort
from bench.method.known_service import KnownService, known_service
from bench.method.left_out import NEVER, Neutral, left_out, shown
from bench.method.search_figures import answer_figures, within
from bench.method.second_searches import KEPT_TRUTHS
from bench.method.table import MethodTable

__all__ = ["NEUTRAL", "search_constants"]

_SEED = 5
"""Not that of the published table: rules were chosen on it."""
_SERVICES = 50
_DRIFTING = range(69, 160, 10)
"""Besides: services that drift."""

NEUTRAL: tuple[Neutral, ...] = (
    Neutral("start_attempts", 1, "a first trial that fails is not repeated"),
    Neutral("stale_after", NEVER, "an old failure is not run again"),
    Neutral("likely", 0.5, "confirmed and answered at even odds"),
    Neutral("still_likely", 0.0, "the next rate is always just below a refused one"),
    Neutral("ample", 1.0, "the surest rate, not the lowest of the surest"),
    Neutral("safe", 0.5, "the median in place of a safe rate"),
    Neutral("model_error", 1.0, "no room for what no model tells"),
    Neutral("unseen", 0.0, "no room for what was not seen"),
    Neutral("of_unseen", 0.0, "the estimate is the median of the fit"),
    Neutral("below", NEVER, "a confirmed rate may lie anywhere below the estimate"),
    Neutral("tail", 0.05, "an interval of 90 % by the fit"),
    Neutral("reach", 1.0001, "the capacity lies between floor and ceiling"),
    Neutral("wide", NEVER, "trials near the capacity from the first failure on"),
    Neutral("of_completed", 1.0, "what an overload completes, as it is"),
    Neutral("close", 1.0001, "every trial may pass early, at the median"),
    Neutral("telling_part", 0.5, "trials at the median"),
    Neutral("least_holds", 0.0, "confirmed however little was seen"),
    Neutral("most_holds", 1.0, "no trial longer than a hold"),
    Neutral("short_trials", 0, "trials grow from the first on"),
    Neutral("trials_of_a_length", NEVER, "trials do not grow"),
    Neutral("near_thresholds", 0.0, "trials as short as the settings say"),
    Neutral("settling_thresholds", 0.0, "settling as short as the settings say"),
    Neutral("near", 0.05, "trials within 5 % are near"),
    Neutral("beside", 0.03, "spans within 3 % are of one rate"),
    Neutral("of_confirmation", 0.0, "trials after a refusal as before it"),
    Neutral("refused_often", NEVER, "short trials are believed for ever"),
    Neutral("longest_confirmation", 1.0, "confirmations do not grow"),
    Neutral("trials_per_drift_test", NEVER, "drift is looked for at the end alone"),
    Neutral("drift_odds", 7.0, "more certain of a drift"),
    Neutral("as_fast_at_rest", 0.0, "drift without a look at the rests"),
    Neutral("drift_parts", (0.5,), "trials are cut in halves alone"),
    Neutral("well_above", 0.0, "any rate that passed is tried again after refusals"),
    Neutral("failed_again", 1, "one failure there is enough"),
    Neutral("fewest_calls_at_rest", 1, "rests of a few calls count"),
    Neutral("rising_error", 1.0, "rests need not rise in order"),
)
"""Two are not among them: `trials_left` only tells a user what is left; `given_up` is for machines of others too."""


@dataclass(frozen=True, slots=True)
class Records:
    """Of one service: a search with the default settings, and one with a budget of two minutes."""

    drifts: bool
    search: SearchRecord
    budgeted: SearchRecord
    is_other: bool = False
    """Whether either took other trials or answered otherwise than with every constant as it is."""


def search_constants(effort: Effort) -> MethodTable:
    """A row for each constant, in the order of `search_rules.py`; the first one has all of them."""
    numbers = [*range(effort.runs(_SERVICES, fewest=10)), *_DRIFTING[: effort.runs(len(_DRIFTING))]]
    by_service = effort.map(_each_left_out, numbers)
    names = ["none", *(neutral.name for neutral in NEUTRAL)]
    values = ["", *(f"{shown(neutral.value)}: {neutral.meaning}" for neutral in NEUTRAL)]
    columns = zip(names, values, zip(*by_service, strict=True), strict=True)
    return MethodTable(
        "Constants of a search left out one at a time",
        (
            "left out",
            "in its place",
            "searches that change",
            "found %",
            "within 3 %",
            "rate > 1 % over, %",
            "rate > 6 % under, %",
            "covers %",
            "median s",
            "p90 s",
            "2 min within 15 %",
            "drift seen",
            "drift where none is",
        ),
        [[name, value, *_row(records)] for name, value, records in columns],
        (),
        {"services": f"{len(numbers)}", "seed": f"{_SEED}, a development one"},
    )


def _row(records: Sequence[Records]) -> list[str]:
    steady = [record.search for record in records if not record.drifts]
    drifting = [record.search for record in records if record.drifts]
    found = [search for search in steady if search.outcome == Outcome.FOUND.value]
    loads_s = [search.load_s for search in steady]
    caught, alarms = (sum(one.outcome == Outcome.DRIFTING.value for one in of) for of in (drifting, steady))
    return [
        f"{sum(record.is_other for record in records)}",
        *(f"{figure:.1f}" for figure in answer_figures(found, steady).values()),
        f"{np.median(loads_s):.0f}",
        f"{np.quantile(loads_s, 0.9):.0f}",
        f"{within([record.budgeted for record in records if not record.drifts], 0.15):.1f}",
        f"{caught} of {len(drifting)}",
        f"{alarms} of {len(steady)}",
    ]


def _each_left_out(number: int) -> list[Records]:
    """Both searches of service `number`: with every constant as it is, then with each left out."""
    known = known_service(number, _SEED, KEPT_TRUTHS)
    start_rate, _, seed = start_of(known, _SEED)
    settings = [CapacitySettings(start_rate=start_rate, budget_s=budget_s) for budget_s in (None, 120.0)]
    as_they_are = [_searched(known, each, seed) for each in settings]
    found = [Records(known.case.drifts, as_they_are[0][0], as_they_are[1][0])]
    for neutral in NEUTRAL:
        with left_out(RULES, neutral):
            search, budgeted = (
                _searched_again(known, each, seed, before) for each, before in zip(settings, as_they_are, strict=True)
            )
        is_other = repr((search, budgeted)) != repr((as_they_are[0][0], as_they_are[1][0]))
        found.append(Records(known.case.drifts, search, budgeted, is_other))
    return found


def _searched(
    known: KnownService, settings: CapacitySettings, seed: int
) -> tuple[SearchRecord, float, list[TrialResult]]:
    answer, load_s, history = searched(known.case, Capacity(settings), seed)
    assert isinstance(answer, Answer)
    return search_record(answer, known.truth.rate, load_s, len(history)), load_s, history


def _searched_again(
    known: KnownService,
    settings: CapacitySettings,
    seed: int,
    before: tuple[SearchRecord, float, list[TrialResult]],
) -> SearchRecord:
    """The same search: simulated anew from where it asks for another trial than before, as trials are repeatable."""
    _, load_s, history = before
    method = Capacity(settings)
    for place, result in enumerate(history):
        if method.next(history[:place]) != result.trial:
            return _searched(known, settings, seed)[0]
    answer = method.next(history)
    if not isinstance(answer, Answer):
        return _searched(known, settings, seed)[0]
    return search_record(answer, known.truth.rate, load_s, len(history))
