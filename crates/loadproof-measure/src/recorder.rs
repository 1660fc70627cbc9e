//! Folds samples into windows.

use crate::{Outcome, Sample, TimeHistogram, Traffic, Window, WindowDelta, NANOS_PER_SECOND};

/// A start that no instant follows within a second.
const NO_SECOND: u64 = u64::MAX / 2;

/// Folds the calls of one shard into windows keyed by due second, and hands them over as deltas.
///
/// A slow call stays in the second that caused it: when it settles later than the last hand-over, the next one
/// carries a further delta for its due second, and readers merge.
///
/// ```
/// use loadproof_measure::{Outcome, Recorder, Sample, Traffic};
/// let mut recorder = Recorder::new(1, vec![50_000_000]);
/// recorder.due(0, 500);
/// recorder.sent(0, 500);
/// let (outcome, traffic) = (Outcome::Completed, Traffic { received: 120, sent: 40 });
/// recorder.settle(&Sample { operation: 0, due_ns: 500, wait_ns: 0, sent_ns: 600, done_ns: 900, outcome, traffic });
/// let deltas = recorder.drain(0);
/// assert_eq!((deltas[0].second, deltas[0].window.due, deltas[0].window.within[0]), (0, 1, 1));
/// ```
#[derive(Debug)]
pub struct Recorder {
    operations: usize,
    thresholds_ns: Vec<u64>,
    /// Target times of Apdex, by operation; 0: none. Empty: no operation has one.
    apdex_targets_ns: Vec<u64>,
    /// Seconds touched since the last hand-over, in the order of their first touch; rarely more than three.
    seconds: Vec<(u64, Vec<Window>)>,
    /// Position in `seconds` of the last touched one, where the next touch nearly always goes, and when that second starts.
    recent: usize,
    recent_start_ns: u64,
    lateness: TimeHistogram,
}

impl Recorder {
    /// A recorder for that many operations, counting completed calls within each threshold (nanoseconds of response).
    pub fn new(operations: usize, thresholds_ns: Vec<u64>) -> Self {
        Self {
            operations,
            thresholds_ns,
            apdex_targets_ns: Vec::new(),
            seconds: Vec::new(),
            recent: 0,
            recent_start_ns: NO_SECOND,
            lateness: TimeHistogram::default(),
        }
    }

    /// The same recorder, which also counts Apdex against a target time of each operation, in nanoseconds; 0: none.
    pub fn with_apdex(mut self, targets_ns: Vec<u64>) -> Self {
        if targets_ns.iter().any(|target_ns| *target_ns > 0) {
            self.apdex_targets_ns = targets_ns;
        }
        self
    }

    /// True if Apdex is counted for the operation: its settled calls go to [`Recorder::settle_apdex`], too.
    #[inline]
    pub fn counts_apdex(&self, operation: usize) -> bool {
        self.apdex_targets_ns.get(operation).is_some_and(|target_ns| *target_ns > 0)
    }

    /// Folds a settled call of user `user` into the Apdex counts of its due second.
    pub fn settle_apdex(&mut self, sample: &Sample, user: u32) {
        let target_ns = self.apdex_targets_ns[sample.operation];
        let window = self.window(sample.due_ns, sample.operation);
        window.apdex.get_or_insert_default().settle(sample, target_ns, user);
    }

    /// Counts a call as due.
    #[inline]
    pub fn due(&mut self, operation: usize, due_ns: u64) {
        self.window(due_ns, operation).due += 1;
    }

    /// Counts a call as sent, in its due second.
    #[inline]
    pub fn sent(&mut self, operation: usize, due_ns: u64) {
        self.window(due_ns, operation).sent += 1;
    }

    /// Counts a call as sent a second time, in its due second, with the bytes of the first time.
    pub fn retried(&mut self, operation: usize, due_ns: u64, traffic: Traffic) {
        let window = self.window(due_ns, operation);
        window.retried += 1;
        window.traffic += traffic;
    }

    /// Counts a call as due and sent: one look for both where a connection is free.
    #[inline]
    pub fn due_and_sent(&mut self, operation: usize, due_ns: u64) {
        let window = self.window(due_ns, operation);
        window.due += 1;
        window.sent += 1;
    }

    /// Records how late the generator sent a call, whatever becomes of it.
    #[inline]
    pub fn lateness(&mut self, lateness_ns: u64) {
        self.lateness.record_ns(lateness_ns);
    }

    /// Folds a settled call into the window of its due second, and its completion into the second of its end.
    #[inline(never)]
    pub fn settle(&mut self, sample: &Sample) {
        let position = self.position(sample.due_ns);
        // Fields are borrowed apart, so that thresholds need no copy.
        let window = &mut self.seconds[position].1[sample.operation];
        window.settle(sample, &self.thresholds_ns);
        if sample.outcome != Outcome::Completed {
            return;
        }
        if sample.done_ns.wrapping_sub(self.recent_start_ns) < NANOS_PER_SECOND {
            window.done += 1;
        } else {
            self.window(sample.done_ns, sample.operation).done += 1;
        }
    }

