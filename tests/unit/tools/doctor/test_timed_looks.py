"""What takes time: checks of seconds that were made up, and short looks at this machine."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loadproof.system.machine_account import MachineAccount, MachineUse, StrangerUse
from loadproof.tools.doctor import sleeper
from loadproof.tools.doctor.check import CheckModel, doubt, fine
from loadproof.tools.doctor.minute import Minute
from loadproof.tools.doctor.wake_ups import Slept, begin_sleeps, sleep_states, stalls, timers, told_by

from .test_static_looks import keeping, made


def second(foreign: float = 0.0, stolen: float = 0.0, name: str = "cc1") -> MachineUse:
    strangers = {(7, 7): StrangerUse(name, foreign)} if foreign else {}
    return MachineUse(1.0, 0.01, 0.01, strangers, stolen, 0.0)


def minute_of(directory: Path, uses: list[MachineUse], **others: object) -> Minute:
    found = Minute(None, directory, directory, uses)
    for name, value in others.items():
        setattr(found, name, value)
    return found


def test_others_are_named_with_their_seconds(tmp_path: Path) -> None:
    found = minute_of(tmp_path, [second()] * 50 + [second(0.9)] * 10).others()
    assert found.level == "doubt"
    assert found.found == "0.00 cores (worst second 0.90); 10 of 60 s with 0.1 or more; most: cc1 0.15"
    assert "not judged" in (found.effect or "")
    steady = minute_of(tmp_path, [second(0.5)] * 60).others()
    assert "beside them" in (steady.effect or "")


def test_a_second_of_others_in_a_minute_is_fine(tmp_path: Path) -> None:
    assert minute_of(tmp_path, [second()] * 59 + [second(0.9)]).others().level == "fine"
    assert minute_of(tmp_path, []).others().level == "cannot_tell"


def test_steal_is_a_doubt_and_a_host_that_never_told_is_said(tmp_path: Path) -> None:
    stolen = [second()] * 30 + [second(stolen=0.4)] * 30
    assert minute_of(tmp_path, stolen).steal().level == "doubt"
    virtual = {"proc/cpuinfo": "flags\t: fpu hypervisor\n", "proc/stat": "cpu  1 2 3 4 5 6 7 0 0 0\n"}
    found = minute_of(made(tmp_path, virtual), [second()] * 60).steal()
    assert (found.level, found.found.endswith("has told of none since it was started")) == ("cannot_tell", True)


def test_a_machine_that_gets_slower_is_a_doubt(tmp_path: Path) -> None:
    quiet = [second()] * 60
    slower = minute_of(tmp_path, quiet, work_us=[40.0, 41.0, 40.0, 50.0, 60.0, 70.0]).speed()
    assert slower.level == "doubt"
    assert "ever longer" in slower.found
    assert minute_of(tmp_path, quiet, work_us=[40.0, 44.0, 40.0]).speed().level == "fine"
    beside = minute_of(tmp_path, [second(1.0)] * 60, work_us=[40.0, 41.0, 40.0, 50.0, 60.0, 70.0]).speed()
    assert "ever longer" not in beside.found
    assert beside.cure == "look again without them"


def test_swapping_and_little_memory_are_doubts(tmp_path: Path) -> None:
    text = "MemAvailable: {} kB\nSwapTotal: 1000000 kB\nSwapFree: 900000 kB\n"
    much = made(tmp_path / "much", {"proc/meminfo": text.format(8_000_000)})
    assert minute_of(much, []).memory().level == "fine"
    assert minute_of(much, [], swapped_pages=12).memory().level == "doubt"
    assert minute_of(much, [], pressure={"memory": 0.3}).memory().level == "doubt"
    assert minute_of(made(tmp_path / "little", {"proc/meminfo": text.format(90_000)}), []).memory().level == "doubt"
    assert minute_of(tmp_path / "none", []).memory().level == "cannot_tell"


def test_a_slow_disk_and_one_that_takes_nothing(tmp_path: Path) -> None:
    assert minute_of(tmp_path, [], fsync_ms=[1.0, 2.0]).disk().figures["fsync_max_ms"] == 2.0
    assert minute_of(tmp_path, [], fsync_ms=[1.0, 900.0]).disk().level == "doubt"
    assert minute_of(tmp_path / "none", []).disk().level == "cannot_tell"
    found = Minute(None, Path("/proc"))
    found.look(1.0)
    told = found.disk()
    assert told.level == "doubt"
    assert told.found.startswith("/proc cannot be written (")


def slept(late_us: list[float], *stalled: tuple[float, float, int, bool]) -> Slept:
    return {"late_us": late_us, "longest_ms": 80.0, "longest_cpu": 1, "stalls": list(stalled)}


def test_late_timers_and_a_clock_that_was_set_are_doubts() -> None:
    level = ("0.06", [60.0] * 1000)
    assert timers(slept(level[1]), [5.0, 5.0001, 5.0]).level == "fine"
    assert timers(slept([60.0] * 900 + [4000.0] * 100), [5.0, 5.0]).level == "doubt"
    stepped = timers(slept(level[1]), [5.0, 5.0, 6.5, 6.5])
    assert stepped.level == "doubt"
    assert "the clock was set 1 x, by 1500 ms at most" in stepped.found
    assert timers(None, []).level == "cannot_tell"


def test_stalls_are_told_by_their_cause() -> None:
    assert stalls(slept([60.0])).level == "fine"
    starved, stopped = stalls(slept([60.0], (1.0, 80.0, 1, True))), stalls(slept([60.0], (1.0, 80.0, 1, False)))
    assert starved.found == "1 of 50 ms or more, the longest 80 ms on CPU 1; 1 of them ready to run without a processor"
    assert "lift the quota" in (starved.cure or "")
    assert "on another one" in (stopped.cure or "")
    assert stalls(None).level == "cannot_tell"


def test_the_sleeper_tells_of_its_sleeps() -> None:
    told = told_by(begin_sleeps(0.5))
    assert told is not None
    assert len(told["late_us"]) > 5
    assert told["longest_ms"] * 1e3 >= max(told["late_us"]) - 1.0


def test_a_sleeper_that_was_stopped_stalled() -> None:
    words = [sys.executable, "-I", "-S", sleeper.__file__, str(os.getpid()), "4", "50", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE)
    time.sleep(1.0)
    process.send_signal(signal.SIGSTOP)
    # Long beside what it may have to wait for a processor when it goes on.
    time.sleep(1.0)
    process.send_signal(signal.SIGCONT)
    told = told_by(process)
    assert told is not None
    assert any(length_ms > 900 and not starved for _, length_ms, _, starved in told["stalls"])


def test_a_sleeper_ends_with_who_started_it() -> None:
    start = f"""if True:
        import os, subprocess, sys
        words = [sys.executable, {sleeper.__file__!r}, str(os.getpid()), '60', '50', '0']
        print(subprocess.Popen(words, stdout=subprocess.DEVNULL).pid)
    """
    told = subprocess.run([sys.executable, "-c", start], stdout=subprocess.PIPE, check=True, text=True, timeout=60)
    place, deadline_s = Path(f"/proc/{told.stdout.strip()}"), time.monotonic() + 20.0
    while place.exists() and time.monotonic() < deadline_s:
        time.sleep(0.1)
    assert not place.exists()


def test_sleeps_are_compared_with_those_of_processors_that_are_kept_awake(tmp_path: Path) -> None:
    state = "sys/devices/system/cpu/cpu{}/cpuidle/state{}/{}"
    files = {state.format(cpu, 1, "latency"): "133\n" for cpu in range(64)}
    found = sleep_states(0.1, MachineAccount(), made(tmp_path, files), keeping(is_kept=True))
    assert found.level in ("fine", "doubt", "cannot_tell")
    assert "deepest state 133 us" in found.found
    assert found.figures["deepest_state"] == "state1"
    assert found.figures["awake_by"] == "by a request"
    assert found.figures["sleeps"] == 400
    found = sleep_states(0.1, MachineAccount(), tmp_path, keeping(is_kept=False))
    assert found.level == "cannot_tell"
    assert "cannot be kept awake to compare with: not allowed" in found.found


def test_a_sleeping_processor_that_costs_is_a_doubt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    account, kept = MachineAccount(), keeping(is_kept=True)
    monkeypatch.setattr(account, "read", second)
    monkeypatch.setattr("loadproof.tools.doctor.wake_ups._alternately", lambda *_: ([300.0] * 100, [60.0] * 100))
    found = sleep_states(0.1, account, tmp_path, kept)
    assert found.level == "doubt"
    assert "1 ms sleeps end 300 us late (p99 300), 60 us (p99 60) when kept awake" in found.found
    assert (found.cure or "").startswith("--awake ")
    monkeypatch.setattr("loadproof.tools.doctor.wake_ups._alternately", lambda *_: ([70.0] * 100, [60.0] * 100))
    assert sleep_states(0.1, account, tmp_path, kept).level == "fine"


def test_checks_are_what_they_say() -> None:
    assert isinstance(fine("ports", "many", count=3), CheckModel)
    assert doubt("ports", "few", "they run out", "ask for more").cure == "ask for more"
