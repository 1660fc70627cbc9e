"""`loadproof capacity`: the highest rate that keeps the SLO."""

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

__all__ = ["capacity"]


def capacity(
    url: UrlArgument = None,
    profile: ProfileOption = None,
    slo: SloOption = None,
    start_rate: Annotated[
        float, typer.Option(metavar="RATE", help="First rate, in calls/s; doubled until one fails.")
    ] = 100.0,
    max_rate: Annotated[float, typer.Option(metavar="RATE", help="Highest rate that may be tried.")] = 100_000.0,
    precision: Annotated[float, typer.Option(metavar="SHARE", help="Ends when high / low - 1 is no larger.")] = 0.03,
    hold: Annotated[str, typer.Option(metavar="TIME", help="Longest judged part of a search plateau.")] = "30s",
    confirm: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="How long a rate is held to confirm it [2m, longer after one that failed]."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Most time under load, such as 3m: then the answer is what is known."),
    ] = None,
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
    """Find the highest rate that keeps the SLO, as an interval, and confirm it."""
    from loadproof.cli.request import capacity_settings, check_arrivals, read_request, read_whole_seconds, with_tls
    from loadproof.cli.result import finish
    from loadproof.run.capacity_run import run_capacity

    method = capacity_settings(
        start_rate=start_rate,
        max_rate=max_rate,
        precision=precision,
        hold_s=read_whole_seconds("--hold", hold),
        confirm_hold_s=None if confirm is None else read_whole_seconds("--confirm", confirm),
        budget_s=None if budget is None else read_whole_seconds("--budget", budget),
    )
    request = with_tls(read_request(url, profile, slo, timeout), ca, insecure)
    check_arrivals(request.profile)
    settings = LoadSettings.of(arrivals, connections or DEFAULT_CONNECTIONS, shards, seed, awake=awake)
    finish(run_capacity(request, method, settings, out), json)
