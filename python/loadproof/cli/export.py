"""`loadproof export`: the tables of a run as files, for a spreadsheet, a data frame or a dashboard."""

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.options import RunArgument
from loadproof.errors import InputError

__all__ = ["export"]


def export(
    run: RunArgument,
    csv: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="DIR",
            parser=CheckedPath("--csv", PathUse.DIRECTORY),
            help="Write each table as DIR/TABLE.csv.",
        ),
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(
            "--parquet",
            metavar="DIR",
            parser=CheckedPath("--parquet", PathUse.DIRECTORY),
            help="Write each table as DIR/TABLE.parquet; needs pyarrow.",
        ),
    ] = None,
) -> None:
    """Write the tables of a run as CSV or Parquet: trials, seconds, answers, ranking, comparison, readings and more."""
    if csv is None and parquet is None:
        raise InputError("there is no place to export to. Cure: give --csv DIR, --parquet DIR or both")
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, unknown
    from loadproof.result.plain_text import printable
    from loadproof.result.table_files import check_parquet, write_csv, write_parquet
    from loadproof.run.outcome import result_in
    from loadproof.store.damage import damage_named
    from loadproof.store.run_directory import DATABASE
    from loadproof.store.run_name import run_named

    if parquet is not None:
        check_parquet()
    place = run_named(run)
    with Progress(Message("progress-exporting"), unknown):
        result = result_in(place)
        for directory, write in ((csv, write_csv), (parquet, write_parquet)):
            if directory is not None:
                with damage_named(place / DATABASE):
                    for file, rows in write(result, directory):
                        typer.echo(f"{printable(str(file))}: {rows} {'row' if rows == 1 else 'rows'}")
