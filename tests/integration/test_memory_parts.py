"""The memory of real Java VMs under load in its parts: of every collector and JDK that is here, and in a report."""

import contextlib
import http.client
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from loadproof.jvm.probe.probe import JavaProbe
from loadproof.probes.control_group_probe import ControlGroupProbe
from loadproof.probes.probe import Probe
from loadproof.probes.process_probe import ProcessProbe
from loadproof.system.control_group import ControlGroup

from tests.unit.probes.probed import Probed, values_of

from .command_line import CommandLine
from .test_java_heap import HOMES, KEPT_MIB
from .test_runtime_facts import java_command

MIB = 2**20
HEAP_MIB = 256
FILE_MIB = 64
GARBAGE_KIB = 4096
MEMORY_GROUPS = Path("/sys/fs/cgroup/memory")
COLLECTORS = ("Serial", "Parallel", "G1", "Z", "Shenandoah")
MOST_OF_A_VM_MIB = 150.0
"""Classes, code, threads and what a collector keeps beside the heap, of a program of one class."""


@contextlib.contextmanager
def memory_group() -> Iterator[ControlGroup | None]:
    """A real one of version 1; None where the rights do not allow it."""
    try:
        made = Path(tempfile.mkdtemp(prefix="loadproof-test-", dir=MEMORY_GROUPS))
    except OSError:
        yield None
        return
    try:
        yield ControlGroup(1, None, made)
    finally:
        until_s = time.monotonic() + 5.0
        while (made / "cgroup.procs").read_text() and time.monotonic() < until_s:
            time.sleep(0.05)
        made.rmdir()


def vm(home: Path | None, *flags: str, port: str = "0") -> list[str]:
    words = java_command(home, f"-Xmx{HEAP_MIB}m", "-XX:ActiveProcessorCount=2", *flags)[:-1]
    return [*words, "LeakingServer", port, str(KEPT_MIB), "0", str(GARBAGE_KIB)]


def in_group(group: ControlGroup | None, command: Sequence[str]) -> list[str]:
    """The command in the group, from its first page on: memory stays where it was first used."""
    if group is None:
        return list(command)
    return ["/bin/sh", "-c", f'echo $$ > {group.memory}/cgroup.procs; exec "$@"', "sh", *command]


class Service:
    """A VM that is called, and read by the probes that a study has."""

    def __init__(self, process: subprocess.Popen[bytes], group: ControlGroup | None) -> None:
        assert process.stdout is not None
        line = process.stdout.readline()
        if b"http" not in line:
            pytest.skip(f"this JDK has no such collector: {line!r}")
        self.process_id = process.pid
        self._calls = http.client.HTTPConnection("127.0.0.1", int(json.loads(line)["http"].rpartition(":")[2]))
        services = {"api": Probed(process.pid, group)}
        self._java = JavaProbe("api", lambda: services)
        self._probes: list[Probe] = [self._java, ProcessProbe("api", lambda: services)]
        self._probes += [] if group is None else [ControlGroupProbe("api", lambda: services)]
        self.after: list[float] = []

    def read(self) -> dict[str, float]:
        found: dict[str, float] = {}
        for probe in self._probes:
            found |= values_of(probe.read(time.monotonic()))
        self.after += [found[name] for name in found.keys() & {"heap_used_after_collection_mib"}]
        return found

    def split(self) -> dict[str, float]:
        return values_of(ProcessProbe("api", lambda: {"api": Probed(self.process_id)}).read(time.monotonic()))

    def call(self, calls: int) -> None:
        for _ in range(calls):
            self._calls.request("GET", "/")
            self._calls.getresponse().read()

    def close(self) -> None:
        self._calls.close()
        self._java.close()


@contextlib.contextmanager
def serving(command: Sequence[str], group: ControlGroup | None = None) -> Iterator[Service]:
    words = in_group(group, command)
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            service = Service(process, group)
            yield service
            service.close()
        finally:
            process.kill()
            Path(f"/tmp/.java_pid{process.pid}").unlink(missing_ok=True)  # noqa: S108


