"""The demo beside nobody and others: twenty that have to end well, and five that must never blame their service."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.method.table import Claim, MethodTable
from bench.real.forecasts import forecast_once
from bench.real.product import NOBODY, Others, ran
from bench.real.record import Entry, Record, Run
from bench.real.searches import A_THIRD

__all__ = ["DEMOS", "DEMO_RUNS", "TWENTY", "Demo", "demo_table", "twenty_table"]

_STUDY = Path(__file__).parents[2] / "studies" / "demo.yaml"
_WITHIN_S = 1800.0
_WANTED = (0, 4)
_LONGEST_MIN = 3.0
_SHARE = Others("30 % of a core", 1, 0.0, 0.3, 1.0)
_ONCE = Others("a core for 30 s", 1, 0.0, 30.0)


@dataclass(frozen=True, slots=True)
class Demo:
    """One demo: whom it is beside, and how much later than it they begin."""

    name: str
    others: Others
    later_s: float = 0.0

    def run(self, record: Record, place: Path) -> dict[str, Any]:
        """Its entry."""
        forecast = forecast_once("the demo", _STUDY.read_text(encoding="utf-8"), record, place)
        ended = ran(None, place, "demo", within_s=_WITHIN_S, others=self.others, later_s=self.later_s)
        return ended | {"forecast": forecast}


DEMOS = tuple(f"demo {number}" for number in range(1, 6))
"""Beside a process that takes a core for a third of the time."""
TWENTY = (
    *(Demo(f"demo beside nobody {number}", NOBODY) for number in range(1, 11)),
    *(Demo(f"demo beside {_SHARE.name} {number}", _SHARE) for number in range(1, 6)),
    # In the search, in its confirmation and in the soak.
    *(Demo(f"demo beside {_ONCE.name} {number}", _ONCE, 30.0 * number - 10.0) for number in range(1, 6)),
)
DEMO_RUNS: dict[str, Run] = {demo.name: demo.run for demo in (*TWENTY, *(Demo(name, A_THIRD) for name in DEMOS))}


def demo_table(entries: Sequence[Entry]) -> MethodTable:
    """A row for each demo beside a process that takes a core for a third of the time."""
    blamed = sum(entry["exit_code"] not in _WANTED for entry in entries)
    return _table(
        f"`loadproof demo` beside a process that takes {A_THIRD.name}",
        entries,
        Claim("demos that end with another code than 0 or 4", float(blamed), most=0.0),
    )


def twenty_table(record: Record) -> MethodTable:
    """A row for each of the twenty that were run, beside nobody first."""
    demos = [demo for demo in TWENTY if demo.name in record]
    well = {name: [0, 0] for name in dict.fromkeys(demo.others.name for demo in demos)}
    for demo in demos:
        well[demo.others.name][0] += record[demo.name]["exit_code"] == 0
        well[demo.others.name][1] += 1
    quiet_s = [record[demo.name]["wall_s"] for demo in demos if demo.others is NOBODY]
    return _table(
        "`loadproof demo` beside nobody, beside 30 % of a core, and beside a core for 30 s",
        [record[demo.name] for demo in demos],
        *(
            Claim(f"beside {name}: demos of {ran_in_all} that end with exit code 0", float(ended), least=ran_in_all)
            for name, (ended, ran_in_all) in well.items()
        ),
        Claim("longest demo beside nobody, minutes", max(quiet_s, default=math.nan) / 60.0, most=_LONGEST_MIN),
    )


def _table(title: str, entries: Sequence[Entry], *claims: Claim) -> MethodTable:
    columns = ("run", "exit", "outcomes", "minutes", "doubts", "sentence")
    return MethodTable(title, columns, [_row(entry) for entry in entries], claims, {"runs": str(len(entries))})


def _row(entry: Entry) -> tuple[str, ...]:
    outcomes = ", ".join(f"{answer['method']}: {answer['outcome']}" for answer in entry["answers"])
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    sentence = str(entry["sentence"]).replace("|", "\\|")
    return (str(entry["name"]), str(entry["exit_code"]), outcomes, f"{entry['wall_s'] / 60.0:.1f}", doubts, sentence)
