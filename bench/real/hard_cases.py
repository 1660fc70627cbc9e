"""The hard cases, as studies beside a periodic burner: what looks like others and is the stand's own, and soaks."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from subprocess import DEVNULL, Popen, TimeoutExpired, run
from typing import Any

from loadproof.stand.free_ports import free_ports

from bench.error import BenchError
from bench.real.case import Case, Kind, capacity_of, kind_of
from bench.real.forecasts import forecast_once
from bench.real.loads import PERIODIC, SMALL_SERVICE, users_profile
from bench.real.product import Others, ran
from bench.real.record import CACHE, Entry, Record

__all__ = ["HARD_CASES"]

_STANDS = Path(__file__).parents[2] / "stands"
_TRUTH = _STANDS / "known-truth/target/release/known-truth"
_POSTGRES = _STANDS / "postgres"
_ROWS = 20_000
_AUTOVACUUM = "autovacuum_naptime = 1s\nautovacuum_vacuum_scale_factor = 0.01\nautovacuum_vacuum_cost_delay = 0\n"
_HOLD_S, _SATURATED_S, _SOAK_S = 20, 6, 60
_WITHIN_S = 400.0
_LONGER = Others("2 cores, 5 of every 20 s", 2, 5.0, 5.0, 20.0)
"""Beside soaks, which are longer."""
_READY = 'ready: {http: "http://127.0.0.1:${port}/", within: 30s}'
_DATABASE_NAMES = ("postgres", "go-pgx")
_GET = "operations: {get: {request: GET /}}"


@dataclass(frozen=True, slots=True)
class _Stand:
    """Services and profile of a study as YAML; the load goes to the service `api`."""

    name: str
    services: str
    profile: str = _GET
    slo: str = "p99<50ms"

    def study(self, method: str, profile: str | None = None) -> str:
        """The study with this method."""
        target = "http://127.0.0.1:${api.port}"
        parts = (_indented(self.services, 4), _indented(profile or self.profile, 2))
        return (
            f"name: {self.name}\nstand:\n  target: {target}\n  services:\n{parts[0]}"
            f"profile:\n{parts[1]}slo: [{self.slo}]\nmethods: {{{method}}}\n"
        )


def _indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def _truth(more: str = "") -> str:
    return f"api:\n  command: {_TRUTH} burn --cpu-us 1000 --listen 127.0.0.1:${{port}}\n  {_READY}\n{more}"


_EATER = (
    "eater{n}:\n  command: sh -c 'echo eats; exec dd if=/dev/zero of=/dev/null bs=1M'\n"
    "  ready: {{line: eats, within: 30s}}\n"
)
_UPDATES = """\
feeders:
  ids: {csv: "${workspace}/ids.csv", columns: [id], order: random}
operations:
  get: {weight: 20, request: "GET /status/${ids.id}"}
  update:
    weight: 80
    request: PUT /status/${ids.id}
    headers: {Content-Type: application/json}
    body: '{"status": 4}'
"""
_DATABASE = """\
postgres:
  command: {postgres}/serve --port ${{port}} --data {data} --rows {rows}
  ready: {{command: "{postgres}/ready --port ${{port}}", within: 1m}}
"""
_API = """\
api:
{after}  prepare:
    - {postgres}/reset --port {port} --database bench
    - {postgres}/ids --port {port} --database bench --count 5000 --out ${{workspace}}/ids.csv
  command: {go}/start --listen 127.0.0.1:${{port}} --database postgresql://bench:bench@127.0.0.1:{port}/bench --pool 16
  ready: {{http: "http://127.0.0.1:${{port}}/healthz", within: 30s}}
