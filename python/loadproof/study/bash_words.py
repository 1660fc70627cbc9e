"""Words of a command line as bash reads them."""

import re

from loadproof.errors import WrittenValueError
from loadproof.study.shell_lexer import NOT_CLOSED, RUNS, Lexer, marked_variable

__all__ = ["BashWords", "OtherShellError"]

_NAME = re.compile(r"\$(?:([A-Za-z_][A-Za-z0-9_]{0,127})|\{([A-Za-z_][A-Za-z0-9_]{0,127})\})")
_ESCAPE = re.compile(
    r"\\(?:u(?P<high>[dD][89abAB][0-9a-fA-F]{2})\\u(?P<low>[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|x(?P<hex>[0-9a-fA-F]{1,2})|u(?P<short>[0-9a-fA-F]{1,4})|U(?P<long>[0-9a-fA-F]{1,8})"
    r"|(?P<octal>[0-7]{1,3})|(?P<sign>.))",
    re.DOTALL,
)
_SIGNS = {"a": 7, "b": 8, "e": 27, "E": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}
_SIGNS |= {sign: ord(sign) for sign in "\\'\"?"}
_ENDS_LINE_OF_OTHERS = re.compile(r'\^(?:"|[ \t]*\r?\n)|`[ \t]*\r?\n')


class OtherShellError(Exception):
    """The line is written for cmd.exe or for PowerShell."""

    def __init__(self, is_powershell: bool) -> None:
        """Keeps which of the two."""
        super().__init__()
        self.is_powershell = is_powershell


class BashWords(Lexer):
    """Words of bash; a ^ or a backtick that ends a line is that of another shell."""

    def step(self) -> bool:
        text, at = self.text, self.at
        sign = text[at]
        if sign in " \t\r":
            self.end_word()
        elif sign == "\n":
            if self.made.words or self.word is not None:
                return self.end_of_command(sign)
        elif sign == "#" and self.word is None:
            self.at = text.find("\n", at) - 1 if "\n" in text[at:] else len(text)
        elif sign in "|;&<>" and (goes_on := self.operator(sign)) is not None:
            return goes_on
        elif not self._takes_quotes(sign):
            self._expanded()
        self.at += 1
        return True

    def _takes_quotes(self, sign: str) -> bool:
        """True if quotes or a backslash stand here, which are then taken up to their last character."""
        text, at = self.text, self.at
        if _ENDS_LINE_OF_OTHERS.match(text, at):
            raise OtherShellError(is_powershell=sign == "`")
        if sign == "'":
            self._until("'", at + 1)
        elif sign == '"' or text.startswith('$"', at):
            self.at += 2 if sign == "$" else 1
            self._double_quoted()
        elif text.startswith("$'", at):
            self._ansi_quoted(at + 2)
        elif sign == "\\":
            self._escaped(at)
        else:
            return False
        return True

    def _until(self, quote: str, begin: int) -> None:
        end = self.text.find(quote, begin)
        if end < 0:
            raise NOT_CLOSED
        self.add(self.text[begin:end])
        self.at = end

    def _escaped(self, at: int) -> None:
        """A backslash outside quotes: the line goes on, or a character as it is."""
        broken = re.compile(r"\\\r?\n").match(self.text, at)
        if broken is not None:
            self.at = broken.end() - 1
        elif at + 1 == len(self.text):
            raise NOT_CLOSED
        else:
            self.add(self.text[at + 1])
            self.at = at + 1

    def _double_quoted(self) -> None:
        self.add("")
        while self.at < len(self.text) and self.text[self.at] != '"':
            sign, after = self.text[self.at], self.text[self.at + 1 : self.at + 2]
            if sign == "\\" and after and after in '$`"\\':
                self.add(after)
                self.at += 2
            elif sign == "\\" and after == "\n":
                self.at += 2
            else:
                self._expanded()
                self.at += 1
        if self.at >= len(self.text):
            raise NOT_CLOSED

    def _expanded(self) -> None:
        """The character at `at`, or the variable that begins there; `at` is then at its last character."""
        match = _NAME.match(self.text, self.at)
        if match is not None:
            self.add(marked_variable(match[0]))
            self.at = match.end() - 1
            return
        if self.text[self.at] == "`" or self.text.startswith("$(", self.at):
            self.made.remark(RUNS)
        self.add(self.text[self.at])

    def _ansi_quoted(self, begin: int) -> None:
        match = re.compile(r"(?:[^'\\]|\\.)*", re.DOTALL).match(self.text, begin)
        end = begin if match is None else match.end()
        if end >= len(self.text) or self.text[end] != "'":
            raise NOT_CLOSED
        self.add(_ansi_text(self.text[begin:end]))
        self.at = end


def _ansi_text(escaped: str) -> str:
    r"""The text of `$'...'`: bytes of `\x` and octal escapes are UTF-8, and `\u` pairs of surrogates one character."""
    content, at = b"", 0
    try:
        for match in _ESCAPE.finditer(escaped):
            content += escaped[at : match.start()].encode() + _sign(match)
            at = match.end()
        return (content + escaped[at:].encode()).decode()
    except UnicodeError as error:
        raise WrittenValueError(
            "the escapes of this line are no UTF-8 text", "give the body as --data-binary @FILE"
        ) from error


def _sign(match: re.Match[str]) -> bytes:
    """The bytes of an escape."""
    if (sign := match["sign"]) is not None:
        # bash leaves an escape that it does not know as it is.
        return bytes([_SIGNS[sign]]) if sign in _SIGNS else match[0].encode()
    if match["high"] is not None:
        return bytes.fromhex(f"{match['high']}{match['low']}").decode("utf-16-be").encode()
    is_byte = match["hex"] is not None or match["octal"] is not None
    number = int(match["octal"], 8) if match["octal"] else int(match["hex"] or match["short"] or match["long"], 16)
    number = number & 0xFF if is_byte else number
    if not 0 < number <= 0x10FFFF:
        raise WrittenValueError(f"the escape {match[0]} is no character", "give the body as --data-binary @FILE")
    return bytes([number]) if is_byte else chr(number).encode()
