"""Finds the tool that wrote a report, and names documents that are no table."""

import json
import re
from collections.abc import Callable, Sequence

from loadproof.errors import InputError
from loadproof.model.json_text import JsonTooDeep, read_json
from loadproof.model.quoting import quoted
from loadproof.tools.audit.published_table import PublishedTable
from loadproof.tools.audit.reports.apache_bench import apache_bench_text, is_apache_bench_text
from loadproof.tools.audit.reports.gatling_report import (
    gatling_document,
    gatling_text,
    is_gatling_document,
    is_gatling_text,
)
from loadproof.tools.audit.reports.hey_report import hey_text, is_hey_text, is_oha_document, oha_document
from loadproof.tools.audit.reports.jmeter_dashboard import is_jmeter_dashboard, jmeter_dashboard
from loadproof.tools.audit.reports.json_figures import Json, json_of, mapping
from loadproof.tools.audit.reports.k6_summary import is_k6_document, is_k6_text, k6_document, k6_text
from loadproof.tools.audit.reports.report_builder import Line, lines_of
from loadproof.tools.audit.reports.vegeta_report import (
    is_vegeta_document,
    is_vegeta_text,
    vegeta_document,
    vegeta_text,
)
from loadproof.tools.audit.reports.wrk_report import is_wrk_text, wrk_text
from loadproof.tools.audit.table_text import without_prefixes

__all__ = ["tool_report"]

_MOST_LINES = 20_000
"""A report has hundreds of lines; a longer text is a log or a table."""
_DOCUMENTS: tuple[tuple[Callable[[Json], bool], Callable[[Json, str], PublishedTable]], ...] = (
    (is_jmeter_dashboard, jmeter_dashboard),
    (is_gatling_document, gatling_document),
    (is_k6_document, k6_document),
    (is_oha_document, oha_document),
    (is_vegeta_document, vegeta_document),
)
_TEXTS: tuple[tuple[Callable[[Sequence[Line]], bool], Callable[[Sequence[Line], str], PublishedTable]], ...] = (
    (is_gatling_text, gatling_text),
    (is_k6_text, k6_text),
    (is_wrk_text, wrk_text),
    (is_hey_text, hey_text),
    (is_apache_bench_text, apache_bench_text),
    (is_vegeta_text, vegeta_text),
)
_READ = "statistics.json of JMeter, stats.json of Gatling, the summary of k6, the JSON of oha or of vegeta"
_MARKUPS = (
    (r"<!doctype html|<html|<head|<body|<table|<div", "an HTML page", "export its table as CSV, or paste it"),
    (
        r"<\?xml[^>]*>\s*<testresults|<testresults",
        "results of JMeter as XML (JTL)",
        "save them as CSV, and give an aggregate report",
    ),
    (r"<\?xml|<svg", "XML", "export the table as CSV"),
    (r"RUN\t|ASSERTION\t", "the simulation.log of Gatling", "give js/stats.json of its report"),
    (r"var stats = \{", "js/stats.js of Gatling", "give js/stats.json beside it"),
    (r"\{\\rtf", "an RTF document", "export the table as CSV"),
)


def tool_report(text: str, name: str) -> PublishedTable | None:
    """Figures of a report of a load generator; None if no tool is known for it. Raises InputError."""
    lines = text.splitlines()
    start = text.lstrip().lower()[:200]
    for pattern, kind, cure in _MARKUPS:
        if re.match(pattern.lower(), start):
            raise InputError(f"{quoted(name)}: this is {kind}, and no table. Cure: {cure}")
    if len(lines) > _MOST_LINES and not start.startswith(("{", "[")):
        return None
    bare = without_prefixes(lines)
    # Lines of JSON that are alike begin alike, which is no prefix.
    for document in (text.strip(), "\n".join(bare).strip()):
        if document.startswith(("{", "[")) and not _is_markdown_link(document):
            return _document(document, name)
    numbered = lines_of(bare)
    # Lines of Gatling begin with the mark that mails quote by.
    for candidates in (lines_of(lines), numbered):
        for is_of, read in _TEXTS:
            if is_of(candidates):
                return read(candidates, name)
    return None


def _is_markdown_link(text: str) -> bool:
    return text.startswith("[") and re.match(r"\[[^\]\n]*\]\(", text) is not None


def _document(text: str, name: str) -> PublishedTable:
    try:
        document = json_of(text)
    except JsonTooDeep as error:
        raise InputError(f"{quoted(name)}: this JSON is nested too deep. Cure: give {_READ}") from error
    except ValueError as error:
        raise InputError(f"{quoted(name)}: {_broken(text, error)}") from error
    for is_of, read in _DOCUMENTS:
        if is_of(document):
            return read(document, name)
    keys = ", ".join(quoted(str(key)[:30]) for key in list(mapping(document))[:5])
    shape = f"a JSON document with the keys {keys}" if keys else "a JSON document without keys"
    raise InputError(
        f"{quoted(name)}: this is {shape}, and no report that is known. Cure: give {_READ}, or a table as CSV"
    )


def _broken(text: str, error: ValueError) -> str:
    """Error of a text that begins like JSON and is none."""
    first = text.partition("\n")[0]
    try:
        held = mapping(read_json(first))
    except ValueError:
        held = {}
    if {"type", "metric"} <= held.keys():
        return "these are raw samples, one line a point (output of k6 --out json), and no table. Cure: give its summary"
    if held and "\n" in text:
        keys = ", ".join(quoted(str(key)[:30]) for key in list(held)[:4])
        return f"these are JSON lines with the keys {keys}, such as a log. Cure: give the table in them alone"
    place = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
    return f"this begins like JSON and is cut or damaged{place}. Cure: give the whole file as the tool wrote it"
