"""Loads of these tests run on processors that are kept awake, as those of `make accuracy` do."""

from collections.abc import Iterator

import pytest

from bench.accuracy.awake import kept_awake


@pytest.fixture(scope="module", autouse=True)
def _awake() -> Iterator[None]:
    with kept_awake():
        yield
