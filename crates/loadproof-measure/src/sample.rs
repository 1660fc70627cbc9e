//! One settled call.

use crate::ErrorKind;

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

/// One settled call, with the four instants that say where its response time went.
///
/// All times are nanoseconds from the start of the trial; `due_ns <= ready_ns <= sent_ns <= done_ns`.
/// For a dropped call `ready_ns`, `sent_ns` and `done_ns` are the instant at which it was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Index of the operation in the plan.
    pub operation: usize,
    /// When the schedule said the call must start.
    pub due_ns: u64,
    /// The later of due and the instant at which a connection was free for it.
    pub ready_ns: u64,
    /// When its bytes were handed to the transport.
    pub sent_ns: u64,
    /// When its answer was whole, or it was given up.
    pub done_ns: u64,
    /// How it ended.
    pub outcome: Outcome,
}

impl Sample {
    /// Nanoseconds without a free connection: ready − due.
    pub fn wait_ns(&self) -> u64 {
        self.ready_ns.saturating_sub(self.due_ns)
    }

    /// Nanoseconds that the generator itself was late: sent − ready.
    pub fn lateness_ns(&self) -> u64 {
        self.sent_ns.saturating_sub(self.ready_ns)
    }

    /// Nanoseconds that the service took: done − sent.
    pub fn service_ns(&self) -> u64 {
        self.done_ns.saturating_sub(self.sent_ns)
    }

    /// Nanoseconds that a user waited: done − due, the sum of the three others.
    ///
    /// ```
    /// use loadproof_measure::{Outcome, Sample};
    /// let sample = Sample { operation: 0, due_ns: 10, ready_ns: 15, sent_ns: 17, done_ns: 40, outcome: Outcome::Completed };
    /// assert_eq!(sample.response_ns(), sample.wait_ns() + sample.lateness_ns() + sample.service_ns());
    /// ```
    pub fn response_ns(&self) -> u64 {
        self.done_ns.saturating_sub(self.due_ns)
    }
}
