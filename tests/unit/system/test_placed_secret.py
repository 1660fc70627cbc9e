"""A secret that is hidden in its place alone is found after its name in each form, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.system.placed_secret import placed
from loadproof.system.secret_mask import SecretMask

from .test_secret_mask import streamed

MASK = SecretMask([placed("pin", "1234"), placed("X-Api-Key", "ab1"), placed("bearer", "xy"), placed("row")])
TEXT = b'{"pin":"1234","n":1234} pin=1234 spin=1234 pin=12345 row=abcdef x\nHTTP_X_API_KEY: ab1 Bearer xy pin=1234\n'
SHOWN = b'{"pin":"***","n":1234} pin=*** spin=1234 pin=12345 row=*** x\nHTTP_X_API_KEY: *** Bearer *** pin=***\n'


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("?a=1234&pin=1234&b=1", "?a=1234&pin=***&b=1"),
        ("pin%3D1234%26", "pin%3D***%26"),
        ("pin=%31234", "pin=***"),
        ('{\\"pin\\":\\"1234\\"}', '{\\"pin\\":\\"***\\"}'),
        ("<pin>1234</pin>", "<pin>***</pin>"),
        ("--pin 1234, --PIN=1234", "--pin ***, --PIN=***"),
        ('["--pin", "1234"]', '["--pin", "***"]'),
        ('name="pin"\r\n\r\n1234\r\n', 'name="pin"\r\n\r\n***\r\n'),
        ("spin=1234 pins=1234 pin=12345 pin 1234 1234", "spin=1234 pins=1234 pin=12345 pin 1234 1234"),
        ("authorization: bearer xy, bearer xyz, xy", "authorization: bearer ***, bearer xyz, xy"),
        ('row: "a b" and row', 'row: "*** b" and row'),
        ("bearer=xy", "bearer=***"),
        ("row=${users.row}", "row=${users.row}"),
    ],
)
def test_a_value_is_hidden_after_its_name_alone(text: str, shown: str) -> None:
    assert MASK.text(text) == shown


@given(st.lists(st.integers(0, 9), max_size=120))
def test_a_stream_is_hidden_in_pieces_as_in_one(cuts: list[int]) -> None:
    assert MASK.masked(TEXT) == SHOWN
    assert streamed(MASK, TEXT, cuts) == SHOWN


def test_the_begin_of_a_value_at_a_cut_is_hidden_and_a_name_is_not() -> None:
    assert MASK.masked(b"a pin=12", cut=True) == b"a pin=***"
    assert MASK.masked(b"a pin", cut=True) == b"a pin"
    assert MASK.masked(b"a pin=19", cut=True) == b"a pin=19"


def test_names_that_are_none_and_long_ones_are_no_fault() -> None:
    mask = SecretMask([placed("n" * 500, "v w" * 200), placed("--", "zz"), placed("", "zz")])
    assert mask.text("zz --=zz") == "zz --=zz"
    assert mask.text("n" * 128 + "=" + ("v w" * 200)[:256]) == "n" * 128 + "=***"
