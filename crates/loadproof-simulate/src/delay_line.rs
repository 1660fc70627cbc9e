//! What passes between caller and service, and arrives a fixed delay later.

use std::collections::VecDeque;

/// Jobs under way, each with the instant of its arrival; all take equally long, so that the first in is the first out.
#[derive(Debug)]
pub(crate) struct DelayLine {
    jobs: VecDeque<(u64, u32)>,
    /// When the first arrives; the end of time when there is none.
    next_ns: u64,
}

impl Default for DelayLine {
    fn default() -> Self {
        Self {
            jobs: VecDeque::new(),
            next_ns: u64::MAX,
        }
    }
}

impl DelayLine {
    /// When the next job arrives.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// Adds a job, which arrives after all that were added before.
    #[inline]
    pub(crate) fn push(&mut self, arrival_ns: u64, job: u32) {
        self.next_ns = self.next_ns.min(arrival_ns);
        self.jobs.push_back((arrival_ns, job));
    }

    /// Takes the job that arrives first.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        let (_, job) = self.jobs.pop_front()?;
        self.next_ns = self.jobs.front().map_or(u64::MAX, |(arrival_ns, _)| *arrival_ns);
        Some(job)
    }

    /// Takes every job that has not arrived.
    pub(crate) fn drain(&mut self) -> Vec<u32> {
        self.next_ns = u64::MAX;
        self.jobs.drain(..).map(|(_, job)| job).collect()
    }
}
