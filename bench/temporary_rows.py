"""Bytes per row of a temporary table, and the rows with which it exceeds `temp_buffers` by so many times.

    python -m bench.temporary_rows [--times 50] [--temp-buffers 8MB --temp-buffers 128MB] [--make]

Measured on a PostgreSQL of its own, on the row of studies/three-thousand-users. `--make` makes the tables, too, and
prints their size, the bytes of their files as the file system shows them, and the time that each took.
"""

import argparse
import math
import time
from pathlib import Path

import psycopg

from tests.integration.postgres_server import PostgresServer

__all__ = ["bytes_per_row", "rows_exceeding", "temporary_file_bytes", "temporary_table"]

_MEASURED_ROWS = 200_000


def main() -> None:
    """Print a row for each size of `temp_buffers`."""
    parser = argparse.ArgumentParser(prog="python -m bench.temporary_rows", description=__doc__)
    parser.add_argument("--times", type=int, default=50, help="times that the table is larger than temp_buffers [50]")
    parser.add_argument("--temp-buffers", action="append", help="size as PostgreSQL takes it [8MB and 128MB]")
    parser.add_argument("--make", action="store_true", help="make the tables, too")
    options = parser.parse_args()
    with PostgresServer() as server, server.connected() as session:
        each = bytes_per_row(session)
        print(f"{each:.2f} bytes per row\n\n| temp_buffers | rows | MiB | made, MiB | files, MiB | s |")
        print("|---|---|---|---|---|---|")
        for size in options.temp_buffers or ["8MB", "128MB"]:
            (buffers,) = session.execute("SELECT pg_size_bytes(%s)", [size]).fetchone() or (0,)
            rows = rows_exceeding(buffers, options.times, each)
            made = _made(server, size, rows) if options.make else "– | – | –"
            print(f"| {size} | {rows:,} | {rows * each / 2**20:.0f} | {made} |", flush=True)


def bytes_per_row(session: psycopg.Connection) -> float:
    """Measure the bytes of a row, its share of each page included."""
    session.execute(temporary_table("measured", _MEASURED_ROWS).encode())
    (size,) = session.execute("SELECT pg_relation_size('measured')").fetchone() or (0,)
    session.execute("DROP TABLE measured")
    return float(size) / _MEASURED_ROWS


def rows_exceeding(buffer_bytes: int, times: float, each_bytes: float) -> int:
    """Return the least number of rows whose table is `times` as large as `buffer_bytes`.

    >>> rows_exceeding(8 << 20, 50, 68.0)
    6168095
    """
    return math.ceil(buffer_bytes * times / each_bytes)


def temporary_table(name: str, rows: int) -> str:
    """Return the statement that makes a temporary table of the study: number, reference of 16 bytes, quantity, instant.

    The numbers come from the list of columns, as they are made: in FROM the server would first write all of them into a
    temporary file, which counts in `temp_file_limit`.
    """
    row = "line, decode(md5(line::text), 'hex') AS reference, line % 1000 AS quantity, now() AS at"
    numbers = f"SELECT generate_series(1, {rows}) AS line"
    return f"CREATE TEMPORARY TABLE {name} AS SELECT {row} FROM ({numbers}) AS numbers"  # noqa: S608 - names of ours


def temporary_file_bytes(directory: Path) -> int:
    """Return the bytes of the files of temporary tables below the data, or below a tablespace, as the disk has them.

    Files of temporary tables are named t, the number of their session, and that of the table.
    """
    total = 0
    for path in directory.rglob("t[0-9]*_[0-9]*"):
        try:
            total += path.stat().st_size
        except OSError:
            # It was removed meanwhile.
            continue
    return total


def _made(server: PostgresServer, size: str, rows: int) -> str:
    with server.connected() as session:
        session.execute(f"SET temp_buffers = '{size}'")
        began_s = time.monotonic()
        session.execute(temporary_table("made", rows).encode())
        took_s = time.monotonic() - began_s
        (made,) = session.execute("SELECT pg_relation_size('made')").fetchone() or (0,)
        (data,) = session.execute("SHOW data_directory").fetchone() or ("",)
        files = temporary_file_bytes(Path(data))
    return f"{made / 2**20:.0f} | {files / 2**20:.0f} | {took_s:.1f}"


if __name__ == "__main__":
    main()
