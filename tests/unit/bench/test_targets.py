"""The table asks for what the project promised: every target, by group, quantity and peer."""

from bench.case import TargetOf
from bench.cases import CASE_GROUPS
from bench.options import read_options
from bench.package import PEERS
from bench.quantity import Quantity

CPU = Quantity.CPU_PER_REQUEST
AT_MOST, AT_LEAST, OURS = TargetOf.RATIO_AT_MOST, TargetOf.RATIO_AT_LEAST, TargetOf.OURS_AT_MOST

PROMISED = {
    ("saturation", CPU, "wrk"): (AT_MOST, 0.95),
    ("saturation", CPU, "oha"): (AT_MOST, 0.65),
    ("saturation", CPU, "bare loop"): (AT_MOST, 1.10),
    ("saturation", Quantity.RATE, "wrk"): (AT_LEAST, 0.97),
    ("mix", CPU, "wrk + Lua"): (AT_MOST, 0.70),
    ("mix", CPU, "k6"): (AT_MOST, 0.10),
    ("mix", CPU, "our plain GET"): (AT_MOST, 1.15),
    ("open-20000", CPU, "wrk2"): (AT_MOST, 1.0),
    ("open-20000", CPU, "oha"): (AT_MOST, 0.80),
    ("open-20000", Quantity.LATENESS_P99, None): (OURS, 200),
    ("open-20000", Quantity.LATENESS_P99_9, None): (OURS, 2),
    ("open-3000", CPU, "k6"): (AT_MOST, 0.20),
    ("connections", CPU, "wrk"): (AT_MOST, 1.0),
    ("connections", Quantity.MEMORY_OVER_IDLE, None): (OURS, 80),
    ("users", Quantity.MEMORY_OVER_IDLE, None): (OURS, 40),
    ("tls", CPU, "wrk"): (AT_MOST, 1.0),
    ("first-request", Quantity.FIRST_REQUEST, "wrk"): (OURS, 400),
    ("help", Quantity.WALL, "bare Python"): (OURS, 200),
    ("runs", Quantity.WALL, "bare Python"): (OURS, 500),
    ("export", Quantity.WALL, "bare Python"): (OURS, 3000),
    ("heap", Quantity.WALL, "hprof-analyzer"): (AT_MOST, 1.10),
    ("heap", Quantity.PEAK_MEMORY, "hprof-analyzer"): (AT_MOST, 1.10),
}


def test_every_promised_target_is_asked_for_and_no_other() -> None:
    asked = {
        (group.name, line.quantity, line.peer): (line.target.kind, line.target.bound)
        for group in CASE_GROUPS
        for line in group.lines
        if line.target is not None
    }
    assert asked == PROMISED


def test_without_wrk2_its_line_asks_for_ten_microseconds() -> None:
    [alone] = [line.target_alone for group in CASE_GROUPS for line in group.lines if line.target_alone is not None]
    assert (alone.kind, alone.bound) == (OURS, 10)


def test_our_own_contender_is_the_first_of_each_group_and_always_there() -> None:
    for group in CASE_GROUPS:
        assert (group.contenders[0].name, group.contenders[0].program) == ("loadproof", None)


def test_contenders_that_may_be_missing_are_the_peers_that_are_installed_apart() -> None:
    assert {contender.program for group in CASE_GROUPS for contender in group.contenders} == {None, *PEERS}


def test_a_bench_as_make_runs_it_holds_loads_for_20_seconds_in_5_rounds_and_fills_the_document() -> None:
    options = read_options([])
    assert (options.rounds, options.seconds, options.write, options.groups) == (5, 20, True, CASE_GROUPS)
    part = read_options(["--only", "mix", "--seconds", "2"])
    assert ([group.name for group in part.groups], part.seconds, part.write) == (["mix"], 2, False)
