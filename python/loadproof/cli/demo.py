"""`loadproof demo`: the whole method on the built-in sample service."""

from loadproof.cli.options import JsonOption, Language, LanguageOption, OutOption
from loadproof.cli.standard_streams import say

__all__ = ["demo"]


def demo(out: OutOption = None, json: JsonOption = False, lang: LanguageOption = Language.ENGLISH) -> None:
    """Run studies/demo.yaml: start the sample service, find and confirm its capacity, soak it, report."""
    from loadproof.cli.result import finish
    from loadproof.run.study_run import run_study
    from loadproof.study.load_study import DEMO_STUDY, load_study

    say(f"running the study {DEMO_STUDY}")
    finish(run_study(load_study(DEMO_STUDY), out, "demo", lang), json)
