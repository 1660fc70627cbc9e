"""The order of starts: what drifts evenly favours no variant, and what a cut run lacks is run in the same order."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from loadproof.run.start_order import StudyStart, missing_starts, start_order
from loadproof.store.record import StartRecord, StartState

NAMES = st.lists(st.text("abcdef", min_size=1, max_size=3), min_size=1, max_size=6, unique=True)


@given(NAMES, st.integers(1, 4).map(lambda pairs: 2 * pairs))
def test_over_two_rounds_an_even_drift_takes_the_same_of_each_variant(names: list[str], starts: int) -> None:
    order = start_order(names, starts)
    places: Counter[str] = Counter()
    for place, start in enumerate(order):
        places[start.variant] += place
    assert len(set(places.values())) == 1
    for name in names:
        assert [start.number for start in order if start.variant == name] == list(range(1, starts + 1))


def test_the_second_round_is_the_first_in_reverse() -> None:
    assert [start.variant for start in start_order(["a", "b", "c"], 2)] == ["a", "b", "c", "c", "b", "a"]
    assert start_order(["base"], 1) == [StudyStart("base", 1)]


@given(NAMES, st.integers(1, 4), st.data())
def test_what_is_missing_completes_every_variant_under_numbers_of_its_own(
    names: list[str], starts: int, data: st.DataObject
) -> None:
    order = start_order(names, starts)
    begun = order[: data.draw(st.integers(0, len(order)))]
    states = [data.draw(st.sampled_from(list(StartState))) for _ in begun]
    records = [
        StartRecord(start.variant, start.number, float(place), state)
        for place, (start, state) in enumerate(zip(begun, states, strict=True))
    ]
    finished = [start for start, state in zip(begun, states, strict=True) if state is StartState.COMPLETE]
    missing = missing_starts(order, records, finished)
    have = Counter(start.variant for start in [*finished, *missing])
    assert all(have[name] == starts for name in names)
    assert not set(missing) & set(begun)
    assert len(set(missing)) == len(missing)


def test_nothing_is_missing_of_a_complete_run() -> None:
    order = start_order(["a", "b"], 3)
    records = [StartRecord(start.variant, start.number, 0.0, StartState.COMPLETE) for start in order]
    assert missing_starts(order, records, order) == []