def cache_of(group: ControlGroup) -> float:
    """MiB that the kernel calls cache of a group."""
    assert group.memory is not None
    (cache,) = re.findall(r"^total_cache (\d+)$", (group.memory / "memory.stat").read_text(), re.MULTILINE)
    return int(cache) / MIB


def kernel_says(process_id: int) -> dict[str, float]:
    """MiB of a process by the names of smaps_rollup, and its resident memory as `RSS`."""
    texts = [Path(f"/proc/{process_id}/{name}").read_text() for name in ("smaps_rollup", "status")]
    found = {name: int(kib) / 1024 for name, kib in re.findall(r"^(\w+):\s+(\d+) kB", "\n".join(texts), re.MULTILINE)}
    return found | {"RSS": found["VmRSS"]}


@pytest.mark.parametrize(("home", "collector"), list(product(HOMES, COLLECTORS)), ids=str)
def test_the_parts_of_a_vm_under_load_add_up(home: Path | None, collector: str) -> None:
    flags = ("-XX:+UnlockExperimentalVMOptions", f"-XX:+Use{collector}GC", "-Xms64m")
    with memory_group() as group, serving(vm(home, *flags), group) as service:
        for _ in range(8):
            service.call(40)
            service.read()
            time.sleep(0.2)
        # At rest, so that the parts are of one moment, and by a probe that has read nothing yet.
        time.sleep(1.0)
        read, kernel = service.read() | service.split(), kernel_says(service.process_id)
    heap_mib = read["pss_mib"] - read["other_memory_mib"]
    assert KEPT_MIB < heap_mib <= read["heap_committed_mib"] + 2.0
    assert read["heap_committed_mib"] <= HEAP_MIB
    assert 10.0 < read["other_memory_mib"] < MOST_OF_A_VM_MIB
    if collector != "Shenandoah":
        assert service.after
        # Z tells it before it has moved together what lives.
        most = KEPT_MIB + (80.0 if collector == "Z" else 8.0)
        assert all(KEPT_MIB <= mib <= most for mib in service.after), service.after
    if group is not None:
        # Files that others read first are in the caches of others; the kernel has a few MiB for a process.
        own_mib = heap_mib + read["other_memory_mib"] - kernel["Pss_File"]
        assert read["memory_mib"] == pytest.approx(own_mib, abs=10.0)
        assert read["page_cache_mib"] < 60.0


@pytest.mark.parametrize("home", HOMES, ids=str)
def test_a_heap_of_z_counts_once_however_often_it_is_mapped(home: Path | None) -> None:
    with (
        memory_group() as group,
        serving(vm(home, "-XX:+UseZGC", f"-Xms{HEAP_MIB}m", "-XX:+AlwaysPreTouch"), group) as service,
    ):
        service.call(20)
        read, kernel = service.read() | service.split(), kernel_says(service.process_id)
        mapped = Path(f"/proc/{service.process_id}/maps").read_text().count("java_heap")
        called_cache_mib = None if group is None else cache_of(group)
    assert read["pss_mib"] - read["other_memory_mib"] == pytest.approx(HEAP_MIB, abs=2.0)
    assert read["other_memory_mib"] < MOST_OF_A_VM_MIB
    # The resident memory, which no figure of ours is, has the heap once for each view of it: three without generations.
    assert kernel["RSS"] > HEAP_MIB * min(mapped, 3)
    if called_cache_mib is not None:
        assert HEAP_MIB < read["memory_mib"] < HEAP_MIB + MOST_OF_A_VM_MIB
        # The kernel calls all of the heap cache, and none of it is the page cache.
        assert called_cache_mib >= HEAP_MIB
        assert read["page_cache_mib"] < 60.0


def test_without_counters_other_memory_is_not_told_and_said() -> None:
    with serving(vm(HOMES[-1], "-XX:+UseG1GC", "-XX:-UsePerfData")) as service:
        read = service.read()
        short = [one.code for probe in service._probes for one in probe.shortfalls()]
    assert "pss_mib" in read
    assert not {"other_memory_mib", "heap_committed_mib"} & read.keys()
    assert {"memory-heap-not-found", "vm-shares-no-counters"} <= set(short)


