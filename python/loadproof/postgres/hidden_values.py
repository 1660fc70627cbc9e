"""SQL without its values: literals and numbers become `?`, comments go, and what remains is one bounded line."""

import re

__all__ = ["CUT", "LONGEST_STATEMENT", "hidden_values"]

LONGEST_STATEMENT = 1000
"""Characters of a statement that are kept."""
_MOST_READ = 100_000
"""Characters that are looked at."""
CUT = "…"
"""End of a statement that is cut."""
_HIDDEN = "?"
_WORD = re.compile(r"[^\W\d][\w$]*|[_\u0080-\U0010ffff][\w$\u0080-\U0010ffff]*")
_PARAMETER = re.compile(r"\$\d+")
_NUMBER = re.compile(r"(?:0[xXoObB][\da-fA-F_]+|\d[\d_]*(?:\.(?!\.)[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?\w*")
_TAG = re.compile(r"\$(?:[^\W\d]\w*)?\$")
_SPACE = re.compile(r"[ \t\r\n\f\v]+")
_LINE_COMMENT = re.compile(r"--[^\r\n]*")
_COMMENT_EDGE = re.compile(r"/\*|\*/")
_QUOTED_NAME = re.compile(r'"(?:[^"]|"")*(?:"|\Z)')
_ESCAPED = re.compile(r"'(?:[^'\\]|''|\\.)*(?:'|\Z)", re.DOTALL)
_PLAIN = re.compile(r"'(?:[^']|'')*(?:'|\Z)")
_PREFIXES = {"b", "x", "n", "e", "u&"}
"""Words that make one literal together with the quote behind them."""


def hidden_values(text: str) -> str:
    r"""Return a statement in one line of 1,000 characters at most, with `?` in place of each value.

    Parameters (`$1`) and quoted identifiers stay. A statement that was cut within a literal ends with `?`. Whether a
    backslash before a quote ends a plain literal depends on a setting of the server: all behind one is hidden.

    >>> hidden_values("SELECT *\n FROM \"Tasks\" /* of Ann */ WHERE id = 7 AND name = 'Ann' AND a1 = $1 -- now")
    'SELECT * FROM "Tasks" WHERE id = ? AND name = ? AND a1 = $1'
    >>> hidden_values(r"SET x = E'a\'b', y = $q$it's$q$"), hidden_values("SELECT 'never clo")
    ('SET x = ?, y = ?', 'SELECT ?')
    """
    pieces: list[str] = []
    read, place, long = text[:_MOST_READ], 0, 0
    while place < len(read) and long <= LONGEST_STATEMENT:
        piece, place = _next(read, place)
        pieces.append(piece)
        long += len(piece)
    line = re.sub(" {2,}", " ", "".join(pieces)).strip()
    is_cut = len(line) > LONGEST_STATEMENT or place < len(text)
    return line[: LONGEST_STATEMENT - 1].rstrip() + CUT if is_cut else line


def _next(text: str, place: int) -> tuple[str, int]:
    """Return the next piece as it is shown, and the place behind it."""
    sign = text[place]
    if found := _SPACE.match(text, place) or _LINE_COMMENT.match(text, place):
        piece, end = " ", found.end()
    elif text.startswith("/*", place):
        piece, end = " ", _comment_end(text, place)
    elif sign == "'":
        piece, end = _literal(text, place, has_escapes=False)
    elif found := _QUOTED_NAME.match(text, place):
        piece, end = _printable(found.group()), found.end()
    elif sign == "$":
        piece, end = _behind_dollar(text, place)
    elif found := _WORD.match(text, place):
        piece, end = _word(text, found.group(), found.end())
    elif found := _NUMBER.match(text, place):
        piece, end = _HIDDEN, found.end()
    else:
        piece, end = _printable(sign), place + 1
    return piece, end


def _word(text: str, word: str, end: int) -> tuple[str, int]:
    if text.startswith("&", end) and word.lower() == "u" and text.startswith("'", end + 1):
        word, end = "u&", end + 1
    if word.lower() in _PREFIXES and text.startswith("'", end):
        return _literal(text, end, has_escapes=word.lower() == "e")
    return _printable(word), end


def _literal(text: str, place: int, *, has_escapes: bool) -> tuple[str, int]:
    found = (_ESCAPED if has_escapes else _PLAIN).match(text, place)
    end = len(text) if found is None else found.end()
    if not has_escapes and "\\'" in text[place:end]:
        return _HIDDEN, len(text)
    return _HIDDEN, end


def _behind_dollar(text: str, place: int) -> tuple[str, int]:
    if found := _PARAMETER.match(text, place):
        return found.group(), found.end()
    if found := _TAG.match(text, place):
        end = text.find(found.group(), found.end())
        return _HIDDEN, len(text) if end < 0 else end + len(found.group())
    return "$", place + 1


def _comment_end(text: str, place: int) -> int:
    """The place behind a comment, which may hold others; one that never ends holds all."""
    depth = 0
    for edge in _COMMENT_EDGE.finditer(text, place):
        depth += 1 if edge.group() == "/*" else -1
        if depth == 0:
            return edge.end()
    return len(text)


def _printable(text: str) -> str:
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "·" for sign in text)
