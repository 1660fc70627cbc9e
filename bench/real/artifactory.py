"""The artifact repository against itself: five comparisons of one variant of its study with its twin."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.records.comparison import Decision, Family

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.comparisons import compared
from bench.real.product import NOBODY
from bench.real.record import Entry, Record, Run

__all__ = ["ARTIFACTORY_RUNS", "artifactory_study", "artifactory_tables"]

_ROOT = Path(__file__).parents[2]
_STUDY = _ROOT / "studies" / "artifactory" / "study.yaml"
_QUICK = "compare: {rate: 0.03N, budget: 90m}"
_SHORT = "compare: {rate: 0.03N, rounds: 3, budget: 12m}"
_VARIANT = "jdk17-g1"
_RUNS, _MOST_CLAIMED = 5, 1
_KEPT = ("metric", "operation", "family", "decision", "effect_percent", "points", "low", "high", "rounds")


def artifactory_study() -> str:
    """Return the study with rounds of its preset quick in twelve minutes of load. Raises BenchError if it has none."""
    text = _STUDY.read_text(encoding="utf-8")
    if text.count(_QUICK) != 1:
        raise BenchError(f"{_STUDY.name}: the preset quick has no {_QUICK!r}. Cure: write what it has into this bench")
    return text.replace(_QUICK, _SHORT).replace("../../stands", str(_ROOT / "stands"))


@dataclass(frozen=True, slots=True)
class _Twin:
    """One comparison of the variant with its twin."""

    seed: int

    def run(self, _record: Record, place: Path) -> Entry:
        """Return the entry of this run."""
        study = f"seed: {self.seed}\n{artifactory_study()}"
        return compared(study, place, NOBODY, "--preset", "quick", "--aa", "--variant", _VARIANT, more=_pairs_of)


def _pairs_of(result: Mapping[str, Any]) -> Mapping[str, Any]:
    if not result["comparisons"]:
        raise BenchError(f"no round came to its end: {result['sentence']}. Cure: see its doubts")
    (one,) = result["comparisons"]
    measured = [each for each in one["rounds"] if all(own["outcome"] == "measured" for own in each["variants"])]
    return {
        "rounds": len(measured),
        "cycles": [each["counted_cycles"] for each in one["rounds"]],
        "why_over": one["ended"],
        "pairs": [{name: pair[name] for name in _KEPT} for pair in one["pairs"]],
    }


ARTIFACTORY_RUNS: Mapping[str, Run] = {
    f"{_VARIANT} against itself, {number}": _Twin(6000 + number).run for number in range(1, _RUNS + 1)
}


def artifactory_tables(record: Record) -> Iterable[MethodTable]:
    """Return the account of the runs so far."""
    entries = record.of(ARTIFACTORY_RUNS)
    claimed = sum(bool(_different(entry, Family.PRIMARY)) for entry in entries)
    others = sum(len(_different(entry, Family.OPERATION)) for entry in entries)
    pairs = sum(len(_of(entry, Family.OPERATION)) for entry in entries)
    yield MethodTable(
        f"One variant against itself: {len(entries)} of {_RUNS}",
        ("run", "primary pairs", "called different", "other pairs", "called different", "rounds", "minutes"),
        [
            (
                entry["name"],
                str(len(_of(entry, Family.PRIMARY))),
                _named(_different(entry, Family.PRIMARY)),
                str(len(_of(entry, Family.OPERATION))),
                _named(_different(entry, Family.OPERATION)),
                str(entry["rounds"]),
                f"{entry['wall_s'] / 60.0:.1f}",
            )
            for entry in entries
        ],
        (Claim(f"runs with any primary difference, of {len(entries)}", float(claimed), most=float(_MOST_CLAIMED)),),
        {"other differences": f"{others} of {pairs} pairs", "rate": "99/s"},
    )


def _of(entry: Entry, family: Family) -> Sequence[Mapping[str, Any]]:
    return [pair for pair in entry["pairs"] if pair["family"] == family and pair["decision"] != Decision.NOT_RUN]


def _different(entry: Entry, family: Family) -> Sequence[Mapping[str, Any]]:
    return [pair for pair in _of(entry, family) if pair["decision"] == Decision.DIFFERENT]


def _named(pairs: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(f"{pair['metric']} {pair['operation']}".strip() for pair in pairs) or "–"
