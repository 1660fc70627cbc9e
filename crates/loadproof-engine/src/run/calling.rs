//! A call from due to settled.

use loadproof_measure::{ErrorKind, Outcome, Sample, Traffic};

use super::Run;
use crate::calls::Stage;
use crate::{Clock, Lease, Transport};

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Counts an open call as due, and sends it if a connection is free and nobody waits for one.
    #[inline(always)]
    pub(super) fn send_or_wait(&mut self, id: u32) {
        let call = self.calls.get(id);
        let (operation, due_ns) = (call.operation as usize, call.due_ns);
        if self.waiting_count == 0 {
            if let Some(lease) = self.shard.transport.acquire() {
                self.recorder.due_and_sent(operation, due_ns);
                return self.send(id, lease);
            }
        }
        self.recorder.due(operation, due_ns);
        self.wait_for_connection(id);
        self.shard.transport.grow(self.waiting_count);
    }

    /// Counts an open call as due and gives it up: its time was over before it could be sent.
    #[cold]
    pub(super) fn drop_unsent(&mut self, id: u32, at_ns: u64) {
        let call = self.calls.get(id);
        self.recorder.due(call.operation as usize, call.due_ns);
        self.settle(id, at_ns, Outcome::Dropped, Traffic::default());
    }

    /// Puts an open call to the end of those that wait.
    pub(super) fn wait_for_connection(&mut self, id: u32) {
        self.waiting.push_back((id, self.calls.get(id).generation));
        self.waiting_count += 1;
    }

    /// Sends a call that has been counted as sent.
    #[inline]
    pub(super) fn send(&mut self, id: u32, lease: Lease) {
        let call = *self.calls.get(id);
        let operation = call.operation as usize;
        let session = call.session();
        let shard = &mut *self.shard;
        let rendered = if shard.player.is_constant(operation) {
            Ok(())
        } else {
            shard
                .player
                .render(operation, session, || shard.clock.unix_ns(), &mut self.request)
        };
        let sent_ns = self.now_ns().max(call.seen_ns);
        let ready_ns = lease.ready_ns.saturating_sub(self.origin_ns).clamp(call.seen_ns, sent_ns);
        let unconnected_ns = ready_ns - call.seen_ns;
        let lateness_ns = sent_ns.saturating_sub(call.due_ns + call.wait_ns + unconnected_ns);
        self.calls.sent(id, lease.connection, unconnected_ns, sent_ns);
        if lease.is_reused {
            self.note_reuse(id, operation, lease.ready_ns, sent_ns);
        }
        self.recorder.lateness(lateness_ns);
        if let Some(session) = session {
            self.note_send(session, unconnected_ns, lateness_ns);
        }
        if rendered.is_err() {
            self.shard.transport.release(lease);
            return self.settle(id, sent_ns, Outcome::Failed(ErrorKind::BadRequestData), Traffic::default());
        }
        let shard = &mut *self.shard;
        let expectation = shard.player.expectation(operation, session);
        let request = shard.player.constant_request(operation).unwrap_or(&self.request);
        match shard.transport.send(lease.connection, id, operation, request, expectation) {
            Ok(()) => {
                if let Some(session) = session {
                    self.note_carried(session);
                }
            }
            Err(kind) => self.lose_connection(id, kind, true, (sent_ns, Traffic::default())),
        }
    }

    /// Gives free connections to the calls that wait, first come first served.
    #[inline]
    pub(super) fn serve_waiting(&mut self) {
        if !self.retries.is_empty() {
            self.serve_retries();
        }
        while self.waiting_count > 0 {
            let Some(lease) = self.shard.transport.acquire() else { return };
            match self.pop_waiting() {
                Some(id) => {
                    let call = self.calls.get(id);
                    self.recorder.sent(call.operation as usize, call.due_ns);
                    self.send(id, lease);
                }
                None => return self.shard.transport.release(lease),
            }
        }
    }

    fn pop_waiting(&mut self) -> Option<u32> {
        while let Some((id, generation)) = self.waiting.pop_front() {
            let call = self.calls.get(id);
            if call.generation == generation && call.stage == Stage::Waiting {
                self.waiting_count -= 1;
                return Some(id);
            }
        }
        None
    }

    /// A connection could not be made: that is the answer of the call that has waited longest, a retried one before all others, or of one
    /// made for a saturating load.
    pub(super) fn fail_unsent(&mut self, kind: ErrorKind, at_ns: u64) {
        if self.waiting_count == 0 && self.retries.is_empty() && self.issuing && self.pace.saturates() {
            self.begin_without_connection(at_ns);
        }
        if self.fail_retry(kind, at_ns) {
            return;
        }
        let Some(id) = self.pop_waiting() else { return };
        let call = *self.calls.get(id);
        let at_ns = at_ns.max(call.seen_ns);
        let unconnected_ns = at_ns - call.seen_ns;
        self.calls.sent(id, u32::MAX, unconnected_ns, at_ns);
        self.recorder.sent(call.operation as usize, call.due_ns);
        if let Some(session) = call.session() {
            let lateness_ns = at_ns.saturating_sub(call.due_ns + call.wait_ns + unconnected_ns);
            self.note_send(session, unconnected_ns, lateness_ns);
        }
        self.settle(id, at_ns, Outcome::Failed(kind), Traffic::default());
        if !self.pace.saturates() {
            self.shard.transport.grow(self.waiting_count);
        }
    }

    /// Closes a call; `traffic` is that of its last connection.
    #[inline]
    pub(super) fn settle(&mut self, id: u32, at_ns: u64, outcome: Outcome, traffic: Traffic) {
        let Some(call) = self.calls.close(id) else { return };
        let unsent = call.stage == Stage::Waiting;
        let done_ns = at_ns.max(call.sent_ns);
        self.stalls.settled(call.due_ns);
        let sample = Sample {
            operation: call.operation as usize,
            due_ns: call.due_ns,
            wait_ns: call.wait_ns,
            sent_ns: if unsent { done_ns } else { call.sent_ns },
            done_ns,
            outcome,
            traffic,
        };
        self.record(&sample, call.session());
        if let Some(session) = call.session() {
            self.note_traffic(session, traffic);
            self.note_settled(session, done_ns, outcome);
        }
    }

    /// Folds a settled call or flow of a session into the results.
    #[inline(always)]
    pub(super) fn record(&mut self, sample: &Sample, session: Option<u32>) {
        self.recorder.settle(sample);
        if self.recorder.counts_apdex(sample.operation) {
            self.record_apdex(sample, session);
        }
    }

    /// Out of line: most operations have no target time, and pay a comparison.
    #[cold]
    #[inline(never)]
    fn record_apdex(&mut self, sample: &Sample, session: Option<u32>) {
        let user = session.and_then(|session| self.shard.player.user_of(session));
        let user = user.unwrap_or_else(|| {
            self.unowned = self.unowned.wrapping_add(1);
            self.unowned
        });
        self.recorder.settle_apdex(sample, user);
    }

    /// Settles the calls whose time is over.
    #[inline]
    pub(super) fn expire(&mut self, now_ns: u64) {
        self.calls.expire(now_ns, &mut self.expired);
        if !self.expired.is_empty() {
            self.give_up_expired(now_ns);
        }
    }

    fn give_up_expired(&mut self, now_ns: u64) {
        let mut expired = std::mem::take(&mut self.expired);
        for id in expired.drain(..) {
            self.give_up(id, now_ns, Outcome::Failed(ErrorKind::Timeout));
        }
        self.expired = expired;
        // Each cancelled call took its connection along; where every caller waits, nothing else asks for new ones.
        self.shard.transport.grow(self.waiting_count);
        self.take_steps();
    }

    /// Settles an open call: dropped when it was never sent, else as given.
    pub(super) fn give_up(&mut self, id: u32, now_ns: u64, outcome_if_sent: Outcome) {
        match self.calls.get(id).stage {
            Stage::Free => {}
            Stage::Waiting => {
                self.waiting_count -= 1;
                self.settle(id, now_ns, Outcome::Dropped, Traffic::default());
            }
            Stage::Retrying => {
                self.retries.forget_one();
                self.settle(id, now_ns, outcome_if_sent, Traffic::default());
            }
            Stage::Sent { connection } => {
                let traffic = self.shard.transport.cancel(connection);
                self.settle(id, now_ns, outcome_if_sent, traffic);
            }
        }
    }
}
