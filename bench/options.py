"""The options of the bench."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass

from bench.case import CaseGroup
from bench.cases import CASE_GROUPS

__all__ = ["Options", "read_options"]

_ROUNDS = 5
_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Options:
    """What is asked for: groups, rounds of each, seconds of a load, and whether the document is written."""

    groups: tuple[CaseGroup, ...]
    rounds: int
    seconds: int
    write: bool


def read_options(arguments: Sequence[str]) -> Options:
    """Options from the command line; ends the process with 2 where they are wrong."""
    parser = argparse.ArgumentParser(
        prog="python -m bench", description="Compares loadproof with its peers, side by side."
    )
    names = [group.name for group in CASE_GROUPS]
    parser.add_argument("--rounds", type=_positive, default=_ROUNDS, help=f"rounds of each group [{_ROUNDS}]")
    parser.add_argument("--seconds", type=_positive, default=_SECONDS, help=f"seconds of a run [{_SECONDS}]")
    parser.add_argument("--only", choices=names, action="append", help="this group alone; leaves the document as it is")
    parser.add_argument("--no-document", action="store_true", help="leave docs/benchmarks.md as it is")
    parsed = parser.parse_args(arguments)
    only = parsed.only or names
    groups = tuple(group for group in CASE_GROUPS if group.name in only)
    return Options(groups, parsed.rounds, parsed.seconds, not parsed.no_document and groups == CASE_GROUPS)


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text} is not 1 or more")
    return value
