"""Names of headers, fields, parameters, variables and options whose values are credentials: the one list of them."""

import re

__all__ = ["SCHEMES", "is_credential_name", "is_secret_field", "is_secret_number"]

SCHEMES = ("bearer", "basic", "token", "apikey", "api-key", "digest", "negotiate", "jwt", "dpop", "hmac")
"""First words of an `Authorization` header, in lower case."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_ALONE = frozenset(
    [
        "auth",
        "authorization",
        "authorisation",
        "authentication",
        "cookie",
        "cookies",
        "cred",
        "creds",
        "credential",
        "credentials",
        "csrf",
        "cvc",
        "cvv",
        "jwt",
        "mfa",
        "otp",
        "pass",
        "passcode",
        "passphrase",
        "passwd",
        "password",
        "passwords",
        "pin",
        "pwd",
        "secret",
        "secrets",
        "session",
        "sessid",
        "sid",
        "sig",
        "signature",
        "ssn",
        "token",
        "tokens",
        "totp",
        "xsrf",
    ]
)
_COMPOUND = re.compile(
    r"(?:token|secret|cookie|credential|signature)s?$|passw(?:or)?d|passphrase|passcode|pwd$"
    r"|(?:api|access|secret|private|auth)key$|sess(?:ion)?id|jwt"
)
"""Within one word, such as `accesstoken`, `PGPASSWORD` or `JSESSIONID`; a tokenizer is none."""
_BEFORE_KEY = frozenset(
    [
        "access",
        "account",
        "api",
        "app",
        "application",
        "auth",
        "client",
        "consumer",
        "encryption",
        "function",
        "functions",
        "license",
        "master",
        "private",
        "secret",
        "service",
        "session",
        "shared",
        "signing",
        "subscription",
        "webhook",
    ]
)
_PUBLIC_KEY = frozenset(
    [
        "cache",
        "foreign",
        "group",
        "idempotency",
        "message",
        "object",
        "order",
        "partition",
        "primary",
        "public",
        "routing",
        "row",
        "sort",
    ]
)
_MEANING_NONE = frozenset(
    [
        "age",
        "alg",
        "algorithm",
        "authenticated",
        "count",
        "counts",
        "enabled",
        "endpoint",
        "expected",
        "expiration",
        "expires",
        "expiry",
        "field",
        "file",
        "format",
        "header",
        "headers",
        "host",
        "len",
        "length",
        "limit",
        "max",
        "method",
        "min",
        "mode",
        "path",
        "policy",
        "port",
        "provider",
        "realm",
        "required",
        "scheme",
        "server",
        "size",
        "status",
        "timeout",
        "total",
        "ttl",
        "type",
        "types",
        "uri",
        "url",
        "user",
        "username",
        "version",
    ]
)
"""Last words of names that say something about a credential, such as `token_type` or `PASSWORD_FILE`."""
_OF_PAGES = frozenset(
    [
        "completion",
        "continuation",
        "cursor",
        "input",
        "marker",
        "max",
        "next",
        "num",
        "output",
        "page",
        "pages",
        "pagination",
        "prev",
        "previous",
        "prompt",
        "resume",
        "skip",
        "sync",
        "total",
    ]
)
"""Words before `token` in a name of a page of results, or of a count of tokens."""
_PAGE_TOKEN = re.compile(rf"(?:{'|'.join(sorted(_OF_PAGES))})+tokens?")
_OF_DIGITS = re.compile(r"pass|pin|otp|cvv|cvc|ssn|secret|pwd", re.IGNORECASE)
_RANDOM = re.compile(r"(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9_+/=.~-]{16,}")
_NO_SECRET = frozenset(
    [
        "",
        "***",
        "-",
        "false",
        "include",
        "keep",
        "no",
        "none",
        "null",
        "off",
        "omit",
        "on",
        "same-origin",
        "true",
        "undefined",
        "yes",
    ]
)
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SLO = re.compile(r"(?:p[0-9.]+|errors|rate)(?:[<≤±+].*)?")
"""Service level objective, no secret: value of an operation whose name reads like a credential."""


def is_credential_name(name: str) -> bool:
    """True if the value of the header, field or option `name` identifies its sender.

    >>> [is_credential_name(name) for name in ("X-API-Key", "userPassword", "PGPASSWORD", "X-Amz-Signature", "sid")]
    [True, True, True, True, True]
    >>> [is_credential_name(name) for name in ("author", "authority", "tokenizer", "page_token", "keyboard", "compass")]
    [False, False, False, False, False, False]
    """
    words = [word.lower() for word in _WORD.findall(name)]
    if not words or (len(words) > 1 and words[-1] in _MEANING_NONE):
        return False
    if _PAGE_TOKEN.search("".join(words)):
        return False
    for before, word in zip(["", *words], words, strict=False):
        if word in _ALONE or _COMPOUND.search(word):
            return True
        if word in ("key", "keys") and before in _BEFORE_KEY:
            return True
    return False


def is_secret_field(name: str, value: str) -> bool:
    """True if the field `name` with this value holds a credential.

    >>> [is_secret_field(name, "x1") for name in ("password", "accessToken", "user[pin]", "key", "name")]
    [True, True, True, False, False]
    >>> is_secret_field("key", "8f7sd6f87sd6f87sd6f8"), is_secret_field("tokens", "100")
    (True, False)
    """
    if value.strip().lower() in _NO_SECRET or _SLO.fullmatch(value):
        return False
    words = [word.lower() for word in _WORD.findall(name)]
    if is_credential_name(name):
        return not (words[-1].endswith("s") and words[-1] != "pass" and _NUMBER.fullmatch(value))
    is_key = bool(words) and words[-1] == "key" and not _PUBLIC_KEY.intersection(words)
    return is_key and _RANDOM.fullmatch(value) is not None


def is_secret_number(name: str) -> bool:
    """True if a number in the field `name` is a credential, such as a PIN; most tokens that are numbers are counts.

    >>> is_secret_number("pin"), is_secret_number("max_tokens")
    (True, False)
    """
    return _OF_DIGITS.search(name) is not None and is_credential_name(name)
