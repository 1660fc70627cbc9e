//! One client: bytes in, bytes out. And the table of all of them.

use std::io::{self, ErrorKind, Write};
use std::net::TcpStream;

use crate::arrival::{note_arrivals, Reader, READ_BYTES};
use crate::request::{self, Parsed, MOST_BYTES};

/// Names a connection for as long as the process lives: its place, and how often the place was given anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub place: u32,
    pub generation: u32,
}

/// One accepted connection; at most one of its requests is being served.
pub struct Connection {
    pub stream: TcpStream,
    /// How many were accepted before it.
    pub number: u64,
    /// One beyond the limit.
    pub surplus: bool,
    /// When the last bytes of the input arrived.
    pub arrived_ns: u64,
    input: Vec<u8>,
    pub output: Vec<u8>,
    /// A request was taken and nothing was done to it yet.
    pub busy: bool,
    pub close_when_sent: bool,
    /// As the last request asks.
    pub keep_alive: bool,
    pub head_only: bool,
    /// The output did not fit into the socket's buffer.
    pub blocked: bool,
}

impl Connection {
    pub fn new(stream: TcpStream, number: u64, surplus: bool) -> Self {
        note_arrivals(&stream);
        Self {
            stream,
            number,
            surplus,
            arrived_ns: 0,
            input: Vec::new(),
            output: Vec::new(),
            busy: false,
            close_when_sent: false,
            keep_alive: true,
            head_only: false,
            blocked: false,
        }
    }

    /// Reads what there is; false when the client has left.
    pub fn receive(&mut self, reader: &mut Reader) -> bool {
        loop {
            match reader.read(&self.stream) {
                Ok(([], _)) => return false,
                Ok((bytes, arrived_ns)) => {
                    let count = bytes.len();
                    self.input.extend_from_slice(bytes);
                    self.arrived_ns = arrived_ns;
                    if self.input.len() > 3 * MOST_BYTES {
                        return false;
                    }
                    if count < READ_BYTES {
                        return true;
                    }
                }
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                Err(fault) => return fault.kind() == ErrorKind::WouldBlock,
            }
        }
    }

    /// Takes the next request out of the input, unless one is being served.
    pub fn next_request(&mut self, operation_names: &[String]) -> Parsed {
        if self.busy || self.close_when_sent || self.input.is_empty() {
            return Parsed::Incomplete;
        }
        let parsed = request::parse(&self.input, operation_names);
        if let Parsed::Request(request) = &parsed {
            self.input.drain(..request.length);
            self.busy = true;
            self.keep_alive = request.keep_alive;
            self.head_only = request.head_only;
        }
        parsed
    }

    /// Sends what fits; an error means that the client has left.
    pub fn send(&mut self) -> io::Result<()> {
        self.blocked = false;
        while !self.output.is_empty() {
            match self.stream.write(&self.output) {
                Ok(count) => drop(self.output.drain(..count)),
                Err(fault) if fault.kind() == ErrorKind::Interrupted => {}
                Err(fault) if fault.kind() == ErrorKind::WouldBlock => {
                    self.blocked = true;
                    return Ok(());
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Nothing is left to be done.
    pub fn finished(&self) -> bool {
        self.close_when_sent && self.output.is_empty()
    }
}

/// All connections; a token of one that is gone finds nothing.
#[derive(Default)]
pub struct Connections {
    places: Vec<(u32, Option<Connection>)>,
    free: Vec<u32>,
    within_limit: usize,
}

impl Connections {
    pub fn insert(&mut self, connection: Connection) -> Token {
        self.within_limit += usize::from(!connection.surplus);
        let place = self.free.pop().unwrap_or_else(|| {
            self.places.push((0, None));
            self.places.len() as u32 - 1
        });
        let (generation, slot) = &mut self.places[place as usize];
        *slot = Some(connection);
        Token {
            place,
            generation: *generation,
        }
    }

    /// How many there are but for the surplus.
    pub fn within_limit(&self) -> usize {
        self.within_limit
    }

    pub fn get(&mut self, token: Token) -> Option<&mut Connection> {
        let (generation, slot) = self.places.get_mut(token.place as usize)?;
        slot.as_mut().filter(|_| *generation == token.generation)
    }

    /// Takes a connection out; dropping it closes it.
    pub fn remove(&mut self, token: Token) -> Option<Connection> {
        let (generation, slot) = self.places.get_mut(token.place as usize)?;
        if *generation != token.generation {
            return None;
        }
        let connection = slot.take()?;
        *generation = generation.wrapping_add(1);
        self.within_limit -= usize::from(!connection.surplus);
        self.free.push(token.place);
        Some(connection)
    }
}
