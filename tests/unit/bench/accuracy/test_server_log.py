"""Log of known-truth: every request, and one that came again."""

from pathlib import Path

import pytest

from bench.accuracy.server_log import Served, ServerLog, read_requests, read_server_log
from bench.accuracy.true_server import Answer, IndependentServer

_HEAD = "call,connection,outcome,arrival_ns,start_ns,end_ns,sent_ns,operation"


def _written(place: Path, *rows: str) -> Path:
    path = place / "truth.csv"
    path.write_text("\n".join((_HEAD, *rows, "")), encoding="ascii")
    return path


def _read(place: Path, *rows: str) -> ServerLog:
    """Log of a mode without operations."""
    return read_server_log(_written(place, *(f"{row}," for row in rows)))


def test_a_request_has_its_operation_with_a_number_of_its_call_or_without(tmp_path: Path) -> None:
    path = _written(tmp_path, "7,0,200,100,100,130,131,form", ",1,500,105,105,125,126,login", ",2,404,110,110,110,111,")
    assert list(read_requests(path)) == [
        Served("200", 100, 100, 130, 131, call=7, operation="form"),
        Served("500", 105, 105, 125, 126, call=None, operation="login"),
        Served("404", 110, 110, 110, 111, call=None, operation=""),
    ]


@pytest.mark.parametrize("ended", ["reset", "refused"])
def test_a_call_sent_again_has_its_last_outcome_and_the_time_of_both(tmp_path: Path, ended: str) -> None:
    log = _read(tmp_path, f"7,0,{ended},100,100,130,", "8,0,200,105,105,125,125", "7,1,200,160,160,200,210")
    assert (log.sent_again, log.outcomes) == (1, {"200": 2})
    assert log.calls[7].turnaround_ns == 30 + 50
    assert IndependentServer(log).serve(7, 1000) == Answer(1080, is_good=True)


def test_a_call_whose_connection_ended_twice_failed_once(tmp_path: Path) -> None:
    log = _read(tmp_path, "7,0,refused,100,100,130,", "7,1,refused,160,160,170,")
    assert (log.sent_again, log.outcomes) == (1, {"refused": 1})


@pytest.mark.parametrize(
    "rows",
    [
        ("7,0,200,100,100,130,130", "7,1,200,160,160,200,200"),
        ("7,0,stalled,100,100,130,", "7,1,200,160,160,200,200"),
        ("7,0,reset,100,100,130,", "7,1,reset,160,160,200,", "7,2,200,260,260,300,300"),
        (",0,200,100,100,130,130",),
    ],
)
def test_a_call_served_after_an_answer_or_a_third_time_is_a_fault(tmp_path: Path, rows: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"call 7|has no number of a call"):
        _read(tmp_path, *rows)
