"""What a service may write of a secret, and what is to be found nowhere."""

import html
import json
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from urllib.parse import quote, quote_plus

__all__ = ["cores", "forms"]


def forms(secret: str) -> Iterator[tuple[str, str]]:
    """Every way to write `secret` that is hidden, by name."""
    data, units = secret.encode(), secret.encode("utf-16-be")
    yield "raw", secret
    yield "upper", secret.upper()
    yield "lower", secret.lower()
    yield "quoted", quote(secret, safe="")
    yield "quoted for a query", quote_plus(secret)
    yield "quoted but for /", quote(secret).lower()
    yield "each byte quoted", "".join(f"%{byte:02X}" for byte in data)
    yield "each second quoted", "".join(_each_byte_quoted(sign) if at % 2 else sign for at, sign in enumerate(secret))
    yield "JSON", json.dumps(secret)[1:-1]
    yield "JSON of others", json.dumps(secret, ensure_ascii=False)[1:-1].replace("/", "\\/")
    yield "JSON in JSON", json.dumps(json.dumps(secret))[3:-3]
    yield "JSON of each", "".join(f"\\u{units[at : at + 2].hex().upper()}" for at in range(0, len(units), 2))
    yield "HTML", html.escape(secret)
    yield "HTML of each", "".join(f"&#{ord(sign)};" for sign in secret)
    yield "hex", data.hex()
    yield "HEX", data.hex().upper()
    yield "repr of bytes", repr(data)[2:-1]
    for before in ("", "u", "us", "user:"):
        for after in ("", ":", "::", "::: more"):
            whole = before.encode() + data + after.encode()
            yield f"base64 of {before}-{after}", b64encode(whole).decode()
            yield f"base64url of {before}-{after}", urlsafe_b64encode(whole).decode().rstrip("=")
            yield f"quoted base64 of {before}-{after}", quote(b64encode(whole).decode(), safe="")


def _each_byte_quoted(text: str) -> str:
    return "".join(f"%{byte:02x}" for byte in text.encode())


def cores(secret: str) -> list[bytes]:
    """What tells `secret` wherever it stands, in lower case: itself, hex, and its base64 whatever is beside it."""
    data = secret.encode()
    coded = [b64encode(b"\0" * at + data)[-(-at * 8 // 6) : (at + len(data)) * 8 // 6].lower() for at in range(3)]
    url_safe = [core.replace(b"+", b"-").replace(b"/", b"_") for core in coded]
    return [secret.lower().encode(), data.hex().encode(), *coded, *url_safe]
