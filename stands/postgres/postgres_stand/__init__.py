"""The PostgreSQL of the status services: made once from a template, started, reset between starts of a service."""

import sys
from pathlib import Path

# What the servers of all stands share lies beside their folders.
sys.path.append(str(Path(__file__).resolve().parents[2]))
