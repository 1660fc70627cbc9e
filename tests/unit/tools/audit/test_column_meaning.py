"""What a column is, by the headers that people write in three languages."""

import pytest
from loadproof.tools.audit.column_meaning import ColumnRole, is_total, meaning_of

LEVEL, CHANGE = ColumnRole.LEVEL, ColumnRole.CHANGE


@pytest.mark.parametrize(
    ("header", "role", "figure", "unit", "variant"),
    [
        ("g1_p95_ms", LEVEL, "p95", "ms", "g1"),
        ("Go p99, ms", LEVEL, "p99", "ms", "go"),
        ("P(99.9) A", LEVEL, "p99.9", "", "a"),
        ("95th percentile new", LEVEL, "p95", "", "new"),
        ("Java 11 G1 GC / 95 %", LEVEL, "p95", "", "java 11 g1 gc"),
        ("Average response time (s) old", LEVEL, "mean", "s", "old"),
        ("Среднее время отклика, мс", LEVEL, "mean", "ms", ""),
        ("平均响应时间 A", LEVEL, "mean", "", "a"),
        ("Error rate B", LEVEL, "errors", "", "b"),
        ("Errors, % B", LEVEL, "errors", "%", "b"),
        ("requests/s A", LEVEL, "rate", "", "a"),
        ("QPS", LEVEL, "rate", "", ""),
        ("ZGC RPH", LEVEL, "rate", "per hour", "zgc"),
        ("# Samples", LEVEL, "calls", "", ""),
        ("off 10% CPU", LEVEL, "cpu", "", "off 10%"),
        ("RAM before, GiB", LEVEL, "memory", "gib", "before"),
        ("开启 内存", LEVEL, "memory", "", "开启"),
        ("printed_p95_change_percent", CHANGE, "p95", "%", ""),
        ("CPU overhead 100%", CHANGE, "cpu", "", "100%"),
        ("Разница p99, п.п.", CHANGE, "p99", "points", ""),
        ("Δ mean", CHANGE, "mean", "", ""),
        ("p95 std dev", ColumnRole.SPREAD, "", "", ""),
        ("starts", ColumnRole.SPREAD, "", "", ""),
        ("operation", ColumnRole.ROW_NAME, "", "", ""),
        ("Наименование операций", ColumnRole.ROW_NAME, "", "", ""),
        ("stack", ColumnRole.VARIANT_NAME, "", "", ""),
        ("№", ColumnRole.NUMBERING, "", "", ""),
        ("comment", ColumnRole.UNKNOWN, "", "", "comment"),
        *((name, LEVEL, "p95", "", "") for name in ("95% Line", "95 % Line", "95th pct", "P-95", "q0.95", "pct95")),
        *(
            (name, LEVEL, "p95", "", "")
            for name in ("Perzentil 95", "95. Perzentil", "перцентиль 95", "百分位 95", "TP95")
        ),
        ("p999", LEVEL, "p99.9", "", ""),
        ("66%", LEVEL, "p66", "", ""),
        ("100%", LEVEL, "max", "", ""),
        ("Failure Count", LEVEL, "failures", "", ""),
        ("Failures/s", LEVEL, "failure rate", "", ""),
        ("Error %", LEVEL, "errors", "%", ""),
        ("Requests per second", LEVEL, "rate", "", ""),
        ("64 KB p99", LEVEL, "p99", "", "64 kb"),
        ("p95 response size", ColumnRole.OTHER, "", "", "size"),
        ("virtual threads p95", LEVEL, "p95", "", "virtual threads"),
        ("Timestamp", ColumnRole.MOMENT, "", "", ""),
    ],
)
def test_a_header_says_what_its_column_is(header: str, role: ColumnRole, figure: str, unit: str, variant: str) -> None:
    meaning = meaning_of(header)
    assert (meaning.role, meaning.figure, meaning.unit, meaning.variant) == (role, figure, unit, variant)


@pytest.mark.parametrize(
    "header",
    [
        *("Average Content Size", "Avg. Bytes", "Received KB/sec", "Sent KB/sec", "Max Content Length", "Size/request"),
        *("User Count", "Max Threads", "Средний размер ответа, байт", "平均大小", "MB/s mean", "Average transfer"),
    ],
)
def test_a_size_or_a_number_of_users_is_no_response_time(header: str) -> None:
    assert meaning_of(header).role is ColumnRole.OTHER


@pytest.mark.parametrize(
    "name", ["Total", "TOTAL:", "Всего", "Итого", "合计", "All requests", "Aggregated", " overall "]
)
def test_a_total_is_known_by_its_name(name: str) -> None:
    assert is_total(name)


@pytest.mark.parametrize("name", ["totals-api", "allocate", "/sum", "Всё остальное", ""])
def test_an_operation_is_no_total(name: str) -> None:
    assert not is_total(name)
