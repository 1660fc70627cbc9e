"""Limits of services hold where there are rights for control groups, and are doubted where there are none."""

import os
import time
from pathlib import Path

import pytest
from loadproof.errors import ServiceError
from loadproof.stand import service_group
from loadproof.study.stand_settings import Limits, Placement
from loadproof.words.catalogue import english

from .stand_of_tests import READY, next_deaths, python_service, stand_of

BUSY = "print('ready')\nwhile True: pass"
EATING = """
import sys, time
print("ready")
time.sleep(0.1)
held = []
while True: held.append(b"x" * (1 << 20)); time.sleep(0.001)
"""
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_s(process_id: int) -> float:
    fields = Path(f"/proc/{process_id}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cores_used(process_id: int, for_s: float) -> float:
    before, began_s = cpu_s(process_id), time.monotonic()
    time.sleep(for_s)
    return (cpu_s(process_id) - before) / (time.monotonic() - began_s)


@pytest.mark.usefixtures("rights")
@pytest.mark.quiet_machine
def test_a_cpu_limit_holds(tmp_path: Path) -> None:
    service = python_service("api", tmp_path, BUSY, ready=READY, limits=Limits(cpus=0.2))
    with stand_of(tmp_path, service) as stand:
        assert stand.doubts == []
        api = stand.services["api"]
        assert api.control_group is not None
        assert api.control_group.cpu is not None
        assert cores_used(api.process_id, 2.0) == pytest.approx(0.2, abs=0.06)
        group = api.control_group.cpu
    assert not group.exists()


@pytest.mark.usefixtures("rights")
def test_a_memory_limit_kills_and_the_death_says_so(tmp_path: Path) -> None:
    service = python_service("api", tmp_path, EATING, ready=READY, limits=Limits(memory_bytes=48 << 20))
    with stand_of(tmp_path, service) as stand:
        assert stand.doubts == []
        seen = next_deaths(stand, 10)
        said = "was killed by SIGKILL, as its control group had no memory left (1 process killed for that)"
        assert seen == [("api", said)]


@pytest.mark.usefixtures("rights")
def test_a_service_that_needs_more_memory_than_its_limit_to_start_says_so(tmp_path: Path) -> None:
    code = "held = b'x' * (200 << 20)\n" + BUSY
    service = python_service("api", tmp_path, code, ready=READY, limits=Limits(memory_bytes=48 << 20))
    with (
        pytest.raises(ServiceError, match="its control group had no memory left"),
        stand_of(tmp_path, service),
    ):
        pass


@pytest.fixture
def no_rights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "proc"
    empty.mkdir()
    monkeypatch.setattr(service_group, "_PROC", empty)
    monkeypatch.setattr(service_group.make_service_group, "__defaults__", (empty,))
    monkeypatch.setattr(service_group.possible_directories, "__defaults__", (empty,))


@pytest.mark.usefixtures("no_rights")
def test_without_rights_the_service_is_kept_to_fewer_cpus_and_both_limits_are_doubted(tmp_path: Path) -> None:
    limits = Limits(cpus=0.5, memory_bytes=64 << 20)
    with stand_of(tmp_path, python_service("api", tmp_path, BUSY, ready=READY, limits=limits)) as stand:
        api = stand.services["api"]
        assert api.control_group is None
        assert len(os.sched_getaffinity(api.process_id)) == 1
        assert [doubt.code for doubt in stand.doubts] == ["limits", "limits"]
        texts = " | ".join(english(doubt.text) for doubt in stand.doubts)
        assert "the limit of 0.5 CPUs of the service api is not set" in texts
        assert "the limit of 64 MiB of memory of the service api is not set" in texts
        stand.restart("api")
        assert len(stand.doubts) == 2


@pytest.mark.usefixtures("no_rights")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two CPUs")
def test_a_service_that_is_kept_to_fewer_cpus_has_others_at_each_turn(tmp_path: Path) -> None:
    allowed = sorted(os.sched_getaffinity(0))
    service = python_service("api", tmp_path, BUSY, ready=READY, limits=Limits(cpus=0.5))
    had = []
    for turn in range(3):
        with stand_of(tmp_path, service, placement=Placement.SHARED, held=True) as stand:
            stand.start(turn)
            stand.restart("api")
            had.append(os.sched_getaffinity(stand.services["api"].process_id))
    assert had == [{allowed[turn % len(allowed)]} for turn in range(3)]


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="needs two CPUs")
def test_services_are_kept_apart_also_when_a_bound_generator_starts_them_again(tmp_path: Path) -> None:
    allowed = sorted(os.sched_getaffinity(0))
    service = python_service("api", tmp_path, BUSY, ready=READY)
    with stand_of(tmp_path, service, placement=Placement.APART) as stand:
        half = set(allowed[len(allowed) // 2 :])
        assert os.sched_getaffinity(stand.services["api"].process_id) == half
        os.sched_setaffinity(0, allowed[:1])
        try:
            stand.restart("api")
        finally:
            os.sched_setaffinity(0, allowed)
        assert os.sched_getaffinity(stand.services["api"].process_id) == half
