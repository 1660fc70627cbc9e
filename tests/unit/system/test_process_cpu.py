"""Processor time of a process, finer than the ticks of /proc."""

import os
import time
from pathlib import Path

import pytest
from loadproof.system.process_files import parsed_stat, process_cpu_s


def test_it_is_that_of_all_threads_to_less_than_a_tick() -> None:
    before_s = time.process_time()
    read_s = process_cpu_s(os.getpid())
    assert before_s <= read_s <= time.process_time()


def test_it_is_never_behind_the_ticks_of_the_kernel() -> None:
    stat = parsed_stat(os.getpid(), Path("/proc/self/stat").read_bytes())
    assert stat is not None
    assert process_cpu_s(os.getpid()) >= stat.own_ticks / os.sysconf("SC_CLK_TCK") - 1e-9


def test_a_process_that_is_gone_has_none() -> None:
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    with pytest.raises(OSError, match="Invalid argument"):
        process_cpu_s(child)
