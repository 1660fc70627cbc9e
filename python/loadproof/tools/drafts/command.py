"""`loadproof init`: a study file that runs, drafted from a request, an OpenAPI document or a recording."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.options import CurlOption, DataOption, HeaderOption, MethodOption, UrlArgument
from loadproof.cli.standard_streams import say
from loadproof.errors import InputError
from loadproof.model.quoting import quoted
from loadproof.system.atomic_write import write_file
from loadproof.system.path_lookup import is_present, is_regular_file, relative_path, shown_path

if TYPE_CHECKING:
    from loadproof.tools.drafts.draft import Draft

__all__ = ["init"]

_OUTPUT = Path("-")


def init(
    url: UrlArgument = None,
    openapi: Annotated[
        Path | None,
        typer.Option(
            "--openapi",
            metavar="FILE",
            parser=CheckedPath("--openapi", PathUse.INPUT),
            help="An OpenAPI 3.0 to 3.2, or Swagger 2.0 document (JSON, YAML).",
        ),
    ] = None,
    har: Annotated[
        Path | None,
        typer.Option(
            "--har",
            metavar="FILE",
            parser=CheckedPath("--har", PathUse.INPUT),
            help="What a browser recorded: Export HAR in its network panel.",
        ),
    ] = None,
    curl: CurlOption = None,
    method: MethodOption = None,
    header: HeaderOption = None,
    data: DataOption = None,
    target: Annotated[
        str | None,
        typer.Option(
            "--target", metavar="URL", help="With --openapi and --har: where the load goes, in place of what they say."
        ),
    ] = None,
    sends_all: Annotated[
        bool,
        typer.Option("--all", help="With --openapi: operations that may change data, too (POST, PUT, PATCH, DELETE)."),
    ] = False,
    like: Annotated[
        str | None,
        typer.Option(
            "--like", metavar="book", help="With --jar: maximum, confirmation, soak, small heap and diagnosis of a JVM."
        ),
    ] = None,
    jar: Annotated[
        Path | None,
        typer.Option(
            "--jar",
            metavar="FILE",
            parser=CheckedPath("--jar", PathUse.INPUT),
            help="With --like: the service, which the study then starts itself.",
        ),
    ] = None,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=CheckedPath("--out", PathUse.FILE, takes_stream=True),
            help="The study file; - prints it on standard output.",
        ),
    ] = Path("study.yaml"),
    force: Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")] = False,
) -> None:
    """Write a commented study file that runs, from a URL, a command of curl, an OpenAPI document or a recording.

    Nothing is sent or fetched. Credentials are not written: variables of the environment take their place, and are
    listed, as is what could not be taken over.
    """
    from loadproof.tools.drafts.study_text import needed_secrets, study_text

    _check_source(url, openapi, har, curl, typed=bool(method or header or data), target=target, sends_all=sends_all)
    _check_jar(like, jar)
    is_printed = out == _OUTPUT
    if not is_printed:
        _check_place(out, force)
    directory = Path() if is_printed else out.parent
    if openapi is not None:
        from loadproof.tools.drafts.openapi import draft_of_openapi

        draft = draft_of_openapi(openapi, target, sends_all=sends_all)
    elif har is not None:
        from loadproof.tools.drafts.har import draft_of_har

        draft = draft_of_har(har, target)
    else:
        draft = _typed(url, curl, method, header, data, directory)
    if jar is not None:
        draft = replace(draft, jar=relative_path(jar, directory))
    text = study_text(draft, "STUDY" if is_printed else str(out), directory)
    if is_printed:
        typer.echo(text, nl=False)
    else:
        _write(out, text, force)
    for variable, place in needed_secrets(draft).items():
        say(f"to set before the run: {variable} ({place})")
    for line in draft.left_out:
        say(f"not as it was: {line}")
    if not is_printed:
        number = sum(operation.is_active for operation in draft.operations)
        place = shown_path(out)
        typer.echo(f"{place}: {number} operation{'s' * (number != 1)} of {draft.target}; next: loadproof plan {place}")


def _check_source(
    url: str | None,
    openapi: Path | None,
    har: Path | None,
    curl: str | None,
    *,
    typed: bool,
    target: str | None,
    sends_all: bool,
) -> None:
    """Raises InputError unless there is one source, with options that it has."""
    sources = {"URL": url, "--openapi": openapi, "--har": har, "--curl": curl}
    given = [name for name, value in sources.items() if value is not None]
    if not given:
        raise InputError("there is nothing to draft a study of. Cure: give a URL, --openapi, --har or --curl")
    if len(given) > 1:
        raise InputError(f"{given[1]}: {given[0]} is there, too. Cure: keep one of them")
    of_file = given[0] in ("--openapi", "--har")
    if typed and of_file:
        raise InputError(f"{given[0]}: -X, -H and -d belong to a URL. Cure: leave them out, and change the study")
    if target is not None and not of_file:
        raise InputError("--target: what was typed has an address of its own. Cure: write it there")
    if sends_all and given[0] != "--openapi":
        raise InputError("--all: only an OpenAPI document has operations that are left out. Cure: leave --all out")


def _check_jar(like: str | None, jar: Path | None) -> None:
    """Raises InputError unless both are there, or neither."""
    if like is None and jar is None:
        return
    if like != "book":
        told = "there is nothing that the study shall be like" if like is None else f"{quoted(like)} is no study"
        raise InputError(f"--like: {told}. Cure: --like book")
    if jar is None:
        raise InputError("--like: the study starts the service itself. Cure: name it, --jar FILE")
    if not is_regular_file(jar):
        raise InputError(f"--jar: {quoted(str(jar))} is no file. Cure: name the jar of the service")


def _typed(
    url: str | None,
    curl: str | None,
    method: str | None,
    header: list[str] | None,
    data: list[str] | None,
    directory: Path,
) -> "Draft":
    from loadproof.cli.typed_request import read_typed
    from loadproof.run.caller import Caller
    from loadproof.tools.drafts.one_request import draft_of_request

    typed = read_typed(url, None, method, header, data, curl, Caller.command_line())
    source = "a URL" if curl is None else "a command of curl"
    return draft_of_request(str(typed.url), typed.sent, source, directory, typed.line)


def _check_place(out: Path, force: bool) -> None:
    if not force and is_present(out):
        raise _taken(out)


def _taken(out: Path) -> InputError:
    return InputError(
        f"--out: {shown_path(out)} is there already. Cure: say --out FILE for another one, or --force to replace it"
    )


def _write(out: Path, text: str, force: bool) -> None:
    """The file, whole or not at all; without `force` one that came meanwhile stays, too."""
    try:
        write_file(out, text, replaces=force, option="--out")
    except FileExistsError:
        raise _taken(out) from None
