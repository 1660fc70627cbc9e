//! The way between caller and service.

use std::collections::VecDeque;

/// Jobs on their way, each with the instant at which it gets there; all take equally long, so that the first in is the first out.
#[derive(Debug)]
pub(crate) struct Way {
    jobs: VecDeque<(u64, u32)>,
    /// When the first gets there; the end of time when there is none.
    next_ns: u64,
}

impl Default for Way {
    fn default() -> Self {
        Self {
            jobs: VecDeque::new(),
            next_ns: u64::MAX,
        }
    }
}

impl Way {
    /// When the next job gets there.
    #[inline]
    pub(crate) fn next_ns(&self) -> u64 {
        self.next_ns
    }

    /// A job sets out; it gets there after all that did before.
    #[inline]
    pub(crate) fn set_out(&mut self, there_ns: u64, job: u32) {
        self.next_ns = self.next_ns.min(there_ns);
        self.jobs.push_back((there_ns, job));
    }

    /// The job that gets there first.
    #[inline]
    pub(crate) fn arrive(&mut self) -> Option<u32> {
        let (_, job) = self.jobs.pop_front()?;
        self.next_ns = self.jobs.front().map_or(u64::MAX, |(there_ns, _)| *there_ns);
        Some(job)
    }

    /// Every job that is still on its way, which then ends here.
    pub(crate) fn turn_back(&mut self) -> Vec<u32> {
        self.next_ns = u64::MAX;
        self.jobs.drain(..).map(|(_, job)| job).collect()
    }
}
