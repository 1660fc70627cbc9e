"""The plugin for pytest: the fixture `loadproof` runs loads in tests, and a test that fails shows their verdicts.

pytest imports it in every project in which loadproof is installed, so that it imports nothing else of it before a test
asks for a load.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loadproof.errors import LoadproofError

if TYPE_CHECKING:
    from loadproof.result.result import Result

__all__ = ["LoadTests", "loadproof", "pytest_addoption", "pytest_runtest_makereport"]

_LONGEST_NAME = 80


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--loadproof-runs`, the directory in which runs are kept."""
    parser.getgroup("loadproof").addoption(
        "--loadproof-runs",
        metavar="DIR",
        type=Path,
        help="Keep the runs of the fixture loadproof below DIR, one directory each. [default: in pytest's own, which "
        "it clears after some sessions]",
    )


class LoadTests:
    """The functions `load`, `capacity` and `run` of the package; runs are kept below a directory of the test.

    Each gives the `Result`, whose `state` is `passed`, `failed` or `undecided`. Ctrl-C ends a load gently, and then the
    session.
    """

    def __init__(self, place: Callable[[], Path]) -> None:
        """`place` makes a new directory for a run."""
        self._place = place
        self._untold: list[Result] = []

    @property
    def untold(self) -> tuple[Result, ...]:
        """Results of the test so far, except results that `assert_passed` has reported."""
        return tuple(self._untold)

    def load(self, *given: Any, **options: Any) -> Result:
        """Holds one rate for a time; the parameters are those of `loadproof.load`."""
        from loadproof.api import load

        __tracebackhide__ = True
        return self._kept(load, given, options)

    def capacity(self, *given: Any, **options: Any) -> Result:
        """Finds the highest rate that keeps the SLOs; the parameters are those of `loadproof.capacity`."""
        from loadproof.api import capacity

        __tracebackhide__ = True
        return self._kept(capacity, given, options)

    def run(self, *given: Any, **options: Any) -> Result:
        """Runs a study; the parameters are those of `loadproof.run`."""
        from loadproof.api import run

        __tracebackhide__ = True
        return self._kept(run, given, options)

    def assert_passed(self, result: Result) -> None:
        """Raises AssertionError with the verdict in a few lines unless `result` has passed.

        What is undecided has not: nothing was shown.
        """
        __tracebackhide__ = True
        if result.state != "passed":
            self._untold = [one for one in self._untold if one is not result]
            raise AssertionError(_told(result))

    def _kept(self, verb: Callable[..., Result], given: tuple[Any, ...], options: dict[str, Any]) -> Result:
        __tracebackhide__ = True
        made = None
        if options.get("out") is None:
            made = options["out"] = self._place()
        try:
            result = verb(*given, **options)
        except LoadproofError as error:
            # What a user can mend is told at the line of the test, without the insides of loadproof.
            raise error.with_traceback(None) from None
        finally:
            if made is not None:
                # Of a run that did not begin nothing is there.
                with suppress(OSError):
                    made.rmdir()
        self._untold.append(result)
        if result.run.interrupted:
            raise KeyboardInterrupt
        return result


_LOADS = pytest.StashKey[LoadTests]()


@pytest.fixture
def loadproof(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LoadTests:
    """Loads, searches and studies whose runs are kept; where the test fails it shows their verdicts and reports."""
    below: Path | None = request.config.getoption("--loadproof-runs")
    name = _file_name(request.node.name)

    def place() -> Path:
        return tmp_path_factory.mktemp(f"loadproof-{name}") if below is None else _new_directory(below, name)

    request.node.stash[_LOADS] = loads = LoadTests(place)
    return loads


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Adds what each run came to, and where its report is, to a test that failed."""
    report = yield
    if report.failed:
        loads = item.stash.get(_LOADS, None)
        if loads is not None and loads.untold:
            report.sections.append(("loadproof", "\n".join(map(_told, loads.untold))))
    return report


def _told(result: Result) -> str:
    from loadproof.render.short import short_report
    from loadproof.system.path_lookup import is_regular_file
    from loadproof.words.catalogue import words_of

    page = None if result.directory is None else result.directory / "report.html"
    place = result.directory if page is None or not is_regular_file(page) else page
    return short_report(result, words_of("en"), str(place))


def _file_name(test: str) -> str:
    """A test's name as that of a directory.

    >>> _file_name("test_holds[http://h/-200]")
    'test_holds-http-h-200'
    """
    return re.sub(r"[^A-Za-z0-9_.]+", "-", test)[:_LONGEST_NAME].strip("-.") or "test"


def _new_directory(below: Path, name: str) -> Path:
    """The first of `name`, `name-2`, ... that is not there; tests of other processes may look for one, too."""
    from loadproof.system.atomic_write import made_directory, new_directory

    made_directory(below)
    for number in count(1):
        made = below / (name if number == 1 else f"{name}-{number}")
        if new_directory(made):
            return made
    raise AssertionError
