"""A campaign of 30 lines: it is run in virtual time, cut after each start, and goes on from what is stored."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from loadproof.errors import InputError
from loadproof.methods.compare.campaign import CompareCampaign
from loadproof.methods.compare.machine import CompareSettings
from loadproof.methods.compare.result.measured_rounds import SINGLE_STARTS
from loadproof.model.message import Message
from loadproof.run import continuation, group_opening, study_run
from loadproof.run.campaign import Abandon, Campaign, CampaignNote, Done, Drive, GroupFacts, History, StartGroup
from loadproof.run.continuation import continue_study
from loadproof.run.interruption import Interruption
from loadproof.run.start_order import StudyStart
from loadproof.run.study_run import run_study
from loadproof.run.variant_run import VariantRun
from loadproof.store.reader import RunReader
from loadproof.store.record import CampaignName, StartState
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study
from loadproof.study.study import Study

STUDY = """\
name: two-variants
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 1ms}}}
variants: {a: {}, b: {}}
profile: {operations: {get: {request: GET /}}}
slo: [p99<1s]
methods: {load: {rate: 200, hold: 5s}}
"""
ENDED = "one-after-the-other-ended"


class OneAfterTheOther(Campaign):
    """Two starts of each variant in turn; before the second of each it notes that half is done."""

    kind = CampaignName.STUDY
    over = ENDED

    def __init__(self, study: Study) -> None:
        self.study = study

    def ended(self, reader: RunReader) -> set[StudyStart]:
        return {StudyStart(one.variant, one.number) for one in reader.starts() if one.state is StartState.COMPLETE}

    def next(self, history: History, _now_s: float) -> StartGroup | CampaignNote | Done:
        kept = [start.variant for start in history.kept(self.kind)]
        if len(kept) == len(self.study.variants) and "half" not in history.notes:
            return CampaignNote("half", Message.said("half is done"))
        if len(kept) == 2 * len(self.study.variants):
            return Done(Message.said("two of each"))
        variant = self.study.variants[len(kept) % len(self.study.variants)]
        return StartGroup(history.highest + 1, [variant], ("load",), Drive.ALONE)


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Study:
    monkeypatch.setattr(study_run, "campaigns_of", lambda study: iter([OneAfterTheOther(study)]))
    monkeypatch.setattr(continuation, "campaigns_of", lambda study: iter([OneAfterTheOther(study)]))
    (tmp_path / "study.yaml").write_text(STUDY, encoding="utf-8")
    return load_study(tmp_path / "study.yaml")


def starts_of(run: Path) -> Sequence[tuple[str, int, StartState]]:
    with RunReader(RunDirectory.reopen(run)) as reader:
        return [(one.variant, one.number, one.state) for one in reader.starts()]


def kinds_of(run: Path) -> list[str]:
    with RunReader(RunDirectory.reopen(run)) as reader:
        return [event.kind for event in reader.events() if event.kind in ("half", ENDED)]


def test_a_campaign_says_what_comes_after_each_start_until_it_is_done(study: Study, tmp_path: Path) -> None:
    run_study(study, tmp_path / "run")
    assert starts_of(tmp_path / "run") == [
        (variant, number, StartState.COMPLETE) for number, variant in enumerate("abab", 1)
    ]
    assert kinds_of(tmp_path / "run") == ["half", ENDED]


def test_a_campaign_that_is_cut_in_each_start_goes_on_from_what_is_stored(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, cuts, entered = VariantRun.turns, list[Interruption](), list[Interruption]()
    opened = Interruption.__enter__

    def entering(one: Interruption) -> Interruption:
        entered.append(one)
        return opened(one)

    def cut_once(run: VariantRun, name: str) -> Iterator[None]:
        """Every other start is cut, and the one after it goes on in a run that was continued."""
        begun.append(name)
        if name == "load" and len(cuts) < 4 and begun.count(name) % 2:
            cuts.append(entered[-1])
            entered[-1].cut()
        yield from turns(run, name)

    begun = list[str]()
    monkeypatch.setattr(Interruption, "__enter__", entering)

    monkeypatch.setattr(VariantRun, "turns", cut_once)
    run_study(study, tmp_path / "run")
    for _ in range(4):
        continue_study(tmp_path / "run")
    states = [(variant, state) for variant, _, state in starts_of(tmp_path / "run")]
    assert [variant for variant, state in states if state is StartState.COMPLETE] == ["a", "b", "a", "b"]
    assert sum(state is StartState.SUPERSEDED for _, state in states) == 4
    assert kinds_of(tmp_path / "run") == ["half", ENDED]
    assert continue_study(tmp_path / "run")[1] == 0


def test_a_first_round_of_which_nothing_came_up_for_want_of_memory_gives_way_to_single_starts(study: Study) -> None:
    campaign = CompareCampaign(study, CompareSettings(100.0))
    history = History(measured=SimpleNamespace(rounds=[], least_capacity=None))
    group = campaign.next(history, 0.0)
    assert isinstance(group, StartGroup)
    lost = {variant.name: InputError("killed") for variant in study.variants}
    facts = GroupFacts((), lost, 0.0, 1.0, lambda: 0.0, 2**30, kills=2)
    admitted = campaign.admit(group, history, facts)
    assert isinstance(admitted, Abandon)
    assert admitted.note is not None
    assert admitted.note.kind == SINGLE_STARTS


def test_a_group_of_which_nothing_came_up_is_abandoned_all_the_same(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[str, ...]]()

    class Together(OneAfterTheOther):
        def next(self, history: History, _now_s: float) -> StartGroup | CampaignNote | Done:
            if "single" in history.notes:
                return Done(Message.said("singly"))
            return StartGroup(1, self.study.variants, ("load",), Drive.TOGETHER, metered=True)

        def admit(self, _group: StartGroup, _history: History, up: GroupFacts) -> Abandon:
            asked.append(up.names)
            return Abandon(Message.said("no room"), CampaignNote("single", Message.said("no room")))

    def absent(*_: object) -> None:
        raise InputError("killed")

    monkeypatch.setattr(study_run, "campaigns_of", lambda study: iter([Together(study)]))
    monkeypatch.setattr(group_opening, "simulated_session", absent)
    run_study(study, tmp_path / "run")
    assert asked == [()]
    assert {state for _, _, state in starts_of(tmp_path / "run")} == {StartState.SUPERSEDED}
