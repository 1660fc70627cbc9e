"""Every test is in `make test` or in exactly one part of `make test-long`, and what the tables name is there."""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from tests.parts import PARTS, SHORT, part_of
from tests.parts.part import Part, Place
from tests.parts.reruns import RERUN

ROOT = Path(__file__).parents[2]
LEAST_PARTS = 10


@pytest.fixture(scope="module")
def node_ids() -> list[str]:
    """Every test that pytest finds where pyproject.toml says."""
    plain = ("-p", "no:cacheprovider", "-p", "no:xdist")
    command = [sys.executable, "-m", "pytest", "--collect-only", "--quiet", *plain, "tests"]
    collected = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    found = [line for line in collected.stdout.splitlines() if "::" in line]
    assert len(found) > 2000, collected.stdout[-2000:] + collected.stderr[-2000:]
    return found


def test_what_the_tables_name_is_written_there_once() -> None:
    """What their files say, without the seconds that pytest takes to find every variant."""
    named: dict[tuple[str, str], int] = {}
    for number, part in enumerate(PARTS, 1):
        for place in part.places:
            file, _, test = place.path.partition("::")
            assert (ROOT / file).is_file(), f"{place} names no test"
            assert not test or f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), f"{place} names no test"
            for one in place.of or ("",):
                assert (place.path, one) not in named, f"{place} is in the part {named[place.path, one]} too"
                named[place.path, one] = number
    for path, _ in named:
        whole = (path.partition("::")[0], "")
        assert "::" not in path or whole not in named, f"{path} is in the part {named[whole]}, with all of its file"
    for test in RERUN:
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{test} is run again and is not there"


def test_no_test_is_in_two_parts(node_ids: list[str]) -> None:
    for node_id in node_ids:
        holding = [number for number, part in enumerate(PARTS, 1) if part.holds(node_id)]
        assert len(holding) <= 1, f"{node_id} is in the parts {holding}"
        assert part_of(node_id) == (holding[0] if holding else SHORT)


def test_every_part_has_tests_and_nothing_is_named_that_is_not_there(node_ids: list[str]) -> None:
    assert len(PARTS) >= LEAST_PARTS
    sizes = Counter(part_of(node_id) for node_id in node_ids)
    assert set(sizes) == {SHORT, *range(1, len(PARTS) + 1)}
    for part in PARTS:
        for place in part.places:
            assert any(map(place.holds, node_ids)), f"{place} names no test"
    plain = {node_id.partition("[")[0] for node_id in node_ids}
    assert RERUN.keys() <= plain, "what is run again is not there"


def test_make_runs_every_place_that_has_tests() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = [line.replace(",", " ") for line in makefile.splitlines() if "(call SUITE," in line]
    short = " ".join(commands)
    suites = {f"tests/{path.relative_to(ROOT / 'tests').parts[0]}" for path in ROOT.glob("tests/**/test_*.py")}
    for place in (*suites, "python/loadproof"):
        assert f" {place}" in short, f"make test does not run {place}"
    # What one run leaves out for want of a quiet machine, another has.
    asked: defaultdict[str, set[str]] = defaultdict(set)
    left_out: defaultdict[str, set[str]] = defaultdict(set)
    for line in commands:
        for negated, markers, rest in re.findall(r" -m '?(not )?\(?([\w ]+)\)?'? (.*)$", line):
            for place in re.findall(r"tests/\w+", rest):
                (left_out if negated else asked)[place].update(markers.split(" or "))
    assert asked.keys() == {"tests/contract", "tests/integration"}
    assert asked == left_out
    assert "--part $$part tests" in makefile, "make test-long does not run all of tests"


def test_a_place_is_a_file_a_test_or_one_of_its_variants() -> None:
    part = Part("x", (Place("tests/a/test_b.py"), Place("tests/a/test_c.py::test_d")))
    held = ["tests/a/test_b.py::test_x[1]", "tests/a/test_c.py::test_d", "tests/a/test_c.py::test_d[p-q]"]
    others = ["tests/a/test_b.pyx::test_x", "tests/a/test_c.py::test_de", "tests/a/test_c.py::test_e[test_d]"]
    assert [part.holds(node_id) for node_id in [*held, *others]] == [True, True, True, False, False, False]
    of_some = Place("tests/a/test_b.py", of=("go", "java-x"))
    held = ["[go]", "[a-java-x]", "[java-x-,]", "[a-go-b]"]
    others = ["[rust]", "", "[java]", "[a-java]", "[gopher]", "[java-xy]"]
    assert all(of_some.holds(f"tests/a/test_b.py::test_x{ending}") for ending in held)
    assert not any(of_some.holds(f"tests/a/test_b.py::test_x{ending}") for ending in others)
