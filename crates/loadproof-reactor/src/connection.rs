//! One connection.

use std::net::SocketAddr;

use loadproof_measure::ErrorKind;
use loadproof_protocol::http1::{Decoder, Fault, Limits};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, SendFlags, SocketFlags, SocketType};

/// Where a connection stands; instants are on the shard's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Being made since.
    Connecting { since_ns: u64 },
    /// Up, free since.
    Idle { since_ns: u64 },
    /// Leased, or carrying a call.
    Busy { call: u32 },
}

/// A connection that is leased carries this number until its call is sent.
pub(crate) const NO_CALL: u32 = u32::MAX;

/// One socket, its decoder and where its call stands.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) socket: OwnedFd,
    pub(crate) state: State,
    pub(crate) decoder: Decoder,
    /// Bytes of a request that the socket has not taken yet.
    pub(crate) unsent: Vec<u8>,
}

impl Connection {
    /// Begins a connection without waiting for it.
    pub(crate) fn open(address: SocketAddr, since_ns: u64) -> Result<Self, Errno> {
        let family = if address.is_ipv4() {
            AddressFamily::INET
        } else {
            AddressFamily::INET6
        };
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = net::socket_with(family, SocketType::STREAM, flags, Some(net::ipproto::TCP))?;
        // A request is one write; waiting for more would only delay it.
        net::sockopt::set_tcp_nodelay(&socket, true)?;
        match net::connect(&socket, &address) {
            Ok(()) | Err(Errno::INPROGRESS) => {}
            Err(error) => return Err(error),
        }
        let decoder = Decoder::new(Limits::default());
        Ok(Self {
            socket,
            state: State::Connecting { since_ns },
            decoder,
            unsent: Vec::new(),
        })
    }

    /// Hands bytes to the socket; what it does not take now stays in `unsent`.
    #[inline]
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        match net::send(&self.socket, bytes, SendFlags::NOSIGNAL) {
            Ok(taken) if taken == bytes.len() => Ok(()),
            Ok(taken) => {
                self.unsent.extend_from_slice(&bytes[taken..]);
                Ok(())
            }
            Err(Errno::AGAIN | Errno::INTR) => {
                self.unsent.extend_from_slice(bytes);
                Ok(())
            }
            Err(error) => Err(kind_of(error)),
        }
    }

    /// Hands over what `unsent` holds; true when nothing is left.
    pub(crate) fn write_unsent(&mut self) -> Result<bool, ErrorKind> {
        let bytes = std::mem::take(&mut self.unsent);
        self.write(&bytes)?;
        Ok(self.unsent.is_empty())
    }

    /// Makes the coming close a reset, so that a given-up connection does not hold its port for a minute.
    pub(crate) fn reset_on_close(&self) {
        // A socket that refuses the option is closed all the same.
        let _ = net::sockopt::set_socket_linger(&self.socket, Some(std::time::Duration::ZERO));
    }
}

/// The kind of an error that the system reports for an established connection.
pub(crate) fn kind_of(error: Errno) -> ErrorKind {
    match error {
        Errno::CONNRESET => ErrorKind::Reset,
        Errno::CONNREFUSED => ErrorKind::Refused,
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
