"""Resolves one written service of a stand, and what a variant changes in it."""

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from loadproof.errors import PathError
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.stand_settings import Limits, ReadyCheck, ReadyKind, ServiceSettings
from loadproof.study.stand_spec import (
    COMMAND_WORDS,
    LINK_WORDS,
    LimitsSpec,
    ReadySpec,
    ServiceSpec,
    VariantServiceSpec,
)
from loadproof.study.stand_template import Gap, GapKind, fill_stand_text, scan_stand_text
from loadproof.study.stand_texts import StandTexts
from loadproof.system.path_lookup import absolute_path, is_directory

__all__ = [
    "changed_environment",
    "changed_limits",
    "changed_service",
    "refuse_of_link",
    "resolve_service",
    "services_before",
]

_MOST_CPUS = 4096
_OF_LINKS = {"link", "port", "after"}
"""Keys of a service that is a link."""
_SOME_PORT = 65535
_HOST_AND_PORT = re.compile(r"(?:\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._-]+):(?P<port>[0-9]{1,5})")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def resolve_service(name: str, spec: ServiceSpec, path: KeyPath, texts: StandTexts) -> ServiceSettings:
    """The service that `spec` says; what is wrong goes to the log of `texts`."""
    if spec.port is not None and not 1 <= spec.port <= 65535:
        texts.log.add((*path, "port"), f"{quoted(spec.port)} is no port", "give one from 1 to 65535, or none")
    plain = ServiceSettings(name, (), absolute_path(texts.directory), port=spec.port, after=services_before(name, spec))
    if spec.link is not None:
        _check_link(name, spec, path, texts)
        return replace(plain, link=spec.link)
    if spec.command is None and not (texts.log.is_broken((*path, "command")) or texts.log.is_broken((*path, "link"))):
        texts.log.add((*path, "command"), "this key is missing", f"give {COMMAND_WORDS}, or give link {LINK_WORDS}")
    return changed_service(plain, spec, path, texts)


def services_before(name: str, spec: ServiceSpec) -> tuple[str, ...]:
    """Return the services that start before `name`: those of `after`, and those in the address of a link."""
    pieces = scan_stand_text(spec.link or "")[0]
    named = [piece.name for piece in pieces if isinstance(piece, Gap) and piece.kind is GapKind.PORT]
    return tuple(dict.fromkeys([*spec.after, *(other for other in named if other not in (None, name))]))


def refuse_of_link(what: str, path: KeyPath, log: FaultLog) -> None:
    """Tell `log` that a link has no `what`, such as limits, which is written at `path`."""
    log.add(path, f"{what} of a link", "leave it out: a link has link, port and after alone")


def changed_service(
    base: ServiceSettings, spec: ServiceSpec | VariantServiceSpec, path: KeyPath, texts: StandTexts
) -> ServiceSettings:
    """`base` with what `spec` writes; environment and limits are merged, all else is replaced."""
    own = base.name
    if base.link is not None:
        for key in sorted(spec.model_fields_set):
            refuse_of_link(key, (*path, key), texts.log)
        return base
    base = changed_environment(base, spec.environment, (*path, "environment"), texts)
    changes: dict[str, Any] = {
        "limits": changed_limits(base.limits, spec.limits, (*path, "limits"), texts.log),
    }
    if spec.command is not None:
        changes["command"] = texts.words(spec.command, (*path, "command"), own)
    if spec.directory is not None:
        changes["directory"] = _directory(spec.directory, (*path, "directory"), texts)
    if spec.prepare is not None:
        changes["prepare"] = texts.commands(spec.prepare, (*path, "prepare"), own)
    if spec.ready is not None:
        changes["ready"] = _ready(spec.ready, (*path, "ready"), own, texts)
    if spec.stop_within is not None:
        changes["stop_within_s"] = spec.stop_within.seconds
    return replace(base, **changes)


