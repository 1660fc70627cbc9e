"""Text from outside (a target, a file, a command line) that can neither drive a terminal nor break a line."""

import unicodedata

__all__ = ["printable"]

# Controls, format characters (bidirectional overrides among them), surrogates, line separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def printable(text: str, limit: int | None = None) -> str:
    r"""The text on one line, control and invisible characters as escapes, cut to `limit` characters.

    >>> printable("a\x1b[31mb\nc")
    'a\\x1b[31mb\\nc'
    >>> printable("x" * 10, limit=4)
    'xxx…'
    """
    shown = "".join(_escaped(character) for character in text)
    return shown if limit is None or len(shown) <= limit else shown[: limit - 1] + "…"


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")
