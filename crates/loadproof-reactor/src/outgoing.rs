//! What a socket has not taken yet.

use loadproof_measure::ErrorKind;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, SendFlags};

use crate::fault::kind_of;
use crate::tls_session::TlsSession;

/// Data that is encrypted at once: enough for one write.
const ENCRYPTED_AT_ONCE: usize = 64 * 1024;
/// Bytes after which a large request lets other connections have their turn.
const WRITTEN_IN_A_TURN: usize = 256 * 1024;

/// What a socket has not taken yet of a request or a handshake: each byte is copied here once, and only its position moves.
#[derive(Debug, Default)]
pub(crate) struct Outgoing {
    /// Bytes as they go over the wire, of which the socket has taken `taken`.
    wire: Vec<u8>,
    taken: usize,
    /// Data to be encrypted after them, of which `encrypted` bytes are.
    plain: Vec<u8>,
    encrypted: usize,
}

impl Outgoing {
    /// Appends bytes as they go over the wire.
    pub(crate) fn push_wire(&mut self, bytes: &[u8]) {
        self.wire.extend_from_slice(bytes);
    }

    /// Appends data to be encrypted after everything else.
    pub(crate) fn push_plain(&mut self, data: &[u8]) {
        self.plain.extend_from_slice(data);
    }

    /// Bytes that the socket has not taken, those to be encrypted as they are before.
    pub(crate) fn untaken_bytes(&self) -> u64 {
        (self.wire.len() - self.taken + self.plain.len() - self.encrypted) as u64
    }

    /// Hands over what the socket takes in a turn; true when nothing is left.
    pub(crate) fn write(&mut self, socket: &OwnedFd, mut tls: Option<&mut TlsSession>) -> Result<bool, ErrorKind> {
        let mut turn = WRITTEN_IN_A_TURN;
        loop {
            while self.taken < self.wire.len() {
                let rest = &self.wire[self.taken..];
                let taken = send(socket, &rest[..rest.len().min(turn)])?;
                self.taken += taken;
                turn -= taken;
                // A socket that still has room says so again at once.
                if taken == 0 || turn == 0 {
                    return Ok(false);
                }
            }
            self.wire.clear();
            self.taken = 0;
            let rest = &self.plain[self.encrypted..];
            let Some(tls) = tls.as_deref_mut().filter(|_| !rest.is_empty()) else {
                return Ok(true);
            };
            let chunk = &rest[..rest.len().min(ENCRYPTED_AT_ONCE)];
            tls.encrypt(chunk, &mut self.wire).map_err(|_| ErrorKind::TlsFailed)?;
            self.encrypted += chunk.len();
        }
    }
}

/// Writes bytes to a plain connection; what is left when the socket takes no more.
#[inline]
pub(crate) fn write_plain(socket: &OwnedFd, bytes: &[u8]) -> Result<Option<Box<Outgoing>>, ErrorKind> {
    let taken = send(socket, bytes)?;
    if taken == bytes.len() {
        return Ok(None);
    }
    Ok(Some(Box::new(Outgoing {
        wire: bytes[taken..].to_vec(),
        ..Outgoing::default()
    })))
}

/// Writes data to a connection with TLS, by way of `scratch`; what is left when the socket takes no more.
#[inline]
pub(crate) fn write_encrypted(
    socket: &OwnedFd,
    tls: &mut TlsSession,
    data: &[u8],
    scratch: &mut Vec<u8>,
) -> Result<Option<Box<Outgoing>>, ErrorKind> {
    let (mut rest, later) = data.split_at(data.len().min(WRITTEN_IN_A_TURN));
    while !rest.is_empty() {
        let (chunk, after) = rest.split_at(rest.len().min(ENCRYPTED_AT_ONCE));
        rest = after;
        scratch.clear();
        tls.encrypt(chunk, scratch).map_err(|_| ErrorKind::TlsFailed)?;
        let taken = send(socket, scratch)?;
        if taken < scratch.len() {
            return Ok(Some(Box::new(Outgoing {
                wire: scratch[taken..].to_vec(),
                plain: [rest, later].concat(),
                ..Outgoing::default()
            })));
        }
    }
    if later.is_empty() {
        return Ok(None);
    }
    Ok(Some(Box::new(Outgoing {
        plain: later.to_vec(),
        ..Outgoing::default()
    })))
}

/// Bytes that the socket took; 0 when it takes none now.
#[inline]
fn send(socket: &OwnedFd, bytes: &[u8]) -> Result<usize, ErrorKind> {
    match net::send(socket, bytes, SendFlags::NOSIGNAL) {
        Ok(taken) => Ok(taken),
        Err(Errno::AGAIN | Errno::INTR) => Ok(0),
        Err(error) => Err(kind_of(error)),
    }
}
