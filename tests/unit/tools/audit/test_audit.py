"""What an audit says of tables: each fault is named, where it is and as plain as it is; what is right is left alone."""

from pathlib import Path

import pytest
from loadproof.errors import InputError, StudyFaults
from loadproof.render.markdown import markdown_document
from loadproof.tools.audit.audit import audit_file, audited
from loadproof.tools.audit.audited import Audit, AuditRemark
from loadproof.tools.audit.document import audit_document
from loadproof.tools.audit.map_spec import MapSpec, read_map
from loadproof.tools.audit.table_file import table_of
from loadproof.words.catalogue import words_of

ROOT = Path(__file__).parents[4]
AUDITS = ROOT / "docs/results/audits"
HEAD = "operation,a rate,a p95,a p99,b rate,b p95,b p99"


def audit_of(*lines: str, mapped: MapSpec | None = None) -> Audit:
    return audited(table_of("\n".join(lines).encode(), "t.csv"), mapped or MapSpec())


def codes_of(audit: Audit, *kinds: str) -> list[str]:
    return [remark.code for remark in audit.remarks if not kinds or remark.kind in kinds]


def told_of(audit: Audit, code: str) -> str:
    return words_of("en").told(remark_of(audit, code).text)


def remark_of(audit: Audit, code: str) -> AuditRemark:
    (found,) = (remark for remark in audit.remarks if remark.code == code)
    return found


def test_the_published_collectors_total_is_a_plain_mean_and_cannot_be() -> None:
    audit = audit_file(str(AUDITS / "artifactory.csv"), AUDITS / "artifactory-map.yaml")
    assert audit.state == "contradicted"
    assert sum(change.agrees for change in audit.changes) == len(audit.changes) == 78
    assert codes_of(audit, "contradiction") == [
        "total-mean-of-percentiles",
        "total-outside-bounds",
        "printed-beside",
    ]
    assert remark_of(audit, "total-mean-of-percentiles").cells == 4
    assert "p95 of g1 is printed as 212 and is 112 or less" in told_of(audit, "total-outside-bounds")
    assert "a rate of 3,304 together. The total is printed as 3340" in told_of(audit, "sum-does-not-close")
    assert "is 3350 in the table and 1.26 M in the text, where it would be 12,060,000. A digit" in told_of(
        audit, "printed-beside"
    )
    assert "p99 of /logout: 1,051 calls, 10.5 above" in told_of(audit, "few-calls-above")
    assert codes_of(audit, "doubt") == ["sum-does-not-close", "few-calls-above", "durations-differ"]
    weighted = {
        (total.variant, total.figure): round(total.call_weighted_mean)
        for total in audit.totals
        if total.call_weighted_mean is not None
    }
    assert (weighted["g1", "p95"], weighted["zgc", "p95"]) == (55, 22)


def test_the_published_overhead_is_points_called_per_cent() -> None:
    audit = audit_file(str(AUDITS / "profiler-overhead.csv"))
    assert codes_of(audit, "contradiction") == ["points-for-percent", "points-for-percent"]
    told = words_of("en").told(audit.remarks[0].text)
    assert told.startswith("6 of 6 changes of CPU are called per cent and are percentage points.")
    assert "from 30.945% to 35.245% is +4.30% as points and 13.9 % as a change" in told
    assert "within-rounding" in codes_of(audit, "limit")


def test_the_published_stacks_show_one_start_each() -> None:
    audit = audit_file(str(AUDITS / "four-stacks.csv"), AUDITS / "four-stacks-map.yaml")
    assert codes_of(audit, "contradiction") == ["printed-beside"] * 3
    told = words_of("en").told(audit.remarks[0].text)
    assert told == "The CPU of go-pgx is ~95–100 in the table and 130–135 in the text."
    assert "one-start-each" in codes_of(audit, "limit")


