"""Comparisons of real services whose differences are known: of one with itself, and of what burns 1, 2, 5 % more."""

import json
import math
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from typing import Any

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.product import NOBODY, Others, ran
from bench.real.record import Entry, Record, Run
from tests.contract.stand_process import binary_of

__all__ = ["COMPARISON_RUNS", "compared", "comparison_tables", "studies"]

_STANDS = Path(__file__).parents[2] / "stands"
_FOUR_STACKS = Path(__file__).parents[2] / "studies" / "four-stacks" / "study.yaml"
_SAME, _BURNS = 20, 5
_POPULATIONS, _STARTS = 5, 8
_JUDGED_AS_NOW = 5
"""The first population that was judged by the rule of today: those before told how it errs on small memories."""
_BURN_US = 1000
_MORE_US = {"one": 10, "two": 20, "five": 50}
_PRIMARY = ("p99", "mean", "cpu", "memory", "errors")
_KEPT = ("a", "b", "metric", "decision", "effect_percent", "points", "low", "high", "level_a", "level_b", "rounds")
_MOST_FALSE, _LEAST_COVERED, _LEAST_SEEN = 3, 13, 4
_WITHIN_S = 3600.0
_COMPARED_WITHIN_S = 60.0
_WORSE = 3
_SHARE = Others("30 % of a core", 1, 0.0, 0.3, 1.0)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """One run of a study that compares, beside others or nobody."""

    name: str
    study: Callable[[], str]
    others: Others = NOBODY

    def run(self, _record: Record, place: Path) -> Entry:
        """The entry of this run."""
        return compared(self.study(), place, self.others)


def compared(
    study: str,
    place: Path,
    others: Others = NOBODY,
    *words: str,
    more: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None,
) -> Entry:
    """Entry of the run of a study that compares, whose text is `study`, with `words` on its command line.

    Trials are counted alone; `more` is what is kept of the result, all primary pairs in total unless given.
    """
    file = place / "study.yaml"
    file.write_text(study, encoding="utf-8")
    entry = ran(str(file), place, "run", *words, within_s=_WITHIN_S, others=others, more=more or _pairs_of)
    doubts = [{"code": doubt["code"]} for doubt in entry["doubts"]]
    kept = {name: value for name, value in entry.items() if name != "answers"}
    return {**kept, "trials": len(entry["trials"]), "doubts": doubts}


def _pairs_of(result: Mapping[str, Any]) -> Mapping[str, Any]:
    if not result["comparisons"]:
        raise BenchError(f"no round came to its end: {result['sentence']}. Cure: see its doubts")
    (one,) = result["comparisons"]
    slots = [slot for slot in one["slots"] if slot["purpose"] == "compare"]
    costs = [slot["generator_us_per_call"] for slot in slots if slot["generator_us_per_call"]]
    return {
        "rounds": sum(all(each["outcome"] == "measured" for each in round_["variants"]) for round_ in one["rounds"]),
        "cycles": [round_["counted_cycles"] for round_ in one["rounds"]],
        "machine_slope": one["machine_slope"],
        "why_over": one["ended"],
        "pairs": [
            {name: pair[name] for name in _KEPT}
            for pair in one["pairs"]
            if not pair["operation"] and pair["metric"] in _PRIMARY
        ],
        "smallest_visible": one["smallest_visible"],
        "company": one["company"],
        "left_out": sum(not slot["counts"] for slot in slots),
        "slots": len(slots),
        "generator_us": [min(costs, default=math.nan), max(costs, default=math.nan)],
    }


def _same_study() -> str:
    """go-pgx with a database of its own, twice: stand and load are those of the four stacks."""
    text = _FOUR_STACKS.read_text(encoding="utf-8").replace("../../stands", str(_STANDS))
    stand, rest = text.split("variants:\n", 1)
    profile = rest[rest.index("profile:") : rest.index("slo:")]
    # Three rounds of some 115 s each: within five minutes two would end, which tell nothing.
    compare = "{rate: 1000, rounds: 3, slot: 5s, budget: 9m}"
    return (
        f"{stand}variants: {{go-pgx: {{}}, go-pgx-again: {{}}}}\n{profile}"
        f"slo: [p99<350ms]\nmethods: {{compare: {compare}}}\n"
    )


