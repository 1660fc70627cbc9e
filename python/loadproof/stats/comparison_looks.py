"""After which rounds a comparison may be decided, and how much error each look may spend."""

from dataclasses import dataclass

__all__ = ["FEWEST_ROUNDS", "LOOKS", "RoundLooks"]

FEWEST_ROUNDS = 3
"""Two rounds say nothing of how rounds differ."""

LOOKS = (3, 5, 8, 12)
"""Rounds after which a comparison is looked at, beside the last one: fewer than three say nothing of how rounds differ,
and one more after many adds little to them."""


@dataclass(frozen=True, slots=True)
class RoundLooks:
    """Looks at a comparison of `most` rounds or fewer.

    Half of `error` is for the look at the end, half in equal parts for the earlier ones, as in `stats.looks`: by the
    union bound the error over all looks is at most `error`, whatever the dependence between them. A budget may end a
    comparison after any round, as it does not depend on what was seen: the look there has what those before it left.
    """

    most: int
    error: float

    @property
    def early(self) -> tuple[int, ...]:
        """Rounds after which the comparison may end early.

        >>> RoundLooks(8, 0.05).early
        (3, 5)
        """
        return tuple(rounds for rounds in LOOKS if rounds < self.most)

    def is_due(self, rounds: int) -> bool:
        """Return True if a look is due after `rounds` rounds."""
        return rounds >= self.most or rounds in LOOKS

    def error_at(self, rounds: int, *, last: bool) -> float:
        """Return the error that the look after `rounds` may spend; `last`: no round follows, whatever the look says.

        >>> [RoundLooks(8, 0.05).error_at(rounds, last=False) for rounds in (3, 5, 8)]
        [0.0125, 0.0125, 0.025]
        >>> [round(RoundLooks(8, 0.05).error_at(rounds, last=True), 4) for rounds in (2, 4, 7)]
        [0.05, 0.0375, 0.025]
        """
        early = 0.5 * self.error / max(1, len(self.early))
        if last or rounds >= self.most:
            return self.error - early * sum(look < rounds for look in self.early)
        return early
