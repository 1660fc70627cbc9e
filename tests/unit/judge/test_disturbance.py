"""Which seconds others on the machine disturb, what becomes of the verdict, and what is said of it."""

from collections import Counter

import numpy as np
import pytest
from loadproof.judge.disturbance import Background, Disturbances, MachineSecond
from loadproof.judge.followers import Followers
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State
from loadproof.words.catalogue import english

from tests.unit.judge.disturbed_machine import Burst, DisturbedPlateau, at_random, periodic
from tests.unit.judge.simulated_service import KNOWN_SERVICES

QUEUE = KNOWN_SERVICES[2]
"""M/M/1, 1 ms a call."""


def second(number: int, foreign: float, waited: float | None = 1.0, stolen: float = 0.0) -> MachineSecond:
    return MachineSecond(number, foreign, stolen, waited, 0.4, (("make", foreign),))


def left_out(*seconds: MachineSecond, in_flight: int = 2) -> set[int]:
    """Of a trial of 60 s that is quiet but for `seconds`."""
    told = {one.second: one for one in seconds}
    account = Disturbances()
    for number in range(60):
        account.add(told.get(number, second(number, 0.01, 0.0)), lambda stop: [in_flight] * stop)
        account.second_ended(number, in_flight)
    return account.seconds(60)


def test_a_second_is_disturbed_where_others_took_and_our_side_waited() -> None:
    assert left_out(second(40, 0.9)) == {39, 40}, "and the one before, late in which it may have begun"
    assert left_out(second(40, 0.09)) == set(), "too little"
    assert left_out(second(40, 0.9, waited=0.039)) == set(), "of a processor that we did not want"
    assert left_out(second(40, 0.9, waited=0.041)) == {39, 40}, "a tenth of what we used"
    assert left_out(second(40, 0.15, waited=0.021)) == {39, 40}, "or of what others took"
    assert left_out(second(40, 0.9, waited=None)) == {39, 40}, "the kernel does not tell: it may have been ours"
    assert left_out(second(40, 0.0, waited=0.0, stolen=0.11)) == {39, 40}, "no thread of ours sees the hypervisor"


def test_what_is_usual_on_a_machine_disturbs_nobody_and_twice_as_much_does() -> None:
    background = Background()
    background.rested(0.09, 130)
    account = Disturbances(background)
    for number in range(10):
        account.add(second(number, 0.19 if number == 7 else 0.17), lambda stop: [2] * stop)
        account.second_ended(number, 2)
    assert account.seconds(10) == {6, 7}


def robbed(cores: float, load: float, seconds: int, background: Background) -> set[int]:
    """What is left out of a trial in which the hypervisor takes so much of each second."""
    account = Disturbances(background, load)
    for number in range(seconds):
        account.add(MachineSecond(number, 0.0, cores, 0.0, 1.8), lambda stop: [2] * stop)
        account.second_ended(number, 2)
    return account.seconds(seconds) - {-1}


def test_what_the_hypervisor_took_in_earlier_trials_of_such_a_load_is_the_machine() -> None:
    background = Background()
    assert robbed(0.0, 800.0, 60, background) == set()
    background.rested(0.0, 600)
    assert robbed(0.2, 1600.0, 40, background) == set(range(40)), "it may be a neighbour who came with this trial"
    assert robbed(0.2, 1600.0, 12, background) == set()
    assert robbed(0.2, 2000.0, 12, background) == set()
    assert robbed(0.41, 1600.0, 12, background) == set(range(12)), "more than twice of it disturbs"
    assert robbed(0.2, 800.0, 12, background) == set(range(12)), "we were never robbed when we did so little"


def test_a_trial_that_is_robbed_for_two_minutes_is_measured_as_it_is() -> None:
    assert robbed(0.2, 1600.0, 119, Background()) == set(range(119))
    assert robbed(0.2, 1600.0, 120, Background()) == set()
    background = Background()
    robbed(0.2, 1600.0, 12, background)
    assert robbed(0.3, 1600.0, 130, background) == set()
    assert robbed(0.6, 1600.0, 119, background) == set(range(119))


def test_a_machine_on_which_others_work_most_of_the_time_is_measured_as_it_is() -> None:
    account = Disturbances()
    for number in range(140):
        account.add(second(number, 0.5 + 0.01 * (number % 7)), lambda stop: [2] * stop)
        account.second_ended(number, 2)
    assert account.seconds(140) == set()
    (doubt,) = account.doubts(0)
    assert doubt.code == "foreign-load"
    assert "make" in english(doubt.text)


def test_a_doubt_says_how_long_how_much_and_who() -> None:
    account = Disturbances()
    for number in range(31):
        account.add(second(number, 0.98 if number in (10, 11) else 0.0), lambda stop: [2] * stop)
        account.second_ended(number, 2)
    (doubt,) = account.doubts(3)
    assert doubt.code == "disturbed-seconds"
    assert english(doubt.text) == (
        "others disturbed 2 s of the trial: up to 0.98 cores (make); 3 s of the span are not judged for it"
    )


def states(load: float, *, is_watched: bool = True, runs: int = 12) -> Counter[State]:
    """Verdicts of a queue at a part of its capacity beside bursts at random."""
    rng = np.random.default_rng(7)
    found: Counter[State] = Counter()
    settings = PlateauSettings(60.0, early_pass=False)
    for _ in range(runs):
        plateau = DisturbedPlateau(QUEUE, at_random(rng, 60.0), settings=settings, is_watched=is_watched)
        verdict, _, _ = plateau.run(rng, load * QUEUE.capacity)
        found[verdict.state] += 1
    return found


