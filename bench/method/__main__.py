"""`python -m bench.method`: computes the tables of error rates, shows them with their targets, fills docs/method."""

import argparse
import os
import sys
import time

from bench.error import BenchError
from bench.method.document import write_table
from bench.method.effort import Effort
from bench.method.tables import TABLES


def main() -> None:
    """Every table that is asked for; a missed target is shown, and is no fault of the run."""
    parser = argparse.ArgumentParser(prog="python -m bench.method", description=__doc__)
    parser.add_argument("--only", choices=list(TABLES), action="append", help="this table alone")
    parser.add_argument(
        "--scale",
        type=float,
        default=1.0,
        help="share of the published runs [1]; others than 1 leave docs/method as it is",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    effort = Effort(options.scale, options.processes, options.seed)
    missed = 0
    for name in options.only or TABLES:
        began_s = time.monotonic()
        table = TABLES[name](effort)
        print(f"\n{table.markdown()}\n\n{name}: {time.monotonic() - began_s:.0f} s", flush=True)
        missed += sum(not claim.is_met for claim in table.claims)
        if options.scale == 1.0:
            try:
                write_table(name, table)
            except BenchError as error:
                sys.exit(f"error: {error}")
    print(f"\n{missed} targets missed")


if __name__ == "__main__":
    main()
