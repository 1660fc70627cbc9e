"""What each constant of a disturbed second is worth: plateaus beside others on a development seed with it left out."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from loadproof.judge.limits import LIMITS
from loadproof.judge.verdict import State

from bench.method.disturbances import FIRST, Judged, Plateaus, judged, states_of
from bench.method.effort import Effort
from bench.method.left_out import Neutral, left_out, shown
from bench.method.table import MethodTable

__all__ = ["NEUTRAL", "disturbance_constants"]

_SEED = 5
"""Not that of the published table: rules were chosen on it."""
_RUNS = 12
_HEALTHY, _OVER = (0.5, 0.8), (1.1, 1.5)

NEUTRAL: tuple[Neutral, ...] = (
    Neutral("stall_before", 0.0, "nothing goes before a disturbed second"),
    Neutral("stall_after", 0.0, "nothing goes after it"),
    Neutral("stall_deviations", 0.0, "calls in flight are back at their median and two"),
    Neutral("stall_room_calls", 0.0, "without room for two calls"),
    Neutral("early_growth_calls", 0.0, "any rise before it is the service's own"),
    Neutral("disturbing_cores", 0.01, "a hundredth of a core disturbs"),
    Neutral("disturbing_ratio", 1.0, "what is usual may disturb"),
    Neutral("disturbing_wait", 0.0, "whatever part of it our side waited for"),
    Neutral("least_wait_cores", 0.0, "however short the wait"),
    Neutral("background_seconds", 30, "what is usual is known from 30 s on"),
    Neutral("least_clean", 0.0, "any clean second is enough"),
)


def disturbance_constants(effort: Effort) -> MethodTable:
    """A row for each constant; the first one has all of them."""
    runs = effort.runs(_RUNS, fewest=1)
    asked = [
        Plateaus(place, kind, load, True, runs, _SEED)
        for kind in FIRST.kinds
        if kind != "nobody"
        for load in (*_HEALTHY, *_OVER)
        for place in range(len(FIRST.services))
    ]
    rows = []
    for neutral in (None, *NEUTRAL):
        found = effort.map(partial(_judged_without, neutral), asked)
        meaning = "" if neutral is None else f"{shown(neutral.value)}: {neutral.meaning}"
        rows.append(["none" if neutral is None else neutral.name, meaning, *_figures(found)])
    return MethodTable(
        "Constants of a disturbed second left out one at a time",
        (
            "left out",
            "in its place",
            "healthy passed %",
            "healthy blamed %",
            "overload passed %",
            "overload failed %",
            "overload not told where a third is clean, %",
        ),
        rows,
        (),
        {"plateaus": f"{runs} of each service, kind and load, at 0.5, 0.8, 1.1 and 1.5", "seed": f"{_SEED}"},
    )


def _judged_without(neutral: Neutral | None, asked: Plateaus) -> Judged:
    with left_out(LIMITS, neutral):
        return judged(asked)


def _figures(found: Sequence[Judged]) -> list[str]:
    healthy = states_of([one for one in found if one.asked.load in _HEALTHY])
    overloads = [one for one in found if one.asked.load in _OVER]
    over, clean = states_of(overloads), sum((one.clean for one in overloads), Counter[State]())
    unknown = clean[State.UNDECIDED] + clean[State.INVALID]
    parts = (
        healthy[State.PASSED] / healthy.total(),
        healthy[State.FAILED] / healthy.total(),
        over[State.PASSED] / over.total(),
        over[State.FAILED] / over.total(),
        unknown / max(1, clean.total()),
    )
    return [f"{100.0 * part:.1f}" for part in parts]
