//! The transport over sockets.

use std::collections::VecDeque;
use std::num::NonZeroU64;

use loadproof_engine::{Attention, Clock, ConnectionLimit, Event, Lease, Limits, Transport, TransportFault};
use loadproof_measure::{ErrorKind, Phases, Traffic};
use loadproof_protocol::http1::{Content, Decoder, Expectation};
use rustix::event::epoll::EventFlags;
use rustix::io::Errno;

use crate::connection::{Connection, State};
use crate::fault::transport_fault;
use crate::growth::Growth;
use crate::inbox::Inbox;
use crate::poll::{Poll, BOTH_WAYS};
use crate::slots::Slots;
use crate::{Endpoint, MonotonicClock, TlsContext};

/// How often connections that do not come up are looked for.
const CONNECT_CHECK_NS: u64 = 100_000_000;
/// Longest sleep through arrivals: beyond it a wake-up for each costs little, as there are few.
const LONGEST_SLEEP_NS: u64 = 1_000_000;
/// How often a Unix socket whose queue was full is asked again.
const BACKLOG_RETRY_NS: u64 = 1_000_000;

/// How long a free connection is leased again without a look at whether the target has ended it: the last events told of it.
const TRUSTED_NS: u64 = 10_000_000;

/// What a reactor needs to know.
#[derive(Clone, Debug)]
pub struct ReactorSettings {
    /// The target.
    pub endpoint: Endpoint,
    /// Which of its addresses the first connection takes: a different one for each shard spreads few connections, too.
    pub first_address: usize,
    /// TLS; None: none.
    pub tls: Option<TlsContext>,
    /// Most connections.
    pub connections: ConnectionLimit,
    /// Numbers of file descriptors that connections may have are below this. The system gives the lowest free number, so the
    /// numbers from here up to the limit of the process stay free for the rest of it. None: connections may take all.
    pub descriptors: Option<u32>,
    /// Time after which a connection that has not come up, TLS included, is given up, in nanoseconds.
    pub connect_timeout_ns: u64,
}

/// Whose reply the last event told of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum LastReply {
    None,
    /// That of a connection that is still there.
    Of(u32),
    /// That of one that ended with it.
    OfEnded,
}

/// The connections of one shard. They grow when calls wait, up to the maximum, and stay open for later calls.
#[derive(Debug)]
pub struct Reactor {
    pub(crate) settings: ReactorSettings,
    pub(crate) clock: MonotonicClock,
    pub(crate) poll: Poll,
    pub(crate) slots: Slots,
    pub(crate) inbox: Inbox,
    pub(crate) last_reply: LastReply,
    /// The decoder of a connection that ended with the reply that the last event told of.
    pub(crate) ended_decoder: Option<Decoder>,
    /// The last instant that was looked up; near enough to now for limits of seconds.
    pub(crate) recent_ns: u64,
    pub(crate) next_address: usize,
    /// Connections that a Unix socket's full queue has not taken yet, by token.
    pub(crate) backlogged: VecDeque<u64>,
    /// Failures found while opening connections, to be handed out before anything else.
    pub(crate) failures: VecDeque<Event>,
    pub(crate) limits: Limits,
    pub(crate) phases: Phases,
    growth: Growth,
    next_connect_check_ns: u64,
    /// How long a wait for time alone may last where less is asked for.
    gather_ns: u64,
}

impl Reactor {
    /// A reactor without connections.
    ///
    /// # Errors
    /// [`TransportFault`] when the system has no epoll to give.
    pub fn new(settings: ReactorSettings) -> Result<Self, TransportFault> {
        let poll = Poll::new().map_err(|error| transport_fault("epoll_create", error))?;
        Ok(Self {
            inbox: Inbox::new(settings.tls.is_some()),
            next_address: settings.first_address,
            settings,
            clock: MonotonicClock,
            poll,
            slots: Slots::default(),
            last_reply: LastReply::None,
            ended_decoder: None,
            recent_ns: 0,
            backlogged: VecDeque::new(),
            failures: VecDeque::new(),
            limits: Limits::default(),
            phases: Phases::default(),
            growth: Growth::default(),
            next_connect_check_ns: 0,
            gather_ns: 0,
        })
    }

