"""Description of a run: fixed before its first trial and stored with the run."""

import json
import sqlite3
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from loadproof import __version__
from loadproof.model.slo import Slo
from loadproof.records.run import RunOperation
from loadproof.store.json_columns import object_in, typed_in
from loadproof.store.message_columns import json_column

__all__ = ["OF_ONE_MACHINE", "RunDescription"]

OF_ONE_MACHINE = ("cpu_model", "cores_allowed", "memory_gib")
"""Facts of the environment that tell machines apart: a newer kernel, or more files that may be open, makes no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunDescription:
    """Description of a run: command line, target, profile, SLOs, settings of the method and facts of the host.

    `verb` is `load`, `capacity` or `run`; `arrivals` is `poisson`, `constant` or `closed` (a rate of `max`).
    `method` and `environment` are shown key by key in the report: keys are words joined by `_`, with units;
    values are numbers, texts or lists of them.
    `thresholds_ms` are those that `Delta.within` counts; `plan` is the frozen plan of the engine.
    """

    verb: str
    command: tuple[str, ...]
    target: str
    arrivals: str
    seed: int
    operations: tuple[RunOperation, ...]
    slos: tuple[Slo, ...] = ()
    thresholds_ms: tuple[float, ...] = ()
    method: Mapping[str, Any] = field(default_factory=dict)
    environment: Mapping[str, Any] = field(default_factory=dict)
    plan: Mapping[str, Any] = field(default_factory=dict)
    profile_text: str | None = None
    base_rate: float | None = None
    """Rate of the profile at N = 1, in calls per second; None if the profile has only shares."""
    study: Mapping[str, Any] | None = None
    """Study in the form of `Study` of `records.run`; None for a run without a study file."""
    source: Mapping[str, Any] | None = None
    """Source of the study, in the form of `run.study_source_files.stored_source`; None: the run cannot be continued."""
    started_at: float = field(default_factory=time.time)
    """Unix time in s."""
    version: str = __version__

    @property
    def calls(self) -> int:
        """Number of rows of operations; those of flows and of targets follow them."""
        return sum(operation.kind == "operation" for operation in self.operations)

    @property
    def flows(self) -> tuple[str, ...]:
        """Names of the rows that add up calls of operations: flows, then targets."""
        return tuple(operation.name for operation in self.operations[self.calls :])

    def as_row(self) -> dict[str, Any]:
        """The columns of the table `run`, but for the monotonic start."""
        row = asdict(self)
        texts = ("command", "slos", "thresholds_ms", "method", "environment", "plan", "study", "source")
        row |= {name: None if row[name] is None else json.dumps(row[name]) for name in texts}
        return row | {"operations": json_column(self.operations)}

    @staticmethod
    def from_row(row: sqlite3.Row) -> "RunDescription":
        """The opposite of `as_row`. Raises ValueError."""
        return RunDescription(
            verb=row["verb"],
            command=typed_in("run.command", tuple[str, ...], row["command"]),
            target=row["target"],
            arrivals=row["arrivals"],
            seed=row["seed"],
            operations=typed_in("run.operations", tuple[RunOperation, ...], row["operations"]),
            slos=typed_in("run.slos", tuple[Slo, ...], row["slos"]),
            thresholds_ms=typed_in("run.thresholds_ms", tuple[float, ...], row["thresholds_ms"]),
            method=object_in("run.method", row["method"]),
            environment=object_in("run.environment", row["environment"]),
            plan=object_in("run.plan", row["plan"], is_bounded=False),
            profile_text=row["profile_text"],
            base_rate=row["base_rate"],
            study=None if row["study"] is None else _study_in(row["study"]),
            source=None if row["source"] is None else object_in("run.source", row["source"]),
            started_at=row["started_at"],
            version=row["version"],
        )


def _study_in(text: str) -> dict[str, Any]:
    study = object_in("run.study", text)
    if not isinstance(study.get("name"), str):
        raise ValueError("run.study: the study has no name")
    return study
