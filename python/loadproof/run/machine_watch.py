"""Watches who uses the machine while trials run: readings for the store, and for the judge what disturbed a second."""

import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence

from loadproof.judge.disturbance import Background, MachineSecond
from loadproof.judge.followers import Followers
from loadproof.judge.limits import LIMITS
from loadproof.judge.pressure import pressure_doubts
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Listing, Message, listed
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.run.run_context import RunContext
from loadproof.system.growth import Sparing
from loadproof.system.machine_account import MachineAccount, MachineUse
from loadproof.system.pressure_account import PressureAccount
from loadproof.system.process_files import ProcessKey, read_process_stat
from loadproof.system.servers import TargetServers, servers_of
from loadproof.trial.observer import SeenBeside, Witness

__all__ = ["OURS", "MachineWatch"]

OURS = "LOADPROOF_OURS"
"""The environment's list of process ids that are part of what is tested, with all that descends from them."""

_PROBE = "machine"
_NAMED_CORES = 0.1
"""A stranger that used so much in a second is named."""
_MOST_NAMES = 16
"""Names that have a series of their own in one run; those after them are one more."""
_OTHERS = "others"
_LEAST_REST_S = 1.0
_QUIET_S = 3
_LEAST_READ_S = 0.25
"""The kernel counts in hundredths of a second: of a few milliseconds it may show four cores where there are two."""
_NEVER_OURS = ("init", "systemd", "dbus-daemon", "dbus-broker")
"""Names of processes that never count as ours: these processes work for everybody."""


