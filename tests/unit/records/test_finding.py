"""What findings rest on."""

import pytest
from loadproof.model.message import Message
from loadproof.records.finding import Cause, Evidence, Unit, fact, hypothesis
from loadproof.words.catalogue import english


@pytest.mark.parametrize("unit", Unit)
def test_a_unit_stands_in_json_as_its_english(unit: Unit) -> None:
    assert english(unit.words) == unit


def test_a_figure_is_rounded_to_what_is_stored_of_it() -> None:
    evidence = Evidence(Message("evidence-steal"), 2.0 / 3.0, Unit.PERCENT)
    found = fact(1, Cause.STEAL, Message.said("others"), evidence)
    supposed = hypothesis(found, Message.said("others"), Message.said("stop them"), evidence)
    assert [one.value for one in (*found.evidence, *supposed.evidence)] == [0.666667] * 3
