"""`loadproof load`: one plateau, as wrk or oha would."""

from typing import Annotated

import typer

from loadproof.cli.options import (
    ArrivalsOption,
    ConnectionsOption,
    JsonOption,
    OutOption,
    ProfileOption,
    SeedOption,
    ShardsOption,
    SloOption,
    TimeoutOption,
    UrlArgument,
)
from loadproof.run.host import CpuTimes
from loadproof.run.settings import Arrivals, LoadSettings

__all__ = ["load"]

_SATURATING_CONNECTIONS = 64
_OPEN_CONNECTIONS = 1000


def load(
    url: UrlArgument = None,
    rate: Annotated[str, typer.Option(help="Calls per second, or max to saturate.")] = "100",
    duration: Annotated[str, typer.Option("--for", metavar="TIME", help="How long.")] = "10s",
    profile: ProfileOption = None,
    slo: SloOption = None,
    arrivals: ArrivalsOption = Arrivals.POISSON,
    connections: ConnectionsOption = None,
    timeout: TimeoutOption = None,
    seed: SeedOption = 1,
    shards: ShardsOption = None,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Hold one rate for a time, and say what the service made of it."""
    idle_since = CpuTimes.now()
    from loadproof.cli.request import read_rate, read_request, read_whole_seconds
    from loadproof.cli.result import finish
    from loadproof.method.trial import Purpose, Trial
    from loadproof.run.load_run import run_load

    per_s = read_rate(rate)
    trial = Trial(Purpose.LOAD, per_s, read_whole_seconds("--for", duration), early_stop=False)
    request = read_request(url, profile, slo, timeout)
    most = connections or (_SATURATING_CONNECTIONS if per_s is None else _OPEN_CONNECTIONS)
    settings = LoadSettings.of(arrivals, most, shards, seed)
    finish(run_load(request, trial, settings, out, idle_since), json)
