"""What the command line knows of a service: numbers that can be, or a fault with its cure."""

import pytest
from loadproof.cli.forecast_shown import known_of
from loadproof.errors import InputError
from loadproof.forecast.guess import KnownService


def test_options_become_numbers() -> None:
    assert known_of(None, None, None) == KnownService()
    assert known_of("3000", "5ms", "1m30s") == KnownService(3000.0, 0.005, 90.0)


@pytest.mark.parametrize(
    ("capacity", "service_time", "start_time", "message"),
    [
        ("nan", None, None, "--capacity: 'nan' is not a rate"),
        ("0", None, None, "--capacity: 0 is not above 0"),
        (None, "5", None, "--service-time: '5' has no unit"),
        (None, "0s", None, "--service-time: 0 s is no time"),
        (None, None, "-1s", "--start-time: '-1s' is negative"),
    ],
)
def test_what_cannot_be_is_a_fault(
    capacity: str | None, service_time: str | None, start_time: str | None, message: str
) -> None:
    with pytest.raises(InputError) as raised:
        known_of(capacity, service_time, start_time)
    assert message in str(raised.value)
    assert "Cure: " in str(raised.value)
