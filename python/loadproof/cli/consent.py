"""Asks before a load leaves this machine and its private networks."""

import sys
from collections.abc import Iterable

from loadproof.cli.standard_streams import say
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.model.target import Target

__all__ = ["ask_consent"]

_MOST_SHOWN = 5


def ask_consent(targets: Iterable[Target], is_given: bool) -> None:
    """Returns where no target is outside, or its owner agreed: by `--yes`, or as a user says on a terminal.

    A name counts as outside with any of its addresses. Raises InputError else; nothing was sent by then.
    """
    from loadproof.system.own_network import outside_address

    if is_given:
        return
    outside: dict[str, str] = {}
    for target in targets:
        if target.socket is None and (address := outside_address(target.host, target.port)) is not None:
            outside[target.url] = address
    if not outside:
        return
    shown = ", ".join(
        url if address in url else f"{url} ({address})" for url, address in list(outside.items())[:_MOST_SHOWN]
    )
    told = (
        f"{shown} is not on this machine or a private network; a load test that its owner did not agree to is an attack"
    )
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise InputError(f"{told}. Cure: say --yes where its owner agreed")
    say(f"{told}.\nGo on? [y/N]")
    answer = sys.stdin.readline().strip().lower()
    if answer not in ("y", "yes"):
        raise InputError(f"{quoted(answer)} is no yes, and nothing was sent. Cure: say y where its owner agreed")
