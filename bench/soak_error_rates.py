"""How often the trends of a soak are called right, on series made by hand; see docs/method.md, "Trends of a soak".

Run at the root of the repository: `python bench/soak_error_rates.py [RUNS]`; 400 runs: half a minute.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from loadproof.judge.robust_slope import robust_slope
from loadproof.judge.soak_figures import memory_figures
from loadproof.judge.steadiness import Figure, Steadiness, trend_of

from tests.unit.judge.made_series import Series, autoregressive, sawtooth, warm_up

LEVEL = 100.0


def coverage_rows(runs: int) -> Iterator[str]:
    """How often the interval of 95 % holds the true slope, 0, and how often it lies above it."""
    rng = np.random.default_rng(41)
    for count in (20, 60, 120):
        for memory in (0.0, 0.5, 0.8):
            slopes = [robust_slope(autoregressive(rng, count, memory).tolist()) for _ in range(runs)]
            covers = np.mean([slope.low <= 0.0 <= slope.high for slope in slopes])
            above = np.mean([slope.low > 0.0 for slope in slopes])
            yield f"| {count} | {memory:g} | {100 * covers:.1f} | {100 * above:.1f} |"


def response(values: Series) -> Figure:
    """A median response time around 100 ms: a rise of 10 % matters."""
    return Figure("response_p50_ms", "ms", "the median response time", values.tolist(), 1.0, 0.1, 0.0)


def memory(values: Series) -> Figure:
    """The memory of a service, read each second: a rise of 2 % matters."""
    readings = list(enumerate(values.tolist()))
    (figure,) = memory_figures({"api": readings}, 0.0, float(len(readings)))
    assert isinstance(figure, Figure)
    return figure


def response_cases(rng: np.random.Generator, count: int, noise: float) -> dict[str, Callable[[], Figure]]:
    """Response times whose noise is 10 % of their level, by name."""

    def noisy() -> Series:
        return LEVEL + 10.0 * autoregressive(rng, count, noise)

    line = np.linspace(0.0, 1.0, count)
    late = np.clip(2.0 * line - 1.0, 0.0, None)
    return {
        f"response level, AR {noise:g}": lambda: response(noisy()),
        f"response +10 %, AR {noise:g}": lambda: response(noisy() + 10.0 * line),
        f"response +40 %, AR {noise:g}": lambda: response(noisy() + 40.0 * line),
        f"response +60 % in the second half, AR {noise:g}": lambda: response(noisy() + 60.0 * late),
        f"response begins at +100 % and levels off, AR {noise:g}": lambda: response(noisy() + warm_up(count, 100.0)),
    }


def memory_cases(rng: np.random.Generator, seconds: int) -> dict[str, Callable[[], Figure]]:
    """Memory around 100 MiB, by name."""
    line = np.linspace(0.0, 1.0, seconds)

    def noisy() -> Series:
        return LEVEL + 0.2 * autoregressive(rng, seconds, 0.5)

    def freed_each(period_s: float) -> Series:
        return LEVEL + sawtooth(rng, seconds, 30.0, period_s)

    return {
        "memory level, noise 0.2 %": lambda: memory(noisy()),
        "memory leaks 5 %, noise 0.2 %": lambda: memory(noisy() + 5.0 * line),
        "memory fills by 50 % and levels off": lambda: memory(noisy() - warm_up(seconds, 50.0)),
        "memory level, 30 % filled and freed each 9.3 s": lambda: memory(freed_each(9.3)),
        "memory leaks 10 %, 30 % filled and freed each 9.3 s": lambda: memory(freed_each(9.3) + 10.0 * line),
        "memory level, 30 % filled and freed each 97 s": lambda: memory(freed_each(97.0)),
    }


def main(runs: int) -> None:
    """Prints both tables as Markdown."""
    print(f"{runs} runs a row.\n\n| values | AR(1) | covers % | wrongly above 0 % |\n|---|---|---|---|")
    for row in coverage_rows(runs):
        print(row, flush=True)
    print(f"\n| series | seconds | {' | '.join(f'{steadiness.value} %' for steadiness in Steadiness)} |")
    print("|---|---|---|---|---|---|")
    rng = np.random.default_rng(42)
    for seconds in (60, 120):
        for noise in (0.0, 0.5, 0.8):
            print_rows(response_cases(rng, seconds, noise), seconds, runs)
    for seconds in (60, 3600):
        print_rows(memory_cases(rng, seconds), seconds, runs)


def print_rows(cases: Mapping[str, Callable[[], Figure]], seconds: int, runs: int) -> None:
    """One row per case: how often each was said."""
    for name, figure_of in cases.items():
        told = Counter(trend_of(figure_of()).steadiness for _ in range(runs))
        shares = " | ".join(f"{100 * told[steadiness] / runs:.1f}" for steadiness in Steadiness)
        print(f"| {name} | {seconds} | {shares} |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
