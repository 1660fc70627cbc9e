"""Real loads beside others on the machine: who was blamed, who was let go, and of whom nothing could be told."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bench.method.table import Claim, MethodTable
from bench.real.case import Case, Kind
from bench.real.hard_cases import HARD_CASES
from bench.real.loads import LOADS
from bench.real.product import NOBODY
from bench.real.record import Entry, Record

__all__ = ["CASES", "DisturbedRun", "disturbed_tables", "runs_of"]

CASES: tuple[Case, ...] = (*LOADS, *HARD_CASES)
_LEAST_CLEAN = 1.0 / 3.0
_TOLD = ("passed", "failed")


@dataclass(frozen=True, slots=True)
class DisturbedRun:
    """One run with what became of it."""

    case: Case
    entry: Entry

    @property
    def outcome(self) -> str:
        """The state, but that what is undecided cannot be told."""
        state = str(self.entry["state"])
        return state if state in _TOLD else "cannot tell"

    @property
    def is_blamed(self) -> bool:
        """A healthy service that has failed."""
        return self.case.kind is Kind.HEALTHY and self.outcome == "failed"

    @property
    def is_let_go(self) -> bool:
        """An overload or a leak that has passed."""
        return self.case.kind in (Kind.OVERLOADED, Kind.WORSE) and self.outcome == "passed"

    @property
    def is_clean(self) -> bool:
        """Of whose span nobody disturbed a third, as the product says."""
        clean = self.entry["clean"]
        return clean is not None and clean >= _LEAST_CLEAN

    @property
    def own_called_others(self) -> tuple[str, ...]:
        """Processes of the stand that its doubts name as others."""
        told = " ".join(doubt["text"] for doubt in self.entry["doubts"] if doubt["code"] in self.entry["by_others"])
        words = set(told.replace(",", " ").replace("(", " ").replace(")", " ").split())
        return tuple(name for name in self.case.own if name in words)


def runs_of(record: Record, cases: Sequence[Case] = CASES) -> list[DisturbedRun]:
    """Those of the cases that were run."""
    return [DisturbedRun(case, record[case.name]) for case in cases if case.name in record]


def disturbed_tables(runs: Sequence[DisturbedRun]) -> tuple[MethodTable, MethodTable]:
    """The loads by kind and others with the claims over all runs; the hard cases one by one."""
    groups: dict[tuple[str, str], list[DisturbedRun]] = {}
    for run in sorted(runs, key=lambda one: (list(Kind).index(one.case.kind), one.case.others.name)):
        if not run.case.is_hard:
            groups.setdefault((run.case.kind.value, run.case.others.name), []).append(run)
    columns = ("service", "others", "runs", *_TOLD, "cannot tell", "said that others disturbed", "blamed")
    loads = MethodTable(
        "Real loads beside others on the machine",
        columns,
        [_row(*names, own) for names, own in groups.items()],
        _claims(runs),
        {"runs": str(len(runs)), "of them beside nobody": str(sum(_is_quiet(run) for run in runs))},
    )
    hard = [run for run in runs if run.case.is_hard]
    return loads, MethodTable(
        "The hard cases, each beside a burner that comes again and again",
        ("case", "others", "outcome", "exit", "clean, %", "doubts", "own processes called others", ""),
        [_hard_row(run) for run in hard],
    )


def _is_quiet(run: DisturbedRun) -> bool:
    return run.case.others is NOBODY


def _claims(runs: Sequence[DisturbedRun]) -> tuple[Claim, ...]:
    worse = [run for run in runs if run.case.kind in (Kind.OVERLOADED, Kind.WORSE)]
    told = [run for run in runs if run.case.kind is not Kind.EDGE]
    clean = [run for run in told if run.is_clean]
    quiet = [run for run in told if run.entry.get("quiet", 1.0) >= _LEAST_CLEAN]
    edges = [[run for run in runs if run.case.kind is Kind.EDGE and _is_quiet(run) is quiet] for quiet in (True, False)]
    passed_quiet, passed_beside = (_percent(run.outcome == "passed" for run in own) for own in edges)
    return (
        Claim("healthy services blamed", float(sum(run.is_blamed for run in runs)), most=0.0),
        Claim(
            "overloads of 1.1 and more, leaks and drifts passed, %", _percent(run.is_let_go for run in worse), most=2.0
        ),
        Claim(
            "cannot tell, of runs of which a third is clean, %",
            _percent(run.outcome == "cannot tell" for run in clean),
            most=10.0,
        ),
        Claim(
            "cannot tell, of runs of which a third is without burners, by their own times, %",
            _percent(run.outcome == "cannot tell" for run in quiet),
            most=10.0,
        ),
        Claim(
            "passed at 1.02 beside others, %; the target is what passed beside nobody", passed_beside, most=passed_quiet
        ),
        Claim(
            "runs that called processes of the stand others",
            float(sum(bool(run.own_called_others) for run in runs)),
            most=0.0,
        ),
    )


def _percent(held: Iterable[bool]) -> float:
    told = list(held)
    return 100.0 * sum(told) / len(told) if told else math.nan


def _row(kind: str, others: str, runs: Sequence[DisturbedRun]) -> tuple[str, ...]:
    counts = [sum(run.outcome == outcome for run in runs) for outcome in (*_TOLD, "cannot tell")]
    told = sum(bool(run.entry["by_others"]) for run in runs)
    return (kind, others, str(len(runs)), *map(str, counts), str(told), str(sum(run.is_blamed for run in runs)))


def _hard_row(run: DisturbedRun) -> tuple[str, ...]:
    clean = run.entry["clean"]
    fault = "blamed" if run.is_blamed else "let go" if run.is_let_go else ""
    return (
        run.case.name,
        run.case.others.name,
        run.outcome,
        str(run.entry["exit_code"]),
        "" if clean is None else f"{100.0 * clean:.0f}",
        ", ".join(sorted({doubt["code"] for doubt in run.entry["doubts"]})),
        ", ".join(run.own_called_others),
        f"**{fault}**" if fault else "as it must be",
    )
