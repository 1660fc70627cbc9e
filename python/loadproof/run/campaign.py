"""Campaigns: pure state machines over starts, as methods are over trials, and what the one loop over starts tells them.

A campaign asks for groups of starts until it is done. It knows the starts that are stored, and beside them what this
process saw of its own (`StartOutcome`); a run that was cut goes on with the same question on what the store gives back.

The least of a campaign, one start of each variant (`tests/unit/run/test_start_loop.py` runs one that is cut and goes
on)::

    class OneOfEach:
        kind, over = CampaignName.STUDY, None

        def next(self, history, now_s):
            begun = {start.variant for start in history.kept(self.kind)}
            left = [one for one in self.study.variants if one.name not in begun]
            return StartGroup(1, left[:1], ("load",), Drive.ALONE) if left else Done()
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from loadproof.errors import InputError
from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.run.start_order import StudyStart
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartRecord, StartState
from loadproof.study.study import Study, Variant

if TYPE_CHECKING:
    from loadproof.methods.method import Driven, Method
    from loadproof.run.group_up import GroupUp
    from loadproof.run.opening import OpenRun

__all__ = [
    "MOST_FAILED_IN_A_ROW",
    "Abandon",
    "Campaign",
    "CampaignNote",
    "Done",
    "Drive",
    "GivenUp",
    "GroupFacts",
    "History",
    "StartGroup",
    "StartOutcome",
]


MOST_FAILED_IN_A_ROW = 2
"""Starts or rounds that failed one after the other, after which no other one is begun.

Each attempt may last as long as a ready check waits.
"""


class Drive(Enum):
    """Ways in which the starts of a group share the generator."""

    ALONE = "alone"
    """The only start of its group: what is usual on the machine is its own."""
    IN_TURN = "in-turn"
    """Each start runs methods of its own, and takes turns with the others trial by trial."""
    TOGETHER = "together"
    """One method drives all starts."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """Reason for which a start is not begun: `told` for the run, `why` for its methods."""

    told: Message
    why: Message


@dataclass(frozen=True, slots=True)
class StartGroup:
    """Starts of one number that are up together; a single start is a group of one."""

    number: int
    """Number of the starts in it, from 1."""
    variants: Sequence[Variant]
    """Variants in the order in which they start."""
    methods: Sequence[str]
    """Names of the methods that are run on them; a variant may lack some. Driven together: one."""
    drive: Drive
    settings: Any = None
    """Settings of the method that drives a group together."""
    metered: bool = False
    """True if trials are slots and the use of all variants is stored for each slot."""
    levels: Sequence[str] = ()
    """Levels of a feature that is switched between slots, beside off; each has its simulated model."""
    services: tuple[str, ...] = ()
    """Services whose use is measured in slots; (): all."""
    has_own_luck: bool = True
    """True if each simulated variant offsets its seed by its place in the study; False: seeds stay as configured."""
    turn: int = 0
    """Turn of CPUs: a service that is kept on some CPUs has others at each turn, as one may be quicker."""
    seed_offset: int = 0
    """Place of the group among those that have different arrivals, from 0."""
    has_yardstick: bool = False
    """True if a fixed piece of work measures the speed of the machine before and after, while no stand runs."""
    is_only_one: bool = False
    """True if the variant has no other start: the logs of its services need no number."""
    pause_s: float = 0.0
    """Pause before it, on a machine."""
    told: tuple[Message, ...] = ()
    """Lines of the live view before all else."""
    ahead: tuple[Message, float] | None = None
    """Line of the live view on what is ahead, and seconds of load that this may still take."""
    begins: Message | None = None
    """Line of the live view after the pause."""
    given_up: Mapping[str, GivenUp] = field(default_factory=dict)
    """Starts of the same number that are noted and not begun, by variant."""


@dataclass(frozen=True, slots=True)
class CampaignNote:
    """Decision of a campaign, stored as an event; it is asked again then."""

    kind: str
    text: Message


@dataclass(frozen=True, slots=True)
class Done:
    """End of a campaign."""

    why: Message | None = None
    """Reason why no other start is begun, stored as an event of the kind `Campaign.over`."""
    not_run: tuple[str, ...] = ()
    """Variants whose answer is that the campaign was not run."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Group that is up and given up before any load."""

    why: Message
    note: CampaignNote | None = None
    """Decision that takes the place of the group: its starts are superseded. None: they stay, as not run."""


