"""Error tables of the plateau judge and the capacity search on simulated services; see docs/method.md.

Run at the root of the repository: `python bench/method_error_rates.py [RUNS]`; 200 runs: four minutes.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State
from loadproof.method.capacity_answer import Outcome
from loadproof.method.capacity_settings import CapacitySettings

from tests.unit.judge.simulated_service import KNOWN_SERVICES, KnownService, Plateau
from tests.unit.method.simulated_search import run_search

LOADS = (0.6, 0.8, 0.9, 0.95, 0.97, 0.99, 1.0, 1.01, 1.03, 1.05, 1.1, 1.5)
SLOW_RATE = 5000.0


def judge_rows(known: KnownService, runs: int, hold_s: float) -> Iterator[str]:
    """One row per load: how often each verdict was given, and how long it took."""
    plateau = Plateau(known.service, known.slos, settings=PlateauSettings(hold_s))
    for load in LOADS:
        rng, states, lengths = np.random.default_rng(31), Counter[State](), []
        for _ in range(runs):
            verdict, timeline = plateau.run(rng, load * known.capacity)
            states[verdict.state] += 1
            lengths.append(timeline.ended_s)
        shares = [100.0 * states[state] / runs for state in (State.PASSED, State.FAILED, State.UNDECIDED)]
        told = " | ".join(f"{share:.1f}" for share in shares)
        yield f"| {known.name} | {load:g} | {told} | {np.median(lengths):.0f} | {np.mean(lengths):.0f} |"


def search_row(known: KnownService, runs: int, hold_s: float) -> str:
    """One row: what whole searches found, and how many seconds of load they took."""
    rng = np.random.default_rng(32)
    start_rate = 500.0 if known.capacity > SLOW_RATE else known.capacity / 7.5
    settings = CapacitySettings(start_rate=start_rate, hold_s=hold_s)
    found = [run_search(known.service, known.slos, settings, rng) for _ in range(runs)]
    ratios = np.array([(search.answer.rate or np.nan) / known.capacity for search in found])
    loads_s = [search.load_s for search in found]
    answered = np.mean([search.answer.outcome is Outcome.FOUND for search in found])
    within = [100.0 * np.mean(np.abs(ratios - 1.0) <= distance) for distance in (0.03, 0.05)]
    covered = np.mean(
        [
            (search.answer.low or np.inf) <= 1.003 * known.capacity <= 1.006 * (search.answer.high or 0.0)
            for search in found
        ]
    )
    span = f"{np.nanmin(ratios):.3f} to {np.nanmax(ratios):.3f}"
    return (
        f"| {known.name} | {hold_s:g} | {100 * answered:.0f} | {np.nanmedian(ratios):.3f} | {span} "
        f"| {within[0]:.0f} | {within[1]:.0f} | {100 * covered:.0f} | "
        f"{np.median(loads_s):.0f} | {np.quantile(loads_s, 0.9):.0f} |"
    )


def main(runs: int) -> None:
    """Prints both tables as Markdown."""
    began_s = time.monotonic()
    print(f"{runs} runs a row (a quarter of them above {SLOW_RATE:g} calls/s), hold 60 s, settle 2 s.\n")
    print("| service | load / capacity | passed % | failed % | undecided % | median s | mean s |")
    print("|---|---|---|---|---|---|---|")
    for known in KNOWN_SERVICES:
        for row in judge_rows(known, _runs(known, runs), 60.0):
            print(row, flush=True)
    print(
        "\n| service | hold s | found % | median rate / capacity | least to most | within 3 % | within 5 % "
        "| interval covers % | median load s | p90 load s |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for hold_s in (30.0, 40.0, 60.0):
        for known in KNOWN_SERVICES:
            print(search_row(known, _runs(known, runs), hold_s), flush=True)
    print(f"\n{time.monotonic() - began_s:.0f} s in all.")


def _runs(known: KnownService, runs: int) -> int:
    return max(1, runs // 4) if known.capacity > SLOW_RATE else runs


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
