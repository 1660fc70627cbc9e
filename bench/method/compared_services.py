"""Simulated starts of two variants, as the comparison reads them: 38 operations with rates over two decades.

The calls of a start are log-normal around a level that wanders from second to second, the same for all operations (an
AR(1) process, as queues and neighbours make it), and each start has an effect of its own (Georges, Buytaert, Eeckhout
2007, OOPSLA; Kalibera, Jones 2013, ISMM), in part the same for all operations. Given the path of the level, the calls
of a Poisson stream are independent draws from one mixture: so the order statistics that a quantile and its neighbours
are read from are drawn directly, instead of all calls (gamma spacings: Devroye, Non-Uniform Random Variate Generation,
ch. 5).
"""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.detectable import fewest_calls_per_start, log_normal_slope
from loadproof.judge.start_figures import Metric, MetricFigures
from loadproof.judge.variance_shrinkage import Floats
from scipy import signal, special

__all__ = ["ComparedServices", "Start", "figures_of_starts", "level_paths", "quantile_values"]

_QUANTILES = {Metric.P50: 0.5, Metric.P95: 0.95, Metric.P99: 0.99}
_GROUPS = 10
_LOADINGS = (0.5, 1.5)
"""How much of the level's moves an operation makes: at least and at most, evenly spread."""
_NEWTON_STEPS = 2


@dataclass(frozen=True, slots=True)
class ComparedServices:
    """What the starts of both variants are like; `between` is the standard deviation of a start's own effect."""

    starts: int = 5
    between: float = 0.02
    shared: float = 0.5
    """Share of the variance of a start's effect that all its operations have in common."""
    heavy: bool = False
    """The effects are Student's t with 3 degrees of freedom (of the same variance) instead of normal."""
    b_scatters: float = 1.0
    """How many times as much the starts of B scatter."""
    operations: int = 38
    least_per_s: float = 4.0
    most_per_s: float = 400.0
    hold_s: int = 300
    level_deviation: float = 0.1
    level_memory: float = 0.7
    """Correlation of the level from one second to the next."""

    @property
    def calls(self) -> Floats:
        """Expected calls of a start, per operation."""
        return np.geomspace(self.least_per_s, self.most_per_s, self.operations) * self.hold_s

    @property
    def between_in_all(self) -> float:
        """Standard deviation between starts beyond independent calls: own effect, and what is left of the level."""
        remembered = (1.0 + self.level_memory) / (1.0 - self.level_memory)
        least, most = _LOADINGS
        loading = (least**2 + least * most + most**2) / 3.0
        return float(np.sqrt(self.between**2 + loading * self.level_deviation**2 * remembered / self.hold_s))


@dataclass(frozen=True, slots=True)
class Start:
    """The starts of both variants, A's first: calls (starts × operations), laws per operation, paths of the level."""

    calls: Floats
    sigma: Floats
    loading: Floats
    paths: Floats
    effect: Floats


def level_paths(services: ComparedServices, count: int, random: np.random.Generator) -> Floats:
    """The logarithm of the level in each second, `count` × seconds."""
    memory = services.level_memory
    shocks = random.standard_normal((count, services.hold_s)) * services.level_deviation
    shocks[:, 1:] *= np.sqrt(1.0 - memory**2)
    return np.asarray(signal.lfilter([1.0], [1.0, -memory], shocks, axis=1))


def starts_of(services: ComparedServices, random: np.random.Generator) -> Start:
    """Draws the starts of both variants, which differ in nothing but `b_scatters`."""
    count, operations = 2 * services.starts, services.operations

    def effects(columns: int) -> Floats:
        if services.heavy:
            return np.asarray(random.standard_t(3, (count, columns)) / np.sqrt(3.0))
        return random.standard_normal((count, columns))

    common, own = np.sqrt(services.shared), np.sqrt(1.0 - services.shared)
    effect = services.between * (common * effects(1) + own * effects(operations))
    effect[services.starts :] *= services.b_scatters
    return Start(
        calls=np.maximum(random.poisson(services.calls, (count, operations)), 1).astype(np.float64),
        sigma=random.uniform(0.3, 1.0, operations),
        loading=random.uniform(*_LOADINGS, operations),
        paths=level_paths(services, count, random),
        effect=effect,
    )