    /// Hands over everything recorded since the last time for seconds up to `last`, ordered by second and operation.
    ///
    /// What a late hand-over already knows of a later second stays for the next, so that a second is never told in part before it ended.
    pub fn drain(&mut self, last: u64) -> Vec<WindowDelta> {
        self.recent = 0;
        self.recent_start_ns = NO_SECOND;
        let (over, later) = std::mem::take(&mut self.seconds)
            .into_iter()
            .partition(|(second, _)| *second <= last);
        self.seconds = later;
        let over: Vec<(u64, Vec<Window>)> = over;
        let mut deltas: Vec<WindowDelta> = over
            .into_iter()
            .flat_map(|(second, windows)| {
                windows.into_iter().enumerate().map(move |(operation, window)| WindowDelta {
                    second,
                    operation,
                    window,
                })
            })
            .filter(|delta| !delta.window.is_empty())
            .collect();
        deltas.sort_unstable_by_key(|delta| (delta.second, delta.operation));
        deltas
    }

    /// Hands over the lateness of every call sent since the last time.
    pub fn drain_lateness(&mut self) -> TimeHistogram {
        std::mem::take(&mut self.lateness)
    }

    #[inline]
    fn window(&mut self, instant_ns: u64, operation: usize) -> &mut Window {
        let position = self.position(instant_ns);
        &mut self.seconds[position].1[operation]
    }

    /// Position in `seconds` of the second that an instant lies in.
    #[inline]
    fn position(&mut self, instant_ns: u64) -> usize {
        if instant_ns.wrapping_sub(self.recent_start_ns) < NANOS_PER_SECOND {
            return self.recent;
        }
        self.find(instant_ns / NANOS_PER_SECOND)
    }

    #[inline(never)]
    fn find(&mut self, second: u64) -> usize {
        self.recent = match self.seconds.iter().rposition(|(known, _)| *known == second) {
            Some(position) => position,
            None => {
                self.seconds.push((second, vec![Window::default(); self.operations]));
                self.seconds.len() - 1
            }
        };
        self.recent_start_ns = second * NANOS_PER_SECOND;
        self.recent
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn sample(due_ns: u64, done_ns: u64, outcome: Outcome) -> Sample {
        Sample {
            operation: 0,
            due_ns,
            wait_ns: 0,
            sent_ns: due_ns,
            done_ns,
            outcome,
            traffic: Traffic { received: 10, sent: 3 },
        }
    }

    #[test]
    fn a_slow_call_stays_in_the_second_that_caused_it_and_is_done_in_another() {
        let mut recorder = Recorder::new(1, vec![1_000_000]);
        recorder.due(0, 10);
        recorder.sent(0, 10);
        let first = recorder.drain(0);
        assert_eq!((first[0].second, first[0].window.due, first[0].window.completed), (0, 1, 0));
        recorder.settle(&sample(10, 3 * NANOS_PER_SECOND + 1, Outcome::Completed));
        let late = recorder.drain(2);
        assert_eq!(late.len(), 1, "a second that has not ended was told");
        let window = &late[0].window;
        assert_eq!(
            (late[0].second, window.completed, window.within[0], window.done),
            (0, 1, 0, 0)
        );
        let last = recorder.drain(3);
        assert_eq!((last[0].second, last[0].window.done), (3, 1));
        assert!(recorder.drain(u64::MAX).is_empty());
    }

    #[test]
    fn counts_close_whatever_becomes_of_a_call() {
        let outcomes = [
            Outcome::Completed,
            Outcome::Failed(ErrorKind::Reset),
            Outcome::Failed(ErrorKind::Status(503)),
            Outcome::Dropped,
            Outcome::Cut,
        ];
        let mut recorder = Recorder::new(1, vec![]);
        for outcome in outcomes {
            recorder.due(0, 7);
            if outcome != Outcome::Dropped {
                recorder.sent(0, 7);
            }
            recorder.settle(&sample(7, 9, outcome));
        }
        let mut merged = Window::default();
        recorder
            .drain(u64::MAX)
            .into_iter()
            .for_each(|delta| merged.merge(delta.window));
        let errors: u64 = merged.errors.iter().map(|(_, count)| count).sum();
        assert_eq!(merged.due, merged.sent + merged.dropped);
        assert_eq!(merged.sent, merged.completed + errors + merged.cut);
        assert_eq!(errors, 2);
        assert_eq!(merged.traffic, Traffic { received: 50, sent: 15 });
    }
}
