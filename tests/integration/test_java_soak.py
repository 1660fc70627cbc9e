"""Soaks of real Java VMs: a leak in a heap is told by what is alive, and nothing where that cannot be read."""

from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine
from .test_java_heap import server

STUDY = """\
name: a leak in a heap
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{command}]}}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<2s, rate±50%]
methods:
  soak: {{rate: 50, ramp: 1s, settle: 12s, hold: {hold}}}
"""
HEAP_MIB = 256
LEAK_KIB = 20


def soaked(place: Path, flag: str, hold: str) -> tuple[int, dict[str, Any]]:
    """The exit code and the one answer of a soak of a service that keeps 20 KiB and wastes 1 MiB with each call."""
    program, *flags = [word for word in server(None, flag) if not word.startswith("-Xmx")]
    at = flags.index("LeakingServer")
    words = [program, f"-Xmx{HEAP_MIB}m", *flags[:at], "LeakingServer", "${port}", "110", str(LEAK_KIB), "1024"]
    command = ", ".join(f'"{word}"' for word in words)
    (place / "study.yaml").write_text(STUDY.format(command=command, hold=hold), encoding="utf-8")
    environment = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("run", "study.yaml", "--out", "run", "--json", cwd=place, environment=environment) as line:
        ended = line.ended(within_s=180)
    (answer,) = ended.result["answers"]
    return ended.exit_code, answer


def test_a_leak_in_a_heap_is_told_with_the_time_until_the_heap_is_full(tmp_path: Path) -> None:
    # The first two cycles of G1, within ten seconds, begin with a heap that still takes its size: no part of the line.
    exit_code, answer = soaked(tmp_path, "-XX:+UseG1GC", "95s")
    (trend,) = [trend for trend in answer["trends"] if trend["name"] == "live_set_mib of api"]
    assert (trend["shape"], answer["outcome"], exit_code) == ("leak", "not_steady", 3), answer["trends"]
    assert trend["per_hour"] == pytest.approx(50 * LEAK_KIB / 1024 * 3600, rel=0.25)
    # G1 needs two and a half regions of a MiB.
    assert f"its {HEAP_MIB - 2} MiB are full" in trend["text"]
    assert not [trend for trend in answer["trends"] if trend["name"] == "memory_mib of api"]


def test_a_heap_that_does_not_tell_is_not_judged(tmp_path: Path) -> None:
    exit_code, answer = soaked(tmp_path, "-XX:+UseZGC", "55s")
    (trend,) = [trend for trend in answer["trends"] if trend["name"].endswith(" of api")]
    assert (trend["name"], trend["shape"]) == ("memory_mib of api", "cannot_tell")
    assert "under G1, Parallel or Serial" in trend["text"]
    assert answer["outcome"] != "not_steady" or "memory" not in answer["reason"]
    assert exit_code == 0 or answer["outcome"] != "steady"