def _burns_study() -> str:
    """Four servers of which each request costs 0, 10, 20 and 50 µs more than a millisecond."""

    def command(cpu_us: int) -> str:
        return f'[{binary_of("known-truth")}, burn, --cpu-us, "{cpu_us}", --listen, "127.0.0.1:${{port}}"]'

    variants = "".join(
        f"  {name}: {{services: {{api: {{command: {command(_BURN_US + more)}}}}}}}\n" for name, more in _MORE_US.items()
    )
    return (
        "name: burns\n"
        f"stand:\n  target: http://127.0.0.1:${{api.port}}\n  services: {{api: {{command: {command(_BURN_US)}}}}}\n"
        f"variants:\n  none: {{}}\n{variants}"
        "profile: {operations: {read: {request: GET /read}}}\nslo: [p99<1s]\n"
        "methods: {compare: {rate: 250, rounds: 8, slot: 5s, budget: 25m}}\n"
    )


def _unchanged_study() -> str:
    """One server, which burns a millisecond for each request."""
    known = binary_of("known-truth")
    return (
        "name: unchanged\n"
        "stand:\n  target: http://127.0.0.1:${api.port}\n"
        f'  services: {{api: {{command: [{known}, burn, --cpu-us, "{_BURN_US}", --listen, "127.0.0.1:${{port}}"]}}}}\n'
        "profile: {operations: {read: {request: GET /read}}}\nslo: [p99<1s]\n"
        "methods: {load: {rate: 250, hold: 45s}}\n"
    )


def studies() -> dict[str, str]:
    """The studies that are run, by what they are of."""
    return {"same": _same_study(), "burns": _burns_study(), "unchanged": _unchanged_study()}


@dataclass(frozen=True, slots=True)
class _UnchangedStarts:
    """Runs of one start of one service, one after the other, each then compared with each: what is told of nothing."""

    name: str

    def run(self, _record: Record, place: Path) -> Entry:
        """How often each exit code came, and each pair that was called worse with its figures that differ."""
        study = place / "study.yaml"
        study.write_text(_unchanged_study(), encoding="utf-8")
        entries = [ran(str(study), place, "run", within_s=300.0) for _ in range(_STARTS)]
        compared = [_compared(*pair) for pair in permutations(sorted(place.glob("run-*")), 2)]
        codes = [code for code, _ in compared]
        return {
            **entries[-1],
            "wall_s": sum(entry["wall_s"] for entry in entries),
            "by_others": sorted({code for entry in entries for code in entry["by_others"]}),
            "compared": {str(code): codes.count(code) for code in sorted(set(codes))},
            "called_worse": [worse for code, worse in compared if code == _WORSE],
        }


def _compared(baseline: Path, run: Path) -> tuple[int, Mapping[str, Any]]:
    command = [sys.executable, "-m", "loadproof", "compare", str(baseline), str(run), "--json"]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=_COMPARED_WITHIN_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise BenchError(f"loadproof compare did not end within {_COMPARED_WITHIN_S:g} s") from error
    if ended.returncode not in (0, _WORSE, 4):
        raise BenchError(f"loadproof compare: {ended.stderr.strip()[-500:]}. Cure: see above")
    (told,) = json.loads(ended.stdout)["comparisons"]
    figures = {pair["metric"]: pair["effect_percent"] for pair in told["pairs"] if pair["decision"] == "different"}
    return ended.returncode, {"baseline": baseline.name, "run": run.name, "different": figures}


_OF_SAME = tuple(_Comparison(f"go-pgx against itself {number}", _same_study) for number in range(1, _SAME + 1))
_OF_BURNS = tuple(_Comparison(f"burns {number}", _burns_study) for number in range(1, _BURNS + 1))
_BESIDE = (
    _Comparison(f"go-pgx against itself beside {_SHARE.name}", _same_study, _SHARE),
    _Comparison(f"burns beside {_SHARE.name}", _burns_study, _SHARE),
)
_OF_UNCHANGED = tuple(_UnchangedStarts(f"unchanged starts {number}") for number in range(1, _POPULATIONS + 1))
COMPARISON_RUNS: Mapping[str, Run] = {
    **{one.name: one.run for one in (*_OF_SAME, *_OF_BURNS, *_BESIDE)},
    **{one.name: one.run for one in _OF_UNCHANGED},
}


def comparison_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    yield _same_table(record.of(one.name for one in _OF_SAME), record.of([_BESIDE[0].name]))
    yield _burns_table(record.of(one.name for one in _OF_BURNS), record.of([_BESIDE[1].name]))
    if unchanged := record.of(one.name for one in _OF_UNCHANGED):
        yield _unchanged_table(unchanged)


