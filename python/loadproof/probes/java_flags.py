"""What a Java VM says of itself through jcmd: which it is, and the flags that it runs with."""

import os
import re
import shutil
import subprocess
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from loadproof.system.kernel_file import read_kernel_file

__all__ = ["java_facts", "told_by_jcmd"]

_LONGEST_S = 3.0
_MOST_BYTES = 1 << 16
_LONGEST_TEXT = 100
_VERSION = re.compile(r"^(\S.*?) version (\S+)$", re.MULTILINE)
_FLAG = re.compile(r"-XX:(?:([+-])(\w+)|(\w+)=(\S+))")
_COLLECTORS = {
    "UseG1GC": "G1",
    "UseParallelGC": "Parallel",
    "UseSerialGC": "Serial",
    "UseZGC": "Z",
    "UseShenandoahGC": "Shenandoah",
    "UseEpsilonGC": "Epsilon",
    "UseConcMarkSweepGC": "CMS",
}
_MIB = 2**20


def java_facts(process_id: int, program: str) -> dict[str, str]:
    """`runtime`, `collector`, `max_heap` and `processors` of the process that runs `program`; empty: no Java VM."""
    if not _is_java(process_id):
        return {}
    beside = Path(program.removesuffix(" (deleted)")).with_name("jcmd")
    jcmd = str(beside) if os.access(beside, os.X_OK) else shutil.which("jcmd")
    if jcmd is None:
        return {}
    version = _output(jcmd, process_id, "VM.version")
    if not _VERSION.search(version):
        # What did not answer once is not waited for again.
        return {}
    return told_by_jcmd(f"{version}\n{_output(jcmd, process_id, 'VM.flags')}")


def told_by_jcmd(text: str) -> dict[str, str]:
    r"""The facts in what `VM.version` and `VM.flags` print; what they do not say is left out.

    `VM.flags` prints the flags that differ from the defaults, also those that the VM chose by itself.

    >>> told_by_jcmd("7:\nOpenJDK 64-Bit Server VM version 25.0.3+9-LTS\n-XX:MaxHeapSize=536870912 -XX:+UseG1GC")
    ... # doctest: +NORMALIZE_WHITESPACE
    {'runtime': 'OpenJDK 64-Bit Server VM 25.0.3+9-LTS', 'collector': 'G1', 'max_heap': '512 MiB',
     'processors': "the VM's own choice"}
    """
    facts = {}
    if version := _VERSION.search(text):
        facts["runtime"] = f"{version[1]} {version[2]}"[:_LONGEST_TEXT]
    flags = {match[2] or match[3]: match[1] or match[4] for match in _FLAG.finditer(text)}
    if not flags:
        return facts
    collector = next((name for flag, name in _COLLECTORS.items() if flags.get(flag) == "+"), None)
    if collector is not None:
        facts["collector"] = collector
    if flags.get("MaxHeapSize", "").isdigit():
        facts["max_heap"] = f"{round(int(flags['MaxHeapSize'][:20]) / _MIB)} MiB"
    processors = flags.get("ActiveProcessorCount", "")
    # Unset, it takes those of the machine, of its affinity mask or of its control group: whichever is least.
    facts["processors"] = processors[:_LONGEST_TEXT] if processors.isdigit() else "the VM's own choice"
    return facts


def _is_java(process_id: int) -> bool:
    """Whether it has the library of a Java VM in its memory; a launcher may have any name."""
    try:
        return b"/libjvm.so" in read_kernel_file(f"/proc/{process_id}/maps")
    except OSError:
        return False


def _output(jcmd: str, process_id: int, command: str) -> str:
    """What the command prints; as much as came until the end, the time or the size was reached."""
    try:
        process: subprocess.Popen[bytes] = subprocess.Popen(
            [jcmd, str(process_id), command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd="/",
            # No JAVA_TOOL_OPTIONS, which are meant for the service.
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"},
            **_as_owner(process_id),
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    ending = threading.Timer(_LONGEST_S, process.kill)
    ending.start()
    try:
        with process:
            told = process.stdout.read(_MOST_BYTES) if process.stdout else b""
            process.kill()
    finally:
        ending.cancel()
        # What an attachment that was given up leaves behind.
        with suppress(OSError):
            os.unlink(f"/proc/{process_id}/cwd/.attach_pid{process_id}")
    return told.decode("utf-8", "replace")


def _as_owner(process_id: int) -> dict[str, Any]:
    """A VM answers its own user; root therefore becomes that user, which also keeps a foreign JDK from being root."""
    owner = os.stat(f"/proc/{process_id}")
    if os.geteuid() != 0 or owner.st_uid == 0:
        return {}
    return {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
