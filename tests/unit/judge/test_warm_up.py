import numpy as np
import pytest
from loadproof.methods.warm_up.onset import warm_up_of
from loadproof.stats.randomness import moving_error
from loadproof.words.catalogue import english

from ..stats.made_series import autoregressive, sawtooth


def test_a_step_is_left_out_to_its_end() -> None:
    rng = np.random.default_rng(1)
    series = 1.0 + 0.05 * autoregressive(rng, 120, 0.3)
    series[:24] += 1.0
    assert warm_up_of(series.tolist(), 5.0).onset_s in (125.0, 150.0)


def test_the_floor_is_kept_where_nothing_warms_up() -> None:
    rng = np.random.default_rng(1)
    series = 1.0 + 0.05 * autoregressive(rng, 120, 0.0)
    found = [warm_up_of((series + 0.0).tolist(), 1.0, floor_s).onset_s for floor_s in (0.0, 42.5)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[1] >= 43.0


def test_what_never_levels_is_never_steady() -> None:
    rng = np.random.default_rng(1)
    drifting = 1.0 + np.arange(120) / 120.0 + 0.1 * autoregressive(rng, 120, 0.3)
    assert english(warm_up_of(drifting.tolist(), 1.0).text) == "still moved one way in the last 1 min of 2 min"
    assert warm_up_of((-drifting).tolist(), 1.0).onset_s is None


def test_a_sawtooth_that_comes_back_is_steady() -> None:
    rng = np.random.default_rng(1)
    found = [warm_up_of((1.0 + sawtooth(rng, 120, 0.5, 11.0)).tolist(), 1.0).onset_s for _ in range(50)]
    assert sum(onset is None for onset in found) <= 2


def test_too_short_a_series_says_how_long_it_must_be() -> None:
    assert english(warm_up_of([1.0] * 49, 2.0).text) == "has 49 values of 2 s where 50 are needed"
    assert (
        english(warm_up_of([1.0, 2.0] * 30, 1.0, 60.0).text)
        == "has too little left after 1 min of 1 min: 2 min are needed"
    )


def test_a_series_without_noise_keeps_its_level() -> None:
    assert moving_error([3.0] * 40) == 1.0


def test_few_values_do_not_show_it() -> None:
    with pytest.raises(ValueError, match="19 values"):
        moving_error([1.0] * 19)


def test_a_swing_as_slow_as_the_series_that_comes_back_is_no_movement_one_way() -> None:
    swings = [1.0 + 0.2 * float(np.cos(2.0 * np.pi * step / 120.0)) for step in range(120)]
    assert moving_error(swings) > 0.03
