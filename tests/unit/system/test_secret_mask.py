"""No form of a secret gets through, wherever the stream is cut, and other text stays as it is."""

import json
import re
import string
import time
from base64 import b64encode
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from loadproof.system.secret_mask import SecretMask, is_hidden

from tests.secret_forms import cores, forms

SECRETS = ["hunter2", "hunter2-long", "aabaab", "ü$ é/+", "r2-longer"]
WORDS = ["hunt", "a", "-", "\n", "x y", "%6", "\\", "\\u00", "&#", "er2-", "=", "%68unter", "aab"]
PEM = "-----BEGIN KEY-----\nMIIabc/def+ghi0123456789\n7654321zyxwvut==\n-----END KEY-----\n"


def streamed(mask: SecretMask, text: bytes, cuts: list[int]) -> bytes:
    stream, shown = mask.stream(), b""
    for cut in [*cuts, len(text)]:
        shown += stream.masked(text[:cut])
        text = text[cut:]
    return shown + stream.rest()


secrets = st.text(st.characters(codec="utf-8", exclude_characters="*", exclude_categories=["Cs", "Z", "C"]), min_size=6)
printable = st.text(string.ascii_letters + string.digits + "+/-_.~=%&\\\"' ", min_size=6, max_size=90)


@given(st.one_of(printable, secrets), st.data())
def test_no_form_of_any_secret_gets_through(secret: str, data: st.DataObject) -> None:
    assume(is_hidden(secret) and secret == secret.strip() and "*" not in secret)
    # What changes its length in another case is changed by more than case.
    assume(secret.upper().lower() == secret.lower())
    name, form = data.draw(st.sampled_from(list(forms(secret))))
    assume(len(form) >= 6)
    cuts = data.draw(st.lists(st.integers(0, 12), max_size=60))
    before, after = data.draw(st.tuples(*[st.sampled_from(["", "GET /?a=", '{"token":"', "Basic ", "a%2", "\\"])] * 2))
    text = f"{before} {form} {after}\nend\n".encode()
    mask = SecretMask([secret])
    whole = mask.masked(text)
    assert b"***" in whole, name
    assert [core for core in cores(secret) if core in whole.lower()] == []
    assert whole.endswith(f" {after}\nend\n".encode())
    assert streamed(mask, text, cuts) == whole


@given(
    st.lists(
        st.sampled_from([*SECRETS, *WORDS, *(form for secret in SECRETS for _, form in forms(secret))]), max_size=9
    ),
    st.sampled_from(["", " ", "\n"]),
    st.lists(st.integers(1, 9), min_size=1, max_size=90),
)
def test_secrets_that_overlap_are_hidden_in_pieces_as_in_one(words: list[str], between: str, cuts: list[int]) -> None:
    text = between.join(words).encode() + b"\n"
    mask = SecretMask(SECRETS)
    shown = streamed(mask, text, cuts)
    assert shown == mask.masked(text)
    assert [core for secret in SECRETS for core in cores(secret) if core in shown.lower()] == []


@given(st.binary(max_size=300), st.lists(st.integers(0, 20), max_size=40))
def test_text_without_the_secret_is_unchanged(text: bytes, cuts: list[int]) -> None:
    mask = SecretMask(["token-that-nobody-may-see"])
    assert mask.masked(text) == text
    assert streamed(mask, text + b"\n", cuts) == text + b"\n"


@pytest.mark.parametrize("secret", ["", "12345", "ab\ncd\nef", "  abc  "])
def test_what_is_shorter_than_six_characters_is_not_looked_for(secret: str) -> None:
    mask = SecretMask([secret])
    assert not is_hidden(secret)
    assert mask.masked(b"12345 abc ab\ncd\nef") == b"12345 abc ab\ncd\nef"


def test_each_line_of_a_secret_of_many_is_hidden() -> None:
    mask = SecretMask([PEM])
    for line in PEM.splitlines():
        if len(line) >= 6:
            assert mask.text(f"<{line}>") == "<***>"
    assert set(re.sub(r"\s", "", mask.text(PEM))) == {"*"}
    for text in (json.dumps(PEM), quote(PEM), b64encode(PEM.encode()).decode(), PEM.encode().hex()):
        shown = mask.text(text)
        assert not any(core in shown.lower().encode() for line in PEM.splitlines() for core in cores(line)), shown


def test_a_secret_that_is_no_text_and_a_text_that_is_none_are_no_fault() -> None:
    mask = SecretMask(["\udca9secret"])
    assert mask.masked(b"\xa9Secret") == b"***"
    assert mask.text("as it is \ud800") == "as it is \ud800"
    assert "secret" not in mask.text("\ud800 ésecret")


def test_a_long_secret_is_one_gap() -> None:
    secret = "".join(f"{number:04}" for number in range(300))
    assert SecretMask([secret]).masked(f"a {secret} b".encode()) == b"a *** b"
    assert streamed(SecretMask([secret]), f"a {secret} b\n".encode(), [7] * 300) == b"a *** b\n"


def test_what_may_be_a_begin_is_held_back_and_other_text_is_not_late() -> None:
    stream = SecretMask(["hunter2"]).stream()
    assert stream.masked(b"ready ") == b"ready "
    assert stream.masked(b"hunters hunt") == b"hunters "
    assert stream.masked(b"ing\n") == b"hunting\n"
    assert stream.masked(b"%68%7") == b""
    assert stream.masked(b"5nter2\n") == b"***\n"
    assert stream.masked(b"... 80 %") + stream.masked(b" done") == b"... 80 % don"
    assert stream.rest() == b"e"


def test_the_begin_of_a_secret_at_the_end_is_hidden() -> None:
    stream = SecretMask(["hunter2"]).stream()
    assert stream.masked(b"token=hunte") + stream.rest() == b"token=***"
    assert SecretMask(["hunter2"]).masked(b"token=hunte", cut=True) == b"token=***"
    assert SecretMask(["hunter2"]).masked(b"an end with an h", cut=True) == b"an end with an h"


def test_a_service_that_writes_much_is_not_held_up() -> None:
    line = b'12:00:00 INFO {"path":"/status/a%20b?c=d&e=f","agent":"it says \\"hello\\"","token":"hidden-token-1"}\n'
    stream = SecretMask(["hidden-token-1", "another-Token/2"]).stream()
    chunk = (line * 3000)[: 1 << 18]
    began_s = time.process_time()
    for _ in range(8):
        stream.masked(chunk)
    # Some 35 MB/s here; a tenth of that would still be a fault.
    assert 8 * len(chunk) / (time.process_time() - began_s) > 4e6
