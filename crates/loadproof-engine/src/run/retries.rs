//! Calls whose reused connection ended before the answer began.
//!
//! A target may close an idle connection while a request is on its way to it (RFC 9112, section 9.3.1), so clients send a request that may be
//! repeated once more on a new connection. The call stays the same one: its response time and its timeout run from its due time.

use std::collections::VecDeque;

use loadproof_measure::{ErrorKind, Outcome, Traffic};

use super::Run;
use crate::calls::{Stage, NOT_REUSED};
use crate::{Clock, Lease, Transport};

/// Longest request with values of its own that is kept to be sent again: requests on reused connections are copied to keep them.
const MOST_KEPT_BYTES: usize = 16 * 1024;

/// Calls that wait for a new connection, and the requests that they would send again.
#[derive(Debug, Default)]
pub(super) struct Retries {
    /// With their generation, first come first served; one that was given up leaves a stale entry.
    waiting: VecDeque<(u32, u32)>,
    /// Entries of `waiting` that are not stale.
    count: usize,
    /// By the number of the call; empty where a request is not kept.
    requests: Vec<Vec<u8>>,
}

impl Retries {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// A waiting call was given up.
    pub(super) fn forget_one(&mut self) {
        self.count -= 1;
    }

    fn keep(&mut self, id: u32, request: &[u8]) {
        let place = id as usize;
        if place >= self.requests.len() {
            self.requests.resize_with(place + 1, Vec::new);
        }
        let kept = &mut self.requests[place];
        kept.clear();
        if request.len() <= MOST_KEPT_BYTES {
            kept.extend_from_slice(request);
        }
    }

    fn request(&self, id: u32) -> &[u8] {
        self.requests.get(id as usize).map_or(&[], Vec::as_slice)
    }
}

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Notes that a call goes out on a reused connection, with what it takes to send it again.
    #[inline]
    pub(super) fn note_reuse(&mut self, id: u32, operation: usize, ready_ns: u64, sent_ns: u64) {
        let idle_ns = (sent_ns + self.origin_ns).saturating_sub(ready_ns);
        self.calls.set_idle_ns(id, idle_ns);
        let player = &self.shard.player;
        if !player.is_constant(operation) && player.is_repeatable(operation) {
            self.retries.keep(id, &self.request);
        }
    }

    /// The connection of a call ended, at an instant and after so many bytes: the call is sent again if it may be, else it failed.
    pub(super) fn lose_connection(&mut self, id: u32, kind: ErrorKind, is_unanswered: bool, (at_ns, traffic): (u64, Traffic)) {
        let call = *self.calls.get(id);
        let is_end = matches!(kind, ErrorKind::Reset | ErrorKind::Closed);
        let is_sent = matches!(call.stage, Stage::Sent { .. });
        if !is_sent || !is_unanswered || !is_end || call.idle_ns == NOT_REUSED {
            return self.settle(id, at_ns, Outcome::Failed(kind), traffic);
        }
        self.phases.reused_idle.record_ns(call.idle_ns);
        let operation = call.operation as usize;
        let player = &self.shard.player;
        let is_kept = player.is_constant(operation) || !self.retries.request(id).is_empty();
        if !player.is_repeatable(operation) || !is_kept {
            return self.settle(id, at_ns, Outcome::Failed(ErrorKind::ReusedConnectionClosed), traffic);
        }
        self.recorder.retried(operation, call.due_ns, traffic);
        if let Some(session) = call.session() {
            self.note_traffic(session, traffic);
        }
        self.calls.retry(id);
        self.retries.waiting.push_back((id, call.generation));
        self.retries.count += 1;
        self.serve_retries();
    }

    /// Gives new connections to the calls that wait for one.
    #[cold]
    pub(super) fn serve_retries(&mut self) {
        while self.retries.count > 0 {
            let Some(lease) = self.shard.transport.acquire_new() else {
                return self.shard.transport.grow_new(self.retries.count);
            };
            match self.pop_retry() {
                Some(id) => self.send_again(id, lease),
                None => return self.shard.transport.release(lease),
            }
        }
        // A new connection may have been made for a call that waits for any.
        self.shard.transport.grow(self.waiting_count);
    }

    fn send_again(&mut self, id: u32, lease: Lease) {
        let call = *self.calls.get(id);
        let operation = call.operation as usize;
        self.calls.sent_again(id, lease.connection);
        let shard = &mut *self.shard;
        let expectation = shard.player.expectation(operation, call.session());
        let request = shard.player.constant_request(operation).unwrap_or(self.retries.request(id));
        if let Err(kind) = shard.transport.send(lease.connection, id, operation, request, expectation) {
            let at_ns = self.now_ns();
            self.settle(id, at_ns, Outcome::Failed(kind), Traffic::default());
        }
    }

    /// A connection could not be made: that is the answer of the retried call that has waited longest; false if there is none.
    pub(super) fn fail_retry(&mut self, kind: ErrorKind, at_ns: u64) -> bool {
        let Some(id) = self.pop_retry() else { return false };
        self.settle(id, at_ns, Outcome::Failed(kind), Traffic::default());
        if !self.retries.is_empty() {
            self.serve_retries();
        }
        true
    }

    fn pop_retry(&mut self) -> Option<u32> {
        while let Some((id, generation)) = self.retries.waiting.pop_front() {
            let call = self.calls.get(id);
            if call.generation == generation && call.stage == Stage::Retrying {
                self.retries.count -= 1;
                return Some(id);
            }
        }
        None
    }
}
