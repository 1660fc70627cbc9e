"""Stored runs compared: which of their starts can be, what they show, and what is unlike between them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from loadproof.errors import InputError, RunDirectoryError
from loadproof.judge.comparison_text import metric_name, pair_text
from loadproof.judge.pair_effects import ComparisonSettings
from loadproof.judge.round_figures import RoundFigures
from loadproof.judge.run_comparison import FEWEST_STARTS, Basis, RunComparison, RunStarts, Standing, compare_starts
from loadproof.model.message import Listing, Message, Value, count, duration, listed, rate
from loadproof.records.comparison import Pair
from loadproof.records.metric import PRIMARY, Metric
from loadproof.result.held_loads import HeldLoads, StoredLoad, common_loads
from loadproof.result.plain_text import printable
from loadproof.result.run_comparison import RUNS_SCHEMA_VERSION, ComparedRun, Note, RunsComparison
from loadproof.result.unlike_runs import can_share_blame, unlike
from loadproof.store.damage import OF_DAMAGE, damage_named
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import DATABASE, RunDirectory
from loadproof.store.run_list import NO_RUNS, listed_runs
from loadproof.system.path_lookup import real_path

__all__ = ["compare_runs"]

_MOST_READ = 100
"""Other runs beside the baseline, the newest first."""
_MOST_EARLIER = 40
_NOT_READ = ("under_way", "interrupted", "cut", *NO_RUNS)


def compare_runs(baseline: Path, others: Sequence[Path], settings: ComparisonSettings) -> RunsComparison:
    """Each of the `others` against the baseline, with all of their variants that both have.

    Raises RunDirectoryError where one of them is no run or is damaged, and InputError where one is the baseline.
    """
    with ExitStack() as opened:
        first, *rest = (_opened(opened, path) for path in (baseline, *others))
        for other in rest:
            if real_path(other.directory) == real_path(first.directory):
                raise InputError(f"{other.directory}: it is the baseline itself. Cure: name another run beside it")
        _name_apart([first, *rest])
        matches = [(other, match) for other in rest for match in _matches(first, other)]
        compared = []
        for other, match in matches:
            with damage_named(first.directory / DATABASE, other.directory / DATABASE):
                compared.append(_Comparing(first, other, *match, settings, len(matches)).compared_run())
    state = _whole(compared)
    sentences = [one.sentence for one in compared]
    return RunsComparison(
        schema_version=RUNS_SCHEMA_VERSION,
        state=cast(Any, state.value),
        sentence=sentences[0]
        if len(sentences) == 1
        else Message("sentences", sentences=listed(sentences, Listing.SENTENCES)),
        baseline=first.name,
        margins={metric.value: settings.margin(metric) for metric in PRIMARY},
        comparisons=tuple(compared),
    )


def _opened(stack: ExitStack, path: Path) -> HeldLoads:
    return HeldLoads(stack.enter_context(RunReader(RunDirectory.open(path))))


def _name_apart(runs: Sequence[HeldLoads]) -> None:
    """Runs are called by their directories; where two of these have one name, by their paths."""
    names = [run.name for run in runs]
    for run, name in zip(runs, names, strict=True):
        if names.count(name) > 1:
            run.name = printable(str(run.directory))


def _whole(compared: Sequence[ComparedRun]) -> Standing:
    states = {one.state for one in compared}
    if Standing.WORSE.value in states:
        return Standing.WORSE
    return Standing.NO_WORSE if states == {Standing.NO_WORSE.value} else Standing.CANNOT_TELL


def _matches(a: HeldLoads, b: HeldLoads) -> list[tuple[str | None, str | None]]:
    """Variants of one name; where each run has but one, those. At least one, even of nothing in common."""
    if len(a.of_variant) == len(b.of_variant) == 1:
        return [(next(iter(a.of_variant)), next(iter(b.of_variant)))]
    return [(name, name) for name in a.of_variant if name in b.of_variant] or [(None, None)]


@dataclass(slots=True)
class _Comparing:
    """One variant of two runs."""

    a: HeldLoads
    b: HeldLoads
    variant_a: str | None
    variant_b: str | None
    settings: ComparisonSettings
    others: int
    left_out: set[Metric] = field(default_factory=set)

    def compared_run(self) -> ComparedRun:
        """Return the comparison of the variant in both runs."""
        load = next(common_loads(self.a, self.variant_a, self.b, self.variant_b), None)
        variants = None if load is None else (self.variant_a, self.variant_b)
        notes = unlike(self.a, self.b, variants, load)
        if load is None:
            return self._uncompared(notes)
        starts_a, starts_b = self._figures(self.a, self.variant_a, load), self._figures(self.b, self.variant_b, load)
        self._keep_what_both_have(starts_a, starts_b)
        earlier = self._earlier(load) if min(len(starts_a), len(starts_b)) < FEWEST_STARTS else []
        names = self._names
        began_a, began_b = self.a.began_s(self.variant_a, load), self.b.began_s(self.variant_b, load)
        judged = compare_starts(
            RunStarts(names[0], starts_a, began_a),
            RunStarts(names[1], starts_b, began_b),
            earlier,
            self.settings,
            others=self.others,
        )
        standing = judged.standing if can_share_blame(self.a, self.b) else Standing.CANNOT_TELL
        if self.left_out:
            missing = listed([metric_name(metric) for metric in PRIMARY if metric in self.left_out])
            notes.append(Message("runs-not-compared", figures=missing))
        return ComparedRun(
            run=self.b.name,
            variant=self._variant,
            state=cast(Any, standing.value),
            sentence=_sentence(names, load, standing, judged),
            load=cast(Any, load.purpose.value),
            rate=load.rate,
            users=load.users,
            starts=len(starts_b),
            baseline_starts=len(starts_a),
            basis=cast(Any, judged.basis.value),
            earlier_starts=len(earlier),
            pairs=tuple(_pair(pair) for pair in judged.pairs),
            standings={metric.value: cast(Any, found.value) for metric, found in judged.standings.items()},
            memory_parts=tuple(_pair(pair) for pair in judged.memory_parts),
            unlike=_notes(notes),
            unknown=_notes(self._unknown(judged.basis, len(starts_a), len(starts_b), len(earlier))),
        )

    @property
    def _variant(self) -> str | None:
        is_one = len(self.a.of_variant) == len(self.b.of_variant) == 1
        return None if is_one or self.variant_b is None else printable(self.variant_b)

    @property
    def _names(self) -> tuple[str, str]:
        """Names of the baseline and the other run in texts."""
        variant = self._variant
        if variant is None:
            return self.a.name, self.b.name
        return f"{self.a.name}: {variant}", f"{self.b.name}: {variant}"

    def _uncompared(self, notes: Sequence[Message]) -> ComparedRun:
        names = self._names
        return ComparedRun(
            run=self.b.name,
            variant=self._variant,
            state="cannot tell",
            sentence=Message("runs-nothing-common", a=names[0], b=names[1]),
            load=None,
            rate=None,
            users=None,
            starts=0,
            baseline_starts=0,
            basis="nothing",
            earlier_starts=0,
            pairs=(),
            standings={},
            memory_parts=(),
            unlike=_notes(notes),
            unknown=(),
        )

    @property
    def _has_one_mix(self) -> bool:
        """True if both runs have the same mix of calls: otherwise the total resource use of all calls says nothing."""
        return self.a.weights == self.b.weights

    def _figures(self, run: HeldLoads, variant: str | None, load: StoredLoad) -> list[RoundFigures]:
        memory = self.a.memory_source if self.a.memory_source == self.b.memory_source and self._has_one_mix else None
        return run.figures(variant, load, self._shares(load), memory, with_cpu=self._has_one_mix)

    def _shares(self, load: StoredLoad) -> Mapping[str, float]:
        """Return the baseline's weights of operations that both have; none if flows make the same calls in both."""
        common = [name for name in self.a.weights if name in self.b.weights]
        has_flows = any(one.kind == "flow" for run in (self.a, self.b) for one in run.description.operations)
        if not has_flows:
            return {name: self.a.weights[name] for name in common}
        return {} if self._has_one_mix else self.a.calls(self.variant_a, load, common)

    def _keep_what_both_have(self, a: Sequence[RoundFigures], b: Sequence[RoundFigures]) -> None:
        """Notes which primary metrics one of them lacks."""
        for metric in PRIMARY:
            has = [any((metric, "") in start.values for start in starts) for starts in (a, b)]
            if not all(has):
                self.left_out.add(metric)

    def _earlier(self, load: StoredLoad) -> list[RoundFigures]:
        """Starts of other runs beside the baseline: of the same profile and machine, under the same load."""
        own = {real_path(run.directory) for run in (self.a, self.b)}
        found: list[RoundFigures] = []
        for path in _beside(self.a.directory):
            if real_path(path) in own or len(found) >= _MOST_EARLIER:
                continue
            try:
                with RunReader(RunDirectory(path)) as reader:
                    run = HeldLoads(reader)
                    if run.profile_hash == self.a.profile_hash and can_share_blame(self.a, run):
                        variant = next(iter(run.of_variant)) if len(run.of_variant) == 1 else self.variant_a
                        found += self._figures(run, variant, load)
            except (RunDirectoryError, *OF_DAMAGE):
                # One that cannot be read says nothing.
                continue
        return found[:_MOST_EARLIER]

    def _unknown(self, basis: Basis, starts_a: int, starts_b: int, earlier: int) -> Iterator[Message]:
        if starts_a == starts_b == 1:
            yield Message("runs-one-start")
        elif basis is not Basis.STARTS:
            yield Message("runs-few-starts", a=count(starts_a), b=count(starts_b), needed=count(FEWEST_STARTS))
        if basis is Basis.EARLIER:
            yield Message("runs-earlier", starts=count(earlier))
        if basis is Basis.NOTHING:
            where = printable(str(self.a.directory.parent))
            yield Message("runs-lack-earlier", starts=count(earlier), directory=where, needed=count(FEWEST_STARTS))
        if not self.a.is_virtual:
            apart_s = abs(self.a.description.started_at - self.b.description.started_at)
            yield Message("runs-apart", apart=duration(round(apart_s)))


