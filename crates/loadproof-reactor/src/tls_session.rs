//! TLS on one connection.

use rustls::client::UnbufferedClientConnection;
use rustls::unbuffered::{ConnectionState, EncodeError, EncryptError, UnbufferedStatus};
use rustls::Error;

use crate::asked_certificate::take_asked;
use crate::tls_settings::TlsContext;

/// Most bytes of an incomplete record or handshake message that are kept; a certificate chain may take 64 KiB.
pub(crate) const MOST_LEFTOVER: usize = 96 * 1024;
/// Room for a record's header, padding and tag beside its data.
const RECORD_ROOM: usize = 64;
/// Most bytes that an idle connection holds on to.
const MOST_IDLE_BYTES: usize = 1024;
/// Most data in one record (RFC 8446, section 5.1).
const RECORD_DATA: usize = 16 * 1024;

/// The state of TLS on one connection. Bytes come and go in buffers that the whole shard shares; only what is incomplete stays here.
pub(crate) struct TlsSession {
    tls: UnbufferedClientConnection,
    /// The begin of a record whose end has not come yet.
    pub(crate) leftover: Vec<u8>,
    /// The handshake is done.
    pub(crate) established: bool,
    /// The target asked for a client certificate.
    pub(crate) asks_for_certificate: bool,
    /// The target's first bytes are not a record of TLS.
    pub(crate) is_foreign: bool,
    /// Bytes have come from the target.
    heard: bool,
    /// The target said that it sends no more; without that an end of the stream may be an attacker's.
    pub(crate) ended: bool,
}

impl std::fmt::Debug for TlsSession {
    /// Nothing of the keys.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("TlsSession")
            .field("established", &self.established)
            .field("ended", &self.ended)
            .finish_non_exhaustive()
    }
}

impl TlsSession {
    /// Begins a session; the first bytes to send are appended to `out`.
    pub(crate) fn begin(context: &TlsContext, out: &mut Vec<u8>) -> Result<Self, Error> {
        let tls = UnbufferedClientConnection::new(context.config.clone(), context.server_name.clone())?;
        let mut session = Self {
            tls,
            leftover: Vec::new(),
            established: false,
            asks_for_certificate: false,
            is_foreign: false,
            heard: false,
            ended: false,
        };
        session.receive(&mut [], &mut Vec::new(), out)?;
        Ok(session)
    }

    /// Takes what came, with the leftover in front of it: data is appended to `plain`, what TLS itself has to say to `out`.
    #[inline]
    pub(crate) fn receive(&mut self, wire: &mut [u8], plain: &mut Vec<u8>, out: &mut Vec<u8>) -> Result<(), Error> {
        if self.established {
            return self.process(wire, plain, out);
        }
        if !self.heard {
            self.heard = !wire.is_empty();
            self.is_foreign = !begins_record(wire);
        }
        take_asked();
        let processed = self.process(wire, plain, out);
        self.asks_for_certificate |= take_asked();
        processed
    }

    #[inline]
    fn process(&mut self, wire: &mut [u8], plain: &mut Vec<u8>, out: &mut Vec<u8>) -> Result<(), Error> {
        let mut used = 0;
        let result = loop {
            let UnbufferedStatus { mut discard, state } = self.tls.process_tls_records(&mut wire[used..]);
            let mut more = true;
            match state {
                Ok(ConnectionState::ReadTraffic(mut traffic)) => {
                    while let Some(record) = traffic.next_record() {
                        let record = record?;
                        plain.extend_from_slice(record.payload);
                        discard += record.discard;
                    }
                    // Nothing is left to look at; what TLS may have to say of it goes out with the next request.
                    more = used + discard < wire.len();
                }
                Ok(ConnectionState::EncodeTlsData(mut data)) => encode(out, |room| data.encode(room))?,
                Ok(ConnectionState::TransmitTlsData(transmit)) => transmit.done(),
                Ok(ConnectionState::PeerClosed) => self.ended = true,
                Ok(ConnectionState::WriteTraffic(_)) => {
                    self.established = true;
                    more = false;
                }
                Ok(_) => more = false,
                Err(error) => break Err(error),
            }
            used += discard;
            if !more {
                break Ok(());
            }
        };
        if self.leftover.capacity() > MOST_IDLE_BYTES && used == wire.len() {
            self.leftover = Vec::new();
        }
        self.leftover.clear();
        match result {
            Ok(()) if wire.len() - used > MOST_LEFTOVER => Err(Error::General("a record without end".into())),
            Ok(()) => {
                self.leftover.extend_from_slice(&wire[used..]);
                Ok(())
            }
            Err(error) => {
                self.say_why(out);
                Err(error)
            }
        }
    }

