"""Logs that the bench makes larger, and what it says where two readers of a log do not agree."""

from pathlib import Path

import pytest
from loadproof.jvm.gc.logs import report_of_logs

from bench.error import BenchError
from bench.gc_logs.comparison import gaps_between
from bench.gc_logs.dense_log import write_dense_log
from bench.gc_logs.readings import PauseSum, Reading, peer_reading, vm_counts

LOGS = Path(__file__).parents[1] / "jvm/logs/gctoolkit"
YOUNG = PauseSum(3, 7.5, 4.0)


def test_a_dense_log_is_one_vm_that_goes_on(tmp_path: Path) -> None:
    source, dense = LOGS / "jdk25-g1.log", tmp_path / "dense.log"
    written = write_dense_log(source, dense, 10 * source.stat().st_size)
    assert 10 * source.stat().st_size <= written == dense.stat().st_size
    once, often = (report_of_logs([str(path)]).logs[0] for path in (source, dense))
    times, rest = divmod(often.pauses.count, once.pauses.count)
    assert rest == 0
    assert times >= 10
    assert often.pauses.total_ms == pytest.approx(times * once.pauses.total_ms)
    assert (often.vms, often.missing_collections) == (1, 0)
    assert once.span_s is not None
    assert often.span_s == pytest.approx(times * once.span_s, rel=0.1)


def test_what_has_no_collections_is_no_source(tmp_path: Path) -> None:
    source = tmp_path / "empty.log"
    source.write_text("[0.001s][info][gc] Using G1\n")
    with pytest.raises(BenchError, match="no line of a collection"):
        write_dense_log(source, tmp_path / "dense.log", 1000)


def test_readings_that_agree_have_no_gap() -> None:
    assert gaps_between(Reading({"young": YOUNG}, 20.0), Reading({"young": YOUNG}, 20.0), {}) == []


@pytest.mark.parametrize(
    "peer",
    [
        Reading({"young": PauseSum(2, 7.5, 4.0)}, 20.0),
        Reading({"young": PauseSum(3, 7.501, 4.0)}, 20.0),
        Reading({"young": PauseSum(3, 7.5, 4.001)}, 20.0),
        Reading({"young": YOUNG}, 21.0),
        Reading({"young": YOUNG}, None),
        Reading({}, 20.0),
        Reading({"young": YOUNG, "full": YOUNG}, 20.0),
    ],
    ids=["count", "sum", "longest", "alive", "nothing alive", "none", "another kind"],
)
def test_what_no_reason_explains_is_a_fault(peer: Reading) -> None:
    gaps = gaps_between(Reading({"young": YOUNG}, 20.0), peer, {})
    assert [gap.is_known for gap in gaps] == [False]


def test_a_reason_is_taken_for_just_so_many_pauses() -> None:
    kinds = {"Young: Mark Start": PauseSum(5, 1.0, 0.3), "Young: Mark End": PauseSum(5, 1.0, 0.3)}
    fewer = {kind: PauseSum(3, 0.6, 0.3) for kind in kinds}
    assert [gap.is_known for gap in gaps_between(Reading(kinds, 1.0, 2), Reading(fewer, 1.0), {})] == [True]
    assert [gap.is_known for gap in gaps_between(Reading(kinds, 1.0, 1), Reading(fewer, 1.0), {})] == [False, False]


def test_both_kinds_of_full_collection_are_one() -> None:
    told = [{"kind": kind, "count": 1, "total_ms": 2.0, "largest_ms": 2.0} for kind in ("FullGC", "SystemGC")]
    assert peer_reading({"pauses": told, "alive_mib": None}).kinds == {"full": PauseSum(2, 4.0, 2.0)}


def test_where_the_peer_reads_nothing_the_vm_is_asked() -> None:
    log = (
        b"[1.0s][info][gc,stats] Pause Final Mark (G)           =    0.003 s (a =      108 us) (n =    25) (lvls\n"
        b"[1.0s][info][gc,stats] Pause Final Mark (N)           =    0.002 s (a =       94 us) (n =     5) (lvls\n"
    )
    vm = vm_counts(log)
    assert vm == {"Final Mark": 5}
    kinds = {"Final Mark (Young)": PauseSum(3, 0.3, 0.1), "Final Mark (Global)": PauseSum(2, 0.2, 0.1)}
    assert [gap.is_known for gap in gaps_between(Reading(kinds, None), Reading({}, None), vm)] == [True]
    more = kinds | {"Init Mark (Young)": PauseSum(1, 0.1, 0.1)}
    assert [gap.is_known for gap in gaps_between(Reading(more, None), Reading({}, None), vm)] == [False]
