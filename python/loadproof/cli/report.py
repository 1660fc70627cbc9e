"""`loadproof report`: the report of an earlier run, also of one that was killed."""

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.options import JsonOption, Language, LanguageOption

__all__ = ["report"]


def report(
    run: Annotated[Path, typer.Argument(metavar="RUN", help="Run directory, such as runs/20250131T120000Z-load.")],
    json: JsonOption = False,
    lang: LanguageOption = Language.ENGLISH,
) -> None:
    """Show the report of a run, and write it anew beside the run's data."""
    from loadproof.cli.result import finish
    from loadproof.run.outcome import reported

    finish(reported(run, lang), json)
