"""Removes directories of control groups, which go a moment after their last process has been reaped."""

import os
import time
from collections.abc import Iterable

__all__ = ["remove_groups"]

_PATIENCE_S = 2.0
_ROUND_S = 0.02


def remove_groups(groups: Iterable[str]) -> int:
    """Removes those that are there and become empty within 2 s; how many."""
    deadline_s = time.monotonic() + _PATIENCE_S
    return sum(_removed(group, deadline_s) for group in groups)


def _removed(group: str, deadline_s: float) -> bool:
    while True:
        try:
            os.rmdir(group)
        except FileNotFoundError:
            return False
        except OSError:
            if time.monotonic() > deadline_s:
                return False
            time.sleep(_ROUND_S)
        else:
            return True
