"""Reads samples from a Prometheus text page (exposition format 0.0.4).

https://prometheus.io/docs/instrumenting/exposition_formats/ describes the format. The page is not trusted: what is not
of the format is left out and counted.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

__all__ = ["Page", "Sample", "parse_page"]

_LABEL = re.compile(r'\s*([a-zA-Z_][a-zA-Z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,|$|(?=\}))')
_VALUE = re.compile(r"[ \t]+(\S+)(?:[ \t]+-?\d+)?[ \t]*$")
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", '"': '"', "\\": "\\"}


@dataclass(frozen=True, slots=True)
class Sample:
    """One line: its metric, its labels, its value, which may be NaN or infinite. Histograms are several metrics."""

    metric: str
    labels: tuple[tuple[str, str], ...]
    value: float


@dataclass(slots=True)
class Page:
    """The samples that were asked for, and how many of their lines were not of the format."""

    samples: list[Sample] = field(default_factory=list)
    malformed: int = 0


def parse_page(text: str, metrics: Iterable[str]) -> Page:
    r"""The samples of `metrics`; all other lines are passed over.

    >>> page = parse_page('hits_total{path="/a\\"b",code="200"} 7 1395066363000\nhits_total{oops 3\n', ["hits_total"])
    >>> page.samples[0].labels, page.samples[0].value, page.malformed
    ((('path', '/a"b'), ('code', '200')), 7.0, 1)
    """
    wanted = frozenset(metrics)
    starts = tuple(wanted)
    page = Page()
    # Only \n ends a line: label values may hold whatever else Unicode calls a line's end.
    for written in text.split("\n"):
        line = written.strip(" \t\r")
        if not line.startswith(starts):
            continue
        metric = re.split(r"[{ \t]", line, maxsplit=1)[0]
        if metric not in wanted:
            continue
        sample = _sample(metric, line[len(metric) :])
        if sample is None:
            page.malformed += 1
        else:
            page.samples.append(sample)
    return page


def _sample(metric: str, rest: str) -> Sample | None:
    labels: list[tuple[str, str]] = []
    opened = rest.lstrip(" \t")
    if opened.startswith("{"):
        rest, at = opened, 1
        while not rest.startswith("}", at):
            match = _LABEL.match(rest, at)
            if match is None:
                return None
            labels.append((match[1], _ESCAPE.sub(_unescaped, match[2])))
            at = match.end()
            # A comma may stand after the last label, and spaces before the brace.
            at += len(rest) - at - len(rest[at:].lstrip(" \t")) if rest[at : at + 1] in (" ", "\t") else 0
        rest = " " + rest[at + 1 :]
    match = _VALUE.match(rest)
    value = None if match is None else _number(match[1])
    return None if value is None else Sample(metric, tuple(labels), value)


def _unescaped(match: re.Match[str]) -> str:
    return _ESCAPED.get(match[1], match[0])


def _number(text: str) -> float | None:
    """Parse a number as Go's ParseFloat does; None: no number. `1_000`, which Python takes, is no number here."""
    try:
        return None if "_" in text else float(text)
    except ValueError:
        return None
