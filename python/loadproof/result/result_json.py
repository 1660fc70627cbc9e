"""A result as `result.json` holds it, and back."""

from collections.abc import Mapping
from typing import Any, Literal

from loadproof.records.json_form import of_json, plain
from loadproof.result.policy import decided
from loadproof.result.result import Result
from loadproof.result.unanswered import why_unanswered
from loadproof.store.window import Window
from loadproof.words.catalogue import english

__all__ = ["SCHEMA_VERSION", "result_of", "to_json"]

SCHEMA_VERSION: Literal[5] = 5
_OLDEST_READ = 4
"""Oldest schema version that is read, without codes of texts and without the decisions of `policy`."""
_CAPACITY_KEYS = ("outcome", "rate", "estimate", "low", "high", "reason")


def to_json(result: Result) -> dict[str, Any]:
    """The contract of `--json`: the fields of a result, with the keys of its verb for scripts.

    - `load`: those of a Measurement (`rate`, `due`, ..., see `records.measurement`) and `verdict` (`state`, `reason`,
      `early`, `slos`), which is null when the run did not reach it;
    - `capacity`: `outcome`, `rate`, `estimate`, `low`, `high` and `reason`; without an answer `outcome` is `undecided`
      and the rates are null.

    Numbers that are not known are null; none is ever NaN.
    """
    written = plain(result)
    messages = {**written.pop("messages", {})}
    keys = _script_keys(result, written, messages)
    head = {key: written.pop(key) for key in ("schema_version", "sentence", "state", "tone")}
    found = {**head, **keys, **written}
    return {**found, "messages": messages} if messages else found


def _script_keys(result: Result, written: Mapping[str, Any], messages: dict[str, Any]) -> dict[str, Any]:
    if result.run.verb == "load":
        last = written["trials"][-1] if written["trials"] else None
        measurement = last["measurement"] if last else plain(Window(0).measurement(0.0).record())
        return {"verdict": last["verdict"] if last else None, **measurement}
    if result.run.verb != "capacity":
        return {}
    if not written["answers"]:
        reason = why_unanswered(result.run.ended, result.run.interrupted)
        messages["reason"] = reason.to_json()
        return {**dict.fromkeys(_CAPACITY_KEYS), "outcome": "undecided", "reason": english(reason)}
    answer = written["answers"][0]
    if "reason" in answer.get("messages", {}):
        messages["reason"] = answer["messages"]["reason"]
    return {key: answer[key] for key in _CAPACITY_KEYS}


def result_of(written: Mapping[str, Any]) -> Result:
    """The result that `written` holds, also one of the schema before this. Raises ValueError where it holds none."""
    version = written.get("schema_version")
    if version not in (_OLDEST_READ, SCHEMA_VERSION):
        raise ValueError(
            f"result.json has schema {version!r}; this version reads {_OLDEST_READ} and {SCHEMA_VERSION}. "
            "Cure: report the run with the version that made it"
        )
    result = of_json(Result, {**written, "schema_version": SCHEMA_VERSION})
    return result if version == SCHEMA_VERSION else decided(result)
