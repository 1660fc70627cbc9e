"""Wait times of threads at each lock, from Flight Recorder of their VM: every wait of a millisecond or more.

Dumps of threads say how often a lock is waited for; a recording says for how long, and misses no wait between them.
"""

import json
import os
import re
import shutil
import stat
import subprocess
import tempfile
import threading
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from loadproof.jvm.threads.dump import Thread, is_exclusive, is_to_accept, place_of, short_frame
from loadproof.jvm.threads.pool_waits import asked_at
from loadproof.jvm.threads.report import LockKind
from loadproof.jvm.vm.heap_requests import DumpPlace, readable_class
from loadproof.jvm.vm.report import LockTime
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaAttachment

__all__ = ["begin_recording", "ended_recording", "lock_times"]

_NAME = "loadproof-waits"
_EVENTS = ("jdk.JavaMonitorEnter", "jdk.ThreadPark")
_SETTINGS = " ".join(
    f"+{event}#{setting}" for event in _EVENTS for setting in ("enabled=true", "threshold=1ms", "stackTrace=true")
)
_LONGER_S = 5
"""Extra seconds of the recording: if nobody is left to stop the recording, it stops itself."""
_MOST_RECORDED = "64m"
_ANSWER_S, _PRINT_S = 30.0, 120.0
_MOST_ANSWER_BYTES = 1 << 16
_MOST_PRINTED = 512 << 20
"""Some 8 KB an event."""
_LONGEST_EVENT = 4 << 20
_PIECE = 1 << 20
_LONGEST_FAULT = 1 << 10
_STACK_DEPTH = 12
_MOST_ROWS, _MOST_PLACES = 50, 3
_OF_RECORDER = "jdk.jfr."
"""Class prefix of Flight Recorder: a wait at its monitors belongs to our own recording."""
_DURATION = re.compile(r"PT(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,9}(?:\.\d{1,12})?)S)?")


def begin_recording(attachment: JavaAttachment, place: DumpPlace, seconds: float) -> None:
    """Has the VM record waits for that long, to a file that it writes at its end. Raises AttachError."""
    _ask(
        attachment,
        f"JFR.start name={_NAME} settings=none {_SETTINGS} duration={int(seconds) + _LONGER_S}s "
        f'maxsize={_MOST_RECORDED} filename="{place.there}"',
    )
    if f"name={_NAME}" not in (told := _ask(attachment, "JFR.check")):
        raise AttachError(AttachRefusal.FAILED, told.strip())


def ended_recording(attachment: JavaAttachment, place: DumpPlace) -> Path:
    """Has it stop, and gives the file, which is its owner's alone. Raises AttachError."""
    told = _ask(attachment, f"JFR.stop name={_NAME}")
    try:
        if not stat.S_ISREG(os.lstat(place.here).st_mode):
            raise FileNotFoundError
        os.chmod(place.here, 0o600)
    except OSError as error:
        raise AttachError(AttachRefusal.FAILED, told.strip()) from error
    return Path(place.here)


def _ask(attachment: JavaAttachment, command: str) -> str:
    return attachment.ask(command, timeout_s=_ANSWER_S, most_bytes=_MOST_ANSWER_BYTES).decode("utf-8", "replace")


@dataclass(slots=True)
class _Lost:
    waits: int = 0
    lost_s: float = 0.0
    longest_s: float = 0.0
    places: Counter[str] = field(default_factory=Counter)


def lock_times(recording: Path, vm_process_id: int, pools: Collection[str]) -> tuple[list[LockTime], bool]:
    """Return the wait times at monitors, locks and `pools` in a recording, and True if all of it was read.

    `pools` are the classes that dumps have named. The JDK's own `jfr` of this machine reads the recording. Raises
    AttachError if there is no `jfr`, or it cannot read the recording.
    """
    lost: dict[tuple[str, LockKind], _Lost] = {}
    command = [_program(vm_process_id), "print", "--json", "--events", ",".join(_EVENTS)]
    command += ["--stack-depth", str(_STACK_DEPTH), str(recording)]
    # What it says of its faults must not fill a pipe that nobody reads meanwhile.
    with (
        tempfile.TemporaryFile() as faults,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=faults, encoding="utf-8", errors="replace") as jfr,
    ):
        timer = threading.Timer(_PRINT_S, jfr.kill)
        timer.start()
        events = _Events(jfr.stdout)
        for event in events:
            _add(lost, event, pools)
        if not events.is_whole:
            jfr.kill()
        code = jfr.wait()
        timer.cancel()
        if code and events.is_whole:
            faults.seek(0)
            raise AttachError(AttachRefusal.FAILED, faults.read(_LONGEST_FAULT).decode("utf-8", "replace").strip())
    rows = [_row(lock, kind, one) for (lock, kind), one in lost.items()]
    return sorted(rows, key=lambda one: (-one.lost_s, one.lock))[:_MOST_ROWS], events.is_whole


