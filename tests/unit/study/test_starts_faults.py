"""Each fault of starts, of what presets change in them, and of plateaus by its place, its message and its cure."""

from collections.abc import Callable

import pytest
from loadproof.model.rate import RATE_FORMS

FaultsOf = Callable[..., list[tuple[int, str, str]]]


@pytest.mark.parametrize(
    ("section", "text", "line", "message", "cure"),
    [
        (
            "methods",
            "  plateaus: {ramp: 5s}",
            11,
            "methods.plateaus: plateaus has no rates",
            "give rates: a list such as [1500, 3000]",
        ),
        (
            "methods",
            "  plateaus: {rates: []}",
            11,
            "methods.plateaus.rates: the number of rates is 0",
            "give 1 to 20, such as [1500, 3000]",
        ),
        (
            "methods",
            f"  plateaus: {{rates: {list(range(1, 22))}}}",
            11,
            "methods.plateaus.rates: the number of rates is 21",
            "give 1 to 20, such as [1500, 3000]",
        ),
        (
            "methods",
            "  plateaus:\n    rates:\n      - 10\n      - 20\n      - 20",
            15,
            "methods.plateaus.rates[2]: 20 is not above the rate before it, 20",
            "write the rates in ascending order",
        ),
        (
            "methods",
            "  plateaus: {rates: [max]}",
            11,
            "methods.plateaus.rates[0]: 'max' is not a rate",
            f"give {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  plateaus: {rates: [0, 5]}",
            11,
            "methods.plateaus.rates[0]: 0 is not above 0 and at most 10000000",
            f"give {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  plateaus: {rates: 1500}",
            11,
            "methods.plateaus.rates: 1500 is a number, which cannot stand here",
            f"give a list of ascending rates, each {RATE_FORMS}, or a multiple of the profile (2N)",
        ),
        (
            "methods",
            "  plateaus: {rates: [5], hold: 39s, settle: 20s, tail: 10s}",
            11,
            "methods.plateaus.hold: a hold of 39 s of which 30 s are left out leaves too little to judge",
            "hold 40s or more, or shorten settle and tail",
        ),
        ("rest", "starts: 0", 12, "starts: 0 is not from 1 to 100", "give a number such as 3"),
        ("rest", "starts: 101", 12, "starts: 101 is not from 1 to 100", "give a number such as 3"),
        (
            "rest",
            "starts: many",
            12,
            "starts: 'many' is text, which cannot stand here",
            "give how often each variant is started and run through its methods: a number from 1 to 100",
        ),
        ("rest", "pause: 2h", 12, "pause: '2h' is more than 1h", "write a shorter duration, such as 10s"),
        ("rest", "pause: '10'", 12, "pause: '10' has no unit", "write 10s or 10ms, as meant"),
        (
            "rest",
            "presets:\n  smoke:\n    starts: -1",
            14,
            "presets.smoke.starts: -1 is not from 1 to 100",
            "give a number such as 3",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    pause: 61m",
            14,
            "presets.smoke.pause: '61m' is more than 1h",
            "write a shorter duration, such as 10s",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    environment:\n      ap: {A: b}",
            15,
            "presets.smoke.environment.ap: there is no service 'ap'",
            "did you mean api?",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    environment:\n      api: {A-B: b}",
            15,
            "presets.smoke.environment.api.A-B: 'A-B' cannot name a variable",
            "use letters, digits and _",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    environment:\n      api: {A: '${env:NOT_SET}'}",
            15,
            "presets.smoke.environment.api.A: the environment has no variable NOT_SET",
            "set NOT_SET before the run",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    environment:\n      api: {A: 1}",
            15,
            "presets.smoke.environment.api.A: 1 is a number, which cannot stand here",
            "give text (a number goes in quotes)",
        ),
        (
            "rest",
            "presets:\n  smoke:\n    only: [capacity,\n      confrm]",
            15,
            "presets.smoke.only[1]: there is no method 'confrm'",
            "did you mean confirm?",
        ),
        (
            "rest",
            "presets: {smoke: {only: [soak]}}",
            12,
            "presets.smoke.only[0]: soak is not among the methods of the study and this preset",
            "add it to the methods, or leave it out here",
        ),
        (
            "rest",
            "presets: {smoke: {only: []}}",
            12,
            "presets.smoke.only: no method is named",
            "name one, or leave only out",
        ),
        (
            "rest",
            "presets: {smoke: {methods: {soak: {}}, only: [soak]}}",
            12,
            "presets.smoke.only: soak has no rate of its own, and capacity is not run",
            "give methods.soak a rate, or add capacity here",
        ),
        (
            "rest",
            "presets: {smoke: {methods: {soak: 5}, only: [soak]}}",
            12,
            "presets.smoke.methods.soak: 5 is a number, which cannot stand here",
            "give settings such as {share: 70%, hold: 1h}",
        ),
    ],
)
def test_one_fault(study_faults_of: FaultsOf, section: str, text: str, line: int, message: str, cure: str) -> None:
    assert study_faults_of(**{section: text}) == [(line, message, cure)]
