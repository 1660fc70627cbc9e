"""Apdex of calls against a target time T, as the Apdex Technical Specification 1.1 rates and prints it.

Definition, quoted sections and sources: docs/method/apdex.md.
"""

from decimal import ROUND_HALF_UP, Decimal
from enum import StrEnum

__all__ = ["FEWEST_SAMPLES", "ApdexRating", "apdex_text", "rating"]

FEWEST_SAMPLES = 100
"""Samples from which on a score is printed without the mark of a small group."""
_HUNDREDTH = Decimal("0.01")
_TENTH = Decimal("0.1")
_MILLISECOND = Decimal("0.001")
_WHOLE_FROM_S = 10


class ApdexRating(StrEnum):
    """Rating of a score in a word."""

    EXCELLENT = "excellent"
    GOOD = "good"
    FAIR = "fair"
    POOR = "poor"
    UNACCEPTABLE = "unacceptable"


_LEAST_SCORES = (
    (0.94, ApdexRating.EXCELLENT),
    (0.85, ApdexRating.GOOD),
    (0.70, ApdexRating.FAIR),
    (0.50, ApdexRating.POOR),
)


def rating(score: float) -> ApdexRating:
    """Return the rating of a score that is not rounded.

    >>> rating(0.94).value, rating(0.9349).value, rating(0.845).value, rating(0.0).value
    ('excellent', 'good', 'fair', 'unacceptable')
    """
    return next((word for least, word in _LEAST_SCORES if score >= least), ApdexRating.UNACCEPTABLE)


def apdex_text(score: float | None, target_s: float | None, samples: int) -> str:
    """Return a score with its target, and the mark `*` for fewer than 100 samples; NS for no samples.

    `target_s` is None for a total of operations with different targets.

    >>> apdex_text(0.75, 4.0, 2000), apdex_text(0.75, 12.0, 2000), apdex_text(0.75, 4.0, 99)
    ('0.75 [4.0]', '0.75 [12]', '0.75 [4.0]*')
    >>> apdex_text(None, 4.0, 0), apdex_text(0.75, None, 2000)
    ('NS [4.0]', '0.75 [mixed T]')
    """
    target = f"[{'mixed T' if target_s is None else _target_text(target_s)}]"
    if score is None or samples == 0:
        return f"NS {target}"
    # By the shortest decimal text of the score: in binary 0.845 is a little less.
    rounded = Decimal(repr(score)).quantize(_HUNDREDTH, ROUND_HALF_UP)
    return f"{rounded} {target}{'*' if samples < FEWEST_SAMPLES else ''}"


def _target_text(target_s: float) -> str:
    """Return a target in seconds: whole seconds from 10 on, else one decimal, or more for a target with more.

    >>> [_target_text(target_s) for target_s in (0.5, 9.9, 10.0, 12.5, 0.05, 0.25, 0.0004)]
    ['0.5', '9.9', '10', '12.5', '0.05', '0.25', '0.0004']
    """
    exact = Decimal(repr(target_s))
    if exact == exact.to_integral_value() and exact >= _WHOLE_FROM_S:
        return f"{exact:.0f}"
    rounded = exact.quantize(_MILLISECOND, ROUND_HALF_UP) or exact
    shortest = rounded.normalize()
    return f"{shortest:f}" if -_exponent(shortest) > 1 else f"{shortest.quantize(_TENTH)}"


def _exponent(number: Decimal) -> int:
    """Return the exponent of the last digit of a finite number."""
    exponent = number.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
