"""Go version that a program was built with, by the note that the linker leaves in every Go program."""

import mmap
import os

__all__ = ["go_version"]

# https://github.com/golang/go/blob/master/src/debug/buildinfo/buildinfo.go says how the note is laid out.
_MARK = b"\xff Go buildinf:"
_ALIGNED_BYTES = 16
_HEAD_BYTES = 32
_FLAGS_AT = 15
_INLINE = 2
"""The flag of Go 1.18 and newer: the texts stand in the note itself, not behind addresses."""
_LONGEST_TEXT = 100
_LARGEST_PROGRAM = 1 << 30


def go_version(program: str) -> str | None:
    """Such as "Go 1.26.1" of the file `program`; None: no Go, a Go older than 1.18, or not to be read.

    >>> import sys
    >>> go_version(sys.executable) is None
    True
    """
    try:
        with open(program, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            if not 0 < size <= _LARGEST_PROGRAM:
                return None
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return _version_in(content)
    except (OSError, ValueError):
        return None


def _version_in(content: mmap.mmap) -> str | None:
    at = content.find(_MARK)
    while at >= 0:
        head = content[at : at + _HEAD_BYTES + 1]
        # The mark alone may stand in any program that looks for it.
        if at % _ALIGNED_BYTES == 0 and len(head) > _HEAD_BYTES and head[_FLAGS_AT] & _INLINE:
            length = head[_HEAD_BYTES]
            begin = at + _HEAD_BYTES + 1
            text = content[begin : begin + length].decode("ascii", "replace")
            if length <= _LONGEST_TEXT and text.startswith("go") and text.isprintable():
                return f"Go {text.removeprefix('go')}"
        at = content.find(_MARK, at + 1)
    return None
