"""Certificates of an authority of the tests' own, made by openssl."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from .real_server import program

__all__ = ["Authority", "Certificate", "self_signed"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """PEM files of a certificate and its key."""

    chain: Path
    key: Path


class Authority:
    """An authority that signs certificates for names and addresses."""

    def __init__(self, directory: Path, name: str = "tests") -> None:
        """Makes its key and certificate in `directory`."""
        self._directory = directory
        self.certificate = directory / f"{name}-ca.pem"
        self._key = directory / f"{name}-ca.key"
        _openssl(
            *("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"),
            *("-subj", f"/CN=loadproof {name}", "-keyout", self._key, "-out", self.certificate),
            *("-addext", "basicConstraints=critical,CA:TRUE", "-addext", "keyUsage=critical,keyCertSign"),
        )

    def signs(self, name: str, *subjects: str, days: int = 2) -> Certificate:
        """A certificate for `subjects`, such as DNS:localhost and IP:127.0.0.1; `days` below 0: it has expired."""
        place = self._directory / name
        request, key, extensions = place.with_suffix(".csr"), place.with_suffix(".key"), place.with_suffix(".ext")
        _openssl(
            *("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
            *("-subj", f"/CN={name}", "-keyout", key, "-out", request),
        )
        extensions.write_text(f"subjectAltName={','.join(subjects)}\nextendedKeyUsage=serverAuth\n", encoding="utf-8")
        chain = place.with_suffix(".pem")
        _openssl(
            *("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self._key, "-CAcreateserial"),
            *("-days", days, "-extfile", extensions, "-out", chain),
        )
        return Certificate(chain, key)


def self_signed(directory: Path, key: str, *extensions: str, words: tuple[str, ...] = ()) -> Certificate:
    """A certificate for 127.0.0.1 that is its own authority: `key` is ec:CURVE, rsa:BITS or ed25519."""
    kind, _, detail = key.partition(":")
    made = Certificate(directory / "own.pem", directory / "own.key")
    kinds = {"ec": ("-newkey", "ec", "-pkeyopt", f"ec_paramgen_curve:{detail}"), "rsa": ("-newkey", key)}
    _openssl(
        *("req", "-x509", *kinds.get(kind, ("-newkey", key)), "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", *words),
        *("-keyout", made.key, "-out", made.chain),
        *(word for extension in extensions for word in ("-addext", extension)),
    )
    return made


def _openssl(*words: object) -> None:
    ended = subprocess.run([program("openssl"), *map(str, words)], capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr
