"""Native memory of a Java VM by purpose, if the VM tracks it (`-XX:NativeMemoryTracking`)."""

import re
from collections.abc import Mapping

from loadproof.system.java_attach import JavaAttachment

__all__ = ["DIRECT", "native_memory_kib"]

DIRECT = "Other"
"""Direct buffers, and what else is allocated by `Unsafe`."""

_COMMAND = "VM.native_memory summary scale=KB"
_PART = re.compile(r"^-\s+(\w[\w ]{0,40}) \(reserved=\d{1,15}KB, committed=(\d{1,15})KB", re.MULTILINE)
_MOST_BYTES = 1 << 17
_MOST_PARTS = 100


def native_memory_kib(attachment: JavaAttachment, timeout_s: float) -> Mapping[str, int]:
    """Committed KiB by the name that the VM gives each part, such as `Thread`; empty where it does not track them.

    It takes no safepoint (`nmtDCmd.cpp` of OpenJDK). Raises AttachError.
    """
    told = attachment.ask(_COMMAND, timeout_s=timeout_s, most_bytes=_MOST_BYTES).decode("utf-8", "replace")
    return parts_in(told)


def parts_in(text: str) -> Mapping[str, int]:
    r"""The parts in what the VM prints.

    >>> parts_in("Total: reserved=9KB, committed=8KB\n-   Other (reserved=7KB, committed=5KB)\n   (malloc=5KB #1)")
    {'Other': 5}
    """
    return {found[1]: int(found[2]) for found in list(_PART.finditer(text))[:_MOST_PARTS]}
