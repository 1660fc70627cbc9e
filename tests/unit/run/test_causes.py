"""Findings on a stored run: what a confirmation shows that passed, by all that is known when its processes are gone."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.finding import Finding
from loadproof.result.build import build_result
from loadproof.run.causes import causes_in
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import english, words_of

from ..render.made_result import judged, measured
from ..store.made_run import MadeClock, description_of, directory_in, tick_of

HELD_S = 1800
RISING = [100.0 + 60.0 * second / HELD_S + 0.3 * (second * 7 % 5) for second in range(HELD_S)]
LEVEL = [100.0 + 0.3 * (second * 7 % 5) for second in range(HELD_S)]
Readings = Mapping[tuple[str, str], Sequence[float]]


def found_in(
    parent: Path, readings: Readings, runtime: Mapping[str, str], state: State = State.PASSED, died: bool = False
) -> list[Finding]:
    """What is found in a run of one confirmation of half an hour, of a service called `api`."""
    clock, directory = MadeClock(), directory_in(parent)
    trial = Trial(Purpose.CONFIRM, 10.0, hold_s=float(HELD_S), settle_s=1.0, early_stop=False)
    with RunWriter(directory, description_of(), clock) as writer:
        if runtime:
            writer.log.runtime("api", runtime)
        writer.trial_started(1, trial, method="confirm")
        for second in range(3):
            writer.tick(1, tick_of(second, [1.0, 2.0]))
        began_s = clock.now_s + 1.0
        for (probe, name), values in readings.items():
            writer.readings(1, [(began_s + at_s, probe, name, "", value) for at_s, value in enumerate(values)])
        if died:
            writer.log.event("died", Message("service-did", service="api", what=Message("died")), "api", 1)
            lines = Message("last-lines-of-service", service="api", lines="out of memory")
            writer.log.event("last-lines", lines, "api", 1)
        clock.now_s += HELD_S + 1.0
        writer.trial_ended(1, TrialResult(trial, measured(10.0, calls=10 * HELD_S), judged(state)))
        writer.ended()
    with RunReader(directory) as reader:
        return causes_in(reader, build_result(reader))


def codes(found: Sequence[Finding]) -> list[str]:
    return [f"{finding.cause} {finding.kind}" for finding in found]


USED, ALIVE, HEAP = ("process:api", "pss_mib"), ("java:api", "live_set_mib"), ("java:api", "heap_max_mib")
LEAKS = ["memory-growth fact", "memory-growth hypothesis"]
JAVA = {"runtime": "OpenJDK 64-Bit Server VM 25.0.3", "collector": "G1"}


@pytest.mark.parametrize(
    ("readings", "runtime", "told"),
    [
        ({USED: RISING}, {"runtime": "Go 1.26.1"}, LEAKS),
        ({USED: LEVEL}, {"runtime": "Go 1.26.1"}, []),
        # Garbage may be in it.
        ({USED: RISING}, {}, []),
        ({USED: RISING}, JAVA, []),
        ({USED: RISING, ALIVE: RISING, HEAP: [512.0] * HELD_S}, JAVA, LEAKS),
        ({USED: RISING, ALIVE: LEVEL, HEAP: [512.0] * HELD_S}, JAVA, []),
        ({ALIVE: RISING, HEAP: [512.0] * HELD_S}, {}, LEAKS),
    ],
)
def test_memory_of_a_confirmation_is_judged_as_far_as_its_garbage_is_known(
    tmp_path: Path, readings: Readings, runtime: Mapping[str, str], told: list[str]
) -> None:
    assert codes(found_in(tmp_path, readings, runtime)) == told


def test_the_heap_of_a_vm_is_what_fills(tmp_path: Path) -> None:
    fact, _ = found_in(tmp_path, {ALIVE: RISING, HEAP: [400.0] * HELD_S}, JAVA)
    (left_s,) = [item.value for item in fact.evidence if item.name.code == "evidence-time-to-limit"]
    # 240 MiB at 60 MiB in half an hour.
    assert left_s == pytest.approx(4 * HELD_S, rel=0.05)


def test_what_failed_is_explained_and_what_passed_is_not(tmp_path: Path) -> None:
    blocked = {("prometheus:api", "threads_blocked"): [3.0] * HELD_S, ("cgroup:api", "throttled_share"): [0.5] * HELD_S}
    (tmp_path / "failed").mkdir()
    told = codes(found_in(tmp_path / "failed", blocked, {}, State.FAILED))
    assert told == [
        *("throttled fact", "threads-blocked fact"),
        *("throttled hypothesis", "threads-blocked hypothesis"),
    ]
    assert codes(found_in(tmp_path, blocked, {})) == ["threads-blocked fact", "threads-blocked hypothesis"]


def test_a_death_in_a_trial_that_passed_stands_beside_what_it_shows_with_its_last_lines(tmp_path: Path) -> None:
    found = found_in(tmp_path, {USED: RISING}, {"runtime": "Go 1.26.1"}, died=True)
    assert codes(found) == ["died fact", *LEAKS]
    assert [item.text for item in found[0].evidence] == [None, None, "out of memory"]
    # What became of it is told in the language of the report, too.
    told = words_of("ru").told(found[0].text)
    assert words_of("ru").told(Message("service-did", service="api", what=Message("died"))) in told
    assert english(Message("service-did", service="api", what=Message("died"))) not in told
