//! A TLS server with a certificate of a given kind.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{channel, Receiver};
use std::sync::Arc;
use std::time::Duration;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::version::{TLS12 as VERSION_12, TLS13 as VERSION_13};
use rustls::{HandshakeKind, ProtocolVersion, ServerConfig, ServerConnection, StreamOwned, SupportedProtocolVersion};

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
        let mut params = CertificateParams::new(Vec::new()).unwrap();
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

pub enum Validity {
    Now,
    Past,
}

/// What the server saw of a connection.
#[derive(Debug, Default)]
pub struct Seen {
    pub server_name: Option<String>,
    pub protocol: Option<Vec<u8>>,
    pub version: Option<ProtocolVersion>,
    pub handshake: Option<HandshakeKind>,
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
        let config = Arc::new(config(authority, name, validity, versions));
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

fn config(authority: &Authority, name: &str, validity: Validity, versions: &[&'static SupportedProtocolVersion]) -> ServerConfig {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    if let Validity::Past = validity {
        params.not_before = rcgen::date_time_ymd(2001, 1, 1);
        params.not_after = rcgen::date_time_ymd(2002, 1, 1);
    }
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, &authority.issuer).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_protocol_versions(versions)
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(
            vec![certificate.der().clone()],
            PrivateKeyDer::Pkcs8(key.serialize_der().into()),
        )
        .unwrap();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    config.ticketer = rustls::crypto::ring::Ticketer::new().unwrap();
    config
}
