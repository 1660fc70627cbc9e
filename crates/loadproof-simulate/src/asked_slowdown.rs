//! Slowdowns that the outside asks for while a trial lasts.

use std::collections::VecDeque;
use std::sync::mpsc::{channel, Receiver, Sender};

use crate::bounds::{self, SpecError};

/// From an instant of the clock on, without the instant itself, service times are multiplied by a factor.
///
/// A call that begins at that very instant may come before the wait at the end of a second, at which a shard hears of a request.
#[derive(Clone, Copy, Debug)]
struct Request {
    from_ns: u64,
    factor: f64,
}

/// Where slowdowns are asked for, by whoever holds the other end of a running shard.
#[derive(Clone, Debug)]
pub struct SlowdownRequests(Sender<Request>);

impl SlowdownRequests {
    /// Multiplies the service times of calls that begin after an instant of the clock that no shard has leave to reach; 1 asks for nothing.
    ///
    /// # Errors
    /// [`SpecError`] for a factor that is no more than a number.
    pub fn slow_from(&self, from_ns: u64, factor: f64) -> Result<(), SpecError> {
        bounds::factor("slowdown", factor)?;
        // A service that is gone is slowed by nobody.
        let _ = self.0.send(Request { from_ns, factor });
        Ok(())
    }
}

/// Requests that were received, and do not hold yet.
#[derive(Debug)]
pub(crate) struct AskedSlowdowns {
    sender: Sender<Request>,
    received: Receiver<Request>,
    waiting: VecDeque<Request>,
    /// When the next one holds; kept, because it is asked for far more often than it changes.
    next_ns: u64,
}

impl Default for AskedSlowdowns {
    fn default() -> Self {
        let (sender, received) = channel();
        Self {
            sender,
            received,
            waiting: VecDeque::new(),
            next_ns: u64::MAX,
        }
    }
}

impl AskedSlowdowns {
    pub(crate) fn requests(&self) -> SlowdownRequests {
        SlowdownRequests(self.sender.clone())
    }

    /// Takes in what was asked for meanwhile.
    #[inline]
    pub(crate) fn receive(&mut self) {
        while let Ok(request) = self.received.try_recv() {
            self.waiting.push_back(request);
            self.look_ahead();
        }
    }

    /// Instant after which the next request holds; the end of time when there is none.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// The factor that holds at an instant, when it is another than before.
    pub(crate) fn take(&mut self, at_ns: u64) -> Option<f64> {
        let mut factor = None;
        while let Some(request) = self.waiting.front().filter(|request| request.from_ns < at_ns) {
            factor = Some(request.factor);
            self.waiting.pop_front();
        }
        self.look_ahead();
        factor
    }

    /// Drops all requests.
    pub(crate) fn forget(&mut self) {
        self.receive();
        self.waiting.clear();
        self.look_ahead();
    }

    fn look_ahead(&mut self) {
        self.next_ns = self.waiting.front().map_or(u64::MAX, |request| request.from_ns);
    }
}