def _same_table(entries: Sequence[Entry], beside: Sequence[Entry]) -> MethodTable:
    wrong = sum(bool(_different(entry)) for entry in entries)
    return MethodTable(
        f"go-pgx against itself, at 1,000 calls/s, in three rounds: {len(entries)} of {_SAME}",
        ("run", "rounds", "called different", *_PRIMARY, "slots left out", "minutes", "doubts"),
        [
            (
                entry["name"],
                str(entry["rounds"]),
                ", ".join(_different(entry)) or "–",
                *(_told(_pair(entry, metric, "go-pgx", "go-pgx-again")) for metric in _PRIMARY),
                *_course(entry),
            )
            for entry in (*entries, *beside)
        ],
        (Claim(f"comparisons of {len(entries)} with any primary difference", float(wrong), most=float(_MOST_FALSE)),),
        {"rounds looked at": "3 at least, else nothing is told"},
    )


def _burns_table(entries: Sequence[Entry], beside: Sequence[Entry]) -> MethodTable:
    """The truth is what is burnt more over what `none` used in all of these runs."""
    rows, covered, seen = list[tuple[str, ...]](), 0, 0
    levels = [_pair(entry, "cpu", "none", "one")["level_a"] for entry in entries]
    none_ms = math.fsum(levels) / len(levels) if levels else math.nan
    truths = {name: 0.1 * more_us / none_ms for name, more_us in _MORE_US.items()}
    for entry in (*entries, *beside):
        pairs = {name: _pair(entry, "cpu", "none", name) for name in truths}
        inside = {name: _holds(pairs[name], truth) for name, truth in truths.items()}
        if entry in entries:
            covered += sum(inside.values())
            seen += pairs["five"]["decision"] == "different"
        cells = (_told(pairs[name]) + ("" if inside[name] else " **outside**") for name in truths)
        decisions = ", ".join(f"{name}: {pairs[name]['decision']}" for name in truths)
        rows.append((entry["name"], str(entry["rounds"]), *cells, decisions, *_course(entry)))
    columns = (f"{name}: truth +{truth:.2f} %" for name, truth in truths.items())
    runs = len(entries)
    return MethodTable(
        f"CPU per request of servers that burn 1, 2 and 5 % more, in 25 minutes: {runs} of {_BURNS}",
        ("run", "rounds", *columns, "decisions", "slots left out", "minutes", "doubts"),
        rows,
        (
            Claim(f"differences of {3 * runs} inside their intervals", float(covered), least=float(_LEAST_COVERED)),
            Claim(f"5 % called different, in {runs} runs", float(seen), least=float(_LEAST_SEEN)),
        ),
        {"CPU per request of none": f"{none_ms:.4f} ms"},
    )


def _unchanged_table(entries: Sequence[Entry]) -> MethodTable:
    told = {0: "no worse", _WORSE: "worse", 4: "cannot tell"}
    codes = {entry["name"]: {code: entry["compared"].get(str(code), 0) for code in told} for entry in entries}
    now = [codes[one.name] for one in _OF_UNCHANGED[_JUDGED_AS_NOW - 1 :] if one.name in codes]
    in_all, worse = sum(sum(each.values()) for each in now), sum(each[_WORSE] for each in now)
    return MethodTable(
        "`loadproof compare RUN RUN` of a service that nobody changed: single starts, judged by those beside them",
        ("run", "starts", *told.values(), "worse in", "beside others"),
        [
            (
                entry["name"],
                str(_STARTS),
                *map(str, codes[entry["name"]].values()),
                _worse_in(entry),
                ", ".join(entry["by_others"]) or "nobody",
            )
            for entry in entries
        ],
        (Claim("called worse, % of the pairs that are judged as now", 100.0 * worse / max(1, in_all), most=5.0),),
        {"pairs that are judged as now": str(in_all)},
    )


def _worse_in(entry: Entry) -> str:
    if "called_worse" not in entry:
        return "not kept"
    return ", ".join(sorted({metric for pair in entry["called_worse"] for metric in pair["different"]})) or "–"


def _pair(entry: Entry, metric: str, a: str, b: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = next(
        pair for pair in entry["pairs"] if (pair["metric"], pair["a"], pair["b"]) == (metric, a, b)
    )
    return found


def _different(entry: Entry) -> list[str]:
    return [pair["metric"] for pair in entry["pairs"] if pair["decision"] == "different"]


def _holds(pair: Mapping[str, Any], truth: float) -> bool:
    return pair["low"] is not None and pair["low"] <= truth <= pair["high"]


def _told(pair: Mapping[str, Any]) -> str:
    if pair["low"] is None:
        return "–"
    effect = pair["points"] if pair["effect_percent"] is None else pair["effect_percent"]
    return f"{effect:+.2f} ({pair['low']:+.2f} to {pair['high']:+.2f})"


def _course(entry: Entry) -> tuple[str, str, str]:
    doubts = ", ".join(sorted({doubt["code"] for doubt in entry["doubts"]}))
    return f"{entry['left_out']} of {entry['slots']}", f"{entry['wall_s'] / 60.0:.1f}", doubts
