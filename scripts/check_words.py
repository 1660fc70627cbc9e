#!/usr/bin/env python3
"""Every message that is told stands in every catalogue with the same values, and what stands there is told.

Messages of the last section of the English catalogue, which is named so, stand in English alone.

Reads the Python of the package and the TypeScript of the page. A code that is put together, such as `f"state-{state}"`,
tells all messages that begin with `state-`; the compiler of the page holds its messages to their values. Prints every
fault and exits with 1 where there is one.
"""

import ast
import re
import sys
from collections.abc import Iterator, Set
from pathlib import Path

from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "python/loadproof"
CATALOGUES = PACKAGE / "words"
SOURCE = "en"
ENGLISH_ALONE = "English alone"
"""Begin of the heading below which no message has a translation."""
GENERATED = "messages.ts"
TELLERS = {"Message", "words"}
"""Functions whose first argument is a code."""
OF_THE_PAGE = re.compile(r"""["'`]((?:page|term|cause|unit|list|slo|language)-[a-z0-9-]*)(["'`]|\$\{)""")
"""A code, or the begin of one, in TypeScript; the texts of its comments stand in no quotes."""
ALL_OF_A_KIND = {"term-", "unit-", "cause-"}
"""What the page lists or names whole. Any other begin must say more: `page-` alone would tell every message."""


class _Used(Visitor):  # type: ignore[misc]
    """The values and messages that an entry names."""

    def __init__(self) -> None:
        super().__init__()
        self.values: set[str] = set()
        self.messages: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.values.add(node.id.name)

    def visit_MessageReference(self, node: ftl.MessageReference) -> None:  # noqa: N802
        self.messages.add(node.id.name)


def entries(path: Path) -> tuple[dict[str, _Used], list[str]]:
    """The messages of a catalogue with what they name, and its faults."""
    found: dict[str, _Used] = {}
    faults = []
    for entry in FluentParser().parse(path.read_text(encoding="utf-8")).body:
        if isinstance(entry, ftl.Junk):
            first = entry.content.strip().splitlines()[0]
            faults.append(f"{path.name}: not Fluent: {first!r:.100} ({entry.annotations[0].message})")
        if isinstance(entry, ftl.Message):
            if entry.id.name in found:
                faults.append(f"{path.name}: {entry.id.name} stands there twice")
            used = found[entry.id.name] = _Used()
            used.visit(entry)
    return found, faults


def codes_in(node: ast.expr) -> Iterator[str]:
    """The codes that an expression may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from codes_in(node.body)
        yield from codes_in(node.orelse)


def told_in_python(path: Path) -> Iterator[tuple[str, set[str] | None, int]]:
    """Each code that a call names: with the values it gives, None where they are not known here, and its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        if name in TELLERS:
            given = {keyword.arg for keyword in node.keywords}
            values = None if None in given else {value for value in given if value is not None}
            for code in codes_in(node.args[0]):
                yield code, values, node.lineno


def literals() -> tuple[set[str], set[str]]:
    """Every text in the sources that may be a code, and what codes that are put together begin with."""
    whole: set[str] = set()
    begins: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                begins.add(str(node.values[0].value))
    for _, code, _ in told_by_the_page():
        (begins if code.endswith("-") else whole).add(code)
    return whole, {begin for begin in begins if re.fullmatch(r"[a-z][a-z0-9-]*-", begin)}


def told_by_the_page() -> Iterator[tuple[Path, str, int]]:
    """Each code in the page, or the begin of one with its last `-`, and its line; generated types tell nothing."""
    for path in sorted((ROOT / "web/src").rglob("*.ts*")):
        if path.name != GENERATED:
            source = path.read_text(encoding="utf-8")
            for match in OF_THE_PAGE.finditer(source):
                yield path, match[1], source.count("\n", 0, match.start()) + 1


def faults() -> Iterator[str]:
    """Every fault there is."""
    source, broken = entries(CATALOGUES / f"{SOURCE}.ftl")
    yield from broken
    untranslated = english_alone()
    translated = {code: used for code, used in source.items() if code not in untranslated}
    for path in sorted(CATALOGUES.glob("*.ftl")):
        if path.stem != SOURCE:
            yield from _unlike(translated, path)
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _mistold(source, path)
    yield from _mistold_by_the_page(source.keys())
    whole, begins = literals()
    named = {message for used in source.values() for message in used.messages}
    for code in source.keys() - whole - named:
        if not any(code.startswith(begin) for begin in begins):
            yield f"{SOURCE}.ftl: {code} is never told"


def english_alone() -> set[str]:
    """The codes of the section whose messages have no translation."""
    body = FluentParser().parse((CATALOGUES / f"{SOURCE}.ftl").read_text(encoding="utf-8")).body
    headings = [place for place, entry in enumerate(body) if isinstance(entry, ftl.GroupComment)]
    if not (body[headings[-1]].content or "").startswith(ENGLISH_ALONE):
        raise SystemExit(f"words: the last section of {SOURCE}.ftl is not {ENGLISH_ALONE!r}")
    return {entry.id.name for entry in body[headings[-1] :] if isinstance(entry, ftl.Message)}


def _unlike(source: dict[str, _Used], path: Path) -> Iterator[str]:
    """How a catalogue differs from the one in English."""
    known, broken = entries(path)
    yield from broken
    yield from (f"{path.name}: {code} is missing" for code in source.keys() - known.keys())
    yield from (
        f"{path.name}: {code} is not among the translated messages of {SOURCE}.ftl"
        for code in known.keys() - source.keys()
    )
    for code in source.keys() & known.keys():
        if source[code].values != known[code].values:
            names = ", ".join(sorted(source[code].values ^ known[code].values))
            yield f"{path.name}: {code} has other values than {SOURCE}.ftl: {names}"


def _mistold(source: dict[str, _Used], path: Path) -> Iterator[str]:
    """Calls that name no message, or give it other values than it has."""
    for code, values, line in told_in_python(path):
        place = f"{path.relative_to(ROOT)}:{line}"
        if code not in source:
            yield f"{place}: {code} is in no catalogue"
        elif values is not None and values != source[code].values:
            names = ", ".join(sorted(values ^ source[code].values))
            yield f"{place}: {code} is told with other values than in {SOURCE}.ftl: {names}"


def _mistold_by_the_page(known: Set[str]) -> Iterator[str]:
    """Codes of the page that are in no catalogue, and begins of codes that none has, or that say too little."""
    for path, code, line in told_by_the_page():
        place = f"{path.relative_to(ROOT)}:{line}"
        if not code.endswith("-"):
            if code not in known:
                yield f"{place}: {code} is in no catalogue"
        elif code not in ALL_OF_A_KIND and code.count("-") < 2:
            yield f"{place}: {code} could be the begin of any message"
        elif not any(one.startswith(code) for one in known):
            yield f"{place}: no message begins with {code}"


if __name__ == "__main__":
    found = sorted(faults())
    sys.stderr.writelines(f"words: {fault}\n" for fault in found)
    sys.exit(bool(found))
