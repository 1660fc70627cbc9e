"""Processors that are kept awake: by a request to the kernel, or by processes that take what nobody wants."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loadproof.system import awake
from loadproof.system.awake import Awake, kept_awake
from loadproof.system.host_counters import read_host
from loadproof.system.machine_account import MachineAccount

_HELD = """
import sys, time
from pathlib import Path
from loadproof.system import awake
awake._DRIVER = Path("/nowhere")
with awake.kept_awake() as kept:
    print(*kept.spinners, flush=True)
    time.sleep(60)
"""


@pytest.fixture
def without_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a virtual machine whose kernel governs no sleep."""
    monkeypatch.setattr(awake, "_DRIVER", Path("/nowhere"))


def needs(kept: Awake) -> None:
    if not kept.is_kept:
        pytest.skip(kept.told)


def is_gone(process_id: int, within_s: float = 30.0) -> bool:
    deadline_s = time.monotonic() + within_s
    while time.monotonic() < deadline_s:
        try:
            if Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").split()[2] in "ZX":
                return True
        except OSError:
            return True
        time.sleep(0.05)
    return False


def test_a_request_is_held_as_long_as_it_is_asked_for() -> None:
    with kept_awake() as kept:
        if kept.spinners or not kept.is_kept:
            pytest.skip(kept.told)
        held = [os.path.realpath(f"/proc/self/fd/{one}") for one in os.listdir("/proc/self/fd")]
        assert "/dev/cpu_dma_latency" in held
        assert "/dev/cpu_dma_latency" in kept.told
    after = [os.path.realpath(f"/proc/self/fd/{one}") for one in os.listdir("/proc/self/fd")]
    assert after.count("/dev/cpu_dma_latency") == held.count("/dev/cpu_dma_latency") - 1


@pytest.mark.usefixtures("without_request")
def test_else_each_processor_has_a_process_that_gets_what_nobody_wants() -> None:
    account = MachineAccount()
    with kept_awake() as kept:
        needs(kept)
        assert {tuple(os.sched_getaffinity(one)) for one in kept.spinners} <= {
            (cpu,) for cpu in os.sched_getaffinity(0)
        }
        place = next(Path("/sys/fs/cgroup").rglob("loadproof-awake/cpu.idle"))
        assert place.read_text(encoding="ascii").strip() == "1"
        members = (place.parent / "cgroup.procs").read_text(encoding="ascii").split()
        assert {int(one) for one in members} >= set(kept.spinners)
        account.read()
        time.sleep(1.0)
        use = account.read()
        # They neither are others, nor ours, nor do they let us wait.
        assert not {key[0] for key in use.strangers} & set(kept.spinners)
        assert not {key[0] for key in account.ours} & set(kept.spinners)
        assert use.ours_cores < 0.5
        assert use.waited_cores is None or use.waited_cores < 0.5
    assert all(is_gone(one) for one in kept.spinners)


@pytest.mark.usefixtures("without_request")
def test_their_time_counts_as_idle() -> None:
    with kept_awake() as kept:
        needs(kept)
        before = read_host(spinners=kept.spinners).cores["cpu"]
        bare_before = read_host().cores["cpu"]
        time.sleep(1.0)
        after, bare_after = read_host(spinners=kept.spinners).cores["cpu"], read_host().cores["cpu"]
    bare_busy = bare_after.busy - bare_before.busy
    received = bare_after.total - bare_before.total - (bare_after.steal - bare_before.steal)
    # With them no processor idles; what is busy without them is what others do here.
    assert bare_busy > 0.8 * received
    assert after.busy - before.busy <= bare_busy


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_they_die_with_the_run(number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", _HELD], stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        spinners = [int(one) for one in run.stdout.readline().split()]
        run.send_signal(number)
    if not spinners:
        pytest.skip("there are no rights for it")
    assert all(is_gone(one) for one in spinners)


@pytest.mark.usefixtures("without_request")
def test_without_rights_it_is_said_and_nothing_spins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(awake, "control_group_directories", dict)
    with kept_awake() as kept:
        assert kept == Awake(False, "the kernel governs no sleep of its processors; there are no control groups")


def test_a_request_that_is_refused_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    driver = tmp_path / "driver"
    driver.write_text("intel_idle\n", encoding="ascii")
    monkeypatch.setattr(awake, "_DRIVER", driver)
    monkeypatch.setattr(awake, "_LATENCY", tmp_path / "nothing")
    monkeypatch.setattr(awake, "control_group_directories", lambda: {"cpu": tmp_path / "none" / "group"})
    with kept_awake() as kept:
        assert not kept.is_kept
        assert f"{tmp_path}/nothing: No such file or directory" in kept.told
        assert f"{tmp_path}/none/group/loadproof-awake: No such file or directory" in kept.told


def test_a_process_that_cannot_be_started_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with kept_awake(may_request=False) as kept:
        needs(kept)
    monkeypatch.setattr(sys, "executable", "/nowhere")
    with kept_awake(may_request=False) as kept:
        assert kept == Awake(False, "no request is wanted; /nowhere: No such file or directory")
