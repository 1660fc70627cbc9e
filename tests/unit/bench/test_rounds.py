"""Contenders run in turn, and one that is not installed is left out."""

from dataclasses import dataclass, field
from pathlib import Path

from bench.case import CaseGroup, Contender
from bench.machine import CpuPair
from bench.nginx import Server
from bench.observation import Observation
from bench.place import Place
from bench.quantity import Quantity
from bench.rounds import run_rounds

PLACE = Place(Server("http://[::1]", "https://[::1]", ""), CpuPair(0, 1), 1, Path("/nowhere"), Path("/nowhere"))


@dataclass
class Diary:
    entries: list[str] = field(default_factory=list)

    def contender(self, name: str, program: str | None = None) -> Contender:
        def observe(_place: Place) -> Observation:
            self.entries.append(name)
            return Observation({Quantity.RATE: float(len(self.entries))})

        return Contender(name, observe, program)


def test_each_round_runs_every_contender_once_in_order() -> None:
    diary = Diary()
    group = CaseGroup("group", (diary.contender("ours"), diary.contender("peer")), (), rounds_at_least=3)
    result = run_rounds(group, PLACE, 2, diary.entries.append)
    ran = [entry for entry in diary.entries if entry in ("ours", "peer")]
    assert ran == ["ours", "peer"] * 3
    assert len(result.rounds) == 3


def test_a_contender_that_is_not_installed_is_said_and_left_out() -> None:
    diary = Diary()
    group = CaseGroup("group", (diary.contender("ours"), diary.contender("peer", "no-such-program")), ())
    said: list[str] = []
    result = run_rounds(group, PLACE, 2, said.append)
    assert diary.entries == ["ours", "ours"]
    assert said[0] == "group: no-such-program is not installed"
    assert result.has_run("ours")
    assert not result.has_run("peer")