    /// Changes what a connection is watched for; one that cannot be watched is found out by its call's timeout.
    pub(crate) fn watch(&self, number: u32, flags: EventFlags) -> bool {
        let Some(connection) = self.slots.get(number) else {
            return false;
        };
        let watched = self.poll.modify(&connection.socket, self.slots.token(number), flags);
        watched.is_ok()
    }

    fn is_open(&self, number: u32) -> bool {
        self.slots.get(number).is_some_and(Connection::is_open)
    }

    #[inline]
    fn handle(&mut self, token: u64, flags: EventFlags) -> Option<Event> {
        let (number, state) = self.slots.named_by(token)?;
        match state {
            State::Busy { call } => self.progress(number, call, flags),
            State::Connecting => self.connected(number),
            State::Handshaking { since_ns } => self.shake_hands(number, since_ns, flags),
            State::Idle { .. } => {
                self.look_at_idle(number, flags);
                None
            }
        }
    }

    /// Has open as many connections as a saturating load opens; an earlier trial may have left more.
    fn saturate(&mut self) {
        let most = self.settings.connections.saturating;
        while self.slots.len() < most {
            if let Err(fault) = self.open_one() {
                return self.note_open_failure(fault);
            }
        }
        while self.slots.len() > most {
            let Some(lease) = self.slots.lease(self.recent_ns) else {
                return;
            };
            drop(self.slots.remove(lease.connection));
        }
    }

    /// Begins a connection if the pace allows one now; false if it does not.
    #[cold]
    fn open_one_paced(&mut self) -> Result<bool, Errno> {
        let began_ns = self.clock.now_ns();
        if !self.growth.may_open(began_ns) {
            self.limits.connections += u64::from(self.growth.is_noticed(began_ns));
            return Ok(false);
        }
        let opened = self.open_one();
        self.growth.opened(began_ns, self.clock.now_ns());
        opened.map(|()| true)
    }

    /// Lets go of the reply that the last event told of.
    #[inline]
    fn forget_reply(&mut self) {
        match std::mem::replace(&mut self.last_reply, LastReply::None) {
            LastReply::None => {}
            LastReply::Of(number) => {
                if let Some(connection) = self.slots.get_mut(number) {
                    connection.decoder.release_content();
                }
            }
            LastReply::OfEnded => self.ended_decoder = None,
        }
    }
}

impl Transport for Reactor {
    fn begin(&mut self, gather_ns: Option<u64>) -> Result<(), TransportFault> {
        // Threads that are not real-time are woken up to 50 µs late by default, so that wake-ups can be joined; a generator wants its own.
        rustix::thread::set_current_timer_slack(NonZeroU64::new(1)).map_err(|error| transport_fault("timer slack", error))?;
        // Connections that the target closed between trials show themselves here instead of under a call.
        self.wait(0, Attention::ToEvents)?;
        while self.next_event().is_some() {}
        self.limits = Limits::default();
        // A saturating load gains nothing from notes of arrival and shall not pay for them; a Unix socket has none, so that
        // nothing that comes by one may be slept through.
        let noted = gather_ns.is_some() && !matches!(self.settings.endpoint, Endpoint::Unix(_));
        self.inbox.reader.set_noted(noted, self.slots.sockets());
        self.gather_ns = gather_ns.unwrap_or(0);
        Ok(())
    }

    #[inline]
    fn acquire(&mut self) -> Option<Lease> {
        loop {
            let lease = self.slots.lease(self.recent_ns)?;
            if self.recent_ns < lease.ready_ns.saturating_add(TRUSTED_NS) || self.is_open(lease.connection) {
                return Some(lease);
            }
            drop(self.slots.remove(lease.connection));
        }
    }

    fn acquire_new(&mut self) -> Option<Lease> {
        self.slots.lease_new(self.recent_ns)
    }

    fn release(&mut self, lease: Lease) {
        self.slots.set_idle(lease.connection, lease.ready_ns);
    }

