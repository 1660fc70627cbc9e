"""`loadproof demo`: the whole method on the built-in sample service, or a soak of one that is broken."""

from typing import Annotated

import typer

from loadproof.cli.options import (
    DEFAULT_LANGUAGE,
    FullOption,
    JsonOption,
    LanguageOption,
    NoteOption,
    OutOption,
    SharedMachineOption,
)
from loadproof.cli.standard_streams import say

__all__ = ["demo"]


def demo(
    broken: Annotated[
        bool, typer.Option("--broken", help="Soak a service that leaks and stands still instead; exit code 3 is right.")
    ] = False,
    shared_machine: SharedMachineOption = False,
    out: OutOption = None,
    note: NoteOption = None,
    json: JsonOption = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Run studies/demo.yaml: start the sample service, find and confirm its capacity, soak it, report."""
    from loadproof.cli.result import finish
    from loadproof.run.caller import Caller
    from loadproof.run.study_run import run_study
    from loadproof.study.load_study import BROKEN_DEMO_STUDY, DEMO_STUDY, load_study
    from loadproof.words.catalogue import words_of

    study = BROKEN_DEMO_STUDY if broken else DEMO_STUDY
    say(words_of(lang)("live-demo", study=str(study)))
    outcome = run_study(load_study(study, shared_machine=shared_machine), out, "demo", lang, Caller.command_line(note))
    finish(outcome, json, lang, is_full=full)