def test_a_healthy_service_is_not_blamed_for_what_others_do() -> None:
    assert states(0.7)[State.FAILED] == 0
    # Seen from the response times alone it would be.
    assert states(0.7, is_watched=False)[State.FAILED] > 2


def test_an_overload_is_no_less_one_beside_others() -> None:
    assert states(1.1)[State.PASSED] == 0


def test_where_too_little_is_clean_a_pass_stands_and_a_failure_cannot_be_told() -> None:
    most = [Burst(3.0, 58.0, 0.99)]
    rng = np.random.default_rng(3)
    light = DisturbedPlateau(QUEUE, most, settings=PlateauSettings(60.0, early_pass=False))
    verdict, timeline, doubts = light.run(rng, 0.1 * QUEUE.capacity)
    assert verdict.state is State.PASSED
    # 0.99 of a core that two want costs half of it: 0.8 is then an overload.
    short = [Burst(3.0, 25.0, 0.99), Burst(32.0, 25.0, 0.99)]
    heavy = DisturbedPlateau(QUEUE, short, settings=PlateauSettings(60.0, early_pass=False))
    verdict, timeline, doubts = heavy.run(rng, 0.8 * QUEUE.capacity)
    if not timeline.disturbances.is_steady:
        assert verdict.state is State.INVALID
        assert "disturbed" in doubts


def test_a_periodic_burst_leaves_the_seconds_between() -> None:
    bursts = periodic(5.0, 30.0, 0.9, 4.0, 62.0)
    rng = np.random.default_rng(5)
    plateau = DisturbedPlateau(QUEUE, bursts, settings=PlateauSettings(60.0, early_pass=False))
    verdict, timeline, doubts = plateau.run(rng, 0.8 * QUEUE.capacity)
    assert verdict.state is State.PASSED
    assert "disturbed-seconds" in doubts
    assert 10 <= timeline.disturbed_s <= 40


class TestFollowers:
    """Processes that work for the load though nobody said so."""

    @staticmethod
    def found(in_trial: list[float], at_rest: float, times: int = 3) -> set[str]:
        followers: Followers[str] = Followers()
        for _ in range(times):
            for cores in in_trial:
                followers.second({"postgres": cores} if cores else {}, {"postgres"})
            followers.trial_ended()
            followers.rested({"postgres": at_rest})
        return followers.found()

    def test_who_works_in_every_trial_and_rests_with_it_is_ours(self) -> None:
        assert self.found([0.3, 0.28, 0.31] * 4, 0.02) == {"postgres"}

    @pytest.mark.parametrize(
        ("in_trial", "at_rest", "times"),
        [
            pytest.param([0.3] * 12, 0.11, 3, id="it works at rest, too"),
            pytest.param([0.9] * 4 + [0.0] * 8, 0.0, 3, id="it comes and goes in a trial"),
            pytest.param([0.3] * 12, 0.02, 2, id="seen too seldom"),
            pytest.param([0.01] * 12, 0.0, 3, id="too little to matter"),
        ],
    )
    def test_others_stay_strangers(self, in_trial: list[float], at_rest: float, times: int) -> None:
        assert self.found(in_trial, at_rest, times) == set()


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        ("check-greeting", State.FAILED),
        ("redirect", State.FAILED),
        ("tls-expired", State.FAILED),
        ("status-404", State.FAILED),
        ("refused", State.FAILED),
        ("status-503", State.INVALID),
        ("tls-failed", State.INVALID),
    ],
)
def test_errors_that_others_cannot_cause_fail_a_plateau_that_is_disturbed_throughout(kind: str, state: State) -> None:
    throughout = [Burst(0.0, 30.0, 0.9)]
    settings = PlateauSettings(6.0, early_pass=False)
    plateau = DisturbedPlateau(QUEUE, throughout, settle_s=0.0, settings=settings, failing=kind)
    verdict, _, doubts = plateau.run(np.random.default_rng(5), 0.5 * QUEUE.capacity)
    assert verdict.state is state
    assert ("disturbed" in doubts) is (state is State.INVALID)


def test_a_failure_stands_that_needs_no_bad_call_of_a_disturbed_second() -> None:
    """A starved service may answer 503, so those of disturbed seconds prove nothing; a quarter of the span is clean."""
    plateau = DisturbedPlateau(QUEUE, [Burst(0.0, 44.0, 1.0)], failing="status-503")
    verdict, timeline, codes = plateau.run(np.random.default_rng(3), 0.3 * QUEUE.capacity)
    assert (verdict.state, "disturbed" in codes) == (State.FAILED, False)
    assert timeline.left_out == frozenset(), "all seconds are counted in what is shown"
    nothing_clean = DisturbedPlateau(QUEUE, [Burst(0.0, 70.0, 1.0)], failing="status-503")
    verdict, _, codes = nothing_clean.run(np.random.default_rng(3), 0.3 * QUEUE.capacity)
    assert (verdict.state, "disturbed" in codes) == (State.INVALID, True)


def test_a_plateau_that_is_undecided_with_disturbed_seconds_and_without_them_stays_so() -> None:
    """25 calls a second are too few for a percentile in 10 s, whatever another process does in two of them."""
    plateau = DisturbedPlateau(KNOWN_SERVICES[0], [Burst(4.0, 2.0, 1.0)], settings=PlateauSettings(10.0))
    verdict, timeline, codes = plateau.run(np.random.default_rng(3), 25.0)
    assert (verdict.state, "disturbed" in codes) == (State.UNDECIDED, False)
    assert {4, 5} <= timeline.left_out
