"""`loadproof alarms export`: the alarms of a study as alerting rules of Prometheus."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.exit_codes import ExitCode
from loadproof.errors import InputError

if TYPE_CHECKING:
    from loadproof.alarms.prometheus import PrometheusRule

__all__ = ["alarms"]


class _Action(StrEnum):
    """Use of the alarms of a study."""

    EXPORT = "export"


def alarms(
    _action: Annotated[
        _Action,
        typer.Argument(metavar="export", help="Write alerting rules of Prometheus.", show_default=False),
    ],
    study: Annotated[
        Path,
        typer.Argument(
            metavar="STUDY",
            parser=CheckedPath("STUDY", PathUse.INPUT),
            help="Study file (YAML) with alarms.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=CheckedPath("--out", PathUse.FILE),
            help="The rule file. [default: standard output]",
        ),
    ] = None,
) -> None:
    """Write the alarms of a study as alerting rules of Prometheus, for production. Exit code 4: none can be exported.

    Alarms without an alerting rule are listed with the reason.
    """
    from loadproof.alarms.prometheus import NotExported, PrometheusRule, prometheus_rule
    from loadproof.alarms.rule_file import left_out_line, rule_file
    from loadproof.cli.hidden_output import hide
    from loadproof.cli.standard_streams import say
    from loadproof.study.load_study import load_study
    from loadproof.study.typed_secret import typed_secrets

    loaded = load_study(study)
    hide(typed_secrets(loaded))
    if not loaded.alarms:
        raise InputError(
            f"{study}: the study has no alarms. Cure: write some, such as alarms: {{slow: p99 over 30s > 1s}}"
        )
    found = [prometheus_rule(alarm, loaded.probes) for alarm in loaded.alarms]
    rules = [one for one in found if isinstance(one, PrometheusRule)]
    left_out = [one for one in found if isinstance(one, NotExported)]
    _write(rule_file(loaded.name, rules, left_out), rules, out)
    for one in left_out:
        say(f"not exported: {left_out_line(one)}")
    if left_out:
        say("Give an alarm the key prometheus, with an expression for the same value, to export it too.")
    if not rules:
        raise typer.Exit(ExitCode.NOT_VALID)


def _write(text: str, rules: list[PrometheusRule], out: Path | None) -> None:
    """Write the rule file, and say where it is; without a place print it."""
    if out is None:
        typer.echo(text, nl=False)
        return
    from loadproof.system.atomic_write import write_file
    from loadproof.system.path_lookup import shown_path

    write_file(out, text, option="--out")
    place = shown_path(out)
    typer.echo(f"{place}: {len(rules)} rule{'s' * (len(rules) != 1)}; next: promtool check rules {place}")
