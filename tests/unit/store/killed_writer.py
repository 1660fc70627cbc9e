"""A process of its own that writes one tick after another until it is killed, or its disk is full.

Arguments: the parent of the run directory, the number of ticks, the largest file in bytes (0: no limit).
"""

import resource
import sys
from pathlib import Path

from loadproof.methods.trial import Purpose, Trial
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, description_of, directory_in, tick_of

SECONDS_PER_TICK = 20.0
"""The clock runs ahead, so that minutes are rolled up all the time: a tick stands for a second, an hour for 180."""


def main() -> None:
    """Prints the number of committed ticks after each, and at the end what the writer says of the disk."""
    parent, ticks, largest_file = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    clock = MadeClock()
    with RunWriter(directory_in(parent), description_of(), clock) as writer:
        writer.trial_started(1, Trial(Purpose.LOAD, 100.0, hold_s=float(ticks)), method="load")
        if largest_file:
            resource.setrlimit(resource.RLIMIT_FSIZE, (largest_file, resource.RLIM_INFINITY))
        for second in range(ticks):
            clock.now_s += SECONDS_PER_TICK
            writer.tick(1, tick_of(second, [1.0 + second % 7, 20.0, 70.0]))
            sys.stdout.write(f"{second + 1}\n")
            sys.stdout.flush()
        with writer.reader() as reader:
            seen = sum(window.seconds for window in reader.windows(1))
            told = [str(failure) for failure in reader.storage_failures()]
        sys.stdout.write(f"failure: {writer.failure}\nseen: {seen}\ntold: {told}\n")


if __name__ == "__main__":
    main()
