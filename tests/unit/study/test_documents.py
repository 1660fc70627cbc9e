"""Documents are read by people: pages are short, their lines fit, the index of a folder names each, maps are true."""

import ast
import re
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PACKAGE = ROOT / "python/loadproof"
METHOD = ROOT / "docs/method"
PAGES = sorted(METHOD.glob("*.md"))
MOST_LINES = {ROOT / "README.md": 90, ROOT / "docs/ARCHITECTURE.md": 200} | dict.fromkeys(PAGES, 200)
MOST_LETTERS = 160
MAPS = sorted(path for place in ("*", "jvm/*", "tools/*") for path in PACKAGE.glob(f"{place}/__init__.py"))


@pytest.mark.parametrize("document", MOST_LINES, ids=lambda document: document.name)
def test_a_page_is_short_and_its_lines_fit(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES[document]
    assert [line for line in lines if len(line) > MOST_LETTERS] == []


def test_the_index_of_the_method_names_every_page_and_every_table() -> None:
    index = (METHOD / "README.md").read_text(encoding="utf-8")
    there = {path.relative_to(METHOD).as_posix() for path in METHOD.rglob("*.md")} - {"README.md"}
    assert len(there) > 30
    assert there - set(re.findall(r"\]\(([\w/-]+\.md)\)", index)) == set()


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "README.md"], ids=lambda page: page.stem)
def test_a_page_of_the_method_says_what_it_answers_and_names_modules_that_are_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    answers = re.search(r"^\*\*Answers:\*\* .*?(?=\n\n)", text, re.MULTILINE | re.DOTALL)
    assert answers is not None
    named = re.findall(r"`([\w/-]+/[\w./-]*)`", answers[0])
    there = {name for name in named for place in ("", "python/loadproof") if (ROOT / place / name).exists()}
    assert [name for name in named if name not in there] == []


@pytest.mark.parametrize("root", MAPS, ids=lambda root: root.parent.relative_to(PACKAGE).as_posix())
def test_the_map_of_a_package_names_each_of_its_modules_and_nothing_that_is_not_there(root: Path) -> None:
    told = re.findall(r"`([^`]+)`", ast.get_docstring(ast.parse(root.read_text(encoding="utf-8"))) or "")
    modules = {path.stem: path for path in root.parent.glob("*.py") if path != root}
    folders = {path.parent.name for path in root.parent.glob("*/__init__.py")}
    must = modules.keys() | (set() if root.parent.name == "methods" else folders)
    assert [name for name in sorted(must) if not any(fnmatch(name, one) for one in told)] == []
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")} | folders
    # Besides modules a map may name what one of them defines, imports or calls, and modules of its folders.
    words = set(re.findall(r"\w+", " ".join(path.read_text(encoding="utf-8") for path in modules.values())))
    words |= {path.stem for folder in folders for path in (root.parent / folder).glob("*.py")}
    assert [one for one in told if one.isidentifier() and one not in modules.keys() | packages | words] == []


def test_the_map_of_the_whole_names_each_package() -> None:
    told = (PACKAGE / "__init__.py").read_text(encoding="utf-8")
    assert {root.parent.name for root in PACKAGE.glob("*/__init__.py")} - set(re.findall(r"`(\w+)`", told)) == set()
