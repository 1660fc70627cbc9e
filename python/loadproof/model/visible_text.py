r"""Control and invisible characters as visible escapes: the one rule for all that is shown.

Escaped are controls (C0, DEL, C1), bidirectional controls, zero-width and other invisible format characters, line and
paragraph separators, tag characters, noncharacters and lone surrogates: `\x1b`, `\u202e`, `\U000e0041`. Letters of any
script, combining marks, variation selectors and joined emoji stay as they are. A joiner (U+200C, U+200D) stays only
between letters of scripts that need it, and between emoji. An escape has no character that is escaped, so that text
that has passed twice is the text that has passed once.
"""

import json
import re
from typing import Any

__all__ = ["json_text", "visible", "visible_line"]

_JOINING_LETTERS = r"\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff\u0900-\u0dff\u1780-\u17ff"
_EMOJI = r"\u2190-\u2bff\u3030-\u303d\ufe0f\U0001f000-\U0001faff"
_JOINERS = (
    rf"\u200c(?!(?<=[{_JOINING_LETTERS}]\u200c)[{_JOINING_LETTERS}])"
    rf"|\u200d(?!(?<=[{_JOINING_LETTERS}]\u200d)[{_JOINING_LETTERS}]|(?<=[{_EMOJI}]\u200d)[{_EMOJI}])"
)
_INVISIBLE = (
    r"\x7f-\x9f\xad\u061c\u070f\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    r"\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
_HIDDEN = re.compile(rf"[\x00-\x08\x0b-\x1f{_INVISIBLE}]|{_JOINERS}")
_HIDDEN_OR_BREAK = re.compile(rf"[\x00-\x1f{_INVISIBLE}]|{_JOINERS}")
_HIDDEN_IN_JSON = re.compile(rf"[{_INVISIBLE}]|{_JOINERS}")


def visible(text: str) -> str:
    r"""Text of several lines, with escapes in place of hidden characters; line breaks and tabs stay.

    >>> visible("a\x1b[31mb\nc"), visible("\u202ea"), visible(visible("\x9b"))
    ('a\\x1b[31mb\nc', '\\u202ea', '\\x9b')
    """
    return _HIDDEN.sub(_escape, text)


def visible_line(text: str) -> str:
    r"""Text on one line, with escapes in place of hidden characters, line breaks and tabs.

    >>> visible_line("a\x1b[31mb\nc"), visible_line("\udce9")
    ('a\\x1b[31mb\\nc', '\\xe9')
    """
    return _HIDDEN_OR_BREAK.sub(_escape, text)


def json_text(value: Any, *, indent: int | None = None) -> str:
    r"""JSON of plain values, with the escapes of JSON in place of hidden characters: a reader gets the same text.

    Raises ValueError for a number that JSON does not have.

    >>> json_text({"a": "\u202e\x1b\u4f60"})
    '{"a":"\\u202e\\u001b你"}'
    """
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False)
    return _HIDDEN_IN_JSON.sub(lambda hidden: json.dumps(hidden[0])[1:-1], text)


def _escape(hidden: re.Match[str]) -> str:
    character = hidden[0]
    # A byte of a path that is no text, as Python carries it (PEP 383).
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
