"""Process that unmounts a temporary space when the command that mounted it has ended, however it ended.

Arguments: the mount point and the name of the mount. Standard input is a pipe that only the command holds open.
A program of its own, without the environment of the command: what ends all processes of a run by their environment
leaves it alone.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

_MOST_AT_ONE_PLACE = 16


def is_mounted(place: str, name: str) -> bool:
    """True if a file system of this name is mounted at this place, as the kernel says."""
    for line in Path("/proc/self/mountinfo").read_bytes().splitlines():
        before, _, after = line.partition(b" - ")
        # Blanks and backslashes are written in octal there.
        point = re.sub(rb"\\([0-7]{3})", lambda match: bytes([int(match[1], 8)]), before.split(b" ")[4])
        if point == os.fsencode(place) and after.split(b" ")[1] == os.fsencode(name):
            return True
    return False


def unmount(place: str, name: str) -> None:
    """Unmount all file systems of this name from this place; open files keep their memory until they are closed."""
    for _ in range(_MOST_AT_ONE_PLACE):
        if not is_mounted(place, name):
            return
        subprocess.run(["umount", "--lazy", place], check=False, stdin=subprocess.DEVNULL)


if __name__ == "__main__":
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    sys.stdin.buffer.read()
    unmount(sys.argv[1], sys.argv[2])
