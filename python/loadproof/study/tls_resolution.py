"""Resolves how TLS is spoken."""

from collections.abc import Collection
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.profile import Tls
from loadproof.model.quoting import quoted
from loadproof.model.target import Target, parse_target
from loadproof.study.authority_file import check_authority
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.profile_spec import TlsSpec

__all__ = ["check_spoken", "resolve_tls"]

_MOST_FILES = 100
_NOT_SPOKEN = "give an https:// target, or leave tls out"


def resolve_tls(spec: TlsSpec, directory: Path, target: Target | None, log: FaultLog) -> Tls:
    """Return the TLS settings for `target` (None: not known yet), with files from `directory`; faults go to `log`."""
    path: KeyPath = ("tls",)
    written_files = [spec.ca] if isinstance(spec.ca, str) else spec.ca or []
    files = [((*path, "ca", index), ca) for index, ca in enumerate(written_files)]
    if len(files) > _MOST_FILES:
        log.add((*path, "ca"), f"the number of files is {len(files)}", f"keep to {_MOST_FILES}")
    authorities = []
    for place, written in files[:_MOST_FILES]:
        file = directory / written
        authorities.append(file)
        try:
            check_authority(file)
        except WrittenValueError as error:
            log.add(place, f"{quoted(str(file))}: {error.message}", error.cure)
    if spec.insecure and files:
        log.add((*path, "insecure"), "any certificate is taken, and so ca says nothing", "keep one of them")
    if spec.server_name is not None and not _is_host(spec.server_name):
        log.add((*path, "server_name"), f"{quoted(spec.server_name)} is no host name", "write one such as shop.local")
    if target is not None and not target.tls and spec.model_fields_set:
        log.add(path, "the target speaks no TLS", _NOT_SPOKEN)
    return Tls(tuple(authorities), spec.insecure, spec.server_name)


def check_spoken(spec: TlsSpec, targets: Collection[str], log: FaultLog) -> None:
    """Tell `log` where none of a study's `targets`, one for each variant, is asked over TLS."""
    is_known = all(targets)
    if spec.model_fields_set and is_known and not any(target.lower().startswith("https:") for target in targets):
        log.add(("tls",), "no target of the study speaks TLS", _NOT_SPOKEN)


def _is_host(text: str) -> bool:
    shown = f"[{text}]" if ":" in text else text
    try:
        target = parse_target(f"https://{shown}")
    except WrittenValueError:
        return False
    return target.host == text and target.port == 443
