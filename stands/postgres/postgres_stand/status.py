"""Template of the status services: one table of rows with random ids."""

from pathlib import Path

from postgres_stand.template_database import CLUSTER_SQL, TemplateDatabase

__all__ = ["DEFAULT_ROWS", "TEMPLATE", "status_template"]

TEMPLATE = "status_template"
DEFAULT_ROWS = 1_000_000
_SQL = CLUSTER_SQL + Path(__file__).with_name("status.sql").read_text()
# A cluster without rows, and a row with both of its index entries, in the template and in one copy.
_EMPTY_BYTES = 120_000_000
_ROW_BYTES = 2 * 160


def status_template(rows: int) -> TemplateDatabase:
    """Return the template with so many rows."""
    needed = _EMPTY_BYTES + _ROW_BYTES * rows
    return TemplateDatabase(TEMPLATE, "postgres", _SQL, {"rows": rows}, f"{rows} rows", needed)
