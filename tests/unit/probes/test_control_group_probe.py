"""A control group as files: both versions, without limits, without controllers, removed, counters set back."""

from pathlib import Path

import pytest
from loadproof.probes.control_group_probe import ControlGroupProbe
from loadproof.probes.probe import ProbeFailure
from loadproof.system.control_group import ControlGroup

from tests.unit.probes.probed import Probed, values_of

MIB = 2**20
SECOND = {
    "cpu.stat": "usage_usec 1000000\nuser_usec 1\nnr_periods 10\nnr_throttled 2\nthrottled_usec 5\n",
    "cpu.max": "150000 100000\n",
    "memory.current": f"{100 * MIB}\n",
    "memory.stat": f"anon {60 * MIB}\ninactive_file {30 * MIB}\nactive_file {10 * MIB}\n",
    "memory.max": f"{200 * MIB}\n",
    "memory.events": "low 0\noom 1\noom_kill 1\n",
}


def write(directory: Path, files: dict[str, str]) -> ControlGroup:
    directory.mkdir(exist_ok=True)
    for name, text in files.items():
        (directory / name).write_text(text)
    return ControlGroup(2, directory, directory)


def test_version_2(tmp_path: Path) -> None:
    group = write(tmp_path / "api", SECOND)
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    first = values_of(probe.read(50.0))
    assert first == {
        "cpu_limit_cores": 1.5,
        "memory_mib": 60.0,
        "memory_limit_mib": 200.0,
        "page_cache_mib": 40.0,
        "oom_kills": 1.0,
    }
    write(tmp_path / "api", {"cpu.stat": "usage_usec 3000000\nnr_periods 20\nnr_throttled 7\n"})
    second = values_of(probe.read(52.0))
    assert second["cpu_cores"] == pytest.approx(1.0)
    assert second["throttled_share"] == pytest.approx(0.5)


def test_the_page_cache_has_no_shared_memory_in_it_and_refaults_are_rates(tmp_path: Path) -> None:
    # A heap of ZGC is `shmem`: it is in `file`, and on the lists of anonymous memory.
    lists = f"anon {60 * MIB}\nfile {540 * MIB}\nshmem {500 * MIB}\ninactive_anon {560 * MIB}\n"
    lists += f"inactive_file {30 * MIB}\nactive_file {10 * MIB}\n"
    files = {**SECOND, "memory.current": f"{600 * MIB}\n"}
    waited = "some avg10=0.00 avg60=0.00 avg300=0.00 total={}\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=9\n"
    refaults = "workingset_refault_anon {}\nworkingset_refault_file {}\n"
    files |= {"memory.stat": lists + refaults.format(5, 100), "memory.pressure": waited.format(1_000_000)}
    group = write(tmp_path / "api", files)
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    first = values_of(probe.read(50.0))
    assert (first["memory_mib"], first["page_cache_mib"]) == (560.0, 40.0)
    assert not {"file_refaults_per_s", "anon_refaults_per_s", "memory_pressure_share"} & first.keys()
    write(
        tmp_path / "api",
        {"memory.stat": lists + refaults.format(5, 160), "memory.pressure": waited.format(1_500_000)},
    )
    second = values_of(probe.read(52.0))
    assert (second["file_refaults_per_s"], second["anon_refaults_per_s"]) == (30.0, 0.0)
    assert second["memory_pressure_share"] == pytest.approx(0.25)


@pytest.mark.parametrize("hostile", ["some total=" + "9" * 5000, "some a b c total=" + "9" * 5000, "", "\0" * 4096])
def test_a_pressure_file_that_says_nothing_sensible_gives_no_share(tmp_path: Path, hostile: str) -> None:
    group = write(
        tmp_path / "api", {**SECOND, "memory.pressure": hostile, "memory.stat": f"active_file {'9' * 5000}\n"}
    )
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    read = [values_of(probe.read(at_s)) for at_s in (1.0, 2.0)]
    assert not {"memory_pressure_share", "page_cache_mib"} & read[1].keys()
    assert read[1]["memory_mib"] == 100.0


