//! No client certificate, and a note when a server asks for one.

use std::cell::Cell;
use std::sync::Arc;

use rustls::client::ResolvesClientCert;
use rustls::sign::CertifiedKey;
use rustls::SignatureScheme;

thread_local! {
    /// The library asks the resolver within the call that processes a connection's records, without naming the connection.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Has no client certificate; notes on its thread that a server asked for one.
#[derive(Debug)]
pub(crate) struct NoClientCertificate;

impl ResolvesClientCert for NoClientCertificate {
    fn resolve(&self, _issuers: &[&[u8]], _schemes: &[SignatureScheme]) -> Option<Arc<CertifiedKey>> {
        ASKED.set(true);
        None
    }

    fn has_certs(&self) -> bool {
        false
    }
}

/// True if a server asked for a certificate on this thread since the last call.
pub(crate) fn take_asked() -> bool {
    ASKED.replace(false)
}
