"""Growth of a changing set of processes: nothing twice, nothing lost that the kernel still tells."""

from loadproof.system.process_growth import ProcessCount, grown

ROOT, CHILD, GRANDCHILD = (10, 1), (20, 2), (30, 3)
NONE: frozenset[tuple[int, int]] = frozenset()


def test_living_processes_add_up() -> None:
    before = {ROOT: ProcessCount(1, 10, 0), CHILD: ProcessCount(10, 5, 0)}
    now = {ROOT: ProcessCount(1, 12, 0), CHILD: ProcessCount(10, 9, 0)}
    assert grown(before, now, NONE) == 6


def test_one_that_was_born_counts_in_full_and_one_that_joined_from_now_on() -> None:
    before = {ROOT: ProcessCount(1, 10, 0)}
    now = {**before, CHILD: ProcessCount(10, 4, 0)}
    assert grown(before, now, frozenset({CHILD})) == 4
    assert grown(before, now, NONE) == 0


def test_one_that_was_born_and_ended_in_between_is_not_lost() -> None:
    assert grown({ROOT: ProcessCount(1, 10, 0)}, {ROOT: ProcessCount(1, 10, 8)}, NONE) == 8


def test_a_chain_that_ended_is_counted_once() -> None:
    before = {ROOT: ProcessCount(1, 1, 0), CHILD: ProcessCount(10, 2, 0), GRANDCHILD: ProcessCount(20, 50, 0)}
    now = {ROOT: ProcessCount(1, 1, 60)}
    assert grown(before, now, NONE) == 8


def test_an_ended_child_that_nobody_waited_for_takes_nothing_away() -> None:
    before = {ROOT: ProcessCount(1, 10, 0), CHILD: ProcessCount(10, 50, 0)}
    assert grown(before, {ROOT: ProcessCount(1, 13, 0)}, NONE) == 3


def test_an_id_that_is_used_again_is_another_process() -> None:
    before = {ROOT: ProcessCount(1, 10, 0), (20, 2): ProcessCount(1, 50, 0)}
    now = {ROOT: ProcessCount(1, 10, 0), (20, 9): ProcessCount(10, 1, 0)}
    assert grown(before, now, frozenset({(20, 9)})) == 1
