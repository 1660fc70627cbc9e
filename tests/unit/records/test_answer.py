"""An answer of a method: what is stored of it, and that it comes back as it was."""

from dataclasses import replace

from loadproof.methods.compare.machine import RoundDetails
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome

ROUND = Answer(
    "compare",
    Outcome.MEASURED,
    40.0,
    Message.said("held"),
    details=RoundDetails(cycles=(4, 5), warm_up_cycles=3, died=("b",)),
)


def test_a_rate_of_zero_is_said_and_what_is_unknown_is_not() -> None:
    stored = Answer("load", Outcome.PASSED, 0.0, Message.said("users alone"), hold_s=0.0).stored()
    assert stored == {"outcome": "passed", "rate": 0.0, "reason": Message.said("users alone"), "hold_s": 0.0}
    assert replace(ROUND, interrupted=True).stored()["interrupted"] is True


def test_details_stand_beside_the_rest_and_come_back_by_their_type() -> None:
    assert list(ROUND.stored()) == ["outcome", "rate", "reason", "cycles", "warm_up_cycles", "died"]
    read = Answer.of_json("compare", ROUND.stored())
    assert read.details_of(RoundDetails) == ROUND.details
    assert replace(read, details=ROUND.details) == ROUND
    # What was read can be stored again.
    assert read.stored() == ROUND.stored()


def test_a_method_without_details_has_the_defaults_of_any() -> None:
    assert Answer("load", Outcome.NOT_RUN).details_of(RoundDetails) == RoundDetails()
