"""Alarms of a study file as they were written."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.study.written import Scalar, Spec

__all__ = ["RULE", "AlarmSpec", "AlarmText"]

RULE = "a rule such as p99 over 30s > 1s, or host cpu_busy_share > 0.95 for 2m"
_Keep = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, 1), "1m")]


class AlarmSpec(Spec):
    """One alarm with more than its rule."""

    rule: str = Field(description=RULE, examples=["errors > 1%"])
    """ProbeSeries or metric, limit, and for how long the limit must be exceeded."""
    keep_firing_for: _Keep | None = Field(default=None, description="a duration in whole seconds, such as 1m")
    """Time for which the alarm still fires after its value has returned; none unless written."""
    stop: bool = Field(default=False, description="true to end a trial when the alarm fires")
    """True if a trial ends when the alarm fires, and is judged by what it measured until then; false unless written."""
    prometheus: str | None = Field(
        default=None, description="an expression of Prometheus, such as sum(rate(errors_total[30s]))"
    )
    """Expression of Prometheus for the same value in seconds, bytes or a share from 0 to 1, without the relation, for
    `loadproof alarms export STUDY`."""


AlarmText = Annotated[str | AlarmSpec, Field(description=f"{RULE}; or a mapping with rule")]
"""An alarm as a line, or as a mapping."""
