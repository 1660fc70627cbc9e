"""Constants of a capacity search, which no user sets."""

from dataclasses import dataclass

__all__ = ["RULES", "SearchRules"]


@dataclass(frozen=True, slots=True)
class SearchRules:
    """The constants of a search. They were chosen together, on populations of simulated services.

    `make method` measures what they give (docs/method/capacity-searches.md): change one, and measure again.
    """

    # Where a search begins and what it repeats.
    start_attempts: int = 2
    """Trials at the first rate before it is called too high: a cold service fails its very first plateau."""
    stale_after: int = 3
    """A service may have been cold when a rate failed after which so many trials passed."""

    # When a rate is known well enough.
    likely: float = 0.85
    """Least probability that the capacity lies within the precision of a rate, to confirm it and to answer."""
    still_likely: float = 0.5
    """Least probability that the capacity is within the precision of a rate just below a refused one, to confirm it."""
    ample: float = 0.985
    """A rate to confirm need be no surer: lower ones are surer still, and too low."""
    safe: float = 0.1
    """The quantile of the capacity that is confirmed where the lowest of the surest rates is below it, or time ends."""
    model_error: float = 1.015
    """Factor by which an interval is wider on each side, for the error that every model of a knee has."""
    unseen: float = 0.42
    """Part of the capacity that rare events may take, to be divided by the root of the seconds that were seen."""
    of_unseen: float = 0.33
    """Probable part of `unseen`."""
    below: float = 1.6
    """A confirmed rate may lie so many precisions below the estimate."""
    tail: float = 0.02
    """Probability left out on each side of the interval."""
    reach: float = 1.4
    """Factor beyond floor and ceiling within which the capacity may lie, if trials misled."""

    # How long a trial is, and where.
    wide: float = 1.5
    """An interval whose ends are farther apart is halved by short trials."""
    of_completed: float = 0.95
    """Part of the throughput of an overload to try next: a service completes less within its SLOs than in overload."""
    close: float = 1.15
    """Ratio of the ends of an interval below which a trial takes the most telling rate: it would not end early."""
    telling_part: float = 0.2
    """The quantile of the capacity, or one less it, at which a trial tells most."""
    least_holds: float = 3.5
    """Slow noise shows only in so many holds about the capacity."""
    most_holds: float = 8.0
    """The longest trial, in holds."""
    short_trials: int = 4
    """Number of trials near the capacity that have the length of a hold."""
    trials_of_a_length: int = 3
    """Number of further trials after which the length doubles."""
    near_thresholds: float = 100.0
    """A trial near the capacity lasts so many times the slowest threshold at least: queues are as slow as that."""
    settling_thresholds: float = 10.0
    """Settling time of a trial near the capacity, in slowest thresholds; at most a quarter of its hold."""
    near: float = 0.15
    """Trials within this share of a rate are near it."""
    beside: float = 0.06
    """Spans within this share of a rate are of about this rate."""

    given_up: int = 2
    """A search goes on beside a trial that its machine did not let be measured so many times."""
    trials_left: float = 2.0
    """So many trials about the capacity for each halving of an interval that is too wide: what a user is told."""

    # Confirmations.
    of_confirmation: float = 0.25
    """The shortest trial after a refused confirmation, as a part of one: its bursts are rarer than short holds see."""
    refused_often: int = 2
    """After so many refusals by failure, or one more of any kind, short trials are no longer believed."""
    longest_confirmation: float = 4.0
    """A confirmation doubles after each that was refused, up to so many times its first length."""

    # Whether the service drifts.
    trials_per_drift_test: int = 6
    drift_odds: float = 5.0
    """ln of the odds from which a service is called drifting, where its low loads between the trials take longer."""
    as_fast_at_rest: float = 4.0
    """Addition to `drift_odds` if they do not take longer: one trial gives at most six, and one stall is no drift."""
    drift_parts: tuple[float, ...] = (0.33, 0.5, 0.67)
    """Parts of the trials at which they are cut in two, to test if the later trials kept less."""
    well_above: float = 2.0
    """A rate that passed tells of a drift where it is so many precisions above what is kept now."""
    failed_again: int = 2
    """Number of short trials at that rate that have to fail, as slow noise may fail one."""
    fewest_calls_at_rest: int = 50
    rising_error: float = 0.05
    """Error of the test for rising response times at rest (Mann and Kendall)."""


RULES = SearchRules()
