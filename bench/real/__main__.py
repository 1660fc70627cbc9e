"""`python -m bench.real COMMAND`: real runs beside others on this machine.

Fills docs/accuracy.md, with the twenty demos docs/benchmarks.md, and each of the others a folder of its own in
docs/results: artifactory, comparisons, compared, overheads, profiling, diagnoses, exhaustion, live-sets, neighbours.
"""

import argparse
import os
import platform
import signal
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.accuracy.document import DOCUMENT
from bench.document import DOCUMENT as BENCHMARKS
from bench.document import filled
from bench.error import BenchError
from bench.machine import cpu_model
from bench.method.table import MethodTable
from bench.real.artifactory import ARTIFACTORY_RUNS, artifactory_tables
from bench.real.budgets import BUDGET_RUNS, budget_tables
from bench.real.case import capacities
from bench.real.comparisons import COMPARISON_RUNS, comparison_tables
from bench.real.demos import DEMO_RUNS, DEMOS, TWENTY, demo_table, twenty_table
from bench.real.diagnoses import DIAGNOSIS_RUNS, diagnosis_tables
from bench.real.disturbed import CASES, disturbed_tables, runs_of
from bench.real.exhaustion import EXHAUSTION_RUNS, exhaustion_tables
from bench.real.forecasts import forecast_rows, forecasts_table
from bench.real.live_sets import LIVE_SET_RUNS, live_set_tables
from bench.real.neighbours import neighbour_runs, neighbour_tables
from bench.real.overhead import OVERHEAD_RUNS, overhead_tables
from bench.real.product import NOBODY
from bench.real.profiling import PROFILING_RUNS, profiling_tables
from bench.real.record import CACHE, Entry, Record, Run, run_missing
from bench.real.searches import SEARCHES, searches_table
from bench.real.source_design import SOURCE_RUNS, source_tables
from bench.terminal import tell

_RESULTS = Path(__file__).parents[2] / "docs" / "results"
OF_ITS_OWN: Mapping[str, Path] = {
    "artifactory": _RESULTS / "artifactory" / "trust.md",
    "comparisons": _RESULTS / "comparisons" / "README.md",
    "compared": _RESULTS / "budgets" / "README.md",
    "overhead": _RESULTS / "overheads" / "README.md",
    "profiling": _RESULTS / "profiling-overhead" / "trust.md",
    "diagnoses": _RESULTS / "diagnoses" / "README.md",
    "exhaustion": _RESULTS / "exhaustion" / "README.md",
    "live-sets": _RESULTS / "live-sets" / "README.md",
    "neighbours": _RESULTS / "neighbours" / "README.md",
}
"""The documents of what takes hours: they say how much of it was run."""


@dataclass(frozen=True, slots=True)
class _Command:
    """What is run by name, and what is said of it."""

    runs: Mapping[str, Run]
    tables: Callable[[Record], Iterable[MethodTable]]


