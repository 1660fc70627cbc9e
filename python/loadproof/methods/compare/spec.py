"""Comparison in a study file."""

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from loadproof.methods.compare.machine import (
    BUDGETED_SLOT_S,
    LEAST_SLOT_S,
    MOST_PRIMARY,
    MOST_ROUNDS,
    CompareSettings,
)
from loadproof.model.duration import Duration
from loadproof.model.quoting import quoted
from loadproof.study.method_scalars import RATE, TIME, USERS, Margin, MethodSpec, SearchTime
from loadproof.study.method_section import MethodSection
from loadproof.study.operation_resolution import near
from loadproof.study.written import Scalar, Spec

__all__ = ["CompareSpec", "MarginsSpec", "resolve"]

_MOST_NAMED = 100
"""Names that are checked: a list that is longer is a fault anyhow."""
_Slot = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, int(LEAST_SLOT_S)), "5s")]
_OperationName = Annotated[str, Field(description="the name of an operation or a flow of the profile")]


class MarginsSpec(Spec):
    """Differences between variants that do not matter: within them two are equivalent."""

    response: Margin | None = Field(default=None, description="a percentage of the response time, such as 5%")
    """Margin of response times; 5% unless written."""
    cpu: Margin | None = Field(default=None, description="a percentage of the CPU per request, such as 3%")
    """Margin of CPU per request; 3% unless written."""
    memory: Margin | None = Field(default=None, description="a percentage of the memory, such as 5%")
    """Margin of memory; 5% unless written."""
    errors: Margin | None = Field(default=None, description="percentage points of the errors, such as 0.5%")
    """Margin of errors, in percentage points: with 0.5% a share of 1% and one of 1.5% are alike; 0.5% unless
    written."""


class CompareSpec(MethodSpec):
    """Rounds with all variants up at once, in which slots of load go round them: what differs between them."""

    such_as = "settings such as {rate: 1000, rounds: 5}"
    meaning = (
        "Two variants or more under the same load, in turn and in rounds, until it is told what differs; none "
        "unless written. It is run after the starts with all other methods, and warms up by itself."
    )

    rate: float | str | None = Field(
        default=None, description=f"{RATE}; 70% of the least capacity that was found unless written"
    )
    """The common rate, which every variant should keep; 70% of the least capacity that was found unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    rounds: int | None = Field(default=None, description="a number from 1 to 12, such as 8")
    """The most rounds, each with a fresh start of every variant; it ends before where all is told. 8 unless written."""
    slot: _Slot | None = Field(default=None, description=f"load on one variant at a time: {TIME}, at least 2s")
    """Duration of the load on one variant before the next one has its turn; a fifth of it, at least 1s, is not judged;
    5s unless written, 3s with a budget. A slot of warm-up is 5s or longer. If the budget is short, all of them are
    shorter."""
    budget: SearchTime | None = Field(default=None, description="the most time: a duration, such as 25m")
    """The most time for all rounds, starts of the services included. The rounds share it: what one of them does not
    need for its start and its warm-up goes to more cycles. As long as the rounds take unless written."""
    together: bool = Field(default=True, description="true or false; false starts the variants one at a time")
    """True if all variants are up at once, which shows differences best. If they hold more than half of the memory,
    each variant is started by itself; false asks for that from the start. True unless written."""
    primary: list[_OperationName] | None = Field(
        default=None, description="a list of up to 20 operations of the profile, such as [login, search]"
    )
    """The most important operations: their p99 and mean answer the comparison, as the figures of the total do, and
    share its error with them; each makes small differences harder to tell. None unless written."""
    margins: MarginsSpec | None = Field(default=None, description="a mapping such as {response: 5%, cpu: 3%}")
    """Differences that do not matter."""


_MARGINS = {
    "response": "response_margin_percent",
    "cpu": "cpu_margin_percent",
    "memory": "memory_margin_percent",
    "errors": "error_margin_points",
}


def resolve(section: MethodSection) -> CompareSettings:
    """Return the settings of the section; faults go to its log."""
    asked: dict[str, Any] = {
        "rate": section.held_rate("rate"),
        "users": section.users(),
        **section.durations("slot", "budget"),
    }
    asked |= section.number("rounds", MOST_ROUNDS, such_as=8)
    if asked.get("budget_s") is not None:
        asked.setdefault("slot_s", BUDGETED_SLOT_S)
    if "together" in section.values:
        asked["together"] = section.values["together"][0]
    asked |= {"primary": _primary_operations(section), **section.margins(_MARGINS)}
    return CompareSettings(**asked)


def _primary_operations(section: MethodSection) -> tuple[str, ...]:
    """Return the primary operations that the profile has, each once, at most `MOST_PRIMARY`; faults go to the log."""
    written, path = section.values.get("primary", ((), section.path))
    if "primary" in section.values and not 1 <= len(written) <= MOST_PRIMARY:
        cure = (
            f"name 1 to {MOST_PRIMARY}: all of them share the error of the comparison, and each takes from the others"
        )
        section.log.add(path, f"the number of primary operations is {len(written)}", cure)
    known = None if section.operations is None else set(section.operations)
    found = dict.fromkeys(name for name in written if known is None or name in known)
    for index, name in enumerate(written[:_MOST_NAMED]):
        if name in written[:index]:
            section.log.add((*path, index), f"{quoted(name)} is there twice", "keep it once")
        elif name not in found:
            cure = near(name, section.operations or (), "leave primary out")
            section.log.add((*path, index), f"the profile has no operation {quoted(name)}", cure)
    return tuple(found)[:MOST_PRIMARY]
