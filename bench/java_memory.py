"""What the kernel and a Java VM say of its memory, by JDK and collector: `python -m bench.java_memory`, some 2 minutes.

Each VM has a heap of 512 MiB that is touched from the start (`-Xms512m -Xmx512m -XX:+AlwaysPreTouch`), keeps 100 MiB of
it and is called 1,200 times at 4 MiB of garbage. By how much the anonymous memory of the machine (which `free` shows as
used) and the shared (which `free` shows as cache) grew while a VM started is the median of five starts.
"""

import contextlib
import http.client
import json
import re
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from loadproof.jvm.probe.probe import JavaProbe
from loadproof.probes.process_probe import ProcessProbe
from loadproof.system.kernel_file import numbers_by_name, read_kernel_file

from tests.integration.test_runtime_facts import JAVA_HOMES, java_command
from tests.unit.probes.probed import Probed, values_of

_HEAP_MIB, _KEPT_MIB, _GARBAGE_KIB = 512, 100, 4096
_ROUNDS, _CALLS, _STARTS = 30, 40, 5
_COLLECTORS = ("Serial", "Parallel", "G1", "Z", "Shenandoah")
_COLUMNS = (
    *("JDK", "collector", "machine: anonymous", "machine: shared", "RSS", "PSS", "PSS, shared"),
    *("heap committed", "after collections", "by a log", "other memory"),
)


def main() -> None:
    """Prints one row for each JDK and collector, in MiB."""
    print(f"| {' | '.join(_COLUMNS)} |\n|---|---|{'---:|' * (len(_COLUMNS) - 2)}")
    for home in JAVA_HOMES:
        for collector in _COLLECTORS:
            own, logged = _measured(home, collector, is_logged=False), _measured(home, collector, is_logged=True)
            if own is None or logged is None:
                continue
            own["logged"] = logged["after"]
            own["anonymous"], own["shared"] = _grown(home, collector)
            shown = ("anonymous", "shared", "rss", "pss", "pss_shared", "committed", "after", "logged", "other")
            cells = ["–" if own[name] is None else f"{own[name]:,.0f}" for name in shown]
            version = re.sub(r"\D*(\d+).*", r"\1", home.name.removeprefix("java-"))
            print(f"| {version} | {collector} | {' | '.join(cells)} |", flush=True)


def _measured(home: Path, collector: str, *, is_logged: bool) -> dict[str, float | None] | None:
    """MiB; None: this JDK has no such collector."""
    log = Path(f"/tmp/loadproof-java-memory-{time.monotonic_ns()}.log")  # noqa: S108
    # Where the VM shares counters they go first, but for Z and Shenandoah.
    flags = (f"-Xlog:gc*:file={log}", "-XX:-UsePerfData") if is_logged else ()
    with _serving(home, collector, *flags) as served:
        if served is None:
            return None
        process_id, port = served
        services = {"api": Probed(process_id)}
        java, process = JavaProbe("api", lambda: services), ProcessProbe("api", lambda: services)
        calls = http.client.HTTPConnection("127.0.0.1", port)
        after, last = list[float](), dict[str, float]()
        for _ in range(_ROUNDS):
            for _ in range(_CALLS):
                calls.request("GET", "/")
                calls.getresponse().read()
            read = values_of(java.read(time.monotonic())) | values_of(process.read(time.monotonic()))
            last |= read
            after += [read[name] for name in read.keys() & {"heap_used_after_collection_mib"}]
        kernel = _of_kernel(process_id)
        java.close()
        calls.close()
    log.unlink(missing_ok=True)
    return {
        "rss": kernel["VmRSS"],
        "pss": kernel["Pss"],
        "pss_shared": kernel["Pss_Shmem"],
        "committed": last.get("heap_committed_mib"),
        "after": median(after) if after else None,
        "other": last.get("other_memory_mib"),
    }


@contextlib.contextmanager
def _serving(home: Path, collector: str, *flags: str) -> Iterator[tuple[int, int] | None]:
    sizes = (f"-Xms{_HEAP_MIB}m", f"-Xmx{_HEAP_MIB}m", "-XX:+AlwaysPreTouch", "-XX:ActiveProcessorCount=2")
    words = java_command(home, "-XX:+UnlockExperimentalVMOptions", f"-XX:+Use{collector}GC", *sizes, *flags)[:-1]
    words += ["LeakingServer", "0", str(_KEPT_MIB), "0", str(_GARBAGE_KIB)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            yield (process.pid, int(json.loads(line)["http"].rpartition(":")[2])) if line.startswith(b"{") else None
        finally:
            process.kill()


def _grown(home: Path, collector: str) -> tuple[float, float]:
    """MiB by which the machine's anonymous and shared memory grew while a VM started: medians."""
    grown = []
    for _ in range(_STARTS):
        before = _machine()
        with _serving(home, collector):
            now = _machine()
        grown.append((now[0] - before[0], now[1] - before[1]))
    return median(anonymous for anonymous, _ in grown), median(shared for _, shared in grown)


def _machine() -> tuple[float, float]:
    numbers = numbers_by_name(read_kernel_file("/proc/meminfo"))
    return numbers["AnonPages"] / 1024, numbers["Shmem"] / 1024


def _of_kernel(process_id: int) -> dict[str, float]:
    texts = [Path(f"/proc/{process_id}/{name}").read_text(encoding="ascii") for name in ("smaps_rollup", "status")]
    return {name: int(kib) / 1024 for name, kib in re.findall(r"^(\w+):\s+(\d+) kB", "\n".join(texts), re.MULTILINE)}


if __name__ == "__main__":
    main()