    /// Appends the alert that tells the target why its bytes were refused.
    fn say_why(&mut self, out: &mut Vec<u8>) {
        let UnbufferedStatus { state, .. } = self.tls.process_tls_records(&mut []);
        if let Ok(ConnectionState::EncodeTlsData(mut data)) = state {
            // The connection is given up whether the alert can be told or not.
            let _ = encode(out, |room| data.encode(room));
        }
    }

    /// Appends data to `out` in encrypted records.
    #[inline]
    pub(crate) fn encrypt(&mut self, data: &[u8], out: &mut Vec<u8>) -> Result<(), Error> {
        loop {
            let UnbufferedStatus { discard, state } = self.tls.process_tls_records(&mut self.leftover);
            let done = match state? {
                ConnectionState::WriteTraffic(mut traffic) => {
                    let room = data.len() + (data.len() / RECORD_DATA + 1) * RECORD_ROOM;
                    encode_into(out, room, |room| traffic.encrypt(data, room))?;
                    true
                }
                ConnectionState::EncodeTlsData(mut message) => {
                    encode(out, |room| message.encode(room))?;
                    false
                }
                ConnectionState::TransmitTlsData(transmit) => {
                    transmit.done();
                    false
                }
                _ => return Err(Error::General("the session takes no data".into())),
            };
            self.leftover.drain(..discard);
            if done {
                return Ok(());
            }
        }
    }
}

/// False if bytes cannot be the start of a TLS record: its content type, then major version 3 (RFC 8446, section 5.1).
fn begins_record(bytes: &[u8]) -> bool {
    bytes.first().is_none_or(|kind| (20..=24).contains(kind)) && bytes.get(1).is_none_or(|major| *major == 3)
}

/// Why the library could not write: it wants so many bytes, or it will never.
trait Shortage {
    fn required(&self) -> Option<usize>;
}

impl Shortage for EncodeError {
    fn required(&self) -> Option<usize> {
        match self {
            Self::InsufficientSize(size) => Some(size.required_size),
            Self::AlreadyEncoded => None,
        }
    }
}

impl Shortage for EncryptError {
    fn required(&self) -> Option<usize> {
        match self {
            Self::InsufficientSize(size) => Some(size.required_size),
            Self::EncryptExhausted => None,
        }
    }
}

/// Appends what `write` puts into a room at the end of `out`.
fn encode<E: Shortage>(out: &mut Vec<u8>, write: impl FnMut(&mut [u8]) -> Result<usize, E>) -> Result<(), Error> {
    encode_into(out, 1024, write)
}

#[inline]
fn encode_into<E: Shortage>(
    out: &mut Vec<u8>,
    room: usize,
    mut write: impl FnMut(&mut [u8]) -> Result<usize, E>,
) -> Result<(), Error> {
    let start = out.len();
    let mut room = room;
    loop {
        out.resize(start + room, 0);
        match write(&mut out[start..]) {
            Ok(written) => {
                out.truncate(start + written);
                return Ok(());
            }
            Err(error) => {
                out.truncate(start);
                // A room that the library asked for once and finds too small again would never do.
                room = error
                    .required()
                    .filter(|required| *required > room)
                    .ok_or_else(|| Error::General("the session cannot write".into()))?;
            }
        }
    }
}