def main() -> None:
    """One command; a missed target is shown, and is no fault of the run."""
    options = _options()
    # Whoever ends the bench ends the run that it waits for, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    try:
        if options.command == "forecasts":
            part = "\n\n".join(["\n".join(_machine()), _forecasts(options.records).markdown()])
            is_whole = all((options.records / f"{name}.jsonl").exists() for name in ("disturbed", "searches"))
        else:
            command, record = _command(options), Record(_record_of(options))
            wanted = [name for name in command.runs if options.only is None or options.only in name]
            run_missing(command.runs, wanted, record, options.most, tell)
            if options.command == "demo" and not _twenty(record, options.no_document):
                print("\nnot all of the twenty were run: docs/benchmarks.md is left as it is", file=sys.stderr)
            # What stands in the other document is asked for by its own runs alone.
            asked = DEMOS if options.command == "demo" else tuple(command.runs)
            part = _part(command, record, asked)
            is_whole = all(name in record for name in asked)
        print(f"\n{part}")
        document = OF_ITS_OWN.get(options.command, DOCUMENT)
        if (is_whole or options.command in OF_ITS_OWN) and not options.no_document:
            _fill(options.command, part, document)
    except BenchError as error:
        sys.exit(f"error: {error}")
    if not is_whole:
        left = "tells what was run" if options.command in OF_ITS_OWN else "is left as it is"
        print(f"\nnot all was run: {document.name} {left}; the same command goes on", file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.real", description=__doc__)
    parser.add_argument("command", choices=("disturbed", "searches", "demo", "forecasts", *OF_ITS_OWN))
    parser.add_argument("--only", help="runs whose name holds this text; the others are run another time")
    parser.add_argument("--most", type=_minutes, help="minutes: no run begins later")
    parser.add_argument("--budget", type=_minutes, help="of each search: most minutes of load [no limit]")
    parser.add_argument(
        "--records",
        type=Path,
        default=CACHE,
        help="directory of what was measured [.cache/real; of what takes hours, beside its document]",
    )
    parser.add_argument(
        "--python", type=Path, help="neighbours: the interpreter of an earlier version, to be run instead"
    )
    parser.add_argument("--no-document", action="store_true", help="leave the documents as they are")
    return parser.parse_args()


def _record_of(options: argparse.Namespace) -> Path:
    """What takes more hours than a machine may live is kept beside its document."""
    if options.records == CACHE and (document := OF_ITS_OWN.get(options.command)) is not None:
        return document.parent / "runs.jsonl"
    file: Path = options.records / f"{options.command}.jsonl"
    return file


def _minutes(text: str) -> float:
    try:
        minutes = float(text)
    except ValueError:
        minutes = 0.0
    if not 0.1 <= minutes <= 10_000.0:
        raise argparse.ArgumentTypeError(f"{text} is not 0.1 to 10000 minutes")
    return minutes


def _command(options: argparse.Namespace) -> _Command:
    if options.command == "disturbed":
        return _Command({case.name: case.run for case in CASES}, lambda record: disturbed_tables(runs_of(record)))
    if options.command == "searches":
        budget_min = options.budget
        return _Command(
            {search.name: lambda *given, search=search: search.run(*given, budget_min) for search in SEARCHES},
            lambda record: [searches_table(record)],
        )
    own = {
        "artifactory": _Command(ARTIFACTORY_RUNS, artifactory_tables),
        "comparisons": _Command(COMPARISON_RUNS, comparison_tables),
        "compared": _Command(BUDGET_RUNS, budget_tables),
        "overhead": _Command(OVERHEAD_RUNS, overhead_tables),
        "profiling": _Command(
            {**PROFILING_RUNS, **SOURCE_RUNS}, lambda record: [*profiling_tables(record), *source_tables(record)]
        ),
        "diagnoses": _Command(DIAGNOSIS_RUNS, diagnosis_tables),
        "exhaustion": _Command(EXHAUSTION_RUNS, exhaustion_tables),
        "live-sets": _Command(LIVE_SET_RUNS, live_set_tables),
        "neighbours": _Command(neighbour_runs(options.python), neighbour_tables),
    }
    if options.command in own:
        return own[options.command]
    return _Command(DEMO_RUNS, lambda record: [demo_table(record.of(DEMOS))])


def _twenty(record: Record, no_document: bool) -> bool:
    """Shows the table of the twenty demos, and fills it in where all were run: whether they were."""
    names = [demo.name for demo in TWENTY]
    part = _part(_Command(DEMO_RUNS, lambda kept: [twenty_table(kept)]), record, names)
    print(f"\n{part}")
    is_whole = all(name in record for name in names)
    if is_whole and not no_document:
        _fill("demo", part, BENCHMARKS)
    return is_whole


def _part(command: _Command, record: Record, names: Sequence[str]) -> str:
    entries = record.of(names)
    ended = sorted(str(entry["ended"]) for entry in entries)
    minutes = sum(entry["wall_s"] for entry in entries) / 60.0
    facts = _machine()
    if ended:
        facts.append(f"- Runs: {ended[0]} to {ended[-1]}, {minutes:.0f} minutes in all")
    facts += [f"- {line[0].upper()}{line[1:]}" for line in capacities(record)]
    return "\n\n".join(["\n".join(facts), *(table.markdown() for table in command.tables(record))])


def _machine() -> list[str]:
    model = cpu_model(Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines())
    return [f"- Machine: {model}, {os.cpu_count()} cores, Linux {platform.release()}"]


def _forecasts(records: Path) -> MethodTable:
    """Of all that was planned and run."""
    disturbed, searches, demos = (Record(records / f"{name}.jsonl") for name in ("disturbed", "searches", "demo"))
    groups: list[tuple[str, list[Entry]]] = [
        *_by_others("loads", [(run.entry, run.case.others is NOBODY) for run in runs_of(disturbed)]),
        *_by_others(
            "searches", [(searches[one.name], one.others is NOBODY) for one in SEARCHES if one.name in searches]
        ),
        ("demos beside others", demos.of(DEMOS)),
    ]
    return forecasts_table([row for name, entries in groups for row in forecast_rows(name, entries)])


def _by_others(name: str, runs: Sequence[tuple[Entry, bool]]) -> Iterable[tuple[str, list[Entry]]]:
    yield f"{name}, nobody beside", [entry for entry, is_quiet in runs if is_quiet]
    yield f"{name} beside others", [entry for entry, is_quiet in runs if not is_quiet]


def _fill(command: str, part: str, document: Path = DOCUMENT) -> None:
    text = filled(document.read_text(encoding="utf-8"), part, f"python -m bench.real {command}")
    document.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
