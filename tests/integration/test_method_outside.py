"""A method outside of the tree, added with one line of the registry, is planned, run, cut, continued and reported."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = {
    "__init__.py": '''\
"""A load and twice as much, each held."""

from loadproof.methods.row import MethodRow


class Twice(MethodRow):
    name = "twice"
    holds_several_rates = True

    def spec(self):
        from twice.spec import TwiceSpec

        return TwiceSpec

    def settings_of(self, section):
        from twice.machine import TwiceSettings

        return TwiceSettings(section.rate("rate"), **section.durations("hold"))

    def make(self, settings, _start):
        from twice.machine import TwiceLoad

        return TwiceLoad(settings)

    def longest_s(self, settings, _asked):
        return 2 * settings.hold_s

    def sections(self, result, _words):
        from loadproof.render.document import Column, Section, Table

        rows = [[str(one.start), str(one.rate)] for one in result.answers]
        return [Section("What twice the load gave", [Table([Column("Start"), Column("Rate")], rows)])]

    def sentence(self, told):
        from loadproof.model.message import Message

        return Message.said(f"Twice the load: {told.answer.outcome}.")


ROW = Twice()
''',
    "machine.py": """\
from dataclasses import dataclass

from loadproof.methods.method import Method
from loadproof.methods.trial import Purpose, Trial
from loadproof.records.answer import Answer, Outcome


@dataclass(frozen=True)
class TwiceSettings:
    rate: float
    hold_s: float = 5.0


class TwiceLoad(Method):
    name = "twice"

    def __init__(self, settings):
        self.settings = settings

    def next(self, history, _observed=None, /):
        settings = self.settings
        if len(history) < 2:
            return Trial(Purpose.LOAD, settings.rate * (1 + len(history)), settings.hold_s, early_stop=False)
        last = history[-1]
        return Answer(self.name, Outcome(last.verdict.state), last.trial.rate, last.verdict.reason)
""",
    "spec.py": '''\
from pydantic import Field

from loadproof.study.method_scalars import Hold, MethodSpec, Rate


class TwiceSpec(MethodSpec):
    """A load and twice as much."""

    such_as = "settings such as {rate: 100, hold: 5s}"
    meaning = "A load and twice as much; none unless written."

    rate: Rate | None = Field(default=None, description="a rate")
    """The lower rate. Required."""
    hold: Hold | None = Field(default=None, description="a duration")
    """Duration of each hold; 5s unless written."""
''',
}
COMMAND = """\
import signal
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

registry = find_spec("loadproof.methods.registry")
written = Path(registry.origin).read_text(encoding="utf-8")
last = '    "loadproof.methods.overhead",\\n'
assert written.count(last) == 1
module = sys.modules[registry.name] = module_from_spec(registry)
exec(compile(written.replace(last, last + '    "twice",\\n'), registry.origin, "exec"), module.__dict__)


class Terminal:
    begun = 0

    def __init__(self, under):
        self.under = under

    def write(self, text):
        self.begun += text.count(", start 2")
        if self.begun and cut:
            cut.clear()
            signal.raise_signal(signal.SIGINT)
        return self.under.write(text)

    def __getattr__(self, name):
        return getattr(self.under, name)


cut = ["the second start"] if sys.argv[1] == "--cut" else []
sys.argv[1:] = sys.argv[2:]
sys.stderr = Terminal(sys.stderr)
from loadproof.__main__ import main

main()
"""
STUDY = """\
name: two loads
stand: {driver: simulate, simulated: {workers: 2, service_time: 1ms}}
profile: {operations: {get: {request: GET /}}, slo: p99<100ms}
starts: 3
methods: {twice: {rate: 200}}
"""


def run(place: Path, *words: str, cut: bool = False) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "--cut" if cut else "--whole", *words],
        cwd=place,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "twice").mkdir()
    for name, text in FOLDER.items():
        (tmp_path / "twice" / name).write_text(text, encoding="utf-8")
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    return tmp_path


def test_it_is_planned_and_a_fault_of_its_section_has_its_line(place: Path) -> None:
    planned = run(place, "plan", "study.yaml", "--json")
    assert planned.returncode == 0, planned.stderr
    assert [(one["method"], one["trials"]["median"]) for one in json.loads(planned.stdout)["methods"]] == [
        ("twice", 2.0)
    ]
    (place / "study.yaml").write_text(STUDY.replace("rate: 200", "rate: fast"), encoding="utf-8")
    refused = run(place, "plan", "study.yaml")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "study.yaml:5: methods.twice.rate: 'fast' is not a rate" in refused.stderr


def test_it_is_run_cut_continued_and_stands_in_every_report(place: Path) -> None:
    interrupted = run(place, "run", "study.yaml", "--out", "run", cut=True)
    assert interrupted.returncode != 0
    assert len(answers_in(place)) < 3
    told = run(place, "run", "--continue", "run")
    assert told.returncode == 0, told.stderr
    assert [(one["method"], one["outcome"], one["rate"]) for one in answers_in(place)] == 3 * [
        ("twice", "passed", 400.0)
    ]
    sentence = "Twice the load: passed."
    assert sentence in told.stdout
    shown = run(place, "report", "run", "--full")
    assert shown.returncode == 0
    media = [(place / "run" / report).read_text(encoding="utf-8") for report in ("report.md", "report.html")]
    for medium in (*media, shown.stdout):
        assert sentence in medium
        assert "What twice the load gave" in medium
    drawn = json.loads(media[1].partition('id="document">')[2].partition("</script>")[0])
    # The start that was cut has no answer.
    starts = [str(one["start"]) for one in answers_in(place)]
    own = [one for one in drawn["sections"] if one["title"] == "What twice the load gave"]
    assert [block["rows"] for one in own for block in one["blocks"]] == [[[one, "400.0"] for one in starts]]


def answers_in(place: Path) -> list[dict[str, object]]:
    result = json.loads((place / "run" / "result.json").read_text(encoding="utf-8"))
    return [one for one in result["answers"] if one["outcome"] != "not_run"]
