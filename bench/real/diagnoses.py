"""Diagnoses of real services whose fault is known: what leaks, what holds threads up, and what does neither."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bench.error import BenchError
from bench.method.table import Claim, MethodTable
from bench.real.product import NOBODY, Others, ran
from bench.real.record import Entry, Record, Run
from tests.known_services import HEALTHY, KNOWN_SERVICES, LEAKS, LOCKS, KnownService, study_of

__all__ = ["DIAGNOSIS_RUNS", "diagnosis_tables", "home_of"]

_WITHIN_S = 300.0
_JDKS = ("25", "17")
_BESIDE = Others("30 % of a core", 1, 0.0, 0.3, 1.0)


def _run(service: KnownService, jdk: str, others: Others, _record: Record, place: Path) -> Entry:
    """What its report names."""
    file = place / "study.yaml"
    file.write_text(study_of(service, home_of(jdk)), encoding="utf-8")
    return ran(str(file), place, "run", within_s=_WITHIN_S, others=others, more=_named)


def home_of(jdk: str) -> Path:
    """Where this JDK is. Raises BenchError where it is not."""
    homes = sorted(Path("/usr/lib/jvm").glob(f"*-{jdk}*/bin/jcmd")) + sorted(
        Path("/usr/lib/jvm").glob(f"*{jdk}*/bin/jcmd")
    )
    if not homes:
        raise BenchError(f"no JDK {jdk} in /usr/lib/jvm. Cure: make stands")
    return homes[0].resolve().parents[1]


def _named(result: Mapping[str, Any]) -> Mapping[str, Any]:
    first = {"heap-holder": list[str](), "hot-lock": list[str]()}
    places = []
    for finding in result["findings"]:
        if finding["cause"] in first:
            first[finding["cause"]].append(finding["evidence"][0]["text"])
        if finding["cause"] == "hot-lock":
            places += [one["text"] for one in finding["evidence"][1:2]]
    return {
        "fields": sorted(set(first["heap-holder"])),
        "locks": sorted(set(first["hot-lock"])),
        "places": sorted(set(places)),
        "diagnosed": [
            {
                "heaps": 0 if one["heap"] is None else len(one["heap"]["dumps"]),
                "threads": 0 if one["threads"] is None else len(one["threads"]["dumps"]),
                "remarks": list(one["remarks"]),
            }
            for one in result["diagnoses"]
        ],
        "causes": sorted({finding["cause"] for finding in result["findings"]}),
    }


def _name(service: KnownService, jdk: str, others: Others = NOBODY) -> str:
    runtime = service.runtime if service.runtime != "java" else f"JDK {jdk}"
    return f"{service.name}, {runtime}" + ("" if others is NOBODY else f", beside {others.name}")


DIAGNOSIS_RUNS: Mapping[str, Run] = {
    _name(service, jdk, others): partial(_run, service, jdk, others)
    for others in (NOBODY, _BESIDE)
    for jdk in _JDKS
    for service in KNOWN_SERVICES
    if jdk == _JDKS[0] or (service.runtime == "java" and others is NOBODY)
}


def diagnosis_tables(record: Record) -> Iterable[MethodTable]:
    """Account of the trials so far."""
    for jdk, others in ((_JDKS[0], NOBODY), (_JDKS[1], NOBODY), (_JDKS[0], _BESIDE)):
        title = f"JDK {jdk}" if others is NOBODY else f"JDK {jdk}, beside a process that takes {others.name}"
        runs = [
            (service, entry)
            for service in KNOWN_SERVICES
            for entry in record.of([_name(service, jdk, others)])
            if service.runtime == "java" or jdk == _JDKS[0]
        ]
        if runs:
            yield _table(title, runs)


def _table(title: str, runs: Sequence[tuple[KnownService, Entry]]) -> MethodTable:
    leaks = [_is_field_right(service, entry) for service, entry in runs if service in LEAKS]
    healthy = [bool(entry["fields"]) for service, entry in runs if service in HEALTHY]
    locked = [_is_lock_right(service, entry) for service, entry in runs if service.lock]
    free = [bool(entry["locks"]) for service, entry in runs if not service.lock]
    of_locks = [bool(entry["fields"]) for service, entry in runs if service in LOCKS]
    return MethodTable(
        title,
        ("service", "what it does", "named field", "named lock", "where threads wait", "right", "s"),
        [
            (
                service.name,
                service.what,
                ", ".join(entry["fields"]) or "–",
                ", ".join(entry["locks"]) or "–",
                ", ".join(entry["places"]) or "–",
                "yes" if _is_field_right(service, entry) and _is_lock_right(service, entry) else "**no**",
                f"{entry['wall_s']:.0f}",
            )
            for service, entry in runs
        ],
        (
            Claim(f"leaks of {len(leaks)} named right, and nothing else", float(sum(leaks)), least=float(len(leaks))),
            Claim(f"healthy services of {len(healthy)} in which a leak is named", float(sum(healthy)), most=0.0),
            Claim(f"locks of {len(locked)} named by class and line", float(sum(locked)), least=float(len(locked))),
            Claim(f"services of {len(free)} without a lock in which one is named", float(sum(free)), most=0.0),
            Claim(f"services of {len(of_locks)} with locks in which a leak is named", float(sum(of_locks)), most=0.0),
        ),
    )


def _is_field_right(service: KnownService, entry: Entry) -> bool:
    return list(entry["fields"]) == ([service.field] if service.field else [])


def _is_lock_right(service: KnownService, entry: Entry) -> bool:
    if not service.lock:
        return not entry["locks"]
    place: str = entry["places"][0] if entry["places"] else ""
    return list(entry["locks"]) == [service.lock] and place.startswith(f"{service.place}:")
