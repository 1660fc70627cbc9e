"""Names, traces and undo of an injection that its guard process and its lease have."""

import json
import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from loadproof.injections.hold import Hold
from loadproof.injections.injector import InjectionPlace
from loadproof.injections.settings import CommandProblem, Injection
from loadproof.injections.traces import HeldInjection, Traces
from loadproof.injections.undo import remove_directories, undo_words
from loadproof.stand.lease import Lease
from loadproof.stand.stand_place import StandPlace
from loadproof.system.process_identity import ProcessIdentity


class NoServices:
    @property
    def services(self) -> dict[str, Any]:
        return {}

    def members_of(self, service: str, /) -> set[int]:
        raise KeyError(service)

    def kill(self, service: str, /) -> None:
        raise KeyError(service)

    def restart(self, service: str, /) -> None:
        raise KeyError(service)


def hold_of(name: str, place: Path) -> Hold:
    stand = StandPlace({}, place, dict(os.environ), [0], place, Lease.take(place), ())
    return Hold(InjectionPlace(stand, NoServices(), place, True), Injection(name, CommandProblem(("true",)), 1.0, 1.0))


@pytest.mark.parametrize("name", ["backlog", "a" * 36, "a" * 37, "a b", "ü" * 40, "../../etc", "'; DROP TABLE a; --"])
def test_a_token_is_short_and_plain(name: str, tmp_path: Path) -> None:
    token = hold_of(name, tmp_path).token
    assert len(token.encode()) <= 63
    assert token.startswith("loadproof-")
    assert token.replace("-", "").replace("_", "").replace(".", "").isalnum()
    assert "/" not in token


def test_two_names_have_two_tokens(tmp_path: Path) -> None:
    stand = StandPlace({}, tmp_path, dict(os.environ), [0], tmp_path, Lease.take(tmp_path), ())
    place = InjectionPlace(stand, NoServices(), tmp_path, True)
    names = ["a" * 40 + "b", "a" * 40 + "c", "a b", "a_b"]
    tokens = {Hold(place, Injection(name, CommandProblem(("true",)), 1.0, 1.0)).token for name in names}
    assert len(tokens) == len(names)


def test_traces_come_back_as_they_were() -> None:
    identity = ProcessIdentity(7, 1)
    traces = Traces("stop", "frozen", (identity,), ("/var/loadproof-1",), "127.0.0.1:5432/app", "loadproof-1")
    held = HeldInjection(traces, identity, "1.undone", 3.0)
    assert HeldInjection.from_state(json.loads(json.dumps(asdict(held)))) == held


@pytest.mark.parametrize(
    "changed",
    [{"receipt": "../a"}, {"receipt": ".a"}, {"within_s": "x"}, {"traces": {}}, {"supervisor": None}],
    ids=str,
)
def test_other_traces_are_refused(changed: dict[str, Any]) -> None:
    held = asdict(HeldInjection(Traces("stop", "frozen"), ProcessIdentity(7, 1), "1.undone", 3.0))
    with pytest.raises((ValueError, KeyError, TypeError)):
        HeldInjection.from_state({**held, **changed})


def test_an_undo_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ValueError, match="no undo"):
        undo_words("other", {})


def test_secrets_of_an_undo_are_in_its_environment_alone() -> None:
    words, environment = undo_words("run", {"mark": "m", "words": ["hunter2"]})
    assert words[0] == sys.executable
    assert "hunter2" not in " ".join(words)
    assert "hunter2" in "".join(environment.values())


def test_only_directories_of_the_token_are_removed(tmp_path: Path) -> None:
    ours, other, link = tmp_path / "loadproof-1-a", tmp_path / "other", tmp_path / "loadproof-1-b"
    for place in (ours, other):
        (place / "inner").mkdir(parents=True)
    link.symlink_to(other)
    names = [str(ours), str(other), f"{ours}/../other", "loadproof-1-c"]
    assert remove_directories(names, "loadproof-1", 1.0)
    assert (ours.exists(), (other / "inner").exists()) == (False, True)
    assert not remove_directories([str(link)], "loadproof-1", 0.1)
    assert (other / "inner").exists()
    assert remove_directories([str(other)], "", 0.1)
    assert other.exists()
