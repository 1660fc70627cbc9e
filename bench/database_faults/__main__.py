"""Faults made on purpose in real PostgreSQL servers, and what `loadproof diagnose postgresql://...` names for each.

    python -m bench.database_faults [--runs 5] [--fault NAME] [--seconds 60] [--figures-only]

Each fault and each healthy workload has a server of its own, and short statements at a fixed rate beside it. Prints the
figures that an administrator sees, then how often each cause was named. Ends with 1 if a fault was named in fewer than
four of five runs, or any cause in a healthy one. As root: one fault mounts a small file system.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Sequence

from bench.database_faults.figures import table_of
from bench.database_faults.occurrence import Occurrence, occurred
from bench.database_faults.situations import SITUATIONS, Situation
from bench.database_faults.small_space import MountRefused
from bench.error import BenchError
from bench.terminal import tell

__all__ = ["main"]

_LEAST_NAMED = 0.8


def main() -> None:
    """Run the situations that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.database_faults", description=__doc__)
    parser.add_argument("--runs", type=int, default=5, help="runs of each situation [5]")
    parser.add_argument("--fault", choices=[*SITUATIONS], action="append", help="this situation alone; several times")
    parser.add_argument("--seconds", type=int, default=60, help="seconds of each diagnosis [60]")
    parser.add_argument("--figures-only", action="store_true", help="print the figures, without a diagnosis")
    options = parser.parse_args()
    situations = [SITUATIONS[name] for name in options.fault or SITUATIONS]
    seen: defaultdict[str, list[Occurrence]] = defaultdict(list)
    missing = 0
    for run in range(options.runs):
        for situation in situations:
            tell(f"{situation.name}: run {run + 1} of {options.runs}")
            try:
                one = occurred(situation, options.seconds, is_diagnosed=not options.figures_only)
            except MountRefused as refused:
                missing += 1
                tell(f"not run: {refused}")
                continue
            except BenchError as error:
                sys.exit(f"error: {situation.name}: {error}")
            seen[situation.name].append(one)
            print(f"\n## {situation.name}, run {run + 1}\n\n{table_of(one.figures)}", flush=True)
            if one.causes is not None:
                print(f"\nNamed: {', '.join(sorted(one.causes)) or 'nothing'}", flush=True)
    if options.figures_only:
        return
    print(f"\n{_summary(situations, seen)}")
    if missing:
        print(f"\n{missing} runs were left out: no right to mount a file system.")
    sys.exit(0 if all(_passes(seen[situation.name]) for situation in situations) and not missing else 1)


def _summary(situations: Sequence[Situation], seen: defaultdict[str, list[Occurrence]]) -> str:
    lines = ["| situation | cause | right | runs | other causes named |", "|---|---|---:|---:|---|"]
    for situation in situations:
        own = seen[situation.name]
        wrong = sorted({cause for one in own for cause in one.wrong})
        right = sum(one.is_right for one in own)
        lines.append(
            f"| {situation.name} | {situation.cause or 'none'} | {right} | {len(own)} | {', '.join(wrong) or '–'} |"
        )
    return "\n".join(lines)


def _passes(own: Sequence[Occurrence]) -> bool:
    """True if a fault was named in four of five runs or more, or nothing in any run of a healthy workload."""
    if not own:
        return False
    right = sum(one.is_right for one in own)
    return right == len(own) if own[0].situation.cause is None else right >= _LEAST_NAMED * len(own)


if __name__ == "__main__":
    main()
