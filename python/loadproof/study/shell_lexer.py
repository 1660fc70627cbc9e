"""The words of a command line as they are read: what all shells have in common."""

import re
from dataclasses import dataclass, field

from loadproof.errors import WrittenValueError

__all__ = ["NOT_CLOSED", "RUNS", "VARIABLE_BEGIN", "VARIABLE_END", "Lexer", "ShellLine", "marked_variable"]

VARIABLE_BEGIN, VARIABLE_END = "\ufdd2", "\ufdd3"
"""Around a variable of the shell in a word: code points that Unicode keeps from all text that is exchanged."""
NOT_CLOSED = WrittenValueError(
    "a quote or a backslash is not closed", r"give the whole line in single quotes, each ' in it as '\''"
)
RUNS = "text in backticks or $( ) is sent as it is written; a shell would run it"
_SEPARATES = "an & or ; without quotes is sent as it is written; a shell would end the command there"


@dataclass(slots=True)
class ShellLine:
    """The words of one command; `remarks` names what of the line a shell would have done, and nobody does here."""

    words: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def remark(self, line: str) -> None:
        """Add a remark, once."""
        if line not in self.remarks:
            self.remarks.append(line)


def marked_variable(written: str) -> str:
    """A variable of the shell as it stands in a word."""
    return f"{VARIABLE_BEGIN}{written}{VARIABLE_END}"


class Lexer:
    """Reads words from `text`; `at` is the place of the next character, `word` the word so far (None: none began)."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.word: str | None = None
        self.made = ShellLine()

    def line(self) -> ShellLine:
        """All words up to the end of the command."""
        while self.at < len(self.text) and self.step():
            pass
        self.end_word()
        return self.made

    def step(self) -> bool:
        """Take what stands next; False: the command has ended."""
        raise NotImplementedError

    def add(self, text: str) -> None:
        self.word = (self.word or "") + text

    def end_word(self) -> None:
        if self.word is not None:
            self.made.words.append(self.word)
        self.word = None

    def operator(self, sign: str) -> bool | None:
        """Return True if the command goes on after an unquoted sign, False if not; None if the sign is text."""
        after = self.text[self.at + 1 : self.at + 2]
        if sign == "|" and after != "|":
            self.made.remark("what follows | is not taken over: no reply is kept")
            return False
        if sign in "<>":
            if self.word is not None and self.word.endswith("="):
                return None
            if self.word is not None and not re.fullmatch(r"[0-9]|&", self.word):
                self.end_word()
            self.word = None
            return self._redirection(sign)
        if sign in ";&" and self.word is not None and after not in ("", " ", "\t", "\r", "\n", "&", "|", ";"):
            self.made.remark(_SEPARATES)
            return None
        return self.end_of_command(sign)

    def end_of_command(self, sign: str) -> bool:
        """False; raises WrittenValueError where another command follows."""
        rest = self.text[self.at :].lstrip("&|; \t\r\n")
        if rest and not rest.startswith("#") and self.made.words + ([] if self.word is None else [self.word]):
            told = "a line break" if sign == "\n" else sign
            raise WrittenValueError(f"another command follows after {told}", "give one command of curl")
        return False

    def _redirection(self, sign: str) -> bool:
        rest = re.compile(r"[<>&]*[ \t]*(?:'[^']*'|\"[^\"]*\"|[^\s'\"|;&<>]*)").match(self.text, self.at)
        self.at = len(self.text) if rest is None else rest.end()
        told = "no file is given to it" if sign == "<" else "no reply is kept"
        self.made.remark(f"the redirection {sign} is not taken over: {told}")
        return True
