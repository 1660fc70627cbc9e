"""The study of the README, the tree and the main loop of CONTRIBUTING, the index of the documents, and all links."""

import ast
import re
import subprocess
from pathlib import Path
from textwrap import dedent

import pytest
from loadproof.study.load_study import load_study

ROOT = Path(__file__).parents[3]


def test_the_study_of_the_readme_loads(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(name:.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "ids.csv").write_text("id\n1\n", encoding="utf-8")
    study = load_study(tmp_path / "study.yaml", environment={})
    assert [variant.name for variant in study.variants] == ["plain", "large-pool"]
    assert study.profile.base_rate == 75.0
    assert study.methods.capacity is not None
    assert study.methods.capacity.start_rate == 75.0


def test_the_tree_of_contributing_is_the_tree() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    (tree,) = re.findall(r"## The tree\n\n```\n(.*?)```", text, re.DOTALL)
    parts = {line.split("  ")[0]: line for line in tree.splitlines()}
    named = {name for part in parts for name in part.split()}
    assert [name for name in sorted(named) if not (ROOT / name).is_dir()] == []
    # What is built or installed lies in directories that git does not know.
    known = {Path(entry).parts[0] for entry in _tracked() if len(Path(entry).parts) > 1}
    assert known - {Path(name).parts[0] for name in named} <= {".ci", ".github"}
    documents = {path.name + "/" * path.is_dir() for path in (ROOT / "docs").iterdir()}
    assert {name for name in documents if name not in parts["docs/"]} == set()
    crates = {path.parent.name.removeprefix("loadproof-") for path in (ROOT / "crates").glob("*/Cargo.toml")}
    assert {name for name in crates if name not in parts["crates/"]} == set()
    packages = {path.parent.name for path in (ROOT / "python/loadproof").glob("*/__init__.py")}
    assert {name for name in packages if name not in parts["python/loadproof/"]} == set()


def test_the_main_loop_of_contributing_is_that_of_the_source() -> None:
    source = (ROOT / "python/loadproof/run/method_run.py").read_text(encoding="utf-8")
    nodes = ast.walk(ast.parse(source))
    (step,) = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == "step"]
    # After its docstring, its names, and the end of an interrupted one.
    first, last = step.body[3], step.body[-1]
    written = dedent("\n".join(source.splitlines()[first.lineno - 1 : last.end_lineno]))
    (shown,) = re.findall(r"```python\n(.*?)\n```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown == written, f"the main loop changed. Cure: put this into CONTRIBUTING.md:\n{written}"


def test_the_index_of_the_documents_names_every_guide_and_every_published_result() -> None:
    docs = ROOT / "docs"
    index = set(re.findall(r"\]\(([\w/.-]+\.md)\)", (docs / "README.md").read_text(encoding="utf-8")))
    pages = [page for pattern in ("*.md", "guides/*.md", "results/*/README.md") for page in docs.glob(pattern)]
    there = {page.relative_to(docs).as_posix() for page in pages}
    assert there - index == {"README.md"}


def test_every_link_of_the_documents_leads_somewhere() -> None:
    documents = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "stands/README.md")]
    for document in (*documents, *(ROOT / "docs").rglob("*.md")):
        for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text(encoding="utf-8")):
            if link.startswith("http"):
                continue
            file, _, anchor = link.partition("#")
            target = document.parent / file if file else document
            assert target.exists(), f"{document.name}: {link}"
            if anchor:
                assert anchor in _anchors(target), f"{document.name}: {link}"


def _tracked() -> list[str]:
    told = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)
    if told.returncode:
        pytest.skip("this is no clone")
    return told.stdout.splitlines()


def _anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
