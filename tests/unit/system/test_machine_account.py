"""Who used the machine: real processes that burn, wait and serve."""

import os
import subprocess
import sys
import time

import psutil
import pytest
from loadproof.system.machine_account import MachineAccount, MachineUse
from loadproof.system.servers import servers_of

from tests.strangers import strangers

_BURN = "import time\nend = time.monotonic() + 20\nwhile time.monotonic() < end: pass"


WORK_S = 0.5


def used(account: MachineAccount, process_id: int) -> MachineUse:
    """What was used while the process used so much, however long it took beside others."""
    account.read()
    times, deadline_s = psutil.Process(process_id).cpu_times, time.monotonic() + 20.0
    before = times().user
    while times().user - before < WORK_S and time.monotonic() < deadline_s:
        time.sleep(0.05)
    return account.read()


def test_what_a_stranger_uses_is_his_and_what_a_child_uses_is_ours() -> None:
    account = MachineAccount()
    with strangers() as (process_id,):
        found = used(account, process_id)
    mine = {key[0]: use.cores * found.elapsed_s for key, use in found.strangers.items()}
    assert mine[process_id] > 0.8 * WORK_S
    assert found.foreign_cores * found.elapsed_s >= mine[process_id]
    assert any("python" in one.name for one in found.largest())
    account = MachineAccount()
    with subprocess.Popen([sys.executable, "-S", "-c", _BURN]) as child:
        found = used(account, child.pid)
        child.kill()
    assert found.ours_cores * found.elapsed_s > 0.8 * WORK_S
    assert child.pid not in {key[0] for key in found.strangers}


def test_a_stranger_that_was_adopted_is_ours() -> None:
    account = MachineAccount()
    with strangers() as (process_id,):
        account.adopt({process_id})
        found = used(account, process_id)
    assert process_id not in {key[0] for key in found.strangers}
    assert found.ours_cores * found.elapsed_s > 0.8 * WORK_S


def test_threads_of_ours_that_get_no_processor_wait() -> None:
    account = MachineAccount()
    if not account.is_told_waits:
        pytest.skip("this kernel keeps no account of it")
    burners = [subprocess.Popen([sys.executable, "-S", "-c", _BURN]) for _ in range((os.cpu_count() or 1) + 1)]
    try:
        account.read()
        time.sleep(1.5)
        found = account.read()
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    # One more than there are cores: at every moment one of them waits.
    assert found.waited_cores is not None
    assert 0.5 < found.waited_cores < 3.0


@pytest.mark.parametrize("told", [{}, FileNotFoundError(2, "No such file or directory")], ids=["0 0 0", "no schedstat"])
def test_a_kernel_that_counts_no_waits_is_known_to_count_none(
    told: dict[int, int] | OSError, monkeypatch: pytest.MonkeyPatch
) -> None:
    def delays(_process_id: int) -> dict[int, int]:
        if isinstance(told, OSError):
            raise told
        return told

    monkeypatch.setattr("loadproof.system.machine_account.run_delays_ns", delays)
    account = MachineAccount()
    assert not account.is_told_waits
    assert account.read().waited_cores is None


def test_the_work_of_what_we_started_is_ours_also_when_it_has_ended() -> None:
    account = MachineAccount()
    account.read()
    nested = "import subprocess, sys\nsubprocess.run([sys.executable, '-S', '-c', 'sum(range(20_000_000))'])"
    before = os.times()
    subprocess.run([sys.executable, "-S", "-c", nested], check=True)
    of_children_s = os.times().children_user - before.children_user
    found = account.read()
    assert found.ours_cores * found.elapsed_s > 0.8 * of_children_s > 0.0


def test_a_server_is_found_by_the_connection_and_a_client_is_not() -> None:
    serve = (
        "import socket, sys\n"
        "listener = socket.create_server(('127.0.0.1', 0))\n"
        "print(listener.getsockname()[1], flush=True)\n"
        "connection, _ = listener.accept()\n"
        "connection.recv(1)\n"
    )
    with subprocess.Popen([sys.executable, "-S", "-c", serve], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        connect = (
            "import socket, sys\n"
            f"connection = socket.create_connection(('127.0.0.1', {port}))\n"
            "print('up', flush=True)\n"
            "sys.stdin.read()\n"
        )
        with subprocess.Popen(
            [sys.executable, "-S", "-c", connect], stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True
        ) as client:
            assert client.stdout is not None
            assert client.stdout.readline() == "up\n"
            assert servers_of([client.pid]) == {server.pid}
            assert servers_of([server.pid]) == set()
            assert client.stdin is not None
            client.stdin.close()


def test_a_process_that_has_gone_serves_nobody() -> None:
    with subprocess.Popen(["/bin/true"]) as gone:
        gone.wait()
    assert servers_of([gone.pid]) == set()
