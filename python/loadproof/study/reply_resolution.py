"""Resolves what is looked for in replies: checks, extractions, and the demands of conditions."""

import math
import re
from collections.abc import Mapping

from loadproof._engine import check_json_path, check_regex
from loadproof.model.quoting import quoted
from loadproof.model.scenario import Check, Demand, DemandKind, Extract, Subject, SubjectKind
from loadproof.study.csv_file import ValuePlace
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.gap_use import Gaps
from loadproof.study.reply_spec import CheckSpec, DemandSpec, ExtractSpec
from loadproof.study.template import is_feeder_name

__all__ = ["resolve_checks", "resolve_demand", "resolve_extracts"]

_MOST = 100
_LONGEST_PATTERN = 1000
_LONGEST_TEXT = 64 * 1024
_TOKEN = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}")
_PARTS = {"json_path": "json", "regex": "regex", "header": "header", "cookie": "cookie"}
_TEXT_DEMANDS = ("equals", "contains", "matches")
_DEMANDS = (*_TEXT_DEMANDS, "at_least", "at_most", "absent")


def resolve_checks(specs: Mapping[str, CheckSpec], path: KeyPath, gaps: Gaps) -> tuple[Check, ...]:
    """The checks at `path`; their names are the errors `check-NAME` in results."""
    _check_names(specs, "a check", path, gaps.log)
    checks = []
    for name, spec in list(specs.items())[:_MOST]:
        place = (*path, name)
        limit = _limit(spec, place, gaps.log)
        if limit is not None:
            checks.append(Check(name, *limit))
            continue
        subject = _subject(spec, place, gaps.log)
        demand = resolve_demand(spec, place, gaps)
        if subject is None and demand.kind in (DemandKind.PRESENT, DemandKind.ABSENT):
            if not gaps.log.is_broken(place):
                cure = "write a part such as json: $.id, or what the body contains"
                gaps.log.add(place, "nothing is checked", cure)
            continue
        checks.append(Check(name, subject or Subject(SubjectKind.BODY), demand))
    return tuple(checks)


def resolve_extracts(specs: Mapping[str, ExtractSpec], path: KeyPath, log: FaultLog) -> tuple[Extract, ...]:
    """Return the extractions at `path`, each into the variable of its name; faults go to `log`."""
    _check_names(specs, "a variable", path, log)
    extracts = []
    for name, spec in list(specs.items())[:_MOST]:
        subject = _subject(spec, (*path, name), log)
        if subject is not None:
            extracts.append(Extract(name, subject, spec.default))
        elif not log.is_broken((*path, name)):
            log.add((*path, name), "nothing is extracted", "write one of json, regex, header and cookie")
    return tuple(extracts)


def resolve_demand(spec: DemandSpec, path: KeyPath, gaps: Gaps) -> Demand:
    """Return the demand on a text; if nothing is written, the text has to be there."""
    log = gaps.log
    written = [key for key in _DEMANDS if getattr(spec, key) is not None]
    _tell_empty(spec, _DEMANDS, path, log)
    bounds = {"at_least", "at_most"} & set(written)
    if len(written) - len(bounds) + bool(bounds) > 1:
        log.add(path, f"{' and '.join(written)} are more than one demand", "write each as a check of its own")
    if spec.absent is False:
        log.add((*path, "absent"), "false says nothing", "write true, or leave absent out")
    for key in ("equals", "contains"):
        text = getattr(spec, key)
        if text is not None:
            _check_length(text, (*path, key), _LONGEST_TEXT, log)
            gaps.take((*path, key), text, ValuePlace.UNSENT)
            return Demand(DemandKind(key), text)
    if spec.matches is not None:
        _check_pattern(spec.matches, (*path, "matches"), log)
        return Demand(DemandKind.MATCHES, spec.matches)
    if bounds:
        return _between(spec, path, log)
    return Demand(DemandKind.ABSENT if spec.absent else DemandKind.PRESENT)


def _between(spec: DemandSpec, path: KeyPath, log: FaultLog) -> Demand:
    for key in ("at_least", "at_most"):
        if not math.isfinite(getattr(spec, key) or 0.0):
            log.add((*path, key), f"{getattr(spec, key)} is not finite", "give a number")
    if spec.at_least is not None and spec.at_most is not None and spec.at_least > spec.at_most:
        message = f"no number is at least {spec.at_least:g} and at most {spec.at_most:g}"
        log.add((*path, "at_most"), message, "write the lower bound as at_least")
    return Demand(DemandKind.BETWEEN, least=spec.at_least, most=spec.at_most)


