"""The piece of work by which machines are compared with themselves."""

import os
import threading
import time

from loadproof.system.yardstick import work_us


def test_it_keeps_to_the_cores_that_it_may_use_and_leaves_them_as_they_were() -> None:
    allowed = os.sched_getaffinity(0)
    seen: set[int] = set()
    one = {max(allowed)}
    watched = threading.get_native_id()
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.002):
            seen.update(os.sched_getaffinity(watched))

    watcher = threading.Thread(target=watch)
    os.sched_setaffinity(0, one)
    try:
        watcher.start()
        assert work_us() > 0.0
        assert os.sched_getaffinity(0) == one
    finally:
        done.set()
        watcher.join()
        os.sched_setaffinity(0, allowed)
    assert seen == one


def test_it_counts_its_own_work_and_no_waiting() -> None:
    began_s, began_cpu_s = time.monotonic(), time.thread_time()
    taken_us = work_us()
    # Sixty pieces and as many pauses of a millisecond on each core, and a table made once.
    assert time.monotonic() - began_s > 60 * 1e-3
    assert taken_us * 60 * 1e-6 <= time.thread_time() - began_cpu_s
