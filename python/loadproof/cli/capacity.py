"""`loadproof capacity`: the highest rate that keeps the SLO."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.options import (
    DEFAULT_LANGUAGE,
    ArrivalsOption,
    AuthorityOption,
    AwakeOption,
    ConnectionsOption,
    ConsentOption,
    CurlOption,
    DataOption,
    ExpectOption,
    FullOption,
    HeaderOption,
    InsecureOption,
    JsonOption,
    JUnitOption,
    LanguageOption,
    MethodOption,
    NoteOption,
    OtlpOption,
    OutOption,
    ProfileOption,
    SeedOption,
    ShardsOption,
    SharedMachineOption,
    SloOption,
    SummaryOption,
    TimeoutOption,
    UrlArgument,
)
from loadproof.plan.settings import Arrivals, LoadSettings

if TYPE_CHECKING:
    from loadproof.model.slo import Slo

__all__ = ["capacity"]


def capacity(
    url: UrlArgument = None,
    method: MethodOption = None,
    header: HeaderOption = None,
    data: DataOption = None,
    curl: CurlOption = None,
    profile: ProfileOption = None,
    slo: SloOption = None,
    start_rate: Annotated[
        str, typer.Option(metavar="RATE", help="First rate, in calls/s (100), /m or /h; doubled until one fails.")
    ] = "100",
    max_rate: Annotated[str, typer.Option(metavar="RATE", help="Highest rate that may be tried.")] = "100000",
    precision: Annotated[float, typer.Option(metavar="SHARE", help="Ends when high / low - 1 is no larger.")] = 0.03,
    hold: Annotated[str, typer.Option(metavar="TIME", help="Longest judged part of a search plateau.")] = "30s",
    confirm: Annotated[
        str | None,
        typer.Option(
            metavar="TIME", help="How long a rate is held to confirm it. [default: 2m, longer after one that failed]"
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Most time of load and waits, such as 3m; the rest is for the confirmation."),
    ] = None,
    arrivals: ArrivalsOption = Arrivals.POISSON,
    connections: ConnectionsOption = None,
    timeout: TimeoutOption = None,
    expect: ExpectOption = None,
    ca: AuthorityOption = None,
    insecure: InsecureOption = False,
    seed: SeedOption = 1,
    shards: ShardsOption = None,
    awake: AwakeOption = False,
    shared_machine: SharedMachineOption = False,
    yes: ConsentOption = False,
    out: OutOption = None,
    note: NoteOption = None,
    otlp: OtlpOption = None,
    json: JsonOption = False,
    junit: JUnitOption = None,
    summary: SummaryOption = None,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Find the highest rate that keeps the SLO, as an interval, and confirm it."""
    from loadproof.cli.ci_files import CiFiles
    from loadproof.cli.consent import ask_consent
    from loadproof.cli.request import read_rate_option, read_whole_seconds
    from loadproof.cli.result import finish
    from loadproof.cli.typed_request import load_request, read_typed
    from loadproof.run.caller import Caller
    from loadproof.run.capacity_run import run_capacity
    from loadproof.run.otlp_target import read_otlp
    from loadproof.run.request import capacity_settings, check_arrivals, connections_for

    first_rate = read_rate_option("--start-rate", start_rate)
    search = capacity_settings(
        start_rate=first_rate,
        max_rate=read_rate_option("--max-rate", max_rate),
        precision=precision,
        hold_s=read_whole_seconds("--hold", hold),
        confirm_hold_s=None if confirm is None else read_whole_seconds("--confirm", confirm),
        budget_s=None if budget is None else read_whole_seconds("--budget", budget),
    )
    asked = Caller.command_line(note, read_otlp(otlp))
    typed = read_typed(url, profile, method, header, data, curl, asked)
    request = load_request(typed, profile, slo, timeout, ca, insecure, expect)
    check_arrivals(request.profile)
    files = CiFiles.of_options(junit, summary)
    _tell_assumed(request.profile.slos)
    settings = LoadSettings.of(
        arrivals, connections_for(first_rate, connections), shards, seed, awake=awake, shared_machine=shared_machine
    )
    ask_consent([request.target], yes)
    outcome = run_capacity(request, search, settings, out, lang, typed.caller)
    finish(outcome, json, lang, is_full=full, files=files)


def _tell_assumed(slos: "Sequence[Slo]") -> None:
    from loadproof.cli.standard_streams import say
    from loadproof.study.slo_set import DEFAULT_SLOS

    if [slo.text for slo in slos] == list(DEFAULT_SLOS):
        say(f"no SLO is given: {' and '.join(DEFAULT_SLOS)} are asked, and no response time. Such as --slo 'p99<350ms'")
