"""Texts that were typed, with `***` in the place of each credential."""

import re
from collections.abc import Sequence

from loadproof.system.credential_text import CredentialText

__all__ = [
    "HIDDEN",
    "hidden_body",
    "hidden_command",
    "hidden_header",
    "hidden_path",
    "hidden_text",
    "hidden_words",
    "literal_parts",
]

HIDDEN = "***"
_GAP = re.compile(r"(?<!\$)\$\{[^{}]*\}")
"""A gap of a template, or a variable of the environment: its value is not in the text."""


def hidden_text(text: str) -> str:
    """`text` without the credentials that stand in it by name or by shape.

    >>> hidden_text("http://h/a?token=s3cr3t&n=1"), hidden_text("https://u:pw@h"), hidden_text("author=me")
    ('http://h/a?token=***&n=1', 'https://u:***@h', 'author=me')
    >>> hidden_text("--password=${env:PASSWORD} --pin 12 -H 'Authorization: Bearer abc'")
    "--password=${env:PASSWORD} --pin *** -H 'Authorization: Bearer ***'"
    """
    return _HIDES.in_text(text)


def hidden_path(path: str) -> str:
    """The path of a request and its query.

    >>> hidden_path("/a?x=1&pwd=a%20b")
    '/a?x=1&pwd=***'
    """
    return _HIDES.in_path(path)


def hidden_body(text: str, media_type: str) -> str:
    """The body of a request.

    >>> hidden_body('{"password": "x", "pin": 12}', "application/json")
    '{"password": "***", "pin": ***}'
    """
    return _HIDES.in_body(text, media_type)


def hidden_words(words: Sequence[str]) -> list[str]:
    """The words of a command.

    >>> hidden_words(["psql", "--password", "hunter2", "--port", "1", "postgres://a:b@h/d"])
    ['psql', '--password', '***', '--port', '1', 'postgres://a:***@h/d']
    """
    return _HIDES.in_words(words)


def hidden_command(words: Sequence[str]) -> list[str]:
    """The words of our own command line, where a variable of the environment is the one gap: the rest is sent as typed.

    >>> hidden_command(["-H", "Authorization: Bearer a${b}c", "-H", "X-Token: ${env:TOKEN}"])
    ['-H', 'Authorization: Bearer ***', '-H', 'X-Token: ${env:TOKEN}']
    """
    return _HIDES_OF_COMMAND.in_words(words)


def hidden_header(name: str, value: str) -> str:
    """The value of a header.

    >>> hidden_header("Authorization", "Bearer abc"), hidden_header("Cookie", "sid=1; u=${user}")
    ('Bearer ***', '***${user}')
    >>> hidden_header("Cookie", "sid=${env:SID}; u=${user}")
    'sid=${env:SID}; u=${user}'
    """
    return _HIDES.in_header(name, value)


def literal_parts(value: str, gap: re.Pattern[str] = _GAP) -> list[str]:
    """Texts of `value` between its gaps.

    >>> literal_parts("a${b}c"), literal_parts("${b}")
    (['a', 'c'], [])
    """
    return [part for part in gap.split(value) if part.strip()]


class _Hides(CredentialText):
    """Replaces each credential by `***`, and leaves gaps as they are."""

    def __init__(self, gap: re.Pattern[str]) -> None:
        self._gap = gap

    def found(self, label: str, value: str, where: str) -> str:  # noqa: ARG002
        """Stars for each text between gaps."""
        gaps = self._gap.findall(value)
        parts = [HIDDEN if part.strip() else part for part in self._gap.split(value)]
        return "".join(text for pair in zip(parts, [*gaps, ""], strict=True) for text in pair)

    def is_replaced(self, value: str) -> bool:
        """True if nothing but gaps is left."""
        return not literal_parts(value, self._gap) or value.startswith(HIDDEN)


_HIDES = _Hides(_GAP)
_HIDES_OF_COMMAND = _Hides(re.compile(r"(?<!\$)\$\{env:[^{}]*\}"))
