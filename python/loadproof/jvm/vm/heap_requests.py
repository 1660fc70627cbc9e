"""Requests about the heap of a VM, which stops for them: the size of each class, and a dump of the whole heap."""

import os
import re
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from loadproof.errors import InputError
from loadproof.jvm.vm.report import ClassUse, HeapDumpFile
from loadproof.model.quoting import quoted
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaAttachment
from loadproof.system.path_lookup import absolute_path

__all__ = ["DumpPlace", "asked_for_dump", "class_uses", "classes_in", "readable_class"]

_HISTOGRAM = "GC.class_histogram -all"
"""With what is garbage: without it the VM would collect its whole heap first."""
_HISTOGRAM_S, _DUMP_S = 120.0, 3600.0
_MOST_BYTES = 4 << 20
_MOST_CLASSES = 200
_ROW = re.compile(r"\s*\d{1,9}:\s+(\d{1,18})\s+(\d{1,18})\s+(\S{1,400})")
_OF_ARRAYS = {
    "B": "byte",
    "C": "char",
    "D": "double",
    "F": "float",
    "I": "int",
    "J": "long",
    "S": "short",
    "Z": "boolean",
}
_MIB = 2.0**20
_PER_BYTE_USED = 2.0
"""A dump writes 8 bytes for each reference, of which a heap up to 32 GiB keeps 4."""
_BESIDE_BYTES = 64 << 20


def class_uses(attachment: JavaAttachment) -> list[ClassUse]:
    """Return the memory of each class, the largest first. The VM stops while it walks through its heap.

    Raises AttachError.
    """
    told = attachment.ask(_HISTOGRAM, timeout_s=_HISTOGRAM_S, most_bytes=_MOST_BYTES)
    return list(classes_in(told.decode("utf-8", "replace")))


def classes_in(text: str) -> Iterator[ClassUse]:
    r"""The rows of a class histogram, 200 at most.

    >>> [(use.name, use.objects) for use in classes_in(" 1:  7  1048576  [B (java.base@17)\n 2: 5 80 [[Lorg.Book;\n")]
    [('byte[]', 7), ('org.Book[][]', 5)]
    """
    rows = (found for line in text.splitlines() if (found := _ROW.match(line)) is not None)
    for _, found in zip(range(_MOST_CLASSES), rows, strict=False):
        yield ClassUse(name=readable_class(found[3]), objects=int(found[1]), mib=int(found[2]) / _MIB)


def readable_class(name: str) -> str:
    """A class as programmers write it, of its name in the VM.

    >>> readable_class("[[I"), readable_class("[Lorg.Book;"), readable_class("org.Book")
    ('int[][]', 'org.Book[]', 'org.Book')
    """
    kind = name.lstrip("[")
    depth = len(name) - len(kind)
    if depth and kind.startswith("L"):
        kind = kind[1:].removesuffix(";")
    elif depth:
        kind = _OF_ARRAYS.get(kind, kind)
    return kind + "[]" * depth


@dataclass(frozen=True, slots=True)
class DumpPlace:
    """A file that is not there yet, as it is called here and where the VM runs."""

    here: str
    there: str

    @classmethod
    def of(cls, process_id: int, directory: str, used_bytes: int, kind: str = "heap") -> "DumpPlace":
        """A new file in a directory that has room for the dump of a heap of which so much is in use.

        Of another `kind` than a heap what is written is small.

        Raises InputError where the VM does not see the directory, or it has too little room.
        """
        here = str(absolute_path(directory))
        there = _seen_by(process_id, here)
        ending = "hprof" if kind == "heap" else "jfr"
        name = f"{kind}-{process_id}-{time.strftime('%Y%m%d-%H%M%S')}.{ending}"
        if set(there) & set("\"'\\\n\r\0"):
            raise InputError(
                f"--out: {quoted(there)} has quotes or control characters in its name. Cure: name another directory"
            )
        _ask_for_room(here, used_bytes)
        return cls(os.path.join(here, name), os.path.join(there, name))


def _seen_by(process_id: int, here: str) -> str:
    root = f"/proc/{process_id}/root"
    if here == root or here.startswith(f"{root}/"):
        return here.removeprefix(root) or "/"
    try:
        mine = os.stat(here)
    except OSError as error:
        raise InputError(f"--out: {quoted(here)}: {error.strerror}. Cure: name a directory that is there") from error
    with suppress(OSError):
        its = os.stat(root + here)
        if stat.S_ISDIR(mine.st_mode) and (its.st_dev, its.st_ino) == (mine.st_dev, mine.st_ino):
            return here
    raise InputError(
        f"--out: process {process_id} does not see the directory {quoted(here)}: it has files of its own. "
        f"Cure: --out {root}/tmp"  # noqa: S108
    )


def _ask_for_room(here: str, used_bytes: int) -> None:
    needed = int(used_bytes * _PER_BYTE_USED) + _BESIDE_BYTES
    try:
        free = shutil.disk_usage(here).free
    except OSError as error:
        raise InputError(f"--out: {quoted(here)}: {error.strerror}. Cure: name a directory that is there") from error
    if free < needed:
        raise InputError(
            f"--out: {quoted(here)} has {free / _MIB:.0f} MiB free, a dump of {used_bytes / _MIB:.0f} MiB in use may "
            f"take {needed / _MIB:.0f} MiB. Cure: name a directory with more room"
        )


def asked_for_dump(attachment: JavaAttachment, place: DumpPlace) -> HeapDumpFile:
    """Has the VM write what is alive in its heap; it collects the whole of it first, and stands still meanwhile.

    The file is its owner's alone: it holds all that the service knows. Raises AttachError; what was written stays.
    """
    began_s = time.monotonic()
    told = attachment.ask(f'GC.heap_dump "{place.there}"', timeout_s=_DUMP_S, most_bytes=1 << 16)
    took_s = time.monotonic() - began_s
    try:
        status = os.lstat(place.here)
        if not stat.S_ISREG(status.st_mode) or not status.st_size:
            raise FileNotFoundError
        if status.st_mode & 0o077:
            os.chmod(place.here, 0o600)
    except OSError as error:
        # It says why in words, and that all went well.
        raise AttachError(AttachRefusal.FAILED, told.decode("utf-8", "replace").strip()) from error
    return HeapDumpFile(file=place.here, mib=status.st_size / _MIB, took_s=took_s)
