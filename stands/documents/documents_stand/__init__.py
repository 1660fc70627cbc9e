"""Database of the document management system: made once from a size, started with settings, reset between starts.

Modules: `command` the command lines, `template` the template database of a size.
"""

import sys
from pathlib import Path

_STANDS = Path(__file__).resolve().parents[2]
# Servers of all stands share a package beside their folders; the server is that of the PostgreSQL stand.
sys.path.extend([str(_STANDS), str(_STANDS / "postgres")])
