"""Options of wrk, hey, oha, ab, k6 and vegeta, typed out of habit: each is answered by the option that does it here."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from typer.core import TyperCommand

from loadproof.errors import ForeignOptionsError

__all__ = ["LoadCommand"]


class _Answer(NamedTuple):
    """The option to use instead, with gaps for the typed value, and a remark; without an option the remark alone."""

    option: str = ""
    remark: str = ""
    takes_value: bool = True
    """True if the option of the other tool has a value."""


_ByCommand = dict[str, _Answer]

_TIME: _ByCommand = {
    "load": _Answer("--for {time}"),
    "capacity": _Answer("--budget {time}", ", or hold one rate with loadproof load --for {time}"),
}
_RATE: _ByCommand = {
    "load": _Answer("--rate {number}"),
    "capacity": _Answer("--max-rate {number}", ", or hold it: loadproof load --rate {number}"),
}
_CONNECTIONS: _ByCommand = {
    "load": _Answer("--connections {number}", ", with --rate max for as many calls as they carry"),
    "capacity": _Answer("--connections {number}"),
}
_CALLS: _ByCommand = {
    "load": _Answer(
        remark="a rate is held for a time: say --rate RATE --for TIME, such as --rate 100 --for 10s for 1000 calls"
    ),
    "capacity": _Answer(
        remark="a search makes as many calls as it needs: say --budget TIME for the most time of load and waits"
    ),
}
_USERS: _ByCommand = {
    "load": _Answer("--users {number}", " with users in a profile (--profile), or --connections {number} --rate max"),
    "capacity": _Answer(remark="a search varies a rate, not users: say --start-rate and --max-rate"),
}
_THREADS = _Answer("--shards {number}", " for threads, --timeout TIME for a timeout")
_BASIC = _Answer(remark="say -H 'Authorization: Basic ...', or --curl 'curl -u USER:PASSWORD URL'")
_METHOD = _Answer(remark="say -X METHOD")
_BODY = _Answer(remark="say -d TEXT")
_SHOWN_ANYWAY = _Answer(remark="leave it out: percentiles are always shown", takes_value=False)
_ANSWERS: dict[str, _Answer | _ByCommand] = {
    **dict.fromkeys(("-z", "--duration", "--hold"), _TIME),
    **dict.fromkeys(("-q", "-R", "-r", "--qps", "--rps"), _RATE),
    **dict.fromkeys(("-c", "--concurrency"), _CONNECTIONS),
    **dict.fromkeys(("-n", "-i", "--requests", "--iterations"), _CALLS),
    **dict.fromkeys(("--vus", "--users", "-u"), _USERS),
    **dict.fromkeys(("-t", "--threads"), _THREADS),
    **dict.fromkeys(("-m", "--method"), _METHOD),
    **dict.fromkeys(("--body", "--data-raw", "--data-binary"), _BODY),
    **dict.fromkeys(("-l", "-L", "--latency"), _SHOWN_ANYWAY),
    **dict.fromkeys(("-s", "--script"), _Answer(remark="write flows into a profile (--profile)")),
    "-a": _BASIC,
    "-b": _Answer(remark="say -H 'Cookie: NAME=VALUE'"),
    "-A": _Answer(remark="say -H 'Accept: TYPE'"),
    "-T": _Answer(remark="say -H 'Content-Type: TYPE'"),
    "-D": _Answer(remark="say -d @FILE"),
    "-k": _Answer("--insecure", takes_value=False),
    "-o": _Answer(remark="say --out DIR, or --json"),
    "-w": _Answer(remark="leave it out: the first seconds of a plateau are not judged"),
    "-y": _Answer("--yes", takes_value=False),
    "--rate": _RATE,
    "--for": _TIME,
}
_BODY_OPTION = "-d"
"""An option that is a body here and a duration in wrk and vegeta."""
_RATES = frozenset(("--rate", "-q", "-R", "-r", "--qps", "--rps"))
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_DURATION = re.compile(r"(?:[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|s|m|h))+")


class LoadCommand(TyperCommand):
    """A command that knows what the options of other load tools are called here."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as any command does. Raises ForeignOptionsError, which answers all options of other tools at once."""
        given = list(_options(args, self._values_taken()))
        foreign = [(name, value, answer) for name, value, own in given if (answer := self._answer(name, value, own))]
        if all(name == _BODY_OPTION for name, _, _ in foreign):
            # A duration as the only body is refused where the request is made.
            return super().parse_args(ctx, args)
        lines = [f"{_fault(name, value)}. Cure: {_told(answer, value)}" for name, value, answer in foreign]
        options = [_filled(answer.option, value) for _, value, answer in foreign if answer.option]
        if self._saturates(given, foreign):
            options.append("--rate max")
        if len(lines) > 1 and options:
            lines.append(f"all of them: options of other tools. Cure: say {' '.join(options)}")
        raise ForeignOptionsError(lines)

    def _answer(self, name: str, value: str, own: bool) -> _Answer | None:
        if own:
            return _TIME[str(self.name)] if name == _BODY_OPTION and _DURATION.fullmatch(value) else None
        answer = _ANSWERS.get(name)
        return answer[str(self.name)] if isinstance(answer, dict) else answer

    def _saturates(self, given: Sequence[tuple[str, str, bool]], foreign: Sequence[tuple[str, str, _Answer]]) -> bool:
        """True if connections are given and no rate: the other tools then send as fast as the answers come."""
        has_rate = any(name in _RATES for name, _, _ in given)
        return self.name == "load" and not has_rate and any(answer is _CONNECTIONS["load"] for _, _, answer in foreign)

    def _values_taken(self) -> dict[str, bool]:
        """True for each option of this command that has a value, by its names."""
        return {
            name: not (getattr(option, "is_flag", False) or getattr(option, "count", False))
            for option in self.params
            for name in option.opts
            if name.startswith("-")
        } | {"--help": False, "-h": False}


def _options(args: Sequence[str], own: dict[str, bool]) -> Iterator[tuple[str, str, bool]]:
    """Yield (name, value, is ours) of each option, for `-c 64`, `-c64` and `--vus=64`; no value is the empty text."""
    words = iter(args)
    for word in words:
        if word == "--":
            return
        if not word.startswith("-") or word == "-":
            continue
        name, joined, value = word.partition("=")
        if not word.startswith("--") and len(word) > 2:
            name, joined, value = word[:2], "=", word[2:].removeprefix("=")
        if not joined and _takes_value(name, own):
            value = next(words, "")
        yield name, value, name in own


def _takes_value(name: str, own: dict[str, bool]) -> bool:
    if name in own:
        return own[name]
    answer = _ANSWERS.get(name)
    if isinstance(answer, dict):
        return True
    return answer is not None and answer.takes_value


def _fault(name: str, value: str) -> str:
    if name == _BODY_OPTION:
        return f"{name}: {value[:20]!r} is a time, and {name} is the body, as with curl"
    return f"{name}: no option here"


def _told(answer: _Answer, value: str) -> str:
    said = f"say {answer.option}" if answer.option else ""
    return _filled(f"{said}{answer.remark}", value)


def _filled(text: str, value: str) -> str:
    number = value if _NUMBER.fullmatch(value) else "NUMBER"
    time = value if _DURATION.fullmatch(value) else f"{value}s" if value.isascii() and value.isdigit() else "TIME"
    return text.format(number=number, time=time[:20])
