"""Reports of load generators: named, whole or refused, and held to what their tools promise."""

from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.tools.audit.audit import audit_bytes, audit_file
from loadproof.tools.audit.audited import Audit
from loadproof.tools.audit.map_spec import MapSpec

PLACE = Path(__file__).parent / "tools"
LOCUST = """\
Type,Name,Request Count,Failure Count,Median Response Time,Average Response Time,Min Response Time,Max Response Time,\
Average Content Size,Requests/s,Failures/s,50%,66%,75%,80%,90%,95%,98%,99%,99.9%,99.99%,100%
GET,/articles,3000,3,12,14.231,5.1,210.33,512.0,50.012,0.05,12,14,16,17,22,30,48,80,150,210,210
GET,/articles/[id],2000,1,20,24.1,8.2,320.1,1024.0,33.341,0.017,20,24,28,31,42,60,95,140,300,320,320
POST,/login,100,0,150,163.2,90.4,410.0,64.0,1.667,0.0,150,170,190,200,250,320,390,410,410,410,410
,Aggregated,5100,4,16,21.03,5.1,410.0,704.0,85.02,0.067,16,19,22,25,35,55,110,180,330,410,410
"""


def audit_of(text: str) -> Audit:
    return audit_bytes(text.encode(), "t", MapSpec())


def test_sizes_of_locust_are_no_times() -> None:
    audit = audit_of(LOCUST)
    assert [one.code for one in audit.remarks if one.kind == "contradiction"] == []
    assert (audit.tool, audit.variants, audit.figures_read) == ("Locust (stats.csv)", ("",), 76)
    assert [note.code for note in audit.notes] == ["audit-other-columns"]


@pytest.mark.parametrize("report", sorted((PLACE / "honest").iterdir()), ids=lambda path: path.name)
def test_an_honest_report_closes_and_names_its_tool(report: Path) -> None:
    audit = audit_file(str(report))
    assert [one.code for one in audit.remarks if one.kind == "contradiction"] == []
    assert audit.unread == ()
    is_by_people = report.name in ("german.csv", "metrics-as-rows.csv")
    assert (audit.tool is None) == is_by_people


def test_requests_of_one_name_and_two_methods_are_two_rows() -> None:
    text = LOCUST.replace("GET,/articles/[id]", "PUT,/articles").replace("POST,/login", "GET,/login")
    assert audit_of(text).state == "doubted"
    assert audit_of(text).operations == 3


def test_rates_of_jmeter_are_of_the_time_of_each_label() -> None:
    # The second label ran for a tenth of the test: the rates make more than the total.
    table = (
        "Label,# Samples,Average,Min,Max,Error %,Throughput\n"
        "a,1000,10,1,90,0.000%,10.00000\nb,100,10,1,90,0.000%,10.00000\nTOTAL,1100,10,1,90,0.000%,11.00000\n"
    )
    assert audit_of(table).state == "closes"
    assert audit_of(table.replace("b,100,10,1,90,0.000%,10.", "b,100,10,1,90,0.000%,0.5")).state == "contradicted"


def test_a_table_of_people_whose_rows_ran_for_a_part_of_the_test_is_not_accused() -> None:
    table = "operation,calls,rate,mean\nread,6000,100.0,10.0\nreport,300,50.0,10.0\ntotal,6300,105.0,10.0\n"
    assert audit_of(table).state == "closes"


@pytest.mark.parametrize("ended", ["", "\n"])
def test_a_table_of_locust_without_its_last_row_is_incomplete(ended: str) -> None:
    audit = audit_of(LOCUST[: LOCUST.index("\n,Aggregated")] + ended)
    assert (audit.state, [part.code for part in audit.unread]) == ("incomplete", ["audit-no-total-row"])