def quantile_values(starts: Start, quantile: float, random: np.random.Generator) -> tuple[Floats, Floats]:
    """The logarithm of each start's quantile, and the variance that its neighbours give independent calls.

    Both starts × operations, as `judge.start_figures` reads them from a histogram.
    """
    calls = starts.calls
    error = np.sqrt(quantile * (1.0 - quantile) / calls)
    shares = np.stack([np.maximum(quantile - error, 0.0), np.full_like(error, quantile), quantile + error])
    ranks = np.clip(np.ceil(shares * calls), 1.0, calls)
    spacings = np.diff(np.concatenate([np.zeros((1, *calls.shape)), ranks, calls[None] + 1.0]), axis=0)
    drawn = np.where(spacings > 0.0, random.standard_gamma(np.maximum(spacings, 1.0)), 0.0)
    uniform = drawn.cumsum(axis=0)[:3] / drawn.sum(axis=0)
    low, middle, high = _inverse_mixture(starts, uniform) + starts.effect
    return middle, ((high - low) / 2.0) ** 2


def _inverse_mixture(starts: Start, shares: Floats) -> Floats:
    """The logarithm of the response that `shares` of the calls of a start do not exceed, given its path."""
    ordered = np.sort(starts.paths, axis=1)
    grouped = np.stack([part.mean(axis=1) for part in np.array_split(ordered, _GROUPS, axis=1)], axis=1)
    levels = grouped[:, None, :] * starts.loading[None, :, None]
    # Sorting into groups loses their inner variance: it is given back to the law of the calls.
    lost = (ordered.var(axis=1) - grouped.var(axis=1))[:, None] * starts.loading**2
    sigma = np.sqrt(starts.sigma**2 + np.maximum(lost, 0.0))
    value = levels.mean(axis=2) + np.sqrt(sigma**2 + levels.var(axis=2)) * special.ndtri(shares)
    scale, divisor = 1.0 / sigma[..., None], _GROUPS * np.sqrt(2.0 * np.pi) * sigma
    for _ in range(_NEWTON_STEPS):
        score = (value[..., None] - levels) * scale
        density = np.exp(-0.5 * score * score).sum(axis=-1) / divisor
        step = (special.ndtr(score).sum(axis=-1) / _GROUPS - shares) / np.maximum(density, 1e-12)
        value = value - np.clip(step, -0.1, 0.1)
    return np.asarray(value)


def figures_of_starts(services: ComparedServices, random: np.random.Generator) -> tuple[list[MetricFigures], Start]:
    """The five metrics of one study in which nothing differs, and the starts behind them."""
    starts = starts_of(services, random)
    names = tuple(f"operation-{index}" for index in range(services.operations))
    figures = []
    for metric, quantile in _QUANTILES.items():
        values, scatter = quantile_values(starts, quantile, random)
        enough = starts.calls.min(axis=0) >= fewest_calls_per_start(quantile)
        figures.append(_figures(metric, np.array(names)[enough], values[:, enough], scatter.mean(axis=0)[enough]))
    calls = starts.calls
    rate = np.log(calls / services.hold_s)
    figures.append(_figures(Metric.RATE, np.array(names), rate, (1.0 / calls).mean(axis=0)))
    failing = np.where(random.random(services.operations) < 0.3, 10.0 ** random.uniform(-4.0, -2.0, len(names)), 0.0)
    failed = random.poisson(calls * failing * np.exp(0.3 * random.standard_normal(calls.shape)))
    share = (failed.sum(axis=0) + 0.5) / (calls.sum(axis=0) + 1.0)
    scatter = 1e4 * share * (1.0 - share) * (1.0 / calls).mean(axis=0)
    figures.append(_figures(Metric.ERRORS, np.array(names), 100.0 * failed / calls, scatter))
    return figures, starts


def slope_of(starts: Start, services: ComparedServices, operation: int, quantile: float) -> float:
    """The slope of an operation's law at a quantile, as a pilot's histogram would show it."""
    spread = starts.sigma[operation] ** 2 + (starts.loading[operation] * services.level_deviation) ** 2
    return log_normal_slope(float(np.sqrt(spread)), quantile)


def _figures(metric: Metric, names: np.ndarray, values: Floats, sampling: Floats) -> MetricFigures:
    half = len(values) // 2
    return MetricFigures(metric, tuple(str(name) for name in names), values[:half], values[half:], sampling)
