"""Splits a command line into its words, as bash, cmd.exe or PowerShell would; nothing is run, no variable is read.

Which shell a line is for shows in how it goes on: `^` before a quote or the end of a line is cmd.exe, a backtick at the
end of a line is PowerShell; all else is bash.
"""

import re

from loadproof.errors import WrittenValueError
from loadproof.study.bash_words import BashWords, OtherShellError
from loadproof.study.shell_lexer import VARIABLE_BEGIN, VARIABLE_END, ShellLine
from loadproof.study.windows_words import CmdWords, PowerShellWords

__all__ = ["as_secrets", "as_written", "shell_variables", "split_line", "without_variables"]

_VARIABLE = re.compile(f"{VARIABLE_BEGIN}([^{VARIABLE_END}]*){VARIABLE_END}")
_PROMPT = re.compile(
    r"\s*(?:(?:[\w.@:~/\[\]-]{0,200}[$%#>]|PS [^\n>]{0,200}>|[A-Za-z]:\\[^\n>]{0,200}>)\s+|!\s*)"
    r"(?=(?:[A-Za-z_]\w*=\S*\s+|sudo\s+|time\s+)*[^\s=]*curl)"
)


def shell_variables(word: str) -> list[str]:
    """The variables of the shell in a word, as they are written.

    >>> shell_variables(split_line('"Bearer $TOKEN"').words[0])
    ['$TOKEN']
    """
    return _VARIABLE.findall(word)


def without_variables(word: str) -> str:
    """The word without its variables."""
    return _VARIABLE.sub("", word)


def as_written(word: str) -> str:
    """The word with its variables as text.

    >>> as_written(split_line('"/a/${ID}"').words[0])
    '/a/${ID}'
    """
    return _VARIABLE.sub(r"\1", word)


def as_secrets(word: str) -> str:
    """The word, a template, with its variables as secrets. Raises WrittenValueError for a $ right before one.

    >>> as_secrets(split_line('"Bearer $TOKEN"').words[0])
    'Bearer ${env:TOKEN}'
    """
    if f"${VARIABLE_BEGIN}" in word:
        raise WrittenValueError("a $ stands right before a variable", "write the value of the variable out")
    return _VARIABLE.sub(lambda match: f"${{env:{_name(match[1])}}}", word)


def split_line(line: str) -> ShellLine:
    r"""The words of the command in `line`, without the prompt before it. Raises WrittenValueError.

    >>> split_line("$ curl 'http://h/a b' \\\n  -d $'it\\'s' | jq .").words
    ['curl', 'http://h/a b', '-d', "it's"]
    >>> split_line('curl ^"http://h/^" ^\n -d ^"^{^\\^"a^\\^":1^}^"').words
    ['curl', 'http://h/', '-d', '{"a":1}']
    """
    text = re.sub(f"[{VARIABLE_BEGIN}{VARIABLE_END}]", "\ufffd", line)
    prompt = _PROMPT.match(text)
    text = text if prompt is None else text[prompt.end() :]
    try:
        return BashWords(text).line()
    except OtherShellError as other:
        return (PowerShellWords if other.is_powershell else CmdWords)(text).line()


def _name(written: str) -> str:
    # In a template the $ before a brace is there twice.
    return re.sub(r"^\$+\{?(?:env:)?|\}$", "", written)
