"""What repeats over the starts of a variant is said once, with where else it was seen."""

from typing import Any

from loadproof.report.document import Bullets
from loadproof.report.finding_sections import finding_sections


def trial(number: int, variant: str, start: int) -> dict[str, Any]:
    return {"number": number, "variant": variant, "start": start}


def finding(number: int, text: str, kind: str = "fact", cause: str = "throttled") -> dict[str, Any]:
    evidence = [{"name": "throttled periods of api", "value": 61.25, "unit": "%"}]
    test = "Give it more." if kind == "hypothesis" else None
    return {"trial": number, "kind": kind, "cause": cause, "text": text, "evidence": evidence, "test": test}


def lines(findings: list[dict[str, Any]], trials: list[dict[str, Any]]) -> list[str]:
    blocks = [block for section in finding_sections(findings, trials) for block in section.blocks]
    return [line for block in blocks if isinstance(block, Bullets) for line in block.items]


STARTS = [trial(1, "go", 1), trial(2, "mvc", 1), trial(3, "mvc", 2), trial(4, "go", 2)]


def test_findings_that_differ_in_their_figures_alone_are_one_line_of_their_variant() -> None:
    found = [finding(number, f"throttled in {number}.5 % of the periods.") for number in (1, 2, 3, 4)]
    assert lines(found, STARTS) == [
        "go, trial 1 (also in 4): throttled in 1.5 % of the periods. [throttled periods of api 61.25 %]",
        "mvc, trial 2 (also in 3): throttled in 2.5 % of the periods. [throttled periods of api 61.25 %]",
    ]


def test_what_is_said_in_other_words_stands_for_itself() -> None:
    found = [finding(1, "api was throttled."), finding(4, "postgres was throttled."), finding(4, "api was throttled.")]
    assert [line.split(":")[0] for line in lines(found, STARTS)] == ["go, trial 1 (also in 4)", "go, trial 4"]


def test_facts_and_hypotheses_are_apart_and_a_hypothesis_says_what_would_test_it() -> None:
    found = [finding(1, "it was throttled."), finding(1, "the quota holds it up.", "hypothesis")]
    sections = finding_sections(found, STARTS)
    assert [section.title for section in sections] == ["Facts on the trials", "Hypotheses"]
    assert lines(found, STARTS)[1].endswith("[throttled periods of api 61.25 %] To test it: Give it more.")


def test_with_one_start_each_finding_stands_for_itself() -> None:
    found = [finding(1, "seen 1 time."), finding(2, "seen 2 times.")]
    alone = [trial(1, "base", 1), trial(2, "base", 1)]
    assert [line.split(":")[0] for line in lines(found, alone)] == ["Trial 1", "Trial 2"]
