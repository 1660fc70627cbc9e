"""Injections of a trial are made at their times, undone whatever happens, and every fault has a name."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from loadproof.injections.injector import InjectionError
from loadproof.injections.settings import Injection, SlowdownProblem
from loadproof.injections.watch import InjectionCourse
from loadproof.model.message import Message
from loadproof.records.injection import InjectionState
from loadproof.store.record import UNDER_WAY, InjectionRecord


def refusal(text: str) -> InjectionError:
    return InjectionError(text, Message.said(text))


@dataclass(slots=True)
class MadeInjector:
    """Problem that is a flag; each step can be made to fail."""

    injection: Injection
    is_there: bool = False
    calls: list[str] = field(default_factory=list)
    fails: set[str] = field(default_factory=set)
    seen: Message | None = None
    undo_after: int = 1
    """Number of the attempt that undoes it."""

    def check(self) -> None:
        self._call("check")

    def begin(self) -> None:
        self.is_there = True
        self._call("begin")

    def fault(self) -> Message | None:
        self._call("fault")
        return self.seen

    def end(self) -> None:
        self._call("end")
        if self.calls.count("end") >= self.undo_after:
            self.is_there = False

    def remains(self) -> Message | None:
        return Message.said("still there") if self.is_there else None

    def close(self) -> None:
        self._call("close")

    def _call(self, name: str) -> None:
        self.calls.append(name)
        if name in self.fails:
            raise refusal(f"{name} failed")


class Hand:
    """Clock that is set by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def course_of(**given: object) -> tuple[InjectionCourse, MadeInjector, Hand]:
    injection = Injection("lag", SlowdownProblem(0.2), 10.0, 5.0, repeat=2, every_s=20.0, undo_within_s=1.0)
    injector, clock = MadeInjector(injection, **given), Hand()  # type: ignore[arg-type]
    return InjectionCourse(injector, 3, clock), injector, clock


def changes_of(course: InjectionCourse) -> Iterator[InjectionRecord]:
    while not course.changes.empty():
        yield course.changes.get()


def run_to(course: InjectionCourse, clock: Hand, end_s: float) -> None:
    while clock.now_s <= end_s:
        course.step()
        clock.now_s += 1.0


def ends_of(course: InjectionCourse) -> list[tuple[int, float, float | None, float | None, str]]:
    records = {one.number: one for one in changes_of(course)}
    return [(one.number, one.begun_s, one.ended_s, one.undone_s, one.state) for one in records.values()]


def test_each_occurrence_is_made_and_undone_at_its_time() -> None:
    course, injector, clock = course_of()
    assert course.step() == 10.0
    run_to(course, clock, 40.0)
    assert course.step() is None
    changes = list(changes_of(course))
    assert [one.state for one in changes] == [UNDER_WAY, UNDER_WAY, InjectionState.UNDONE] * 2
    assert [(one.trial, one.number, one.begun_s, one.ended_s, one.undone_s) for one in changes[2::3]] == [
        (3, 1, 10.0, 15.0, 15.0),
        (3, 2, 30.0, 35.0, 35.0),
    ]
    assert injector.calls.count("begin") == injector.calls.count("end") == 2
    assert injector.calls.count("fault") > 8


def test_what_could_not_be_made_is_undone_at_once_and_the_next_one_comes() -> None:
    course, injector, clock = course_of(fails={"begin"})
    run_to(course, clock, 40.0)
    assert ends_of(course) == [(1, 10.0, 11.0, 11.0, "failed"), (2, 30.0, 31.0, 31.0, "failed")]
    assert not injector.is_there


def test_a_fault_while_it_lasts_is_kept_and_ends_nothing() -> None:
    course, injector, clock = course_of(seen=Message.said("the server has gone"))
    run_to(course, clock, 12.0)
    injector.seen = Message.said("the server is back")
    clock.now_s = 13.0
    run_to(course, clock, 20.0)
    (record,) = [one for one in changes_of(course) if one.undone_s is not None]
    assert (record.ended_s, record.state) == (15.0, "failed")
    assert record.fault == Message.said("the server has gone")
    # Looks go on: one may have to end what has become dangerous.
    assert injector.calls.count("fault") > 2


@pytest.mark.parametrize("undo_after", [2, 3])
def test_an_undo_is_tried_until_nothing_is_left(undo_after: int) -> None:
    course, injector, clock = course_of(undo_after=undo_after)
    run_to(course, clock, 20.0)
    assert ends_of(course)[0][-1] == "undone"
    assert injector.calls.count("end") == undo_after


@pytest.mark.parametrize("given", [{"undo_after": 999}, {"fails": {"end"}}])
def test_what_is_left_has_a_state_of_its_own(given: dict[str, object]) -> None:
    course, _, clock = course_of(**given)
    run_to(course, clock, 20.0)
    (record,) = [one for one in changes_of(course) if one.state == InjectionState.NOT_UNDONE]
    assert (record.undone_s, record.ended_s) == (None, 15.0)
    assert record.fault in (Message.said("still there"), Message.said("end failed"))


@pytest.mark.parametrize(("end_s", "ends"), [(5.0, []), (12.0, [(1, 10.0, 13.0, 13.0, "cut")])])
def test_the_end_of_a_trial_undoes_what_is_under_way(end_s: float, ends: list[object]) -> None:
    course, injector, clock = course_of()
    run_to(course, clock, end_s)
    course.finish()
    assert ends_of(course) == ends
    assert course.step() is None
    assert not injector.is_there
