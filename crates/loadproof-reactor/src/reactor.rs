//! Epoll over all connections of a shard.

use std::collections::VecDeque;
use std::mem::MaybeUninit;
use std::net::SocketAddr;
use std::num::NonZeroU64;

use loadproof_engine::{Clock, Event, Lease, Limits, Transport, TransportFault};
use loadproof_measure::{ErrorKind, Phases};
use loadproof_protocol::http1::{Content, Expectation};
use rustix::event::epoll::{self, EventData, EventFlags};
use rustix::event::Timespec;
use rustix::fd::OwnedFd;
use rustix::io::Errno;
use rustix::net;

use crate::connection::{kind_of, kind_of_fault, Connection, State, NO_CALL};
use crate::MonotonicClock;

const NANOS_PER_SECOND: u64 = 1_000_000_000;
/// Most events that one wait hands over.
const EVENTS: usize = 512;
/// Bytes read at once; larger bodies take several reads.
const READ_BYTES: usize = 64 * 1024;
/// How often connections that do not come up are looked for.
const CONNECT_CHECK_NS: u64 = NANOS_PER_SECOND / 10;

/// What a reactor needs to know.
#[derive(Clone, Debug)]
pub struct ReactorSettings {
    /// The target.
    pub address: SocketAddr,
    /// Most connections.
    pub connections: usize,
    /// Time after which a connection that has not come up is given up, in nanoseconds.
    pub connect_timeout_ns: u64,
}

/// The connections of one shard. They grow when calls wait, up to the maximum, and stay open for later calls.
#[derive(Debug)]
pub struct Reactor {
    settings: ReactorSettings,
    clock: MonotonicClock,
    epoll: OwnedFd,
    /// Connections by number; a generation tells a number's present owner from earlier ones in events and in `idle`.
    entries: Vec<(u32, Option<Connection>)>,
    vacant: Vec<u32>,
    /// Free connections, the last used on top; entries of closed ones are stale and skipped.
    idle: Vec<(u32, u32)>,
    connecting: usize,
    /// What the last wait found: token and flags, apart from the system's own structure, which may not change threads.
    ready: Vec<(u64, EventFlags)>,
    taken: usize,
    /// Failures found while opening connections, to be handed out before anything else.
    failures: VecDeque<Event>,
    read_buffer: Vec<u8>,
    limits: Limits,
    next_connect_check_ns: u64,
}