def _program(vm_process_id: int) -> str:
    """One that is in the path, or beside the VM, where that is of this machine: no program of a container is run."""
    if (found := shutil.which("jfr")) is not None:
        return found
    try:
        own, its = (os.readlink(f"/proc/{who}/ns/mnt") for who in ("self", vm_process_id))
        beside = Path(os.readlink(f"/proc/{vm_process_id}/exe")).with_name("jfr")
        if own == its and beside.stat().st_uid in (0, os.geteuid()):
            return str(beside)
    except OSError:
        pass
    raise AttachError(AttachRefusal.FAILED, "jfr: not found in PATH")


class _Events:
    """The events in the JSON of `jfr print`, one by one, without holding all of them."""

    def __init__(self, printed: IO[str] | None) -> None:
        self._printed = printed
        self.is_whole = True
        """False: it is more than is read."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        decoder, text, read = json.JSONDecoder(), "", 0
        while self._printed is not None and (piece := self._printed.read(_PIECE)):
            read += len(piece)
            text = (text + piece) if read > len(piece) else piece.partition('"events": [')[2]
            while begin := text.find("{") + 1:
                try:
                    event, end = decoder.raw_decode(text, begin - 1)
                except (ValueError, RecursionError):
                    break
                text = text[end:]
                if isinstance(event, Mapping):
                    yield event
            if read >= _MOST_PRINTED or len(text) > _LONGEST_EVENT:
                self.is_whole = False
                return


def _add(lost: dict[tuple[str, LockKind], _Lost], event: Mapping[str, Any], pools: Collection[str]) -> None:
    values = _mapping(event.get("values"))
    seconds, stack = _seconds(values.get("duration")), tuple(_frames(values))
    if seconds is None or not stack:
        return
    found = _lock(event, values, stack, pools)
    if found is None:
        return
    lock, kind, place = found
    own = lost.setdefault((lock, kind), _Lost())
    own.waits += 1
    own.lost_s += seconds
    own.longest_s = max(own.longest_s, seconds)
    own.places[place] += 1


def _lock(
    event: Mapping[str, Any], values: Mapping[str, Any], stack: tuple[str, ...], pools: Collection[str]
) -> tuple[str, LockKind, str] | None:
    """The lock, and where it is waited for; None: whoever parks there waits for something else."""
    if is_to_accept(stack, 0):
        return None
    place = place_of(Thread("", "", "", False, stack), 0)
    if event.get("type") == _EVENTS[0]:
        monitor = _class(values.get("monitorClass"))
        return None if monitor.startswith(_OF_RECORDER) else (monitor, "monitor", place)
    parked = _class(values.get("parkedClass"))
    if is_exclusive(parked):
        return parked, "lock", place
    asked = asked_at(stack)
    return None if asked is None or asked[0] not in pools else (asked[0], "pool", short_frame(asked[1]))


def _frames(values: Mapping[str, Any]) -> Iterator[str]:
    for frame in _mapping(values.get("stackTrace")).get("frames") or []:
        method = _mapping(_mapping(frame).get("method"))
        yield f"{_class(method.get('type'))}.{method.get('name')}(:{_mapping(frame).get('lineNumber')})"


def _class(written: Any) -> str:
    return readable_class(str(_mapping(written).get("name") or "").replace("/", "."))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _seconds(text: Any) -> float | None:
    """A duration as ISO 8601 writes it.

    >>> _seconds("PT0.0205S"), _seconds("PT1M2S"), _seconds("N/A")
    (0.0205, 62.0, None)
    """
    found = _DURATION.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        return None
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return 3600.0 * hours + 60.0 * minutes + seconds


def _row(lock: str, kind: LockKind, lost: _Lost) -> LockTime:
    places = tuple(place for place, _ in lost.places.most_common(_MOST_PLACES) if place)
    return LockTime(
        lock=lock, kind=kind, waits=lost.waits, lost_s=lost.lost_s, longest_ms=1e3 * lost.longest_s, places=places
    )
