"""The memory of a variant in its slots: proportional or not known, as resident memory counts some heaps three times."""

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any, cast

import pytest
from loadproof.run import slot_meter
from loadproof.run.slot_meter import ServicesUse
from loadproof.system.process_files import proportional_memory_bytes


def use_of(*process_ids: int) -> ServicesUse:
    services = {str(one): SimpleNamespace(process_id=one, control_group=None) for one in process_ids}
    return ServicesUse(cast(Any, SimpleNamespace(services=services)))


def test_memory_is_the_proportional_share_of_all_services() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        held = use_of(process.pid).memory_mib()
        whole = proportional_memory_bytes(process.pid) / 2**20
        process.kill()
    assert held == pytest.approx(whole, rel=0.5)


def test_memory_that_may_not_be_read_is_not_known_instead_of_resident(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process_id: int) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(slot_meter, "proportional_memory_bytes", refuse)
    assert use_of(os.getpid()).memory_mib() is None


def test_a_process_that_has_ended_holds_nothing() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        use = use_of(process.pid)
        use.cpu_s()
        process.kill()
    assert use.memory_mib() == 0.0