impl Reactor {
    /// A reactor without connections.
    ///
    /// # Errors
    /// [`TransportFault`] when the system has no epoll to give.
    pub fn new(settings: ReactorSettings) -> Result<Self, TransportFault> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).map_err(|error| fault("epoll_create", error))?;
        Ok(Self {
            settings,
            clock: MonotonicClock,
            epoll,
            entries: Vec::new(),
            vacant: Vec::new(),
            idle: Vec::new(),
            connecting: 0,
            ready: Vec::with_capacity(EVENTS),
            taken: 0,
            failures: VecDeque::new(),
            read_buffer: vec![0; READ_BYTES],
            limits: Limits::default(),
            next_connect_check_ns: 0,
        })
    }

    fn open_one(&mut self) -> Result<(), Errno> {
        let connection = Connection::open(self.settings.address, self.clock.now_ns())?;
        let number = self.vacant.pop().unwrap_or_else(|| {
            self.entries.push((0, None));
            (self.entries.len() - 1) as u32
        });
        let entry = &mut self.entries[number as usize];
        entry.0 = entry.0.wrapping_add(1);
        let data = EventData::new_u64(u64::from(entry.0) << 32 | u64::from(number));
        if let Err(error) = epoll::add(&self.epoll, &connection.socket, data, EventFlags::OUT) {
            self.vacant.push(number);
            return Err(error);
        }
        entry.1 = Some(connection);
        self.connecting += 1;
        Ok(())
    }

    /// Notes why a connection could not even be begun.
    fn note_open_failure(&mut self, error: Errno) {
        match error {
            Errno::MFILE | Errno::NFILE | Errno::NOBUFS | Errno::NOMEM => self.limits.descriptors += 1,
            Errno::ADDRNOTAVAIL | Errno::ADDRINUSE | Errno::AGAIN => self.limits.ports += 1,
            _ => {
                let kind = if error == Errno::CONNREFUSED {
                    ErrorKind::Refused
                } else {
                    ErrorKind::ConnectFailed
                };
                self.failures.push_back(Event::ConnectFailed {
                    kind,
                    at_ns: self.clock.now_ns(),
                });
            }
        }
    }

    fn watch(&self, number: u32, flags: EventFlags) -> Result<(), Errno> {
        let (generation, connection) = &self.entries[number as usize];
        let Some(connection) = connection else { return Ok(()) };
        let data = EventData::new_u64(u64::from(*generation) << 32 | u64::from(number));
        epoll::modify(&self.epoll, &connection.socket, data, flags)
    }

    /// Closes a connection; the system forgets its events with it.
    fn close(&mut self, number: u32) {
        let entry = &mut self.entries[number as usize];
        if let Some(connection) = entry.1.take() {
            entry.0 = entry.0.wrapping_add(1);
            self.connecting -= usize::from(matches!(connection.state, State::Connecting { .. }));
            self.vacant.push(number);
        }
    }

    #[inline]
    fn set_idle(&mut self, number: u32, since_ns: u64) {
        let (generation, connection) = &mut self.entries[number as usize];
        if let Some(connection) = connection {
            connection.state = State::Idle { since_ns };
            self.idle.push((number, *generation));
        }
    }

    #[inline]
    fn handle(&mut self, token: u64, flags: EventFlags) -> Option<Event> {
        let number = token as u32;
        let (generation, connection) = self.entries.get_mut(number as usize)?;
        if *generation != (token >> 32) as u32 {
            return None;
        }
        match connection.as_ref()?.state {
            State::Connecting { .. } => self.connected(number),
            State::Idle { .. } => {
                // The target closed a connection that carried nothing, or sent what nobody asked for: it is of no more use.
                self.close(number);
                None
            }
            State::Busy { call } => self.progress(number, call, flags),
        }
    }

    fn connected(&mut self, number: u32) -> Option<Event> {
        let connection = self.entries[number as usize].1.as_mut()?;
        let outcome = net::sockopt::socket_error(&connection.socket).and_then(|outcome| outcome);
        let at_ns = self.clock.now_ns();
        if let Err(error) = outcome.and_then(|()| self.watch(number, EventFlags::IN)) {
            self.close(number);
            if matches!(error, Errno::ADDRNOTAVAIL) {
                self.limits.ports += 1;
                return None;
            }
            let kind = if error == Errno::CONNREFUSED {
                ErrorKind::Refused
            } else {
                ErrorKind::ConnectFailed
            };
            return Some(Event::ConnectFailed { kind, at_ns });
        }
        self.connecting -= 1;
        self.set_idle(number, at_ns);
        Some(Event::Ready)
    }

    #[inline]
    fn progress(&mut self, number: u32, call: u32, flags: EventFlags) -> Option<Event> {
        if flags.contains(EventFlags::OUT) {
            let connection = self.entries[number as usize].1.as_mut()?;
            match connection.write_unsent() {
                Ok(false) => {}
                Ok(true) => drop(self.watch(number, EventFlags::IN)),
                Err(kind) => return Some(self.fail(number, call, kind)),
            }
        }
        if flags.intersects(EventFlags::IN | EventFlags::HUP | EventFlags::ERR) {
            return self.read(number, call);
        }
        None
    }

    #[inline]
    fn read(&mut self, number: u32, call: u32) -> Option<Event> {
        let connection = self.entries[number as usize].1.as_mut()?;
        let received = net::recv(&connection.socket, &mut self.read_buffer[..], net::RecvFlags::empty());
        let at_ns = self.clock.now_ns();
        let decoded = match received {
            Ok((0, _)) => connection.decoder.end(),
            Ok((bytes, _)) => connection.decoder.feed(&self.read_buffer[..bytes]),
            Err(Errno::AGAIN | Errno::INTR) => return None,
            Err(error) => return Some(self.fail(number, call, kind_of(error))),
        };
        match decoded {
            Ok(Some(reply)) if call != NO_CALL => {
                // A reply that came before its whole request went out leaves a connection that cannot be used again.
                if reply.keep_alive && connection.unsent.is_empty() {
                    self.set_idle(number, at_ns);
                } else {
                    self.close(number);
                }
                Some(Event::Answered {
                    call,
                    status: reply.status,
                    first_byte_ns: at_ns,
                    at_ns,
                })
            }
            Ok(None) if !matches!(received, Ok((0, _))) => None,
            Ok(_) => Some(self.fail(number, call, ErrorKind::Closed)),
            Err(fault) => Some(self.fail(number, call, kind_of_fault(fault))),
        }
    }

    fn fail(&mut self, number: u32, call: u32, kind: ErrorKind) -> Event {
        self.close(number);
        Event::Failed {
            call,
            kind,
            at_ns: self.clock.now_ns(),
        }
    }

    /// Gives up connections that have not come up in time, as when a target's queue of connections is full.
    fn give_up_connecting(&mut self, now_ns: u64) {
        self.next_connect_check_ns = now_ns + CONNECT_CHECK_NS;
        if self.connecting == 0 {
            return;
        }
        let limit_ns = self.settings.connect_timeout_ns;
        let late: Vec<u32> = (0..self.entries.len() as u32)
            .filter(|number| {
                self.entries[*number as usize].1.as_ref().is_some_and(
                    |connection| matches!(connection.state, State::Connecting { since_ns } if now_ns > since_ns + limit_ns),
                )
            })
            .collect();
        late.into_iter().for_each(|number| self.close(number));
    }
}

