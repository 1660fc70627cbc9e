"""What a user waits for before anything happens."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.child import run_child
from bench.first_request import loadproof_first_request, wrk_first_request
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["FIRST_REQUEST", "HELP"]

_ROUNDS = 10
_TIMEOUT_S = 60


def _run(command: Callable[[Place], Sequence[str | Path]]) -> Callable[[Place], Observation]:
    def observe(place: Place) -> Observation:
        run = run_child(command(place), timeout_s=_TIMEOUT_S)
        return Observation({Quantity.WALL: run.wall_s * 1000})

    return observe


FIRST_REQUEST = CaseGroup(
    "first-request",
    contenders=(Contender("loadproof", loadproof_first_request), Contender("wrk", wrk_first_request)),
    lines=(Line("`loadproof load`", Quantity.FIRST_REQUEST, "wrk", Target(TargetOf.OURS_AT_MOST, 400)),),
    rounds_at_least=_ROUNDS,
)

HELP = CaseGroup(
    "help",
    contenders=(
        Contender("loadproof", _run(lambda place: (place.loadproof, "--help"))),
        Contender("bare Python", _run(lambda _place: (sys.executable, "-c", "pass"))),
    ),
    lines=(Line("`loadproof --help`", Quantity.WALL, "bare Python", Target(TargetOf.OURS_AT_MOST, 200)),),
    rounds_at_least=_ROUNDS,
)
