"""Cases of the documentation of Prometheus' alerting rules, evaluation by evaluation.

Source: prometheus.io/docs/prometheus/latest/configuration/alerting_rules.
"""

import pytest
from loadproof.alarms.state import INACTIVE, AlarmPhase, next_state

EVALUATIONS = {"t": True, "f": False, "-": None}
PHASES = {
    "i": AlarmPhase.INACTIVE,
    "p": AlarmPhase.PENDING,
    "F": AlarmPhase.FIRING,
    "-": AlarmPhase.NO_DATA,
}


@pytest.mark.parametrize(
    ("for_s", "keep_firing_for_s", "evaluations", "phases"),
    [
        # Alerting rules without for become active on the first evaluation.
        (0, 0, "fttf", "iFFi"),
        # With for the alert is pending, and fires once it was active in each evaluation for this duration.
        (3, 0, "tttttf", "pppFFi"),
        (3, 0, "ttfttttf", "ppipppFi"),
        # Without keep_firing_for the alert is inactive on the first evaluation where the condition is not met.
        (1, 0, "ttft", "pFip"),
        # With it the alert keeps firing for this duration after the condition was last met.
        (0, 3, "tfffff", "FFFFii"),
        (1, 3, "ttfftff", "pFFFFFF"),
        # It does not keep an alert that has never fired.
        (2, 3, "ttff", "ppii"),
        # Missing data is as a condition that is not met.
        (2, 0, "tt-tttf", "pp-ppFi"),
        (0, 2, "t-----", "FFF---"),
        (0, 2, "t-t--f", "FFFFFi"),
    ],
)
def test_the_documented_cases(for_s: int, keep_firing_for_s: int, evaluations: str, phases: str) -> None:
    state, found = INACTIVE, ""
    for at_s, evaluation in enumerate(evaluations):
        state = next_state(state, at_s, EVALUATIONS[evaluation], for_s, keep_firing_for_s)
        found += next(letter for letter, phase in PHASES.items() if phase is state.phase)
    assert found == phases
