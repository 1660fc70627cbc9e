"""A run whose process is killed keeps every second that was committed, also while it is rolled up."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

from .made_run import OPERATIONS

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("attempt", range(5))
def test_every_committed_tick_survives_sigkill(tmp_path: Path, attempt: int) -> None:
    delay_s = random.Random(attempt).uniform(0.0, 1.2)
    command = [
        sys.executable,
        "-m",
        f"{__package__ or 'tests.unit.store'}.killed_writer",
        str(tmp_path),
        "1000000",
        "0",
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        printed = [process.stdout.readline()]
        time.sleep(delay_s)
        process.kill()
        printed += process.stdout.readlines()
    committed = int([line for line in printed if line.endswith("\n")][-1])
    assert process.returncode == -9
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        windows = list(reader.windows(1))
        (record,) = reader.trials()
        measurement = reader.rebuilt(record)
        assert reader.ending() is None
    # The kill may fall between a commit and its line.
    seconds = sum(window.seconds for window in windows)
    assert seconds in (committed, committed + 1)
    for window in windows:
        assert window.whole.due == window.whole.response.count == window.seconds * 3 * len(OPERATIONS)
    if committed > 400:
        assert windows[0].seconds == 60
    assert record.cut_short
    assert (measurement.due, measurement.rate) == (12 * seconds, 12.0)
    assert measurement.within == (8 * seconds,)
