"""Numbers of users of each kind in a trial, and the most of them in a run."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from loadproof.model.scenario import Users

__all__ = ["MOST_USERS", "UserCount", "fewest_users", "most_users", "users_by_kind", "users_in_total"]

MOST_USERS = 1_000_000
"""Most users of all kinds in one trial."""
_PARTS = 10**8
"""Shares are written in per cent with up to six decimals."""


@dataclass(frozen=True, slots=True)
class UserCount:
    """Number of users of one kind in a trial."""

    kind: str
    users: int


def users_by_kind(kinds: Sequence[Users], total: int | None) -> tuple[int, ...]:
    """Return the number of users of each kind in a trial of `total` users; None: as many as the profile counts.

    Each kind gets the whole part of its quota, and the kinds with the largest fractions one more each until all users
    are given out (Hamilton's method); of equal fractions the kind that is written first.

    >>> kinds = [Users(name, name, 0, 0.0, 0.0, None, None, share) for name, share in zip("abc", (0.5, 0.4, 0.1))]
    >>> users_by_kind(kinds, 3000), users_by_kind(kinds, 7)
    ((1500, 1200, 300), (3, 3, 1))
    """
    if not kinds:
        return ()
    if total is None:
        return tuple(kind.count for kind in kinds)
    quotas = [weight * total for weight in _weights(kinds)]
    counts = [math.floor(quota) for quota in quotas]
    by_fraction = sorted(range(len(kinds)), key=lambda place: (counts[place] - quotas[place], place))
    for place in by_fraction[: total - sum(counts)]:
        counts[place] += 1
    return tuple(counts)


def users_in_total(kinds: Sequence[Users]) -> int | None:
    """Return the users of a trial that states no total; None: the kinds have shares, and a trial has to state it."""
    return None if any(kind.share is not None for kind in kinds) else sum(kind.count for kind in kinds)


def most_users(kinds: Sequence[Users], totals: Iterable[int]) -> tuple[int, ...]:
    """Return the most users of each kind in trials of these totals, or of none.

    A count of Hamilton's method is a quota rounded up or down, so no smaller total has more than the largest one.

    >>> kinds = [Users(name, name, 0, 0.0, 0.0, None, None, share) for name, share in zip("abc", (0.5, 0.4, 0.1))]
    >>> most_users(kinds, [7, 3001])
    (1501, 1201, 301)
    """
    largest = max(totals, default=0)
    counted = [0 if kind.share is not None else kind.count for kind in kinds]
    weights = _weights(kinds) if largest else [Fraction(0)] * len(kinds)
    return tuple(max(count, math.ceil(weight * largest)) for count, weight in zip(counted, weights, strict=True))


def fewest_users(kinds: Sequence[Users]) -> int:
    """Return the smallest total of users in which each kind has one.

    >>> kinds = [Users(name, name, 0, 0.0, 0.0, None, None, share) for name, share in zip("abc", (0.5, 0.4, 0.1))]
    >>> fewest_users(kinds)
    6
    """
    total = len(kinds)
    while 0 in users_by_kind(kinds, total):
        total += 1
    return total


def _weights(kinds: Sequence[Users]) -> list[Fraction]:
    shares = [kind.share for kind in kinds]
    if any(share is not None for share in shares):
        return [Fraction(share or 1.0 / _PARTS).limit_denominator(_PARTS) for share in shares]
    if not kinds:
        return []
    # A kind that says neither is a fault, which is reported where it is read.
    counted = sum(kind.count for kind in kinds)
    if not counted:
        return [Fraction(1, len(kinds))] * len(kinds)
    return [Fraction(kind.count, counted) for kind in kinds]
