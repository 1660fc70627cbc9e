//! One connection.

use std::time::Duration;

use loadproof_measure::{ErrorKind, Traffic};
use loadproof_protocol::http1::{Decoder, Fault, Limits, Reply};
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net::{self, AddressFamily, RecvFlags, SocketAddrUnix, SocketFlags, SocketType};

use crate::outgoing::{write_encrypted, write_plain, Outgoing};
use crate::tls_session::TlsSession;
use crate::Endpoint;

/// Where a connection stands; instants are on the shard's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// Being made.
    Connecting,
    /// Up, TLS under way since.
    Handshaking { since_ns: u64 },
    /// Free since.
    Idle { since_ns: u64 },
    /// Leased, or carrying a call. Several calls in flight would make this their table.
    Busy { call: u32 },
}

/// A connection that is leased carries this number until its call is sent.
pub(crate) const NO_CALL: u32 = u32::MAX;
/// The instant of a connection that may be used again whenever that is.
pub(crate) const NEVER_NS: u64 = u64::MAX;

/// One socket, its decoder and where its call stands.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) socket: OwnedFd,
    pub(crate) state: State,
    /// It has carried a call that was answered.
    pub(crate) is_used: bool,
    /// Number of the address that it leads to.
    pub(crate) address: u32,
    /// When it was begun.
    pub(crate) begun_ns: u64,
    /// Until when the target said that it keeps it open while it is idle.
    pub(crate) reusable_until_ns: u64,
    /// When the first byte of the answer under way was there, if it did not come whole at once.
    pub(crate) first_byte_ns: Option<u64>,
    /// Bytes of the call under way, and those that the socket has yet to take.
    traffic: Traffic,
    pub(crate) decoder: Decoder,
    /// What the socket has not taken yet; None nearly always.
    pub(crate) outgoing: Option<Box<Outgoing>>,
    pub(crate) tls: Option<Box<TlsSession>>,
}

impl Connection {
    /// A socket for the endpoint's address with this number; `connect` begins.
    pub(crate) fn new(endpoint: &Endpoint, address: usize, begun_ns: u64) -> Result<Self, Errno> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let socket = match endpoint {
            Endpoint::Unix(_) => net::socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)?,
            Endpoint::Addresses(addresses) => {
                let family = match addresses.get(address) {
                    Some(known) if known.is_ipv6() => AddressFamily::INET6,
                    _ => AddressFamily::INET,
                };
                let socket = net::socket_with(family, SocketType::STREAM, flags, Some(net::ipproto::TCP))?;
                // A request is one write; waiting for more would only delay it.
                net::sockopt::set_tcp_nodelay(&socket, true)?;
                socket
            }
        };
        Ok(Self {
            socket,
            state: State::Connecting,
            is_used: false,
            address: address as u32,
            begun_ns,
            reusable_until_ns: NEVER_NS,
            first_byte_ns: None,
            traffic: Traffic::default(),
            decoder: Decoder::new(Limits::default()),
            outgoing: None,
            tls: None,
        })
    }

    /// Begins the connection without waiting for it; false when a Unix socket's queue is full for now.
    pub(crate) fn connect(&self, endpoint: &Endpoint) -> Result<bool, Errno> {
        let outcome = match endpoint {
            Endpoint::Unix(path) => match net::connect(&self.socket, &SocketAddrUnix::new(path)?) {
                Err(Errno::AGAIN) => return Ok(false),
                outcome => outcome,
            },
            Endpoint::Addresses(addresses) => {
                let known = addresses.get(self.address as usize).ok_or(Errno::DESTADDRREQ)?;
                net::connect(&self.socket, known)
            }
        };
        match outcome {
            Ok(()) | Err(Errno::INPROGRESS) => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Bytes of the call so far, or of the last call. What TLS keeps of a request counts as it is encrypted.
    #[inline]
    pub(crate) fn traffic(&self) -> Traffic {
        let untaken = self.outgoing.as_ref().map_or(0, |outgoing| outgoing.untaken_bytes());
        Traffic {
            sent: self.traffic.sent.saturating_sub(untaken),
            ..self.traffic
        }
    }

    /// Counts and decodes bytes that came for the call under way.
    #[inline]
    pub(crate) fn feed(&mut self, bytes: &[u8]) -> Result<Option<Reply>, Fault> {
        self.traffic.received += bytes.len() as u64;
        self.decoder.feed(bytes)
    }

    /// Hands a request over by way of `scratch`; what the socket does not take now stays in `outgoing`.
    #[inline]
    pub(crate) fn write(&mut self, request: &[u8], scratch: &mut Vec<u8>) -> Result<(), ErrorKind> {
        self.traffic = Traffic {
            received: 0,
            sent: request.len() as u64,
        };
        self.outgoing = match &mut self.tls {
            None => write_plain(&self.socket, request)?,
            // A message of TLS itself that is still on its way goes first.
            Some(_) if self.outgoing.is_some() => {
                return self.queue_behind(request);
            }
            Some(tls) => write_encrypted(&self.socket, tls, request, scratch)?,
        };
        Ok(())
    }

    fn queue_behind(&mut self, request: &[u8]) -> Result<(), ErrorKind> {
        if let Some(outgoing) = &mut self.outgoing {
            outgoing.push_plain(request);
        }
        self.write_outgoing().map(drop)
    }

    /// Hands over what TLS itself has to say.
    pub(crate) fn write_wire(&mut self, bytes: &[u8]) -> Result<(), ErrorKind> {
        if let Some(outgoing) = &mut self.outgoing {
            outgoing.push_wire(bytes);
            return Ok(());
        }
        self.outgoing = write_plain(&self.socket, bytes)?;
        Ok(())
    }

    /// Hands over what `outgoing` holds; true when nothing is left.
    pub(crate) fn write_outgoing(&mut self) -> Result<bool, ErrorKind> {
        let Some(outgoing) = &mut self.outgoing else { return Ok(true) };
        let done = outgoing.write(&self.socket, self.tls.as_deref_mut())?;
        if done {
            self.outgoing = None;
        }
        Ok(done)
    }

    /// Whether the target said that it sends no more.
    #[inline]
    pub(crate) fn has_ended(&self) -> bool {
        self.tls.as_ref().is_some_and(|tls| tls.ended)
    }

    /// False if the target has ended a free connection, or sent on a plain one what nobody asked for. Bytes on one with TLS are not read.
    pub(crate) fn is_open(&self) -> bool {
        let flags = RecvFlags::PEEK | RecvFlags::DONTWAIT;
        match net::recv(&self.socket, &mut [0; 1][..], flags) {
            Ok((_, length)) => length > 0 && self.tls.is_some(),
            Err(error) => matches!(error, Errno::AGAIN | Errno::INTR),
        }
    }

    /// Makes the coming close a reset, so that a given-up connection does not hold its port for a minute.
    pub(crate) fn reset_on_close(&self) {
        // A socket that refuses the option is closed all the same.
        let _ = net::sockopt::set_socket_linger(&self.socket, Some(Duration::ZERO));
    }
}
