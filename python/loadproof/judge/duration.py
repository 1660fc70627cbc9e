"""Durations as sentences and figures write them."""

import math

__all__ = ["duration_text"]

_HOUR_MIN = 60


def duration_text(duration_s: float) -> str:
    """A duration in its own units, the two largest at most; halves are rounded up, as the page of a report does.

    >>> duration_text(4.3), duration_text(30.0), duration_text(252.0), duration_text(300.0)
    ('4.3 s', '30 s', '4 min 12 s', '5 min')
    >>> duration_text(259200.0), duration_text(253952.0)
    ('72 h', '70 h 33 min')
    """
    tenths = math.floor(10 * duration_s + 0.5)
    if duration_s < 10 and tenths % 10:
        return f"{tenths // 10}.{tenths % 10} s"
    seconds = math.floor(duration_s + 0.5)
    if seconds < 60 * _HOUR_MIN:
        return _joined(*divmod(seconds, 60), "min", "s")
    return _joined(*divmod(math.floor(duration_s / 60 + 0.5), _HOUR_MIN), "h", "min")


def _joined(whole: int, rest: int, unit: str, smaller: str) -> str:
    if not whole:
        return f"{rest} {smaller}"
    return f"{whole} {unit} {rest} {smaller}" if rest else f"{whole} {unit}"
