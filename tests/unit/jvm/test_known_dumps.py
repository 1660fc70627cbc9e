"""Heap dumps of services whose leak is known, and of those that have none: the field is named, and no other."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from loadproof.jvm.causes import diagnosed_heap
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.heap.growth import LEAST_STEP_OF_EQUAL_LOADS
from loadproof.words.catalogue import english

from tests.known_dumps import DUMPED, extracted
from tests.known_services import KnownService


@pytest.fixture(scope="module")
def dumps(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, list[Path]]:
    return extracted(tmp_path_factory.mktemp("dumps"))


@pytest.mark.parametrize("service", DUMPED, ids=lambda service: service.what)
def test_the_field_that_leaks_is_named_and_of_healthy_services_none(
    service: KnownService, dumps: Mapping[str, list[Path]]
) -> None:
    report = report_of_heap_dumps([str(dump) for dump in dumps[service.name]], LEAST_STEP_OF_EQUAL_LOADS)
    assert len(report.dumps) == 3
    named = [finding.evidence[0].text for finding in diagnosed_heap(1, "api", report, None)]
    assert named == ([service.field] if service.field else []), english(report.sentence)
