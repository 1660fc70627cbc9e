"""Formats of files that are not read, by their first bytes or lines: their names, and what to do instead.

A reader of logs of collections, of thread dumps or of heap dumps asks it when it understood nothing.
"""

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

__all__ = ["ANDROID_HEAP_DUMP", "JDK_8_GC_LOG", "ForeignFormat", "Reader", "foreign_format"]

Reader = Literal["gc", "threads", "heap"]
_HEAD_BYTES = 1 << 16
_MOST_UNPACKED = 1 << 12
_GZIP = b"\x1f\x8b"

JDK_8_GC_LOG = re.compile(
    rb"(?:^|[\s|:\"'>])\d{1,9}[.,]\d{3}: \[(?:GC|Full GC|CMS)|(?:Java HotSpot|OpenJDK).{0,60} VM \(2[0-5]\.|"
    rb"\[(?:PSYoungGen|ParNew|DefNew): |\[GC (?:pause|concurrent|remark|cleanup|\()",
    re.MULTILINE,
)
"""Lines of -XX:+PrintGCDetails, also behind a prefix."""


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A format that a reader does not read."""

    name: str
    """Name of the format, with the tool that writes it: what stands behind "this is"."""
    hint: str
    """Hint for the user: what to do instead."""


ANDROID_HEAP_DUMP = ForeignFormat(
    "a heap dump of Android", "read it with Android Studio or LeakCanary; only dumps of HotSpot are read here"
)


@dataclass(frozen=True, slots=True)
class _ForeignForm:
    """A format by its first bytes, or by a pattern of them."""

    name: str
    begins: bytes | re.Pattern[bytes]
    hint: str = ""
    """Advice for every reader; empty: name the formats that the reader reads."""
    hints: Mapping[Reader, str] = field(default_factory=dict)
    """Advice by reader."""
    read_by: Reader | None = None
    """The reader that reads it, and so does not ask for its name."""


_TAKE: dict[Reader, str] = {
    "gc": "give a log of -Xlog:gc*:file=gc.log, of JDK 9 or later",
    "threads": "give what jcmd PID Thread.print -l prints",
    "heap": "give what jcmd PID GC.heap_dump FILE writes",
}
_READ_WITH: dict[Reader, str] = {
    "gc": "loadproof gc FILE",
    "threads": "loadproof threads FILE",
    "heap": "loadproof heap FILE",
}
_OR_HOTSPOT = ", or run the service on a JDK with HotSpot"
_MAT = f"read it with Eclipse MAT and DTFJ{_OR_HOTSPOT}"
_NO_JVM = "this tool reads what a JVM with HotSpot writes"


def _words(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode(), re.MULTILINE)


_BINARY = (
    _ForeignForm(ANDROID_HEAP_DUMP.name, b"JAVA PROFILE 1.0.3", ANDROID_HEAP_DUMP.hint),
    _ForeignForm("a heap dump of a JVM (HPROF)", b"JAVA PROFILE 1.0.", read_by="heap"),
    _ForeignForm("a heap dump of OpenJ9, not of HotSpot (PHD)", b"\x00\x12portable heap dump", _MAT),
    _ForeignForm("a heap dump of OpenJ9, not of HotSpot (classic text)", b"// Version: ", _MAT),
    _ForeignForm(
        "a recording of JDK Flight Recorder (JFR)",
        b"FLR\x00",
        hints={
            "threads": "jfr print --events jdk.ThreadDump FILE | loadproof threads -",
            "gc": "read it with JDK Mission Control, or give a log of -Xlog:gc*:file=gc.log",
            "heap": "read it with JDK Mission Control, or give what jcmd PID GC.heap_dump FILE writes",
        },
    ),
    _ForeignForm(
        "a core of a process",
        re.compile(rb"\x7fELF.{12}(?:\x04\x00|\x00\x04)", re.DOTALL),
        hints={
            "heap": "make a heap dump of it, jhsdb jmap --binaryheap --exe JAVA --core FILE",
            "threads": "make a thread dump of it, jhsdb jstack --locks --exe JAVA --core FILE",
        },
    ),
    _ForeignForm("a program or a library (ELF)", b"\x7fELF"),
    _ForeignForm(
        "a minidump of Windows", b"MDMP", "make a heap dump of the running service, jcmd PID GC.heap_dump FILE"
    ),
    _ForeignForm("an archive (zip)", b"PK\x03\x04", "unpack it, and give the file that is in it"),
    _ForeignForm("an archive (tar)", re.compile(rb"(?s).{257}ustar"), "unpack it, and give the file that is in it"),
    _ForeignForm("a file compressed with xz", b"\xfd7zXZ\x00", "unpack it first: xz -d FILE"),
    _ForeignForm("a file compressed with zstd", b"\x28\xb5\x2f\xfd", "unpack it first: zstd -d FILE"),
    _ForeignForm("a file compressed with bzip2", re.compile(rb"BZh[1-9]1AY&SY"), "unpack it first: bzip2 -d FILE"),
    _ForeignForm("a file compressed with LZ4", b"\x04\x22\x4d\x18", "unpack it first: lz4 -d FILE"),
    _ForeignForm("a snapshot of VisualVM's profiler (.nps)", b"nBpRoFiLeR", "open it in VisualVM"),
    _ForeignForm("a profile of perf (perf.data)", re.compile(rb"PERFILE2|2ELIFREP"), "read it with perf script"),
    _ForeignForm("a trace of .NET (.nettrace or .gcdump)", re.compile(rb"Nettrace|.{0,8}!FastSerialization"), _NO_JVM),
    _ForeignForm("a PDF document", b"%PDF-"),
    _ForeignForm("an image", re.compile(rb"\x89PNG\r\n|\xff\xd8\xff|GIF8[79]a")),
)
"""Formats by their first bytes."""

_TEXT = (
    _ForeignForm(
        "a javacore of OpenJ9 (IBM Semeru, IBM SDK), not a thread dump of HotSpot",
        _words(r"^(?:0SECTION|1TISIGINFO|3XMTHREADINFO|NULL +-{10,})"),
        f"read it with IBM Thread and Monitor Dump Analyzer{_OR_HOTSPOT}",
        {"heap": f"take a heap dump of OpenJ9, and {_MAT}"},
    ),
    _ForeignForm(
        "a log of collections of OpenJ9 (verbose:gc, XML)",
        _words(r"<verbosegc\b|<(?:af|gc-start|exclusive-start|cycle-start|gc-op) "),
        f"read it with IBM Garbage Collection and Memory Visualizer{_OR_HOTSPOT}",
    ),
    _ForeignForm(
        "a crash report of HotSpot (hs_err_pid.log)", _words(r"^# A fatal error has been detected by the Java Run")
    ),
    _ForeignForm(
        "a trace of Android (ANR, traces.txt)",
        _words(r"^----- pid \d+ at |^DALVIK THREADS|^Cmd line: |^\"[^\"\n]+\" (?:daemon )?prio=\d+ tid=\d+ [A-Z]\w+$"),
        "read it with Android Studio; only dumps of a JVM with HotSpot are read here",
    ),
    _ForeignForm(
        "a dump of goroutines of Go",
        _words(r"^goroutine (?:profile: total )?\d+(?: \[|$)"),
        "read it with go tool pprof or goroutine-inspect; only dumps of a JVM are read here",
    ),
    _ForeignForm(
        "a dump of threads of .NET (dotnet-stack, SOS)",
        _words(r"^Thread \(0x[0-9A-Fa-f]+\):$|^OS Thread Id: 0x|^ {1,40}Child SP +IP Call Site"),
        _NO_JVM,
    ),
    _ForeignForm(
        "a dump of threads of Python (faulthandler, py-spy)",
        _words(r"\(most recent call first\):$|^Python v\d|^Traceback \(most recent call last\):"),
        _NO_JVM,
    ),
    _ForeignForm(
        "a backtrace of GDB",
        _words(r"^Thread \d+ \((?:Thread 0x|LWP)"),
        "take the dump of the JVM: jcmd PID Thread.print -l",
    ),
    _ForeignForm("a report of Node.js", _words(r'"reportVersion"\s*:'), _NO_JVM),
    _ForeignForm(
        "a heap snapshot of V8 (Node.js, Chrome)",
        _words(r'^\{\s*"snapshot"\s*:\s*\{\s*"meta"'),
        "open it in Chrome DevTools",
    ),
    _ForeignForm(
        "a log of collections of V8 (Node.js --trace-gc)",
        _words(r"^\[\d+:0x[0-9a-f]+\]\s+\d+ ms: (?:Scavenge|Mark-)"),
        _NO_JVM,
    ),
    _ForeignForm("a log of collections of Go (gctrace)", _words(r"^gc \d+ @\d+\.\d+s \d+%: "), _NO_JVM),
    _ForeignForm(
        "a log of collections of GraalVM Native Image",
        _words(r"Pause (?:Incremental|Full) GC \(|^\[(?:Incremental|Full) GC \(\w+\)"),
        "only logs of HotSpot are read here: measure a build of the service that runs on a JDK",
    ),
    _ForeignForm(
        "hot threads of Elasticsearch or OpenSearch",
        _words(r"^::: \{|Hot threads at \d{4}-"),
        "take jcmd PID Thread.print -l",
    ),
    _ForeignForm(
        "a class histogram (GC.class_histogram, jmap -histo)", _words(r"^ *num +#instances +#bytes +class name")
    ),
    _ForeignForm("the output of jstat", _words(r"^ *S0C +S1C +|^ *S0 +S1 +E +O +M |^ *NGCMN +NGCMX ")),
    _ForeignForm("the output of top", _words(r"^top - \d\d:\d\d:\d\d up ")),
    _ForeignForm(
        "a flame graph or a page of async-profiler (HTML)",
        _words(r"(?i)<(?:title|h1)>[^<]*(?:flame ?graph|async-profiler)"),
        "open it in a browser",
    ),
    _ForeignForm("a profile in SVG (a flame graph)", _words(r"<svg\b"), "open it in a browser"),
    _ForeignForm(
        "an HTML page",
        _words(r"(?i)\A\s*(?:<!doctype html|<html\b)"),
        "see in a browser what it says: a login or an error page",
    ),
    _ForeignForm(
        "a profile of collapsed stacks (async-profiler, perf)",
        re.compile(rb"\A(?:[^\s;][^;\n]*(?:;[^;\n]+)+ \d+\r?\n){1,3}"),
        "draw it with a flame graph tool",
    ),
    _ForeignForm(
        "a thread dump",
        _words(
            r'Full thread dump|"threadDump"\s*:|"threadName"\s*:|" - Thread t@\d|'
            r'" (?:daemon )?(?:prio=\d+ )?Id=\d+ (?:NEW|RUNNABLE|BLOCKED|WAITING|TIMED_WAITING)\b|'
            r'^#\d+ "[^"\n]*"(?: virtual)?(?: [A-Z_]+ \d{4}-\S+)?$'
        ),
        read_by="threads",
    ),
    _ForeignForm(
        "a garbage collection log of JDK 8 or older (-XX:+PrintGCDetails)",
        JDK_8_GC_LOG,
        hints={"gc": "run the service on JDK 9 or later with -Xlog:gc*:file=gc.log"},
    ),
    _ForeignForm(
        "a garbage collection log (-Xlog:gc*)",
        _words(r"\[gc(?:,\w+)* *\] |\] GC\(\d+\) |\bGC\(\d+\) Pause "),
        read_by="gc",
    ),
    _ForeignForm("an XML document", _words(r"\A\s*<\?xml ")),
    _ForeignForm(
        "the answer of a server that failed (JSON with status and error)",
        re.compile(rb'\A\s*\{(?=[^{}]*"status"\s*:\s*[45]\d\d)(?=[^{}]*"error"\s*:)'),
        "call the endpoint again, with a user that may read it",
    ),
    _ForeignForm(
        "the list of links of Spring Boot's actuator",
        _words(r'\A\s*\{\s*"_links"\s*:'),
        hints={"threads": "give /actuator/threaddump", "heap": "give /actuator/heapdump"},
    ),
)
"""Formats by their first lines."""


def foreign_format(head: bytes, reader: Reader, *, is_binary: bool = False) -> ForeignFormat | None:
    """Return the format that a file begins with, if it has a name here and `reader` does not read it.

    `head` are the first bytes of the file, as long as they are cheap; only formats that are no text count if
    `is_binary`.

    >>> foreign_format(b"goroutine 1 [running]:", "threads").name
    'a dump of goroutines of Go'
    """
    head = head[:_HEAD_BYTES]
    inner = _unpacked(head) if head.startswith(_GZIP) else b""
    if inner:
        found = foreign_format(inner, reader)
        return None if found is None else ForeignFormat(f"{found.name}, compressed with gzip", found.hint)
    for form in _BINARY if is_binary else (*_BINARY, *_TEXT):
        if _is_met(form, head):
            return None if form.read_by == reader else ForeignFormat(form.name, _hint(form, reader))
    return None


def _is_met(form: _ForeignForm, head: bytes) -> bool:
    pattern = form.begins
    if isinstance(pattern, bytes):
        return head.startswith(pattern)
    return (pattern.match(head) if form in _BINARY else pattern.search(head)) is not None


def _hint(form: _ForeignForm, reader: Reader) -> str:
    if form.read_by is not None:
        return _READ_WITH[form.read_by]
    return form.hints.get(reader) or form.hint or _TAKE[reader]


def _unpacked(head: bytes) -> bytes:
    try:
        return zlib.decompressobj(31).decompress(head, _MOST_UNPACKED)
    except zlib.error:
        return b""
