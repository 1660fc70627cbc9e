"""What a plain YAML scalar means, by the core schema of YAML 1.2 (section 10.3.2)."""

import re

__all__ = ["Scalar", "plain_scalar"]

Scalar = str | int | float | bool | None

_WORDS: dict[str, Scalar] = {"": None, "~": None}
_WORDS |= dict.fromkeys(("null", "Null", "NULL"))
_WORDS |= dict.fromkeys(("true", "True", "TRUE"), True)
_WORDS |= dict.fromkeys(("false", "False", "FALSE"), False)
_INTEGER = re.compile(r"[-+]?[0-9]{1,40}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITY = re.compile(r"[-+]?\.(inf|Inf|INF)")


def plain_scalar(text: str) -> Scalar:
    """The value of an unquoted scalar.

    >>> [plain_scalar(text) for text in ("70", "10s", "true", "yes", "1e3")]
    [70, '10s', True, 'yes', 1000.0]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) or _INFINITY.fullmatch(text):
        return float(text.replace(".inf", "inf").replace(".Inf", "inf").replace(".INF", "inf"))
    if text in (".nan", ".NaN", ".NAN"):
        return float("nan")
    return text
