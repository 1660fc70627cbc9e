//! Workers behind one FIFO: each request takes the same time of one worker.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// When each worker is free again.
#[derive(Debug)]
pub struct Workers {
    service_ns: u64,
    free_at_ns: BinaryHeap<Reverse<u64>>,
    /// When the service began, or is to begin, of each request that was not yet seen to have ended.
    starts_ns: VecDeque<u64>,
    ended: u64,
}

/// How the workers stand at one instant.
#[derive(Debug, PartialEq, Eq)]
pub struct Standing {
    pub workers: usize,
    pub busy: usize,
    pub queued: usize,
    /// Requests whose service has ended.
    pub ended: u64,
}

impl Workers {
    pub fn new(count: usize, service_ns: u64) -> Self {
        Self {
            service_ns,
            free_at_ns: (0..count).map(|_| Reverse(0)).collect(),
            starts_ns: VecDeque::new(),
            ended: 0,
        }
    }

    /// Start and end of the service of a request that arrived last: on the worker that is free first.
    pub fn take(&mut self, arrival_ns: u64) -> (u64, u64) {
        let Reverse(free_ns) = self.free_at_ns.pop().unwrap_or(Reverse(0));
        let start_ns = arrival_ns.max(free_ns);
        let end_ns = start_ns + self.service_ns;
        self.free_at_ns.push(Reverse(end_ns));
        self.forget_ended(arrival_ns);
        self.starts_ns.push_back(start_ns);
        (start_ns, end_ns)
    }

    /// How they stand at `now_ns`, which is not before the last arrival.
    pub fn standing(&mut self, now_ns: u64) -> Standing {
        self.forget_ended(now_ns);
        let busy = self.starts_ns.partition_point(|start_ns| *start_ns <= now_ns);
        Standing {
            workers: self.free_at_ns.len(),
            busy,
            queued: self.starts_ns.len() - busy,
            ended: self.ended,
        }
    }

    fn forget_ended(&mut self, now_ns: u64) {
        while self
            .starts_ns
            .front()
            .is_some_and(|start_ns| start_ns + self.service_ns <= now_ns)
        {
            self.starts_ns.pop_front();
            self.ended += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_of_two_waits_for_the_first() {
        let mut workers = Workers::new(2, 100);
        let taken: Vec<_> = [1000, 1010, 1020, 1030, 5000]
            .map(|arrival_ns| workers.take(arrival_ns))
            .into();
        assert_eq!(taken, [(1000, 1100), (1010, 1110), (1100, 1200), (1110, 1210), (5000, 5100)]);
    }

    #[test]
    fn all_that_were_taken_are_ended_or_busy_or_queued() {
        let mut workers = Workers::new(2, 100);
        for arrival_ns in [1000, 1010, 1020, 1030] {
            workers.take(arrival_ns);
        }
        let standings = [1040, 1100, 1110, 1300].map(|now_ns| {
            let standing = workers.standing(now_ns);
            (standing.busy, standing.queued, standing.ended)
        });
        assert_eq!(standings, [(2, 2, 0), (2, 1, 1), (2, 0, 2), (0, 0, 4)]);
    }
}
