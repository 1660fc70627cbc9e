//! One settled call.

use crate::{ErrorKind, Traffic};

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Answered as its operation expects.
    Completed,
    /// Sent and failed.
    Failed(ErrorKind),
    /// Due, but never sent before its timeout or the end of the trial.
    Dropped,
    /// Sent and still open when the trial ended.
    Cut,
}

/// One settled call, with what says where its response time went.
///
/// Instants are nanoseconds from the start of the trial; `due_ns + wait_ns <= sent_ns <= done_ns`.
/// For a dropped call `sent_ns` and `done_ns` are the instant at which it was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Index of the operation in the plan.
    pub operation: usize,
    /// When the schedule said the call must start.
    pub due_ns: u64,
    /// Nanoseconds between due and sent that are not the generator's fault: its user was busy, or no connection was free
    /// while the run loop had the call in hand.
    pub wait_ns: u64,
    /// When its bytes were handed to the transport.
    pub sent_ns: u64,
    /// When its answer was whole, or it was given up.
    pub done_ns: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// Bytes that it took on its connections.
    pub traffic: Traffic,
}

impl Sample {
    /// Nanoseconds that the generator itself was late: all of sent − due that was no wait. With *seen*, when the run loop
    /// first had the due call in hand, that is (seen − due) + (sent − max(seen, connection ready)).
    pub fn lateness_ns(&self) -> u64 {
        self.sent_ns.saturating_sub(self.due_ns.saturating_add(self.wait_ns))
    }

    /// Nanoseconds that the service took: done − sent.
    pub fn service_ns(&self) -> u64 {
        self.done_ns.saturating_sub(self.sent_ns)
    }

    /// Nanoseconds that a user waited: done − due, the sum of the three others.
    ///
    /// ```
    /// use loadproof_measure::{Outcome, Sample, Traffic};
    /// let (outcome, traffic) = (Outcome::Completed, Traffic::default());
    /// let sample = Sample { operation: 0, due_ns: 10, wait_ns: 5, sent_ns: 17, done_ns: 40, outcome, traffic };
    /// assert_eq!(sample.response_ns(), sample.wait_ns + sample.lateness_ns() + sample.service_ns());
    /// ```
    pub fn response_ns(&self) -> u64 {
        self.done_ns.saturating_sub(self.due_ns)
    }
}
