"""No load leaves this machine and its private networks before somebody says that its owner agreed."""

import io
import os
import pty
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from loadproof.cli.consent import ask_consent
from loadproof.errors import InputError
from loadproof.model.target import parse_target
from loadproof.system.own_network import outside_address

from .command_line import loadproof
from .test_bad_input import refused

# Of TEST-NET-2 and -3 (RFC 5737): nobody is there, and no packet may go there.
OUTSIDE = "http://198.51.100.1"
STUDY = """\
name: s
stand: {{target: "{target}"}}
profile: {{operations: {{get: {{request: GET /}}}}, slo: p99<1s}}
methods: {{load: {{rate: 20, hold: 1s}}}}
"""
ATTACK = "is not on this machine or a private network; a load test that its owner did not agree to is an attack"


@pytest.mark.parametrize("verb", ["load", "capacity"])
def test_a_target_outside_needs_a_yes(tmp_path: Path, verb: str) -> None:
    ended = loadproof(verb, OUTSIDE, "--slo", "p99<1s", cwd=tmp_path)
    (line,) = refused(ended, tmp_path)
    assert line == f"http://198.51.100.1:80 {ATTACK}. Cure: say --yes where its owner agreed"


def test_so_does_that_of_a_profile_and_of_a_line_of_curl(tmp_path: Path) -> None:
    (tmp_path / "p.yaml").write_text(f"target: {OUTSIDE}\noperations: {{get: {{request: GET /}}}}\n")
    for words in (("--profile", "p.yaml"), ("--curl", f"curl {OUTSIDE}/a")):
        assert ATTACK in refused(loadproof("load", *words, cwd=tmp_path), tmp_path)[0]


def test_so_does_that_of_a_study(tmp_path: Path) -> None:
    (tmp_path / "s.yaml").write_text(STUDY.format(target=OUTSIDE))
    (line,) = refused(loadproof("run", "s.yaml", cwd=tmp_path), tmp_path)
    assert ATTACK in line


@pytest.mark.parametrize("answer", ["n", "", "\x04"])
def test_a_terminal_is_asked_once(tmp_path: Path, answer: str) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "loadproof", "load", OUTSIDE],
        cwd=tmp_path,
        stdin=theirs,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        told = b""
        end_s = time.monotonic() + 20
        while b"[y/N]" not in told and time.monotonic() < end_s:
            told += os.read(ours, 1000)
        os.write(ours, answer.encode() + b"\n")
        with suppress(OSError):  # The terminal is gone with its last user.
            while chunk := os.read(ours, 1000):
                told += chunk
        assert process.wait(20) == 2
    os.close(ours)
    text = told.decode()
    assert ATTACK in text
    assert text.count("[y/N]") == 1
    assert "nothing was sent" in text
    assert not (tmp_path / "runs").exists()


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("answer", ["y\n", "Yes\n"])
def test_a_yes_on_a_terminal_goes_on(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(answer))
    monkeypatch.setattr(sys, "stderr", asked := Terminal())
    ask_consent([parse_target(OUTSIDE), parse_target("http://203.0.113.1")], False)
    assert "http://198.51.100.1:80, http://203.0.113.1:80" in asked.getvalue()
    assert asked.getvalue().count("[y/N]") == 1


def test_yes_is_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    ask_consent([parse_target(OUTSIDE)], True)
    with pytest.raises(InputError, match="--yes"):
        ask_consent([parse_target(OUTSIDE)], False)


@pytest.mark.parametrize(
    "url",
    [
        *("http://127.0.0.1", "http://[::1]", "http://localhost", "http://10.1.2.3", "http://172.31.0.1"),
        *("http://192.168.0.1", "http://169.254.1.1", "http://[fd00::1]", "http://[fe80::1]", "unix:/run/app.sock"),
        *("http://[::ffff:10.0.0.1]", "http://no-such-name.invalid"),
    ],
)
def test_what_is_near_is_asked_nothing(url: str) -> None:
    ask_consent([parse_target(url)], False)


@pytest.mark.parametrize(
    "host", ["198.51.100.1", "172.32.0.1", "100.64.0.1", "198.18.0.1", "2001:db8::1", "::ffff:198.51.100.1"]
)
def test_what_is_outside(host: str) -> None:
    assert outside_address(host, 80) == host
