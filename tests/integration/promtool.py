"""promtool of Prometheus: checks rule files, and evaluates rules on written series (scripts/prepare_promtool.sh)."""

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

__all__ = ["check_rules", "failed_tests"]

_UNPACKED = Path(__file__).resolve().parents[2] / ".cache/prometheus/promtool"
_LONGEST_S = 300.0


def check_rules(file: Path) -> str:
    """Return the output of `promtool check rules`; fails the test if a rule is not valid."""
    ended = _run("check", "rules", str(file))
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def failed_tests(file: Path, rules: Path, tests: Sequence[Mapping[str, object]]) -> str:
    """Write unit tests of the file `rules` to `file`, run them, and return what failed; empty: nothing."""
    document = {"rule_files": [str(rules)], "evaluation_interval": "1s", "tests": tests}
    # JSON is YAML.
    file.write_text(json.dumps(document), encoding="utf-8")
    ended = _run("test", "rules", str(file))
    return "" if ended.returncode == 0 else ended.stdout + ended.stderr


def _run(*words: str) -> "subprocess.CompletedProcess[str]":
    path = str(_UNPACKED) if _UNPACKED.is_file() else shutil.which("promtool")
    if path is None:
        pytest.fail("promtool is missing: run scripts/prepare_promtool.sh", pytrace=False)
    return subprocess.run([path, *words], capture_output=True, text=True, timeout=_LONGEST_S, check=False)
