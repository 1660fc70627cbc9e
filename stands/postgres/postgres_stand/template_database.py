"""Template database of a stand: its name, its SQL and its size."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["CLUSTER_SQL", "TemplateDatabase"]

CLUSTER_SQL = Path(__file__).with_name("cluster.sql").read_text()
"""Extensions and the user of services: the first statements of each template."""


@dataclass(frozen=True)
class TemplateDatabase:
    """Database that every start of a service gets a copy of."""

    name: str
    directory: str
    """First word of the name of its default data directory."""
    sql: str
    """Statements of psql that fill the new database, run by the superuser."""
    variables: Mapping[str, int]
    """Variables of psql in `sql`."""
    size: str
    """Size for people, such as `2000 rows`."""
    needed_bytes: int
    """Disk space of a data directory with the template and one copy."""

    @property
    def made_of(self) -> str:
        """Hash over SQL and variables, which tells this template from others."""
        text = "".join([self.sql, *(f"\n{value}" for value in self.variables.values())])
        return hashlib.sha256(text.encode()).hexdigest()[:12]
