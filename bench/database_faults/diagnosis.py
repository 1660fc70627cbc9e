"""Causes that `loadproof diagnose` names for a database, as a user starts it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from bench.error import BenchError

__all__ = ["diagnosed"]

_LONGEST_MORE_S = 60.0


def diagnosed(url: str, seconds: int) -> Callable[[], frozenset[str]]:
    """Start a diagnosis of `seconds`. Return a function that waits for its end and gives the causes that it names."""
    command = [sys.executable, "-m", "loadproof", "diagnose", url, "--seconds", str(seconds), "--json"]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "NO_COLOR": "1"}
    )

    def ended() -> frozenset[str]:
        try:
            told, complaints = running.communicate(timeout=seconds + _LONGEST_MORE_S)
        except subprocess.TimeoutExpired:
            running.kill()
            running.communicate()
            raise BenchError(f"the diagnosis did not end within {seconds + _LONGEST_MORE_S:.0f} s") from None
        return _causes_in(told, complaints)

    return ended


def _causes_in(told: str, complaints: str) -> frozenset[str]:
    try:
        document: dict[str, Any] = json.loads(told)
        return frozenset(str(one["cause"]) for one in document["findings"] if one.get("cause"))
    except (ValueError, KeyError, TypeError, AttributeError):
        said = " ".join((complaints or told).split())[:300]
        raise BenchError(f"the diagnosis gave no JSON with findings: {said}") from None
