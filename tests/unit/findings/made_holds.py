"""Made holds that passed: readings each second over a span, to which a test adds what its rule reads."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from loadproof.findings.causes import shown_beside
from loadproof.findings.trial_evidence import TrialEvidence
from loadproof.records.finding import Kind

from .made_evidence import measured, measurement_of

__all__ = ["HELD_S", "codes_of", "held", "line", "noisy"]

HELD_S = 3600
_Readings = Mapping[tuple[str, str], Sequence[float]]


def line(begin: float, end: float, seconds: int = HELD_S) -> list[float]:
    """From `begin` to `end`, a value each second."""
    return [begin + (end - begin) * second / (seconds - 1) for second in range(seconds)]


def noisy(values: Sequence[float], deviation: float, seed: int = 3) -> list[float]:
    """With a noise that no second remembers."""
    found: list[float] = (np.asarray(values) + np.random.default_rng(seed).normal(0.0, deviation, len(values))).tolist()
    return found


def held(readings: _Readings | None = None, seconds: int = HELD_S, **options: Any) -> TrialEvidence:
    """A hold of so many seconds at 40 calls a second, which passed."""
    known: dict[str, Any] = {
        "state": "passed",
        "measurement": measurement_of(measured()),
        "span": (0.0, float(seconds)),
    } | options
    return TrialEvidence(
        number=8,
        rate=40.0,
        duration_s=float(seconds),
        readings={key: list(enumerate(map(float, values))) for key, values in (readings or {}).items()},
        **known,
    )


def codes_of(evidence: TrialEvidence, kind: Kind = "fact") -> list[str]:
    """Codes of what a hold shows, in their order."""
    return [finding.cause for finding in shown_beside(evidence) if finding.kind == kind]
