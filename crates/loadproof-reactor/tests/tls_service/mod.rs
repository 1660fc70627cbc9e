//! A TLS server with a certificate of a given kind.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::server::danger::ClientCertVerifier;
use rustls::server::WebPkiClientVerifier;
use rustls::version::{TLS12 as VERSION_12, TLS13 as VERSION_13};
use rustls::{
    HandshakeKind, ProtocolVersion, RootCertStore, ServerConfig, ServerConnection, StreamOwned, SupportedProtocolVersion,
};

pub type Stream = StreamOwned<ServerConnection, TcpStream>;
pub const BOTH_VERSIONS: &[&SupportedProtocolVersion] = &[&VERSION_13, &VERSION_12];
pub const TLS12: &[&SupportedProtocolVersion] = &[&VERSION_12];

/// Signs certificates; its own lies in a file that is removed with it.
pub struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    path: PathBuf,
}

impl Authority {
    pub fn new(name: &str) -> Self {
        Self::called(name, name)
    }

    /// An authority whose file is apart from those of other `name`s, and whose certificate says that it is `subject`.
    pub fn called(name: &str, subject: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.distinguished_name.push(DnType::CommonName, subject);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let path = std::env::temp_dir().join(format!("loadproof-reactor-{}-{name}.pem", std::process::id()));
        std::fs::write(&path, issuer.pem()).unwrap();
        Self { issuer, path }
    }

    pub fn file(&self) -> PathBuf {
        self.path.clone()
    }
}

impl Drop for Authority {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    Now,
    Past,
    Future,
}

/// Demand of the server for a client certificate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ClientCertificate {
    Unasked,
    Optional,
    Required,
}

/// What the server saw of a connection.
#[derive(Debug, Default)]
pub struct Seen {
    pub server_name: Option<String>,
    pub protocol: Option<Vec<u8>>,
    pub version: Option<ProtocolVersion>,
    pub handshake: Option<HandshakeKind>,
}

fn verifier(authority: &Authority, client: ClientCertificate) -> Arc<dyn ClientCertVerifier> {
    if client == ClientCertificate::Unasked {
        return WebPkiClientVerifier::no_client_auth();
    }
    let mut roots = RootCertStore::empty();
    roots.add(authority.issuer.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
    match client {
        ClientCertificate::Optional => builder.allow_unauthenticated().build().unwrap(),
        _ => builder.build().unwrap(),
    }
}

pub struct TlsService {
    pub address: SocketAddr,
    seen: Receiver<Seen>,
}

impl TlsService {
    /// Serves connections, each on a thread, until the test ends.
    pub fn start(
        authority: &Authority,
        name: &str,
        validity: Validity,
        versions: &[&'static SupportedProtocolVersion],
        service: impl Fn(&mut Stream) + Send + Sync + 'static,
    ) -> Self {
        let params = params_of(name, validity);
        Self::start_with(authority, params, ClientCertificate::Unasked, versions, service)
    }

    /// As `start`, with a certificate of these parameters and this demand for the client's.
    pub fn start_with(
        authority: &Authority,
        params: CertificateParams,
        client: ClientCertificate,
        versions: &[&'static SupportedProtocolVersion],
        service: impl Fn(&mut Stream) + Send + Sync + 'static,
    ) -> Self {
        let config = Arc::new(config(authority, &params, client, versions));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (sender, seen) = channel();
        let service = Arc::new(service);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (config, sender, service) = (Arc::clone(&config), sender.clone(), Arc::clone(&service));
                std::thread::spawn(move || {
                    let mut stream = StreamOwned::new(ServerConnection::new(config).unwrap(), stream.unwrap());
                    while stream.conn.is_handshaking() {
                        if stream.conn.complete_io(&mut stream.sock).is_err() {
                            return;
                        }
                    }
                    let _ = sender.send(Seen {
                        server_name: stream.conn.server_name().map(ToOwned::to_owned),
                        protocol: stream.conn.alpn_protocol().map(ToOwned::to_owned),
                        version: stream.conn.protocol_version(),
                        handshake: stream.conn.handshake_kind(),
                    });
                    service(&mut stream);
                });
            }
        });
        Self { address, seen }
    }

    /// What was seen of the next connection whose handshake was done.
    pub fn seen(&self) -> Seen {
        self.seen.recv_timeout(Duration::from_secs(20)).unwrap()
    }
}

pub fn params_of(name: &str, validity: Validity) -> CertificateParams {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    let years = match validity {
        Validity::Now => return params,
        Validity::Past => (2001, 2002),
        Validity::Future => (4000, 4001),
    };
    params.not_before = rcgen::date_time_ymd(years.0, 1, 1);
    params.not_after = rcgen::date_time_ymd(years.1, 1, 1);
    params
}

fn config(
    authority: &Authority,
    params: &CertificateParams,
    client: ClientCertificate,
    versions: &[&'static SupportedProtocolVersion],
) -> ServerConfig {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, &authority.issuer).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_client_cert_verifier(verifier(authority, client))
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        )
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    config
}
