"""No secret gets through, wherever the stream is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stand.secret_mask import SecretMask

SECRETS = ["hunter2", "hunter2-long", "aab", "ü$"]


@given(
    st.lists(st.sampled_from([*SECRETS, "hunt", "a", "-", "\n", "x y"]), max_size=12),
    st.lists(st.integers(1, 9), min_size=1, max_size=40),
)
def test_no_secret_gets_through_in_pieces(words: list[str], cuts: list[int]) -> None:
    text = " ".join(words).encode()
    mask = SecretMask(SECRETS)
    shown = b""
    for cut in [*cuts, len(text)]:
        shown += mask.masked(text[:cut])
        text = text[cut:]
    shown += mask.rest()
    assert [secret for secret in SECRETS if secret.encode() in shown] == []


@pytest.mark.parametrize("secrets", [[], [""]])
def test_without_secrets_nothing_changes(secrets: list[str]) -> None:
    assert SecretMask(secrets).masked(b"as it is") == b"as it is"


def test_other_text_stays() -> None:
    mask = SecretMask(["hunter2"])
    assert mask.masked(b"hunters hunt") + mask.masked(b"ing\n") + mask.rest() == b"hunters hunting\n"
