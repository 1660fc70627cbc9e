"""What is kept of a run: how much of it was clean, by the product's words and by the burners' own times."""

import os
import time
from typing import Any

import psutil
import pytest
from loadproof.judge.disturbance import Disturbances, MachineSecond

from bench.real.product import NOBODY, Others, calls_of, clean_share
from tests.strangers import strangers


def trial(*doubts: dict[str, str], left_out: list[list[int]] | None = None) -> dict[str, Any]:
    measurement = {"left_out_s": left_out or [], "doubts": list(doubts), "due": 900}
    verdict = {"early": False}
    return {"number": 1, "span_begin_s": 2.0, "span_end_s": 22.0, "measurement": measurement, "verdict": verdict}


def marked(seconds: int, left_out_s: int) -> dict[str, str]:
    """The product's own doubt of so many disturbed seconds."""
    disturbances = Disturbances()
    for second in range(seconds):
        disturbances.add(MachineSecond(second, 0.9, 0.0, 0.9, 1.0, (("cc1", 0.9),)), lambda _: ())
    (doubt,) = disturbances.doubts(left_out_s)
    return doubt.as_dict()


def test_seconds_that_were_left_out_are_not_clean() -> None:
    assert clean_share(trial()) == 1.0
    assert clean_share(trial(marked(5, 8), left_out=[[4, 12]])) == pytest.approx(0.6)


@pytest.mark.parametrize(("seconds", "clean"), [(5, 0.75), (20, 0.0), (25, 0.0)])
def test_a_pass_that_stands_on_all_seconds_was_not_clean_for_that(seconds: int, clean: float) -> None:
    assert clean_share(trial(marked(seconds, 0))) == pytest.approx(clean)


def test_minutes_are_read_as_they_are_told() -> None:
    long = {**trial(marked(28, 0)), "span_end_s": 58.0}
    assert clean_share(long) == pytest.approx(0.5)
    assert clean_share({**trial({**marked(1, 0), "text": marked(1, 0)["text"].replace("1 s", "1 min 7 s", 1)})}) == 0.0


def test_where_it_cannot_be_told_its_own_words_count() -> None:
    text = "others disturbed 15 s of 20 s, too much to tell what is the service's own"
    assert clean_share(trial({"code": "disturbed", "text": text})) == pytest.approx(0.25)


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


def test_calls_are_compared_where_all_seconds_count() -> None:
    answers = [{"method": "load", "decisive": 1}]
    assert calls_of({"trials": [trial()], "answers": answers}) == {"load": 900}
    assert calls_of({"trials": [trial(left_out=[[4, 5]])], "answers": answers}) == {}
    assert calls_of({"trials": [], "answers": [{"method": "load", "decisive": None}]}) == {}