fn fault(what: &'static str, error: Errno) -> TransportFault {
    TransportFault {
        what,
        source: error.into(),
    }
}

impl Transport for Reactor {
    fn begin(&mut self) -> Result<(), TransportFault> {
        // Threads that are not real-time are woken up to 50 µs late by default, so that wake-ups can be joined; a generator wants its own.
        rustix::thread::set_current_timer_slack(NonZeroU64::new(1)).map_err(|error| fault("timer slack", error))?;
        // Connections that the target closed between trials show themselves here instead of under a call.
        self.wait(0)?;
        while self.next_event().is_some() {}
        self.limits = Limits::default();
        Ok(())
    }

    #[inline]
    fn acquire(&mut self) -> Option<Lease> {
        while let Some((number, generation)) = self.idle.pop() {
            let (present, connection) = &mut self.entries[number as usize];
            if let (true, Some(connection)) = (*present == generation, connection) {
                if let State::Idle { since_ns } = connection.state {
                    connection.state = State::Busy { call: NO_CALL };
                    return Some(Lease {
                        connection: number,
                        ready_ns: since_ns,
                    });
                }
            }
        }
        None
    }

    fn release(&mut self, lease: Lease) {
        self.set_idle(lease.connection, lease.ready_ns);
    }

    #[inline]
    fn grow(&mut self, waiting: usize) {
        while self.connecting < waiting {
            if self.connections() >= self.settings.connections {
                // A saturating load asks for all there may be; that is not a call that waits.
                self.limits.connections += u64::from(waiting != usize::MAX);
                return;
            }
            if let Err(error) = self.open_one() {
                return self.note_open_failure(error);
            }
        }
    }

    #[inline]
    fn send(&mut self, connection: u32, call: u32, request: &[u8], expectation: Expectation) -> Result<(), ErrorKind> {
        let Some(entry) = self.entries[connection as usize].1.as_mut() else {
            return Err(ErrorKind::Closed);
        };
        entry.state = State::Busy { call };
        entry.decoder.expect_reply(expectation);
        let written = entry.write(request);
        let waits = !entry.unsent.is_empty();
        if let Err(kind) = written {
            self.close(connection);
            return Err(kind);
        }
        if waits && self.watch(connection, EventFlags::IN | EventFlags::OUT).is_err() {
            self.close(connection);
            return Err(ErrorKind::ConnectFailed);
        }
        Ok(())
    }

    fn cancel(&mut self, connection: u32) {
        if let Some(entry) = self.entries.get(connection as usize).and_then(|(_, entry)| entry.as_ref()) {
            entry.reset_on_close();
        }
        self.close(connection);
    }

    #[inline]
    fn wait(&mut self, until_ns: u64) -> Result<(), TransportFault> {
        let now_ns = self.clock.now_ns();
        if now_ns >= self.next_connect_check_ns {
            self.give_up_connecting(now_ns);
        }
        let wait_ns = if self.failures.is_empty() {
            until_ns.saturating_sub(now_ns)
        } else {
            0
        };
        let timeout = Timespec {
            tv_sec: (wait_ns / NANOS_PER_SECOND) as i64,
            tv_nsec: (wait_ns % NANOS_PER_SECOND) as i64,
        };
        self.ready.clear();
        self.taken = 0;
        let mut storage = [const { MaybeUninit::<epoll::Event>::uninit() }; EVENTS];
        match epoll::wait(&self.epoll, &mut storage[..], Some(&timeout)) {
            Ok((events, _)) => self.ready.extend(events.iter().map(|event| (event.data.u64(), event.flags))),
            Err(Errno::INTR) => {}
            Err(error) => return Err(fault("epoll_wait", error)),
        }
        Ok(())
    }

    #[inline]
    fn next_event(&mut self) -> Option<Event> {
        if let Some(failure) = self.failures.pop_front() {
            return Some(failure);
        }
        while self.taken < self.ready.len() {
            let (token, flags) = self.ready[self.taken];
            self.taken += 1;
            if let Some(event) = self.handle(token, flags) {
                return Some(event);
            }
        }
        None
    }

    fn content(&self) -> Content<'_> {
        Content::default()
    }

    fn connections(&self) -> usize {
        self.entries.len() - self.vacant.len()
    }

    fn take_limits(&mut self) -> Limits {
        std::mem::take(&mut self.limits)
    }

    fn take_phases(&mut self) -> Phases {
        Phases::default()
    }
}
