//! One due second of one operation.

use crate::{ApdexCounts, ErrorKind, Outcome, Sample, TimeHistogram, Traffic};

/// Counts and histograms of the calls of one operation that were due in one second.
///
/// Counts close: `due = sent + dropped + waiting` and `sent = completed + errors + cut + open`; once a trial has
/// ended nothing is waiting or open. The histograms cover completed calls only.
#[derive(Clone, Debug, Default)]
pub struct Window {
    /// Calls that the schedule made due.
    pub due: u64,
    /// Calls whose bytes were handed to the transport, or whose connection failed.
    pub sent: u64,
    /// Calls answered as expected.
    pub completed: u64,
    /// Calls given up before they were sent.
    pub dropped: u64,
    /// Calls still open when the trial ended.
    pub cut: u64,
    /// Calls that were sent a second time, as the reused connection of the first ended before the answer began; counted once in all other
    /// counts.
    pub retried: u64,
    /// Bytes of all calls, however they ended.
    pub traffic: Traffic,
    /// Calls completed in this second, by completion time.
    pub done: u64,
    /// Errors by kind.
    pub errors: Vec<(ErrorKind, u64)>,
    /// Completed calls whose response did not exceed threshold `i` of the plan.
    pub within: Vec<u64>,
    /// Histograms of completed calls; none before the first.
    pub times: Option<Box<Times>>,
    /// Calls by Apdex and group of users; none where the operation has no target time, or nothing was settled.
    pub apdex: Option<Box<ApdexCounts>>,
}

/// The four histograms of a window.
#[derive(Clone, Debug, Default)]
pub struct Times {
    /// done − due.
    pub response: TimeHistogram,
    /// done − sent.
    pub service: TimeHistogram,
    /// Without a free connection, see [`Sample::wait_ns`].
    pub wait: TimeHistogram,
    /// The generator's own, see [`Sample::lateness_ns`].
    pub lateness: TimeHistogram,
}

/// What a recorder hands over: the change of one window since the last time.
#[derive(Clone, Debug)]
pub struct WindowDelta {
    /// Due second, from the start of the trial.
    pub second: u64,
    /// Index of the operation in the plan.
    pub operation: usize,
    /// The change.
    pub window: Window,
}

impl Window {
    /// Whether nothing was recorded.
    pub fn is_empty(&self) -> bool {
        self.due == 0
            && self.sent == 0
            && self.done == 0
            && self.dropped == 0
            && self.completed == 0
            && self.cut == 0
            && self.retried == 0
            && self.traffic == Traffic::default()
            && self.errors.is_empty()
    }

    /// Folds one settled call in; `thresholds_ns` are the plan's.
    #[inline]
    pub fn settle(&mut self, sample: &Sample, thresholds_ns: &[u64]) {
        self.traffic += sample.traffic;
        match sample.outcome {
            Outcome::Completed => self.complete(sample, thresholds_ns),
            Outcome::Failed(kind) => self.fail(kind, 1),
            Outcome::Dropped => self.dropped += 1,
            Outcome::Cut => self.cut += 1,
        }
    }

    #[inline]
    fn complete(&mut self, sample: &Sample, thresholds_ns: &[u64]) {
        self.completed += 1;
        let response_ns = sample.response_ns();
        if self.within.len() != thresholds_ns.len() {
            self.within.resize(thresholds_ns.len(), 0);
        }
        for (count, threshold_ns) in self.within.iter_mut().zip(thresholds_ns) {
            *count += u64::from(response_ns <= *threshold_ns);
        }
        let times = self.times.get_or_insert_with(Box::default);
        times.response.record_ns(response_ns);
        times.service.record_ns(sample.service_ns());
        times.wait.record_ns(sample.wait_ns);
        times.lateness.record_ns(sample.lateness_ns());
    }

    fn fail(&mut self, kind: ErrorKind, count: u64) {
        match self.errors.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, total)) => *total += count,
            None => self.errors.push((kind, count)),
        }
    }

    /// Adds another window's counts and histograms: what two shards, or two deltas, saw of the same second.
    pub fn merge(&mut self, other: Self) {
        self.due += other.due;
        self.sent += other.sent;
        self.completed += other.completed;
        self.dropped += other.dropped;
        self.cut += other.cut;
        self.retried += other.retried;
        self.traffic += other.traffic;
        self.done += other.done;
        for (kind, count) in other.errors {
            self.fail(kind, count);
        }
        if self.within.len() < other.within.len() {
            self.within.resize(other.within.len(), 0);
        }
        for (mine, theirs) in self.within.iter_mut().zip(&other.within) {
            *mine += theirs;
        }
        match (&mut self.times, other.times) {
            (Some(mine), Some(theirs)) => {
                mine.response.merge(&theirs.response);
                mine.service.merge(&theirs.service);
                mine.wait.merge(&theirs.wait);
                mine.lateness.merge(&theirs.lateness);
            }
            (mine @ None, Some(theirs)) => *mine = Some(theirs),
            (_, None) => {}
        }
        match (&mut self.apdex, other.apdex) {
            (Some(mine), Some(theirs)) => mine.merge(&theirs),
            (mine @ None, Some(theirs)) => *mine = Some(theirs),
            (_, None) => {}
        }
    }
}