def changed_environment(
    base: ServiceSettings, written: Mapping[str, str], path: KeyPath, texts: StandTexts
) -> ServiceSettings:
    """`base` with the variables that are `written`, over its own; what is wrong goes to the log of `texts`."""
    for name, value in written.items():
        if not _VARIABLE.fullmatch(name):
            texts.log.add((*path, name), f"{quoted(name)} cannot name a variable", "use letters, digits and _")
        texts.check(value, (*path, name), base.name)
    return replace(base, environment={**base.environment, **written})


def changed_limits(base: Limits, spec: LimitsSpec, path: KeyPath, log: FaultLog) -> Limits:
    """`base` with what `spec` writes; what is wrong goes to `log`."""
    cpus, memory_bytes = base.cpus, base.memory_bytes
    if spec.cpus is not None:
        cpus = spec.cpus
        if not (math.isfinite(cpus) and 0 < cpus <= _MOST_CPUS):
            log.add((*path, "cpus"), f"{cpus:g} is not above 0 and at most {_MOST_CPUS}", "give a number such as 1.5")
    if spec.memory is not None:
        memory_bytes = spec.memory.bytes
    return Limits(cpus, memory_bytes)


def _check_link(name: str, spec: ServiceSpec, path: KeyPath, texts: StandTexts) -> None:
    for key in sorted(spec.model_fields_set - _OF_LINKS):
        refuse_of_link(key, (*path, key), texts.log)
    place, text = (*path, "link"), spec.link or ""
    if not texts.check(text, place, name, (GapKind.PORT,)):
        return
    gaps = [piece for piece in scan_stand_text(text)[0] if isinstance(piece, Gap)]
    if any(gap.name in (None, name) for gap in gaps):
        texts.log.add(place, f"{name} is linked to itself", f"give {LINK_WORDS}")
        return
    ports = dict.fromkeys(texts.services, _SOME_PORT)
    read = _HOST_AND_PORT.fullmatch(fill_stand_text(text, ports, name, texts.directory, {}))
    if read is None or not 1 <= int(read["port"]) <= 65535:
        texts.log.add(place, f"{quoted(text)} is no HOST:PORT", f"give {LINK_WORDS}")


def _directory(written: str, path: KeyPath, texts: StandTexts) -> Path:
    directory = absolute_path(texts.directory) / written
    try:
        there = is_directory(directory)
    except PathError as error:
        texts.log.add(path, f"{quoted(written)}: {error.reason}", error.hint)
        return directory
    if not there:
        texts.log.add(path, f"{quoted(written)} is no directory", "name one, relative to this file")
    return directory


def _ready(spec: ReadySpec, path: KeyPath, own: str, texts: StandTexts) -> ReadyCheck:
    written = {
        ReadyKind.HTTP: spec.http,
        ReadyKind.TCP: None if spec.tcp is None else "",
        ReadyKind.LINE: spec.line,
        ReadyKind.COMMAND: spec.command,
    }
    chosen = [(kind, text) for kind, text in written.items() if text is not None]
    if len(chosen) > 1:
        both = " and ".join(kind.value for kind, _ in chosen)
        texts.log.add(path, f"{both} are two checks", "keep one of http, tcp, line and command")
    kind, text = (chosen or [(ReadyKind.TCP, "")])[0]
    place = (*path, kind.value)
    if kind is ReadyKind.HTTP:
        texts.address(text, place, own)
    elif kind is ReadyKind.COMMAND:
        texts.words(text, place, own)
    elif kind is ReadyKind.LINE:
        texts.check(text, place, own, (GapKind.PORT, GapKind.WORKSPACE))
        if not text.strip() or len(text.splitlines()) != 1:
            texts.log.add(place, f"{quoted(text)} is not one line of text", "write a part of the line to wait for")
    return ReadyCheck(kind, text) if spec.within is None else ReadyCheck(kind, text, spec.within.seconds)
