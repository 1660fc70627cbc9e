"""JSON in the columns of `run.db`, read within bounds and by type; errors name the table and the column."""

from typing import Any, TypeVar

from loadproof.model.json_text import read_json
from loadproof.model.typed_json import of_json
from loadproof.store.bounds import check_bounds

__all__ = ["json_in", "object_in", "typed_in"]

T = TypeVar("T")


def json_in(place: str, text: str, *, is_bounded: bool = True) -> Any:
    """JSON value of the column `place`, such as `trial.planned`, with all values in bounds if `is_bounded`.

    Raises ValueError.

    >>> json_in("run.study", '{"starts": 2}')
    {'starts': 2}
    >>> json_in("run.study", "[")
    Traceback (most recent call last):
    ...
    ValueError: run.study: Expecting value: line 1 column 2 (char 1)
    """
    try:
        value = read_json(text)
        if is_bounded:
            check_bounds(value)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{place}: {error}") from error
    return value


def object_in(place: str, text: str, *, is_bounded: bool = True) -> dict[str, Any]:
    """JSON object of a column. Raises ValueError."""
    value = json_in(place, text, is_bounded=is_bounded)
    if not isinstance(value, dict):
        raise ValueError(f"{place}: {value!r:.80} is no object")
    return value


def typed_in(place: str, kind: type[T], text: str) -> T:
    """Value of the type `kind` from the JSON of a column. Raises ValueError.

    >>> typed_in("shard.faults", dict[str, int], '{"connections": "7"}')
    Traceback (most recent call last):
    ...
    ValueError: shard.faults: '7' is no whole number
    """
    value = json_in(place, text)
    try:
        return of_json(kind, value)
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error
