"""Words of a command line as the shells of Windows read them: cmd.exe and PowerShell."""

import re

from loadproof.study.shell_lexer import NOT_CLOSED, RUNS, Lexer, ShellLine, marked_variable

__all__ = ["CmdWords", "PowerShellWords"]

_NAME = re.compile(r"\$(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,127})|\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]{0,127})\}")
_SIGNS = {"n": "\n", "r": "\r", "t": "\t", "0": "", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}


class CmdWords(Lexer):
    """cmd.exe takes the carets away outside of quotes; the program then reads its words as the C runtime does."""

    def line(self) -> ShellLine:
        self._split(self._without_carets())
        return self.made

    def _without_carets(self) -> str:
        made, quoted = "", False
        while self.at < len(self.text):
            sign = self.text[self.at]
            if sign == "^" and not quoted:
                broken = re.compile(r"\^[ \t]*\r?\n(\r?\n)?").match(self.text, self.at)
                if broken is not None:
                    made += "" if broken[1] is None else "\n"
                    self.at = broken.end()
                else:
                    made += self.text[self.at + 1 : self.at + 2]
                    self.at += 2
                continue
            quoted ^= sign == '"'
            if not quoted and sign in "|<>\n" and not self._goes_on(sign, made):
                break
            made += sign
            self.at += 1
        return made

    def _goes_on(self, sign: str, made: str) -> bool:
        if not made.strip():
            return True
        self.made.words = [made]
        if sign == "\n":
            self.end_of_command(sign)
        else:
            self.made.remark(f"what follows {sign} is not taken over: no reply is kept")
        return False

    def _split(self, text: str) -> None:
        self.made.words = []
        quoted, at = False, 0
        while at < len(text):
            slashes = re.compile(r"(\\*)(\"?)").match(text, at)
            if slashes is not None and slashes[2]:
                self.add("\\" * (len(slashes[1]) // 2))
                at = slashes.end()
                if len(slashes[1]) % 2:
                    self.add('"')
                elif quoted and text.startswith('"', at):
                    self.add('"')
                    at += 1
                else:
                    quoted = not quoted
                continue
            if text[at].isspace() and not quoted:
                self.end_word()
            else:
                self.add(text[at])
            at += 1
        if quoted:
            raise NOT_CLOSED
        self.end_word()


class PowerShellWords(Lexer):
    """Words of PowerShell, as the program gets them."""

    def step(self) -> bool:
        sign = self.text[self.at]
        if sign in " \t\r":
            self.end_word()
        elif sign == "\n":
            if self.made.words or self.word is not None:
                return self.end_of_command(sign)
        elif sign == "'":
            self._single_quoted()
        elif sign == '"':
            self._double_quoted()
        elif sign == "`":
            broken = re.compile(r"`[ \t]*\r?\n").match(self.text, self.at)
            if broken is not None:
                self.at = broken.end() - 1
            else:
                self.add(self.text[self.at + 1 : self.at + 2])
                self.at += 1
        elif sign in "|;&<>" and (goes_on := self.operator(sign)) is not None:
            return goes_on
        else:
            self._expanded()
        self.at += 1
        return True

    def _single_quoted(self) -> None:
        match = re.compile(r"'((?:[^']|'')*)'").match(self.text, self.at)
        if match is None:
            raise NOT_CLOSED
        # A quote in an argument of a program takes a backslash before it, also where PowerShell asks for none.
        self.add(match[1].replace("''", "'").replace('\\"', '"'))
        self.at = match.end() - 1

    def _double_quoted(self) -> None:
        self.add("")
        self.at += 1
        while self.at < len(self.text):
            sign, after = self.text[self.at], self.text[self.at + 1 : self.at + 2]
            if sign == "`" and after:
                self.add(_SIGNS.get(after, after))
                self.at += 2
            elif sign == '"' and after == '"':
                self.add('"')
                self.at += 2
            elif sign == '"':
                self.add(self._unescaped())
                return
            else:
                self._expanded()
                self.at += 1
        raise NOT_CLOSED

    def _unescaped(self) -> str:
        word, self.word = self.word or "", ""
        return word.replace('\\"', '"')

    def _expanded(self) -> None:
        match = _NAME.match(self.text, self.at)
        if match is None:
            if self.text.startswith("$(", self.at):
                self.made.remark(RUNS)
            self.add(self.text[self.at])
            return
        self.add(marked_variable(match[0]))
        self.at = match.end() - 1
