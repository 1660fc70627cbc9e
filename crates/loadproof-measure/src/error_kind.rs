//! How a sent call failed.

use std::fmt;

/// How a sent call failed; its `Display` is the name that results and reports use.
///
/// ```
/// use loadproof_measure::ErrorKind;
/// assert_eq!(ErrorKind::Status(503).to_string(), "status-503");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ErrorKind {
    /// Sent, no answer before the timeout that runs from due.
    Timeout,
    /// The target refused the connection.
    Refused,
    /// The connection could not be made for another reason: unreachable, no route, aborted.
    ConnectFailed,
    /// The TLS handshake failed.
    TlsFailed,
    /// The target's certificate is not one to trust, or another's.
    CertificateRejected,
    /// The target reset the connection.
    Reset,
    /// The target closed the connection before the answer was whole.
    Closed,
    /// The answer is not HTTP.
    Garbage,
    /// The answer's head or body passes the bounds of the codec.
    TooLarge,
    /// What is to be checked or extracted cannot be told within the bounds of a JSON path.
    BadExtract,
    /// A feeder's value would have broken out of its place in the request; nothing was sent.
    BadRequestData,
    /// An answer with a status that the operation does not expect.
    Status(u16),
    /// An answer that fails a check, or that lacks what is to be extracted: the number of its name in the scenario.
    Unmet(u16),
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout => formatter.write_str("timeout"),
            Self::Refused => formatter.write_str("refused"),
            Self::ConnectFailed => formatter.write_str("connect-failed"),
            Self::TlsFailed => formatter.write_str("tls-failed"),
            Self::CertificateRejected => formatter.write_str("certificate-rejected"),
            Self::Reset => formatter.write_str("reset"),
            Self::Closed => formatter.write_str("closed"),
            Self::Garbage => formatter.write_str("garbage"),
            Self::TooLarge => formatter.write_str("too-large"),
            Self::BadExtract => formatter.write_str("bad-extract"),
            Self::BadRequestData => formatter.write_str("bad-request-data"),
            Self::Status(code) => write!(formatter, "status-{code}"),
            Self::Unmet(number) => write!(formatter, "unmet-{number}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own() {
        let kinds = [
            (ErrorKind::Timeout, "timeout"),
            (ErrorKind::Refused, "refused"),
            (ErrorKind::ConnectFailed, "connect-failed"),
            (ErrorKind::TlsFailed, "tls-failed"),
            (ErrorKind::CertificateRejected, "certificate-rejected"),
            (ErrorKind::Reset, "reset"),
            (ErrorKind::Closed, "closed"),
            (ErrorKind::Garbage, "garbage"),
            (ErrorKind::TooLarge, "too-large"),
            (ErrorKind::BadExtract, "bad-extract"),
            (ErrorKind::BadRequestData, "bad-request-data"),
            (ErrorKind::Status(404), "status-404"),
            (ErrorKind::Unmet(7), "unmet-7"),
        ];
        for (kind, name) in kinds {
            assert_eq!(kind.to_string(), name);
        }
    }
}
