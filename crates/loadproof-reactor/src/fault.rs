//! What errors of the system, of the codec and of TLS are called in results.

use loadproof_engine::TransportFault;
use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::Fault;
use rustix::io::Errno;

/// The system refused what a reactor cannot do without.
pub(crate) fn transport_fault(what: &'static str, error: Errno) -> TransportFault {
    TransportFault {
        what,
        source: error.into(),
    }
}

/// The kind of an error that the system reports for an established connection.
pub(crate) fn kind_of(error: Errno) -> ErrorKind {
    match error {
        Errno::CONNRESET => ErrorKind::Reset,
        Errno::PIPE => ErrorKind::Closed,
        error => kind_of_connecting(error),
    }
}

/// The kind of an error that the system reports for a connection that is being made.
pub(crate) fn kind_of_connecting(error: Errno) -> ErrorKind {
    match error {
        Errno::CONNREFUSED => ErrorKind::Refused,
        _ => ErrorKind::ConnectFailed,
    }
}

/// The kind of a codec's fault.
pub(crate) fn kind_of_fault(fault: Fault) -> ErrorKind {
    match fault {
        Fault::Garbage(_) => ErrorKind::Garbage,
        Fault::TooLarge(_) => ErrorKind::TooLarge,
        Fault::Closed => ErrorKind::Closed,
    }
}

/// The kind of a TLS error.
pub(crate) fn kind_of_tls(error: &rustls::Error) -> ErrorKind {
    match error {
        rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented => ErrorKind::CertificateRejected,
        _ => ErrorKind::TlsFailed,
    }
}
