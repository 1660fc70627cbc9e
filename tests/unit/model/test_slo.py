import pytest
from loadproof.model.slo import Slo, SloError, SloKind, parse_slo


@pytest.mark.parametrize(
    ("text", "share", "threshold_ms"),
    [
        ("p99<50ms", 0.01, 50.0),
        ("p99 <= 350 ms", 0.01, 350.0),
        ("p99.9<1s", 0.001, 1000.0),
        ("p95≤0.2s", 0.05, 200.0),
        ("p50<1m", 0.5, 60_000.0),
        ("p99.99 < 2.3ms", 0.0001, 2.3),
        ("p90<500us", 0.1, 0.5),
    ],
)
def test_percentile_is_an_exact_share(text: str, share: float, threshold_ms: float) -> None:
    assert parse_slo(text) == Slo(text, SloKind.PERCENTILE, share, threshold_ms)


@pytest.mark.parametrize(
    ("text", "kind", "share"),
    [
        ("errors<1%", SloKind.ERRORS, 0.01),
        ("errors <= 0.1 %", SloKind.ERRORS, 0.001),
        ("rate±5%", SloKind.RATE, 0.05),
        ("rate+-5%", SloKind.RATE, 0.05),
        ("rate +/- 2.5%", SloKind.RATE, 0.025),
    ],
)
def test_errors_and_rate(text: str, kind: SloKind, share: float) -> None:
    assert parse_slo(text) == Slo(text, kind, share)


def test_the_text_names_the_operation_and_reads_back() -> None:
    slo = parse_slo("p99<50ms", "get")
    assert slo.operation == "get"
    assert parse_slo(slo.text) == slo == parse_slo("get : p99<50ms")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("p99<50", "no unit"),
        ("p99<50sec", "unknown unit 'sec'"),
        ("p99<-5ms", "negative"),
        ("p99<0ms", "limit of 0"),
        ("p99<", "empty"),
        ("p99", "no limit after <"),
        ("p99>50ms", "no limit after <"),
        ("p99=50ms", "no limit after <"),
        ("p100<50ms", "not between 0 and 100"),
        ("p0<50ms", "not between 0 and 100"),
        ("p-5<50ms", "negative"),
        ("pxx<50ms", "not a percentile"),
        ("errors<1", "no unit"),
        ("errors<-1%", "negative"),
        ("errors<x%", "not a share"),
        ("errors<0%", "not between"),
        ("errors<100%", "not between"),
        ("rate 5%", "no limit after ±"),
        ("latency<5ms", "limits neither"),
        ("p99<" + "9" * 300 + "ms", "too long"),
    ],
)
def test_each_way_of_being_wrong_is_named(text: str, message: str) -> None:
    with pytest.raises(SloError, match=message) as raised:
        parse_slo(text)
    assert raised.value.cure


def test_an_operations_slo_cannot_name_another() -> None:
    with pytest.raises(SloError, match="names 'put'"):
        parse_slo("put:p99<50ms", "get")
