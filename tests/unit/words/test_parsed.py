"""How much of what is told in other languages is found by parsing English sentences: nothing.

A sentence is told in another language by one of two ways: by its code, or by a template that knows it when it is seen.
Templates were 436. One shows in the source by a pattern that has English words in it, or by words of another language
that stand outside the catalogues.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import loadproof

PACKAGE = Path(loadproof.__file__).parent
STILL_PARSED = 0
TABLES_OF_OTHERS = {
    *("tools/audit/column_meaning.py", "tools/audit/printed.py"),
    *(f"tools/audit/reports/{name}.py" for name in ("apache_bench", "gatling_report", "k6_summary", "wrk_report")),
    *("jvm/threads/dump_to_file_text.py", "jvm/threads/thread_info_text.py", "postgres/logged_plans.py"),
}
"""What they read is written by others, in whichever of our languages; none of it is a text of ours."""
FUNCTIONS = {"compile", "match", "fullmatch", "search", "sub", "split", "finditer", "findall"}
WORDS = re.compile(r"(?<![\\\w(<])[A-Za-z]{2,}(?: |\\ |\\s\+?)+[a-z]{2,}\b")
OTHER_LETTERS = re.compile("[\u0400-\u04ff\u4e00-\u9fff]")


def templates_in(source: str) -> list[str]:
    """The patterns with English words, and the texts with letters of another language, of a module of Python."""
    tree = ast.parse(source)
    documented = {id(text) for text in docstrings(tree)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in documented]
    texts = [constant.value for constant in constants if isinstance(constant.value, str)]
    foreign = [text for text in texts if OTHER_LETTERS.search(text)]
    return [*foreign, *(pattern for pattern in patterns_in(tree) if WORDS.search(pattern))]


def docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def patterns_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in FUNCTIONS:
            # Of `PATTERN.sub(lambda ...)` the first is what is put in its place.
            for argument in (one for one in node.args[:1] if not isinstance(one, ast.Lambda)):
                parts = [part.value for part in ast.walk(argument) if isinstance(part, ast.Constant)]
                yield "".join(part for part in parts if isinstance(part, str))


def test_nothing_is_told_by_parsing_english() -> None:
    found = {
        str(path.relative_to(PACKAGE)): templates
        for path in sorted(PACKAGE.rglob("*.py"))
        if str(path.relative_to(PACKAGE)) not in TABLES_OF_OTHERS
        if (templates := templates_in(path.read_text(encoding="utf-8")))
    }
    assert sum(map(len, found.values())) == STILL_PARSED, found


def test_a_template_would_be_counted() -> None:
    assert templates_in('TEXTS = {"none": "нет"}') == ["нет"]
    assert templates_in('import re\nSEEN = re.compile(r"(\\d+) calls failed")') == [r"(\d+) calls failed"]
    assert templates_in('import re\nSEEN = re.compile(rf"{NUMBER} of {NUMBER} calls failed")')
    assert templates_in('"""Told as 试次 in Chinese."""\nimport re\nSIZE = re.compile(r"([0-9]+)\\s*([A-Z]+)")') == []
