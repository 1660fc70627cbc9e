"""`loadproof run`: a whole study, from its file to a report."""

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import JsonOption, Language, LanguageOption, OutOption
from loadproof.cli.standard_streams import say
from loadproof.errors import InputError

__all__ = ["run"]


def run(
    study: Annotated[
        Path | None,
        typer.Argument(metavar="STUDY", help="Study file (YAML), such as studies/demo.yaml.", show_default=False),
    ] = None,
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
    continued: Annotated[
        Path | None,
        typer.Option(
            "--continue",
            metavar="RUN",
            help="Go on with a run that was cut, or whose services did not start: its missing starts, nothing else.",
        ),
    ] = None,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LanguageOption = Language.ENGLISH,
) -> None:
    """Stand up the services of a study, run its methods, and write the report."""
    if continued is not None:
        if study is not None or method or preset is not None or slo or out is not None:
            raise InputError(
                "--continue: the run has its study, methods, preset, SLOs and place of its own. "
                "Cure: give --continue RUN alone, besides --json and --lang"
            )
        _continue(continued, lang, as_json=json)
    if study is None:
        raise InputError("there is no study to run. Cure: give a study file, or --continue RUN")
    from loadproof.cli.result import finish
    from loadproof.run.study_run import run_study
    from loadproof.study.load_study import load_study

    loaded = load_study(study, preset=preset, methods=method or (), extra_slos=slo or ())
    finish(run_study(loaded, out, language=lang), json)


def _continue(run: Path, language: Language, *, as_json: bool) -> NoReturn:
    from loadproof.cli.result import finish
    from loadproof.run.continuation import continue_study

    outcome, missing = continue_study(run, language)
    if missing == 0:
        say("nothing is missing: every start has its answers; the report was written anew")
    finish(outcome, as_json, None if missing else ExitCode.PASSED)
