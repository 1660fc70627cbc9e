"""The tables of the guide of probes and the catalog have the same series."""

import re
from pathlib import Path

from loadproof.model.series import CATALOG, probe_forms

GUIDE = Path(__file__).parents[3] / "docs/guides/probes.md"
OF_A_PROBE = re.compile(r" of `([a-z]+(?::[A-Z]+)?)`")


UNITS = {
    "_share": "share",
    "_mib_per_s": "MiB/s",
    "_mib": "MiB",
    "_bytes": "B",
    "_cores": "cores",
    "_ms": "ms",
    "_s_per_s": "",
    "_per_s": "1/s",
}
"""Units by the end of a name; the first that fits."""


def documented() -> set[tuple[str, str]]:
    """Probe and name of each series in a table whose first column is of series."""
    found: set[tuple[str, str]] = set()
    probes: list[str] | None = None
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        first = line.split("|")[1] if line.startswith("|") else ""
        if not first:
            probes = None
        elif first.strip().startswith("series"):
            probes = OF_A_PROBE.findall(first)
        elif probes is not None and "---" not in first:
            of = OF_A_PROBE.findall(first) or probes
            found |= {(probe, name) for probe in of for name in re.findall(r"`(\w+)`", OF_A_PROBE.sub("", first))}
    return found


def test_the_guide_and_the_catalog_have_the_same_series() -> None:
    known = {(probe, series.name) for probe in probe_forms() for series in CATALOG[probe]}
    assert documented() == known


def test_each_name_is_in_the_catalog_once() -> None:
    for series in CATALOG.values():
        names = [one.name for one in series]
        assert sorted(names) == sorted(set(names))


def test_the_end_of_a_name_is_its_unit() -> None:
    for series in (one for own in CATALOG.values() for one in own):
        expected = next((unit for end, unit in UNITS.items() if series.name.endswith(end)), "")
        assert series.unit == expected, series
        assert series.unit != "share" or series.lowest == 0.0
