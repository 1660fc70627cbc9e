"""`loadproof run`: a whole study, from its file to a report."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.hidden_output import hide
from loadproof.cli.options import (
    DEFAULT_LANGUAGE,
    ConsentOption,
    FullOption,
    JsonOption,
    JUnitOption,
    LanguageOption,
    NoteOption,
    OtlpOption,
    OutOption,
    SharedMachineOption,
    SummaryOption,
    against_itself,
    known_runs,
)
from loadproof.cli.standard_streams import say
from loadproof.errors import InputError

if TYPE_CHECKING:
    from loadproof.cli.ci_files import CiFiles
    from loadproof.run.otlp_target import OtlpTarget

__all__ = ["run"]


def run(
    study: Annotated[
        Path | None,
        typer.Argument(
            metavar="STUDY",
            parser=CheckedPath("STUDY", PathUse.INPUT),
            help="Study file (YAML), such as studies/demo.yaml.",
            show_default=False,
        ),
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
    aa: Annotated[
        bool, typer.Option("--aa", help="Compare one variant against itself: how often is nothing called different?")
    ] = False,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="Of --aa; the first of the study unless given.")
    ] = None,
    continued: Annotated[
        str | None,
        typer.Option(
            "--continue",
            metavar="RUN",
            parser=CheckedPath("--continue", PathUse.RUN),
            autocompletion=known_runs,
            help="Go on with a run that was cut, or whose services did not start: its missing starts, nothing else.",
        ),
    ] = None,
    shared_machine: SharedMachineOption = False,
    yes: ConsentOption = False,
    out: OutOption = None,
    note: NoteOption = None,
    otlp: OtlpOption = None,
    json: JsonOption = False,
    junit: JUnitOption = None,
    summary: SummaryOption = None,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Stand up the services of a study, run its methods, and write the report."""
    from loadproof.cli.ci_files import CiFiles
    from loadproof.run.otlp_target import read_otlp

    files = CiFiles.of_options(junit, summary)
    metrics = read_otlp(otlp)
    if continued is not None:
        asked = aa or variant is not None or method or preset is not None or slo or shared_machine
        if study is not None or asked or out is not None or note:
            raise InputError(
                "--continue: the run has its study, variants, methods, preset, SLOs, place and note of its own. "
                "Cure: give --continue RUN alone, besides --otlp, --json, --junit, --summary, --lang and --full"
            )
        _continue(continued, lang, files, metrics, as_json=json, is_full=full)
    if study is None:
        raise InputError("there is no study to run. Cure: give a study file, or --continue RUN")
    from loadproof.cli.consent import ask_consent
    from loadproof.cli.result import finish
    from loadproof.run.caller import Caller
    from loadproof.run.study_run import run_study, study_targets
    from loadproof.study.load_study import load_study
    from loadproof.study.typed_secret import typed_secrets

    twin = against_itself(aa, variant)
    loaded = load_study(
        study,
        preset=preset,
        methods=method or (),
        extra_slos=slo or (),
        against_itself=twin,
        shared_machine=shared_machine,
    )
    hide(typed_secrets(loaded))
    ask_consent(study_targets(loaded), yes)
    outcome = run_study(loaded, out, language=lang, caller=Caller.command_line(note, metrics))
    finish(outcome, json, lang, is_full=full, files=files)


def _continue(
    run: str, language: str, files: "CiFiles", metrics: "OtlpTarget | None", *, as_json: bool, is_full: bool
) -> NoReturn:
    from loadproof.cli.result import finish
    from loadproof.run.continuation import continue_study
    from loadproof.store.run_name import run_named

    outcome, missing = continue_study(run_named(run), language, metrics)
    if missing == 0:
        say("nothing is missing: every start has its answers; the report was written anew")
    finish(outcome, as_json, language, None if missing else ExitCode.PASSED, is_full=is_full, files=files)
