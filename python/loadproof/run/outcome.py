"""Outcome of a run: its directory, its result and its series over time."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self, TypeVar

from loadproof.errors import LoadproofError
from loadproof.methods import registry
from loadproof.records.trial import Trial
from loadproof.render.html import html_report
from loadproof.render.markdown import markdown_report
from loadproof.render.timeline_series import timeline_series
from loadproof.result.build import build_result, with_findings
from loadproof.result.result import Result
from loadproof.result.result_json import to_json
from loadproof.result.series import Series
from loadproof.run.causes import causes_in
from loadproof.stats.quantile_interval import calls_needed
from loadproof.store.damage import damage_named
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.run_list import RunRow
from loadproof.system.path_lookup import is_regular_file
from loadproof.words.catalogue import words_of

__all__ = ["RunOutcome", "kept", "outcome_of", "reported", "result_in", "row_of"]

_LONGEST_NAME = 200

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run's directory, its result, and what a page draws of it over time."""

    directory: RunDirectory
    result: Result
    series: Series
    unwritten: str | None = None
    """Reason why not every report could be put beside the run's data; None: there is none."""
    is_lost: bool = False
    """True if nothing of the run is on disk, because its directory was taken away."""
    is_stored: bool = False
    """True if the run was read back from a directory that may come from anybody."""

    def drawing(self) -> AbstractContextManager[None]:
        """Guard around drawing the outcome: if it was read from a store, errors name the store as damaged."""
        return damage_named(self.directory.database) if self.is_stored else nullcontext()

    @property
    def place(self) -> Path:
        """Path of the report for a reader: `report.html`, or the run directory if there is no page."""
        page = self.directory.report_html
        return page if is_regular_file(page) else self.directory.path

    def written(self, language: str = "en") -> Self:
        """The outcome after `result.json`, `report.md` and `report.html` were put beside the run's data.

        `report.md` is in `language`, and the page opens in it; `result.json` is English, whatever the language.

        A disk that refuses them must not take the answer from who waits for it: `unwritten` says so instead.
        """
        try:
            self.directory.write_result(to_json(self.result))
            self.directory.write_report(markdown_report(self.result, words_of(language)))
            self.directory.write_html(html_report(self.result, self.series, language))
            self.directory.write_summary(row_of(self.directory.path.name, self.result).as_summary())
        except LoadproofError as error:
            return replace(self, unwritten=str(error))
        return self


def row_of(name: str, result: Result) -> RunRow:
    """Return the row of a result in a list of runs; `name` is the name of the run directory."""
    run = result.run
    facts, note = run.environment, run.method.get("note")
    state = "cut" if not run.ended else "interrupted" if run.interrupted else result.state
    row = RunRow(
        name=name,
        state=state,
        started_at=run.started_at,
        verb=run.verb,
        study=None if run.study is None else run.study.name[:_LONGEST_NAME],
        target=run.subject[:_LONGEST_NAME] if run.study is None else run.target[:_LONGEST_NAME],
        variants=None if run.study is None else len(run.study.variants),
        commit=facts.get("commit"),
        work_tree_changed=facts.get("work_tree_changed"),
        note=note if isinstance(note, str) else None,
    )
    return _with_answer(row, result)


def _with_answer(row: RunRow, result: Result) -> RunRow:
    """The leading variant of a ranking, else the first answer with a rate; of a load what was completed."""
    for ranking in result.rankings:
        if ranking.method == result.leading_ranking and ranking.variants:
            first = ranking.variants[0]
            return replace(
                row,
                outcome=_OF_BOUND[first.bound],
                rate_per_s=first.rate.value if ranking.unit is None else None,
                low_per_s=first.rate.low if ranking.unit is None else None,
                high_per_s=first.rate.high if ranking.unit is None else None,
                leader=first.variant[:_LONGEST_NAME] if len(ranking.variants) > 1 else None,
            )
    if not result.answers:
        return row
    rated = [answer for answer in result.answers if answer.rate is not None or answer.estimate is not None]
    answer = (rated or result.answers)[0]
    # A rate that all variants had is nobody's.
    is_own = len({one.variant for one in result.answers}) > 1 and not registry.row_of(answer.method).has_own_starts
    # A list of runs has calls/s alone: of users what they completed.
    in_users = answer.unit is not None
    rate = answer.rate if answer.rate is not None or in_users else answer.estimate
    decisive = next((trial for trial in result.trials if trial.number == answer.decisive), None)
    if registry.row_of(answer.method).lists_completed_rate and decisive is not None:
        rate = decisive.measurement.rate
    row = replace(
        row,
        outcome=answer.outcome,
        rate_per_s=rate,
        low_per_s=None if in_users else answer.low,
        high_per_s=None if in_users else answer.high,
        leader=answer.variant[:_LONGEST_NAME] if is_own and answer.variant is not None else None,
    )
    return row if decisive is None else _with_trial(row, decisive)


_OF_BOUND = {"exact": "found", "at_least": "at_least", "below": "none_passed", None: "undecided"}


def _with_trial(row: RunRow, trial: Trial) -> RunRow:
    """Rate asked and p99 of the trial that an answer rests on; users alone have no rate."""
    measured = trial.measurement
    is_enough = measured.completed >= calls_needed("p99")
    asked = None if not trial.rate else float(trial.rate)
    return replace(row, asked_per_s=asked, p99_ms=measured.response_ms.p99 if is_enough else None)


def outcome_of(reader: RunReader) -> RunOutcome:
    """The outcome of what is stored, finished or not. Raises RunDirectoryError."""
    result = _found(reader)
    return RunOutcome(reader.directory, result, timeline_series(reader, result))


def reported(path: Path, language: str = "en") -> RunOutcome:
    """The outcome of an earlier run, also of one that was killed, written anew. Raises RunDirectoryError."""
    outcome = kept(path)
    with damage_named(outcome.directory.database):
        return outcome.written(language)


def kept(path: Path) -> RunOutcome:
    """The outcome of an earlier run, also of one under way; nothing is written. Raises RunDirectoryError."""
    return replace(_read(path, outcome_of), is_stored=True)


def result_in(path: Path) -> Result:
    """The result of an earlier run, also of one that was killed; nothing is written. Raises RunDirectoryError."""
    return _read(path, _found)


def _found(reader: RunReader) -> Result:
    result = build_result(reader)
    return with_findings(result, causes_in(reader, result))


def _read(path: Path, read: Callable[[RunReader], T]) -> T:
    with RunReader(RunDirectory.open(path)) as reader, reader.damage_named():
        return read(reader)
