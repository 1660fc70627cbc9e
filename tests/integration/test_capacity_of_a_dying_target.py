"""A capacity search whose target is killed: it ends with a reasoned outcome, and keeps what it measured."""

import os
import signal
from pathlib import Path

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended
from .stand import known_truth
from .undisturbed import undisturbed

SEARCH = ("--slo", "p99<1s", "--start-rate", 400, "--hold", "5s", "--confirm", "3s", "--timeout", "2s", "--json")


def test_a_target_killed_in_the_first_or_in_a_later_trial(tmp_path: Path) -> None:
    ends = undisturbed(tmp_path, killed_early_and_late)
    nothing, undecided = (end.result for end in ends)
    assert [end.exit_code for end in ends] == [3, 4], [end.messages for end in ends]
    assert (nothing["outcome"], undecided["outcome"]) == ("none_passed", "undecided")
    assert "did not pass in two trials" in nothing["reason"]
    assert "did not recover" in undecided["reason"]
    assert (nothing["rate"], undecided["rate"], undecided["low"]) == (None, None, 400)
    for result in (nothing, undecided):
        kinds: set[str] = set()
        for trial in result["trials"]:
            assert_counts_close(trial["measurement"])
            kinds |= trial["measurement"]["errors_by_kind"].keys()
        assert "refused" in kinds
        assert result["run"]["ended"] is True
    assert [trial["purpose"] for trial in undecided["trials"]] == ["bracket", "bracket", "recover"]


def killed_early_and_late(place: Path) -> tuple[Ended, Ended]:
    """Two searches side by side; the target of one is killed in its first trial, that of the other in its second."""
    workers = ("--count", 4, "--service-us", 1000)
    with (
        known_truth(place, "workers", *workers) as first,
        known_truth(place, "workers", *workers) as second,
        CommandLine("capacity", second.url, *SEARCH, "--out", "late", cwd=place) as late,
    ):
        # One after the other, since the start of a process is a load on the machine too.
        late.wait_for_second(place / "late", 0)
        with CommandLine("capacity", first.url, *SEARCH, "--out", "early", cwd=place) as early:
            early.wait_for_second(place / "early", 2)
            os.kill(first.process_id, signal.SIGKILL)
            late.wait_for_second(place / "late", 1, trial=2)
            os.kill(second.process_id, signal.SIGKILL)
            return early.ended(within_s=60), late.ended(within_s=90)
