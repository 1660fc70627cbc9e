"""The generated part of docs/benchmarks.md, and the case groups that fill it."""

from datetime import UTC, datetime

import pytest

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.cases import CASE_GROUPS
from bench.document import DOCUMENT, filled, generated_part, marks
from bench.error import BenchError
from bench.machine import Machine
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity
from bench.record import BenchRecord
from bench.rounds import GroupResult

BEGIN, END = marks()


def never(_place: Place) -> Observation:
    raise AssertionError("nothing is run")


def record(cpu_us: float) -> BenchRecord:
    line = Line("3,000/s", Quantity.CPU_PER_REQUEST, target=Target(TargetOf.OURS_AT_MOST, 25))
    group = CaseGroup("open-model", (Contender("loadproof", never),), (line,))
    observation = Observation({Quantity.CPU_PER_REQUEST: cpu_us}, ("late-sends",))
    machine = Machine("AMD EPYC", 2, "6.18", ("Python 3.11.7",), 0.05)
    result = GroupResult(group, ({"loadproof": observation}, {"loadproof": observation}))
    return BenchRecord(
        datetime(2025, 1, 31, 12, 0, tzinfo=UTC), machine, "python -m bench", "TLSv1.3, some suite", 2580.0, (result,)
    )


def test_a_missed_target_stands_out_in_the_document() -> None:
    part = generated_part(record(50.0))
    assert "| 3,000/s: CPU per request, µs | 50 (50 to 50) |  |  | ≤ 25 µs | **MISSED by 100 %** |" in part
    assert "MISSED" not in generated_part(record(20.0))


def test_date_machine_command_and_doubts_are_told() -> None:
    part = generated_part(record(20.0))
    assert "Date: 2025-01-31 12:00 UTC" in part
    assert "AMD EPYC, 2 cores, Linux 6.18; Python 3.11.7; load average before the first run 0.05" in part
    assert "`python -m bench`; it took 43 minutes" in part
    assert "TLS: TLSv1.3, some suite" in part
    assert "late-sends in 2 of 2 rounds of open-model" in part


@pytest.mark.parametrize("text", ["", BEGIN, END, f"{END}\n{BEGIN}", f"{BEGIN}{BEGIN}{END}"])
def test_a_document_without_its_marks_is_left_alone(text: str) -> None:
    with pytest.raises(BenchError, match="Cure: put both lines back"):
        filled(text, "part")


def test_filling_again_changes_nothing_more() -> None:
    once = filled(DOCUMENT.read_text(encoding="utf-8"), "part")
    assert filled(once, "part") == once


def test_every_line_names_a_contender_of_its_group() -> None:
    for group in CASE_GROUPS:
        peers = {contender.name for contender in group.contenders[1:]}
        assert {line.peer for line in group.lines} <= peers | {None}
    assert len({group.name for group in CASE_GROUPS}) == len(CASE_GROUPS)
