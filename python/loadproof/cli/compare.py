"""`loadproof compare`: stored runs against the first of them, for a CI that asks whether a change made it worse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import DEFAULT_LANGUAGE, LanguageOption, known_runs
from loadproof.errors import InputError

if TYPE_CHECKING:
    from loadproof.judge.pair_effects import ComparisonSettings
    from loadproof.result.run_comparison import RunsComparison

__all__ = ["compare"]

_BY_STATE = {"no worse": ExitCode.PASSED, "worse": ExitCode.FAILED, "cannot tell": ExitCode.NOT_VALID}
_MARGINS = ("response", "cpu", "memory", "errors")
_MOST_RUNS = 20


def compare(
    run: Annotated[
        list[str],
        typer.Argument(
            metavar="RUN RUN...",
            parser=CheckedPath("RUN", PathUse.RUN),
            help="Runs as show takes them; the first is the baseline.",
            show_default=False,
            autocompletion=known_runs,
        ),
    ],
    margin: Annotated[
        list[str] | None,
        typer.Option(
            "--margin",
            metavar="FIGURE=PERCENT",
            help="What does not matter: response, cpu, memory or errors (in points), such as cpu=3%; may be repeated. "
            "[default: response=5% cpu=3% memory=5% errors=0.5%]",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema comparison).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
) -> None:
    """Compare stored runs of one profile with the first: exit code 0 no worse, 3 worse, 4 cannot tell."""
    if not 2 <= len(run) <= _MOST_RUNS:
        raise InputError(
            f"RUN: {len(run)} given, from 2 to {_MOST_RUNS} can be compared. Cure: give the baseline first, then others"
        )
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, unknown
    from loadproof.result.run_comparisons import compare_runs
    from loadproof.store.damage import damage_named
    from loadproof.store.run_directory import DATABASE
    from loadproof.store.run_name import run_named

    settings = _settings(margin or [])
    baseline, *others = (run_named(name) for name in run)
    with Progress(Message("progress-comparing"), unknown, language=lang):
        compared = compare_runs(baseline, others, settings)
    with damage_named(*(place / DATABASE for place in (baseline, *others))):
        _show(compared, lang, json)
    raise typer.Exit(_BY_STATE[compared.state])


def _show(compared: RunsComparison, language: str, as_json: bool) -> None:
    from loadproof.cli.standard_streams import console, write_json

    if as_json:
        from loadproof.records.json_form import plain

        write_json(plain(compared))
        return
    from loadproof.render.run_comparison import run_comparison_document
    from loadproof.render.terminal import terminal_document
    from loadproof.words.catalogue import words_of

    console().print(terminal_document(run_comparison_document(compared, words_of(language))))


def _settings(margins: list[str]) -> ComparisonSettings:
    from loadproof.errors import WrittenValueError
    from loadproof.judge.pair_effects import ComparisonSettings, margins_with
    from loadproof.model.share import Share

    asked = {}
    for written in margins:
        name, _, value = written.partition("=")
        if name not in _MARGINS:
            raise InputError(
                f"--margin: {written!r:.80} names none of {', '.join(_MARGINS)}. Cure: write such as response=10%"
            )
        try:
            asked[name] = 100.0 * Share.parse_between(0.01, 100.0, value).share
        except WrittenValueError as error:
            raise InputError(f"--margin {name}: {error}") from error
    return ComparisonSettings(margins=margins_with(asked))
