"""One thread that reads some probes on every beat."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence

from loadproof.errors import LoadproofError
from loadproof.model.message import Message, count, listed
from loadproof.probes.probe import HoldingProbe, ObservingProbe, Probe, ProbeFailure
from loadproof.probes.reading import Reading
from loadproof.probes.rhythm import Beat, Rhythm
from loadproof.records.database_activity import DatabaseActivity

__all__ = ["Lane"]

_LONGEST_NAME = 200


class Lane:
    """Reads its probes one after the other; what one of them raises is counted and keeps no other from being read."""

    def __init__(
        self,
        name: str,
        probes: Sequence[Probe],
        rhythm: Rhythm,
        clock: Callable[[], float],
        take: Callable[[Sequence[tuple[float, Reading]]], None],
        keep: Callable[[Sequence[DatabaseActivity]], None] = lambda _: None,
    ) -> None:
        """`take` is given the readings of each beat and `keep` the intervals that ended, from the lane's thread."""
        self._probes = tuple(probes)
        self._observing = [probe for probe in self._probes if isinstance(probe, ObservingProbe)]
        self._keep = keep
        self._concluded = threading.Event()
        self._rhythm = rhythm
        self._clock = clock
        self._take = take
        self._thread = threading.Thread(target=self._run, name=f"loadproof {name}", daemon=True)
        self._rounds = 0
        self._missed = 0
        self._failures: dict[str, tuple[int, Message]] = {}
        self.cpu_s = 0.0
        """Processor time of the thread up to the end of its last round."""
        self.round_s = 0.0
        """Duration of the last round, seconds."""

    def start(self) -> None:
        """Begins to read; where there is no thread to be had, its probes read nothing, and say so."""
        try:
            self._thread.start()
        except RuntimeError as error:
            self._failures.update((probe.name, (0, Message.said(str(error)))) for probe in self._probes)

    def join(self, timeout_s: float) -> None:
        """Waits for the end of the round under way."""
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    @property
    def observes(self) -> bool:
        """True if one of its probes observes intervals, and they are read."""
        return bool(self._observing) and self._thread.is_alive()

    def await_conclusion(self, timeout_s: float) -> None:
        """Wait until the intervals of the trial that ended are kept."""
        self._concluded.wait(timeout_s)

    def shortcomings(self) -> Iterator[Message]:
        """Yield what went wrong so far: late rounds, then failed readings and shortfalls by probe."""
        if self._missed:
            names = listed([probe.name for probe in self._probes])
            total = count(self._rounds + self._missed)
            yield Message("probe-rounds-late", names=names, missed=count(self._missed), total=total)
        for name, (times, why) in list(self._failures.items()):
            yield Message("probe-read-nothing", probe=name, count=count(times), rounds=count(self._rounds), why=why)
        for probe in self._probes:
            yield from (Message("probe-short", probe=probe.name, why=why) for why in probe.shortfalls())

    def _run(self) -> None:
        beat: Beat | None = None
        while (next_beat := self._rhythm.next(beat, hears_ends=bool(self._observing))) is not None:
            # At the second of the beat before, which was read: the trial ended between two beats.
            is_end = beat is not None and next_beat.alignment == beat.alignment and next_beat.at_s == beat.at_s
            beat = next_beat
            if is_end:
                self._conclude()
            else:
                self._round(beat)
            self.cpu_s = time.thread_time()
        for probe in self._probes:
            if isinstance(probe, HoldingProbe):
                probe.close()

    def _round(self, beat: Beat) -> None:
        if beat.baseline:
            self._begin(has_ended=beat.ended)
        readings = [reading for probe in self._probes for reading in self._read(probe)]
        self._rounds += 1
        self._missed += beat.missed
        if not beat.baseline:
            self._take([(beat.at_s, reading) for reading in readings])
        self._hand_over()
        self.round_s = self._clock() - beat.at_s

    def _begin(self, *, has_ended: bool) -> None:
        """A trial begins, or has ended before a round of it was read."""
        self._concluded.clear()
        if has_ended:
            self._concluded.set()
            return
        for probe in self._observing:
            probe.observe()

    def _conclude(self) -> None:
        for probe in self._observing:
            probe.conclude(self._clock())
        self._hand_over()
        self._concluded.set()

    def _hand_over(self) -> None:
        for probe in self._observing:
            if ended := probe.take_activities():
                self._keep(ended)

    def _read(self, probe: Probe) -> Sequence[Reading]:
        try:
            return probe.read(self._clock())
        except Exception as error:  # The top of this thread: a fault in one probe must not end the others.
            times = self._failures[probe.name][0] if probe.name in self._failures else 0
            self._failures[probe.name] = (times + 1, _why(error).with_names(lambda text: text[:_LONGEST_NAME]))
            return ()


def _why(error: Exception) -> Message:
    if isinstance(error, ProbeFailure):
        return error.told
    return Message.said(str(error) if isinstance(error, LoadproofError) else f"{type(error).__name__}: {error}")
