"""`loadproof version` and `loadproof help`: the parts of this installation, and the help of a command."""

from __future__ import annotations

from typing import Annotated

import typer

from loadproof.errors import InputError

__all__ = ["show_help", "version"]


def version(json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False) -> None:
    """Show the versions of loadproof, its engine, Python and the system, for a report of a fault."""
    from loadproof.cli.standard_streams import write_json

    parts = _parts()
    if json:
        write_json(parts)
        return
    width = max(map(len, parts))
    for name, value in parts.items():
        typer.echo(f"{name.replace('_', ' '):<{width}}  {value}")


def show_help(
    ctx: typer.Context,
    command: Annotated[str | None, typer.Argument(metavar="COMMAND", help="Such as load.", show_default=False)] = None,
) -> None:
    """Show the help of a command, or the list of all commands."""
    root = ctx.find_root()
    group = root.command
    if command is None:
        typer.echo(group.get_help(root))
        return
    commands: dict[str, typer.core.TyperCommand] = getattr(group, "commands", {})
    if command not in commands:
        from difflib import get_close_matches

        from loadproof.model.quoting import quoted

        near = get_close_matches(command, commands, 1, 0.7)
        cure = f"say loadproof help {near[0]}" if near else "loadproof help names all commands"
        raise InputError(f"COMMAND: {quoted(command)} is no command. Cure: {cure}")
    found = commands[command]
    with found.make_context(command, [], parent=root, resilient_parsing=True) as context:
        typer.echo(found.get_help(context))


def _parts() -> dict[str, str]:
    import platform

    from loadproof import __version__
    from loadproof.store.schema import SCHEMA_VERSION

    return {
        "loadproof": __version__,
        "engine": _engine(),
        "run_schema": str(SCHEMA_VERSION),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": f"{platform.system()} {platform.release()} {platform.machine()}",
    }


def _engine() -> str:
    """The file of the engine with the time of its build, or why it cannot be loaded."""
    from datetime import UTC, datetime
    from pathlib import Path

    try:
        from loadproof import _engine as engine
    except ImportError as error:
        return f"cannot be loaded: {error}"
    file = Path(str(engine.__file__))
    try:
        made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError:
        return file.name
    return f"{file.name} of {made:%Y-%m-%d %H:%M} UTC"
