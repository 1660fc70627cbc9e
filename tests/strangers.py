"""Processes that burn processor time and are nobody's: whoever started them has gone."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["strangers"]

_BURN = """
import os, select, time
if os.fork(): os._exit(0)
os.setsid()
print(os.getpid(), flush=True)
os.close(1)
def live(seconds):
    # Nothing is ever written there: who reads an end has lost the one who started it.
    if select.select([0], [], [], max(0.0, seconds))[0]: os._exit(0)
begin = time.monotonic() + {after_s}
while True:
    live(begin - time.monotonic())
    while (now := time.monotonic()) < begin + {for_s}:
        while time.monotonic() < now + 0.05: pass
        live(0.0)
    if not {every_s}: break
    begin += {every_s}
"""


@contextmanager
def strangers(count: int = 1, after_s: float = 0.0, for_s: float = 20.0, every_s: float = 0.0) -> Iterator[list[int]]:
    """So many of them, each of which takes a core for `for_s`, `after_s` from now on; their process ids.

    With `every_s` they do so again and again, so long from one begin to the next. They end with the context, and with
    this process however it ends.
    """
    code = _BURN.format(after_s=after_s, for_s=for_s, every_s=every_s)
    lives, ours = os.pipe()
    command = [sys.executable, "-S", "-c", code]
    made = [subprocess.run(command, stdin=lives, stdout=subprocess.PIPE, check=True, text=True) for _ in range(count)]
    os.close(lives)
    process_ids = [int(one.stdout) for one in made]
    try:
        yield process_ids
    finally:
        for process_id in process_ids:
            with suppress(ProcessLookupError):
                os.kill(process_id, signal.SIGKILL)
        os.close(ours)
