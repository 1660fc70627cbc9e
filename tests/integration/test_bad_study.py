"""`loadproof run` on studies that cannot be run: every fault with its place, exit code 2, nothing left behind."""

import json
from pathlib import Path

import pytest

from .command_line import loadproof

STUDY = """\
name: s
stand:
  target: http://127.0.0.1:${api.port}
  services:
    api: {command: "api --token ${env:API_TOKEN}", environment: {PASSWORD: "${env:API_PASSWORD}"}}
profile: {operations: {get: {request: GET /}}}
methods:
  soak: {rate: 10}
"""


def test_all_faults_are_told_with_line_and_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_TOKEN", "hunter2")
    (tmp_path / "s.yaml").write_text(STUDY.replace("rate: 10", "rate: 2N") + "injections: [kill]\nconections: 5\n")
    ended = loadproof("run", "s.yaml", "--preset", "smoke", cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert ended.messages.splitlines() == [
        "error: --preset: there is no preset 'smoke'. Cure: write presets: in the study, or leave the option out",
        "error: s.yaml:5: stand.services.api.environment.PASSWORD: the environment has no variable API_PASSWORD. "
        "Cure: set API_PASSWORD before the run",
        "error: s.yaml:8: methods.soak.rate: '2N' is a multiple of a profile whose rate at N = 1 is not known. "
        "Cure: give the operations rates, or the profile a base_rate; or give calls per second (1000), "
        "per minute (1/m) or per hour (6/h)",
        "error: s.yaml:9: injections: a list cannot stand here. Cure: give a mapping of names to problems, "
        "such as {frozen: {stop: api, after: 2m, for: 30s}}",
        "error: s.yaml:10: conections: this key is not known. Cure: did you mean connections?",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["s.yaml"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("none.yaml", None, "error: none.yaml:1: there is no such file."),
        ("empty.yaml", b"", "error: empty.yaml:1: the file is empty. Cure: write a mapping with the keys name, stand"),
        ("binary.yaml", b"\x7fELF\0", "error: binary.yaml:1: the file is binary"),
        ("list.yaml", b"- a\n", "error: list.yaml:1: the file holds a list, not a mapping."),
        ("bomb.yaml", b"a: &a [x, x]\nb: &b [*a, *a]\n", "error: bomb.yaml:2: b[0]: *a is an alias."),
    ],
)
def test_a_file_that_is_no_study(tmp_path: Path, name: str, content: bytes | None, message: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ended = loadproof("run", name, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert message in ended.messages
    assert "Traceback" not in ended.messages


def test_a_method_alone_that_needs_a_capacity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "s.yaml").write_text(STUDY.replace("soak: {rate: 10}", "soak:\n  capacity:"))
    monkeypatch.setenv("API_TOKEN", "hunter2")
    monkeypatch.setenv("API_PASSWORD", "hunter3")
    ended = loadproof("run", "s.yaml", "--method", "soak", cwd=tmp_path)
    assert (ended.exit_code, ended.messages) == (
        2,
        "error: --method: soak has no rate of its own, and capacity is not run. "
        "Cure: give methods.soak a rate, or add --method capacity\n",
    )


def test_the_schema_of_a_study(tmp_path: Path) -> None:
    shown = loadproof("schema", "study", cwd=tmp_path)
    assert (shown.exit_code, shown.messages) == (0, "")
    assert json.loads(shown.output)["required"] == ["name", "stand", "profile", "methods"]
    assert loadproof("schema", "study", "--out", "study.json", cwd=tmp_path).exit_code == 0
    assert (tmp_path / "study.json").read_text(encoding="utf-8") == shown.output
    refused = loadproof("schema", "study", "--out", "no/where.json", cwd=tmp_path)
    assert refused.exit_code == 2
    assert refused.messages.startswith("error: --out: no/where.json cannot be written (no such file or directory).")
