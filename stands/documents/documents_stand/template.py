"""Template database of the documents: schema, rows and indexes, as many as make up a size."""

from pathlib import Path

from postgres_stand.session import BENCH
from postgres_stand.template_database import CLUSTER_SQL, TemplateDatabase

__all__ = ["DEFAULT_BYTES", "SMALLEST_BYTES", "TEMPLATE", "documents_template"]

TEMPLATE = "documents_template"
DEFAULT_BYTES = 2**30
SMALLEST_BYTES = 32 * 2**20
_SQL = Path(__file__).resolve().parents[1] / "sql"
# Tables and indexes, as measured of 10,000 and of 170,000 documents (PostgreSQL 15): what does not grow with the
# documents (employees, rights), and what each document has with its versions, processes, tasks and registers.
_FIXED_BYTES = 7_630_000
_DOCUMENT_BYTES = 6_394
# A cluster without rows, its log, and the temporary tables of some reports.
_EMPTY_BYTES = 1_500_000_000


def documents_template(size_bytes: int) -> TemplateDatabase:
    """Return the template whose tables and indexes have about this size."""
    documents = (size_bytes - _FIXED_BYTES) // _DOCUMENT_BYTES
    filling = "".join((_SQL / name).read_text() for name in ("schema.sql", "generate.sql", "indexes.sql"))
    sql = (
        f"{CLUSTER_SQL}"
        f"ALTER DATABASE {TEMPLATE} OWNER TO {BENCH};\n"
        # In one transaction a new table writes no WAL (wal_level minimal). All belongs to the user of services.
        f"BEGIN;\nSET LOCAL ROLE {BENCH};\n{filling}\nCOMMIT;\n"
        # Frozen, so that no read of a copy writes hint bits or freezes rows.
        "VACUUM (FREEZE, ANALYZE);\n"
    )
    size = f"{size_bytes // 2**20} MiB"
    return TemplateDatabase(TEMPLATE, "documents", sql, {"documents": documents}, size, _EMPTY_BYTES + 2 * size_bytes)