@dataclass(frozen=True, slots=True)
class GroupFacts:
    """Group that has come up, before any load."""

    names: tuple[str, ...]
    """Variants that are up."""
    lost: Mapping[str, InputError]
    """Variants that are not, and why."""
    began_s: float
    """Seconds of the run at which it began to start."""
    now_s: float
    held_mib: Callable[[], float]
    """Reads the memory and the workspaces of all variants together."""
    limit_bytes: int
    """Memory that may be used."""
    kills: int
    """Processes that the kernel killed for want of memory while it started."""


@dataclass(frozen=True, slots=True)
class StartOutcome:
    """Facts that this process knows about a start that it ran, in addition to the stored data."""

    ended_s: float
    """Seconds of the run at which nothing of it was up any more."""
    failure: InputError | None = None
    """Error that kept it from running, or from running to its end."""
    settings: Any = None
    """Settings that its group was driven with; None: it was not."""
    loaded_s: float = 0.0
    """Seconds that the method of its group took."""
    load_s: float = 0.0
    """Seconds of load among them."""


@dataclass(frozen=True, slots=True)
class History:
    """Starts of a run so far, as the store has them."""

    starts: tuple[StartRecord, ...] = ()
    """Starts of all campaigns, in the order in which they began."""
    outcomes: Mapping[StudyStart, StartOutcome] = field(default_factory=dict)
    """Outcomes of the starts of the campaign that this process ran, by start."""
    measured: Any = None
    """Measurements of the starts, as `Campaign.measured` read them."""
    notes: frozenset[str] = frozenset()
    """Kinds of the events of the run."""

    def kept(self, name: CampaignName) -> list[StartRecord]:
        """Return the starts of a campaign that were not superseded."""
        return [one for one in self.starts if one.campaign is name and one.state is not StartState.SUPERSEDED]

    def outcome(self, start: StartRecord) -> StartOutcome | None:
        """Return what this process knows of a start; None: it was run before the run went on."""
        return self.outcomes.get(StudyStart(start.variant, start.number))

    @property
    def before(self) -> list[StartRecord]:
        """Starts that this process did not run for the campaign."""
        return [one for one in self.starts if self.outcome(one) is None]

    @property
    def highest(self) -> int:
        """Highest number of all starts; 0: there are none."""
        return max((one.number for one in self.starts), default=0)


class Campaign(Protocol):
    """A pure state machine over the starts of a study: the same history gives the same step."""

    kind: CampaignName
    """Name under which its starts are stored."""
    over: str | None
    """Kind of the event of its end; None: it is over once it has no start left."""
    study: Study

    def measured(self, _reader: RunReader, /) -> Any:
        """Read the measurements of its starts, for `History.measured`. Raises RunDirectoryError."""
        return None

    def ended(self, _reader: RunReader, /) -> set[StudyStart]:
        """Return its starts that came to their end, and stay when the run goes on. Raises RunDirectoryError."""
        return set()

    def lacking(self, history: History, /) -> int:
        """Return how many of its starts a run lacks that was cut; all of a campaign that ends by itself are one."""
        return int(self.over not in history.notes)

    def next(self, history: History, now_s: float, /) -> StartGroup | CampaignNote | Done:
        """Return what comes after these starts, `now_s` seconds after the run began."""

    def admit(self, group: StartGroup, _history: History, _up: GroupFacts, /) -> StartGroup | Abandon:
        """Return the group as it is driven now that it is up, or why it is not: of one that is driven together."""
        return group

    def drive(self, up: GroupUp, _group: StartGroup, method: Method, _opened: OpenRun, /) -> Driven:
        """Run the method of a group that is driven together. Raises EngineFault."""
        from loadproof.run.method_run import run_method

        return run_method(up.of(up.names[0]).context, up, method, self.study.profile)

    def answer_of(self, _variant: str, answer: Answer, /) -> Answer:
        """Return the answer of one variant, by the answer of a group that was driven together."""
        return answer
