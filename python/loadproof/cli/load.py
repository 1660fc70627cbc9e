"""`loadproof load`: one plateau, as wrk or oha would."""

from dataclasses import replace
from typing import Annotated

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

__all__ = ["load"]


def load(
    url: UrlArgument = None,
    rate: Annotated[
        str | None,
        typer.Option(
            metavar="RATE",
            help="Calls per second (1000), minute (1/m) or hour (6/h), or max to saturate. [default: 100; none where "
            "users alone load]",
        ),
    ] = None,
    duration: Annotated[str | None, typer.Option("--for", metavar="TIME", help="How long. [default: 10s]")] = None,
    stages: Annotated[
        str | None,
        typer.Option(
            metavar="STAGES",
            help="In place of --rate and --for: times and rates (30s:100,1m:100,30s:0), from 0 on; a stage at the rate "
            "of the one before it is held and judged, ramps are shown.",
        ),
    ] = None,
    users: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            help="Closed users of a profile, of all its kinds. [default: as many as the profile counts]",
        ),
    ] = None,
    method: MethodOption = None,
    header: HeaderOption = None,
    data: DataOption = None,
    curl: CurlOption = None,
    profile: ProfileOption = None,
    slo: SloOption = None,
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
    """Hold one rate for a time, or stages of rates, and say what the service made of it."""
    from loadproof.cli.ci_files import CiFiles
    from loadproof.cli.consent import ask_consent
    from loadproof.cli.request import DEFAULT_DURATION, read_rate, read_whole_seconds
    from loadproof.cli.result import finish
    from loadproof.cli.typed_request import load_request, read_typed
    from loadproof.run.caller import Caller
    from loadproof.run.load_run import run_load
    from loadproof.run.otlp_target import read_otlp
    from loadproof.run.request import connections_for, held_load, stages_of

    shape = None if stages is None else stages_of(stages, rate, duration)
    written_s = None if rate is None else read_rate(rate)
    hold_s = read_whole_seconds("--for", DEFAULT_DURATION if duration is None else duration)
    asked = Caller.command_line(note, read_otlp(otlp))
    typed = read_typed(url, profile, method, header, data, curl, asked)
    request = load_request(typed, profile, slo, timeout, ca, insecure, expect)
    held = held_load(request.profile, rate is not None, written_s, hold_s, shape, users)
    files = CiFiles.of_options(junit, summary)
    settings = LoadSettings.of(
        arrivals, connections_for(held.rate, connections), shards, seed, awake=awake, shared_machine=shared_machine
    )
    settings = replace(settings, user_totals=() if users is None else (users,))
    ask_consent([request.target], yes)
    outcome = run_load(request, held, settings, out, lang, typed.caller)
    finish(outcome, json, lang, is_full=full, files=files)
