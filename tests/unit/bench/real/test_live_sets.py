"""The tables of what soaks say of the live sets of known services, from made records."""

from pathlib import Path
from typing import Any

from bench.real.live_sets import LIVE_SET_RUNS, live_set_tables
from bench.real.record import Record


def entry(shape: str, *leak_facts: str) -> dict[str, Any]:
    trend = {"name": "live_set_mib of api", "shape": shape, "begin": 7.0, "end": 45.1, "per_hour": 1471.0, "text": ""}
    return {"memory": [trend], "leak_facts": leak_facts, "outcome": "steady", "doubts": [{"code": "foreign-load"}]}


def test_a_healthy_service_that_is_told_as_a_leak_is_counted_and_so_is_a_leak_that_is_not(tmp_path: Path) -> None:
    record = Record(tmp_path / "live-sets.jsonl")
    record.add("known.FullCache, JDK 25", entry("levelling_off"))
    record.add("known.Directory, JDK 25", entry("leak"))
    record.add("known.Sessions, JDK 17", entry("none", "The live set of the service api rises along a line."))
    record.add("known.Quotes, JDK 25", entry("leak"))
    record.add("known.EventBus, JDK 17", entry("too_short"))
    healthy, leaking = live_set_tables(record)
    assert [(claim.name, claim.value, claim.is_met) for claim in healthy.claims] == [
        ("of 3 told as a leak", 2.0, False)
    ]
    assert [(claim.name, claim.value, claim.is_met) for claim in leaking.claims] == [
        ("of 2 told as a leak", 1.0, False)
    ]
    assert leaking.rows[0][2:] == ("live_set_mib: leak", "7.0", "45.1", "steady", "foreign-load")


def test_every_service_of_java_that_lives_in_its_heap_is_soaked_on_both_jdks() -> None:
    names = {name.partition(",")[0] for name in LIVE_SET_RUNS}
    assert {"known.YoungGarbage", "known.Sessions", "known.RequestContext"} <= names
    assert len(LIVE_SET_RUNS) == 2 * len(names)
