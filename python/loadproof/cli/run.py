"""`loadproof run`: a whole study, from its file to a report."""

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.options import JsonOption, Language, LanguageOption, OutOption
from loadproof.run.host import CpuTimes

__all__ = ["run"]


def run(
    study: Annotated[Path, typer.Argument(metavar="STUDY", help="Study file (YAML), such as studies/demo.yaml.")],
    method: Annotated[
        list[str] | None,
        typer.Option("--method", metavar="NAME", help="Run this method of the study alone; may be repeated."),
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="A preset of the study, such as smoke.")
    ] = None,
    slo: Annotated[
        list[str] | None,
        typer.Option("--slo", metavar="SLO", help="Asked besides those of the file; may be repeated."),
    ] = None,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LanguageOption = Language.ENGLISH,
) -> None:
    """Stand up the services of a study, run its methods, and write the report."""
    idle_since = CpuTimes.now()
    from loadproof.cli.result import finish
    from loadproof.run.study_run import run_study
    from loadproof.study.load_study import load_study

    loaded = load_study(study, preset=preset, methods=method or (), extra_slos=slo or ())
    finish(run_study(loaded, out, idle_since, language=lang), json)
