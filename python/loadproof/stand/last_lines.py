"""The last lines that a service wrote, as a message can show them."""

__all__ = ["in_a_row", "last_lines", "last_lines_in_a_row"]

_LINES = 12
_LONGEST = 200
_LEAD = ". Its last lines:"
_LEAD_TO_NONE = ". Its last lines (it wrote nothing)"
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


def last_lines_in_a_row(text: str) -> str:
    r"""The last 12 lines of `text` on one line.

    >>> last_lines_in_a_row("one\n\ttwo\n")
    'one | two'
    """
    return " | ".join(line.strip() for line in _last(text))


def in_a_row(message: str, most: int = _LINES) -> str:
    r"""What a message says before its cure, on one line, with at most `most` of the last lines that it shows.

    >>> in_a_row("the service api ended with exit code 1. Its last lines:\n  one\n  two\nIts log: a.log. Cure: ...", 1)
    'the service api ended with exit code 1; its last lines: two'
    >>> in_a_row("the service api was killed by SIGKILL. Its last lines (it wrote nothing)\nIts log: a.log. Cure: ...")
    'the service api was killed by SIGKILL (it wrote nothing)'
    >>> in_a_row("its port 80 is taken. Cure: free it")
    'its port 80 is taken. Cure: free it'
    """
    head, *rest = message.splitlines() or [""]
    if head.endswith(_LEAD_TO_NONE):
        return f"{head.removesuffix(_LEAD_TO_NONE)} (it wrote nothing)"
    if not head.endswith(_LEAD):
        return head
    shown = [line.strip() for line in rest if line.startswith(_INDENT)][-most:]
    return f"{head.removesuffix(_LEAD)}; its last lines: {' | '.join(shown)}"


def _last(text: str) -> list[str]:
    return [_plain(line) for line in text.splitlines() if line.strip()][-_LINES:]


def _plain(line: str) -> str:
    cut = line.replace("\t", " ")[:_LONGEST]
    return "".join(sign if sign.isprintable() else "·" for sign in cut) + ("…" if len(line) > _LONGEST else "")
