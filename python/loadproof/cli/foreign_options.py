"""Options that hands know of wrk, oha, hey and k6: answered by the one that does the same here."""

import re
from typing import Any

from typer.core import TyperCommand
from typer.exceptions import TyperException

from loadproof.errors import InputError

__all__ = ["LoadCommand"]

_TIME = {
    "load": "say --for {time}",
    "capacity": "say --budget {time}, or hold one rate with loadproof load --for {time}",
}
_RATE = {
    "load": "say --rate {number}",
    "capacity": "say --max-rate {number}, or hold it: loadproof load --rate {number}",
}
_CONNECTIONS = "say --connections {number}"
_CALLS = {
    "load": "a rate is held for a time: say --rate RATE --for TIME, such as --rate 100 --for 10s for 1000 calls",
    "capacity": "a search makes as many calls as it needs: say --budget TIME for the most time of load and waits",
}
_USERS = {
    "load": "say --connections {number} --rate max, or write users into a profile (--profile)",
    "capacity": "a search varies a rate, not users: say --start-rate and --max-rate",
}
_THREADS = "say --shards {number} for threads, --timeout TIME for a timeout"
_BASIC = "say -H 'Authorization: Basic ...', or --curl 'curl -u USER:PASSWORD URL'"
_METHOD = "say -X METHOD"
_BODY = "say -d TEXT"
_SHOWN_ANYWAY = "leave it out: percentiles are always told"
_CURES: dict[str, str | dict[str, str]] = {
    **dict.fromkeys(("-z", "--duration", "--hold"), _TIME),
    **dict.fromkeys(("-q", "-R", "-r", "--qps", "--rps"), _RATE),
    **dict.fromkeys(("-c", "--concurrency"), _CONNECTIONS),
    **dict.fromkeys(("-n", "-i", "--requests", "--iterations"), _CALLS),
    **dict.fromkeys(("--vus", "--users", "-u"), _USERS),
    **dict.fromkeys(("-t", "--threads"), _THREADS),
    **dict.fromkeys(("-m", "--method"), _METHOD),
    **dict.fromkeys(("--body", "--data-raw", "--data-binary"), _BODY),
    **dict.fromkeys(("-l", "-L", "--latency"), _SHOWN_ANYWAY),
    **dict.fromkeys(("-s", "--script"), "write flows into a profile (--profile)"),
    "-a": _BASIC,
    "-b": "say -H 'Cookie: NAME=VALUE'",
    "-A": "say -H 'Accept: TYPE'",
    "-T": "say -H 'Content-Type: TYPE'",
    "-D": "say -d @FILE",
    "-k": "say --insecure",
    "-o": "say --out DIR, or --json",
    "-w": "leave it out: the first seconds of a plateau are not judged",
    "-y": "say --yes",
    "--rate": _RATE,
    "--for": _TIME,
}
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
_DURATION = re.compile(r"(?:[0-9]{1,9}(?:\.[0-9]{1,9})?(?:ms|s|m|h))+")


class LoadCommand(TyperCommand):
    """A verb that knows what the options of other load tools are called here."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """As of any command; raises InputError for an option that another tool has."""
        words = list(args)
        try:
            return super().parse_args(ctx, args)
        except TyperException as error:
            option = getattr(error, "option_name", None)
            cure = _CURES.get(option) if isinstance(option, str) and type(error).__name__ == "NoSuchOption" else None
            if option is None or cure is None:
                raise
            told = cure if isinstance(cure, str) else cure[str(self.name)]
            raise InputError(f"{option}: no option here. Cure: {_filled(told, _value(option, words))}") from error


def _value(option: str, words: list[str]) -> str:
    """What was given to `option`, such as 64 of `-c 64`, `-c64` and `--vus=64`; empty where it is not found."""
    for at, word in enumerate(words):
        if word == option:
            return words[at + 1] if at + 1 < len(words) else ""
        if word.startswith(f"{option}=") or (word.startswith(option) and not option.startswith("--")):
            return word.removeprefix(option).removeprefix("=")
    return ""


def _filled(cure: str, value: str) -> str:
    number = value if _NUMBER.fullmatch(value) else "NUMBER"
    time = value if _DURATION.fullmatch(value) else f"{value}s" if value.isascii() and value.isdigit() else "TIME"
    return cure.format(number=number, time=time[:20])
