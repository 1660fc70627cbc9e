"""The largest dominators of a stored dump beside those of LeakCanary's shark, a parser of other authors.

`dumps/shelves.hprof.gz` is of `Shelves.java` on JDK 17 (`jcmd PID GC.heap_dump`), made small by
`python -m bench.dominators.stripped`; `shelves.json` is what `bench/shark-dominators` said of it by the rules of
HotSpot, with sizes out of `jcmd PID GC.class_histogram`. Three public programs: docs/results/heap-dominators.
"""

import json
from pathlib import Path

import pytest
from loadproof.jvm.heap.file import read_heap_dump

DUMPS = Path(__file__).parent / "dumps"


def test_the_five_largest_dominators_are_those_of_shark() -> None:
    told = json.loads((DUMPS / "shelves.json").read_text(encoding="utf-8"))
    kept = read_heap_dump(str(DUMPS / "shelves.hprof.gz")).kept
    assert kept is not None
    assert kept.reachable.objects == told["objects"]
    ours = sorted((one for one in kept.tree if one.parent == 0), key=lambda one: one.kept_bytes, reverse=True)[:5]
    shown = [(one.class_name, one.is_class, one.objects) for one in ours]
    assert shown == [(one["class_name"], one["is_class"], one["objects"]) for one in told["dominators"]]
    wanted = [one["kept_bytes"] for one in told["dominators"]]
    assert [one.kept_bytes for one in ours] == pytest.approx(wanted, rel=0.05)
