"""Text that matches a simple pattern of a schema, made without running the pattern: that could take for ever."""

import string

__all__ = ["text_of_pattern"]

_MOST_LETTERS = 200
_LONGEST_PATTERN = 500
_DEEPEST = 8
_CLASSES = {"d": "0", "w": "a", "s": " ", "D": "a", "W": "-", "S": "a"}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_TRIED = string.ascii_lowercase + string.digits + string.ascii_uppercase + "-_ ."
_SETS = {"d": string.digits, "w": string.ascii_letters + string.digits + "_", "s": " \t"}


def text_of_pattern(pattern: str, least: int = 0, most: int = _MOST_LETTERS) -> str | None:
    r"""Return a text of `least` to `most` letters that matches a pattern; None for a pattern that is not simple.

    Read are literals, classes, groups, alternatives (the first is taken), repetitions and the anchors at both ends.

    >>> text_of_pattern("^AC[0-9a-f]{4}$"), text_of_pattern(r"^\d{3}-(foo|bar)+\.?$"), text_of_pattern("(?=a)b")
    ('AC0000', '000-foo', None)
    """
    if len(pattern) > _LONGEST_PATTERN:
        return None
    body = pattern.removeprefix("^")
    if body.endswith("$") and not body.endswith("\\$"):
        body = body[:-1]
    for extra in (0, least):
        try:
            text = _Pattern(body, extra).text()
        except (ValueError, IndexError):
            return None
        if least <= len(text) <= most:
            return text
    return None


class _Pattern:
    """Reads a pattern from left to right; ValueError or IndexError where it is not simple."""

    def __init__(self, pattern: str, wanted: int) -> None:
        """A repetition without an end is repeated until the text has `wanted` letters."""
        self._pattern = pattern
        self._wanted = wanted
        self._at = 0

    def text(self) -> str:
        text = self._alternatives(0)
        if self._at < len(self._pattern):
            raise ValueError
        return text

    def _alternatives(self, depth: int) -> str:
        if depth > _DEEPEST:
            raise ValueError
        first = self._sequence(depth)
        while self._peek() == "|":
            self._at += 1
            self._sequence(depth)
        return first

    def _sequence(self, depth: int) -> str:
        parts: list[str] = []
        while self._peek() not in ("", "|", ")"):
            atom = self._atom(depth)
            parts.append(atom * self._times(sum(map(len, parts)), len(atom)))
            if sum(map(len, parts)) > _MOST_LETTERS:
                raise ValueError
        return "".join(parts)

    def _atom(self, depth: int) -> str:
        sign = self._take()
        if sign == "(":
            if self._peek() == "?":
                if self._pattern[self._at : self._at + 2] != "?:":
                    raise ValueError
                self._at += 2
            text = self._alternatives(depth + 1)
            if self._take() != ")":
                raise ValueError
            return text
        if sign == "[":
            return self._class()
        if sign == "\\":
            return self._escape()
        if sign in "^$*+?{})]":
            raise ValueError
        return "a" if sign == "." else sign

    def _escape(self) -> str:
        sign = self._take()
        if sign in _CLASSES:
            return _CLASSES[sign]
        if sign in _CONTROLS:
            return _CONTROLS[sign]
        if sign.isalnum():
            raise ValueError
        return sign

    def _class(self) -> str:
        is_negated = self._peek() == "^"
        self._at += is_negated
        members: list[str] = []
        while self._peek() != "]" or not members:
            first = self._take()
            if first == "\\":
                sign = self._take()
                if sign in _SETS:
                    members.append(_SETS[sign])
                    continue
                if sign.isalnum() and sign not in _CONTROLS:
                    raise ValueError
                first = _CONTROLS.get(sign, sign)
            elif first == "[":
                raise ValueError
            if self._peek() == "-" and self._pattern[self._at + 1] not in "]\\":
                self._at += 1
                last = self._take()
                if last < first:
                    raise ValueError
                members.append("".join(map(chr, range(ord(first), min(ord(last), ord(first) + 100) + 1))))
            else:
                members.append(first)
        self._at += 1
        if is_negated:
            free = [letter for letter in _TRIED if all(letter not in one for one in members)]
            return free[0]
        return members[0][0]

    def _times(self, length: int, of_atom: int) -> int:
        """Return how often the preceding atom is repeated."""
        sign = self._peek()
        if sign and sign in "*+?":
            self._at += 1
            least, has_end = int(sign == "+"), sign == "?"
        elif sign == "{":
            end = self._pattern.index("}", self._at)
            low, comma, high = self._pattern[self._at + 1 : end].partition(",")
            if not low.isascii() or not low.isdigit() or len(low) > 3:
                raise ValueError
            self._at = end + 1
            least, has_end = int(low), not comma or bool(high)
            if comma and high and high.isdigit() and self._wanted:
                least = max(least, min(int(high[:4]), (self._wanted - length) // max(1, of_atom)))
        else:
            return 1
        if self._peek() == "?":
            self._at += 1
        if self._peek() in ("*", "+"):
            raise ValueError
        return least if has_end else max(least, (self._wanted - length) // max(1, of_atom))

    def _peek(self) -> str:
        return self._pattern[self._at : self._at + 1]

    def _take(self) -> str:
        sign = self._pattern[self._at]
        self._at += 1
        return sign
