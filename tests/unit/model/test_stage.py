"""Stages as they are written: any text is a shape or one line that says why not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.errors import WrittenValueError
from loadproof.model.stage import MOST_STAGES, Stage, check_stages, parse_stages


def test_a_shape_has_its_ramps_holds_and_jumps() -> None:
    written = "30s:100,1m:2N,0s:500,90s:0"
    shape = (Stage(30.0, 100.0), Stage(60.0, 100.0), Stage(0.0, 500.0), Stage(90.0, 0.0))
    assert parse_stages(written, 50.0) == shape


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("30s", "'30s' is not a stage"),
        ("30s:", "'30s:' is not a stage"),
        (":100", "':100' is not a stage"),
        ("30:100,30s:100", "'30' has no unit"),
        ("1.5s:100,5s:100", "'1.5s' is not a time of whole seconds"),
        ("5s:100,0s:100", "no stage is held"),
        ("30s:fast,5s:100", "'fast' is not a rate"),
        ("30s:-1,5s:100", "-1 is not above 0"),
        ("30s:2N,30s:2N", "'2N' is a multiple of a profile"),
        ("30s:100,30s:200", "no stage is held"),
        ("30s:0,30s:0", "no stage is held"),
        (",".join(["1s:5"] * (MOST_STAGES + 1)), f"the number of stages is {MOST_STAGES + 1}"),
    ],
)
def test_what_is_no_shape_is_named(written: str, message: str) -> None:
    with pytest.raises(WrittenValueError) as refused:
        parse_stages(written)
    assert message in str(refused.value)
    assert "Cure: " in str(refused.value)


def test_there_is_no_shape_without_stages() -> None:
    with pytest.raises(WrittenValueError, match="the number of stages is 0"):
        check_stages(())


@given(st.text(alphabet="0123456789smhN.:,- x", max_size=60))
def test_any_text_is_a_shape_or_is_refused(written: str) -> None:
    stages: tuple[Stage, ...] | None = None
    told = ""
    try:
        stages = parse_stages(written, 10.0)
    except WrittenValueError as error:
        told = str(error)
    assert "\n" not in told
    assert stages is None or parse_stages(",".join(map(str, stages))) == stages
