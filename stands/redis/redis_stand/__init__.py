"""The Redis of the mall: empty at each start, filled by `reset`."""

import sys
from pathlib import Path

# What the servers of all stands share lies beside their folders.
sys.path.append(str(Path(__file__).resolve().parents[2]))
