"""The machine as files: shares of its time, whole disks alone, interfaces; and against psutil."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from loadproof.probes.host_probe import HostProbe
from loadproof.system.devices import Devices, read_devices
from loadproof.system.host_counters import read_host
from loadproof.words.catalogue import english

from tests.unit.probes.probed import values_of

MEMORY = {"memory_available_mib": 2.0, "memory_available_share": 0.5}


def write(proc: Path, busy: int, steal: int, sectors: int, received: int) -> None:
    (proc / "net").mkdir(exist_ok=True)
    (proc / "stat").write_text(
        f"cpu  {busy} 0 0 {990 - busy - steal} 10 0 0 {steal} 0 0\ncpu0 {busy} 0 0 0 0 0 0 0 0 0\nintr 1 2\n"
    )
    (proc / "meminfo").write_text("MemTotal: 4096 kB\nMemAvailable: 2048 kB\n")
    line = f"{sectors} 0 {sectors} 5 {sectors} 0 {sectors} 5 0 {sectors} 9"
    (proc / "diskstats").write_text(
        f"8 0 vda {line}\n8 1 vda1 {line}\n7 0 loop0 {line}\n8 2 vdb 0 0 0 0 0 0 0 0 0 0 0\n"
    )
    (proc / "net/dev").write_text(
        f"Inter-| Receive\n face |bytes\n eth0:{received} 1 0 0 0 0 0 0 {2 * received} 1 0 0 0 0 0 0\n"
        "  lo: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
    )


def test_shares_disks_and_networks(tmp_path: Path) -> None:
    proc, blocks = tmp_path / "proc", tmp_path / "block"
    for place in (proc, blocks / "vda", blocks / "vdb"):
        place.mkdir(parents=True)
    probe = HostProbe(lambda: read_host(proc, blocks), lambda: Devices(frozenset({"vda"}), {"eth0": 10.0 * 2**20}))
    write(proc, busy=100, steal=0, sectors=2048, received=2**20)
    assert values_of(probe.read(10.0)) == MEMORY
    write(proc, busy=600, steal=10, sectors=2048 * 2 - 1048, received=3 * 2**20)
    (proc / "stat").write_text("cpu  600 0 0 1170 20 0 0 210 0 0\ncpu0 600 0 0 0 0 0 0 0 0 0\ncpu9 1 0 0 0 0 0 0 0\n")
    values = values_of(probe.read(12.0))
    # Busy 500, idle 280, waiting 10, stolen 210, of 1000.
    assert values["cpu_busy_share"] == pytest.approx(0.5)
    assert values["steal_share"] == pytest.approx(0.21)
    assert values["iowait_share"] == pytest.approx(0.01)
    assert values["cpu_0_busy_share"] == 1.0
    assert values["disk_vda_busy_share"] == pytest.approx(0.5)
    assert values["disk_vda_written_mib_per_s"] == pytest.approx(1000 * 512 / 2**20 / 2)
    assert values["network_eth0_received_mib_per_s"] == pytest.approx(1.0)
    assert values["network_eth0_sent_mib_per_s"] == pytest.approx(2.0)
    # The sums are those of the hardware.
    assert values["disk_busy_share"] == values["disk_vda_busy_share"]
    assert values["disk_written_mib_per_s"] == values["disk_vda_written_mib_per_s"]
    assert values["network_sent_mib_per_s"] == pytest.approx(2.0)
    assert values["network_busy_share"] == pytest.approx(0.2)
    assert not {name for name in values if "vda1" in name or "vdb" in name or "loop" in name or "_lo_" in name}
    # Counters that were set back, and a core that was switched off, give nothing.
    write(proc, busy=10, steal=0, sectors=8, received=5)
    (proc / "stat").write_text("cpu  1 0 0 1 1 0 0 1 0 0\n")
    assert values_of(probe.read(13.0)) == MEMORY


def test_used_memory_is_without_caches_and_shared_memory_and_pressure_is_a_share(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    (proc / "pressure").mkdir(parents=True)
    write(proc, 100, 0, 1, 1)
    (proc / "meminfo").write_text(
        "MemTotal: 32768 kB\nMemFree: 2048 kB\nMemAvailable: 12288 kB\nBuffers: 1024 kB\nCached: 24576 kB\n"
        "Shmem: 14336 kB\nSReclaimable: 1024 kB\n"
    )
    pressure = proc / "pressure/memory"
    pressure.write_text("some avg10=0.00 avg60=0.00 avg300=0.00 total=2000000\n")
    probe = HostProbe(lambda: read_host(proc, tmp_path))
    first = values_of(probe.read(1.0))
    # 14 of the 24 MiB that are called cache are a heap in shared memory.
    assert first == {
        "memory_available_mib": 12.0,
        "memory_used_mib": 4.0,
        "memory_shared_mib": 14.0,
        "memory_available_share": 0.375,
    }
    pressure.write_text("some avg10=0.00 avg60=0.00 avg300=0.00 total=2300000\n")
    assert values_of(probe.read(2.0))["memory_pressure_share"] == pytest.approx(0.3)
    pressure.unlink()
    assert "memory_pressure_share" not in values_of(probe.read(3.0))


def test_many_devices_are_bounded_and_said(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    proc.mkdir()
    write(proc, 100, 0, 1, 1)
    (proc / "net/dev").write_text("".join(f"veth{number}: 7 {'0 ' * 15}\n" for number in range(40)))
    probe = HostProbe(lambda: read_host(proc, tmp_path))
    probe.read(1.0)
    write_again = [name for name in values_of(probe.read(2.0)) if name.startswith("network_veth")]
    assert len(write_again) == 2 * 16
    assert english(probe.shortfalls()[0]).startswith("24 disks and interfaces")


def test_swap_is_in_mebibytes_a_second(tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    proc.mkdir()
    write(proc, 100, 0, 1, 1)
    probe = HostProbe(lambda: read_host(proc, tmp_path))
    (proc / "vmstat").write_text("nr_free_pages 7\npswpin 256\npswpout 512\n")
    probe.read(1.0)
    (proc / "vmstat").write_text("nr_free_pages 7\npswpin 512\npswpout 512\n")
    values = values_of(probe.read(3.0))
    page_mib = os.sysconf("SC_PAGE_SIZE") / 2**20
    assert values["swap_in_mib_per_s"] == pytest.approx(128 * page_mib)
    assert values["swap_out_mib_per_s"] == 0.0


def test_hardware_is_told_from_devices_made_of_others(tmp_path: Path) -> None:
    blocks, networks = tmp_path / "block", tmp_path / "net"
    for place in ("sda/slaves", "cciss!c0d0/slaves", "dm-0/slaves/sda", "loop0/slaves"):
        (blocks / place).mkdir(parents=True)
    for name, speed in (("eth0", "1000"), ("eth1", "-1"), ("veth7", "10000"), ("lo", "")):
        (networks / name).mkdir(parents=True)
        (networks / name / "speed").write_text(f"{speed}\n")
    # Without hardware, as in a container, names decide.
    assert read_devices(blocks, networks).links == {"eth0": 125e6, "eth1": None}
    (networks / "eth1" / "device").mkdir()
    found = read_devices(blocks, networks)
    assert found.links == {"eth1": None}
    assert found.disks == {"sda", "cciss/c0d0"}
    assert read_devices(tmp_path / "none", tmp_path / "none") == Devices(frozenset(), {})


def test_a_busy_processor_and_a_busy_disk_are_seen(tmp_path: Path) -> None:
    devices = read_devices()
    probe = HostProbe()
    before = read_host()
    probe.read(time.monotonic())
    burners = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    try:
        until_s = time.monotonic() + 2.0
        with (tmp_path / "written").open("wb") as file:
            while time.monotonic() < until_s:
                file.write(bytes(2**20))
                file.flush()
                os.fsync(file.fileno())
        now_s = time.monotonic()
        values, after = values_of(probe.read(now_s)), read_host()
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    busy = after.cores["cpu"].busy - before.cores["cpu"].busy
    total = after.cores["cpu"].total - before.cores["cpu"].total
    assert values["cpu_busy_share"] == pytest.approx(busy / total, abs=0.03)
    assert values["cpu_busy_share"] + values["steal_share"] + values["iowait_share"] > 0.9
    written = [
        after.disks[name].written_bytes - before.disks[name].written_bytes
        for name in devices.disks & after.disks.keys() & before.disks.keys()
    ]
    if sum(written) > 2**20:  # A file system in memory writes to no disk.
        assert values["disk_written_mib_per_s"] == pytest.approx(sum(written) / 2**20 / 2.0, rel=0.3)
        assert 0.0 < values["disk_busy_share"] <= 1.0


def test_this_machine_as_psutil_sees_it() -> None:
    counters = read_host()
    assert set(counters.cores) == {"cpu", *(f"cpu{number}" for number, _ in enumerate(psutil.cpu_times(percpu=True)))}
    assert counters.memory_available_bytes == pytest.approx(psutil.virtual_memory().available, rel=0.05)
    times = psutil.cpu_times()
    busy_s = times.user + times.nice + times.system + times.irq + times.softirq
    assert counters.cores["cpu"].busy / 100 == pytest.approx(busy_s, rel=0.02)
    networks = psutil.net_io_counters(pernic=True)
    for name, network in counters.networks.items():
        assert network.received_bytes == pytest.approx(networks[name].bytes_recv, rel=0.05, abs=10_000)
    disks = psutil.disk_io_counters(perdisk=True, nowrap=False)
    for name, disk in counters.disks.items():
        assert disk.written_bytes == pytest.approx(disks[name].write_bytes, rel=0.05, abs=2**22)
