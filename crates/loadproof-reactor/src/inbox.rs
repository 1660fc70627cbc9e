//! What came from a connection last.

use loadproof_measure::ErrorKind;
use rustix::io::Errno;

use crate::arrival::Reader;
use crate::connection::Connection;
use crate::fault::{kind_of, kind_of_tls};
use crate::tls_session::MOST_LEFTOVER;

/// Bytes read at once; larger bodies take several reads.
const READ_BYTES: usize = 64 * 1024;

/// What a read gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// Nothing for the codec: no bytes now, or only what concerns TLS.
    Nothing,
    /// Bytes, to be had from `bytes`.
    Bytes,
    /// The target sends no more.
    End,
}

/// Where the bytes of the last read are.
#[derive(Clone, Copy, Debug)]
enum Place {
    Wire(usize),
    Plain,
}

/// The buffers that all connections of a shard read into and encrypt in, and what the last read left there.
#[derive(Debug)]
pub(crate) struct Inbox {
    /// As it came; with TLS behind what was left over from earlier reads.
    wire: Vec<u8>,
    /// Decrypted.
    plain: Vec<u8>,
    /// What is to be sent, encrypted.
    pub(crate) scratch: Vec<u8>,
    place: Place,
    pub(crate) reader: Reader,
}

impl Inbox {
    pub(crate) fn new(with_tls: bool) -> Self {
        Self {
            wire: vec![0; if with_tls { MOST_LEFTOVER + READ_BYTES } else { READ_BYTES }],
            plain: Vec::new(),
            scratch: Vec::new(),
            place: Place::Plain,
            reader: Reader::new(),
        }
    }

    /// The bytes of the last read.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        match self.place {
            Place::Wire(length) => &self.wire[..length],
            Place::Plain => &self.plain,
        }
    }

    /// Reads once.
    #[inline]
    pub(crate) fn receive(&mut self, connection: &mut Connection) -> Result<Received, ErrorKind> {
        if connection.tls.is_some() {
            return self.receive_encrypted(connection);
        }
        match self.reader.read(&connection.socket, &mut self.wire[..READ_BYTES]) {
            Ok(0) => Ok(Received::End),
            Ok(length) => {
                self.place = Place::Wire(length);
                Ok(Received::Bytes)
            }
            Err(Errno::AGAIN | Errno::INTR) => Ok(Received::Nothing),
            Err(error) => Err(kind_of(error)),
        }
    }

    fn receive_encrypted(&mut self, connection: &mut Connection) -> Result<Received, ErrorKind> {
        let Some(tls) = connection.tls.as_deref_mut() else {
            return Ok(Received::Nothing);
        };
        self.plain.clear();
        self.place = Place::Plain;
        if tls.ended {
            return Ok(Received::End);
        }
        let kept = tls.leftover.len();
        self.wire[..kept].copy_from_slice(&tls.leftover);
        let length = match self.reader.read(&connection.socket, &mut self.wire[kept..kept + READ_BYTES]) {
            // Without a word of TLS before it, the end may be anyone's who can reach the wire (RFC 8446, section 6.1).
            Ok(0) => return Err(ErrorKind::Closed),
            Ok(length) => kept + length,
            Err(Errno::AGAIN | Errno::INTR) => return Ok(Received::Nothing),
            Err(error) => return Err(kind_of(error)),
        };
        self.scratch.clear();
        let outcome = tls.receive(&mut self.wire[..length], &mut self.plain, &mut self.scratch);
        let ended = tls.ended;
        let outcome = outcome.map_err(|error| kind_of_tls(&error, tls));
        if !self.scratch.is_empty() {
            let written = connection.write_wire(&self.scratch);
            if outcome.is_ok() {
                written?;
            }
        }
        outcome?;
        Ok(match (self.plain.is_empty(), ended) {
            (false, _) => Received::Bytes,
            (true, true) => Received::End,
            (true, false) => Received::Nothing,
        })
    }
}
