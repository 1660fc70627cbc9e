"""`python -m bench.real.honest_tables`: ten tables of real runs with right totals, in which an audit raises nothing.

Each pair of runs loads two services of this bench, over sockets, with the same operations; their results make two
tables, each printed as another author would. They stand in tests/unit/tools/audit/honest, where a test audits them.
"""

import asyncio
import random
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import loadproof
from loadproof.records.measurement import Measurement

from bench.terminal import tell

_PLACE = Path(__file__).parents[2] / "tests" / "unit" / "tools" / "audit" / "honest"
_HOLD_S = 40.0
_SHARES = ((50, 30, 20), (70, 20, 5, 5), (40, 30, 15, 10, 5), (25, 20, 15, 10, 10, 8, 6, 6), (60, 40))
_RATES = (400.0, 600.0, 800.0, 900.0, 300.0)
_NAMES = ("read", "list", "search", "write", "login", "export", "report", "upload")
_MIDDLES_MS = (2.0, 5.0, 12.0, 8.0, 30.0, 60.0, 90.0, 20.0)
_Row = tuple[str, Measurement, Measurement]


@dataclass(frozen=True, slots=True)
class _Pair:
    """What two variants showed."""

    operations: tuple[_Row, ...]
    total: _Row
    duration_s: float

    def rows(self, total: str) -> list[_Row]:
        """With that of all operations under its name, which the authors of tables put first or last."""
        return [*self.operations, (total, *self.total[1:])]


def main() -> None:
    """Runs all pairs, and writes their tables."""
    _PLACE.mkdir(exist_ok=True)
    forms = iter(_FORMS)
    for number, (shares, rate) in enumerate(zip(_SHARES, _RATES, strict=True)):
        pair = _measured(shares, rate, seed=number)
        for _ in range(2):
            name, ending, form = next(forms)
            (_PLACE / f"{name}.{ending}").write_text(form(pair), encoding="utf-8")
            tell(f"{name}.{ending}")


def _measured(shares: Sequence[int], rate: float, seed: int) -> _Pair:
    a, b = (_run(shares, rate, factor, seed) for factor in (1.0, 0.8))
    rows = tuple((name, a.operations[name], b.operations[name]) for name in _NAMES[: len(shares)])
    return _Pair(rows, ("", a, b), a.duration_s)


def _run(shares: Sequence[int], rate: float, factor: float, seed: int) -> Measurement:
    with _service(factor, seed) as port, tempfile.TemporaryDirectory() as directory:
        profile = Path(directory) / "profile.yaml"
        operations = "".join(
            f"  {name}: {{weight: {share}, request: GET /{name}}}\n"
            for name, share in zip(_NAMES, shares, strict=False)
        )
        profile.write_text(f"operations:\n{operations}", encoding="utf-8")
        result = loadproof.load(
            f"http://127.0.0.1:{port}", profile=profile, rate=rate, for_s=_HOLD_S, out=Path(directory) / "run"
        )
        measurement = result.trials[0].measurement
        assert measurement is not None, result.sentence
        return measurement


@contextmanager
def _service(factor: float, seed: int) -> Iterator[int]:
    """An HTTP service whose operations take times of their own; one in 500 calls fails."""
    drawn, ready = random.Random(seed), threading.Event()
    held: dict[str, Any] = {}

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                name = head.split(b" ", 2)[1].decode().strip("/")
                middle_ms = factor * _MIDDLES_MS[_NAMES.index(name)]
                await asyncio.sleep(middle_ms * drawn.lognormvariate(0.0, 0.4) / 1e3)
                status = b"500 No" if drawn.random() < 0.002 else b"200 OK"
                writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 2\r\n\r\nok")
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def serve() -> None:
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        held.update(port=server.sockets[0].getsockname()[1], loop=asyncio.get_running_loop(), end=asyncio.Event())
        ready.set()
        await held["end"].wait()
        server.close()

    thread = threading.Thread(target=lambda: asyncio.run(serve()), daemon=True)
    thread.start()
    ready.wait(10.0)
    try:
        yield held["port"]
    finally:
        held["loop"].call_soon_threadsafe(held["end"].set)
        thread.join(10.0)


def _change(a: float, b: float) -> str:
    return f"{100.0 * (b / a - 1.0):+.0f} %"


def _three(value: float) -> str:
    """Three significant digits, as most tools print."""
    return f"{value:.3g}" if value < 1000 else f"{value:.0f}"


def _ms(measurement: Measurement, name: str) -> float:
    value = getattr(measurement.response_ms, name)
    assert value is not None
    return float(value)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], mark: str = ",") -> str:
    lines = [mark.join(row) for row in (head, *rows)]
    if mark == "|":
        lines = [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]
    return "\n".join(lines) + "\n"


def _percentiles(pair: _Pair) -> str:
    names = ("p50", "p95", "p99")
    head = ["operation", "a rps", *(f"a {name} ms" for name in names), "b rps", *(f"b {name} ms" for name in names)]
    return _table(
        [*head, "p95 change %"],
        [
            [
                name,
                _three(a.rate),
                *(_three(_ms(a, one)) for one in names),
                _three(b.rate),
                *(_three(_ms(b, one)) for one in names),
                # Of what is printed: who reads the table can reckon no other.
                _change(float(_three(_ms(a, "p95"))), float(_three(_ms(b, "p95")))),
            ]
            for name, a, b in pair.rows("total")
        ],
    )


