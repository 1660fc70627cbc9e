"""One command line for each command of `loadproof`, made from the command line's own table.

A command that has no line here fails the test of the table: a new command is tested for signals and control characters
as soon as it is there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from loadproof.cli.main import app
from loadproof.model.visible_text import visible_line

__all__ = ["Places", "commands", "known_commands"]

_STUDY = """\
name: {name}
stand: {{driver: simulate, simulated: {{workers: 2, service_time: {{exponential: 5ms}}}}}}
profile: {{operations: {{{operation}: {{request: GET /}}}}, slo: p99<200ms}}
methods: {{load: {{rate: 50, hold: 5s}}}}
alarms: {{slow: {{rule: p99 over 2s > 5s, prometheus: "histogram_quantile(0.99, rate(x[1m]))"}}}}
"""
_GC_LOG = """\
[0.005s][info][gc] Using Serial
[0.100s][info][gc] GC(0) Pause Young (Allocation Failure) 4M->1M(15M) 2.100ms
[0.900s][info][gc] GC(1) Pause Young (Allocation Failure) 5M->2M(15M) 1.900ms
"""
_TABLE = "rate,calls,seconds\n100,1000,10\n200,2000,10\n"


@dataclass(frozen=True)
class Places:
    """Inputs of the commands: two stored runs, a target that answers, a directory for files."""

    runs: tuple[Path, Path]
    target: str
    place: Path
    dumps: Path
    java: int = 0
    """Process id of a Java VM; 0: there is none, which `diagnose` refuses."""


def known_commands() -> list[str]:
    """Names of all commands."""
    group = typer.main.get_group(app)
    return sorted(group.list_commands(None))  # type: ignore[arg-type]


def _in_yaml(text: str) -> str:
    """A text in double quotes, whose escapes YAML reads as ours are written."""
    backslash = chr(92)
    quoted = text.replace(backslash, backslash * 2).replace('"', backslash + '"')
    return f'"{visible_line(quoted)}"'


def commands(places: Places, name: str = "s", operation: str = "get") -> dict[str, Sequence[object]]:
    """A command line that is valid, by command; `name` and `operation` stand in the study."""
    study, log, table = places.place / "study.yaml", places.place / "gc.log", places.place / "table.csv"
    study.write_text(_STUDY.format(name=_in_yaml(name), operation=_in_yaml(operation)), encoding="utf-8")
    log.write_text(_GC_LOG, encoding="utf-8")
    table.write_text(_TABLE, encoding="utf-8")
    run, other = places.runs
    load = ("--for", "3s", "--slo", "p99<5s")
    return {
        "alarms": ("alarms", "export", study),
        "audit": ("audit", table),
        "capacity": ("capacity", places.target, "--start-rate", 20, "--max-rate", 40, "--hold", "2s", *load[2:]),
        "compare": ("compare", run, other),
        "completion": ("completion", "bash"),
        "demo": ("demo",),
        "diagnose": ("diagnose", places.java or 2**22 + 1, "--seconds", 2),
        "doctor": ("doctor", "--for", "5s"),
        "export": ("export", run, "--csv", places.place / "tables"),
        "gc": ("gc", log),
        "heap": ("heap", places.dumps / "shelves.hprof.gz"),
        "help": ("help", "load"),
        "init": ("init", places.target),
        "load": ("load", places.target, "--rate", 20, *load),
        "open": ("open", run),
        "plan": ("plan", study),
        "report": ("report", run),
        "run": ("run", study),
        "runs": ("runs",),
        "schema": ("schema", "result"),
        "show": ("show", run),
        "threads": ("threads", places.dumps / "jdk17.tdump"),
        "version": ("version",),
    }
