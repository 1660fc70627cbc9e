"""Command lines of the servers of stands."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping

from stand_server.fault import Fault

__all__ = ["between", "run"]


def run(
    name: str,
    commands: Mapping[str, Callable[[Namespace], int]],
    add_options: Callable[[ArgumentParser, str], None],
) -> None:
    """Runs the command `name` with the arguments of the process, and ends the process with its exit code."""
    parser = ArgumentParser(prog=name, allow_abbrev=False, description=commands[name].__doc__)
    add_options(parser, name)
    try:
        sys.exit(commands[name](parser.parse_args()))
    except Fault as fault:
        print(f"{name}: {fault}", file=sys.stderr)
        sys.exit(fault.exit_code)
    except KeyboardInterrupt:
        sys.exit(130)


def between(low: int, high: int) -> Callable[[str], int]:
    """Reader of an option that is a whole number from `low` to `high`."""

    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
        return int(text)

    return number
