//! How a sent call failed.

use std::fmt;

/// Prefix of the kinds of unexpected statuses.
pub const STATUS_PREFIX: &str = "status-";

/// Defines [`ErrorKind`] from one table of the kinds with a fixed name, so that no list of them can lack one.
macro_rules! error_kinds {
    ($($(#[$meaning:meta])* $kind:ident = $name:literal,)+) => {
        /// How a sent call failed; its `Display` is the name that results and reports use.
        ///
        /// ```
        /// use loadproof_measure::ErrorKind;
        /// assert_eq!(ErrorKind::Status(503).to_string(), "status-503");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ErrorKind {
            $($(#[$meaning])* $kind,)+
            /// The reply has a status that the operation does not expect.
            Status(u16),
            /// The reply fails a check, or lacks the value to extract: the number of the check's or extraction's name in the scenario.
            Unmet(u16),
        }

        impl ErrorKind {
            /// Every kind with a fixed name; the others are [`ErrorKind::Status`] and [`ErrorKind::Unmet`].
            pub const FIXED: &'static [Self] = &[$(Self::$kind),+];

            /// True if the generator refused the certificate of the target by its own trust settings.
            pub const fn is_refused_certificate(self) -> bool {
                matches!(
                    self,
                    Self::TlsUnknownIssuer
                        | Self::TlsExpired
                        | Self::TlsNotYetValid
                        | Self::TlsWrongName
                        | Self::TlsCaCertificate
                        | Self::CertificateRejected
                )
            }

            /// The fixed name; None of a kind that has a number.
            pub const fn fixed_name(self) -> Option<&'static str> {
                match self {
                    $(Self::$kind => Some($name),)+
                    Self::Status(_) | Self::Unmet(_) => None,
                }
            }
        }
    };
}

error_kinds! {
    /// The request was sent, and no whole reply came before the timeout, which runs from due.
    Timeout = "timeout",
    /// The target refused the connection.
    Refused = "refused",
    /// The connection could not be made for another reason: unreachable, no route, aborted.
    ConnectFailed = "connect-failed",
    /// The target reset the connection.
    Reset = "reset",
    /// The target closed the connection before the reply was whole.
    Closed = "closed",
    /// The target closed or reset a connection that had served calls before, and nothing of the answer had come: a keep-alive race, or
    /// a fault of the target. Repeatable requests fail with it only if they could not be sent again.
    ReusedConnectionClosed = "reused-connection-closed",
    /// The reply is not HTTP/1.
    Garbage = "garbage",
    /// The reply's head or body exceeds the decoder's bounds.
    TooLarge = "too-large",
    /// An unexpected redirect: status 301, 302, 303, 307 or 308, or another 3xx with a `Location`.
    Redirect = "redirect",
    /// A JSON path of a check or extraction takes more steps or depth than allowed.
    BadExtract = "bad-extract",
    /// A check or extraction needs the body, and its `Content-Encoding` is not supported.
    UnsupportedEncoding = "unsupported-encoding",
    /// A check or extraction needs the body, and the body is not what its `Content-Encoding` says.
    CorruptEncoding = "corrupt-encoding",
    /// A check or extraction needs the body as text, and the body is not UTF-8.
    UnsupportedCharset = "unsupported-charset",
    /// A feeder's value would break out of its place in the request; nothing was sent.
    BadRequestData = "bad-request-data",
    /// A plain HTTP request reached a port that speaks TLS.
    TlsExpected = "tls-expected",
    /// A TLS handshake reached a port that does not speak TLS.
    TlsNotSpoken = "tls-not-spoken",
    /// The target closed or reset the connection during the TLS handshake.
    TlsClosed = "tls-closed",
    /// No trusted authority issued the target's certificate.
    TlsUnknownIssuer = "tls-unknown-issuer",
    /// The target's certificate has expired.
    TlsExpired = "tls-expired",
    /// The target's certificate is not valid yet.
    TlsNotYetValid = "tls-not-yet-valid",
    /// The target's certificate is for other names.
    TlsWrongName = "tls-wrong-name",
    /// The target presents a CA certificate as its own, such as a self-signed one with CA:TRUE; it is never accepted.
    TlsCaCertificate = "tls-ca-certificate",
    /// The target's certificate was rejected for another reason.
    CertificateRejected = "certificate-rejected",
    /// The target requires a client certificate.
    TlsClientCertificate = "tls-client-certificate",
    /// The target does not know the host name of the handshake (SNI).
    TlsUnknownHost = "tls-unknown-host",
    /// The target speaks only versions of TLS other than 1.2 and 1.3.
    TlsProtocolVersion = "tls-protocol-version",
    /// No cipher suite, key exchange group or signature scheme is common to both sides.
    TlsNoCommonCipher = "tls-no-common-cipher",
    /// The target accepts none of the offered application protocols, which are HTTP/1.1 alone.
    TlsNoHttp1 = "tls-no-http1",
    /// TLS failed for another reason.
    TlsFailed = "tls-failed",
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(formatter, "{STATUS_PREFIX}{code}"),
            Self::Unmet(number) => write!(formatter, "unmet-{number}"),
            kind => formatter.write_str(kind.fixed_name().unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_has_its_own_name() {
        let mut names: BTreeSet<String> = ErrorKind::FIXED.iter().map(ToString::to_string).collect();
        assert_eq!(names.len(), ErrorKind::FIXED.len());
        names.extend([ErrorKind::Status(404), ErrorKind::Unmet(7)].map(|kind| kind.to_string()));
        assert_eq!(names.len(), ErrorKind::FIXED.len() + 2);
        assert!(names.iter().all(|name| !name.is_empty()));
        for kept in ["timeout", "refused", "connect-failed", "too-large", "status-404", "unmet-7"] {
            assert!(names.contains(kept), "{kept}");
        }
    }

    #[test]
    fn fixed_names_are_kebab_case_and_outside_the_families() {
        for name in ErrorKind::FIXED.iter().map(ToString::to_string) {
            let parts: Vec<&str> = name.split('-').collect();
            let is_word =
                |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
            assert!(parts.iter().all(is_word), "{name}");
            assert!(!name.starts_with(STATUS_PREFIX) && !name.starts_with("unmet-"), "{name}");
        }
    }
}
