"""After which rounds a comparison may be decided, and how much error each look may spend."""

from dataclasses import dataclass

__all__ = ["LOOKS", "RoundLooks"]

LOOKS = (3, 5, 8, 12)
"""Rounds after which a comparison is looked at, beside the last one: fewer than three say nothing of how rounds differ,
and one more after many adds little to them."""


@dataclass(frozen=True, slots=True)
class RoundLooks:
    """Looks at a comparison of `most` rounds or fewer.

    Half of `error` goes to the look at the end, half in equal parts to the earlier ones, as in `judge.looks`: by the
    union bound the error over all looks is at most `error`, whatever the dependence between them. Where no earlier look
    was taken the one at the end has the whole. A budget may end a comparison after any round, as it does not depend on
    what was seen.
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
        """Whether it is looked at after so many rounds."""
        return rounds >= self.most or rounds in LOOKS

    def error_at(self, rounds: int, *, last: bool) -> float:
        """What the look after so many rounds may err; `last`: no round follows, whatever it says.

        >>> [RoundLooks(8, 0.05).error_at(rounds, last=rounds in (2, 8)) for rounds in (2, 3, 5, 8)]
        [0.05, 0.0125, 0.0125, 0.025]
        """
        if last or rounds >= self.most:
            return 0.5 * self.error if any(early < rounds for early in self.early) else self.error
        return 0.5 * self.error / max(1, len(self.early))
