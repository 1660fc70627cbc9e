"""`loadproof diagnose URL`: causes and activity of a PostgreSQL database."""

from __future__ import annotations

from loadproof.cli.document_shown import Asked, check_page, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.study.probe_settings import PlanSource

__all__ = ["diagnose_postgres"]


def diagnose_postgres(url: str, seconds: float, asked: Asked, plans: PlanSource) -> ExitCode:
    """Observe the database at `url` and show the report; FAILED if the server broke a deadlock.

    Raises ReportPageMissing before the database is observed: the report would be lost after it.
    """
    from loadproof.model.message import Message
    from loadproof.postgres.diagnosis import diagnose_database
    from loadproof.postgres.document import database_document
    from loadproof.render.progress import Progress, seconds_passed

    check_page(asked)
    with Progress(Message("progress-watching-database"), seconds_passed(max(seconds, 0.1))):
        found = diagnose_database(url, seconds, plans=plans)
    show(found, database_document, asked, has_details=True)
    if found.interrupted:
        return ExitCode.INTERRUPTED
    return ExitCode.FAILED if found.state == "deadlocked" else ExitCode.PASSED
