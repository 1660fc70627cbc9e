"""Exit codes of the process, documented in README.md."""

from enum import IntEnum

__all__ = ["ExitCode"]


class ExitCode(IntEnum):
    """Every exit code there is."""

    PASSED = 0
    """Passed, or answered."""
    OWN_FAULT = 1
    """An unexpected fault of ours."""
    BAD_INPUT = 2
    FAILED = 3
    """An SLO or a check failed; no rate passed."""
    NOT_VALID = 4
    """The measurement is not valid, or undecided."""
    INTERRUPTED = 130
    """Interrupted; partial results are kept."""
