"""Words for every command, a study for those that load, and a stored run for those that read one."""

import os
from pathlib import Path

from .study_file import queue_study

__all__ = ["COMMANDS", "LONG", "slow_study"]

TESTS = Path(__file__).parents[1]

COMMANDS: dict[str, tuple[object, ...]] = {
    "demo": ("--out", "run"),
    "init": ("http://127.0.0.1:9/", "--out", "drafted.yaml"),
    "load": ("http://127.0.0.1:9/", "--for", "1s", "--out", "run"),
    "capacity": ("http://127.0.0.1:9/", "--budget", "30s", "--out", "run"),
    "plan": ("slow.yaml",),
    "run": ("slow.yaml", "--out", "run"),
    "compare": ("kept", "kept"),
    "audit": (TESTS / "unit/tools/audit/honest/01-percentiles.csv",),
    "alarms": ("export", "slow.yaml"),
    "gc": (TESTS / "unit/jvm/logs/real/jdk25-g1.log",),
    "threads": (TESTS / "unit/jvm/logs/real/jdk25-g1.log",),
    "diagnose": (os.getpid(),),
    "heap": (TESTS / "unit/jvm/dumps/shelves.hprof.gz",),
    "report": ("kept",),
    "runs": (),
    "show": ("kept",),
    "open": ("kept",),
    "export": ("kept", "--csv", "tables"),
    "doctor": ("--for", "5s"),
    "schema": ("study",),
    "completion": ("bash",),
    "help": ("load",),
    "version": (),
}
"""Every command, with words that make it work without limits or fail for their own reason."""
_ALARM = "alarms: {failing: {rule: errors > 90%, prometheus: failures}}\n"
LONG = ("demo", "run", "doctor")
"""Commands that take long where a limit lets them work: tried where it does not."""


def slow_study(place: Path, rate: int = 400, service_us: int = 2_000_000) -> Path:
    """A study of two workers that take so long for a call, which times out after 1 s."""
    text = queue_study(place).read_text(encoding="utf-8").partition("methods:")[0]
    text = text.replace('--service-us, "5000"', f'--service-us, "{service_us}"').replace(
        "[p99<1s, rate±50%]", "[errors<5%]"
    )
    text = text.replace('environment: {TOKEN: "${env:LOADPROOF_TEST_TOKEN}"}', "ready: {tcp: true, within: 20s}")
    text = text.replace(', headers: {Authorization: "Bearer ${env:LOADPROOF_TEST_TOKEN}"}', "")
    text = text.replace("{request: GET /}", "{request: GET /, timeout: 1s}").replace("weight: 3", "timeout: 1s")
    study = place / "slow.yaml"
    study.write_text(f"{text}methods: {{load: {{rate: {rate}, hold: 2s}}}}\n{_ALARM}", encoding="utf-8")
    return study
