"""`loadproof load`: one plateau, as wrk or oha would."""

from typing import Annotated

import typer

from loadproof.cli.options import (
    ArrivalsOption,
    AuthorityOption,
    AwakeOption,
    ConnectionsOption,
    InsecureOption,
    JsonOption,
    OutOption,
    ProfileOption,
    SeedOption,
    ShardsOption,
    SloOption,
    TimeoutOption,
    UrlArgument,
)
from loadproof.model.rate import DEFAULT_CONNECTIONS
from loadproof.plan.settings import Arrivals, LoadSettings

__all__ = ["load"]

_SATURATING_CONNECTIONS = 64


def load(
    url: UrlArgument = None,
    rate: Annotated[
        str | None,
        typer.Option(
            metavar="RATE", help="Calls per second, or max to saturate. [default: 100; none where users alone load]"
        ),
    ] = None,
    duration: Annotated[str, typer.Option("--for", metavar="TIME", help="How long.")] = "10s",
    profile: ProfileOption = None,
    slo: SloOption = None,
    arrivals: ArrivalsOption = Arrivals.POISSON,
    connections: ConnectionsOption = None,
    timeout: TimeoutOption = None,
    ca: AuthorityOption = None,
    insecure: InsecureOption = False,
    seed: SeedOption = 1,
    shards: ShardsOption = None,
    awake: AwakeOption = False,
    out: OutOption = None,
    json: JsonOption = False,
) -> None:
    """Hold one rate for a time, and say what the service made of it."""
    from loadproof.cli.request import rate_for, read_rate, read_request, read_whole_seconds, with_tls
    from loadproof.cli.result import finish
    from loadproof.method.load import HeldLoad
    from loadproof.run.load_run import run_load

    written_s = None if rate is None else read_rate(rate)
    hold_s = read_whole_seconds("--for", duration)
    request = with_tls(read_request(url, profile, slo, timeout), ca, insecure)
    per_s = rate_for(request.profile, rate is not None, written_s)
    most = connections or (_SATURATING_CONNECTIONS if per_s is None else DEFAULT_CONNECTIONS)
    settings = LoadSettings.of(arrivals, most, shards, seed, awake=awake)
    finish(run_load(request, HeldLoad(per_s, hold_s), settings, out), json)
