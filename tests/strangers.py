"""Processes that burn processor time and are nobody's: whoever started them has gone."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

__all__ = ["strangers"]

_BURN = """
import os, time
if os.fork(): os._exit(0)
os.setsid()
print(os.getpid(), flush=True)
os.close(1)
time.sleep({after_s})
end = time.monotonic() + {for_s}
while time.monotonic() < end: pass
"""


@contextmanager
def strangers(count: int = 1, after_s: float = 0.0, for_s: float = 20.0) -> Iterator[list[int]]:
    """So many of them, each of which takes a core for `for_s`, `after_s` from now on; their process ids."""
    code = _BURN.format(after_s=after_s, for_s=for_s)
    made = [
        subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, check=True, text=True)
        for _ in range(count)
    ]
    process_ids = [int(one.stdout) for one in made]
    try:
        yield process_ids
    finally:
        for process_id in process_ids:
            with suppress(ProcessLookupError):
                os.kill(process_id, signal.SIGKILL)
