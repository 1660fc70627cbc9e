//! Connections on their way up.

use loadproof_engine::{Clock, Event};
use loadproof_measure::ErrorKind;
use rustix::event::epoll::EventFlags;
use rustix::fd::AsRawFd;
use rustix::io::Errno;
use rustix::net;

use crate::arrival::note_arrivals;
use crate::connection::{Connection, State};
use crate::fault::{kind_of, kind_of_broken_handshake};
use crate::inbox::Received;
use crate::poll::{BOTH_WAYS, INCOMING};
use crate::tls_session::TlsSession;
use crate::Reactor;

impl Reactor {
    /// Begins a connection to the next address.
    pub(crate) fn open_one(&mut self) -> Result<(), Errno> {
        let endpoint = &self.settings.endpoint;
        let address = self.next_address % endpoint.addresses().len().max(1);
        self.next_address = address + 1;
        let connection = Connection::new(endpoint, address, self.clock.now_ns())?;
        if is_reserved(&connection, self.settings.descriptors) {
            return Err(Errno::MFILE);
        }
        let taken = connection.connect(endpoint)?;
        if self.inbox.reader.notes_arrivals() {
            note_arrivals(&connection.socket, true);
        }
        let number = self.slots.insert(connection);
        if !taken {
            self.backlogged.push_back(self.slots.token(number));
            return Ok(());
        }
        self.watch_new(number)
    }

    fn watch_new(&mut self, number: u32) -> Result<(), Errno> {
        let Some(connection) = self.slots.get(number) else {
            return Ok(());
        };
        let added = self.poll.add(&connection.socket, self.slots.token(number), EventFlags::OUT);
        if added.is_err() {
            drop(self.slots.remove(number));
        }
        added
    }

    /// Notes why a connection could not even be begun.
    pub(crate) fn note_open_failure(&mut self, error: Errno) {
        match error {
            // NOSPC: the user may watch no more descriptors (fs.epoll.max_user_watches).
            Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM | Errno::NOSPC => self.limits.descriptors += 1,
            Errno::ADDRNOTAVAIL | Errno::ADDRINUSE | Errno::AGAIN => self.limits.ports += 1,
            _ => self.failures.push_back(Event::ConnectFailed {
                kind: kind_of(error),
                at_ns: self.clock.now_ns(),
            }),
        }
    }

    /// Asks a Unix socket again whose queue was full. That is what TCP does for its connections by itself, so that a target
    /// that accepts too slowly is slow and not refusing; the connect timeout ends it.
    pub(crate) fn retry_backlogged(&mut self) {
        while let Some(token) = self.backlogged.pop_front() {
            let Some((number, State::Connecting)) = self.slots.named_by(token) else {
                continue;
            };
            let Some(connection) = self.slots.get(number) else { continue };
            let outcome = match connection.connect(&self.settings.endpoint) {
                Ok(false) => return self.backlogged.push_front(token),
                Ok(true) => self.watch_new(number),
                Err(error) => {
                    drop(self.slots.remove(number));
                    Err(error)
                }
            };
            if let Err(error) = outcome {
                self.note_open_failure(error);
            }
        }
    }

    /// A connection came up, or did not.
    pub(crate) fn connected(&mut self, number: u32) -> Option<Event> {
        let at_ns = self.clock.now_ns();
        let connection = self.slots.get_mut(number)?;
        let outcome = net::sockopt::socket_error(&connection.socket).and_then(|outcome| outcome);
        if let Err(error) = outcome {
            if error == Errno::ADDRNOTAVAIL {
                self.limits.ports += 1;
                drop(self.slots.remove(number));
                return None;
            }
            return self.not_up(number, kind_of(error), at_ns);
        }
        self.phases.connect.record_ns(at_ns.saturating_sub(connection.begun_ns));
        let Some(context) = &self.settings.tls else {
            return self.up(number, at_ns);
        };
        connection.state = State::Handshaking { since_ns: at_ns };
        self.inbox.scratch.clear();
        // Only the library's own state can refuse to begin.
        let Ok(session) = TlsSession::begin(context, &mut self.inbox.scratch) else {
            return self.not_up(number, ErrorKind::TlsFailed, at_ns);
        };
        connection.tls = Some(Box::new(session));
        match connection.write_wire(&self.inbox.scratch) {
            Ok(()) => self.watch_handshake(number, at_ns),
            Err(_) => self.not_up(number, ErrorKind::TlsClosed, at_ns),
        }
    }

