"""Version of an OpenAPI or Swagger document, and what differs by it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["NEWEST_MINOR", "OpenapiVersion"]

NEWEST_MINOR = 2
_VERSION = re.compile(r"3(?:\.([0-9]{1,3})(?:\.([0-9]{1,3})(?:-[0-9A-Za-z.-]{1,30})?)?)?")


@dataclass(frozen=True, slots=True, order=True)
class OpenapiVersion:
    """Major, minor and patch number; (2, 0, 0) is Swagger 2.0."""

    major: int
    minor: int
    patch: int

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "OpenapiVersion | None":
        """Return the version of a document; None if its keys `openapi` and `swagger` name none that is read.

        >>> OpenapiVersion.of({"openapi": "3.1.0"}), OpenapiVersion.of({"swagger": 2.0})
        (OpenapiVersion(major=3, minor=1, patch=0), OpenapiVersion(major=2, minor=0, patch=0))
        >>> OpenapiVersion.of({"openapi": "3.0.3 host=a"}) is OpenapiVersion.of({"openapi": "4.0.0"}) is None
        True
        """
        written, swagger = document.get("openapi"), document.get("swagger")
        if written is None:
            return cls(2, 0, 0) if str(swagger) in ("2.0", "2") else None
        if isinstance(written, bool) or (match := _VERSION.fullmatch(str(written))) is None:
            return None
        # YAML reads 3.0 without quotes as a number; which patch it is nobody says.
        return cls(3, int(match[1] or 0), int(match[2] or 0))

    @property
    def is_swagger(self) -> bool:
        """True for Swagger 2.0."""
        return self.major == 2

    @property
    def label_delimiter(self) -> str:
        """Sign between the members of a label that is not exploded: a dot until 3.0.3 and 3.1.0, then a comma."""
        return "." if (self.minor, self.patch) in ((0, 0), (0, 1), (0, 2), (0, 3), (1, 0)) else ","

    def at_least(self, major: int, minor: int) -> bool:
        """True from OpenAPI `major`.`minor` on."""
        return (self.major, self.minor) >= (major, minor)