STUDY = """\
name: memory
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [/bin/sh, -c, 'cat big > /dev/null; exec "$@"', sh, {command}]}}
    beside: {{command: ["{python}", -m, http.server, "${{port}}", --bind, 127.0.0.1]}}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<2s, rate±50%]
methods: {{load: {{rate: 40, hold: 8s}}}}
"""


def _need_in_a_report(place: Path, command: Sequence[str]) -> tuple[dict[str, dict[str, Any]], str]:
    """The needs by service, and the report in Markdown, of a load on a service that has read a file of 64 MiB."""
    big = place / "big"
    with big.open("wb") as file:
        file.write(os.urandom(MIB) * FILE_MIB)
        file.flush()
        os.fsync(file.fileno())
        # Else the pages stay those of this process, who wrote them.
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    words = ", ".join(f'"{word}"' for word in command)
    (place / "study.yaml").write_text(STUDY.format(command=words, python=sys.executable), encoding="utf-8")
    environment = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("run", "study.yaml", "--out", "run", "--json", cwd=place, environment=environment) as line:
        ended = line.ended(within_s=120)
    needs = {need["service"]: need for need in ended.result["memory"]}
    return needs, (place / "run/report.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("collector", ["G1", "Z"])
def test_a_report_says_what_a_service_needs_and_does_not_count_its_page_cache(tmp_path: Path, collector: str) -> None:
    needs, report = _need_in_a_report(tmp_path, vm(HOMES[0], f"-XX:+Use{collector}GC", port="${port}"))
    api, beside = needs["api"], needs["beside"]
    assert api["needed_mib"] == pytest.approx(api["heap_committed_mib"] + api["other_mib"], abs=0.01)
    assert api["heap_after_collection_mib"] + api["head_room_mib"] == pytest.approx(api["heap_committed_mib"], abs=0.01)
    assert KEPT_MIB <= api["heap_after_collection_mib"] <= KEPT_MIB + 80.0
    assert api["needed_mib"] <= HEAP_MIB + MOST_OF_A_VM_MIB
    assert f"api needs {api['needed_mib']:.0f} MiB of memory" in report
    assert "What the machine shows as used" in report
    # Without a VM the need is what the processes hold.
    assert (beside["heap_committed_mib"], beside["heap_after_collection_mib"]) == (None, None)
    assert 5.0 < beside["needed_mib"] == beside["other_mib"] < 60.0
    if api["page_cache_mib"] is None:
        assert "it has no control group of its own" in report
    else:
        # The file is in it, and in no need; a few pages may be the writer's still, and others given back.
        assert FILE_MIB * 0.8 < api["page_cache_mib"] < FILE_MIB + 60.0
        assert "is not part of it" in report
    assert api["pressure_of"] in ("group", "machine") or "no pressure file" in report


def test_stored_runs_are_compared_in_the_parts_of_their_memory(tmp_path: Path) -> None:
    for name, flags in (("small", ("-Xms32m", "-Xmn16m")), ("large", ("-Xms256m", "-XX:+AlwaysPreTouch"))):
        (tmp_path / name).mkdir()
        _need_in_a_report(tmp_path / name, vm(HOMES[0], "-XX:+UseSerialGC", *flags, port="${port}"))
    with CommandLine("compare", "small/run", "large/run", "--json", cwd=tmp_path) as line:
        (one,) = json.loads(line.ended(within_s=60).output)["comparisons"]
    parts = {pair["metric"]: pair for pair in one["memory_parts"]}
    assert set(parts) >= {"heap_after", "heap_committed", "other_memory"}
    committed = parts["heap_committed"]
    assert committed["level_a"] < HEAP_MIB <= committed["level_b"] + 16.0
    assert committed["effect_percent"] > 20.0
    # A start of each says nothing of how starts differ, and no part of memory has a standing.
    assert (committed["low"], committed["decision"]) == (None, "cannot tell")
    assert set(one["standings"]) <= {"p99", "mean", "cpu", "memory", "errors"}
    with CommandLine("compare", "small/run", "large/run", cwd=tmp_path) as line:
        shown = line.ended(within_s=60).output
    assert "Where the memory is, beside the claim" in shown
