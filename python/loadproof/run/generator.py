"""Generators of the trials of a session, and the engine of this process as one."""

import json
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from loadproof._engine import Generator as Engine
from loadproof._engine import PlanError, Tick
from loadproof.errors import InputError
from loadproof.judge.apdex import apdex_rows
from loadproof.judge.disturbance import Background, Disturbances
from loadproof.judge.plan_doubts import PlanReading
from loadproof.judge.timeline import Timeline
from loadproof.methods.trial import Trial
from loadproof.model.profile import Profile
from loadproof.model.scenario import Users, timed_checks
from loadproof.model.user_counts import UserCount, users_by_kind, users_in_total
from loadproof.plan.engine_plan import trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.records.run import RunOperation
from loadproof.run.row_description import described_rows
from loadproof.system.connection_room import connection_room
from loadproof.system.open_files import OpenFiles, open_files_for
from loadproof.trial.loop import TrialGenerator

__all__ = ["Generator", "GeneratorFacts", "LocalGenerator"]


@dataclass(frozen=True, slots=True)
class GeneratorFacts:
    """Facts about a generator: its rows of results, users and limits."""

    described: tuple[RunOperation, ...]
    """Rows of results, by index: operations, calls before the first flow of users, flows, targets if there are several.
    """
    thresholds_ms: tuple[float, ...]
    """Response times that calls are counted by."""
    drain_s: float
    """Longest time for which open calls may go on after a load."""
    users: tuple[Users, ...]
    """Kinds of closed users."""
    is_simulated: bool
    """True in virtual time."""
    plan: PlanReading
    """Parts of the plan that may bend the result."""
    open_files: OpenFiles | None = None
    """Number of connections that the limit of open files allows; None if no connection is opened."""

    @property
    def operations(self) -> tuple[str, ...]:
        """Names of the operations, whose calls add up to the whole profile."""
        return tuple(row.name for row in self.described if row.kind == "operation")

    @property
    def rows(self) -> tuple[str, ...]:
        """Names of the rows of deltas, by index."""
        return tuple(row.name for row in self.described)

    def with_users(self, trial: Trial) -> Trial:
        """Return `trial` with the number of its users, of all kinds and of each."""
        totals = [users for _, _, users in trial.user_steps if users is not None]
        total = max(totals, default=users_in_total(self.users))
        counts = users_by_kind(self.users, total) if self.users else ()
        kinds = tuple(UserCount(kind.name, count) for kind, count in zip(self.users, counts, strict=True))
        return replace(trial, users=total or 0, user_kinds=kinds)

    def timeline(
        self, trial: Trial, followed: Collection[str] | None = None, background: Background | None = None
    ) -> Timeline:
        """Return an empty account of `trial`; of `followed` rows it keeps each second, None: of all."""
        # Virtual time never stalls.
        reach_s = 0.0 if self.is_simulated else self.drain_s
        settle_s = trial.ramp_s + trial.settle_s
        others = Disturbances(background, math.inf if trial.rate is None else trial.rate + (trial.users or 0))
        calls = len(self.operations)
        return Timeline(
            self.rows[:calls],
            self.thresholds_ms,
            settle_s,
            self.rows[calls:],
            followed,
            reach_s,
            others,
        ).with_users(trial.user_kinds, apdex_rows(self.described, trial.user_kinds))


class Generator(TrialGenerator, Protocol):
    """A generator of the trials of a session: the engine of this process, or several of them."""

    @property
    def facts(self) -> GeneratorFacts:
        """Facts about this generator."""

    def dismiss_users(self) -> None:
        """End the sessions of all users between trials: the users of the next trial join anew. Raises EngineError."""

    def restart_service(self) -> None:
        """Start the simulated service anew, between trials. Raises EngineError."""

    def slow_service(self, factor: float) -> int:
        """Multiply the service times of the simulated service; return the second of the trial from which they are.

        Raises EngineError where the service is not a simulated one.
        """

    def close(self) -> None:
        """End it, with its connections."""