def test_a_table_of_a_tool_with_columns_of_its_own_may_leave_rows_out_and_keeps_its_precision() -> None:
    head, *rows = LOCUST.splitlines()
    audit = audit_of("\n".join([f"{head},Users", *(f"{row},20" for row in rows[:2])]))
    assert (audit.state, audit.tool) == ("doubted", "Locust (stats.csv)")


def test_a_map_is_no_map_of_a_report(tmp_path: Path) -> None:
    (tmp_path / "map.yaml").write_text("total: x\n", encoding="utf-8")
    with pytest.raises(InputError, match="is a report of wrk, and has no columns"):
        audit_file(str(PLACE / "honest/wrk.txt"), tmp_path / "map.yaml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("timeStamp,elapsed,label,responseCode\n1700000000000,12,a,200\n", "raw samples.*JTL"),
        ("metric_name,timestamp,metric_value\nhttp_reqs,1700000000,1.0\n", "raw samples.*k6"),
        (
            '{"type":"Metric","metric":"http_reqs","data":{}}\n{"type":"Point","metric":"x","data":{}}\n',
            "raw samples.*k6",
        ),
        ("response-time,DNS+dialup,DNS,Request-write\n0.01,0.0,0.0,0.0\n", "raw samples.*hey"),
        ("request-start,DNS,DNS+dialup,request-duration\n0.01,0.0,0.0,0.0\n", "raw samples.*oha"),
        ("Method,Name,Error,Occurrences\nGET,/a,ConnectionError,5\n", "failures of Locust"),
        ("<!DOCTYPE html><html><table></table></html>", "an HTML page"),
        ('<?xml version="1.0"?>\n<testResults version="1.2">', "results of JMeter as XML"),
        ("RUN\tshop.Buy\tbuy\t1700000000000\t \t3.9\n", "simulation.log of Gatling"),
        ("var stats = {\n    type: 'GROUP',\n", "stats.js of Gatling"),
        ('{"users": 5, "host": "x"}', "a JSON document with the keys 'users', 'host'"),
        ('{"users": 5, ', "begins like JSON and is cut or damaged"),
        ("[" * 100_000, "begins like JSON|nested too deep"),
        ('{"a": 1}\n{"a": 2}\n', "JSON lines with the keys 'a'"),
        (
            "Running 30s test @ http://a/\n  Thread Stats   Avg      Stdev     Max\n",
            "report of wrk, and 'Latency' is missing",
        ),
    ],
)
def test_what_is_no_table_is_named(text: str, told: str) -> None:
    with pytest.raises(InputError, match=f"(?s){told}.*Cure: "):
        audit_of(text)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("wrk.txt", "ms", ",00ms"),
        ("k6-summary.txt", "avg=", "mean="),
        ("hey.txt", "secs", "sekunden"),
        ("gatling-console.txt", "(OK=", "(PASS="),
        ("vegeta.json", '"rate"', '"speed"'),
        ("jmeter-statistics.json", "meanResTime", "avgResTime"),
        ("oha.json", '"slowest"', '"max"'),
    ],
)
def test_a_report_that_its_tool_writes_otherwise_is_refused(name: str, before: str, after: str) -> None:
    text = (PLACE / "honest" / name).read_text("utf-8")
    assert before in text
    with pytest.raises(InputError, match="Cure: "):
        audit_of(text.replace(before, after))


def test_metrics_may_be_rows_with_their_units_and_changes() -> None:
    table = "Metric,Unit,old,new,Change\np95,ms,200,150,-25 %\np99,s,0.3,0.2,-33 %\nThroughput,req/s,100,101,+1 %\n"
    audit = audit_of(table)
    assert (audit.state, audit.variants, audit.figures) == ("closes", ("old", "new"), ("p95", "p99", "rate"))
    assert len(audit.changes) == 3
    assert audit_of(table.replace("-25 %", "-33 %")).state == "contradicted"
    wrong = audit_of(table.replace("0.3", "0.1"))
    assert next(one.lines for one in wrong.remarks if one.code == "order-broken") == (2,)
