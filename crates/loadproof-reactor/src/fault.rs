//! What errors of the system, of the codec and of TLS are called in results.

use loadproof_engine::TransportFault;
use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::Fault;
use rustix::io::Errno;
use rustls::{AlertDescription, CertificateError, Error, PeerIncompatible};

use crate::tls_session::TlsSession;

/// The system refused what a reactor cannot do without.
pub(crate) fn transport_fault(what: &'static str, error: Errno) -> TransportFault {
    TransportFault {
        what,
        source: error.into(),
    }
}

/// The kind of an error that the system reports for a connection. One that is being made is reset, too, when the target
/// stops listening before it accepted it.
pub(crate) fn kind_of(error: Errno) -> ErrorKind {
    match error {
        Errno::CONNREFUSED => ErrorKind::Refused,
        Errno::CONNRESET => ErrorKind::Reset,
        Errno::PIPE => ErrorKind::Closed,
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

/// The kind of a TLS error in a session.
pub(crate) fn kind_of_tls(error: &Error, session: &TlsSession) -> ErrorKind {
    if session.is_foreign {
        return ErrorKind::TlsNotSpoken;
    }
    match error {
        Error::InvalidCertificate(fault) => kind_of_certificate(fault),
        Error::NoCertificatesPresented => ErrorKind::CertificateRejected,
        Error::PeerIncompatible(reason) => kind_of_incompatibility(reason),
        Error::AlertReceived(alert) => kind_of_alert(*alert, session.asks_for_certificate),
        Error::NoApplicationProtocol => ErrorKind::TlsNoHttp1,
        _ => ErrorKind::TlsFailed,
    }
}

/// The kind of a handshake that ends because the target closed or reset the connection.
pub(crate) fn kind_of_broken_handshake(session: &TlsSession) -> ErrorKind {
    if session.is_foreign {
        return ErrorKind::TlsNotSpoken;
    }
    if session.asks_for_certificate {
        // Some servers close where they should send an alert.
        return ErrorKind::TlsClientCertificate;
    }
    ErrorKind::TlsClosed
}

/// The name of webpki's error for a CA certificate that a server presents as its own.
const CA_AS_SERVER: &str = "CaUsedAsEndEntity";

fn kind_of_certificate(fault: &CertificateError) -> ErrorKind {
    match fault {
        // A bad signature: the issuer has the name of a trusted authority and another key, as after a new start of a private one.
        CertificateError::UnknownIssuer | CertificateError::BadSignature => ErrorKind::TlsUnknownIssuer,
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => ErrorKind::TlsExpired,
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => ErrorKind::TlsNotYetValid,
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => ErrorKind::TlsWrongName,
        CertificateError::Other(other) if other.to_string() == CA_AS_SERVER => ErrorKind::TlsCaCertificate,
        _ => ErrorKind::CertificateRejected,
    }
}

fn kind_of_incompatibility(reason: &PeerIncompatible) -> ErrorKind {
    match reason {
        PeerIncompatible::ServerDoesNotSupportTls12Or13 | PeerIncompatible::ServerTlsVersionIsDisabledByOurConfig => {
            ErrorKind::TlsProtocolVersion
        }
        PeerIncompatible::NoCertificateRequestSignatureSchemesInCommon
        | PeerIncompatible::NoCipherSuitesInCommon
        | PeerIncompatible::NoEcPointFormatsInCommon
        | PeerIncompatible::NoKxGroupsInCommon
        | PeerIncompatible::NoSignatureSchemesInCommon => ErrorKind::TlsNoCommonCipher,
        _ => ErrorKind::TlsFailed,
    }
}

/// The kind of an alert; servers refuse a missing client certificate with one of several (RFC 5246, section 7.2.2; RFC 8446, section 6.2).
fn kind_of_alert(alert: AlertDescription, asks_for_certificate: bool) -> ErrorKind {
    match alert {
        AlertDescription::CertificateRequired => ErrorKind::TlsClientCertificate,
        AlertDescription::HandshakeFailure
        | AlertDescription::BadCertificate
        | AlertDescription::NoCertificate
        | AlertDescription::UnsupportedCertificate
        | AlertDescription::CertificateUnknown
        | AlertDescription::UnknownCA
        | AlertDescription::AccessDenied
            if asks_for_certificate =>
        {
            ErrorKind::TlsClientCertificate
        }
        AlertDescription::ProtocolVersion => ErrorKind::TlsProtocolVersion,
        AlertDescription::HandshakeFailure | AlertDescription::InsufficientSecurity => ErrorKind::TlsNoCommonCipher,
        AlertDescription::UnrecognisedName => ErrorKind::TlsUnknownHost,
        AlertDescription::NoApplicationProtocol => ErrorKind::TlsNoHttp1,
        _ => ErrorKind::TlsFailed,
    }
}
