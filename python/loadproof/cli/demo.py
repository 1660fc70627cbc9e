"""`loadproof demo`: the whole method on the built-in sample service."""

from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, JsonOption, LanguageOption, NoteOption, OutOption
from loadproof.cli.standard_streams import say

__all__ = ["demo"]


def demo(
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
    from loadproof.study.load_study import DEMO_STUDY, load_study
    from loadproof.words.catalogue import words_of

    say(words_of(lang)("live-demo", study=str(DEMO_STUDY)))
    outcome = run_study(load_study(DEMO_STUDY), out, "demo", lang, Caller.command_line(note))
    finish(outcome, json, lang, is_full=full)
