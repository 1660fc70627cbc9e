"""`loadproof report`: the report of an earlier run, also of one that was killed."""

from loadproof.cli.options import (
    DEFAULT_LANGUAGE,
    FullOption,
    JsonOption,
    JUnitOption,
    LanguageOption,
    RunArgument,
    ShortOption,
    SummaryOption,
)

__all__ = ["report"]


def report(
    run: RunArgument,
    json: JsonOption = False,
    junit: JUnitOption = None,
    summary: SummaryOption = None,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
    short: ShortOption = False,
) -> None:
    """Show the report of a run, and write it anew beside the run's data."""
    from loadproof.cli.ci_files import CiFiles
    from loadproof.cli.result import finish
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, unknown
    from loadproof.run.outcome import reported
    from loadproof.store.run_name import run_named

    files = CiFiles.of_options(junit, summary)
    with Progress(Message("progress-reporting"), unknown, language=lang):
        outcome = reported(run_named(run), lang)
    finish(outcome, json, lang, is_short=short, is_full=full, files=files)