class MachineWatch(Witness):
    """Reads the machine with each tick: what is told of a second is what was used in it."""

    subject = "machine"

    def __init__(self, context: RunContext, background: Background, servers: TargetServers) -> None:
        """Reads once, to be ready; `background` is told of rests, as the judge tells it of trials."""
        self._servers = servers
        self._is_blind = False
        """True if the server of the target is on this machine but unseen: strangers cannot be told from the server."""
        self._was_seen = False
        self._writer = context.writer
        self._log = context.log
        self._live = context.live
        self._is_shared = context.is_shared_machine
        self._said = context.said
        self.background = background
        """Background load that is usual on this machine: foreign CPU use and steal time."""
        self.was_disturbed = False
        """True if others disturbed the last trial too much."""
        self._account = MachineAccount()
        told = os.environ.get(OURS, "").split()
        self._account.adopt({int(word) for word in told if word.isdigit()})
        self._followers: Followers[ProcessKey] = Followers()
        self._pressure = PressureAccount()
        self._searching = Sparing()
        self._number: int | None = None
        self._use: MachineUse | None = None
        """Use of the machine in the last second of this trial; None before the first reading."""
        self._read_at_s = 0.0
        self._next_second = 0
        self._sums: dict[str, float] = defaultdict(float)
        self._elapsed_s = 0.0
        self._names: set[str] = set()

    def trial_started(self, number: int, _trial: Trial, /) -> None:
        """Begin a trial; the CPU use since the last trial counts as use at rest."""
        is_first = self._number is None
        # Set before anything is read: a reading may be refused.
        self._number, self._next_second, self._use = number, 0, None
        self._sums.clear()
        self._elapsed_s = 0.0
        self._find_servers()
        use = self._account.read()
        self.background.rested(use.foreign_cores, int(use.elapsed_s))
        if not is_first and use.elapsed_s >= _LEAST_REST_S:
            self._followers.rested({key: stranger.cores for key, stranger in use.strangers.items()})
            self._account.adopt({process_id for process_id, _ in self._followers.found()})
        self._account.keep_to_own_cpus()
        self._pressure.begin(self._account.stats, self._account.ours)
        self._tell_untold()

    def machine(self, second: int, /) -> Sequence[MachineSecond]:
        """The seconds of the trial up to `second`, which has just ended."""
        use = self._used()
        seconds = range(self._next_second, second + 1)
        self._next_second = second + 1
        names = tuple((stranger.name, stranger.cores) for stranger in use.largest() if stranger.cores >= _NAMED_CORES)
        # Where the run was held up one reading tells of several seconds.
        foreign_cores = 0.0 if self._is_blind or self._is_shared else use.foreign_cores
        stolen_cores = 0.0 if self._is_shared else use.stolen_cores
        taken = (foreign_cores, stolen_cores, use.waited_cores, use.ours_cores)
        told = [MachineSecond(one, *taken, names) for one in seconds]
        for one in told[-1:]:
            self._live.machine(one)
        return told

    def _used(self) -> MachineUse:
        """Return the use since the last reading.

        Late ticks follow each other closely: two ticks within `_LEAST_READ_S` share one reading.
        """
        if self._use is not None and time.monotonic() - self._read_at_s < _LEAST_READ_S:
            return self._use
        began_s = time.thread_time()
        self._use = self._account.read()
        self._read_at_s = time.monotonic()
        self._pressure.read(self._account.stats, self._account.ours)
        self._find_servers()
        self._note(self._use, time.thread_time() - began_s)
        return self._use

    def trial_ended(self) -> SeenBeside:
        """Return the mean shares of foreign CPU use and steal time over the trial, and the doubts about the machine."""
        self._followers.trial_ended()
        self._account.read()
        if self._is_shared:
            return SeenBeside(doubts=(Doubt(DoubtCode.SHARED_MACHINE, Message("machine-shared")),))
        if self._elapsed_s <= 0.0:
            return SeenBeside()
        cores = os.cpu_count() or 1
        mean = {name: total / self._elapsed_s / cores for name, total in self._sums.items()}
        foreign_share = None if self._is_blind else mean.get("foreign", 0.0)
        doubts = () if self._is_blind else self._pressure_doubts()
        return SeenBeside(foreign_share=foreign_share, steal_share=mean.get("stolen", 0.0), doubts=doubts)

    def trial_judged(self, _number: int, result: TrialResult, /) -> None:
        """Keep whether the next trial had better wait."""
        self.was_disturbed = any(doubt.code == DoubtCode.DISTURBED for doubt in result.measurement.doubts)

    def _pressure_doubts(self) -> tuple[Doubt, ...]:
        account = self._account
        return pressure_doubts(self._pressure.told(account.stats, account.ours, LIMITS.least_memory_share))

    def wait_for_quiet(self, most_s: float, wants_end: Callable[[], bool]) -> None:
        """Waits until others have left the machine alone for some seconds on end, `most_s` at most."""
        self._account.read()
        quiet_s, began_s = 0, time.monotonic()
        while quiet_s < _QUIET_S and time.monotonic() - began_s < most_s and not wants_end():
            time.sleep(1.0)
            use = self._account.read()
            taken_cores = use.foreign_cores + use.stolen_cores
            self.background.rested(use.foreign_cores)
            quiet_s = quiet_s + 1 if taken_cores < LIMITS.disturbing_cores else 0

    def _find_servers(self) -> None:
        """Count processes that our side has connected to as its servers; look as often as it costs next to nothing."""
        now_s = time.monotonic()
        if not self._searching.due(now_s):
            return
        began_s = time.thread_time()
        listening = self._servers.now()
        self._was_seen |= bool(listening)
        # Who was seen before and is not there now has ended.
        self._tell_blind(listening is not None and not listening and not self._was_seen)
        found = servers_of({process_id for process_id, _ in self._account.ours} | (listening or set()))
        ours = found | (listening or set())
        self._account.adopt({process_id for process_id in ours if _may_be_ours(process_id)})
        self._searching.spent(now_s, time.thread_time() - began_s)

    def _tell_blind(self, is_blind: bool) -> None:
        if is_blind:
            self._say_once(
                "machine-unseen",
                Message("server-unseen"),
            )
        self._is_blind = is_blind

    def _say_once(self, kind: str, told: Message) -> None:
        """Once a run, however many starts it has."""
        if kind not in self._said:
            self._said.add(kind)
            self._log.event(kind, told)
            self._live.say(told)

    def _tell_untold(self) -> None:
        """Tell, once a run, which facts this kernel does not report and what the rules do without them."""
        untold = []
        if not self._account.is_told_waits:
            untold.append(Message("untold-processor-waits"))
        if self._account.hides_processes:
            untold.append(Message("untold-processes"))
        if not self._pressure.is_told_waits:
            untold.append(Message("untold-memory-waits"))
        if self._pressure.is_part_unread:
            untold.append(Message("untold-transfers"))
        if untold:
            what = listed(tuple(untold), Listing.CLAUSES)
            self._say_once("machine-untold", Message("machine-untold", what=what))

    def _note(self, use: MachineUse, cost_s: float) -> None:
        values = {
            "ours_cores": use.ours_cores,
            "kernel_cores": use.kernel_cores,
            "foreign_cores": use.foreign_cores,
            "stolen_cores": use.stolen_cores,
            "cost_cores": cost_s / use.elapsed_s,
        }
        if use.waited_cores is not None:
            values["waited_cores"] = use.waited_cores
        at_s = time.monotonic()
        named = self._named(use)
        rows = [(at_s, _PROBE, name, "cores", value) for name, value in values.items()]
        rows += [(at_s, f"{_PROBE}:{name}", "foreign_cores", "cores", cores) for name, cores in named.items()]
        self._writer.readings(self._number, rows)
        used = {key: stranger.cores for key, stranger in use.strangers.items()}
        self._followers.second(used, self._account.stats.keys())
        self._elapsed_s += use.elapsed_s
        self._sums["foreign"] += use.foreign_cores * use.elapsed_s
        self._sums["stolen"] += use.stolen_cores * use.elapsed_s

    def _named(self, use: MachineUse) -> dict[str, float]:
        """By name what strangers used who used much; processes of one name together."""
        named: dict[str, float] = defaultdict(float)
        for stranger in use.largest():
            if stranger.cores >= _NAMED_CORES:
                if stranger.name not in self._names and len(self._names) >= _MOST_NAMES:
                    named[_OTHERS] += stranger.cores
                else:
                    self._names.add(stranger.name)
                    named[stranger.name] += stranger.cores
        return dict(named)


def _may_be_ours(process_id: int) -> bool:
    stat = read_process_stat(process_id)
    return stat is not None and process_id != 1 and stat.name not in _NEVER_OURS
