"""What tests of limits need of the machine."""

import os

import pytest
from loadproof.stand.service_group import make_service_group
from loadproof.study.stand_settings import Limits


@pytest.fixture
def rights() -> None:
    made = make_service_group(f"loadproof-test-{os.getpid()}", Limits(0.5, 64 << 20))
    for place in made.directories:
        place.rmdir()
    refused = made.cpu_refused or made.memory_refused
    if refused:
        pytest.skip(f"no rights to control groups here: {refused}")
