"""Looks at a plateau: the seconds at which it may be decided, and the error that each look may spend."""

from dataclasses import dataclass

__all__ = ["Looks"]

_GRID_S = (6, 8, 11, 15, 21, 29, 41, 61)
_GROWTH = 1.41
_NEAR_END = 0.85


@dataclass(frozen=True, slots=True)
class Looks:
    """Looks at a hold, on a geometric grid of whole seconds, and one at its end.

    Half of `alpha` goes to the look at the end, half in equal parts to the earlier ones. By the union bound
    the error over all looks is at most `alpha`, whatever the dependence between them. When only the end may
    decide it has the whole of `alpha`.
    """

    hold_s: float
    alpha: float

    @property
    def early_s(self) -> tuple[int, ...]:
        """Seconds of the hold at which it may be ended early.

        >>> Looks(30.0, 0.05).early_s
        (6, 8, 11, 15, 21)
        """
        times = list(_GRID_S)
        while times[-1] < self.hold_s:
            times.append(round(times[-1] * _GROWTH))
        return tuple(time for time in times if time <= _NEAR_END * self.hold_s)

    @property
    def early_error(self) -> float:
        """Error that each early look may make."""
        return 0.5 * self.alpha / max(1, len(self.early_s))

    def final_error(self, *, early: bool) -> float:
        """Error that the look at the end may make; `early` says whether earlier looks could decide too."""
        return 0.5 * self.alpha if early and self.early_s else self.alpha
