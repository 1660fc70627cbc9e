"""What is kept of a run: how much of it was clean, by the product's words and by the burners' own times."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench.real.product import NOBODY, Others, calls_of, clean_share
from tests.strangers import strangers


def trial(left_out: list[list[int]] | None = None, disturbed: list[list[int]] | None = None) -> dict[str, Any]:
    measurement = {"left_out_s": left_out or [], "disturbed_s": disturbed or [], "doubts": [], "due": 900}
    verdict = {"early": False}
    return {"number": 1, "span_begin_s": 2.0, "span_end_s": 22.0, "measurement": measurement, "verdict": verdict}


def test_seconds_that_others_disturbed_are_not_clean() -> None:
    assert clean_share(trial()) == 1.0
    assert clean_share(trial(disturbed=[[4, 12]])) == pytest.approx(0.6)
    assert clean_share(trial(disturbed=[[2, 30]])) == 0.0


def test_the_quiet_share_is_what_burners_left_free() -> None:
    again = Others("2 of every 8 s", 1, 4.0, 2.0, 8.0)
    assert again.quiet_share(0.0, 16.0) == pytest.approx(0.75)
    assert again.quiet_share(5.0, 6.0) == 0.0
    assert Others("once", 2, 6.0, 2.0).quiet_share(0.0, 20.0) == pytest.approx(0.9)
    assert NOBODY.quiet_share(0.0, 20.0) == 1.0


def test_burners_come_again() -> None:
    with strangers(1, for_s=0.2, every_s=0.4) as (process_id,):
        ends_s = time.monotonic() + 30.0
        # One burst of 0.2 s cannot have used more than that.
        while psutil.Process(process_id).cpu_times().user < 0.35 and time.monotonic() < ends_s:
            time.sleep(0.05)
        assert psutil.Process(process_id).cpu_times().user >= 0.35
        assert psutil.Process(process_id).ppid() != os.getpid()


def test_burners_end_with_whoever_started_them_however_it_ends() -> None:
    code = (
        "import os, signal\n"
        "from tests.strangers import strangers\n"
        "with strangers(1, for_s=60.0, every_s=60.0) as (burner,):\n"
        "    print(burner, flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    root = Path(__file__).parents[4]
    killed = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    burner, ends_s = int(killed.stdout), time.monotonic() + 30.0
    while psutil.pid_exists(burner) and time.monotonic() < ends_s:
        time.sleep(0.05)
    assert not psutil.pid_exists(burner)


def test_calls_are_compared_where_all_seconds_count() -> None:
    answers = [{"method": "load", "decisive": 1}]
    assert calls_of({"trials": [trial()], "answers": answers}) == {"load": 900}
    assert calls_of({"trials": [trial(left_out=[[4, 5]])], "answers": answers}) == {}
    assert calls_of({"trials": [], "answers": [{"method": "load", "decisive": None}]}) == {}
