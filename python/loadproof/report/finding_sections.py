"""The findings of a report: facts and hypotheses apart, what repeats over the starts of a variant said once."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.report.document import Bullets, Paragraph, Section
from loadproof.report.plain_text import printable

__all__ = ["finding_sections"]

Json = Mapping[str, Any]
_FIGURE = re.compile(r"\d[\d.,]*(?:e[+-]\d+)?")


def finding_sections(findings: Sequence[Json], trials: Sequence[Json]) -> list[Section]:
    """Facts and hypotheses apart, each with its evidence; `trials` are those of the result."""
    facts = [finding for finding in findings if finding["kind"] == "fact"]
    hypotheses = [finding for finding in findings if finding["kind"] == "hypothesis"]
    sections = []
    if facts:
        sections.append(Section("Facts on the trials", [Bullets(_shown(facts, trials))]))
    if hypotheses:
        note = Paragraph("Supposed from the facts, not shown. Each says what would test it.")
        sections.append(Section("Hypotheses", [note, Bullets(_shown(hypotheses, trials))]))
    return sections


def _shown(findings: Sequence[Json], trials: Sequence[Json]) -> list[str]:
    by_number = {trial["number"]: trial for trial in trials}
    several = len({(trial["variant"], trial["start"]) for trial in trials}) > 1
    groups: dict[tuple[Any, ...], list[Json]] = {}
    for finding in findings:
        trial = by_number.get(finding["trial"], {})
        # With one start there is nothing to group: each finding has a row of its own.
        repeats = _FIGURE.sub("#", finding["text"]) if several else len(groups)
        groups.setdefault((trial.get("variant"), finding["cause"], repeats), []).append(finding)
    return [_line(group, by_number, several) for group in groups.values()]


def _line(group: Sequence[Json], by_number: Mapping[int, Json], several: bool) -> str:
    first = group[0]
    evidence = "; ".join(
        f"{printable(item['name'])} {item['value']:.4g} {printable(item['unit'])}".rstrip()
        for item in first["evidence"]
    )
    text = f"{_where(group, by_number, several)}: {printable(first['text'])}"
    text = f"{text} [{evidence}]" if evidence else text
    return f"{text} To test it: {printable(first['test'])}" if first["test"] else text


def _where(group: Sequence[Json], by_number: Mapping[int, Json], several: bool) -> str:
    """The trial, and of a study of several starts whose it is and in which other trials the same was found."""
    first = group[0]["trial"]
    trial = by_number.get(first)
    if not several or trial is None:
        return f"Trial {first}"
    variant = "" if trial["variant"] is None else f"{printable(trial['variant'])}, "
    also = ", ".join(str(finding["trial"]) for finding in group[1:])
    return f"{variant}trial {first}{f' (also in {also})' if also else ''}"
