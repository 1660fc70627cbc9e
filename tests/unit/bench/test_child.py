"""What the kernel says of a process that the bench ran."""

import os
import sys

import pytest

from bench.child import run_child
from bench.error import BenchError


def test_cpu_time_and_output_are_the_child_s() -> None:
    busy = "import time\nwhile time.process_time() < 0.3: pass\nprint('done')"
    ended = run_child([sys.executable, "-c", busy], timeout_s=30)
    assert ended.stdout == "done\n"
    assert 0.3 <= ended.cpu_s <= ended.wall_s + 0.1


def test_memory_of_a_small_child_is_not_that_of_the_bench() -> None:
    ballast = bytearray(os.urandom(1)) * 200_000_000
    ended = run_child(["sleep", "0.5"], timeout_s=30)
    assert 0.1 < ended.peak_rss_mb < 20
    assert len(ballast) == 200_000_000


def test_memory_of_a_large_child_is_seen() -> None:
    ended = run_child([sys.executable, "-c", "import time; x = b'1' * 500_000_000; time.sleep(0.3)"], timeout_s=30)
    assert 500 < ended.peak_rss_mb < 600


def test_a_child_runs_on_the_cpus_it_is_bound_to_and_the_bench_does_not() -> None:
    before = os.sched_getaffinity(0)
    cpu = max(before)
    ended = run_child([sys.executable, "-c", "import os; print(os.sched_getaffinity(0))"], timeout_s=30, cpus={cpu})
    assert ended.stdout.strip() == str({cpu})
    assert os.sched_getaffinity(0) == before


def test_a_failure_names_the_command_and_what_it_said() -> None:
    with pytest.raises(BenchError, match=r"ended with 3 after .*: no such thing"):
        run_child([sys.executable, "-c", "import sys; print('no such thing'); sys.exit(3)"], timeout_s=30)
    assert run_child([sys.executable, "-c", "raise SystemExit(3)"], timeout_s=30, accepted=(0, 3)).exit_code == 3


def test_a_child_that_outlasts_its_time_is_killed() -> None:
    with pytest.raises(BenchError, match="ended with -9"):
        run_child(["sleep", "60"], timeout_s=0.2)