def _russian(pair: _Pair) -> str:
    head = ["Операция", "до, вызовов", "до, 95 %, мс", "после, вызовов", "после, 95 %, мс", "Разница 95 %, мс"]
    rows = []
    for name, a, b in reversed(pair.rows("Всего")):
        p95 = [round(_ms(one, "p95"), 1) for one in (a, b)]
        cells = [str(a.completed), f"{p95[0]:.1f}", str(b.completed), f"{p95[1]:.1f}", f"{p95[1] - p95[0]:+.1f}"]
        rows.append([name, *(cell.replace(".", ",") for cell in cells)])
    return _table(head, rows, "\t")


def _markdown(pair: _Pair) -> str:
    head = ["Request", "old # samples", "old average", "old max", "old error %"]
    head += ["new # samples", "new average", "new max", "new error %"]
    rows = [
        [
            name,
            *(
                cell
                for one in (a, b)
                for cell in (
                    str(one.sent),
                    f"{_ms(one, 'mean'):.2f}",
                    f"{_ms(one, 'max'):.1f}",
                    f"{one.error_percent:.2f}",
                )
            ),
        ]
        for name, a, b in pair.rows("TOTAL")
    ]
    return _table(head, rows, "|")


def _chinese(pair: _Pair) -> str:
    head = ["接口", "旧 QPS", "旧 P99", "新 QPS", "新 P99", "P99 变化"]
    rows = [
        [
            name,
            f"{a.rate:.1f}",
            f"{_ms(a, 'p99'):.1f} ms",
            f"{b.rate:.1f}",
            f"{_ms(b, 'p99'):.1f} ms",
            _change(round(_ms(a, "p99"), 1), round(_ms(b, "p99"), 1)),
        ]
        for name, a, b in pair.rows("合计")
    ]
    return _table(head, rows)


def _seconds(pair: _Pair) -> str:
    head = ["transaction", "v1 rate", "v1 p90 (s)", "v1 p95 (s)", "v2 rate", "v2 p90 (s)", "v2 p95 (s)"]
    rows = [
        [
            name,
            *(
                cell
                for one in (a, b)
                for cell in (f"{one.rate:.2f}", *(f"{_ms(one, n) / 1e3:.4f}" for n in ("p90", "p95")))
            ),
        ]
        for name, a, b in pair.rows("All")
    ]
    return _table(head, rows, ";")


def _long(pair: _Pair) -> str:
    rows = [
        [variant, name, str(one.sent), f"{_ms(one, 'p50'):.2f}", f"{_ms(one, 'p95'):.2f}", f"{one.error_percent:.3f} %"]
        for at, variant in ((1, "threads"), (2, "virtual"))
        for name, *both in pair.rows("overall")
        for one in [both[at - 1]]
    ]
    return _table(["variant", "operation", "requests", "p50", "p95", "errors"], rows)


def _durations(pair: _Pair) -> str:
    head = [
        "name",
        "x duration (s)",
        "x rate",
        "x requests",
        "x mean",
        "y duration (s)",
        "y rate",
        "y requests",
        "y mean",
    ]
    rows = [
        [
            name,
            *(
                cell
                for one in (a, b)
                for cell in (f"{one.duration_s:.0f}", f"{one.rate:.1f}", str(one.completed), f"{_ms(one, 'mean'):.3f}")
            ),
        ]
        for name, a, b in pair.rows("total")
    ]
    return _table(head, rows)


def _points(pair: _Pair) -> str:
    head = ["endpoint", "base calls", "base errors %", "new calls", "new errors %", "difference of errors (points)"]
    rows = []
    for name, a, b in pair.rows("total"):
        shares = [round(one.error_percent, 2) for one in (a, b)]
        rows.append(
            [name, str(a.sent), f"{shares[0]:.2f}", str(b.sent), f"{shares[1]:.2f}", f"{shares[1] - shares[0]:+.2f}"]
        )
    return _table(head, rows, "\t")


def _spread(pair: _Pair) -> str:
    head = ["operation", "old calls", "old mean", "old min-max of 5 starts", "new calls", "new mean", "Δ mean %"]
    rows = [
        [
            name,
            str(a.completed),
            f"{_ms(a, 'mean'):.2f}",
            "±3 %",
            str(b.completed),
            f"{_ms(b, 'mean'):.2f}",
            f"{100.0 * (round(_ms(b, 'mean'), 2) / round(_ms(a, 'mean'), 2) - 1.0):+.1f} %",
        ]
        for name, a, b in pair.rows("Summary")
    ]
    return _table(head, rows, ";")


def _whole(pair: _Pair) -> str:
    names: Mapping[str, str] = {"mean": "mean", "p50": "median", "p95": "95th percentile", "p99": "99th percentile"}
    head = ["service", "requests/s", *(f"{title} (ms)" for title in names.values()), "errors (%)"]
    rows = [
        [name, f"{one.rate:.0f}", *(f"{_ms(one, key):.1f}" for key in names), f"{one.error_percent:.2f}"]
        for name, one in zip(("alpha", "beta"), pair.total[1:], strict=True)
    ]
    return _table(head, rows)


_FORMS: Sequence[tuple[str, str, Callable[[_Pair], str]]] = (
    ("01-percentiles", "csv", _percentiles),
    ("02-russian", "tsv", _russian),
    ("03-markdown", "md", _markdown),
    ("04-chinese", "csv", _chinese),
    ("05-seconds", "csv", _seconds),
    ("06-long", "csv", _long),
    ("07-durations", "csv", _durations),
    ("08-points", "tsv", _points),
    ("09-spread", "csv", _spread),
    ("10-whole", "csv", _whole),
)


if __name__ == "__main__":
    main()
