//! What shards hand over each second.

use loadproof_measure::{ErrorKind, Phases, TimeHistogram, WindowDelta};

use crate::{Limits, Stall};

/// What one shard says of itself.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Number of the shard.
    pub shard: usize,
    /// CPU time of its thread from the begin of the trial to the end of the second.
    pub cpu_ns: u64,
    /// Calls sent and not settled.
    pub in_flight: usize,
    /// Calls due and not sent.
    pub waiting: usize,
    /// Connections up or being made.
    pub connections: usize,
    /// Longest time by which a pass of the run loop ended late, stalls apart: how late an answer may have been noticed.
    pub longest_turn_ns: u64,
    /// Stalls that ended since the last time.
    pub stalls: Vec<Stall>,
    /// Lateness of every call sent since the last time.
    pub lateness: TimeHistogram,
    /// Where the time of connections and calls went since the last time.
    pub phases: Phases,
    /// Users and open flows that are under way.
    pub sessions: usize,
    /// Users that have joined and are past the steps before their first flow.
    pub users: usize,
    /// Limits met since the last time.
    pub limits: Limits,
    /// What a simulated service said of itself, by name; empty where the transport knows nothing of the service's inside.
    pub service: Vec<(&'static str, f64)>,
}

/// A reply that was not as its operation expects: the first few of each operation and kind in a trial.
#[derive(Clone, Debug)]
pub struct FailedReply {
    /// Index of the operation in the plan.
    pub operation: usize,
    /// What was wrong with it.
    pub kind: ErrorKind,
    /// When its call was due, from the start of the trial.
    pub due_ns: u64,
    /// How long the service took.
    pub service_ns: u64,
    /// Its head, as far as it was kept: at most [`FailedReply::MOST_BYTES`].
    pub head: Vec<u8>,
    /// Its body, as far as it was kept: at most [`FailedReply::MOST_BYTES`].
    pub body: Vec<u8>,
    /// Bytes that the body had.
    pub body_bytes: u64,
}

impl FailedReply {
    /// Most bytes of head and of body.
    pub const MOST_BYTES: usize = 2048;
    /// Most replies of one operation and kind that a shard hands over in a trial.
    pub const MOST_ALIKE: usize = 3;
}

/// What one shard recorded in one second.
#[derive(Debug)]
pub struct Flush {
    /// The second that ended, from the start of the trial.
    pub second: u64,
    /// Changes of windows.
    pub deltas: Vec<WindowDelta>,
    /// Replies that were not as expected.
    pub failed_replies: Vec<FailedReply>,
    /// The shard itself.
    pub reading: Reading,
    /// Whether the shard has ended: every call of its is settled.
    pub last: bool,
}

/// Rows of targets, which follow those of operations and flows: where calls go round several targets each has one.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetRows {
    /// How many targets there are; 0 or 1: they have no rows.
    pub targets: usize,
    /// Rows of operations, which the rows of targets add up.
    pub operations: usize,
    /// Rows of operations and flows.
    pub rows: usize,
}

impl TargetRows {
    fn row_of(self, shard: usize) -> Option<usize> {
        (self.targets > 1).then(|| self.rows + shard % self.targets)
    }
}

/// What all shards recorded in one second.
#[derive(Debug, Default)]
pub struct Tick {
    /// The second that ended, from the start of the trial.
    pub second: u64,
    /// Changes of windows, one for each second and operation, ordered by them.
    pub deltas: Vec<WindowDelta>,
    /// Replies that were not as expected.
    pub failed_replies: Vec<FailedReply>,
    /// One reading for each shard that was still running.
    pub readings: Vec<Reading>,
    /// Whether the trial has ended.
    pub last: bool,
}

impl Tick {
    /// Adds a shard's flush; windows of the same second and operation are merged. With several targets the windows of its
    /// operations are added once more, to those of its target.
    pub fn add(&mut self, flush: Flush, targets: TargetRows) {
        let own = targets.row_of(flush.reading.shard);
        for delta in flush.deltas {
            if let Some(operation) = own.filter(|_| delta.operation < targets.operations) {
                self.add_delta(WindowDelta {
                    operation,
                    ..delta.clone()
                });
            }
            self.add_delta(delta);
        }
        self.failed_replies.extend(flush.failed_replies);
        self.readings.push(flush.reading);
    }

    fn add_delta(&mut self, delta: WindowDelta) {
        let key = (delta.second, delta.operation);
        match self
            .deltas
            .binary_search_by_key(&key, |known| (known.second, known.operation))
        {
            Ok(position) => self.deltas[position].window.merge(delta.window),
            Err(position) => self.deltas.insert(position, delta),
        }
    }
}
