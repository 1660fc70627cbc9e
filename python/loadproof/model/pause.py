"""Pauses: think times of flows and the pacing of users."""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration, parse_duration
from loadproof.model.quoting import quoted

__all__ = ["LONGEST_PAUSE_S", "Pause", "PauseError", "PauseKind"]

LONGEST_PAUSE_S = 3600.0
_LONG_DEVIATIONS = 3.0


class PauseError(WrittenValueError):
    """The text is neither a duration nor a range of durations."""


class PauseKind(StrEnum):
    """Distribution of the length of a pause."""

    CONSTANT = "constant"
    UNIFORM = "uniform"
    EXPONENTIAL = "exponential"
    NORMAL = "normal"
    LOGNORMAL = "lognormal"


@dataclass(frozen=True, slots=True)
class Pause:
    """Length of a pause.

    constant: `first_s`. uniform: from `first_s` to `second`, s. exponential: mean `first_s`. normal: mean `first_s`,
    deviation `second`, s. lognormal: median `first_s`, deviation of the logarithm `second`.
    """

    kind: PauseKind
    first_s: float
    second: float = 0.0

    @classmethod
    def parse(cls, text: str) -> Self:
        """A pause that is written as text: one duration, or a range of two. Raises WrittenValueError.

        >>> Pause.parse("1s-3s").mean_s, Pause.parse("500ms").kind.value
        (2.0, 'constant')
        """
        if "-" not in text:
            return cls(PauseKind.CONSTANT, Duration.parse_up_to(LONGEST_PAUSE_S, text).seconds)
        low, _, high = text.partition("-")
        least_s, most_s = parse_duration(low), parse_duration(high)
        if not least_s <= most_s or not 0 < most_s <= LONGEST_PAUSE_S:
            message = f"{quoted(text)} is not a range of pauses, ascending and at most 1h"
            raise PauseError(message, "write the shorter pause first, such as 1s-3s")
        return cls(PauseKind.UNIFORM, least_s, most_s)

    @property
    def mean_s(self) -> float:
        """Mean length of the pause; a normal one counts as if it were not cut at 0."""
        if self.kind is PauseKind.UNIFORM:
            return 0.5 * (self.first_s + self.second)
        return self.first_s * math.exp(0.5 * self.second**2) if self.kind is PauseKind.LOGNORMAL else self.first_s

    @property
    def long_s(self) -> float:
        """A long one: three deviations above the mean, or the longest where there is one."""
        match self.kind:
            case PauseKind.CONSTANT:
                return self.first_s
            case PauseKind.UNIFORM:
                return self.second
            case PauseKind.EXPONENTIAL:
                return (1.0 + _LONG_DEVIATIONS) * self.first_s
            case PauseKind.NORMAL:
                return self.first_s + _LONG_DEVIATIONS * self.second
            case PauseKind.LOGNORMAL:
                return self.first_s * math.exp(_LONG_DEVIATIONS * self.second)