    #[inline]
    fn grow(&mut self, waiting: usize) {
        // A saturating load asks for all there may be; that is not a call that waits.
        if waiting == usize::MAX {
            return self.saturate();
        }
        let limit = self.settings.connections;
        while self.slots.coming_up() < waiting {
            let open = self.slots.len();
            if open >= limit.most {
                self.limits.connections += 1;
                return;
            }
            let opened = if limit.paced_from.is_some_and(|unpaced| open >= unpaced) {
                self.open_one_paced()
            } else {
                self.open_one().map(|()| true)
            };
            match opened {
                Ok(true) => {}
                Ok(false) => return,
                Err(fault) => return self.note_open_failure(fault),
            }
        }
        self.growth.caught_up();
    }

    fn grow_new(&mut self, calls: usize) {
        let room = self.settings.connections.most.saturating_sub(self.slots.len());
        let wanted = calls.saturating_sub(self.slots.coming_up());
        for _ in room..wanted {
            if self.slots.remove_idle().is_none() {
                break;
            }
        }
        self.grow(calls);
    }

    #[inline]
    fn send(
        &mut self,
        connection: u32,
        call: u32,
        _operation: usize,
        request: &[u8],
        expectation: Expectation,
    ) -> Result<(), ErrorKind> {
        let Some(entry) = self.slots.get_mut(connection) else {
            return Err(ErrorKind::Closed);
        };
        entry.state = State::Busy { call };
        entry.decoder.expect_reply(expectation);
        let written = entry.write(request, &mut self.inbox.scratch);
        let waits = entry.outgoing.is_some();
        if let Err(kind) = written {
            drop(self.slots.remove(connection));
            return Err(kind);
        }
        if waits && !self.watch(connection, BOTH_WAYS) {
            drop(self.slots.remove(connection));
            return Err(ErrorKind::ConnectFailed);
        }
        Ok(())
    }

    fn cancel(&mut self, connection: u32) -> Traffic {
        let Some(entry) = self.slots.remove(connection) else {
            return Traffic::default();
        };
        entry.reset_on_close();
        entry.traffic()
    }

    #[inline]
    fn wait(&mut self, until_ns: u64, attention: Attention) -> Result<(), TransportFault> {
        self.forget_reply();
        let now_ns = self.clock.now_ns();
        if now_ns >= self.next_connect_check_ns {
            self.next_connect_check_ns = now_ns + CONNECT_CHECK_NS;
            // What came up while nobody looked is not late: only what an earlier look could have found is given up.
            self.give_up_connecting(self.recent_ns);
        }
        self.recent_ns = now_ns;
        let mut wait_ns = until_ns.saturating_sub(now_ns);
        if !self.backlogged.is_empty() {
            self.retry_backlogged();
            wait_ns = wait_ns.min(BACKLOG_RETRY_NS);
        }
        if !self.failures.is_empty() {
            wait_ns = 0;
        }
        if self.inbox.reader.notes_arrivals() {
            if attention == Attention::ToTime && wait_ns <= LONGEST_SLEEP_NS {
                Poll::sleep(wait_ns.max(self.gather_ns));
                wait_ns = 0;
            }
            self.inbox.reader.look(&self.clock, self.poll.left_events());
        }
        self.poll.wait(wait_ns).map_err(|error| transport_fault("epoll_wait", error))
    }

    #[inline]
    fn next_event(&mut self) -> Option<Event> {
        self.forget_reply();
        if let Some(failure) = self.failures.pop_front() {
            return Some(failure);
        }
        while let Some((token, flags)) = self.poll.next() {
            if let Some(event) = self.handle(token, flags) {
                return Some(event);
            }
        }
        None
    }

    fn content(&self) -> Content<'_> {
        let decoder = match self.last_reply {
            LastReply::None => None,
            LastReply::Of(number) => self.slots.get(number).map(|connection| &connection.decoder),
            LastReply::OfEnded => self.ended_decoder.as_ref(),
        };
        decoder.map_or(Content::default(), |decoder| decoder.content(self.inbox.bytes()))
    }

    fn speaks_tls(&self) -> bool {
        self.settings.tls.is_some()
    }

    fn connections(&self) -> usize {
        self.slots.len()
    }

    fn take_limits(&mut self) -> Limits {
        std::mem::take(&mut self.limits)
    }

    fn take_phases(&mut self) -> Phases {
        std::mem::take(&mut self.phases)
    }
}
