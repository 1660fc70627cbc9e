//! One TLS handshake before a load, with the reason where it fails.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use loadproof_measure::ErrorKind;
use rustls::{CertificateError, Error};

use crate::fault::{kind_of_broken_handshake, kind_of_tls};
use crate::tls_session::{TlsSession, MOST_LEFTOVER};
use crate::{Endpoint, TlsContext};

/// Wait for a refusal after a handshake in which a client certificate was asked for: TLS 1.3 sends it afterwards.
const REFUSAL_PATIENCE: Duration = Duration::from_secs(1);
/// Bytes read at once.
const READ_BYTES: usize = 16 * 1024;

/// The reason of a failed handshake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandshakeFault {
    /// The kind that calls of a load would fail with; [`ErrorKind::Timeout`] if the target was silent.
    pub kind: ErrorKind,
    /// More about it: the names in the certificate for [`ErrorKind::TlsWrongName`], the limit of its validity in seconds since 1970 for
    /// [`ErrorKind::TlsExpired`] and [`ErrorKind::TlsNotYetValid`], else the text of the library or of the system; may be empty.
    pub detail: String,
}

/// Makes a connection to every address of `endpoint` and a TLS handshake on it; no request is sent.
///
/// # Errors
/// [`HandshakeFault`] with the kind that a load would count: any of the first address, of the others a refused certificate. An address that
/// cannot be reached is what a load measures.
pub fn try_handshake(endpoint: &Endpoint, context: &TlsContext, patience: Duration) -> Result<(), HandshakeFault> {
    let deadline = Instant::now() + patience;
    match endpoint {
        Endpoint::Unix(path) => {
            let stream = UnixStream::connect(path).map_err(|error| not_connected(&error))?;
            shake_hands(stream, context, deadline, |stream, left| {
                stream.set_read_timeout(Some(left)).and(stream.set_write_timeout(Some(left)))
            })
        }
        Endpoint::Addresses(addresses) => {
            let (first, others) = addresses.split_first().ok_or_else(|| HandshakeFault {
                kind: ErrorKind::ConnectFailed,
                detail: String::new(),
            })?;
            try_address(first, context, deadline)?;
            let refused = others.iter().map_while(|address| {
                let is_in_time = Instant::now() < deadline;
                is_in_time.then(|| try_address(address, context, deadline).err())
            });
            let refused = refused.flatten().find(|fault| fault.kind.is_refused_certificate());
            refused.map_or(Ok(()), Err)
        }
    }
}

fn try_address(address: &SocketAddr, context: &TlsContext, deadline: Instant) -> Result<(), HandshakeFault> {
    let left = deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero());
    let stream = TcpStream::connect_timeout(address, left.ok_or_else(silent)?).map_err(|error| not_connected(&error))?;
    shake_hands(stream, context, deadline, |stream, left| {
        stream.set_read_timeout(Some(left)).and(stream.set_write_timeout(Some(left)))
    })
}

fn shake_hands<S: Read + Write>(
    mut stream: S,
    context: &TlsContext,
    deadline: Instant,
    limit: impl Fn(&S, Duration) -> io::Result<()>,
) -> Result<(), HandshakeFault> {
    let mut out = Vec::new();
    let begun = TlsSession::begin(context, &mut out).map_err(|error| HandshakeFault {
        kind: ErrorKind::TlsFailed,
        detail: error.to_string(),
    });
    let mut session = begun?;
    let mut wire = vec![0; MOST_LEFTOVER + READ_BYTES];
    let (mut plain, mut written) = (Vec::new(), Ok(()));
    let mut established: Option<Instant> = None;
    loop {
        let end = established.map_or(deadline, |since| since + REFUSAL_PATIENCE);
        let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero()) else {
            // A server that asks for a certificate and is silent then goes without one.
            return if established.is_some() { Ok(()) } else { Err(silent()) };
        };
        limit(&stream, left).map_err(|error| not_connected(&error))?;
        // A target that takes no more may have sent the reason before: what it sent goes first.
        written = written.and(stream.write_all(&out));
        out.clear();
        let kept = session.leftover.len();
        wire[..kept].copy_from_slice(&session.leftover);
        let length = match stream.read(&mut wire[kept..kept + READ_BYTES]) {
            Ok(0) => return Err(broken(&session, written.err())),
            Ok(length) => kept + length,
            // A read that takes too long is found out above.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
                ) =>
            {
                continue
            }
            Err(error) => return Err(broken(&session, Some(error))),
        };
        if let Err(error) = session.receive(&mut wire[..length], &mut plain, &mut out) {
            let _ = stream.write_all(&out);
            return Err(fault_of(&error, &session));
        }
        if established.is_some() && !session.ended {
            // A session ticket, or a reply that nobody asked for: the handshake was accepted.
            return Ok(());
        }
        if session.ended {
            return Err(broken(&session, None));
        }
        if session.established {
            if !session.asks_for_certificate {
                let _ = stream.write_all(&out);
                return Ok(());
            }
            established = Some(Instant::now());
        }
    }
}

fn silent() -> HandshakeFault {
    HandshakeFault {
        kind: ErrorKind::Timeout,
        detail: String::new(),
    }
}

fn not_connected(error: &io::Error) -> HandshakeFault {
    let kind = match error.kind() {
        io::ErrorKind::ConnectionRefused => ErrorKind::Refused,
        _ => ErrorKind::ConnectFailed,
    };
    HandshakeFault {
        kind,
        detail: error.to_string(),
    }
}

fn broken(session: &TlsSession, error: Option<io::Error>) -> HandshakeFault {
    HandshakeFault {
        kind: kind_of_broken_handshake(session),
        detail: error.map_or_else(String::new, |error| error.to_string()),
    }
}

fn fault_of(error: &Error, session: &TlsSession) -> HandshakeFault {
    let detail = match error {
        Error::InvalidCertificate(CertificateError::NotValidForNameContext { presented, .. }) => {
            let names: Vec<&str> = presented.iter().map(|name| bare_name(name)).collect();
            names.join(", ")
        }
        Error::InvalidCertificate(CertificateError::ExpiredContext { not_after, .. }) => not_after.as_secs().to_string(),
        Error::InvalidCertificate(CertificateError::NotValidYetContext { not_before, .. }) => not_before.as_secs().to_string(),
        Error::InvalidCertificate(CertificateError::Other(other)) => reason_of(&other.to_string()),
        error => error.to_string(),
    };
    HandshakeFault {
        kind: kind_of_tls(error, session),
        detail,
    }
}

/// The reason of a refusal that the library names in one word.
fn reason_of(named: &str) -> String {
    let reason = match named {
        "UnsupportedCertVersion" => "it is an X.509 certificate of another version than 3",
        "UnsupportedCriticalExtension" => "it has a critical extension that is not supported",
        "InvalidCertValidity" => "it ends before it begins",
        other => other,
    };
    reason.to_owned()
}

/// The name in what the library writes of it, such as `DnsName("shop.example")`.
fn bare_name(presented: &str) -> &str {
    let inner = presented
        .split_once('(')
        .map_or(presented, |(_, inner)| inner.trim_end_matches(')'));
    inner.trim_matches('"')
}
