"""Service values from the command line, and output of a plan."""

import sys

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.standard_streams import console, write_json
from loadproof.errors import InputError, WrittenValueError
from loadproof.forecast.guess import KnownService
from loadproof.model.duration import parse_duration
from loadproof.model.rate import RateError, parse_rate
from loadproof.records.json_form import plain
from loadproof.render.forecast_sentences import slos_lacking, soaks_too_short
from loadproof.result.forecast import PlanModel
from loadproof.words.catalogue import Words

__all__ = ["known_of", "show_forecast"]


def known_of(capacity: str | None, service_time: str | None, start_time: str | None) -> KnownService:
    """The options as numbers. Raises InputError.

    >>> known_of("3000", "5ms", None)
    KnownService(capacity=3000.0, service_s=0.005, start_s=None)
    """
    service_s = None if service_time is None else _seconds("--service-time", service_time)
    if service_s == 0.0:
        raise InputError("--service-time: 0 s is no time. Cure: give a time such as 5ms, or leave the option out")
    start_s = None if start_time is None else _seconds("--start-time", start_time)
    if capacity is None:
        return KnownService(None, service_s, start_s)
    try:
        return KnownService(parse_rate(capacity), service_s, start_s)
    except RateError as error:
        raise InputError(f"--capacity: {error}") from error


def _seconds(option: str, text: str) -> float:
    try:
        return parse_duration(text)
    except WrittenValueError as error:
        raise InputError(f"{option}: {error}") from error


def show_forecast(plan: PlanModel, words: Words, *, as_json: bool, as_markdown: bool, is_full: bool) -> None:
    """Shows the plan and leaves the process: 0, or 4 where an SLO will have too few calls or a soak is too short.

    On one screen unless `is_full`; Markdown is always full. JSON is English, the others are in the language of `words`.
    """
    if as_json:
        write_json(plain(plan))
    else:
        _print(plan, words, as_markdown, is_full)
    raise typer.Exit(ExitCode.NOT_VALID if slos_lacking(plan) or soaks_too_short(plan) else ExitCode.PASSED)


def _print(plan: PlanModel, words: Words, as_markdown: bool, is_full: bool) -> None:
    from loadproof.render.forecast_document import forecast_document, forecast_screen

    if as_markdown:
        from loadproof.render.markdown import markdown_document

        sys.stdout.write(markdown_document(forecast_document(plan, words)))
        return
    from loadproof.render.terminal import terminal_document

    drawn = console()
    drawn.print(terminal_document(forecast_document(plan, words) if is_full else forecast_screen(plan, words)))
    if not is_full:
        drawn.print(words("plan-full"), style="dim", markup=False, highlight=False, soft_wrap=True)