@pytest.mark.parametrize(
    ("header", "row", "code", "told"),
    [
        ("name,a cpu,b cpu,change cpu", "x,20.0 %,30.0 %,+10.0 %", "points-for-percent", "+10.0 % as points and 50 %"),
        ("name,a p95,b p95,change p95 %", "x,200,150,-33 %", "change-of-the-other", "from 200 to 150 is −25 %"),
        ("name,a p95,b p95,change p95 %", "x,200,150,-20 %", "change-wrong", "is −25, printed -20 %"),
        ("name,a cpu %,b cpu %,change cpu (points)", "x,20.0,30.0,50", "percent-for-points", "is 50 %, printed 50"),
        ("name,a p95,a p99,b p95", "x,30,20,10", "order-broken", "p95 30 is above p99 20"),
        ("name,a mean,a max,b max", "x,30,20,10", "order-broken", "mean response time 30 is above longest response"),
        (
            "name,a rate,b rate,a mean,b mean",
            "total,100,200,10,10",
            "loads-differ",
            "a was loaded with 100 and b with 200",
        ),
    ],
)
def test_a_fault_of_one_row_is_named(header: str, row: str, code: str, told: str) -> None:
    assert told in told_of(audit_of(header, row), code)


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("improvement of p95 %", ("+25 %", "+50 %")),
        ("p95 change", ("-25", "-50")),
        ("p95 change", ("-50", "-100")),
        ("p95 change", ("1.33x", "2.00x")),
        ("p95 change (ms)", ("50", "100")),
        ("p95 change (s)", ("-0.050", "-0.100")),
        ("p95 change", ("0.75", "0.50")),
    ],
)
def test_changes_may_be_written_in_any_way_that_their_column_keeps_to(header: str, cells: tuple[str, str]) -> None:
    audit = audit_of(f"name,a p95,b p95,{header}", f"x,200,150,{cells[0]}", f"y,200,100,{cells[1]}")
    assert [change.agrees for change in audit.changes] == [True, True]
    assert codes_of(audit, "contradiction") == []


def test_rows_that_make_more_than_the_total_cannot_be() -> None:
    audit = audit_of("operation,calls,p50", "read,900,1.0", "write,200,1.0", "total,1000,1.0")
    assert codes_of(audit, "contradiction") == ["sum-does-not-close"]
    assert codes_of(audit_of("operation,calls,p50", "read,900,1.0", "total,1000,1.0"), "contradiction") == []


def test_totals_that_follow_from_no_row_are_named() -> None:
    audit = audit_of(
        "operation,calls,mean,max,errors %",
        "read,9000,10.0,95,0.10",
        "list,900,20.0,180,0.20",
        "write,100,90.0,400,4.00",
        "total,10000,40.0,500,1.43",
    )
    assert codes_of(audit, "contradiction") == ["total-plain-mean", "total-extreme", "error-total"]
    assert "Weighted by calls it is 11.7" in told_of(audit, "total-plain-mean")
    assert "is not that of the rows, 400" in told_of(audit, "total-extreme")
    assert "of the service, 1.43, does not follow from the rows. Weighted by calls it is 0.148 %" in told_of(
        audit, "error-total"
    )


def test_call_weighted_means_of_percentiles_are_called_so() -> None:
    rows = [
        "read,900.0,10.0,20.0,890.0,8.00,15.0",
        "list,90.0,110.0,240.0,91.0,100.0,200.0",
        "write,10.0,900.0,2100.0,10.0,800.0,1900.0",
    ]
    audit = audit_of(HEAD, *rows, "total,1000.0,27.9,60.6,991.0,24.4,51.0")
    assert "total-weighted-mean-of-percentiles" in codes_of(audit, "contradiction")
    assert "total-mean-of-percentiles" not in codes_of(audit)


def test_one_total_that_meets_a_mean_by_chance_accuses_nobody() -> None:
    audit = audit_of(
        "operation,rate,p95", "read,500.0,100.0", "list,300.0,120.0", "write,200.0,140.0", "total,1000.0,120.0"
    )
    assert codes_of(audit, "contradiction", "doubt") == []


