"""The last lines that a service wrote, as a message can show them."""

__all__ = ["last_lines"]

_LINES = 12
_LONGEST = 200


def last_lines(text: str) -> str:
    r"""The last 12 lines of `text`, each below the other and indented, without what could steer a terminal.

    >>> last_lines("one\n\x1b[31mtwo\n")
    ':\n  one\n  ·[31mtwo'
    >>> last_lines("")
    ' (it wrote nothing)'
    """
    lines = [_plain(line) for line in text.splitlines() if line.strip()][-_LINES:]
    return ":" + "".join(f"\n  {line}" for line in lines) if lines else " (it wrote nothing)"


def _plain(line: str) -> str:
    cut = line.replace("\t", " ")[:_LONGEST]
    return "".join(sign if sign.isprintable() else "·" for sign in cut) + ("…" if len(line) > _LONGEST else "")
