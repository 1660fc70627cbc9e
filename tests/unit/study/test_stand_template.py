"""Gaps of stand texts and of secrets in headers."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.profile import Operation, Profile
from loadproof.study.secret import SecretError, masked, profile_with_secrets
from loadproof.study.stand_template import StandTextError, fill_stand_text
from loadproof.study.template import Literal, parse_template

PORTS = {"api": 8080, "data-base_2": 5432}


def fill(text: str, own: str | None = "api", **environment: str) -> str:
    return fill_stand_text(text, PORTS, own, Path("/w"), environment)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("", ""),
        ("plain $ { } $x $$", "plain $ { } $x $$"),
        ("${port}", "8080"),
        ("${data-base_2.port}:${api.port}", "5432:8080"),
        ("${workspace}/a", "/w/a"),
        ("$${port} ${port}", "${port} 8080"),
        ("$$${port}", "$${port}"),
        ("a${env:TOKEN}b", "a${port}b"),
    ],
)
def test_gaps_are_filled_once(text: str, filled: str) -> None:
    assert fill(text, TOKEN="${port}") == filled  # noqa: S106 - a text that looks like a gap


@pytest.mark.parametrize(
    ("text", "own", "message"),
    [
        ("${port}", None, "outside a service"),
        ("${nobody.port}", "api", "no service 'nobody'"),
        ("${env:NONE}", "api", "no variable NONE. Cure: set NONE before the run"),
        ("${Port}", "api", "'${Port}' is not a gap"),
        ("${ port }", "api", "is not a gap"),
        ("${env:}", "api", "is not a gap"),
        ("${port", "api", "no closing }"),
        ("${", "api", "no closing }"),
    ],
)
def test_gaps_that_cannot_be_filled(text: str, own: str | None, message: str) -> None:
    with pytest.raises(StandTextError) as raised:
        fill(text, own, TOKEN="hunter2")  # noqa: S106 - the secret of this test
    assert message in str(raised.value)
    assert "hunter2" not in str(raised.value)


@given(st.text(alphabet="${}e:nvport.aT_ "))
def test_any_text_is_filled_or_refused(text: str) -> None:
    try:
        filled = fill(text, a="1", T="2")
    except StandTextError:
        return
    assert ("${" in filled) <= ("$${" in text)


def sent(header: str, secret: str) -> str:
    operation = Operation("get", 1, "GET", "/", (("A", header),), None, ((200, 299),), 1, ())
    profile = profile_with_secrets(Profile((operation,), (), (), 1, None), {"T": secret})
    return profile.operations[0].headers[0][1]


@given(
    secret=st.text(alphabet="${}ab.* ", max_size=6),
    before=st.sampled_from(("", "Bearer ", "$ ", "$${")),
    after=st.sampled_from(("", "x", "{ids.id}", "$${", "}")),
)
def test_a_secret_never_becomes_a_template(secret: str, before: str, after: str) -> None:
    try:
        text = sent(f"{before}${{env:T}}{after}", secret)
    except SecretError:
        assert secret.endswith("$")
        return
    literal = (before + secret + after).replace("$${", "${") if "$${" not in secret else None
    pieces = parse_template(text)
    assert all(isinstance(piece, Literal) for piece in pieces)
    if literal is not None:
        assert "".join(piece.text for piece in pieces if isinstance(piece, Literal)) == literal


@pytest.mark.parametrize("secret", ["a\r\nB: c", "ё", "a\0"])
def test_a_secret_that_would_break_a_header_is_refused_unseen(secret: str) -> None:
    with pytest.raises(SecretError, match="the value of T cannot stand in this header") as raised:
        sent("${env:T}", secret)
    assert secret not in str(raised.value)


def test_only_secrets_are_masked() -> None:
    assert masked("${env:A}:${env:B_2} $${env:C} ${port}") == "***:*** $${env:C} ${port}"
