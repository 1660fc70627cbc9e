"""Ctrl-C and SIGTERM: the run ends within 2 s, and what was measured is kept and can be reported."""

import json
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended, loadproof
from .stand import known_truth
from .undisturbed import undisturbed

pytestmark = pytest.mark.quiet_machine

GENTLY = (signal.SIGINT, signal.SIGTERM)
LONGEST_END_S = 2.0
INTERRUPTED = 130


def interrupted(command: CommandLine, *numbers: signal.Signals) -> Ended:
    """Sends the signals and takes the end, which must come in time."""
    sent_s = time.monotonic()
    for number in numbers:
        command.send(number)
    ended = command.ended(within_s=20)
    assert time.monotonic() - sent_s < LONGEST_END_S
    assert "Traceback" not in ended.messages
    assert ended.exit_code == INTERRUPTED
    return ended


def reported(run: Path, place: Path) -> dict[str, Any]:
    """The result as `loadproof report` tells it."""
    assert loadproof("report", run, cwd=place).output
    report = loadproof("report", run, "--json", cwd=place)
    assert report.exit_code == INTERRUPTED, report.messages
    return report.result


@pytest.mark.parametrize("number", GENTLY)
@pytest.mark.parametrize("mode", ["constant", "stall"])
def test_a_load_is_interrupted(tmp_path: Path, number: signal.Signals, mode: str) -> None:
    run = tmp_path / "run"
    options = ("--rate", 200, "--for", "60s", "--arrivals", "constant", "--json", "--out", run)
    delay = ("--delay-us", 1000) if mode == "constant" else ()
    with (
        known_truth(tmp_path, mode, *delay) as target,
        CommandLine("load", target.url, *options, cwd=tmp_path) as command,
    ):
        command.wait_for_second(run, 1)
        ended = interrupted(command, number)
    result = ended.result
    assert result["run"]["interrupted"] is True
    assert result["verdict"]["state"] == "undecided"
    assert "interrupted" in {doubt["code"] for doubt in result["doubts"]}
    assert_counts_close(result)
    assert result["due"] == 200 * result["duration_s"] >= 400
    assert result["completed"] == (result["due"] if mode == "constant" else 0)
    assert json.loads((run / "result.json").read_text(encoding="utf-8")) == result
    assert reported(run, tmp_path) == result


def test_a_search_is_interrupted(tmp_path: Path) -> None:
    for run, result in undisturbed(tmp_path, interrupted_searches).items():
        assert (result["outcome"], result["rate"]) == ("undecided", None)
        assert [trial["state"] for trial in result["trials"]] == ["passed", "undecided"]
        assert (result["low"], result["run"]["interrupted"]) == (300, True)
        for trial in result["trials"]:
            assert_counts_close(trial["measurement"])
        assert reported(run, tmp_path) == result


def interrupted_searches(place: Path) -> dict[Path, dict[str, Any]]:
    """Searches side by side, one for each signal, interrupted in their second trial: run directory to result."""
    options = ("--slo", "p99<1s", "--start-rate", 300, "--hold", "3s", "--json", "--out")
    searches: dict[signal.Signals, CommandLine] = {}
    with known_truth(place, "constant", "--delay-us", 1000) as target, ExitStack() as stack:
        for number in GENTLY:
            search = CommandLine("capacity", target.url, *options, number.name, cwd=place)
            searches[number] = stack.enter_context(search)
            # One after the other, since the start of a process is a load on the machine too.
            search.wait_for_second(place / number.name, 0)
        results = {}
        for number, search in searches.items():
            search.wait_for_second(place / number.name, 0, trial=2)
            ended = interrupted(search, number)
            assert "up to 25 min of load ahead" in ended.messages
            results[place / number.name] = ended.result
    return results


@pytest.mark.parametrize("number", GENTLY)
def test_a_second_signal_ends_it_at_once(tmp_path: Path, number: signal.Signals) -> None:
    run = tmp_path / "run"
    with (
        known_truth(tmp_path, "stall") as target,
        CommandLine("load", target.url, "--rate", 200, "--for", "60s", "--out", run, cwd=tmp_path) as command,
    ):
        command.wait_for_second(run, 1)
        interrupted(command, signal.SIGINT, number)
    result = reported(run, tmp_path)
    assert result["run"]["interrupted"] is True
    assert result["due"] > 200
    assert_counts_close(result)


@contextmanager
def unreachable() -> Iterator[int]:
    """The port of a target whose queue of connections is full, so that reaching it takes seconds."""
    with socket.socket() as listener, ExitStack() as queued:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        for _ in range(8):
            waiting = queued.enter_context(socket.socket())
            waiting.settimeout(0.2)
            try:
                waiting.connect(listener.getsockname())
            except TimeoutError:
                waiting.close()
                yield listener.getsockname()[1]
                return
        raise AssertionError("the queue of connections does not fill up")


def is_being_reached(port: int) -> bool:
    """Whether somebody waits for a connection to `port` (SYN_SENT is 02, proc_net_tcp(5))."""
    entries = [line.split() for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]]
    return any(remote.endswith(f":{port:04X}") and state == "02" for _, _, remote, state, *_ in entries)


@pytest.mark.parametrize("number", GENTLY)
def test_a_signal_before_the_load_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with unreachable() as port, CommandLine("load", f"http://127.0.0.1:{port}/", cwd=tmp_path) as command:
        deadline_s = time.monotonic() + 20
        while not is_being_reached(port):
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
        interrupted(command, number)
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_load_says_so_in_its_first_sentence(tmp_path: Path) -> None:
    with (
        known_truth(tmp_path, "constant", "--delay-us", 0) as target,
        CommandLine("load", target.url, "--for", "60s", "--out", "run", cwd=tmp_path) as command,
    ):
        command.wait_for_second(tmp_path / "run", 1)
        ended = interrupted(command, signal.SIGINT)
    assert "The load was cut short" in ended.output
    assert "run directory: run\nreport:        run/report.html" in ended.output
