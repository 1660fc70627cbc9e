"""Options that several verbs share."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from loadproof.plan.settings import Arrivals

__all__ = [
    "ArrivalsOption",
    "AuthorityOption",
    "AwakeOption",
    "ConnectionsOption",
    "InsecureOption",
    "JsonOption",
    "Language",
    "LanguageOption",
    "OutOption",
    "ProfileOption",
    "SeedOption",
    "ShardsOption",
    "SloOption",
    "TimeoutOption",
    "UrlArgument",
]


class Language(StrEnum):
    """Languages of report.html."""

    ENGLISH = "en"
    RUSSIAN = "ru"


UrlArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="URL", help="Target: http://HOST:PORT/PATH, https://... or unix:/run/app.sock.", show_default=False
    ),
]
ProfileOption = Annotated[
    Path | None,
    typer.Option("--profile", metavar="FILE", help="Operations, flows and users (YAML) instead of one GET on URL."),
]
SloOption = Annotated[
    list[str] | None, typer.Option("--slo", metavar="SLO", help="Such as 'p99<350ms', 'errors<1%'; may be repeated.")
]
ArrivalsOption = Annotated[
    Arrivals, typer.Option("--arrivals", help="Independent users (poisson) or equal gaps (constant).")
]
ConnectionsOption = Annotated[
    int | None,
    typer.Option(
        "--connections",
        metavar="COUNT",
        min=1,
        max=1_000_000,
        help="Most connections. [default: 1000; 64 for --rate max]",
    ),
]
AuthorityOption = Annotated[
    Path | None,
    typer.Option("--ca", metavar="FILE", help="Authorities (PEM) to trust in place of the system's, for https."),
]
InsecureOption = Annotated[bool, typer.Option("--insecure", help="Take any certificate; the report says so.")]
TimeoutOption = Annotated[
    str | None,
    typer.Option("--timeout", metavar="TIME", help="Given up this long after due. [default: 10s, or the profile's]"),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", min=0, help="Seed of arrivals, operations and feeders.")
]
ShardsOption = Annotated[
    int | None,
    typer.Option(
        "--shards", metavar="COUNT", min=1, max=256, help="Threads of the generator. [default: half the cores]"
    ),
]
AwakeOption = Annotated[
    bool, typer.Option("--awake", help="Keep idle processors from sleeping meanwhile; the report says so.")
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="DIR", help="Run directory. [default: runs/TIME-VERB]"),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print result.json on standard output, and nothing else.")]
LanguageOption = Annotated[Language, typer.Option("--lang", help="Language of report.html.")]
