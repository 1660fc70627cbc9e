"""What the servers of the conformance tests can be asked for, and what a client has to make of it."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["BEHAVIOURS", "BODY_SIZES", "Behaviour", "body_of", "offered_by", "profile_of"]

EVERY = frozenset({"go", "java", "node", "nginx"})
LANGUAGES = EVERY - {"nginx"}
HINTING = frozenset({"go", "node"})
BODY_SIZES = {"nothing": 0, "one-byte": 1, "100-kib": 100 << 10, "5-mib": 5 << 20}
_RARELY = 0.25
_LARGE = 5 << 20


@dataclass(frozen=True, slots=True)
class Behaviour:
    """One request, the size of its reply's body (None: the server's own text) and the error that it is, if any."""

    name: str
    request: str
    size: int | None = None
    kind: str | None = None
    servers: frozenset[str] = EVERY
    body: str | None = None
    """A key of BODY_SIZES."""
    headers: tuple[tuple[str, str], ...] = ()
    weight: float = 1.0


def body_of(name: str) -> bytes:
    """Bytes of a request's body: every value there is, so that nothing may be taken for text."""
    size = BODY_SIZES[name]
    return (bytes(range(256)) * (size // 256 + 1))[:size]


_PLAIN = (
    Behaviour("length", "GET /length", 5),
    Behaviour("empty", "GET /empty", 0),
    Behaviour("chunked", "GET /chunked"),
    Behaviour("trailers", "GET /trailers", servers=HINTING | {"nginx"}),
    Behaviour("hints", "GET /hints", 5, servers=HINTING),
    Behaviour("close", "GET /close", 5),
    Behaviour("until-close", "GET /until-close", servers=HINTING | {"nginx"}),
    Behaviour("large", "GET /large", _LARGE, weight=_RARELY),
    Behaviour("large-chunked", "GET /large-chunked", _LARGE, weight=_RARELY),
    Behaviour("slow", "GET /slow", weight=_RARELY),
    Behaviour("cookie", "GET /cookie", 5),
    Behaviour("json", "GET /json", 49),
    Behaviour("gzip", "GET /gzip", headers=(("Accept-Encoding", "gzip"),)),
    Behaviour("head", "HEAD /length", 0),
    Behaviour("head-large", "HEAD /large", 0),
    Behaviour("head-chunked", "HEAD /chunked", 0),
    Behaviour("no-content", "GET /204", 0),
    Behaviour("not-modified", "GET /304", 0, kind="status-304"),
    Behaviour("redirect", "GET /302", kind="redirect"),
    Behaviour("not-found", "GET /404", kind="status-404"),
    Behaviour("unavailable", "GET /503", kind="status-503"),
)


def _with_bodies() -> Iterable[Behaviour]:
    for name, size in BODY_SIZES.items():
        weight = _RARELY if size >= _LARGE else 1.0
        yield Behaviour(f"put-{name}", "PUT /echo", size, None, LANGUAGES, name, _sum(name), weight)
        yield Behaviour(f"post-{name}", "POST /echo", size, None, LANGUAGES, name, _sum(name), weight)
        yield Behaviour(f"store-{name}", f"PUT /put/{name}", 0, None, frozenset({"nginx"}), name, (), weight)
    expects = (("Expect", "100-continue"),)
    yield Behaviour("continue", "PUT /continue", 1, None, LANGUAGES, "one-byte", (*_sum("one-byte"), *expects))
    yield Behaviour("early", "PUT /early", 6, None, EVERY, "5-mib", (), _RARELY)


def _sum(name: str) -> tuple[tuple[str, str], ...]:
    return (("X-Sha256", hashlib.sha256(body_of(name)).hexdigest()),)


BEHAVIOURS = (*_PLAIN, *_with_bodies())


def offered_by(server: str) -> list[Behaviour]:
    """What a server can be asked for."""
    return [behaviour for behaviour in BEHAVIOURS if server in behaviour.servers]


def profile_of(behaviours: Iterable[Behaviour], place: Path) -> Path:
    """A profile with an operation for each behaviour; bodies are files beside it."""
    for name in BODY_SIZES:
        (place / f"{name}.bin").write_bytes(body_of(name))
    operations = {behaviour.name: _operation(behaviour) for behaviour in behaviours}
    path = place / "behaviours.yaml"
    # JSON is YAML.
    path.write_text(json.dumps({"operations": operations, "timeout": "8s"}, indent=1), encoding="utf-8")
    return path


def _operation(behaviour: Behaviour) -> Mapping[str, Any]:
    written: dict[str, Any] = {"request": behaviour.request, "weight": behaviour.weight}
    if behaviour.headers:
        written["headers"] = dict(behaviour.headers)
    if behaviour.body is not None:
        written["body_file"] = f"{behaviour.body}.bin"
    if behaviour.size is not None:
        written["check"] = {"whole": {"size": f"{behaviour.size}B-{behaviour.size}B"}}
    return written
