"""The options of curl(1): which take a value, and what becomes of each in a load.

Each option is either part of the request, or named to the user: as one that changes nothing, as one that is not taken
over, or as one without which the request cannot be made. None is dropped without a word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

__all__ = ["CurlOption", "OptionEffect", "find_option", "short_option"]


class OptionEffect(Enum):
    """Treatment of an option of curl."""

    REQUEST = "part of the request"
    NONE = "changes nothing here"
    """Output, files and progress of curl, redirects that are not followed, and protocols other than HTTP."""
    NOT_TAKEN = "not taken over"
    """The request is sent, and how it travels is not as the option says."""
    REMARK = "a remark of its own"
    REFUSED = "the request cannot be made"


@dataclass(frozen=True, slots=True)
class CurlOption:
    """An option by its long name, with its dashes."""

    name: str
    takes_value: bool
    effect: OptionEffect
    told: str = ""
    """The remark, or the fault of a refused option."""
    cure: str = ""


_REQUEST = (
    "get! head! insecure! compressed! globoff! path-as-is! url request header data data-ascii data-raw data-binary "
    "data-urlencode json user oauth2-bearer cookie user-agent referer range form form-string upload-file cacert "
    "max-time url-query proto-default unix-socket connect-to resolve request-target"
)
_NONE = (
    "append! basic! compressed-ssh! create-dirs! create-file-mode delegation disable! disable-eprt! disable-epsv! "
    "disallow-username-in-url! dump-header expect100-timeout fail! fail-early! fail-with-body! ftp-account "
    "ftp-alternative-to-user ftp-create-dirs! ftp-method ftp-pasv! ftp-port ftp-pret! ftp-skip-pasv-ip! ftp-ssl-ccc! "
    "ftp-ssl-ccc-mode ftp-ssl-control! hostpubmd5 hostpubsha256 http1.1! include! show-headers! ignore-content-length! "
    "junk-session-cookies! knownhosts krb libcurl list-only! login-options mail-auth mail-from mail-rcpt "
    "mail-rcpt-allowfails! max-redirs no-buffer! no-clobber! no-progress-meter! noproxy out-null! output output-dir "
    "parallel! parallel-immediate! parallel-max parallel-max-host post301! post302! post303! progress-bar! proto "
    "proto-redir proxy-anyauth! proxy-basic! proxy-ca-native! proxy-cacert proxy-capath proxy-cert proxy-cert-type "
    "proxy-ciphers proxy-crlfile proxy-digest! proxy-header proxy-http2! proxy-insecure! proxy-key proxy-key-type "
    "proxy-negotiate! proxy-ntlm! proxy-pass proxy-pinnedpubkey proxy-service-name proxy-ssl-allow-beast! "
    "proxy-ssl-auto-client-cert! proxy-tls13-ciphers proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-tlsv1! "
    "proxy-user pubkey quote raw! remote-header-name! remote-name! remote-name-all! remote-time! remove-on-error! "
    "sasl-authzid sasl-ir! service-name show-error! silent! skip-existing! socks5-basic! socks5-gssapi! "
    "socks5-gssapi-nec! socks5-gssapi-service stderr styled-output! suppress-connect-headers! telnet-option "
    "tftp-blksize tftp-no-options! trace trace-ascii trace-config trace-ids! trace-time! upload-flags use-ascii! "
    "verbose! write-out xattr! etag-save dump-ca-embed! false-start! form-escape! ftp-ssl! ftp-ssl-reqd!"
)
_NOT_TAKEN = (
    "alt-svc ca-native! cert-status! cert-type ciphers crlfile curves dns-interface dns-ipv4-addr dns-ipv6-addr "
    "dns-servers doh-cert-status! doh-insecure! doh-url ech egd-file engine happy-eyeballs-timeout-ms hsts interface "
    "ip-tos ipfs-gateway ipv4! ipv6! keepalive-cnt keepalive-time key-type local-port max-filesize mptcp! no-alpn! "
    "no-keepalive! no-npn! no-sessionid! pass pinnedpubkey random-file rate sigalgs signature-algorithms speed-limit "
    "speed-time ssl! ssl-allow-beast! ssl-auto-client-cert! ssl-no-revoke! ssl-reqd! ssl-revoke-best-effort! "
    "ssl-sessions sslv2! sslv3! tcp-fastopen! tcp-nodelay! tls-earlydata! tls-max tls13-ciphers tlsauthtype "
    "tlspassword tlsuser tlsv1! tlsv1.0! tlsv1.1! tlsv1.2! tlsv1.3! tr-encoding! vlan-priority"
)
_REMARKS = {
    "location! location-trusted! follow!": "redirects are not followed",
    "retry retry-all-errors! retry-connrefused! retry-delay retry-max-time": "failed requests are not repeated",
    "http0.9! http1.0! http2! http2-prior-knowledge! http3! http3-only!": "HTTP/1.1 is spoken",
    "connect-timeout": "connecting has no timeout of its own; that of the whole request (--timeout) counts",
    "limit-rate": "transfers are not slowed down",
    "cookie-jar": "cookies of replies are not kept; a profile with cookies: true keeps them in each session",
    "anyauth!": "Basic authentication is sent without being asked for",
    "netrc-optional!": "passwords of ~/.netrc are not read; -u gives them",
    "capath": "a directory of authorities is not read; --cacert gives one file",
}
_DIRECT = "leave it out; the load goes to the server itself"
_REFUSED = {
    "cert key": (
        "client certificates cannot be sent yet",
        "leave --cert and --key out; a server that asks for a client certificate cannot be loaded yet",
    ),
    "proxy preproxy proxy1.0 proxytunnel! socks4 socks4a socks5 socks5-hostname": (
        "requests are not sent through a proxy",
        _DIRECT,
    ),
    "digest! ntlm! ntlm-wb! negotiate!": (
        "this way of authentication needs a challenge of the server, which is not answered yet",
        "leave it out; -u USER:PASSWORD sends Basic, --oauth2-bearer TOKEN a token",
    ),
    "aws-sigv4": (
        "requests are not signed: a signature holds for one request of one moment",
        "leave it out; test a deployment that takes a token",
    ),
    "netrc! netrc-file": ("passwords of .netrc are not read", "give -u USER:PASSWORD"),
    "config": ("options are not read from a file", "write the options of the file into the line"),
    "next!": ("a line has one request", "give one request a line; a profile (--profile) has several operations"),
    "variable": ("variables of curl are not expanded", "write the values into the line"),
    "etag-compare": ("no ETag is read from a file", "give -H 'If-None-Match: \"ETAG\"'"),
    "time-cond": ("dates are not read", "give -H 'If-Modified-Since: DATE'"),
    "continue-at": ("downloads are not resumed", "give the part as --range FROM-TO"),
    "crlf!": ("line ends of a body are not changed", "give the body as --data-binary @FILE with the line ends"),
    "haproxy-protocol! haproxy-clientip": (
        "the PROXY protocol is not spoken",
        "leave it out, and load the port without it",
    ),
    "abstract-unix-socket": ("abstract sockets are not reached", "give a path with --unix-socket"),
    "metalink!": ("no list of files is loaded", "give the URL of one file"),
    "help! manual! version!": ("this command makes no request", "give a command with a URL"),
}
_SHORT = {
    "0": "http1.0",
    "1": "tlsv1",
    "2": "sslv2",
    "3": "sslv3",
    "4": "ipv4",
    "6": "ipv6",
    "#": "progress-bar",
    "A": "user-agent",
    "B": "use-ascii",
    "C": "continue-at",
    "D": "dump-header",
    "E": "cert",
    "F": "form",
    "G": "get",
    "H": "header",
    "I": "head",
    "J": "remote-header-name",
    "K": "config",
    "L": "location",
    "M": "manual",
    "N": "no-buffer",
    "O": "remote-name",
    "P": "ftp-port",
    "Q": "quote",
    "R": "remote-time",
    "S": "show-error",
    "T": "upload-file",
    "U": "proxy-user",
    "V": "version",
    "X": "request",
    "Y": "speed-limit",
    "Z": "parallel",
    "a": "append",
    "b": "cookie",
    "c": "cookie-jar",
    "d": "data",
    "e": "referer",
    "f": "fail",
    "g": "globoff",
    "h": "help",
    "i": "include",
    "j": "junk-session-cookies",
    "k": "insecure",
    "l": "list-only",
    "m": "max-time",
    "n": "netrc",
    "o": "output",
    "p": "proxytunnel",
    "q": "disable",
    "r": "range",
    "s": "silent",
    "t": "telnet-option",
    "u": "user",
    "v": "verbose",
    "w": "write-out",
    "x": "proxy",
    "y": "speed-time",
    "z": "time-cond",
    ":": "next",
}


def _options() -> Iterator[CurlOption]:
    rows: Sequence[tuple[str, OptionEffect, str, str]] = [
        (_REQUEST, OptionEffect.REQUEST, "", ""),
        (_NONE, OptionEffect.NONE, "", ""),
        (_NOT_TAKEN, OptionEffect.NOT_TAKEN, "", ""),
        *((names, OptionEffect.REMARK, told, "") for names, told in _REMARKS.items()),
        *((names, OptionEffect.REFUSED, told, cure) for names, (told, cure) in _REFUSED.items()),
    ]
    for names, effect, told, cure in rows:
        for name in names.split():
            yield CurlOption(f"--{name.removesuffix('!')}", not name.endswith("!"), effect, told, cure)


_BY_NAME = {option.name: option for option in _options()}


def find_option(name: str) -> CurlOption | None:
    """The option of a long name, or of the begin of one that no other has; None where curl has none.

    >>> find_option("--data-raw").takes_value, find_option("--insec").name, find_option("--data-")
    (True, '--insecure', None)
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name.startswith("--expand-") and (expanded := _BY_NAME.get(f"--{name.removeprefix('--expand-')}")) is not None:
        variable = _BY_NAME["--variable"]
        return CurlOption(name, expanded.takes_value, OptionEffect.REFUSED, variable.told, variable.cure)
    begun = [option for known, option in _BY_NAME.items() if known.startswith(name)] if len(name) > len("--x") else []
    return begun[0] if len(begun) == 1 else None


def short_option(letter: str) -> CurlOption | None:
    """The option of a short name.

    >>> short_option("d").name, short_option("*")
    ('--data', None)
    """
    return _BY_NAME[f"--{_SHORT[letter]}"] if letter in _SHORT else None