def _limit(spec: CheckSpec, path: KeyPath, log: FaultLog) -> tuple[Subject, Demand] | None:
    """The check of a size or a time, if it is one."""
    keys = [key for key in ("size", "time") if getattr(spec, key) is not None]
    if not keys:
        return None
    others = [name for key, name in _PARTS.items() if getattr(spec, key) is not None]
    others += [key for key in (*_DEMANDS, *keys[1:]) if getattr(spec, key) is not None and key != keys[0]]
    if others:
        log.add(path, f"{keys[0]} stands beside {others[0]}", "write each as a check of its own")
    least, most = getattr(spec, keys[0])
    return Subject(SubjectKind(keys[0])), Demand(DemandKind.BETWEEN, least=least, most=most)


def _subject(spec: CheckSpec | ExtractSpec, path: KeyPath, log: FaultLog) -> Subject | None:
    """The part of the reply, if one is written."""
    _tell_empty(spec, tuple(_PARTS), path, log)
    found = [(key, text) for key in _PARTS if (text := getattr(spec, key)) is not None]
    if not found:
        return None
    if len(found) > 1:
        log.add(path, f"{' and '.join(_PARTS[key] for key, _ in found)} are more than one part", "keep one of them")
    key, text = found[0]
    kind = SubjectKind(_PARTS[key])
    place = (*path, _PARTS[key])
    if kind is SubjectKind.JSON:
        _check_json_path(text, place, log)
    elif kind is SubjectKind.REGEX:
        _check_pattern(text, place, log)
    elif not _TOKEN.fullmatch(text):
        log.add(place, f"{quoted(text)} is no name of a {kind.value}", "use letters, digits, - and _")
    return Subject(kind, text)


def _tell_empty(
    spec: DemandSpec | ExtractSpec | CheckSpec, keys: tuple[str, ...], path: KeyPath, log: FaultLog
) -> None:
    """A key without a value would silently be another demand: `equals: null` is not `it is there`."""
    for key in keys:
        if key in spec.model_fields_set and getattr(spec, key) is None:
            log.add(
                (*path, _PARTS.get(key, key)),
                "nothing cannot stand here",
                "write a value (the text null goes in quotes)",
            )


def _check_json_path(text: str, path: KeyPath, log: FaultLog) -> None:
    if not _check_length(text, path, _LONGEST_PATTERN, log):
        return
    try:
        check_json_path(text)
    except ValueError as error:
        if len(error.args) == 2:
            why, cure = error.args
            log.add(path, f"the JSON path {quoted(text)} {why}, and could take a reply too long", cure)
            return
        log.add(
            path, f"{quoted(text)} is no JSON path: {_one_line(error)}", "write one of RFC 9535, such as $.items[0].id"
        )


def _check_pattern(text: str, path: KeyPath, log: FaultLog) -> None:
    if not _check_length(text, path, _LONGEST_PATTERN, log):
        return
    try:
        check_regex(text)
    except ValueError as error:
        cure = "correct it; look-around and back-references are not there, as matching takes linear time"
        log.add(path, f"{quoted(text)} is no regular expression: {_one_line(error)}", cure)


def _one_line(error: ValueError) -> str:
    """Return the message of the parser as one line: the last of its lines, as the lines before it draw the place."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or ["it cannot be read"]
    return lines[-1].rpartition("does not compile: ")[2].removeprefix("error: ")[:200]


def _check_length(text: str, path: KeyPath, longest: int, log: FaultLog) -> bool:
    if 0 < len(text) <= longest or (not text and longest == _LONGEST_TEXT):
        return True
    if text:
        log.add(path, f"the text has {len(text)} characters", f"keep to {longest}")
    else:
        log.add(path, "the text is empty", "write what is looked for")
    return False


def _check_names(specs: Mapping[str, object], what: str, path: KeyPath, log: FaultLog) -> None:
    if len(specs) > _MOST:
        log.add(path, f"the number of entries is {len(specs)}", f"keep to {_MOST}")
    for name in specs:
        if not is_feeder_name(name):
            log.add((*path, name), f"{quoted(name)} cannot name {what}", "use up to 64 letters, digits, _ and -")
