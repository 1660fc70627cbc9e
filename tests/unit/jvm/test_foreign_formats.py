"""Files of other tools are refused by their name, with advice that their user can follow."""

import gzip
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.jvm.foreign_formats import Reader, foreign_format
from loadproof.jvm.gc.logs import report_of_logs
from loadproof.jvm.heap.file import read_heap_dump
from loadproof.jvm.threads.dumps import report_of_dumps

DUMPS = Path(__file__).parent / "dumps"
JAVACORE = b"""0SECTION       TITLE subcomponent dump routine
NULL           ===============================
1TISIGINFO     Dump Event "user" (00004000) received
3XMTHREADINFO      "alpha" J9VMThread:0x0000000001234500, java/lang/Thread:0x00000000FFF00000, state:B, prio=5
3XMTHREADBLOCK     Blocked on: java/lang/Object@0x00000000FFF01000 Owned by: "beta" (J9VMThread:0x0000000001234600)
"""
VERBOSE_GC = b"""<?xml version="1.0" encoding="UTF-8"?>
<verbosegc xmlns="http://www.ibm.com/j9/verbosegc" version="openj9-0.40">
<exclusive-start id="2" timestamp="2026-11-27T10:00:01.000" intervalms="100.0"></exclusive-start>
<gc-start id="3" type="scavenge" contextid="3" timestamp="2026-11-27T10:00:01.001"></gc-start>
</verbosegc>
"""
JDK_8_GC = (
    b"2026-11-27T10:00:01.123+0100: 0.512: [GC (Allocation Failure) [PSYoungGen: 33280K->5118K(38400K)] "
    b"33280K->9000K(125952K), 0.0101 secs]\n"
)
GO = b"""goroutine 1 [running]:
main.main()
\t/src/main.go:8 +0x1d
goroutine 18 [semacquire, 2 minutes]:
sync.runtime_SemacquireMutex(0xc000012345, 0x0, 0x1)
"""
ANDROID = b"""----- pid 1234 at 2026-11-27 10:00:00 -----
Cmd line: com.example.shop
DALVIK THREADS (12):
"main" prio=5 tid=1 Blocked
  - waiting to lock <0x0c1a2b3c> (a java.lang.Object) held by thread 12
"""
PYTHON = b"""Thread 0x00007f1234567890 (most recent call first):
  File "app.py", line 3 in wait
"""
DOTNET = b"""Thread (0x1A2B):
  [Native Frames]
  System.Private.CoreLib!System.Threading.Monitor.Wait(class System.Object,int32)
"""
COLLAPSED = b"java/lang/Thread.run;Locked.main;Locked.hold 120\njava/lang/Thread.run;Locked.pause 3\n"
FLAME_GRAPH = b"<!DOCTYPE html>\n<html lang='en'>\n<head>\n<title>Flame Graph</title>\n</head>\n"
HS_ERR = (
    b"#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n#  SIGSEGV (0xb) at pc=0x00007f12\n"
)
HISTOGRAM = (
    b" num     #instances         #bytes  class name (module)\n   1:   100  2400  java.lang.String (java.base@17)\n"
)
JSTAT = b" S0C    S1C    S0U    S1U      EC       EU        OC\n1024.0 1024.0  0.0   0.0   8192.0   100.0    20480.0\n"
NODE_GC = b"[1234:0x5581a0]      45 ms: Scavenge 2.3 (3.0) -> 1.9 (4.0) MB, 0.8 / 0.0 ms  (average mu = 1.000)\n"
GO_GC = b"gc 1 @0.012s 2%: 0.026+0.39+0.10 ms clock, 0.21+0.88/0.52/0+0.84 ms cpu, 4->4->0 MB, 5 MB goal, 8 P\n"
HTML = b"<!DOCTYPE html>\n<html><head><title>Please sign in</title></head></html>\n"
ELASTIC = b"::: {node-1}{abc}\n   Hot threads at 2026-11-27T10:00:00.000Z, interval=500ms, busiestThreads=3:\n"
HPROF = b"JAVA PROFILE 1.0.2\0" + bytes(100)
GC_LOG = b"[0.005s][info][gc] Using G1\n[1.5s][info][gc] GC(7) Pause Young (Normal) 24M->4M(250M) 2.503ms\n"
THREADS = b"Full thread dump OpenJDK 64-Bit Server VM (17+35 mixed mode):\n"
TSV = b"a;b\n1;2\n"
OTHER_VM = ("jcmd", "jstack", "-Xlog")
SAMPLES: list[tuple[Reader, bytes, str]] = [
    *((reader, JAVACORE, "javacore of OpenJ9") for reader in ("gc", "threads", "heap")),
    *((reader, VERBOSE_GC, "collections of OpenJ9") for reader in ("gc", "threads", "heap")),
    *((reader, GO, "goroutines") for reader in ("gc", "threads", "heap")),
    *((reader, ANDROID, "a trace of Android") for reader in ("gc", "threads")),
    *((reader, PYTHON, "threads of Python") for reader in ("gc", "threads")),
    *((reader, DOTNET, "threads of .NET") for reader in ("gc", "threads")),
    *((reader, COLLAPSED, "collapsed stacks") for reader in ("gc", "threads")),
    *((reader, FLAME_GRAPH, "a flame graph") for reader in ("gc", "threads")),
    *((reader, HTML, "an HTML page") for reader in ("gc", "threads", "heap")),
    ("gc", NODE_GC, "collections of V8"),
    ("gc", GO_GC, "collections of Go"),
]
"""Of files that no JVM with HotSpot writes."""
OF_HOTSPOT: list[tuple[Reader, bytes, str, str]] = [
    ("threads", JDK_8_GC, "collection log of JDK 8", "Thread.print"),
    ("gc", JDK_8_GC, "of JDK 8 or older", "JDK 9 or later"),
    ("threads", GC_LOG, "garbage collection log", "loadproof gc FILE"),
    ("heap", GC_LOG, "garbage collection log", "loadproof gc FILE"),
    ("gc", THREADS, "a thread dump", "loadproof threads FILE"),
    ("heap", THREADS, "a thread dump", "loadproof threads FILE"),
    ("gc", HPROF, "a heap dump of a JVM", "loadproof heap FILE"),
    ("threads", HPROF, "a heap dump of a JVM", "loadproof heap FILE"),
    ("threads", b"FLR\0\0\2\0\1" + bytes(80), "Flight Recorder", "jfr print --events jdk.ThreadDump FILE"),
    ("gc", b"FLR\0\0\2\0\1" + bytes(80), "Flight Recorder", "-Xlog:gc"),
    ("heap", b"FLR\0\0\2\0\1" + bytes(80), "Flight Recorder", "GC.heap_dump"),
    ("threads", HS_ERR, "a crash report", "Thread.print"),
    ("heap", HISTOGRAM, "a class histogram", "GC.heap_dump"),
    ("gc", JSTAT, "output of jstat", "-Xlog:gc"),
    ("threads", ELASTIC, "hot threads of Elasticsearch", "Thread.print"),
    ("gc", b"PK\x03\x04" + bytes(60), "an archive", "unpack it"),
    ("threads", b"\xfd7zXZ\x00" + bytes(60), "compressed with xz", "xz -d"),
    ("threads", b"\x28\xb5\x2f\xfd" + bytes(60), "compressed with zstd", "zstd -d"),
]


