"""What the dead left is cleared; what is not provably theirs is not."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from loadproof.model.message import count
from loadproof.stand.lease import MARK, Lease, clear_leftovers, marked_processes
from loadproof.system.process_identity import ProcessIdentity

SLEEP = [sys.executable, "-S", "-c", "import time; print(flush=True); time.sleep(60)"]


@contextmanager
def sleeper(mark: str | None = None) -> Iterator[subprocess.Popen[bytes]]:
    environment = {} if mark is None else {MARK: mark}
    with subprocess.Popen(SLEEP, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process
        process.kill()


def dead_identity() -> ProcessIdentity:
    with subprocess.Popen(["sleep", "60"]) as process:
        identity = ProcessIdentity.of(process.pid)
        process.kill()
    assert identity is not None
    return identity


def change(lease: Lease, **values: Any) -> None:
    lease.path.write_text(json.dumps({**json.loads(lease.path.read_text()), **values}))


def dead(lease: Lease, **values: Any) -> None:
    owner = dead_identity()
    lease.owner = owner
    lease.write()
    change(lease, **values)


def ends(process: subprocess.Popen[bytes]) -> bool:
    return process.wait(5) == -9


def test_the_marked_processes_of_a_dead_owner_are_killed(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path)
    with sleeper(f"{lease.token}/api") as ours, sleeper(f"{lease.token}-not") as foreign, sleeper() as unmarked:
        assert marked_processes(lease.token) == {ours.pid}
        assert clear_leftovers(tmp_path) == []
        assert ours.poll() is None
        dead(lease)
        (said,) = clear_leftovers(tmp_path)
        assert said.values["count"] == count(1)
        assert ends(ours)
        assert (foreign.poll(), unmarked.poll()) == (None, None)
    assert list(tmp_path.iterdir()) == []


def test_an_identity_is_killed_and_a_foreign_process_with_a_reused_id_is_not(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path)
    with sleeper() as ours, sleeper() as foreign:
        own, other = ProcessIdentity.of(ours.pid), ProcessIdentity.of(foreign.pid)
        assert own is not None
        assert other is not None
        reused = ProcessIdentity(other.process_id, other.start_ticks - 100)
        lease.processes = [own, reused]
        dead(lease)
        clear_leftovers(tmp_path)
        assert ends(ours)
        time.sleep(0.05)
        assert foreign.poll() is None


def test_an_owner_whose_id_is_used_again_is_dead(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path)
    lease.owner = ProcessIdentity(os.getpid(), lease.owner.start_ticks - 100)
    lease.write()
    assert len(clear_leftovers(tmp_path)) == 1


def test_groups_are_removed_only_where_their_name_is_ours(tmp_path: Path) -> None:
    lease = Lease.take(tmp_path / "leases")
    ours, foreign = tmp_path / f"loadproof-{lease.token[:16]}-api", tmp_path / "system.slice"
    ours.mkdir()
    foreign.mkdir()
    dead(lease, groups=[str(ours), str(foreign)])
    assert clear_leftovers(tmp_path / "leases")[0].values["groups"] == count(1)
    assert (ours.exists(), foreign.exists()) == (False, True)


@pytest.mark.parametrize(
    "values",
    [{"place": "another boot"}, {"token": "else"}, {"processes": [{}]}, {"owner": None}, {"groups": 3}],
    ids=str,
)
def test_what_cannot_be_proved_stays(tmp_path: Path, values: dict[str, Any]) -> None:
    lease = Lease.take(tmp_path)
    with sleeper(f"{lease.token}/api") as process:
        dead(lease, **values)
        assert clear_leftovers(tmp_path) == []
        assert process.poll() is None
    assert lease.path.exists()


@pytest.mark.parametrize("text", ["", "[]", "{", "null", "\x00", "[" * 100_000], ids=range(6))
def test_a_file_that_is_no_lease_stays(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    assert clear_leftovers(tmp_path) == []
    assert (tmp_path / "a.json").exists()
