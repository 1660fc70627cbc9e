//! The way between caller and service.

use std::collections::VecDeque;

use crate::service::Job;

/// Calls on their way, each with the instant at which it gets there; all take equally long, so that the first in is the first out.
#[derive(Debug)]
pub(crate) struct Way {
    calls: VecDeque<(u64, Job)>,
    /// When the first gets there; the end of time when there is none.
    next_ns: u64,
}

impl Default for Way {
    fn default() -> Self {
        Self {
            calls: VecDeque::new(),
            next_ns: u64::MAX,
        }
    }
}

impl Way {
    /// When the next call gets there.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// A call sets out; it gets there after all that did before.
    #[inline]
    pub(crate) fn set_out(&mut self, there_ns: u64, job: Job) {
        self.next_ns = self.next_ns.min(there_ns);
        self.calls.push_back((there_ns, job));
    }

    /// A call that has got there by now.
    #[inline]
    pub(crate) fn arrived(&mut self, now_ns: u64) -> Option<Job> {
        if self.next_ns > now_ns {
            return None;
        }
        let (_, job) = self.calls.pop_front()?;
        self.next_ns = self.calls.front().map_or(u64::MAX, |(there_ns, _)| *there_ns);
        Some(job)
    }

    /// Every call that is still on its way, which then ends here.
    pub(crate) fn turn_back(&mut self) -> Vec<Job> {
        self.next_ns = u64::MAX;
        self.calls.drain(..).map(|(_, job)| job).collect()
    }
}
