//! What shards hand over each second.

use loadproof_measure::{TimeHistogram, WindowDelta};

use crate::Limits;

/// What one shard says of itself.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Number of the shard.
    pub shard: usize,
    /// CPU time of its thread since the trial began.
    pub cpu_ns: u64,
    /// Calls sent and not settled.
    pub in_flight: usize,
    /// Calls due and not sent.
    pub waiting: usize,
    /// Connections up or being made.
    pub connections: usize,
    /// Longest stretch in which the run loop did not look for answers: how late one may have been noticed.
    pub longest_turn_ns: u64,
    /// Lateness of every call sent since the last time.
    pub lateness: TimeHistogram,
    /// Limits met since the last time.
    pub limits: Limits,
}

/// What one shard recorded in one second.
#[derive(Debug)]
pub struct Flush {
    /// The second that ended, from the start of the trial.
    pub second: u64,
    /// Changes of windows.
    pub deltas: Vec<WindowDelta>,
    /// The shard itself.
    pub reading: Reading,
    /// Whether the shard has ended: every call of its is settled.
    pub last: bool,
}

/// What all shards recorded in one second.
#[derive(Debug, Default)]
pub struct Tick {
    /// The second that ended, from the start of the trial.
    pub second: u64,
    /// Changes of windows, one for each second and operation, ordered by them.
    pub deltas: Vec<WindowDelta>,
    /// One reading for each shard that was still running.
    pub readings: Vec<Reading>,
    /// Whether the trial has ended.
    pub last: bool,
}

impl Tick {
    /// Adds a shard's flush; windows of the same second and operation are merged.
    pub fn add(&mut self, flush: Flush) {
        for delta in flush.deltas {
            let key = (delta.second, delta.operation);
            match self
                .deltas
                .binary_search_by_key(&key, |known| (known.second, known.operation))
            {
                Ok(position) => self.deltas[position].window.merge(delta.window),
                Err(position) => self.deltas.insert(position, delta),
            }
        }
        self.readings.push(flush.reading);
    }
}
