"""`loadproof plan`: how long a study takes and what it will show, before any load."""

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.hidden_output import hide
from loadproof.cli.options import FullOption, against_itself

__all__ = ["plan"]


def plan(
    study: Annotated[
        Path,
        typer.Argument(
            metavar="STUDY",
            parser=CheckedPath("STUDY", PathUse.INPUT),
            help="Study file (YAML), such as studies/demo.yaml.",
        ),
    ],
    method: Annotated[
        list[str] | None,
        typer.Option("--method", metavar="NAME", help="Plan this method of the study alone; may be repeated."),
    ] = None,
    preset: Annotated[
        str | None, typer.Option("--preset", metavar="NAME", help="A preset of the study, such as smoke.")
    ] = None,
    slo: Annotated[
        list[str] | None,
        typer.Option("--slo", metavar="SLO", help="Asked besides those of the file; may be repeated."),
    ] = None,
    aa: Annotated[
        bool,
        typer.Option("--aa", help="Plan the comparison of one variant against itself."),
    ] = False,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="Of --aa; the first of the study unless given.")
    ] = None,
    capacity: Annotated[
        str | None,
        typer.Option(metavar="RATE", help="About what the service carries, in arrivals/s, where it is known."),
    ] = None,
    service_time: Annotated[
        str | None, typer.Option(metavar="TIME", help="About how long one call takes when the service is idle.")
    ] = None,
    start_time: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="How long a start of the services takes; 15s unless given."),
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the plan as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the plan as JSON (loadproof schema plan).")] = False,
    full: FullOption = False,
) -> None:
    """Forecast a study: its length, the calls of each operation, and what will be too few. Nothing is sent."""
    from loadproof.cli.forecast_shown import known_of, show_forecast
    from loadproof.forecast.study_forecast import forecast_study
    from loadproof.model.message import Message
    from loadproof.render.progress import Progress, unknown
    from loadproof.study.load_study import load_study
    from loadproof.study.typed_secret import typed_secrets
    from loadproof.words.catalogue import words_of

    known = known_of(capacity, service_time, start_time)
    twin = against_itself(aa, variant)
    loaded = load_study(study, preset=preset, methods=method or (), extra_slos=slo or (), against_itself=twin)
    hide(typed_secrets(loaded))
    with Progress(Message("progress-planning"), unknown):
        forecast = forecast_study(loaded, known)
    show_forecast(forecast, words_of("en"), as_json=json, as_markdown=markdown, is_full=full)
