"""The demo beside a process that takes a core for a third of the time: it never blames its service."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.method.table import Claim, MethodTable
from bench.real.forecasts import forecast_once
from bench.real.product import ran
from bench.real.record import Entry, Record
from bench.real.searches import A_THIRD

__all__ = ["DEMOS", "demo_table", "run_demo"]

DEMOS = tuple(f"demo {number}" for number in range(1, 6))
_STUDY = Path(__file__).parents[2] / "studies" / "demo.yaml"
_WITHIN_S = 1800.0
_WANTED = (0, 4)


def run_demo(record: Record, place: Path) -> dict[str, Any]:
    """The entry of one demo."""
    forecast = forecast_once("the demo", _STUDY.read_text(encoding="utf-8"), record, place)
    return ran(None, place, "demo", within_s=_WITHIN_S, others=A_THIRD) | {"forecast": forecast}


def demo_table(entries: Sequence[Entry]) -> MethodTable:
    """A row for each demo."""
    blamed = sum(entry["exit_code"] not in _WANTED for entry in entries)
    return MethodTable(
        f"`loadproof demo` beside a process that takes {A_THIRD.name}",
        ("run", "exit", "outcomes", "minutes", "doubts", "sentence"),
        [_row(entry) for entry in entries],
        (Claim("demos that end with another code than 0 or 4", float(blamed), most=0.0),),
        {"runs": str(len(entries))},
    )


def _row(entry: Entry) -> tuple[str, ...]:
    outcomes = ", ".join(f"{answer['method']}: {answer['outcome']}" for answer in entry["answers"])
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    sentence = str(entry["sentence"]).replace("|", "\\|")
    return (str(entry["name"]), str(entry["exit_code"]), outcomes, f"{entry['wall_s'] / 60.0:.1f}", doubts, sentence)
