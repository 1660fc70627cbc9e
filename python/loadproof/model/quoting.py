"""Values as they are shown in messages: short, on one line."""

__all__ = ["kind_of", "quoted"]

_LONGEST = 60


def quoted(value: object) -> str:
    r"""`value` as one short line: text in quotes, with control characters escaped; a collection by its kind.

    >>> quoted("p99<50")
    "'p99<50'"
    >>> quoted("a\nb")
    "'a\\nb'"
    >>> quoted({"a": 1})
    'a mapping'
    """
    if isinstance(value, dict | list) or value is None:
        return kind_of(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str) and len(value) > _LONGEST:
        return repr(value[:_LONGEST] + "…")
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
