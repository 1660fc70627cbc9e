import numpy as np
import pytest
from loadproof.stats.onset import steady_onset

from .made_series import autoregressive, warm_up


def test_a_warm_up_is_left_out_and_little_more() -> None:
    rng = np.random.default_rng(3)
    found = [steady_onset((warm_up(120, 50.0) + autoregressive(rng, 120, 0.3)).tolist()) for _ in range(50)]
    kept = [onset for onset in found if onset is not None]
    assert len(kept) >= 30
    assert all(15 <= onset <= 60 for onset in kept)


def test_a_level_begins_at_once() -> None:
    rng = np.random.default_rng(3)
    found = [steady_onset(autoregressive(rng, 120, 0.0).tolist()) for _ in range(50)]
    assert np.median([onset for onset in found if onset is not None]) == 0


def test_a_line_has_no_onset() -> None:
    assert steady_onset([float(step) for step in range(60)]) is None


def test_too_few_values_are_refused() -> None:
    with pytest.raises(ValueError, match="49 values do not show an onset"):
        steady_onset([1.0] * 49)
