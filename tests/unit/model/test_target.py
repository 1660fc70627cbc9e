import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.model.target import Target, TargetTextError, parse_target


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("http://127.0.0.1:8080/status/1?a=b&c", Target("127.0.0.1", 8080, "/status/1?a=b&c")),
        ("http://localhost", Target("localhost", 80, "/")),
        ("HTTP://a.b-c.example:1", Target("a.b-c.example", 1, "/")),
        ("http://h?a=1", Target("h", 80, "/?a=1")),
        ("http://[::1]:8080/x", Target("::1", 8080, "/x")),
        ("http://[2001:db8::1]", Target("2001:db8::1", 80, "/")),
        ("https://shop.local/a", Target("shop.local", 443, "/a", tls=True)),
        ("HTTPS://[::1]:8443", Target("::1", 8443, "/", tls=True)),
        ("unix:/run/app.sock", Target("localhost", 0, "/", socket="/run/app.sock")),
        ("unix:///run/app.sock:/status?a=b:c", Target("localhost", 0, "/status?a=b:c", socket="/run/app.sock")),
    ],
)
def test_targets(url: str, target: Target) -> None:
    assert parse_target(url) == target


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "not a URL"),
        ("localhost:8080", "not a URL"),
        ("unix:app.sock", "no whole path of a socket"),
        ("unix:", "no whole path of a socket"),
        ("unix:/a\nb", "no whole path of a socket"),
        ("unix:/" + "a" * 107, "more than 107 bytes"),
        ("unix:/a:/b c", "a space"),
        ("ftp://h/", "unknown scheme"),
        ("http://", "no host"),
        ("http://:80/", "no host"),
        ("http://h:0/", "a port that is none"),
        ("http://h:65536/", "a port that is none"),
        ("http://h:/", "a port that is none"),
        ("http://h:x/", "a port that is none"),
        ("http://::1:80/", "brackets"),
        ("http://[::1/", "brackets"),
        ("http://[1.2.3.4]/", "no IPv6 address"),
        ("http://[fe80::1%eth0]/", "zone"),
        ("http://999.1.1.1/", "no IPv4 address"),
        ("http://a_-/", "no valid host name"),
        ("http://пример/", "outside ASCII"),
        ("http://h/#x", "fragment"),
        ("http://h/a b", "a space"),
        ("http://h/a\r\nX: y", "a space"),
    ],
)
def test_wrong_urls_are_named(url: str, message: str) -> None:
    with pytest.raises(TargetTextError, match=message):
        parse_target(url)


@pytest.mark.parametrize(
    "url",
    ["http://me:s3cret@h/", "https://s3cret@h/", "me:s3cret@h", "x://s3cret@h/#f", "http://a:s3cret/@h/"],
)
def test_a_secret_is_refused_and_never_repeated(url: str) -> None:
    with pytest.raises(TargetTextError) as raised:
        parse_target(url)
    assert "s3cret" not in str(raised.value)


@given(st.one_of(st.text(max_size=80), st.text(max_size=60).map("http://".__add__)))
def test_any_text_is_a_target_or_a_target_error(text: str) -> None:
    with contextlib.suppress(TargetTextError):
        target = parse_target(text)
        assert parse_target(f"{target.url}{':' if target.socket else ''}{target.path}") == target