def test_calls_are_held_to_rate_and_duration() -> None:
    mapped = MapSpec.model_validate({"variants": {"a": {"duration": "10m"}, "b": {"duration": "10m"}}})
    audit = audit_of("name,a rate,a calls,b rate,b calls", "x,100,60000,100,6000", mapped=mapped)
    assert "100 over 10 min make 60,000, printed 6000" in told_of(audit, "calls-do-not-fit")
    assert remark_of(audit, "calls-do-not-fit").cells == 1


def test_rates_in_two_units_are_held_to_each_other() -> None:
    audit = audit_of("name,a rate,b rate,b rate per hour", "x,100,200,72000")
    told = told_of(audit, "printed-twice")
    assert "200 and, in the column b rate per hour, 72000, which would be 720,000." in told
    assert "A digit or a decimal point is lost" in told_of(audit, "printed-twice")


def test_rows_of_variants_are_a_comparison_too() -> None:
    audit = audit_of("stack,operation,rate,p95", "go,read,10,5", "go,write,10,7", "java,read,10,6", "java,write,10,9")
    assert audit.variants == ("go", "java")
    assert audit.operations == 2


def test_what_is_not_known_is_said_and_the_rest_is_judged() -> None:
    audit = audit_of("name,a p95,b p95,c p95,change p95,weather", "x,30,20,10,-33 %,7")
    assert [note.code for note in audit.notes] == ["audit-unpaired-changes", "audit-unknown-columns"]
    assert audit.figures == ("p95",)


def test_a_table_of_nothing_known_is_refused_with_a_cure() -> None:
    with pytest.raises(InputError, match=r"no column is known by its header\. Cure: say in a map"):
        audit_of("x,y", "1,2", "3,4")


def test_a_map_says_what_headers_do_not(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    file.write_text(
        "columns:\n  x: {figure: p95, variant: old}\n  y: {figure: p95, variant: new}\n"
        "  z: {figure: p95, change_from: old, change_to: new}\n",
        encoding="utf-8",
    )
    audit = audited(table_of(b"name,x,y,z\nread,200,150,-20 %\n", "t.csv"), read_map(file))
    assert codes_of(audit, "contradiction") == ["change-wrong"]


def test_all_faults_of_a_map_are_told_with_their_lines(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    lines = (
        "columns:",
        "  x: {figure: p95, variant: a, change_from: a, change_to: b}",
        "  y: {figure: p95, change_from: a}",
        "variants:",
        "  a: {duration: 5}",
        "row: x",
    )
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(StudyFaults) as raised:
        read_map(file)
    assert [fault.line for fault in raised.value.faults] == [2, 3, 5, 6]


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("columns:\n  q: {figure: p95, variant: a}\n", "'q' is no column of 't.csv'. Cure: name one of"),
        ("columns:\n  x: {figure: speed, variant: a}\n", "'speed' is no figure. Cure: give rate"),
        ("rows: q\n", "'q' is no column"),
        ("total: q\n", "'q' is no row"),
        ("variants: {q: {duration: 1h}}\n", "'q' is no variant"),
        ("stated: [{figure: p95, variant: q, value: '1'}]\n", "'q' is no number or variant"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(tmp_path: Path, written: str, told: str) -> None:
    file = tmp_path / "map.yaml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(InputError, match=told.replace("(", r"\(")):
        audited(table_of(b"name,x,a p95\nread,200,150\n", "t.csv"), read_map(file))


@pytest.mark.parametrize("name", ["artifactory", "profiler-overhead", "four-stacks"])
def test_the_pages_of_the_results_are_what_the_verb_prints(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    table, mapped = f"docs/results/audits/{name}.csv", Path(f"docs/results/audits/{name}-map.yaml")
    audit = audit_file(table, mapped if mapped.exists() else None)
    assert markdown_document(audit_document(audit, words_of("en"))) == Path(table).with_suffix(".md").read_text("utf-8")


def test_each_remark_has_a_text_of_its_own() -> None:
    words = words_of("en")
    audit = audit_file(str(AUDITS / "artifactory.csv"), AUDITS / "artifactory-map.yaml")
    texts = [words.told(audit.sentence), *(words.told(remark.text) for remark in audit.remarks)]
    assert all(texts)
    assert len(set(texts)) == len(texts)
