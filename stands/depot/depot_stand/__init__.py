"""Data of the depot: made once, kept in the cache, laid out anew by `reset`.

Modules: `command` the command lines, `cached_data` the data in the cache, `layout` database and blobs of a start.
"""

import sys
from pathlib import Path

_STANDS = Path(__file__).resolve().parents[2]
# Servers of all stands share a package beside their folders; the database is that of the PostgreSQL stand.
sys.path.extend([str(_STANDS), str(_STANDS / "postgres")])
