"""Rights that tests of limits need, and a stored run."""

import os
from pathlib import Path

import pytest
from loadproof.stand.service_group import make_service_group
from loadproof.study.stand_settings import Limits

from .command_line import loadproof
from .stand import known_truth


@pytest.fixture
def rights() -> None:
    made = make_service_group(f"loadproof-test-{os.getpid()}", Limits(0.5, 64 << 20))
    for place in made.directories:
        place.rmdir()
    refused = made.cpu_refused or made.memory_refused
    if refused:
        pytest.skip(f"no rights to control groups here: {refused}")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stored run."""
    place = tmp_path_factory.mktemp("kept")
    with known_truth(place, "constant", "--delay-us", 1000) as service:
        loadproof("load", service.url, "--rate", 50, "--for", "1s", "--out", "kept", cwd=place)
    return place / "kept"