    fn watch_handshake(&mut self, number: u32, at_ns: u64) -> Option<Event> {
        let waits = self.slots.get(number)?.outgoing.is_some();
        if self.watch(number, if waits { BOTH_WAYS } else { INCOMING }) {
            return None;
        }
        self.not_up(number, ErrorKind::ConnectFailed, at_ns)
    }

    /// Takes what the target says in the handshake.
    pub(crate) fn shake_hands(&mut self, number: u32, since_ns: u64, flags: EventFlags) -> Option<Event> {
        let connection = self.slots.get_mut(number)?;
        let waited = connection.outgoing.is_some();
        let written = connection.write_outgoing().map(|_| Received::Nothing);
        let mut outcome = Ok(Received::Nothing);
        if flags.intersects(INCOMING | EventFlags::HUP | EventFlags::ERR) {
            outcome = self.inbox.receive(connection);
        }
        // A target that takes no more may have sent the reason before: what it sent goes first.
        let outcome = if outcome == Ok(Received::Nothing) { written } else { outcome };
        let waits = connection.outgoing.is_some();
        let tls = connection.tls.as_deref();
        let established = tls.is_some_and(|tls| tls.established);
        let broken = tls.map_or(ErrorKind::TlsClosed, kind_of_broken_handshake);
        let at_ns = self.clock.now_ns();
        match outcome {
            Ok(Received::Nothing) => {}
            // Nobody asked for anything yet.
            Ok(Received::Bytes) => return self.not_up(number, ErrorKind::Garbage, at_ns),
            Ok(Received::End) | Err(ErrorKind::Reset | ErrorKind::Closed) => return self.not_up(number, broken, at_ns),
            Err(kind) => return self.not_up(number, kind, at_ns),
        }
        if waits != waited {
            self.watch(number, if waits { BOTH_WAYS } else { INCOMING });
        }
        if !established {
            return None;
        }
        self.phases.tls.record_ns(at_ns.saturating_sub(since_ns));
        self.up(number, at_ns)
    }

    fn up(&mut self, number: u32, at_ns: u64) -> Option<Event> {
        let connection = self.slots.get(number)?;
        if connection.tls.is_none() && !self.watch(number, INCOMING) {
            return self.not_up(number, ErrorKind::ConnectFailed, at_ns);
        }
        self.slots.set_idle(number, at_ns);
        Some(Event::Ready)
    }

    fn not_up(&mut self, number: u32, kind: ErrorKind, at_ns: u64) -> Option<Event> {
        self.slots.remove(number)?;
        Some(Event::ConnectFailed { kind, at_ns })
    }

    /// Gives up connections that have not come up in time, as when a target's queue of connections is full. The calls that
    /// wait for them have timeouts of their own.
    pub(crate) fn give_up_connecting(&mut self, looked_ns: u64) {
        if self.slots.coming_up() == 0 {
            return;
        }
        let limit_ns = self.settings.connect_timeout_ns;
        let late = self
            .slots
            .coming_up_that(|connection| looked_ns > connection.begun_ns.saturating_add(limit_ns));
        for number in late {
            drop(self.slots.remove(number));
        }
    }
}

/// True if the socket has a number that is reserved for the rest of the process.
fn is_reserved(connection: &Connection, descriptors: Option<u32>) -> bool {
    let number = connection.socket.as_raw_fd().unsigned_abs();
    descriptors.is_some_and(|first_reserved| number >= first_reserved)
}
