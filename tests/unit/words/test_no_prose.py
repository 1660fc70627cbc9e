"""What judge, method, trial and result tell people stands in the catalogues: their code has no sentences of its own."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from loadproof.records.doubt import DoubtCode, cure_of
from loadproof.words.catalogue import LANGUAGES, words_of

PACKAGE = Path(__file__).parents[3] / "python/loadproof"
NOT_FOR_PEOPLE = {"figures.py", "json_form.py", "schema.py"}
"""Of the result: what is told to who writes scripts, and figures of reports that have no words yet."""
MODULES = sorted(
    path
    for part in ("judge", "method", "trial", "result")
    for path in (PACKAGE / part).glob("*.py")
    if part != "result" or path.name not in NOT_FOR_PEOPLE
)
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? +[A-Za-z(]{2,}|[a-z]{2,}[,;:]? +\{|\} +[a-z]{2,}")
"""Two words, or a word beside a gap."""
FOR_SCRIPTS = {
    "cannot tell",
    "single starts",
    "not run",
    "no worse",
    "not shown",
    "earlier starts",
    "go on",
    "run again",
    "within one start",
    "live_set_mib of {}",
    "memory_mib of {}",
}
"""Values of enums and keys of a result: they are no texts, and are the same in every language."""


def prose_in(source: str) -> Iterator[str]:
    """Each sentence that code makes by itself; faults, which are told to who calls it, are none of them."""
    tree = ast.parse(source)
    judged_with_others = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise | ast.JoinedStr) or _is_docstring(node)
        for inner in ast.walk(node)
        if inner is not node
    }
    for node in ast.walk(tree):
        text = "" if id(node) in judged_with_others else _text_of(node)
        if PROSE.search(text) and text not in FOR_SCRIPTS:
            yield text


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text_of(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_it_has_no_sentences_of_its_own(path: Path) -> None:
    assert list(prose_in(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Doubt(DoubtCode.STEAL, f"the hypervisor took {share} of it")', ["the hypervisor took {} of it"]),
        ('text = "too few calls"\nVerdict(State.UNDECIDED, Message.said(text))', ["too few calls"]),
        ('Answer(name, outcome, rate, reason=f"{rate} failed")', ["{} failed"]),
        ('"""A sentence about code."""\nVerdict(State.PASSED, Message("slo-none"))', []),
        ('raise ValueError(f"rate: {rate} is none; give one")', []),
    ],
)
def test_a_sentence_would_be_found(source: str, found: list[str]) -> None:
    assert list(prose_in(source)) == found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_doubt_has_a_cure_of_its_own_words(language: str) -> None:
    words = words_of(language)
    cures = [words.told(cure_of(code)) for code in DoubtCode]
    assert all(cures)
    assert language == "en" or not {words_of("en").told(cure_of(code)) for code in DoubtCode} & set(cures)