class LocalGenerator(Generator):
    """The engine of this process, whose shards and connections stay warm from trial to trial."""

    def __init__(self, plan: Mapping[str, Any], settings: LoadSettings, profile: Profile) -> None:
        """Take the plan of `engine_plan` for `profile`. Raises PlanError's text as InputError."""
        scenario, replicas = plan["scenario"], plan.get("replicas", ())
        targets = tuple(target["name"] for target in (plan["target"], *replicas)) if replicas else ()
        is_simulated = "simulate" in plan["target"]
        # Simulated connections are no open files.
        room = None if is_simulated else _room(plan)
        open_files = None if is_simulated else open_files_for(plan["connections"], plan["shards"], room)
        self._settings = settings
        self._facts = GeneratorFacts(
            described=described_rows(profile, targets),
            thresholds_ms=tuple(threshold_ns / 1e6 for threshold_ns in plan["thresholds_ns"]),
            drain_s=max(operation["timeout_ns"] for operation in scenario["operations"]) / 1e9 + 1.0,
            users=profile.users,
            is_simulated=is_simulated,
            plan=_plan_reading(plan, open_files, room),
            open_files=open_files,
        )
        descriptors = None if open_files is None else open_files.first_reserved
        try:
            self._engine = Engine(json.dumps(plan), descriptors, room)
        except PlanError as error:
            raise InputError(str(error)) from error

    @property
    def facts(self) -> GeneratorFacts:
        """Facts about this generator."""
        return self._facts

    def start(self, trial: Trial, number: int, /) -> None:
        """Begins a trial. Raises EngineError when one is under way."""
        self._engine.start(
            json.dumps(trial_plan(trial, number, self._settings, self._facts.drain_s, self._facts.users))
        )

    def run_ahead(self, second: int, /) -> None:
        """Lets virtual time go on to `second` without waiting for who takes its ticks; real time waits for nobody."""
        if self._facts.is_simulated:
            self._engine.run_ahead(second)

    def tick(self, timeout_s: float, /) -> Tick | None:
        """The next tick, or None after `timeout_s` without one. Raises EngineError when a shard failed."""
        return self._engine.tick(timeout_s)

    def stop(self) -> None:
        """Ends the trial now; open calls are cut."""
        self._engine.stop()

    def finish(self) -> None:
        """Ends the plateau now; open calls may still be answered."""
        self._engine.finish()

    def dismiss_users(self) -> None:
        """Ends the sessions of all users between trials. Raises EngineError."""
        self._engine.dismiss_users()

    def restart_service(self) -> None:
        """Starts the simulated service anew, between trials. Raises EngineError."""
        self._engine.restart_service()

    def slow_service(self, factor: float) -> int:
        """Multiplies service times from the first second on that was not promised to run; that second.

        Raises EngineError where the service is not a simulated one.
        """
        return self._engine.slow_service(factor)

    def close(self) -> None:
        """Stops the shards and closes their connections."""
        self._engine.close()


def _room(plan: Mapping[str, Any]) -> int | None:
    """Most connections that the machine has room for; None: the user wrote a limit."""
    if plan["connections"] is not None:
        return None
    targets = (plan["target"], *plan.get("replicas", ()))
    addresses = [address for target in targets for address in target.get("addresses", ())]
    return connection_room(addresses, plan["target"].get("unix"))


def _plan_reading(plan: Mapping[str, Any], open_files: OpenFiles | None, room: int | None) -> PlanReading:
    """Parts of the plan that may bend the result."""
    users = plan["scenario"].get("users", ())
    return PlanReading(
        connections=0 if open_files is None else open_files.connections,
        room=room,
        lacking_descriptors=None if open_files is None else open_files.lacking,
        insecure_tls=bool((plan["target"].get("tls") or {}).get("insecure")),
        paced_flows=frozenset(kind["flow"] for kind in users if kind.get("pacing") is not None),
        shortest_timeout_s=min(operation["timeout_ns"] for operation in plan["scenario"]["operations"]) / 1e9,
        timed_checks=timed_checks(plan),
    )
