"""Version and flags of a Java VM, as the VM reports them on request."""

import re

from loadproof.system.java_attach import AttachError, JavaAttachment

__all__ = ["VM_COMMANDS", "java_facts", "told_by_vm"]

VM_COMMANDS = ("VM.version", "VM.flags")
"""Commands that ask the VM for its version and flags."""

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


def java_facts(process_id: int) -> dict[str, str]:
    """`runtime`, `collector`, `max_heap` and `processors` of a process; empty: no Java VM that tells them."""
    try:
        attachment = JavaAttachment.open(process_id, _LONGEST_S)
        told = [attachment.ask(command, timeout_s=_LONGEST_S, most_bytes=_MOST_BYTES) for command in VM_COMMANDS]
    except AttachError:
        return {}
    return told_by_vm("\n".join(answer.decode("utf-8", "replace") for answer in told))


def told_by_vm(text: str) -> dict[str, str]:
    r"""The facts in what `VM.version` and `VM.flags` print; what they do not say is left out.

    `VM.flags` prints the flags that differ from the defaults, also those that the VM chose by itself.

    >>> told_by_vm("7:\nOpenJDK 64-Bit Server VM version 25.0.3+9-LTS\n-XX:MaxHeapSize=536870912 -XX:+UseG1GC")
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
