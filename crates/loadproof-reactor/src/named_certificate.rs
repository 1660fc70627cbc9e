//! Verification by authorities, and by the certificate of the server itself where a file of authorities holds it.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{verify_server_name, WebPkiServerVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, DigitallySignedStruct, Error, OtherError, SignatureScheme};

/// Verifies a server by authorities. A server whose own certificate is in a file of the user needs no authority that signed it:
/// the user has named it, so its dates, its names and the signature of the handshake are verified, and its chain is not. So a self-signed
/// certificate is accepted also if it says that it is an authority, as curl does it.
#[derive(Debug)]
pub(crate) struct NamedCertificate {
    chain: Arc<WebPkiServerVerifier>,
    named: Vec<CertificateDer<'static>>,
}

impl NamedCertificate {
    pub(crate) fn new(chain: Arc<WebPkiServerVerifier>, named: Vec<CertificateDer<'static>>) -> Self {
        Self { chain, named }
    }
}

impl ServerCertVerifier for NamedCertificate {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let verified = self
            .chain
            .verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        let Err(error) = verified else { return verified };
        if !self.named.contains(end_entity) || !is_of_chain(&error) {
            return Err(error);
        }
        verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        of_handshake(self.chain.verify_tls12_signature(message, certificate, signature))
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        of_handshake(self.chain.verify_tls13_signature(message, certificate, signature))
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.chain.supported_verify_schemes()
    }
}

/// True if a certificate was refused for its issuers, or because it says that it is one itself. The library looks at the dates of a
/// certificate before that, so that they are right then.
fn is_of_chain(error: &Error) -> bool {
    let Error::InvalidCertificate(fault) = error else {
        return false;
    };
    !matches!(
        fault,
        CertificateError::BadEncoding
            | CertificateError::Expired
            | CertificateError::ExpiredContext { .. }
            | CertificateError::NotValidYet
            | CertificateError::NotValidYetContext { .. }
            | CertificateError::Revoked
            | CertificateError::NotValidForName
            | CertificateError::NotValidForNameContext { .. }
            | CertificateError::InvalidPurpose
            | CertificateError::InvalidPurposeContext { .. }
    )
}

/// The signature of the handshake does not fit the key of the certificate, or the library takes no key of its kind.
#[derive(Debug, thiserror::Error)]
#[error("its key does not sign the handshake (an RSA key needs 2048 bits or more)")]
struct UnfitKey;

/// Tells a bad signature of the handshake from one of an issuer, which the library names alike.
fn of_handshake(verified: Result<HandshakeSignatureValid, Error>) -> Result<HandshakeSignatureValid, Error> {
    match verified {
        Err(Error::InvalidCertificate(CertificateError::BadSignature)) => {
            let unfit = OtherError(Arc::new(UnfitKey));
            Err(Error::InvalidCertificate(CertificateError::Other(unfit)))
        }
        verified => verified,
    }
}
