"""Rates as multiples N of the profile."""

__all__ = ["in_multiples"]


def in_multiples(rate: float, base_rate: float | None) -> float | None:
    """N, how many times the profile `rate` is; both in calls/s; None where the profile has no rate at N = 1.

    >>> in_multiples(1500.0, 100.0), in_multiples(1500.0, None)
    (15.0, None)
    """
    return rate / base_rate if base_rate else None