"""


def _api(port: str, after: str = "") -> str:
    return _API.format(postgres=_POSTGRES, go=_STANDS / "go-pgx", port=port, after=after)


def _data() -> Path:
    """The data directory of PostgreSQL with an autovacuum that runs each second; made once."""
    data = CACHE / "postgres"
    settings = data / "postgresql.auto.conf"
    if not settings.exists():
        command: list[str | Path] = [_POSTGRES / "template", "--data", str(data), "--rows", str(_ROWS)]
        made = run(command, capture_output=True, text=True, timeout=300, check=False)
        if made.returncode != 0:
            raise BenchError(f"the database cannot be made: {made.stderr.strip()[-500:]}. Cure: make stands, as root")
    if _AUTOVACUUM not in (text := settings.read_text(encoding="utf-8")):
        settings.write_text(text + _AUTOVACUUM, encoding="utf-8")
    return data


@contextmanager
def _nothing_outside() -> Iterator[str]:
    yield ""


@contextmanager
def _database_outside() -> Iterator[str]:
    """PostgreSQL of the bench: its port."""
    (port,) = free_ports(1)
    command: list[str | Path] = [_POSTGRES / "serve", "--port", str(port), "--data", str(_data()), "--rows", str(_ROWS)]
    with Popen(command, stdin=DEVNULL, stdout=DEVNULL, stderr=DEVNULL) as server:
        try:
            for _ in range(60):
                ready = run([_POSTGRES / "ready", "--port", str(port)], capture_output=True, timeout=30, check=False)
                if ready.returncode == 0 or server.poll() is not None:
                    break
            else:
                raise BenchError("PostgreSQL beside the stand was not ready. Cure: make stands, as root")
            yield str(port)
        finally:
            server.terminate()
            try:
                server.wait(20)
            except TimeoutExpired:
                server.kill()


@dataclass(frozen=True, slots=True)
class _Hard:
    """A stand by its builder, which is told the port of what runs outside it, and whether its load are users."""

    name: str
    stand: Callable[[str], _Stand]
    outside: Callable[[], Any] = _nothing_outside
    parts: tuple[float, ...] = (0.6, 1.5)
    users: bool = False
    own: tuple[str, ...] = ("known-truth",)

    def run(self, part: float, others: Others, record: Record, place: Path) -> dict[str, Any]:
        """A load at so much of the capacity, which is measured with nobody beside it."""
        with self.outside() as port:
            stand = self.stand(port)
            capacity = capacity_of(self.name, record, partial(_saturated, stand, place))
            hold, profile = f"hold: {_HOLD_S}s", None
            if self.users:
                profile = users_profile(round(part * capacity * 0.5))
            else:
                hold = f"rate: {part * capacity:.1f}, {hold}"
            study = stand.study(f"load: {{{hold}}}", profile)
            return _studied(f"{self.name}, {part:g}", study, others, record, place)


def _studied(name: str, study: str, others: Others, record: Record, place: Path) -> dict[str, Any]:
    forecast = forecast_once(name, study, record, place)
    file = place / "study.yaml"
    file.write_text(study, encoding="utf-8")
    return ran(None, place, "run", str(file), within_s=_WITHIN_S, others=others) | {"forecast": forecast}


def _saturated(stand: _Stand, place: Path) -> Entry:
    file = place / "saturated.yaml"
    file.write_text(stand.study(f"load: {{rate: max, hold: {_SATURATED_S}s}}"), encoding="utf-8")
    return ran(None, place, "run", str(file), within_s=120.0)


def _soak(mode: str, others: Others, record: Record, place: Path) -> dict[str, Any]:
    """A soak of the small service, or of one that does not change."""
    command = f"{sys.executable} -u {SMALL_SERVICE} {mode} ${{port}}"
    stand = _Stand(
        f"{mode} soak", f"api:\n  command: {command}\n  ready: {{line: ready, within: 30s}}\n", slo="p99<500ms"
    )
    study = stand.study(f"soak: {{rate: 150, ramp: 2s, settle: 5s, hold: {_SOAK_S}s}}")
    return _studied(f"soak, {mode}", study, others, record, place)


def _own_cores(_port: str) -> _Stand:
    eaters = "".join(_EATER.format(n=number) for number in range(2))
    return _Stand("cores saturated by the stand itself", _truth(eaters), slo="p99<200ms")


def _quota(_port: str) -> _Stand:
    # A group that used its share waits for the next 100 ms.
    return _Stand("a CPU quota of half a core", _truth("  limits: {cpus: 0.5}\n"), slo="p99<300ms")


def _autovacuum(_port: str) -> _Stand:
    database = _DATABASE.format(postgres=_POSTGRES, data=_data(), rows=_ROWS)
    return _Stand("autovacuum", database + _api("${postgres.port}", "  after: [postgres]\n"), _UPDATES, "p99<200ms")


def _outside(port: str) -> _Stand:
    return _Stand("a database outside", _api(port), _UPDATES, "p99<200ms")


_HARD = (
    _Hard("cores saturated by the stand itself", _own_cores, parts=(0.5, 1.5), own=("known-truth", "dd")),
    _Hard("a CPU quota of half a core", _quota, parts=(0.5, 1.5)),
    _Hard("autovacuum in the stand", _autovacuum, parts=(0.3, 1.5), own=_DATABASE_NAMES),
    _Hard("a database outside the stand", _outside, _database_outside, parts=(0.3, 1.5), own=_DATABASE_NAMES),
    _Hard("closed users", lambda _: _Stand("closed users", _truth(), slo="p99<100ms"), users=True),
)


def _cases() -> Iterator[Case]:
    for hard in _HARD:
        for part in hard.parts:
            name = f"{hard.name}, {part:g} × capacity"
            yield Case(name, kind_of(part), PERIODIC, True, partial(hard.run, part, PERIODIC), hard.own)
    for mode, kind in (("steady", Kind.HEALTHY), ("leak", Kind.WORSE), ("drift", Kind.WORSE)):
        yield Case(f"a soak of a service: {mode}", kind, _LONGER, True, partial(_soak, mode, _LONGER), ())


HARD_CASES = tuple(_cases())
