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
    assert first == {"cpu_limit_cores": 1.5, "memory_mib": 60.0, "memory_limit_mib": 200.0, "oom_kills": 1.0}
    write(tmp_path / "api", {"cpu.stat": "usage_usec 3000000\nnr_periods 20\nnr_throttled 7\n"})
    second = values_of(probe.read(52.0))
    assert second["cpu_cores"] == pytest.approx(1.0)
    assert second["throttled_share"] == pytest.approx(0.5)


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
            "memory.stat": f"inactive_file 1\ntotal_inactive_file {15 * MIB}\ntotal_active_file {5 * MIB}\n",
            "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 0\n",
        },
    )
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, ControlGroup(1, cpu, memory))})
    assert values_of(probe.read(1.0)) == {"cpu_limit_cores": 0.2, "memory_mib": 60.0, "oom_kills": 0.0}
    # An idle group has no periods; without `cpuacct` its use of the processor is not known.
    assert "cpu_cores" not in (second := values_of(probe.read(2.0)))
    assert second["throttled_share"] == 0.0


def test_no_limits_and_no_controllers(tmp_path: Path) -> None:
    group = write(tmp_path / "api", {**SECOND, "cpu.max": "max 100000\n", "memory.max": "max\n"})
    probe = ControlGroupProbe("api", lambda: {"api": Probed(1, group)})
    probe.read(1.0)
    assert set(values_of(probe.read(2.0))) == {"cpu_cores", "memory_mib", "oom_kills"}
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
