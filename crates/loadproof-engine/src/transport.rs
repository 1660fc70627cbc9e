//! What carries calls to the target.

use loadproof_measure::{ErrorKind, Phases, Traffic};
use loadproof_protocol::http1::{Content, Expectation};

/// A connection that can take a call now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The transport's own number for it.
    pub connection: u32,
    /// Since when it could have taken one, on the clock of the shard.
    pub ready_ns: u64,
    /// It carried calls before, or was free for so long that the target may close it for that.
    pub is_reused: bool,
}

/// What became of calls and connections; instants are on the clock of the shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A new connection can take calls.
    Ready,
    /// A call has its whole answer.
    Answered {
        /// The number that the run loop gave it.
        call: u32,
        /// Status of the reply.
        status: u16,
        /// When its first byte was there.
        first_byte_ns: u64,
        /// When the answer was whole.
        at_ns: u64,
        /// Bytes of the call on this connection.
        traffic: Traffic,
    },
    /// A call will get no answer; its connection is gone.
    Failed {
        /// The number that the run loop gave it.
        call: u32,
        /// Why.
        kind: ErrorKind,
        /// True if no byte of an answer had come.
        is_unanswered: bool,
        /// When that was known.
        at_ns: u64,
        /// Bytes of the call on this connection.
        traffic: Traffic,
    },
    /// A connection could not be made.
    ConnectFailed {
        /// Why.
        kind: ErrorKind,
        /// When that was known.
        at_ns: u64,
    },
}

/// What a wait is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// What happens: something hangs on it.
    ToEvents,
    /// Time alone: nothing is done for an answer that a later look at it would not do as well, as long as its instant is
    /// known. A transport that knows no instants of its own waits for events all the same.
    ToTime,
}

/// How often the generator's own limits stood in the way since the last time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// No free file descriptor for a new connection.
    pub descriptors: u64,
    /// No free local port for a new connection.
    pub ports: u64,
    /// A call found every connection busy and their number at its maximum.
    pub connections: u64,
}

/// The transport itself cannot go on; nothing that a target does leads here.
#[derive(Debug, thiserror::Error)]
#[error("{what}: {source}")]
pub struct TransportFault {
    /// What was tried.
    pub what: &'static str,
    /// What the system said.
    pub source: std::io::Error,
}

/// Connections to the target. The run loop owns time and calls; a transport owns what carries them.
///
/// One call at a time travels on a leased connection today; several (HTTP/2) only make `acquire` hand out the same
/// connection again, since every event names its call.
pub trait Transport: Send {
    /// Called on the shard's thread before the first call of a trial; forgets what happened in between. With `gather_ns`
    /// some waits of the trial are for time alone: what happens in them has to be told with its instant, and each may last so long
    /// even where less is asked for, so that calls which are due soon after each other go out together.
    ///
    /// # Errors
    /// [`TransportFault`] when the system refuses.
    fn begin(&mut self, gather_ns: Option<u64>) -> Result<(), TransportFault>;

    /// A connection that is free now; it stays taken until its call ends or it is given back by `release`.
    fn acquire(&mut self) -> Option<Lease>;

    /// A connection that is free now and is not reused.
    fn acquire_new(&mut self) -> Option<Lease>;

    /// Gives back a connection on which nothing was sent.
    fn release(&mut self, lease: Lease);

    /// Opens connections so that `waiting` calls will find one, up to the maximum.
    fn grow(&mut self, waiting: usize);

    /// Opens connections so that `calls` will find a new one each, up to the maximum; where that is reached, closes free ones in their place.
    fn grow_new(&mut self, calls: usize);

    /// Hands over a request of an operation of the plan, and says what is wanted of its reply.
    ///
    /// # Errors
    /// The kind of failure when the connection turned out to be of no use; it is gone then.
    fn send(
        &mut self,
        connection: u32,
        call: u32,
        operation: usize,
        request: &[u8],
        expectation: Expectation,
    ) -> Result<(), ErrorKind>;

    /// Gives up the call on a connection, and the connection with it; the bytes of the call until then.
    fn cancel(&mut self, connection: u32) -> Traffic;

    /// Waits for what `attention` asks for, until an instant at the latest; also looks after connections that never come up.
    ///
    /// # Errors
    /// [`TransportFault`] when the system refuses.
    fn wait(&mut self, until_ns: u64, attention: Attention) -> Result<(), TransportFault>;

    /// The next event that `wait` found; None when there is none left.
    fn next_event(&mut self) -> Option<Event>;

    /// The reply that the last event told of, as far as it was kept; empty after any other event.
    fn content(&self) -> Content<'_>;

    /// True if calls travel over TLS.
    fn speaks_tls(&self) -> bool {
        false
    }

    /// Connections that are up or being made.
    fn connections(&self) -> usize;

    /// Limits met since the last time.
    fn take_limits(&mut self) -> Limits;

    /// Times of connections made since the last time; those of calls are the run loop's to add.
    fn take_phases(&mut self) -> Phases;

    /// What the service said of itself at this moment, by name: a simulated one can.
    fn service_state(&self) -> Vec<(&'static str, f64)> {
        Vec::new()
    }
}
