"""The engine as the generator of a plan's trials."""

import json
import math
from collections.abc import Collection, Mapping
from typing import Any

from loadproof._engine import Generator, PlanError, Tick
from loadproof.errors import InputError
from loadproof.judge.disturbance import Background, Disturbances
from loadproof.judge.plan_doubts import PlanReading
from loadproof.judge.timeline import Timeline
from loadproof.method.trial import Trial
from loadproof.model.scenario import timed_checks
from loadproof.plan.engine_plan import trial_plan
from loadproof.plan.settings import LoadSettings
from loadproof.system.connection_room import connection_room
from loadproof.system.open_files import OpenFiles, open_files_for

__all__ = ["EngineGenerator", "users_in"]


class EngineGenerator:
    """A `TrialGenerator` whose shards and connections stay warm from trial to trial; `close` ends them."""

    def __init__(self, plan: Mapping[str, Any], settings: LoadSettings) -> None:
        """`plan` is that of `engine_plan`. Raises PlanError's text as InputError."""
        scenario = plan["scenario"]
        self._settings = settings
        self._operations = [row["name"] for row in scenario["operations"]]
        self._flows = [row["name"] for row in scenario.get("flows", ())]
        replicas = plan.get("replicas", ())
        self._targets = [target["name"] for target in (plan["target"], *replicas)] if replicas else []
        self._thresholds_ms = [threshold_ns / 1e6 for threshold_ns in plan["thresholds_ns"]]
        self._drain_s = max(operation["timeout_ns"] for operation in scenario["operations"]) / 1e9 + 1.0
        self.is_simulated = "simulate" in plan["target"]
        self.users = users_in(plan)
        # Simulated connections are no open files.
        room = None if self.is_simulated else _room(plan)
        self.open_files = None if self.is_simulated else open_files_for(plan["connections"], plan["shards"], room)
        """Number of connections that the limit of open files allows; None if no connection is opened."""
        self.plan_reading = _plan_reading(plan, self.open_files, room)
        descriptors = None if self.open_files is None else self.open_files.first_reserved
        try:
            self._engine = Generator(json.dumps(plan), descriptors, room)
        except PlanError as error:
            raise InputError(str(error)) from error

    @property
    def rows(self) -> list[str]:
        """Names of the rows of deltas, by index: operations, then flows, then targets if there are several."""
        return [*self._operations, *self._flows, *self._targets]

    @property
    def operations(self) -> int:
        """Number of operations in the plan: rows of flows and targets have the indices after theirs."""
        return len(self._operations)

    def timeline(
        self, trial: Trial, followed: Collection[str] | None = None, background: Background | None = None
    ) -> Timeline:
        """An empty account of `trial`; of `followed` operations and flows it keeps each second, None: of all."""
        # Virtual time never stalls.
        reach_s = 0.0 if self.is_simulated else self._drain_s
        settle_s = trial.ramp_s + trial.settle_s
        load = math.inf if trial.rate is None else trial.rate + trial.users
        others = Disturbances(background, load)
        return Timeline(
            self._operations, self._thresholds_ms, settle_s, [*self._flows, *self._targets], followed, reach_s, others
        )

    def start(self, trial: Trial, number: int, /) -> None:
        """Begins a trial. Raises EngineError when one is under way."""
        self._engine.start(json.dumps(trial_plan(trial, number, self._settings, self._drain_s)))

    def run_ahead(self, second: int, /) -> None:
        """Lets virtual time go on to `second` without waiting for who takes its ticks; real time waits for nobody."""
        if self.is_simulated:
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

    def restart_service(self) -> None:
        """Starts the simulated service anew, between trials. Raises EngineError."""
        self._engine.restart_service()

    def close(self) -> None:
        """Stops the shards and closes their connections."""
        self._engine.close()


def users_in(plan: Mapping[str, Any]) -> int:
    """All closed users of a plan.

    >>> users_in({"scenario": {"users": [{"count": 3000}, {"count": 20}]}}), users_in({"scenario": {}})
    (3020, 0)
    """
    return sum(users["count"] for users in plan["scenario"].get("users", ()))


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