def _beside(directory: Path) -> list[Path]:
    """Runs in the same directory that came to their end, the newest first."""
    parent = real_path(directory).parent
    try:
        rows = listed_runs(parent)
    except RunDirectoryError:
        return []
    return [parent / row.name for row in rows if row.state not in _NOT_READ][:_MOST_READ]


def _notes(texts: Sequence[Message] | Iterator[Message]) -> tuple[Note, ...]:
    return tuple(Note(text=text) for text in texts)


def _pair(pair: Pair) -> Pair:
    is_sure = pair.low is not None
    text = pair_text(pair) if is_sure else Message("runs-unsure", figure=metric_name(pair.metric), a=pair.a, b=pair.b)
    return replace(pair, text=text)


def _sentence(names: tuple[str, str], load: StoredLoad, standing: Standing, judged: RunComparison) -> Message:
    told_of: dict[str, Value] = {"a": names[0], "b": names[1], "load": _told(load)}
    if standing is Standing.NO_WORSE:
        return Message("runs-no-worse", **told_of, figures=listed([metric_name(pair.metric) for pair in judged.pairs]))
    clauses = [pair_text(pair) for pair in judged.pairs if judged.standings[pair.metric] is Standing.WORSE]
    for found, code in ((Standing.NO_WORSE, "runs-all-no-worse"), (Standing.CANNOT_TELL, "comparison-all-open")):
        metrics = [metric_name(metric) for metric, own in judged.standings.items() if own is found]
        if metrics:
            clauses.append(Message(code, figures=listed(metrics)))
    code = "runs-worse" if standing is Standing.WORSE else "runs-open"
    return Message(code, **told_of, told=listed(clauses, Listing.CLAUSES))


def _told(load: StoredLoad) -> Value:
    """Return the load in words: its rate, its closed users, or both."""
    rated = Message("live-load-rate", rate=rate(load.rate))
    if not load.users:
        return rated
    users = Message("live-load-users", users=count(load.users))
    return listed((rated, users), Listing.AND) if load.rate else users
