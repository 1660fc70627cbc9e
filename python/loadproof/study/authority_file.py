"""Files of authorities whose certificates are trusted."""

from contextlib import closing
from pathlib import Path

from loadproof.system.input_file import FileError, open_regular_file

__all__ = ["check_authority"]

_LARGEST_BYTES = 16 * 2**20
_BEGIN = b"-----BEGIN CERTIFICATE-----"
_OTHER_CONTENT = (
    (
        b"-----BEGIN PKCS7-----",
        "it is PKCS #7, not a certificate",
        "convert it: openssl pkcs7 -print_certs -in FILE -out FILE.pem",
    ),
    (
        b"-----BEGIN TRUSTED CERTIFICATE-----",
        "its certificate is in the form of OpenSSL alone (TRUSTED CERTIFICATE)",
        "convert it: openssl x509 -in FILE -out FILE.pem",
    ),
    (
        b"-----BEGIN X509 CERTIFICATE-----",
        "its certificate has an outdated heading (X509 CERTIFICATE)",
        "convert it: openssl x509 -in FILE -out FILE.pem",
    ),
    (
        b"-----BEGIN CERTIFICATE REQUEST-----",
        "it holds a request for a certificate and no certificate",
        "name the file of the certificate that was issued for it",
    ),
    (b"PRIVATE KEY-----", "it holds a private key and no certificate", "name the file of the certificate"),
)
"""Marks of other files of TLS, what is wrong with them, and the cure."""
_DER_SEQUENCES = (b"\x30\x80", b"\x30\x81", b"\x30\x82", b"\x30\x83")
"""Starts of a certificate in DER: a sequence with a long length."""


def check_authority(file: Path) -> None:
    """Raises FileError unless `file` can be read and has a certificate in PEM."""
    try:
        with closing(open_regular_file(file, _LARGEST_BYTES)) as opened:
            content = opened.read(_LARGEST_BYTES + 1)
    except OSError as error:
        raise FileError(f"the file cannot be read ({error.strerror})", "check the disk and try again") from error
    if _BEGIN not in content:
        raise _without_certificate(content)


def _without_certificate(content: bytes) -> FileError:
    """The fault of a file without a certificate in PEM, by what it holds.

    >>> _without_certificate(b"-----BEGIN PRIVATE KEY-----").message
    'it holds a private key and no certificate'
    >>> _without_certificate(bytes((0x30, 0x82, 1, 2))).cure
    'convert it: openssl x509 -inform der -in FILE -out FILE.pem'
    """
    for mark, message, cure in _OTHER_CONTENT:
        if mark in content:
            return FileError(message, cure)
    if content.startswith(_DER_SEQUENCES):
        return FileError("it is in DER, not in PEM", "convert it: openssl x509 -inform der -in FILE -out FILE.pem")
    return FileError("there is no certificate in it", "name a PEM file, with lines of -----BEGIN CERTIFICATE-----")
