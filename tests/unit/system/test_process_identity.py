"""A number names a process only together with the moment it began."""

import os
import subprocess
from contextlib import suppress

from loadproof.system.process_identity import ProcessIdentity, children_of, descendants_of


def test_an_identity_is_that_of_one_process_for_ever() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        identity = ProcessIdentity.of(process.pid)
        assert identity is not None
        other = ProcessIdentity(process.pid, identity.start_ticks + 1)
        assert (identity.alive, other.alive) == (True, False)
        assert not other.kill()
        assert process.poll() is None
        assert identity.kill()
        assert process.wait() == -9
    assert not identity.alive
    assert not identity.kill()
    assert ProcessIdentity.of(process.pid) != identity


def test_one_that_has_only_to_be_reaped_is_nobody() -> None:
    process = subprocess.Popen(["true"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert ProcessIdentity.of(process.pid) is None
    process.wait()


def test_descendants_are_found_down_to_the_last() -> None:
    with subprocess.Popen(["sh", "-c", "sh -c 'sleep 60 & echo; wait'; true"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        assert process.pid in children_of(os.getpid())
        tree = descendants_of(process.pid)
        assert len(tree) == 2
        assert tree < descendants_of(os.getpid())
        for child in (*tree, process.pid):
            # A parent may end, and be reaped, as soon as its child does.
            with suppress(ProcessLookupError):
                os.kill(child, 9)
