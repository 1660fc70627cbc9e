"""Resolves how TLS is spoken."""

from contextlib import closing
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.profile import Tls
from loadproof.study.profile_spec import TlsSpec
from loadproof.study.quoting import quoted
from loadproof.study.target import Target, parse_target
from loadproof.study.text_file import FileError, open_regular_file

__all__ = ["check_authority", "resolve_tls"]

_LARGEST_BYTES = 16 * 2**20
_MOST_FILES = 100
_BEGIN = b"-----BEGIN CERTIFICATE-----"


def resolve_tls(spec: TlsSpec, directory: Path, target: Target | None, log: FaultLog) -> Tls:
    """How TLS is spoken with `target` (None: not known yet), with files taken from `directory`."""
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
        log.add(path, "the target speaks no TLS", "give an https:// target, or leave tls out")
    return Tls(tuple(authorities), spec.insecure, spec.server_name)


def check_authority(file: Path) -> None:
    """Raises FileError unless `file` can be read and has a certificate in PEM."""
    try:
        with closing(open_regular_file(file, _LARGEST_BYTES)) as opened:
            content = opened.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise FileError(f"the file cannot be read ({error.strerror})", "check the disk and try again") from error
    if _BEGIN not in content:
        raise FileError("there is no certificate in it", "name a PEM file, with lines of -----BEGIN CERTIFICATE-----")


def _is_host(text: str) -> bool:
    shown = f"[{text}]" if ":" in text else text
    try:
        target = parse_target(f"https://{shown}")
    except WrittenValueError:
        return False
    return target.host == text and target.port == 443
