"""Rates as multiples N of the profile."""

__all__ = ["in_multiples"]


def in_multiples(rate: float | None, base_rate: float | None) -> float | None:
    """N, how many times the profile `rate` is; both in calls/s; None where there is no rate, or none at N = 1.

    >>> in_multiples(1500.0, 100.0), in_multiples(1500.0, None), in_multiples(None, 100.0)
    (15.0, None, None)
    """
    return rate / base_rate if rate is not None and base_rate else None
