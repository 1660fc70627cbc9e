"""Whatever is given, an audit ends with a table or with a word: never with a fault of ours."""

from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.errors import InputError
from loadproof.records.json_form import plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.tools.audit.audit import audited
from loadproof.tools.audit.document import audit_document
from loadproof.tools.audit.map_spec import MapSpec
from loadproof.tools.audit.table_file import table_of
from loadproof.words.catalogue import words_of

CELLS = st.one_of(
    st.sampled_from(["", "0", "1e9", "-5", "5 %", "+3,5", "0.00", "1 000", "=A1", "~7–9", "Total", "a", "12 ms", "∞"]),
    st.text(max_size=8),
)
HEADERS = st.sampled_from(
    ["operation", "a p95", "b p95", "a rate", "b rate", "change p95", "a mean", "a max", "a calls", "a errors %", "?"]
)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
def test_any_bytes_are_a_table_or_refused(content: bytes) -> None:
    with suppress(InputError):
        audited(table_of(content, "t.csv"), MapSpec())


@settings(max_examples=200, deadline=None)
@given(st.lists(HEADERS, min_size=1, max_size=7), st.lists(st.lists(CELLS, max_size=8), min_size=1, max_size=6))
def test_any_cells_give_an_audit_that_can_be_told(headers: list[str], rows: list[list[str]]) -> None:
    lines = ["\t".join(headers), *("\t".join(" ".join(cell.split()) for cell in row) for row in rows)]
    try:
        audit = audited(table_of("\n".join(lines).encode("utf-8", "replace"), "t.tsv"), MapSpec())
    except InputError:
        return
    document = audit_document(audit, words_of("en"))
    assert markdown_document(document)
    assert plain(audit)


def test_what_a_table_holds_is_text_in_the_page() -> None:
    evil = "<script>alert(1)</script>"
    audit = audited(table_of(f"operation,a p95,a p99\n{evil},30,20\n".encode(), f"{evil}.csv"), MapSpec())
    page = html_document(audit_document(audit, words_of("en")), "en")
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 3
    assert "default-src 'none'" in page


def test_ten_thousand_rows_of_many_columns_are_judged_all() -> None:
    head = "operation,a rate,b rate,a p95,b p95,a p99,b p99,change p95 %"
    rows = "".join(f"op{number},{number % 97 + 1}.5,2.5,10.5,12.5,20.5,25.5,19 %\n" for number in range(10_000))
    audit = audited(
        table_of(f"{head}\n{rows}total,1000.5,2000.5,11.5,12.5,21.5,25.5,9 %\n".encode(), "t.csv"), MapSpec()
    )
    assert audit.operations == 10_000
