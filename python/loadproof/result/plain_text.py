"""Text from outside (a target, a file, a command line) on one line of a bounded length."""

from loadproof.model.visible_text import visible_line

__all__ = ["printable"]


def printable(text: str, limit: int | None = None) -> str:
    r"""The text on one line, hidden characters as escapes, cut to `limit` characters.

    >>> printable("a\x1b[31mb\nc")
    'a\\x1b[31mb\\nc'
    >>> printable("x" * 10, limit=4)
    'xxx…'
    """
    # Cut first: a text may have any length, and a hidden character takes ten times the time of a letter.
    shown = visible_line(text if limit is None else text[: limit + 1])
    return shown if limit is None or len(shown) <= limit else shown[: limit - 1] + "…"
