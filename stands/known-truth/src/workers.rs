//! Workers behind one FIFO: each request takes the same time of one worker. They may be made ill: stand still, and leak.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use crate::freeze::Freeze;

/// What is wrong with workers, if anything.
#[derive(Debug, Default)]
pub struct Illness {
    /// All stand still at the end of every period: its delay is their service time. None: never.
    pub freeze: Option<Freeze>,
    /// What each request leaves in memory for ever.
    pub leak_bytes: usize,
}

/// When each worker is free again.
#[derive(Debug)]
pub struct Workers {
    service_ns: u64,
    free_at_ns: BinaryHeap<Reverse<u64>>,
    /// When the service of each request that was not yet seen to have ended began, or is to begin, and ends.
    taken_ns: VecDeque<(u64, u64)>,
    ended: u64,
    illness: Illness,
    leaked: Vec<Box<[u8]>>,
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
    pub fn new(count: usize, service_ns: u64, illness: Illness) -> Self {
        Self {
            service_ns,
            free_at_ns: (0..count).map(|_| Reverse(0)).collect(),
            taken_ns: VecDeque::new(),
            ended: 0,
            illness,
            leaked: Vec::new(),
        }
    }

    /// Start and end of the service of a request that arrived last: on the worker that is free first.
    pub fn take(&mut self, arrival_ns: u64) -> (u64, u64) {
        let Reverse(free_ns) = self.free_at_ns.pop().unwrap_or(Reverse(0));
        let from_ns = arrival_ns.max(free_ns);
        let (start_ns, end_ns) = match &mut self.illness.freeze {
            Some(freeze) => freeze.take(from_ns),
            None => (from_ns, from_ns + self.service_ns),
        };
        self.free_at_ns.push(Reverse(end_ns));
        self.forget_ended(arrival_ns);
        self.taken_ns.push_back((start_ns, end_ns));
        if self.illness.leak_bytes > 0 {
            // Not of zeros: those the kernel would only promise.
            self.leaked.push(vec![1; self.illness.leak_bytes].into_boxed_slice());
        }
        (start_ns, end_ns)
    }

    /// How they stand at `now_ns`, which is not before the last arrival.
    pub fn standing(&mut self, now_ns: u64) -> Standing {
        self.forget_ended(now_ns);
        let busy = self.taken_ns.partition_point(|(start_ns, _)| *start_ns <= now_ns);
        Standing {
            workers: self.free_at_ns.len(),
            busy,
            queued: self.taken_ns.len() - busy,
            ended: self.ended,
        }
    }

    fn forget_ended(&mut self, now_ns: u64) {
        while self.taken_ns.front().is_some_and(|(_, end_ns)| *end_ns <= now_ns) {
            self.taken_ns.pop_front();
            self.ended += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_of_two_waits_for_the_first() {
        let mut workers = Workers::new(2, 100, Illness::default());
        let taken: Vec<_> = [1000, 1010, 1020, 1030, 5000]
            .map(|arrival_ns| workers.take(arrival_ns))
            .into();
        assert_eq!(taken, [(1000, 1100), (1010, 1110), (1100, 1200), (1110, 1210), (5000, 5100)]);
    }

    #[test]
    fn all_that_were_taken_are_ended_or_busy_or_queued() {
        let mut workers = Workers::new(2, 100, Illness::default());
        for arrival_ns in [1000, 1010, 1020, 1030] {
            workers.take(arrival_ns);
        }
        let standings = [1040, 1100, 1110, 1300].map(|now_ns| {
            let standing = workers.standing(now_ns);
            (standing.busy, standing.queued, standing.ended)
        });
        assert_eq!(standings, [(2, 2, 0), (2, 1, 1), (2, 0, 2), (0, 0, 4)]);
    }

    #[test]
    fn in_a_freeze_all_stand_still_and_what_came_meanwhile_waits() {
        let freeze = Some(Freeze::new(1000, 300, 100));
        let mut workers = Workers::new(
            2,
            100,
            Illness {
                freeze,
                ..Illness::default()
            },
        );
        let taken: Vec<_> = [0, 650, 700, 900, 1010].map(|arrival_ns| workers.take(arrival_ns)).into();
        assert_eq!(taken, [(0, 100), (650, 1050), (1000, 1100), (1050, 1150), (1100, 1200)]);
        let standing = workers.standing(1040);
        assert_eq!((standing.busy, standing.queued, standing.ended), (2, 2, 1));
    }

    #[test]
    fn what_leaks_is_kept() {
        let mut workers = Workers::new(
            1,
            100,
            Illness {
                leak_bytes: 4096,
                ..Illness::default()
            },
        );
        for arrival_ns in [0, 1000, 2000] {
            workers.take(arrival_ns);
        }
        assert_eq!(workers.leaked.iter().map(|kept| kept.len()).sum::<usize>(), 3 * 4096);
    }
}
