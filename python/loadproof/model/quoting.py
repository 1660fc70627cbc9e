"""Values as they are shown in messages: short, on one line, without credentials."""

import re

from loadproof.model.visible_text import visible_line

__all__ = ["kind_of", "quoted"]

_LONGEST = 60
_LONGEST_READ = 4096
_MAY_HIDE = re.compile(r"[=:@]|(?i:bearer|basic) |eyJ|[A-Za-z0-9]{2,}[_-][A-Za-z0-9]|AIza|AKIA|ASIA|SG\.|ya29|--")


def quoted(value: object) -> str:
    r"""`value` as one short line: text in quotes, with hidden characters as escapes; a collection by its kind.

    >>> quoted("p99<50")
    "'p99<50'"
    >>> quoted("a\nb")
    "'a\\nb'"
    >>> quoted({"a": 1})
    'a mapping'
    >>> quoted("http://h/?token=s3cr3t")
    "'http://h/?token=***'"
    """
    if isinstance(value, dict | list) or value is None:
        return kind_of(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        shown = value[:_LONGEST_READ]
        if _MAY_HIDE.search(shown):
            # Not at the top: most values need no look for credentials.
            from loadproof.system.hidden_credentials import hidden_text

            shown = hidden_text(shown)
        shown = visible_line(shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…")
        mark = '"' if "'" in shown and '"' not in shown else "'"
        return f"{mark}{shown}{mark}"
    return repr(value)


def kind_of(value: object) -> str:
    """The kind of a YAML value, in words.

    >>> kind_of(3.5), kind_of([]), kind_of(None)
    ('a number', 'a list', 'nothing')
    """
    if value is None:
        return "nothing"
    kinds = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "text",
        dict: "a mapping",
        list: "a list",
    }
    return kinds.get(type(value), type(value).__name__)
