//! What TLS is to be.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::WebPkiServerVerifier;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};

use crate::any_certificate::AnyCertificate;
use crate::asked_certificate::NoClientCertificate;
use crate::named_certificate::NamedCertificate;

/// U+FEFF in UTF-8, which some editors of Windows put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// TLS settings that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TlsSettingsError {
    /// A file of authorities cannot be read, or is not PEM.
    #[error("the certificate authorities in {} cannot be read: {reason}. Cure: name a PEM file that this user may read", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system or the parser said.
        reason: String,
    },
    /// A file of authorities holds no certificate.
    #[error("{} holds no certificate. Cure: name a PEM file with at least one BEGIN CERTIFICATE", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A certificate in a file of authorities is not one.
    #[error("certificate {number} in {} cannot be an authority: {reason}. Cure: take it out, or put it right", path.display())]
    NotAnAuthority {
        /// The file.
        path: PathBuf,
        /// Its place in the file, from 1.
        number: usize,
        /// What the parser said.
        reason: String,
    },
    /// The system trusts no authority.
    #[error("this system has no certificate authorities{detail}. Cure: install the package ca-certificates, or name a CA file")]
    NoSystemAuthorities {
        /// What was tried; empty when nothing failed.
        detail: String,
    },
    /// The name that the certificate must have is not a name.
    #[error("{name:?} is neither a host name nor an address that a certificate could have. Cure: correct the host of the URL")]
    ServerName {
        /// The name as it was given.
        name: String,
    },
    /// The library refused the settings.
    #[error("TLS cannot be set up: {0}")]
    Library(#[from] rustls::Error),
}

/// What TLS is to be.
#[derive(Clone, Debug, Default)]
pub struct TlsSettings {
    /// The name that is asked for (SNI) and that the certificate must have; an address is compared and not sent.
    pub server_name: String,
    /// PEM files of authorities to trust, and of servers' own certificates; none: the authorities of the system.
    pub authorities: Vec<PathBuf>,
    /// Any certificate will do.
    pub insecure: bool,
}

/// TLS ready for use: one for a process, shared by all its connections, which resume each other's sessions.
#[derive(Clone, Debug)]
pub struct TlsContext {
    pub(crate) config: Arc<ClientConfig>,
    pub(crate) server_name: ServerName<'static>,
}

impl TlsSettings {
    /// Reads the authorities and makes the context: TLS 1.3 and 1.2, HTTP/1.1 by ALPN.
    ///
    /// # Errors
    /// [`TlsSettingsError`] naming the file or the name that is wrong.
    pub fn context(&self) -> Result<TlsContext, TlsSettingsError> {
        let bare = self.server_name.trim_start_matches('[').trim_end_matches(']');
        let server_name = ServerName::try_from(bare.to_owned()).map_err(|_| TlsSettingsError::ServerName {
            name: self.server_name.clone(),
        })?;
        let provider = Arc::new(ring::default_provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider)).with_safe_default_protocol_versions()?;
        let mut config = if self.insecure {
            let verifier = Arc::new(AnyCertificate::new(&provider));
            builder.dangerous().with_custom_certificate_verifier(verifier)
        } else {
            let (roots, named) = self.trusted()?;
            let chain = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build();
            let chain = chain.map_err(|error| rustls::Error::General(error.to_string()))?;
            let verifier = Arc::new(NamedCertificate::new(chain, named));
            builder.dangerous().with_custom_certificate_verifier(verifier)
        }
        .with_client_cert_resolver(Arc::new(NoClientCertificate));
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(TlsContext {
            config: Arc::new(config),
            server_name,
        })
    }

    /// The certificates of all files, as authorities and as they stand there; without files the authorities of the system.
    fn trusted(&self) -> Result<(RootCertStore, Vec<CertificateDer<'static>>), TlsSettingsError> {
        if self.authorities.is_empty() {
            return Ok((system_roots()?, Vec::new()));
        }
        let (mut roots, mut named) = (RootCertStore::empty(), Vec::new());
        for path in &self.authorities {
            let certificates = certificates_in(path)?;
            add_authorities(&mut roots, path, &certificates)?;
            named.extend(certificates);
        }
        Ok((roots, named))
    }
}

fn certificates_in(path: &Path) -> Result<Vec<CertificateDer<'static>>, TlsSettingsError> {
    let unreadable = |reason: String| TlsSettingsError::Unreadable {
        path: path.to_owned(),
        reason,
    };
    // Read whole first: the parser's own words for a missing file are not meant for users.
    let text = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&text);
    let certificates = CertificateDer::pem_slice_iter(text).collect::<Result<Vec<_>, _>>();
    let certificates = certificates.map_err(|error| unreadable(error.to_string()))?;
    if certificates.is_empty() {
        return Err(TlsSettingsError::Empty { path: path.to_owned() });
    }
    Ok(certificates)
}

fn add_authorities(
    roots: &mut RootCertStore,
    path: &Path,
    certificates: &[CertificateDer<'static>],
) -> Result<(), TlsSettingsError> {
    for (index, certificate) in certificates.iter().enumerate() {
        roots
            .add(certificate.clone())
            .map_err(|error| TlsSettingsError::NotAnAuthority {
                path: path.to_owned(),
                number: index + 1,
                reason: error.to_string(),
            })?;
    }
    Ok(())
}

fn system_roots() -> Result<RootCertStore, TlsSettingsError> {
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    // Old authorities that the library cannot read are no reason to trust none.
    roots.add_parsable_certificates(found.certs);
    if roots.is_empty() {
        let faults: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
        let detail = if faults.is_empty() {
            String::new()
        } else {
            format!(" ({})", faults.join("; "))
        };
        return Err(TlsSettingsError::NoSystemAuthorities { detail });
    }
    Ok(roots)
}
