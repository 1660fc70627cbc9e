"""The last lines that a service wrote, as a message can show them."""

__all__ = ["last_lines", "last_lines_in_a_row"]

_LINES = 12
_LONGEST = 200
_INDENT = "  "


def last_lines(text: str) -> str:
    r"""The last 12 lines of `text`, each below the other and indented, without what could steer a terminal.

    >>> last_lines("one\n\x1b[31mtwo\n")
    ':\n  one\n  ·[31mtwo'
    >>> last_lines("")
    ' (it wrote nothing)'
    """
    lines = _last(text)
    return ":" + "".join(f"\n{_INDENT}{line}" for line in lines) if lines else " (it wrote nothing)"


def last_lines_in_a_row(text: str, most: int | None = None) -> str:
    r"""The last 12 lines of `text` on one line, or `most` of them.

    >>> last_lines_in_a_row("one\n\ttwo\n")
    'one | two'
    """
    return " | ".join(line.strip() for line in _last(text)[-(most or _LINES) :])


def _last(text: str) -> list[str]:
    return [_plain(line) for line in text.splitlines() if line.strip()][-_LINES:]


def _plain(line: str) -> str:
    cut = line.replace("\t", " ")[:_LONGEST]
    return "".join(sign if sign.isprintable() else "·" for sign in cut) + ("…" if len(line) > _LONGEST else "")
