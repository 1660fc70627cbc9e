//! What a schedule, or a free connection, makes due.

use loadproof_scenario::Start;

use super::Run;
use crate::{Clock, Transport};

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Starts everything that is due; a saturating load starts a call on every free connection.
    #[inline]
    pub(super) fn admit(&mut self, now_ns: u64) {
        if self.issuing && self.pace.saturates() {
            self.shard.transport.grow(usize::MAX);
        }
        self.start_due(now_ns);
    }

    /// Starts what is due by now. Whoever waits for a connection comes before what a saturating load would like to add.
    #[inline]
    pub(super) fn start_due(&mut self, now_ns: u64) {
        if self.issuing && self.pace.next_ns() <= now_ns {
            // `now_ns` may be the instant of an answer, and the loop may have had it in hand long after.
            let seen_ns = self.now_ns().max(now_ns);
            while let Some(due_ns) = self.pace.take_due(now_ns) {
                self.begin(due_ns, seen_ns);
            }
        }
        if self.alarms.next_ns() <= now_ns || !self.steps.is_empty() {
            self.wake(now_ns);
        }
        if self.issuing && self.pace.saturates() {
            self.serve_waiting();
            self.saturate(now_ns);
        }
    }

    #[inline]
    fn begin(&mut self, due_ns: u64, seen_ns: u64) {
        match self.shard.player.choose() {
            Start::Operation(operation) => {
                let deadline_ns = due_ns.saturating_add(self.shard.player.timeout_ns(operation));
                let id = self.calls.open(operation, due_ns, seen_ns, deadline_ns);
                if deadline_ns <= seen_ns {
                    return self.drop_unsent(id, seen_ns);
                }
                self.send_or_wait(id);
            }
            Start::Flow(flow) => self.arrive(flow, due_ns),
        }
    }

    /// Begins on every free connection what the scenario has next. Flows that think need none, so their number is held to that of the
    /// connections, and what was drawn waits: the shares of the profile stay what they are.
    #[inline]
    fn saturate(&mut self, now_ns: u64) {
        while self.issuing && now_ns < self.end_ns {
            let Some(lease) = self.shard.transport.acquire() else { return };
            let due_ns = lease.ready_ns.saturating_sub(self.origin_ns).max(self.unheld_ns).min(now_ns);
            match self.held.take().unwrap_or_else(|| self.shard.player.choose()) {
                Start::Operation(operation) => {
                    let deadline_ns = due_ns.saturating_add(self.shard.player.timeout_ns(operation));
                    let id = self.calls.open(operation, due_ns, due_ns, deadline_ns);
                    self.recorder.due_and_sent(operation, due_ns);
                    self.send(id, lease);
                }
                Start::Flow(flow) => {
                    self.shard.transport.release(lease);
                    if self.sessions.of_arrivals() >= self.shard.transport.connections() {
                        self.held = Some(Start::Flow(flow));
                        return;
                    }
                    self.arrive(flow, due_ns);
                    self.take_steps();
                }
            }
        }
    }

    /// What a saturating load begins without a connection, because none can be made.
    pub(super) fn begin_without_connection(&mut self, now_ns: u64) {
        match self.held.take().unwrap_or_else(|| self.shard.player.choose()) {
            Start::Operation(operation) => {
                let deadline_ns = now_ns.saturating_add(self.shard.player.timeout_ns(operation));
                let id = self.calls.open(operation, now_ns, now_ns, deadline_ns);
                self.recorder.due(operation, now_ns);
                self.wait_for_connection(id);
            }
            Start::Flow(flow) if self.sessions.of_arrivals() < self.shard.transport.connections().max(1) => {
                self.arrive(flow, now_ns);
                self.take_steps();
            }
            flow @ Start::Flow(_) => self.held = Some(flow),
        }
    }
}
