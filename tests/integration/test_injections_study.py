"""Each kind of injection on the status service over PostgreSQL, beside a process that takes a core now and then."""

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.strangers import strangers

from .command_line import CommandLine
from .injection_controller import STRESS

_ROOT = Path(__file__).parents[2]
_STUDY = _ROOT / "studies/injections/study.yaml"
_APART_S = 40
KINDS = {
    "nothing": "command",
    "backlog": "sql",
    "abandoned": "sql",
    "frozen": "stop",
    "killed": "kill",
    "computing": "pressure",
    "writing": "pressure",
    "slow-wire": "network",
    "narrow-wire": "network",
    "cut-wire": "network",
    "reset-wire": "network",
    "filling": "pressure",
    "asking": "http",
}


def shortened(text: str) -> str:
    """The study with 40 s from each injection to the next: too short for effects, and enough for the rest."""
    begins = iter(range(_APART_S, 1000, _APART_S))
    text = re.sub(r"after: \d+m", lambda _: f"after: {next(begins)}s", text)
    text = text.replace("for: 40s", "for: 12s").replace("for: 10s", "for: 5s")
    text = text.replace("hold: 42m", f"hold: {_APART_S * (len(KINDS) + 1) + 20}s")
    return text.replace("../../stands", str(_ROOT / "stands"))


def test_each_kind_is_made_and_undone(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(shortened(_STUDY.read_text(encoding="utf-8")), encoding="utf-8")
    environment = {"XDG_STATE_HOME": str(tmp_path / "state"), "PATH": f"{STRESS}:{os.environ['PATH']}"}
    words = ("run", "study.yaml", "--out", "run")
    with (
        strangers(1, for_s=20.0, every_s=60.0),
        CommandLine(*words, cwd=tmp_path, environment=environment) as command,
    ):
        ended = command.ended(within_s=1000)
    assert ended.exit_code in (0, 3, 4), ended.messages
    result: dict[str, Any] = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    injections = {one["name"]: one for one in result["injections"]}
    assert {name: one["kind"] for name, one in injections.items()} == KINDS
    for name, one in injections.items():
        (occurrence,) = one["occurrences"]
        assert (occurrence["state"], occurrence["fault"]) == ("undone", None), name
        assert occurrence["undone_s"] - occurrence["ended_s"] < 10.0, name
    detected = {
        (name, alarm["name"]) for name, one in injections.items() for alarm in one["alarms"] if alarm["detected"]
    }
    assert {("backlog", "sessions"), ("frozen", "slow"), ("killed", "errors"), ("reset-wire", "errors")} <= detected
    # A service that an injection kills has not died by itself.
    with closing(sqlite3.connect(tmp_path / "run/run.db")) as store:
        assert store.execute("SELECT text FROM event WHERE kind IN ('died', 'oom-killed')").fetchall() == []
    assert not list((tmp_path / "state").rglob("*.json"))
