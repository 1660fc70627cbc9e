"""Babel, and Fluent above it, imported whatever the environment says about the local time zone.

The import of Babel reads the time zone, which loadproof does not use, and fails if TZ names no zone.
"""

import importlib
import os
import sys

__all__ = [
    "FluentBundle",
    "FluentResource",
    "FluentType",
    "Locale",
    "NumberPattern",
    "format_list",
    "parse_pattern",
    "resolver",
]

_INSTEAD = (None, "UTC")
"""Values of TZ to try: no value stands for the zone of the machine."""


def _import_babel() -> None:
    """Import Babel; where the time zone keeps it from being imported, without it. The environment stays as it is."""
    try:
        importlib.import_module("babel.dates")
    except ImportError:
        raise
    except Exception:
        _import_without_time_zone()


def _import_without_time_zone() -> None:
    written = os.environ.get("TZ")
    try:
        for value in _INSTEAD:
            if value is None:
                os.environ.pop("TZ", None)
            else:
                os.environ["TZ"] = value
            for name in [name for name in sys.modules if name.partition(".")[0] == "babel"]:
                del sys.modules[name]
            try:
                importlib.import_module("babel.dates")
            except Exception:
                if value is _INSTEAD[-1]:
                    raise
            else:
                return
    finally:
        if written is not None:
            os.environ["TZ"] = written


_import_babel()

from babel import Locale  # noqa: E402
from babel.lists import format_list  # noqa: E402
from babel.numbers import NumberPattern, parse_pattern  # noqa: E402
from fluent.runtime import FluentBundle, FluentResource, resolver  # noqa: E402
from fluent.runtime.types import FluentType  # noqa: E402
