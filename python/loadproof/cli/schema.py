"""`loadproof schema`: the JSON Schema of what loadproof reads, prints and stores."""

from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse

__all__ = ["SchemaName", "schema", "schema_text"]


class SchemaName(StrEnum):
    """Subject of a schema."""

    STUDY = "study"
    """A study file."""
    RESULT = "result"
    """result.json of a run."""
    SERIES = "series"
    """Time series that the page of a run draws."""
    PLAN = "plan"
    """Output of `loadproof plan --json`."""
    COMPARISON = "comparison"
    """Output of `loadproof compare --json`."""
    AUDIT = "audit"
    """Output of `loadproof audit --json`."""
    AUDIT_MAP = "audit-map"
    """Input of `loadproof audit --map`."""
    GC = "gc"
    """Output of `loadproof gc --json`."""
    THREADS = "threads"
    """Output of `loadproof threads --json`."""
    DIAGNOSE = "diagnose"
    """Output of `loadproof diagnose PID --json`."""
    DIAGNOSE_DATABASE = "diagnose-database"
    """Output of `loadproof diagnose URL --json`."""
    HEAP = "heap"
    """Output of `loadproof heap --json`."""
    DOCTOR = "doctor"
    """Output of `loadproof doctor --json`."""


_KINDS = {
    SchemaName.SERIES: ("result.series", "Series"),
    SchemaName.PLAN: ("result.forecast", "PlanModel"),
    SchemaName.COMPARISON: ("result.run_comparison", "RunsComparison"),
    SchemaName.AUDIT: ("tools.audit.audited", "Audit"),
    SchemaName.GC: ("jvm.gc.report", "GcReport"),
    SchemaName.THREADS: ("jvm.threads.report", "ThreadReport"),
    SchemaName.HEAP: ("jvm.heap.report", "HeapReport"),
    SchemaName.DIAGNOSE: ("jvm.vm.report", "VmReport"),
    SchemaName.DIAGNOSE_DATABASE: ("postgres.report", "DatabaseReport"),
    SchemaName.DOCTOR: ("tools.doctor.check", "DoctorModel"),
}
"""The module of each and its class, which is imported when it is asked for."""


def schema(
    name: Annotated[SchemaName, typer.Argument(help="What to describe.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            parser=CheckedPath("--out", PathUse.FILE),
            help="Write it to this file. [default: standard output]",
        ),
    ] = None,
) -> None:
    """Print the JSON Schema of a study, a map of an audit, or of what loadproof prints and stores."""
    from loadproof.system.atomic_write import write_file

    text = schema_text(name)
    if out is None:
        typer.echo(text, nl=False)
        return
    write_file(out, text, option="--out")


def schema_text(name: SchemaName) -> str:
    """The schema (draft 2020-12) as JSON text; the same for the same version, so that a file of it can be compared."""
    import json

    return json.dumps(_schema(name), indent=2, ensure_ascii=False) + "\n"


def _schema(name: SchemaName) -> dict[str, object]:
    if name is SchemaName.STUDY:
        from loadproof.study.study_spec import study_schema

        return study_schema()
    if name is SchemaName.AUDIT_MAP:
        from loadproof.tools.audit.map_spec import map_schema

        return map_schema()
    from loadproof.result.schema import json_schema

    if name is SchemaName.RESULT:
        from loadproof.result.result import Result

        # The page of web/ names its types with this suffix; verbs add keys of their own to the frame.
        schema = json_schema(Result, suffix="Model", is_open=True)
    else:
        module, kind = _KINDS[name]
        schema = json_schema(getattr(import_module(f"loadproof.{module}"), kind))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
