"""What a heap dump of a gigabyte takes, beside the analyzer that reads the same to a report."""

import json
from pathlib import Path

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.child import ChildRun, run_child
from bench.error import BenchError
from bench.large_heap import BYTES_OF_AN_ENTRY, FIELD, write_large_heap
from bench.observation import Observation
from bench.package import find_peer
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["HEAP"]

_TIMEOUT_S = 900
_GIBIBYTE = 1 << 30
_PEER = "hprof-analyzer"
_ROUNDS = 3


def _dump(place: Place) -> Path:
    """The first round makes it."""
    dump = place.scratch / "large.hprof"
    if not dump.exists():
        write_large_heap(dump, _GIBIBYTE // BYTES_OF_AN_ENTRY)
    return dump


def _ours(place: Place) -> Observation:
    run = run_child((place.loadproof, "heap", _dump(place), "--json"), timeout_s=_TIMEOUT_S)
    first = json.loads(run.stdout)["suspects"][0]
    if (first["class_name"], first["field"]) != FIELD:
        raise BenchError(f"loadproof heap names {first['class_name']}.{first['field']}. Cure: run it by hand")
    return _observed(run)


def _peer(place: Place) -> Observation:
    program = find_peer(_PEER)
    if program is None:
        raise BenchError(f"{_PEER} went away while the bench ran. Cure: scripts/prepare_peers.sh")
    report = place.scratch / "large.json"
    return _observed(run_child((program, _dump(place), report, "--progress", "never"), timeout_s=_TIMEOUT_S))


def _observed(run: ChildRun) -> Observation:
    return Observation({Quantity.WALL: run.wall_s * 1000, Quantity.PEAK_MEMORY: run.peak_rss_mb})


_CASE = "`loadproof heap`, a dump of 1 GiB"
HEAP = CaseGroup(
    "heap",
    contenders=(Contender("loadproof", _ours), Contender(_PEER, _peer, program=_PEER)),
    lines=(
        Line(_CASE, Quantity.WALL, _PEER, Target(TargetOf.RATIO_AT_MOST, 1.10)),
        Line(_CASE, Quantity.PEAK_MEMORY, _PEER, Target(TargetOf.RATIO_AT_MOST, 1.10)),
    ),
    rounds_at_least=_ROUNDS,
)
