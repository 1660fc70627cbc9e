//! Sessions from step to step.

use loadproof_measure::{ErrorKind, Outcome, Traffic};
use loadproof_scenario::Step as Next;

use super::Run;
use crate::alarms::Sleeper;
use crate::calls::Instants;
use crate::sessions::OpenFlow;
use crate::{Clock, Transport};

/// Steps in one go before the loop looks for answers again: flows whose calls all fail at once must not hold it up.
const STEPS_IN_ONE_GO: usize = 1024;

/// A session that goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    session: u32,
    /// When its next call is due, if it comes without a pause.
    due_ns: u64,
    /// Since when it can be sent: later than due where its user was busy.
    ready_ns: u64,
}

impl<T: Transport, C: Clock> Run<'_, T, C> {
    /// Opens a session for an open arrival.
    pub(super) fn arrive(&mut self, flow: usize, due_ns: u64) {
        let session = self.shard.player.open_session(flow, None);
        self.sessions.open(session, None);
        self.begin_flow(session, due_ns, due_ns);
    }

    /// Begins a session's flow at `begun_ns`, due at `due_ns`.
    pub(super) fn begin_flow(&mut self, session: u32, due_ns: u64, begun_ns: u64) {
        let row = self.shard.player.flow_row(session);
        self.recorder.due(row, due_ns);
        self.sessions.begin(session, OpenFlow::new(row, due_ns, begun_ns));
        self.steps.push_back(Step {
            session,
            due_ns,
            ready_ns: begun_ns,
        });
    }

    /// Wakes the sleepers whose instant has come, and takes their steps.
    pub(super) fn wake(&mut self, now_ns: u64) {
        while let Some((at_ns, sleeper)) = self.alarms.take_due(now_ns) {
            match sleeper {
                Sleeper::Session(session) => self.go_on(session, at_ns),
                Sleeper::User(user) => self.begin_round(user, at_ns),
            }
        }
        self.take_steps();
    }

    pub(super) fn go_on(&mut self, session: u32, at_ns: u64) {
        self.steps.push_back(Step {
            session,
            due_ns: at_ns,
            ready_ns: at_ns,
        });
    }

    /// Takes the steps of sessions that go on now; what is left over is taken in the next turn.
    pub(super) fn take_steps(&mut self) {
        for _ in 0..STEPS_IN_ONE_GO {
            let Some(step) = self.steps.pop_front() else { return };
            self.take_step(step);
        }
    }

    fn take_step(&mut self, step: Step) {
        loop {
            match self.shard.player.next_step(step.session) {
                Next::Call(operation) => return self.call(step, operation),
                Next::Pause(0) => {}
                Next::Pause(pause_ns) => {
                    let until_ns = step.ready_ns.saturating_add(pause_ns);
                    return self.alarms.set(until_ns, Sleeper::Session(step.session));
                }
                Next::EndBefore => return self.end_before(step.session, step.ready_ns),
                Next::End => return self.end_flow(step.session, step.ready_ns),
            }
        }
    }

    fn call(&mut self, step: Step, operation: usize) {
        let deadline_ns = step.due_ns.saturating_add(self.shard.player.timeout_ns(operation));
        let seen_ns = self.now_ns().max(step.ready_ns);
        let instants = Instants {
            due_ns: step.due_ns,
            busy_ns: step.ready_ns - step.due_ns,
            seen_ns,
        };
        let id = self.calls.open_step(operation, step.session, instants, deadline_ns);
        if deadline_ns <= seen_ns {
            // Its user was busy for longer than its timeout, or the run loop stood still.
            return self.drop_unsent(id, seen_ns);
        }
        self.send_or_wait(id);
    }

    /// Notes that a call of a session was sent, so long without a connection and so late, and its flow with the first.
    pub(super) fn note_send(&mut self, session: u32, unconnected_ns: u64, lateness_ns: u64) {
        let Some(open_flow) = self.sessions.open_flow(session) else {
            return;
        };
        if open_flow.first_send.is_none() {
            let busy_ns = open_flow.begun_ns - open_flow.due_ns;
            open_flow.first_send = Some((busy_ns + unconnected_ns, lateness_ns));
            let (row, due_ns) = (open_flow.row as usize, open_flow.due_ns);
            self.recorder.sent(row, due_ns);
        }
    }

    /// Notes that a connection took a request of a session.
    pub(super) fn note_carried(&mut self, session: u32) {
        if let Some(open_flow) = self.sessions.open_flow(session) {
            open_flow.carried = true;
        }
    }

    /// Notes the bytes of a call of a session.
    pub(super) fn note_traffic(&mut self, session: u32, traffic: Traffic) {
        if let Some(open_flow) = self.sessions.open_flow(session) {
            open_flow.traffic += traffic;
        }
    }

    /// Notes what became of a call of a session: its flow goes on, or ends here.
    pub(super) fn note_settled(&mut self, session: u32, at_ns: u64, outcome: Outcome) {
        if self.cutting {
            return;
        }
        let failure = match outcome {
            Outcome::Completed | Outcome::Cut => None,
            Outcome::Failed(kind) => Some(kind),
            // It got no connection in time: the flow's user has waited for as long as for an answer that never came.
            Outcome::Dropped => Some(ErrorKind::Timeout),
        };
        if self.in_before > 0 && self.shard.player.is_before(session) {
            return self.go_on_before(session, at_ns, failure.is_some());
        }
        if failure.is_some() {
            if let Some(open_flow) = self.sessions.open_flow(session) {
                open_flow.failure = open_flow.failure.or(failure);
            }
            if !self.shard.player.goes_on(session) {
                return self.end_flow(session, at_ns);
            }
        }
        self.go_on(session, at_ns);
    }

    /// Ends a session's flow: completed, failed as its first failed call, or dropped when none of its calls was ever sent.
    fn end_flow(&mut self, session: u32, at_ns: u64) {
        let Some(open_flow) = self.sessions.end(session) else { return };
        let outcome = match (open_flow.failure, open_flow.first_send) {
            (None, None) => {
                // It called nothing, so there was nothing to wait for.
                self.recorder.sent(open_flow.row as usize, open_flow.due_ns);
                Outcome::Completed
            }
            (None, Some(_)) => Outcome::Completed,
            (Some(_), None) => Outcome::Dropped,
            (Some(kind), Some(_)) => Outcome::Failed(kind),
        };
        self.record(&open_flow.sample(at_ns, outcome), Some(session));
        match self.sessions.user(session) {
            Some(user) => self.end_round(user, &open_flow, at_ns),
            None => {
                self.close_session(session);
                if self.held.is_some() {
                    self.unheld_ns = self.unheld_ns.max(at_ns);
                }
            }
        }
    }

    pub(super) fn close_session(&mut self, session: u32) {
        self.sessions.close(session);
        self.shard.player.close_session(session);
    }

    /// Settles the flows that are still under way when a trial ends.
    pub(super) fn cut_flows(&mut self, now_ns: u64) {
        for session in self.sessions.numbers() {
            let Some(open_flow) = self.sessions.end(session) else {
                continue;
            };
            let outcome = match open_flow.first_send {
                Some(_) => Outcome::Cut,
                None => Outcome::Dropped,
            };
            self.record(&open_flow.sample(now_ns.max(open_flow.begun_ns), outcome), Some(session));
        }
    }
}