def test_version_1_with_directories_apart(tmp_path: Path) -> None:
    cpu, memory = tmp_path / "cpu", tmp_path / "memory"
    write(
        cpu, {"cpu.stat": "nr_periods 0\nnr_throttled 0\n", "cpu.cfs_quota_us": "20000", "cpu.cfs_period_us": "100000"}
    )
    write(
        memory,
        {
            "memory.usage_in_bytes": str(80 * MIB),
            "memory.limit_in_bytes": "9223372036854771712",
            "memory.stat": f"inactive_file 1\ntotal_inactive_file {15 * MIB}\ntotal_active_file {5 * MIB}\n"
            "workingset_refault_file 1\ntotal_workingset_refault_file 8\n",
            "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n",
        },
    )
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, ControlGroup(1, cpu, memory))})
    first = values_of(probe.read(1.0))
    assert first == {"cpu_limit_cores": 0.2, "memory_mib": 60.0, "page_cache_mib": 20.0, "oom_kills": 0.0}
    (memory / "memory.stat").write_text(f"total_active_file {5 * MIB}\ntotal_workingset_refault_file 12\n")
    # An idle group has no periods; without `cpuacct` its use of the processor is not known.
    assert "cpu_cores" not in (second := values_of(probe.read(2.0)))
    assert second["throttled_share"] == 0.0
    # The pressure of a group of version 1 is told nowhere.
    assert (second["file_refaults_per_s"], "memory_pressure_share" in second) == (4.0, False)


def test_no_limits_and_no_controllers(tmp_path: Path) -> None:
    group = write(tmp_path / "api", {**SECOND, "cpu.max": "max 100000\n", "memory.max": "max\n"})
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    probe.read(1.0)
    assert set(values_of(probe.read(2.0))) == {"cpu_cores", "memory_mib", "page_cache_mib", "oom_kills"}
    bare = ControlGroupProbe("api", lambda: {"api": Probed(1, ControlGroup(1, None, None))})
    assert bare.read(1.0) == []


def test_counters_that_go_back_and_garbage_give_no_rates(tmp_path: Path) -> None:
    group = write(tmp_path / "api", SECOND)
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    probe.read(1.0)
    write(tmp_path / "api", {"cpu.stat": "usage_usec 5\nnr_periods 1\nnr_throttled 0\n", "memory.current": "\0x\n"})
    assert not {"cpu_cores", "throttled_share", "memory_mib"} & values_of(probe.read(2.0)).keys()


def test_kills_are_those_since_the_start_of_the_service(tmp_path: Path) -> None:
    group = write(tmp_path / "api", {**SECOND, "memory.events": "oom_kill 0\n"})
    service = Probed(1, group)
    probe = ControlGroupProbe("api", lambda: {"api": service})
    assert values_of(probe.read(1.0))["oom_kills"] == 0
    write(tmp_path / "api", {"memory.events": "oom_kill 2\n"})
    assert values_of(probe.read(2.0))["oom_kills"] == 2
    service.process_id = 7
    assert values_of(probe.read(3.0))["oom_kills"] == 0
    write(tmp_path / "api", {"memory.events": "oom_kill 3\n"})
    assert values_of(probe.read(4.0))["oom_kills"] == 1


def test_a_removed_group_and_a_stopped_service_are_failures(tmp_path: Path) -> None:
    services: dict[str, Probed] = {}
    probe = ControlGroupProbe("api", lambda: services)
    with pytest.raises(ProbeFailure, match="api does not run"):
        probe.read(1.0)
    services["api"] = Probed(1, ControlGroup(2, tmp_path / "gone", tmp_path / "gone"))
    with pytest.raises(FileNotFoundError, match="gone"):
        probe.read(2.0)
