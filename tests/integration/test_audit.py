"""`loadproof audit` by the command line: pasted, from a file, in all forms; exit codes; what is wrong is one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from loadproof.records.json_form import of_json
from loadproof.tools.audit.audited import Audit

from .command_line import loadproof

AUDITS = Path(__file__).parents[2] / "docs/results/audits"
PASTED = "operation\told p95\tnew p95\tchange p95\nread\t200 ms\t150 ms\t-33 %\n"


def test_a_contradiction_ends_with_3_and_all_forms_say_the_same(tmp_path: Path) -> None:
    words = ("audit", AUDITS / "artifactory.csv", "--map", AUDITS / "artifactory-map.yaml")
    ended = loadproof(*words, cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (3, "")
    assert "3 contradictions; 3 doubts; 78 of 78 printed changes follow" in " ".join(ended.output.split())
    held = of_json(Audit, json.loads(loadproof(*words, "--json", cwd=tmp_path).output))
    assert held.state == "contradicted"
    assert len(held.remarks) == 7
    markdown = loadproof(*words, "--markdown", cwd=tmp_path).output
    assert "## Contradictions" in markdown
    assert loadproof(*words, "--html", "a.html", cwd=tmp_path).exit_code == 3
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "is printed as 212 and is 112 or less" in page
    assert "<script" not in page


def test_a_pasted_table_is_read_from_standard_input(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "loadproof", "audit", "-"],
        input=PASTED,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=30,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (3, "")
    assert "reckoned from the second figure as the base" in ended.stdout


def test_a_table_that_closes_ends_with_0(tmp_path: Path) -> None:
    (tmp_path / "t.tsv").write_text(PASTED.replace("-33", "-25"), encoding="utf-8")
    ended = loadproof("audit", "t.tsv", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (0, "")
    assert "nothing in it contradicts itself" in " ".join(ended.output.split())


def test_a_table_that_was_read_in_part_ends_with_4(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("operation,p95,p99\nread,12,15\nwrite,13\n", encoding="utf-8")
    ended = loadproof("audit", "t.csv", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (4, "")
    assert "Not read" in ended.output
    held = of_json(Audit, json.loads(loadproof("audit", "t.csv", "--json", cwd=tmp_path).output))
    assert (held.state, held.figures_read, len(held.unread)) == ("incomplete", 2, 1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("none.csv",), "'none.csv': there is no such file. Cure: check the path"),
        (("t.tsv", "--map", "none.yaml"), "none.yaml:1: there is no such file"),
        (("t.tsv", "--encoding", "martian"), "--encoding: 'martian' is not known"),
        (("t.tsv", "--html", "no/where.html"), "--html: no/where.html cannot be written"),
        (("xlsx.csv",), "the file is a ZIP archive or a spreadsheet (XLSX, ODS), and no text. Cure: export"),
    ],
    ids=["no file", "no map", "no encoding", "no place", "a spreadsheet"],
)
def test_bad_input_ends_with_2_and_one_line(tmp_path: Path, words: tuple[str, ...], told: str) -> None:
    (tmp_path / "t.tsv").write_text(PASTED, encoding="utf-8")
    (tmp_path / "xlsx.csv").write_bytes(b"PK\x03\x04\0\0")
    ended = loadproof("audit", *words, cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in ended.messages
    assert ended.messages.count("\n") == 1
