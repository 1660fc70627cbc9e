"""Separators and decimal marks are decided by whole columns; what fits two readings is refused with both."""

import pytest
from loadproof.errors import InputError
from loadproof.tools.audit.audit import audit_bytes
from loadproof.tools.audit.audited import Audit
from loadproof.tools.audit.map_spec import MapSpec
from loadproof.tools.audit.table_file import Marks, table_of
from loadproof.tools.audit.table_reader import published_table


def audit_of(text: str, **mapped: str) -> Audit:
    return audit_bytes(text.encode(), "t.csv", MapSpec.model_validate(mapped))


def p95_of(text: str, row: str) -> float:
    figure = published_table(table_of(text.encode(), "t.csv"), MapSpec()).figure(row, "", "p95")
    assert figure is not None
    return figure.printed.value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Endpunkt;p95 (ms);p99 (ms)\n/a;234,5;300,0\n/b;98,4;120,1\n", 234.5),
        ("Endpoint;p95 (ms);p99 (ms);RPS\n/a;1.234,5;2.000,0;1.000\n/b;98,4;120,1;350\n", 1234.5),
        ("Endpunkt;p95, ms;p99, ms\n/a;1.234,5;2.300,0\n/b;98,4;120,1\n", 1234.5),
        ('Endpoint,p95 (ms),p99 (ms)\n/a,"1.234,5","2.300,0"\n/b,"98,4","120,1"\n', 1234.5),
        ("Endpoint\tp95\tp99\n/a\t1\u202f234,5\t2\u00a0300,0\n/b\t98,4\t120,1\n", 1234.5),
        ("Endpoint,p95,p99\n/a,1'234.5,2'300.0\n/b,98.4,120.1\n", 1234.5),
        ('Endpoint,p95,p99\n/a,"1,234.5","2,300.0"\n/b,98.4,120.1\n', 1234.5),
        ("Endpoint | p95 | p99\n--- | --- | ---\n/a | 1.234,5 | 2.300,0\n/b | 98,4 | 120,1\n", 1234.5),
        ("Endpoint,p95,p99\n/a,1234.567,2300.123\n/b,98.432,120.111\n", 1234.567),
        ("Endpoint;p95;p99\n/a;0,234;0,300\n/b;0,098;0,120\n", 0.234),
        ("Endpoint;p95;Anfragen\n/a;1,234;1.000\n/b;1,098;2.000\n", 1.234),
    ],
)
def test_a_number_is_read_as_its_column_is_written(text: str, value: float) -> None:
    assert p95_of(text, "/a") == pytest.approx(value)


def test_a_wrong_order_is_found_in_a_german_table() -> None:
    text = "Endpoint;p95 (ms);p99 (ms);RPS\n/a;3.234,5;2.000,0;1.000\n/b;98,4;120,1;350\n"
    assert audit_of(text).state == "contradicted"


@pytest.mark.parametrize("text", ["op;p95;p99\n/a;1.234;2.000\n/b;1.098;1.200\n", "op;p95\n/a;1,234\n/b;12\n"])
def test_numbers_that_fit_both_marks_are_refused_with_both_readings(text: str) -> None:
    with pytest.raises(InputError, match=r"is 1(234|\.234) with a decimal point and 1(\.234|234) with a decimal comma"):
        audit_of(text)


@pytest.mark.parametrize(("decimal", "value"), [(".", 1.234), (",", 1234.0)])
def test_a_map_says_the_decimal_mark(decimal: str, value: float) -> None:
    text = "op;p95;p99\n/a;1.234;2.000\n/b;1.098;1.200\n"
    table = published_table(table_of(text.encode(), "t.csv", marks=Marks(decimal=decimal)), MapSpec())
    assert table.figures["/a", "", "p95"].printed.value == pytest.approx(value)
    assert audit_of(text, decimal=decimal).figures_read == 4


def test_two_separators_that_fit_equally_well_are_refused_and_a_map_decides() -> None:
    text = "op;x,p95\n/a;1,2\n/b;3,4\n"
    with pytest.raises(InputError, match="semicolons and commas both part the cells"):
        audit_of(text)
    assert audit_of(text, separator=",").figures == ("p95",)


def test_a_column_of_both_marks_counts_as_unread() -> None:
    audit = audit_of("op;p95\n/a;1.5\n/b;0,25\n")
    assert (audit.state, [part.code for part in audit.unread]) == ("incomplete", ["audit-unread-cells"])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("op,p95,p99\n/a,12,fast\n/b,13,15\n", "audit-unread-cells"),
        ("op,p95,p99\n/a,12\n/b,13,15\n", "audit-ragged-rows"),
        ("op,p95,Perzentil (ms)\n/a,12,15\n/b,13,15\n", "audit-unread-percentile"),
        ("op,p95,line99x\n/a,12,15\n/b,13,15\n", "audit-unread-percentile"),
        ("op,a p95,b p95,effect\n/a,12,15,+25 %\n/b,13,15,+15 %\n", "audit-unread-changes"),
        ("op,p95,p99\n/a,12,=B2*2\n/b,13,15\n", "audit-formulas"),
    ],
)
def test_what_was_read_in_part_is_not_clean(text: str, code: str) -> None:
    audit = audit_of(text)
    assert (audit.state, [part.code for part in audit.unread]) == ("incomplete", [code])


def test_a_contradiction_in_the_part_that_was_read_is_one() -> None:
    audit = audit_of("op,p95,p99\n/a,12\n/b,17,15\n")
    assert (audit.state, len(audit.unread)) == ("contradicted", 1)


@pytest.mark.parametrize("missing", ["", "-", "N/A", "–", "n/a"])
def test_a_cell_that_says_that_it_has_no_number_is_read(missing: str) -> None:
    assert audit_of(f"op,p95,p99\n/a,12,{missing}\n/b,13,15\n").state == "closes"
