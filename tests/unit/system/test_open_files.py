"""What the limit of open files leaves to connections, and what the controller keeps."""

import ctypes
import subprocess
import sys

import pytest

SCRIPT = """
import resource, sys
limit, connections = int(sys.argv[1]), int(sys.argv[2])
from loadproof.errors import InputError
from loadproof.system.open_files import check_open_files, open_files_for
resource.setrlimit(resource.RLIMIT_NOFILE, (limit // 2, limit))
try:
    check_open_files(connections)
    files = open_files_for(connections, 2)
except InputError as error:
    print("refused", error)
else:
    print(files.limit, files.room, files.first_reserved, files.lacking)
"""


PR_CAPBSET_DROP = CAP_SYS_RESOURCE = 24


def asked(limit: int, connections: int) -> str:
    """What a process of its own says, whose limit may not be raised: as root it would be."""
    command = [sys.executable, "-c", SCRIPT, str(limit), str(connections)]
    library = ctypes.CDLL(None)
    told = subprocess.run(
        command,
        check=True,
        capture_output=True,
        text=True,
        preexec_fn=lambda: library.prctl(PR_CAPBSET_DROP, CAP_SYS_RESOURCE, 0, 0, 0),
    )
    return told.stdout.strip()


@pytest.mark.parametrize(("limit", "reserved"), [(48, 24), (64, 24), (100, 25), (128, 32), (256, 64), (1000, 64)])
def test_a_part_of_the_limit_is_reserved_and_the_soft_limit_is_raised(limit: int, reserved: int) -> None:
    told, room, first_reserved, *_lacking = asked(limit, 1000).split()
    assert (int(told), int(first_reserved)) == (limit, limit - reserved)
    # Standard streams and the epoll of two shards at least come first.
    assert limit - reserved - 12 <= int(room) <= limit - reserved - 5


def test_a_limit_that_suffices_lacks_nothing() -> None:
    assert asked(1128, 1000).endswith("1000 1064 None")
    assert asked(256, 10).split()[1:] == ["10", "192", "None"]


@pytest.mark.parametrize("limit", [8, 16, 32, 36])
def test_a_limit_without_room_is_refused_with_its_cure(limit: int) -> None:
    told = asked(limit, 1000)
    assert told.startswith("refused open files: the limit of ")
    assert "Cure: ulimit -n 1128" in told
