"""Hints on doubts."""

from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode, with_cures

COARSE = Doubt(DoubtCode.COARSE, Message.said("the budget ended"))


def test_a_study_and_a_command_have_hints_of_their_own() -> None:
    assert [doubt.cure.code for has_study in (False, True) for doubt in with_cures([COARSE], has_study)] == [
        "cure-coarse",
        "cure-study-coarse",
    ]


def test_a_doubt_of_an_earlier_version_keeps_its_hint() -> None:
    earlier = Doubt("no-longer-known", Message.said("it was seen"), Message.said("look at it"))
    assert with_cures([earlier], True) == (earlier,)
