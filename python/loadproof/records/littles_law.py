"""Check of a closed load by Little's law, as in `result.json`: users = throughput times length of a cycle."""

from dataclasses import dataclass, field

from loadproof.model.typed_json import rounded

__all__ = ["FlowCycles", "LittlesLaw"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowCycles:
    """Iterations of one flow in the confirmation, by users who go through it again and again.

    A cycle is the time from the start of an iteration to the start of the user's next one.
    """

    flow: str
    users: int
    """Users who were present, of all kinds with this flow."""
    flows_per_s: float = field(metadata=rounded(4))
    """Throughput: iterations completed per second."""
    flow_s: float = field(metadata=rounded(4))
    """Mean duration of an iteration, from its due time to the end of its last step, think times in it included."""
    wait_s: float = field(metadata=rounded(4))
    """Mean time from there to the start of the next iteration: the rest of the pacing; 0 without one."""
    users_by_law: float = field(metadata=rounded(2))
    """`flows_per_s` times (`flow_s` + `wait_s`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LittlesLaw:
    """Users who were present beside the users that Little's law gives, over all flows."""

    users: int
    users_by_law: float = field(metadata=rounded(2))
    ratio: float = field(metadata=rounded(4))
    """`users_by_law` over `users`."""
    flows: tuple[FlowCycles, ...]
