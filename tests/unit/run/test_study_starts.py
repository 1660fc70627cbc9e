"""Starts of a study in virtual time: one that fails in the midst of its methods ends no other."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from loadproof.errors import InputError
from loadproof.run.study_run import run_study
from loadproof.run.variant_run import VariantRun
from loadproof.store.reader import RunReader
from loadproof.store.record import StartState
from loadproof.store.run_directory import RunDirectory
from loadproof.study.load_study import load_study

STUDY = """\
name: two-starts
stand: {driver: simulate, simulated: {workers: 2, service_time: {exponential: 1ms}}}
profile: {operations: {get: {request: GET /}}}
slo: [p99<1s]
starts: 2
methods: {load: {rate: 200, hold: 20s}}
"""


def test_a_start_that_fails_in_its_methods_is_not_run_and_the_next_one_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns, failed = VariantRun.turns, list[str]()

    def failing_once(run: VariantRun, name: str) -> Iterator[None]:
        if name == "load" and not failed:
            failed.append(name)
            raise InputError("a feeder came to its end. Cure: give it more rows")
        yield from turns(run, name)

    monkeypatch.setattr(VariantRun, "turns", failing_once)
    file = tmp_path / "study.yaml"
    file.write_text(STUDY, encoding="utf-8")
    run_study(load_study(file), tmp_path / "run")
    with RunReader(RunDirectory.reopen(tmp_path / "run")) as reader:
        assert [start.state for start in reader.starts()] == [StartState.NOT_RUN, StartState.COMPLETE]
        assert [(number, answer.outcome) for _, number, _, answer in reader.answers()] == [
            (1, "not_run"),
            (2, "passed"),
        ]
