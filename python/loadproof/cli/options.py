"""Options that several verbs share."""

import re
from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.errors import InputError
from loadproof.plan.settings import Arrivals
from loadproof.words.languages import LANGUAGES

__all__ = [
    "DEFAULT_LANGUAGE",
    "ArrivalsOption",
    "AuthorityOption",
    "AwakeOption",
    "ConnectionsOption",
    "ConsentOption",
    "CurlOption",
    "DataOption",
    "ExpectOption",
    "FullOption",
    "HeaderOption",
    "InsecureOption",
    "JUnitOption",
    "JsonOption",
    "LanguageOption",
    "MethodOption",
    "NoteOption",
    "OtlpOption",
    "OutOption",
    "ProfileOption",
    "RunArgument",
    "SeedOption",
    "ShardsOption",
    "SharedMachineOption",
    "ShortOption",
    "SloOption",
    "SummaryOption",
    "TimeoutOption",
    "UrlArgument",
    "against_itself",
    "known_runs",
]


DEFAULT_LANGUAGE = LANGUAGES[0]
_LONGEST_NOTE = 200
_NEEDS_NO_QUOTES = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]*")


def _known_language(language: str) -> str:
    if language not in LANGUAGES:
        raise typer.BadParameter(f"{language!r} is none of {', '.join(LANGUAGES)}")
    return language


def _one_line(note: str | None) -> str | None:
    if note is None:
        return None
    from loadproof.model.quoting import quoted
    from loadproof.result.plain_text import printable

    text = note.strip()
    if not text or len(text) > _LONGEST_NOTE or printable(text) != text:
        raise InputError(
            f"--note: {quoted(note)} is not one line of 1 to {_LONGEST_NOTE} printable characters. "
            "Cure: give a short text, or leave the option out"
        )
    return text


def known_runs() -> list[str]:
    """Return the shell completions for a run: `last` and the names in `runs/` that need no quotes; [] without names."""
    from loadproof.store.run_name import LAST, names_of_runs

    names = [name for name in names_of_runs() if _NEEDS_NO_QUOTES.fullmatch(name)]
    return [LAST, *names] if names else []


def against_itself(aa: bool, variant: str | None) -> str | None:
    """Return the variant that `--aa` compares with itself; None: no A/A test, empty: the first variant.

    Raises InputError if `--variant` is given without `--aa`.
    """
    if variant is not None and not aa:
        raise InputError(
            "--variant: it names the variant that --aa compares with itself. "
            "Cure: add --aa, or leave it out: a run has all variants of its study"
        )
    return (variant or "") if aa else None


UrlArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="URL", help="Target: http://HOST:PORT/PATH, https://... or unix:/run/app.sock.", show_default=False
    ),
]
ProfileOption = Annotated[
    Path | None,
    typer.Option(
        "--profile",
        metavar="FILE",
        parser=CheckedPath("--profile", PathUse.INPUT),
        help="Operations, flows and users (YAML) instead of one request on URL.",
    ),
]
MethodOption = Annotated[
    str | None,
    typer.Option("-X", "--request", metavar="METHOD", help="Such as PUT. [default: GET; POST with -d]"),
]
HeaderOption = Annotated[
    list[str] | None,
    typer.Option(
        "-H",
        "--header",
        metavar="'NAME: VALUE'",
        help="May be repeated; ${env:NAME} takes a secret of the environment. No credential is stored or shown.",
    ),
]
DataOption = Annotated[
    list[str] | None,
    typer.Option(
        "-d",
        "--data",
        metavar="TEXT|@FILE",
        help="Body, or the bytes of a file of up to 256 MiB. As with curl it makes a POST of type "
        "application/x-www-form-urlencoded, unless -X and -H say else; several are joined by &.",
    ),
]
CurlOption = Annotated[
    str | None,
    typer.Option("--curl", metavar="'curl ...'", help="A command of curl, as browsers copy it, in place of a URL."),
]
ConsentOption = Annotated[
    bool,
    typer.Option("--yes", help="The owner of a target outside this machine and private networks agreed: do not ask."),
]
ShortOption = Annotated[
    bool, typer.Option("--short", help="Print a few lines of plain text, to be pasted into a chat.")
]
SloOption = Annotated[
    list[str] | None,
    typer.Option(
        "--slo",
        metavar="SLO",
        help="Such as 'p99<350ms'; may be repeated. [default: errors<1% and rate±5%, each unless given]",
    ),
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
        help="Most connections. [default: as many as calls need; 64 for --rate max]",
    ),
]
AuthorityOption = Annotated[
    Path | None,
    typer.Option(
        "--ca",
        metavar="FILE",
        parser=CheckedPath("--ca", PathUse.INPUT),
        help="Authorities (PEM) to trust in place of the system's, for https.",
    ),
]
InsecureOption = Annotated[bool, typer.Option("--insecure", help="Take any certificate; the report says so.")]
TimeoutOption = Annotated[
    str | None,
    typer.Option("--timeout", metavar="TIME", help="Given up this long after due. [default: 10s, or the profile's]"),
]
ExpectOption = Annotated[
    str | None,
    typer.Option(
        "--expect",
        metavar="STATUS",
        help="Accepted statuses, such as 201, 3xx, 200-299, or several: 2xx,304. Redirects are not followed. "
        "[default: 2xx]",
    ),
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
SharedMachineOption = Annotated[
    bool,
    typer.Option(
        "--shared-machine",
        help="Accept other processes of this machine as part of the environment; the report says so.",
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        parser=CheckedPath("--out", PathUse.DIRECTORY),
        help="Run directory. [default: runs/TIME-VERB]",
    ),
]
NoteOption = Annotated[
    str | None,
    typer.Option(
        "--note",
        metavar="TEXT",
        callback=_one_line,
        help="Kept with the run, shown in its report and by loadproof runs.",
    ),
]
OtlpOption = Annotated[
    str | None,
    typer.Option(
        "--otlp",
        metavar="URL",
        help="Send metrics there while it runs, by OTLP over HTTP, such as http://localhost:4318.",
    ),
]
RunArgument = Annotated[
    str,
    typer.Argument(
        metavar="RUN",
        parser=CheckedPath("RUN", PathUse.RUN),
        help="Run directory, a name in runs/ or the begin of one, or last.",
        show_default=False,
        autocompletion=known_runs,
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print result.json on standard output, and nothing else.")]
FullOption = Annotated[bool, typer.Option("--full", help="Print every table of the report, not one screen of it.")]
JUnitOption = Annotated[
    Path | None,
    typer.Option(
        "--junit",
        metavar="FILE",
        parser=CheckedPath("--junit", PathUse.FILE),
        help="Write the verdicts as JUnit XML, for a CI.",
    ),
]
SummaryOption = Annotated[
    Path | None,
    typer.Option(
        "--summary",
        metavar="FILE",
        parser=CheckedPath("--summary", PathUse.APPENDED),
        help="Append a summary in Markdown. [default: where CI is set, the file of GITHUB_STEP_SUMMARY]",
    ),
]
LanguageOption = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="|".join(LANGUAGES),
        callback=_known_language,
        autocompletion=lambda: list(LANGUAGES),
        help="Language of what is shown, and the first one of report.html; JSON is English.",
    ),
]