READERS: dict[Reader, Callable[[str], object]] = {
    "gc": lambda path: report_of_logs([path]),
    "threads": lambda path: report_of_dumps([path]),
    "heap": read_heap_dump,
}


def refused(tmp_path: Path, reader: Reader, content: bytes) -> str:
    place = tmp_path / "d"
    place.write_bytes(content)
    with pytest.raises(InputError) as caught:
        READERS[reader](str(place))
    return str(caught.value)


@pytest.mark.parametrize(("reader", "content", "name"), SAMPLES)
def test_a_file_of_another_runtime_is_named_without_tools_that_it_lacks(
    tmp_path: Path, reader: Reader, content: bytes, name: str
) -> None:
    told = refused(tmp_path, reader, content)
    assert name in told
    if content not in (COLLAPSED, FLAME_GRAPH, HTML):
        assert not any(tool in told for tool in OTHER_VM), told


@pytest.mark.parametrize(("reader", "content", "name", "hint"), OF_HOTSPOT)
def test_a_file_of_a_jvm_is_named_with_the_tool_that_reads_it(
    tmp_path: Path, reader: Reader, content: bytes, name: str, hint: str
) -> None:
    told = refused(tmp_path, reader, content)
    assert name in told
    assert hint in told


@pytest.mark.parametrize("name", ["jdk17.tdump", "threadinfo-jdk17.txt", "actuator.json", "dump-to-file-jdk25.txt"])
def test_every_form_of_a_thread_dump_is_sent_to_its_reader(tmp_path: Path, name: str) -> None:
    content = (DUMPS / name).read_bytes()
    for reader in ("gc", "heap"):
        assert "loadproof threads FILE" in refused(tmp_path, reader, content)


def test_the_name_of_what_is_compressed_is_told() -> None:
    found = foreign_format(gzip.compress(GO), "threads")
    assert found is not None
    assert found.name == "a dump of goroutines of Go, compressed with gzip"


def test_what_no_format_has_stays_without_a_name() -> None:
    for reader in ("gc", "threads", "heap"):
        for content in (b"", TSV, b"INFO started\n", json.dumps({"a": 1}).encode(), gzip.compress(TSV), bytes(100)):
            assert foreign_format(content, reader) is None


def test_a_log_that_holds_a_foreign_text_is_read_for_what_is_in_it(tmp_path: Path) -> None:
    (tmp_path / "d").write_bytes(b"<html>\nTraceback (most recent call last):\n" + GC_LOG)
    assert report_of_logs([str(tmp_path / "d")]).logs[0].pauses.count == 1
    (tmp_path / "d").write_bytes(GO + GC_LOG + (DUMPS / "jdk17.tdump").read_bytes())
    assert report_of_dumps([str(tmp_path / "d")]).state == "deadlocked"


@pytest.mark.parametrize("piece", [b'"a', b"<title>", b"a;", b"\n\n", b"0:", b'" prio=1 Id=1 ', b'{"status":', b"a "])
def test_patterns_take_no_more_than_linear_time(piece: bytes) -> None:
    began_s = time.process_time()
    foreign_format(piece * (65536 // len(piece)), "threads")
    assert time.process_time() - began_s < 3.0
